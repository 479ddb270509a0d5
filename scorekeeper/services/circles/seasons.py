"""The seasons of a circle: keepers create, change and delete them; their tables are for all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Annotated, TypedDict
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field

from ...rules.errors import N_, Problem
from ...rules.model.terms import Wins
from ...rules.variants import CARD_GAMES, VARIANTS
from ...store.circles import circles, seasons
from ...store.database import db
from ...store.models import Season
from ...store.rows import PersonRow, SeasonRow
from ..access.access import CircleAccess, Role
from ..access.locking import changing_circle
from ..errors import Invalid, NoAccess
from ..payload_reading import read
from ..payload_types import GameName, Shape, Word
from ..statistics.circle_series import series_of_season
from ..statistics.statistics import Played
from ..statistics.tally_cache import count_changed, games_played
from ..statistics.time_series import TimeSeries
from .existing import existing_circle
from .season_table import SeasonLine, SeasonMeasure, champions, lines_of

MOST_SEASONS = 100
USUAL_WEIGHTS = (5, 3, 1)
_MOST_WEIGHTS, _MOST_POINTS, _MOST_EVENINGS = 20, 999, 366
_NAMELESS = N_("Give the season a name.")
_TAKEN = N_("This circle has a season called “{name}” already.")
_NO_DATE = N_("This isn’t a date. Write it like {example}.")
_BACKWARDS = N_("The season can’t end before it begins.")
_NO_ZONE = N_("Scorekeeper doesn’t know this time zone. Write it like Europe/Copenhagen.")
_NO_WEIGHTS = N_("Write up to {most} numbers, the best place first, none more than the one before, like 5 3 1.")
_WHICH = N_("Points of different games don’t add up. Choose one game.")
_LOW = N_("Points of this game don’t make a season: whoever plays least would lead. Count wins or places.")
_FULL = N_("A circle has at most {most} seasons.")


class SeasonShape(Shape):
    """A season as a form gives it: dates and time zone are texts, without `game` all games count."""

    name: GameName | None = None
    first: Word = ""
    last: Word = ""
    zone: Word = ""
    counts: SeasonMeasure = Field(SeasonMeasure.WINS, strict=False)
    game: Word | None = None
    weights: Annotated[list[int], Field(max_length=_MOST_WEIGHTS)] | None = None
    evenings: Annotated[int, Field(ge=1, le=_MOST_EVENINGS)] = 1


class SeasonColumns(TypedDict):
    """The columns of a season that a form or a file gives."""

    name: str
    first: date
    last: date
    zone: str
    counts: str
    variant: str | None
    weights: list[int]
    least: int


@dataclass(frozen=True)
class SeasonStanding:
    """A season and its table; `leads` are those at the top, who are its champions once it is `over`.

    `series` is how the table grew, None if it was not asked for, or below two steps.
    """

    season: SeasonRow
    over: bool
    lines: Sequence[tuple[PersonRow, SeasonLine]]
    leads: Sequence[PersonRow]
    series: TimeSeries | None = None


def standings(right: CircleAccess, now: datetime) -> list[SeasonStanding]:
    """Return the seasons of a circle, the one that ends last first.

    Raises:
        NoAccess: the circle is deleted.
    """
    found = _seasons(right)
    played, people = _played(right) if found else ([], {})
    return [_standing(season, lines_of(season, played), people, now) for season in found]


def standing(right: CircleAccess, season_id: int, now: datetime) -> SeasonStanding | None:
    """Return a season of a circle with its series, None if there is none of that id; see `standings`."""
    season = next((each for each in _seasons(right) if each.id == season_id), None)
    if season is None:
        return None
    played, people = _played(right)
    shown = _standing(season, lines_of(season, played), people, now)
    return replace(shown, series=series_of_season(season, played, people))


def _seasons(right: CircleAccess) -> list[SeasonRow]:
    return seasons.seasons(db.session(), existing_circle(right.circle_id).id)


def _played(right: CircleAccess) -> tuple[list[Played], dict[int, PersonRow]]:
    """Return the games of a circle, counted, and who belongs to it."""
    count_changed(right.circle_id)
    people = circles.people(db.session(), right.circle_id)
    return games_played(right.circle_id), {person.id: person for person in people if person.left_at is None}


def add_season(right: CircleAccess, body: object) -> int:
    """Make a season and return its id; that of an equal one if there is one already.

    Raises:
        Invalid: with every problem; NoAccess, NotAllowed: see `changing_circle`.
    """
    values = columns_of(read(SeasonShape, body))
    with changing_circle(right, Role.KEEPER) as (session, circle):
        known = seasons.seasons(session, circle.id)
        for each in known:
            if each._asdict() | values == each._asdict():
                return each.id
        _check_name(known, values["name"])
        if len(known) >= MOST_SEASONS:
            raise Invalid(Problem(_FULL, ("name",), {"most": MOST_SEASONS}))
        season = Season(circle_id=circle.id, **values)
        session.add(season)
        session.flush()
        return season.id


def change_season(right: CircleAccess, season_id: int, body: object) -> None:
    """Change a season to what is given. Errors: `add_season`; NoAccess: there is none of that id."""
    values = columns_of(read(SeasonShape, body))
    with changing_circle(right, Role.KEEPER) as (session, circle):
        known = seasons.seasons(session, circle.id)
        if season_id not in [each.id for each in known]:
            raise NoAccess
        _check_name([each for each in known if each.id != season_id], values["name"])
        seasons.set_season(session, season_id, **values)


def delete_season(right: CircleAccess, season_id: int) -> None:
    """Delete a season; its games stay. Errors: NoAccess, NotAllowed: see `change_season`."""
    with changing_circle(right, Role.KEEPER) as (session, circle):
        if season_id not in [each.id for each in seasons.seasons(session, circle.id)]:
            raise NoAccess
        seasons.delete_season(session, season_id)


def zone_known(name: str) -> bool:
    """Whether there is an IANA time zone of that name."""
    try:
        return bool(name) and ZoneInfo(name) is not None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def points_add_up(variant: str) -> bool:
    """Whether a season may go by the points of a game: more are better, and all games of that key are the same."""
    return variant in CARD_GAMES and CARD_GAMES[variant].ending.wins not in (Wins.LOWEST, Wins.RATING)


def _standing(
    season: SeasonRow, lines: Sequence[SeasonLine], people: dict[int, PersonRow], now: datetime
) -> SeasonStanding:
    over = now.astimezone(ZoneInfo(season.zone)).date() > season.last
    shown = [(people[line.person], line) for line in lines if line.person in people]
    leads = [people[each] for each in champions(season, lines) if each in people]
    return SeasonStanding(season, over, shown, leads)


def _check_name(known: Sequence[SeasonRow], name: str) -> None:
    if name.casefold() in {each.name.casefold() for each in known}:
        raise Invalid(Problem(_TAKEN, ("name",), {"name": name}))


def columns_of(shape: SeasonShape) -> SeasonColumns:
    """Return the columns of a season.

    Raises:
        Invalid: with every problem.
    """
    first, last, weights = _date(shape.first), _date(shape.last), shape.weights or list(USUAL_WEIGHTS)
    problems = [
        *([Problem(_NAMELESS, ("name",))] if shape.name is None else []),
        *(
            Problem(_NO_DATE, (key,), {"example": "2026-09-01"})
            for key, day in (("first", first), ("last", last))
            if day is None
        ),
        *([Problem(_BACKWARDS, ("last",))] if first and last and last < first else []),
        *([] if zone_known(shape.zone) else [Problem(_NO_ZONE, ("zone",))]),
        *([] if _are_weights(weights) else [Problem(_NO_WEIGHTS, ("weights",), {"most": _MOST_WEIGHTS})]),
        *_problems_of_game(shape),
    ]
    if problems or shape.name is None or first is None or last is None:
        raise Invalid(*problems)
    return {
        "name": shape.name,
        "first": first,
        "last": last,
        "zone": shape.zone,
        "counts": shape.counts.value,
        "variant": shape.game,
        "weights": weights,
        "least": shape.evenings,
    }


def _problems_of_game(shape: SeasonShape) -> list[Problem]:
    if shape.game is not None and shape.game not in VARIANTS:
        return [Problem(N_("There is no such game."), ("game",))]
    if shape.counts is not SeasonMeasure.POINTS:
        return []
    if shape.game is None:
        return [Problem(_WHICH, ("game",))]
    return [] if points_add_up(shape.game) else [Problem(_LOW, ("counts",))]


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _are_weights(weights: Sequence[int]) -> bool:
    falling = all(one >= other for one, other in pairwise(weights))
    return falling and weights[0] > 0 and all(0 <= each <= _MOST_POINTS for each in weights)
