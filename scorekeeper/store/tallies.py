"""Queries of tallies: what is kept of the games of a circle, and which of it is out of date."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from sqlalchemy import Table, and_, bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from ..documents import TallyDocument
from .models import Circle, Game, Seat, Tally
from .rows import GAME_COLUMNS, GameRow

_game = cast(Table, Game.__table__)
_seat = cast(Table, Seat.__table__)
_tally = cast(Table, Tally.__table__)
_circle = cast(Table, Circle.__table__)

_OF_CIRCLE = _game.c.circle_id == bindparam("circle_id"), _game.c.deleted_at.is_(None)
_CHANGED = (
    select(_game.c.id)
    .outerjoin(_tally, and_(_tally.c.game_id == _game.c.id, _tally.c.shape == bindparam("of_shape")))
    .where(*_OF_CIRCLE, func.coalesce(_tally.c.version, 0) != _game.c.version)
    .order_by(_game.c.id)
)
_EDITION = select(
    func.count(), func.sum(_game.c.version), func.max(_game.c.changed_at), func.count(_game.c.deleted_at)
).where(_game.c.circle_id == bindparam("circle_id"))
_TALLIES = (
    select(_game.c.id, _game.c.variant, _tally.c.document)
    .join(_tally, _tally.c.game_id == _game.c.id)
    .where(*_OF_CIRCLE)
    .order_by(_game.c.id)
)
_TIMES = (  # without the rest of the documents, which are large together
    select(_game.c.id, _tally.c.document["at"].as_string())
    .join(_tally, _tally.c.game_id == _game.c.id)
    .where(*_OF_CIRCLE)
    .order_by(_game.c.id)
)
_SEATS = (
    select(_seat.c.game_id, _seat.c.player, _seat.c.person_id)
    .join(_game, _game.c.id == _seat.c.game_id)
    .where(*_OF_CIRCLE, _seat.c.person_id.is_not(None))
)
_GAMES = select(*(_game.c[name] for name in GAME_COLUMNS)).where(_game.c.id.in_(bindparam("game_ids", expanding=True)))
_CLEAR = delete(_tally).where(_tally.c.game_id.in_(bindparam("game_ids", expanding=True)))
_CLEAR_ALL = delete(_tally)
_ADD = insert(_tally)
_CIRCLES = select(_circle.c.id).where(_circle.c.deleted_at.is_(None)).order_by(_circle.c.id)


class TallyRow(NamedTuple):
    """What is kept of a game."""

    game_id: str
    variant: str
    document: TallyDocument


def changed(session: Session, circle_id: str, shape: int) -> list[str]:
    """Return the games of a circle that have no tally of their version in this shape."""
    return list(session.scalars(_CHANGED, {"circle_id": circle_id, "of_shape": shape}))


def edition(session: Session, circle_id: str) -> tuple[object, ...]:
    """Return what differs after every change of any game of a circle: numbers that grow, of all games, deleted or not.

    Games put in and out, and people, are counted by the circle itself: see `circles.count_renaming`.
    """
    return tuple(session.execute(_EDITION, {"circle_id": circle_id}).one())


def tallies(session: Session, circle_id: str) -> list[TallyRow]:
    """Return what is kept of the games of a circle."""
    return [TallyRow._make(row) for row in session.execute(_TALLIES, {"circle_id": circle_id})]


def times(session: Session, circle_id: str) -> list[tuple[str, str]]:
    """Return the games of a circle, each with when its last round was played (ISO 8601)."""
    return [(game_id, at) for game_id, at in session.execute(_TIMES, {"circle_id": circle_id})]


def seated(session: Session, circle_id: str) -> dict[str, dict[str, int]]:
    """Return who sits in the games of a circle: the people's ids by game and player, without guests."""
    found: dict[str, dict[str, int]] = {}
    for game_id, player, person_id in session.execute(_SEATS, {"circle_id": circle_id}):
        found.setdefault(game_id, {})[player] = person_id
    return found


def games(session: Session, game_ids: Sequence[str]) -> list[GameRow]:
    """Return several games."""
    return [GameRow(*row) for row in session.execute(_GAMES, {"game_ids": list(game_ids)})]


def put(session: Session, documents: Mapping[str, tuple[int, TallyDocument]], shape: int) -> None:
    """Keep what several games add up to, each by its id with the version; their circle must be locked."""
    if not documents:
        return
    session.execute(_CLEAR, {"game_ids": list(documents)})
    rows = [
        {"game_id": game_id, "version": version, "shape": shape, "document": document}
        for game_id, (version, document) in documents.items()
    ]
    session.execute(_ADD, rows)


def clear(session: Session) -> None:
    """Throw all tallies away."""
    session.execute(_CLEAR_ALL)


def circle_ids(session: Session) -> list[str]:
    """Return all circles."""
    return list(session.scalars(_CIRCLES))
