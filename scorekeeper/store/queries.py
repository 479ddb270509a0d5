"""What is asked of the tables."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import RowMapping, func, or_, select
from sqlalchemy.orm import Session, aliased

from .models import Device, Game, Grant, Receipt, Revision


class Holder(NamedTuple):
    """Who holds a right to a game, and which."""

    game_id: str
    role: str
    grant_id: int
    device_id: int | None


_KEY = aliased(Grant)
_game = Game.__table__
_revision = Revision.__table__
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


def game_row(session: Session, game_id: str, *, lock: bool = False) -> RowMapping | None:
    """Return a game's row, locked against other writers if `lock`, or None."""
    query = select(_game).where(_game.c.id == game_id)
    return session.execute(query.with_for_update() if lock else query).mappings().one_or_none()


def revision_rows(session: Session, game_id: str, upto: int | None = None) -> Sequence[RowMapping]:
    """Return a game's revisions in their order, up to and with number `upto`."""
    query = _REVISIONS.where(_revision.c.game_id == game_id)
    if upto is not None:
        query = query.where(_revision.c.number <= upto)
    return session.execute(query).mappings().all()


def revision_rows_of(session: Session, game_ids: Sequence[str]) -> dict[str, list[RowMapping]]:
    """Return the revisions of several games, by game, each in their order."""
    found: dict[str, list[RowMapping]] = {game_id: [] for game_id in game_ids}
    query = _REVISIONS.add_columns(_revision.c.game_id).where(_revision.c.game_id.in_(game_ids))
    for row in session.execute(query).mappings():
        found[row["game_id"]].append(row)
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


def games_of_device(session: Session, secret_hash: str, most: int) -> Sequence[RowMapping]:
    """Return the games that a device knows, each with its `role`, the latest changed first."""
    rights = _device_grants(secret_hash).order_by(None).subquery()
    best = select(rights.c.game_id, func.min(rights.c.role).label("role")).group_by(rights.c.game_id).subquery()
    query = (
        select(_game, best.c.role)
        .join(best, best.c.game_id == _game.c.id)
        .order_by(_game.c.changed_at.desc(), _game.c.id)
        .limit(most)
    )
    return session.execute(query).mappings().all()


def all_games(session: Session) -> Sequence[RowMapping]:
    """Return every game, the latest changed first."""
    return session.execute(select(_game).order_by(_game.c.changed_at.desc(), _game.c.id)).mappings().all()


def device_id(session: Session, secret_hash: str) -> int | None:
    """Return the id of the device with that secret."""
    return session.scalar(select(Device.id).where(Device.secret_hash == secret_hash))


def receipt(session: Session, game_id: str, key: str) -> Receipt | None:
    """Return the receipt of a request that was carried out under `key`."""
    return session.get(Receipt, (game_id, key))


def count_change(session: Session, game_id: str, version: int, at: datetime) -> None:
    """Set a game's version and time of change."""
    session.execute(_game.update().where(_game.c.id == game_id).values(version=version, changed_at=at))
