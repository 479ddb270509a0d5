"""What is asked of the tables."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from sqlalchemy import Table, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from .models import Device, Game, Grant, Receipt, Revision


Row = dict[str, Any]


class Holder(NamedTuple):
    """Who holds a right to a game, and which."""

    game_id: str
    role: str
    grant_id: int
    device_id: int | None


_KEY = aliased(Grant)
_game = cast(Table, Game.__table__)
_revision = cast(Table, Revision.__table__)
_REVISIONS = select(
    _revision.c.number,
    _revision.c.what,
    _revision.c.round,
    _revision.c.who,
    _revision.c.why,
    _revision.c.at,
    _revision.c.before,
    _revision.c.after,
    _revision.c.undoes,
).order_by(_revision.c.number)


def game_row(session: Session, game_id: str, *, lock: bool = False) -> Row | None:
    """Return a game's row, locked against other writers if `lock`, or None."""
    query = select(_game).where(_game.c.id == game_id)
    row = session.execute(query.with_for_update() if lock else query).mappings().one_or_none()
    return dict(row) if row else None


def revision_rows(session: Session, game_id: str, upto: int | None = None) -> list[Row]:
    """Return a game's revisions in their order, up to and with number `upto`."""
    query = _REVISIONS.where(_revision.c.game_id == game_id)
    if upto is not None:
        query = query.where(_revision.c.number <= upto)
    return [dict(row) for row in session.execute(query).mappings()]


def revision_rows_of(session: Session, game_ids: Sequence[str]) -> dict[str, list[Row]]:
    """Return the revisions of several games, by game, each in their order."""
    found: dict[str, list[Row]] = {game_id: [] for game_id in game_ids}
    query = _REVISIONS.add_columns(_revision.c.game_id).where(_revision.c.game_id.in_(game_ids))
    for row in session.execute(query).mappings():
        found[row["game_id"]].append(dict(row))
    return found


def holder_by_key(session: Session, key_hash: str) -> Holder | None:
    """Return who holds a key that is not withdrawn."""
    query = select(Grant.game_id, Grant.role, Grant.id, Grant.device_id).where(
        Grant.key_hash == key_hash, Grant.withdrawn_at.is_(None)
    )
    row = session.execute(query).one_or_none()
    return Holder(*row) if row else None


def _device_grants(secret_hash: str) -> Any:
    """The grants of a device that stand, with the key that they came from standing too."""
    return (
        select(Grant.game_id, Grant.role, Grant.id, Grant.device_id)
        .join(Device, Device.id == Grant.device_id)
        .outerjoin(_KEY, _KEY.id == Grant.from_id)
        .where(
            Device.secret_hash == secret_hash,
            Grant.withdrawn_at.is_(None),
            or_(Grant.from_id.is_(None), _KEY.withdrawn_at.is_(None)),
        )
        .order_by(Grant.role)  # scorer before viewer
    )


def holder_by_device(session: Session, secret_hash: str, game_id: str) -> Holder | None:
    """Return the best right that a device has to a game."""
    row = session.execute(_device_grants(secret_hash).where(Grant.game_id == game_id).limit(1)).one_or_none()
    return Holder(*row) if row else None


def games_of_device(session: Session, secret_hash: str, most: int) -> list[Row]:
    """Return the games that a device knows, each with its `role`, the latest changed first."""
    rights = _device_grants(secret_hash).order_by(None).subquery()
    best = select(rights.c.game_id, func.min(rights.c.role).label("role")).group_by(rights.c.game_id).subquery()
    query = (
        select(_game, best.c.role)
        .join(best, best.c.game_id == _game.c.id)
        .order_by(_game.c.changed_at.desc(), _game.c.id)
        .limit(most)
    )
    return [dict(row) for row in session.execute(query).mappings()]


def all_games(session: Session) -> list[Row]:
    """Return every game, the latest changed first."""
    query = select(_game).order_by(_game.c.changed_at.desc(), _game.c.id)
    return [dict(row) for row in session.execute(query).mappings()]


def device_id(session: Session, secret_hash: str) -> int | None:
    """Return the id of the device with that secret."""
    return session.scalar(select(Device.id).where(Device.secret_hash == secret_hash))


def receipt(session: Session, game_id: str, key: str) -> Receipt | None:
    """Return the receipt of a request that was carried out under `key`."""
    return session.get(Receipt, (game_id, key))


def count_change(session: Session, game_id: str, version: int, at: datetime) -> None:
    """Set a game's version and time of change."""
    session.execute(update(_game).where(_game.c.id == game_id).values(version=version, changed_at=at))
