"""Operations on circles: show them, add people, begin games, read statistics and seasons."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from flask import Response
from pydantic import Field

from ..documents import JsonObject
from ..extensions import limiter
from ..http.quotas import new_games
from ..services.circles import circles
from ..services.circles.answers import CircleJson, CircleMemberJson, circle_document, person_document
from ..services.circles.people import PersonChange, add_person
from ..services.circles.seasons import standings
from ..services.games import creating
from ..services.payload_reading import read
from ..services.payload_types import Shape, VariantKey
from ..services.payloads import NewGame
from ..services.statistics.periods import Period, Span
from ..services.statistics.tables import season_document, statistics_document
from ..services.statistics.tally_cache import statistics_of
from ..services.views.answers import MadeGameJson
from .bodies import json_body, query
from .games import MOST_AN_HOUR
from .headers import circle_reader, circle_scorer
from .operations import Operation
from .responses import created_answer, json_answer

_ADDRESS = "/circles/<circle_id>"


class _Page(Shape):
    after: Annotated[str, Field(pattern="^[0-9]{1,5}$", description="How many of the latest games to leave out.")] = "0"


class _Chosen(Shape):
    span: Annotated[Literal["all", "year", "month", "evening"], Field(description="Up to now.")] = "all"
    game: Annotated[VariantKey | None, Field(description="The key of the only game that counts.")] = None


@Operation("GET", _ADDRESS, query=_Page, answer=CircleJson)
def read_circle(circle_id: str) -> Response:
    """Show a circle, its people and its latest games."""
    right = circle_reader(circle_id)
    page = read(_Page, query())
    return json_answer(circle_document(circles.load_circle(right), circles.games_of_circle(right, int(page.after))))


@Operation("POST", f"{_ADDRESS}/people", body=PersonChange, answer=CircleMemberJson, status=201, conflicts=True)
def add_to_circle(circle_id: str) -> Response:
    """Add somebody; guests of the same name are that person from now on."""
    right = circle_scorer(circle_id)
    person_id = add_person(right, json_body())
    people = circles.load_circle(right).people
    return json_answer(person_document(next(each for each in people if each.id == person_id), []), 201)


@Operation("POST", f"{_ADDRESS}/games", body=NewGame, answer=MadeGameJson, status=201)
@limiter.limit("30/minute")
@new_games(MOST_AN_HOUR, "address of a program")
def create_game_of_circle(circle_id: str) -> Response:
    """Make a game of a circle; players with a person’s name are that person, the others guests."""
    right = circle_scorer(circle_id)
    return created_answer(creating.create_game(json_body(), right))


@Operation("GET", f"{_ADDRESS}/statistics", query=_Chosen, answer=JsonObject)
def read_statistics(circle_id: str) -> Response:
    """Show what the games of a circle add up to; docs/statistics.md has the format."""
    right = circle_reader(circle_id)
    chosen, now = read(_Chosen, query()), datetime.now().astimezone()
    period = Period(Span(chosen.span))
    return json_answer(statistics_document(statistics_of(right, period, chosen.game, now, "all"), period))


@Operation("GET", f"{_ADDRESS}/seasons", answer=JsonObject)
def read_seasons(circle_id: str) -> Response:
    """Show the seasons of a circle with their tables; docs/statistics.md has the format."""
    found = standings(circle_reader(circle_id), datetime.now(UTC))
    return json_answer({"seasons": [season_document(each) for each in found]})
