"""Aggregate queries over the rows of tallies, so that the database adds up however many games there are."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, cast

from sqlalchemy import BindParameter, Column, ColumnElement, Select, Table, bindparam, case, func, select
from sqlalchemy.orm import Session

from ..models import Game, Tally
from ..models import TallyRow as Row

_game = cast(Table, Game.__table__)
_tally = cast(Table, Tally.__table__)
_row = cast(Table, Row.__table__)
_other = _row.alias("other")

_Conditions = tuple[ColumnElement[bool], ...]


class Chosen(NamedTuple):
    """Which games count: those of a circle, of a variant if there is one, since a time in UTC, before another."""

    circle_id: str
    variant: str | None = None
    since: datetime | None = None
    before: datetime | None = None

    @property
    def values(self) -> dict[str, object]:
        """The values of the statements' parameters."""
        return {"in_circle": self.circle_id, "of_variant": self.variant, "since": self.since, "before": self.before}

    @property
    def limits(self) -> tuple[bool, bool, bool]:
        """Whether there is a variant, a first time, a time of the end."""
        return self.variant is not None, self.since is not None, self.before is not None


@cache
def _rows(of_variant: bool, since: bool, before: bool) -> _Conditions:
    of_circle = _row.c.circle_id == bindparam("in_circle"), _row.c.person_id != 0
    return (*of_circle, *_limits(_row.c.variant, _row.c.at, of_variant, since, before))


@cache
def _games(of_variant: bool, since: bool, before: bool) -> _Conditions:
    in_circle: BindParameter[str] = bindparam("in_circle")
    of_circle = _game.c.circle_id == in_circle, _tally.c.circle_id == in_circle, _game.c.deleted_at.is_(None)
    return (*of_circle, *_limits(_game.c.variant, _tally.c.at, of_variant, since, before))


def _limits(variant: Column[Any], at: Column[Any], of_variant: bool, since: bool, before: bool) -> _Conditions:
    """Return the conditions of those limits that are set, on the columns of game and time."""
    every = (
        (of_variant, variant == bindparam("of_variant")),
        (since, at >= bindparam("since")),
        (before, at < bindparam("before")),
    )
    return tuple(condition for is_set, condition in every if is_set)


def _number(condition: Any) -> Any:
    """Return the number of rows for which a condition holds."""
    return func.sum(case((condition, 1), else_=0))


@cache
def _sums(*limits: bool) -> Select[Any]:
    columns = (
        _row.c.person_id,
        func.count().label("games"),
        func.count(_row.c.place).label("ended"),
        _number(_row.c.place == 1).label("won"),
        func.coalesce(func.sum(_row.c.place), 0).label("places"),
        func.sum(_row.c.rounds).label("rounds"),
        func.sum(_row.c.points).label("points"),
        func.min(_row.c.best).label("lowest"),
        func.max(_row.c.best).label("highest"),
        _number(_row.c.lowest_wins).label("lowest_wins"),
        func.sum(_row.c.out).label("out"),
        func.sum(_row.c.penalties).label("penalties"),
        func.max(_row.c.out_run).label("out_run"),
        func.sum(_row.c.rulings_won).label("rulings_won"),
        func.sum(_row.c.rulings_lost).label("rulings_lost"),
        func.count(_row.c.counts).label("counted"),
    )
    return select(*columns).where(*_rows(*limits)).group_by(_row.c.person_id)


@cache
def _counts(*limits: bool) -> Select[Any]:
    kinds = _row.c.person_id, _row.c.variant, _row.c.counts
    return (
        select(*kinds, func.count().label("times")).where(*_rows(*limits), _row.c.counts.is_not(None)).group_by(*kinds)
    )


@cache
def _places(by_time: bool, *limits: bool) -> Select[Any]:
    found = select(_row.c.person_id, _row.c.place).where(*_rows(*limits), _row.c.place.is_not(None))
    order = _row.c.at, _row.c.game_id
    return found.order_by(*order) if by_time else found.order_by(_row.c.person_id, *order)


@cache
def _wins(*limits: bool) -> Select[Any]:
    return select(_row.c.person_id, _row.c.at).where(*_rows(*limits), _row.c.place == 1)


@cache
def _places_of(*limits: bool) -> Select[Any]:
    whose = _row.c.person_id.in_(bindparam("people", expanding=True))
    return select(_row.c.at, _row.c.variant, _row.c.place).where(*_rows(*limits), whose, _row.c.place.is_not(None))


@cache
def _pairs(*limits: bool) -> Select[Any]:
    columns = (
        _row.c.person_id,
        _other.c.person_id.label("rival"),
        func.count().label("games"),
        _number(_row.c.place < _other.c.place).label("ahead"),
        _number(_row.c.place > _other.c.place).label("behind"),
        _number(_row.c.place == 1).label("won"),
        _number(_other.c.place == 1).label("lost"),
    )
    at_table = (_other.c.game_id == _row.c.game_id) & (_other.c.player != _row.c.player)
    ended = _row.c.place.is_not(None), _other.c.place.is_not(None)
    whose = _row.c.person_id.in_(bindparam("people", expanding=True)), _other.c.person_id != 0
    return (
        select(*columns)
        .join(_other, at_table)
        .where(*_rows(*limits), *ended, *whose)
        .group_by(_row.c.person_id, _other.c.person_id)
    )


