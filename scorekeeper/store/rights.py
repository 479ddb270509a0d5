"""Queries that authorise requests. A grant is active while neither it nor the key that it came from is withdrawn."""

from collections.abc import Collection
from typing import NamedTuple, cast

from sqlalchemy import Table, bindparam, or_, select
from sqlalchemy.orm import Session

from .models import Device, Grant


class ActiveGrant(NamedTuple):
    """An active grant and its holder."""

    game_id: str
    role: str
    grant_id: int
    device_id: int | None


_device = cast(Table, Device.__table__)
_grant = cast(Table, Grant.__table__)
_key = _grant.alias("key")

_RIGHT = (_grant.c.game_id, _grant.c.role, _grant.c.id, _grant.c.device_id)
_STANDING = (
    select(*_RIGHT)
    .join(_device, _device.c.id == _grant.c.device_id)
    .outerjoin(_key, _key.c.id == _grant.c.from_id)
    .where(_grant.c.withdrawn_at.is_(None), or_(_grant.c.from_id.is_(None), _key.c.withdrawn_at.is_(None)))
)
GRANTS_OF_DEVICE = _STANDING.where(_device.c.secret_hash == bindparam("secret_hash"))
"""The rights that stand of the device with that secret."""
_BEST = (  # scorer stands before viewer in the alphabet
    _STANDING.where(_grant.c.game_id == bindparam("game_id")).order_by(_grant.c.role, _grant.c.id).limit(1)
)
_BY_DEVICE = _BEST.where(_device.c.secret_hash == bindparam("secret_hash"))
_BY_DEVICE_ID = _BEST.where(_device.c.id == bindparam("device_id"))
_KEY_GIVEN = select(_grant.c.withdrawn_at).where(_grant.c.key_hash == bindparam("key_hash"))
_BY_KEY = select(*_RIGHT).where(_grant.c.key_hash == bindparam("key_hash"), _grant.c.withdrawn_at.is_(None))
_BY_GRANT = select(*_RIGHT).where(_grant.c.id == bindparam("grant_id"), _grant.c.withdrawn_at.is_(None))
_HOLDERS = _STANDING.with_only_columns(_grant.c.game_id, _device.c.secret_hash, _grant.c.role)
_HOLDERS = _HOLDERS.where(_grant.c.game_id.in_(bindparam("game_ids", expanding=True)))


def key_is_withdrawn(session: Session, key_hash: str) -> bool | None:
    """Return whether the key with that hash is withdrawn; None if it never existed."""
    row = session.execute(_KEY_GIVEN, {"key_hash": key_hash}).one_or_none()
    return None if row is None else row.withdrawn_at is not None


def holder_by_key(session: Session, key_hash: str) -> ActiveGrant | None:
    """Return the active grant of a key."""
    row = session.execute(_BY_KEY, {"key_hash": key_hash}).one_or_none()
    return ActiveGrant(*row) if row else None


def holder_by_grant(session: Session, grant_id: int) -> ActiveGrant | None:
    """Return the active grant of a key, by the grant's id."""
    row = session.execute(_BY_GRANT, {"grant_id": grant_id}).one_or_none()
    return ActiveGrant(*row) if row else None


def holder_by_device(session: Session, secret_hash: str, game_id: str) -> ActiveGrant | None:
    """Return the best active grant of a device for a game."""
    row = session.execute(_BY_DEVICE, {"secret_hash": secret_hash, "game_id": game_id}).one_or_none()
    return ActiveGrant(*row) if row else None


def holder_by_device_id(session: Session, device_id: int, game_id: str) -> ActiveGrant | None:
    """Return the best active grant of a device, by its id, for a game."""
    row = session.execute(_BY_DEVICE_ID, {"device_id": device_id, "game_id": game_id}).one_or_none()
    return ActiveGrant(*row) if row else None


def holders(session: Session, game_ids: Collection[str]) -> set[tuple[str, str, str]]:
    """Return the devices with active grants of several games: game, hash of the device's secret, role."""
    return {(row[0], row[1], row[2]) for row in session.execute(_HOLDERS, {"game_ids": list(game_ids)})}
