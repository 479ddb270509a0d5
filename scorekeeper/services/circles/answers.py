"""The answers of the API about circles, as types; see `services.views.answers`."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ...store.rows import PersonRow
from ..views.answers import Moment, VariantKeyJson
from ..views.game_view import GameView
from ..views.serialize import moment
from .circles import CircleView


class CircleMemberJson(TypedDict):
    """Somebody of a circle."""

    id: int
    name: str
    mark: Annotated[int, Field(description="The number of the sign beside the name.")]
    also: NotRequired[Annotated[list[str], Field(description="Other names of the same person.")]]


class GameOfCircleJson(TypedDict):
    """A game of a circle."""

    id: str
    name: str | None
    variant: VariantKeyJson
    players: list[str]
    status: Literal["playing", "ended"]
    winners: list[str]
    changed: Moment


class CircleJson(TypedDict):
    """A circle with its people and some of its games."""

    id: str
    name: str
    people: list[CircleMemberJson]
    games: Annotated[list[GameOfCircleJson], Field(description="The latest changed first, at most 20.")]
    number_of_games: Annotated[int, Field(ge=0, description="More follow with `after`.")]


def person_document(person: PersonRow, also: list[PersonRow]) -> CircleMemberJson:
    """Return somebody as the API shows them; `also` are those who are the same person."""
    document: CircleMemberJson = {"id": person.id, "name": person.name, "mark": person.mark}
    if also:
        document["also"] = [each.name for each in also]
    return document


def circle_document(circle: CircleView, games: list[GameView]) -> CircleJson:
    """Return a circle as the API shows it, with some of its games."""
    return {
        "id": circle.id,
        "name": circle.name,
        "people": [person_document(each, circle.merged.get(each.id, [])) for each in circle.people],
        "games": [_game(each) for each in games],
        "number_of_games": circle.games,
    }


def _game(view: GameView) -> GameOfCircleJson:
    return {
        "id": view.id,
        "name": view.name,
        "variant": view.variant.key,
        "players": list(view.players),
        "status": "ended" if view.standing.ended else "playing",
        "winners": list(view.standing.winners),
        "changed": moment(view.changed_at),
    }
