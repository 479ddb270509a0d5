"""Queries of circles that are deleted: their games leave them, and come back with a circle that is restored."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import Table, bindparam, delete, select, update
from sqlalchemy.orm import Session

from ...documents import LeftGameDocument
from ..game_columns import GAME_COLUMNS
from ..models import Circle, Game, Grant, Revision, Seat
from ..rights import CIRCLES_OF_DEVICE
from ..rows import GameRow, RevisionRow
from . import tallies

_circle = cast(Table, Circle.__table__)
_game = cast(Table, Game.__table__)
_grant = cast(Table, Grant.__table__)
_revision = cast(Table, Revision.__table__)
_seat = cast(Table, Seat.__table__)

_AT_ONCE = 500  # games in one statement
_IN_CIRCLE = _game.c.circle_id == bindparam("in_circle")
_GAMES = select(*GAME_COLUMNS).where(_IN_CIRCLE).order_by(_game.c.id).with_for_update()
_IDS = select(_game.c.id).where(_IN_CIRCLE)
_SETTINGS = (
    select(_revision.c.game_id, *(_revision.c[name] for name in RevisionRow._fields))
    .where(_revision.c.game_id.in_(_IDS), _revision.c.what.in_(("settings", "undo", "redo")))
    .order_by(_revision.c.game_id, _revision.c.number)
)
_OWN = select(_grant.c.game_id).where(
    _grant.c.game_id.in_(_IDS),
    _grant.c.device_id == bindparam("device_id"),
    _grant.c.role == "scorer",
    _grant.c.withdrawn_at.is_(None),
    _grant.c.from_id.is_(None),  # else it ends with a key
)
_CLEAR_SEATS = delete(_seat).where(_seat.c.game_id.in_(_IDS))
_LEAVE = update(_game).where(_IN_CIRCLE).values(circle_id=None)
_rights = CIRCLES_OF_DEVICE.subquery()
_DELETED_OF_DEVICE = (
    select(_circle.c.id, _circle.c.name)
    .where(
        _circle.c.deleted_at > bindparam("since"),
        _circle.c.id.in_(select(_rights.c.circle_id).where(_rights.c.role == "keeper")),
    )
    .order_by(_circle.c.deleted_at.desc(), _circle.c.id)
)
_PURGE = delete(_circle).where(_circle.c.deleted_at <= bindparam("until"))
_LEFT = select(_circle.c.left).where(_circle.c.id == bindparam("of"))


def lock_games(session: Session, circle_id: str) -> list[GameRow]:
    """Return all games of a circle, deleted ones, too, locked against other writers."""
    return [GameRow(*row) for row in session.execute(_GAMES, {"in_circle": circle_id})]


def settings_revisions(session: Session, circle_id: str) -> dict[str, list[RevisionRow]]:
    """Return the revisions whose documents are settings, of all games of a circle, by game."""
    found: dict[str, list[RevisionRow]] = {}
    for game_id, *row in session.execute(_SETTINGS, {"in_circle": circle_id}):
        revision = RevisionRow._make(row)
        if "players" in (revision.before or revision.after or ()):
            found.setdefault(game_id, []).append(revision)
    return found


def games_kept_by(session: Session, circle_id: str, device_id: int) -> set[str]:
    """Return the games of a circle that a device scores without the circle."""
    return set(session.scalars(_OWN, {"in_circle": circle_id, "device_id": device_id}))


def let_games_go(session: Session, circle_id: str, game_ids: Sequence[str]) -> None:
    """Take all games out of a circle; then they have no seats, and are not tallied."""
    for first in range(0, len(game_ids), _AT_ONCE):
        tallies.drop(session, game_ids[first : first + _AT_ONCE])
    session.execute(_CLEAR_SEATS, {"in_circle": circle_id})
    session.execute(_LEAVE, {"in_circle": circle_id})


def games_left(session: Session, circle_id: str) -> dict[str, LeftGameDocument]:
    """Return the games that a deleted circle had, by their ids."""
    return session.scalar(_LEFT, {"of": circle_id}) or {}


def deleted_of_device(session: Session, secret_hash: str, since: datetime) -> list[tuple[str, str]]:
    """Return the circles that a device keeps and that were deleted after `since`: id and name, the latest first."""
    rows = session.execute(_DELETED_OF_DEVICE, {"secret_hash": secret_hash, "since": since})
    return [(row.id, row.name) for row in rows]


def purge(session: Session, until: datetime) -> None:
    """Delete the circles that were marked as deleted by `until`, with their people and all else that is theirs."""
    session.execute(_PURGE, {"until": until})
