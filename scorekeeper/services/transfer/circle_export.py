"""A whole circle exported as JSON: its people and their signs, who is the same as whom, its games and their seats."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ...store import circles
from ...store.database import db
from ...store.rows import PersonRow
from ..access.access import CircleAccess
from ..errors import NoAccess
from ..games.answers import Moment
from ..games.serialize import moment
from .export import FORMAT_VERSION, ExportJson, export_document

MOST_GAMES = 10_000
"""Games of a circle that an export has, and an import by the command takes."""


class CircleOriginJson(TypedDict):
    """The circle where it was exported."""

    id: str
    name: str
    made: Moment


class CirclePersonJson(TypedDict):
    """Somebody of a circle; whoever has left it is not in the file."""

    id: int
    name: str
    mark: Annotated[int, Field(description="The number of the sign beside the name.")]
    joined: Moment
    same_as: NotRequired[Annotated[int, Field(description="The id of the person that this one was merged into.")]]


class CircleGameJson(TypedDict):
    """A game of a circle; `seats` are the ids of people by the ids of the players, without guests."""

    id: str
    seats: dict[str, int]
    game: ExportJson


class CircleExportJson(TypedDict):
    """A whole circle."""

    format_version: Literal[1]
    circle: CircleOriginJson
    people: list[CirclePersonJson]
    games: list[CircleGameJson]


def export_circle(right: CircleAccess) -> CircleExportJson:
    """Return a whole circle as one document, for a keeper.

    Raises:
        NotAllowed: the right is not a keeper's; NoAccess: the circle is deleted.
    """
    right.must_keep()
    return circle_document(right.circle_id)


def circle_document(circle_id: str) -> CircleExportJson:
    """Return a whole circle as one document, which `circle_import` takes.

    Raises:
        NoAccess: there is no such circle.
    """
    session = db.session()
    circle = circles.circle_row(session, circle_id)
    if circle is None or circle.deleted_at is not None:
        raise NoAccess
    people = [person for person in circles.people(session, circle_id) if person.left_at is None]
    known = {person.id for person in people}
    ids = [game.id for game in reversed(circles.games(session, circle_id, MOST_GAMES))]
    seats: dict[str, dict[str, int]] = {game_id: {} for game_id in ids}
    for seat in circles.seats(session, ids):
        if seat.person_id in known:
            seats[seat.game_id][seat.player] = seat.person_id
    return {
        "format_version": FORMAT_VERSION,
        "circle": {"id": circle.id, "name": circle.name, "made": moment(circle.made_at)},
        "people": [_person(person) for person in people],
        "games": [{"id": each, "seats": seats[each], "game": export_document(each)} for each in ids],
    }


def _person(person: PersonRow) -> CirclePersonJson:
    document: CirclePersonJson = {
        "id": person.id,
        "name": person.name,
        "mark": person.mark,
        "joined": moment(person.made_at),
    }
    if person.merged_into_id is not None:
        document["same_as"] = person.merged_into_id
    return document