@cache
def _meetings(*limits: bool) -> Select[Any]:
    columns = (
        *(_row.c[name] for name in ("game_id", "variant", "at", "place", "rounds", "points")),
        *(_other.c[name].label(f"their_{name}") for name in ("place", "rounds", "points")),
    )
    at_table = (_other.c.game_id == _row.c.game_id) & (_other.c.player != _row.c.player)
    one, other = _row.c.person_id, _other.c.person_id
    whose = one.in_(bindparam("one", expanding=True)), other.in_(bindparam("other", expanding=True))
    return select(*columns).join(_other, at_table).where(*_rows(*limits), *whose)


@cache
def _points(of_people: bool, *limits: bool) -> Select[Any]:
    columns = (_row.c[name] for name in ("person_id", "game_id", "variant", "at", "rounds", "points"))
    whose = (_row.c.person_id.in_(bindparam("people", expanding=True)),) if of_people else ()
    return select(*columns).where(*_rows(*limits), *whose)


@cache
def _units(*limits: bool) -> Select[Any]:
    unit = _tally.c.document["unit"].as_string()
    return select(_game.c.id, unit).select_from(_game.join(_tally)).where(*_games(*limits))


@cache
def _count_games(*limits: bool) -> Select[Any]:
    return select(func.count()).select_from(_game.join(_tally)).where(*_games(*limits))


@cache
def _times(*limits: bool) -> Select[Any]:
    return select(_tally.c.at).select_from(_game.join(_tally)).where(*_games(*limits)).order_by(_tally.c.at.desc())


@cache
def _ends(*limits: bool) -> Select[Any]:
    return select(func.min(_row.c.at), func.max(_row.c.at)).where(*_rows(*limits))


@cache
def _any(*limits: bool) -> Select[Any]:
    return select(_row.c.at).where(*_rows(*limits)).limit(1)


def sums(session: Session, chosen: Chosen) -> Sequence[Any]:
    """Return a row of sums by `person_id`; of the best rounds the `lowest` and the `highest`, of `counts` the rows."""
    return session.execute(_sums(*chosen.limits), chosen.values).all()


def counts(session: Session, chosen: Chosen) -> Sequence[Any]:
    """Return what was counted by kind: `person_id`, `variant`, `counts` as in `TallyRow`, and how many `times`."""
    return session.execute(_counts(*chosen.limits), chosen.values).all()


def places(session: Session, chosen: Chosen, *, by_time: bool) -> Sequence[Any]:
    """Return `person_id` and place in each ended game, in the order of time: all `by_time`, or person by person.

    That is the order in which the rows lie, and twice as quick.
    """
    return session.execute(_places(by_time, *chosen.limits), chosen.values).all()


def wins(session: Session, chosen: Chosen) -> Sequence[Any]:
    """Return `person_id` of each winner of each game, and when it was played, in no order."""
    return session.execute(_wins(*chosen.limits), chosen.values).all()


def places_of(session: Session, chosen: Chosen, people: Collection[int]) -> Sequence[Any]:
    """Return when one of `people` had a place in a game, the variant of that game, and the place, in no order."""
    return session.execute(_places_of(*chosen.limits), {**chosen.values, "people": list(people)}).all()


def pairs(session: Session, chosen: Chosen, people: Collection[int]) -> Sequence[Any]:
    """Return how each of `people`, `person_id`, did against each other, `rival`, in games that both ended."""
    return session.execute(_pairs(*chosen.limits), {**chosen.values, "people": list(people)}).all()


def meetings(session: Session, chosen: Chosen, one: Collection[int], other: Collection[int]) -> Sequence[Any]:
    """Return the games in which one sat with another: what each did there; both are known by several ids if merged."""
    return session.execute(_meetings(*chosen.limits), {**chosen.values, "one": [*one], "other": [*other]}).all()


def points(session: Session, chosen: Chosen, people: Collection[int] | None = None) -> Sequence[Any]:
    """Return what everybody, or each of `people`, got in each game: `points` in so many `rounds`, in no order."""
    found = {**chosen.values, "people": list(people)} if people is not None else chosen.values
    return session.execute(_points(people is not None, *chosen.limits), found).all()


def units(session: Session, chosen: Chosen) -> dict[str, str]:
    """Return in what the points of each game are counted."""
    found = session.execute(_units(*chosen.limits), chosen.values)
    return {game_id: unit for game_id, unit in found if unit is not None}


def count_games(session: Session, chosen: Chosen) -> int:
    """Return the number of games."""
    return session.scalar(_count_games(*chosen.limits), chosen.values) or 0


def times(session: Session, chosen: Chosen) -> Sequence[datetime]:
    """Return when each game was played, the latest first."""
    return session.scalars(_times(*chosen.limits), chosen.values).all()


def ends(session: Session, chosen: Chosen) -> tuple[datetime, datetime] | None:
    """Return when the first and the last game with people of the circle were played; None without one."""
    first, last = session.execute(_ends(*chosen.limits), chosen.values).one()
    return None if first is None else (first, last)


def any_games(session: Session, chosen: Chosen) -> bool:
    """Whether there is a game with people of the circle."""
    return session.scalar(_any(*chosen.limits), chosen.values) is not None
