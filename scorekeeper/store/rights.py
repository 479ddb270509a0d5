"""Queries that authorise requests. A grant is active while neither it nor the key that it came from is withdrawn.

A grant of a circle is one of each of its games; a keeper of the circle is a scorer of its games.
"""

from collections.abc import Collection
from typing import NamedTuple, cast

from sqlalchemy import BindParameter, Table, bindparam, case, or_, select, union_all
from sqlalchemy.orm import Session

from .models import Device, Game, Grant
from .rows import Subject


class ActiveGrant(NamedTuple):
    """An active grant and its holder; it is of a game or of a circle."""

    game_id: str | None
    circle_id: str | None
    role: str
    grant_id: int
    device_id: int | None

    @property
    def subject(self) -> Subject:
        """What the grant is of."""
        return Subject(self.game_id, self.circle_id)


_device = cast(Table, Device.__table__)
_game = cast(Table, Game.__table__)
_grant = cast(Table, Grant.__table__)
_key = _grant.alias("key")

_RIGHT = (_grant.c.game_id, _grant.c.circle_id, _grant.c.role, _grant.c.id, _grant.c.device_id)
_STANDING = (
    select(*_RIGHT)
    .join(_device, _device.c.id == _grant.c.device_id)
    .outerjoin(_key, _key.c.id == _grant.c.from_id)
    .where(_grant.c.withdrawn_at.is_(None), or_(_grant.c.from_id.is_(None), _key.c.withdrawn_at.is_(None)))
)
_OF_DEVICE = _STANDING.where(_device.c.secret_hash == bindparam("secret_hash"))
_ROLE_IN_GAME = case((_grant.c.role == "keeper", "scorer"), else_=_grant.c.role).label("role")
GAMES_OF_DEVICE = union_all(
    _OF_DEVICE.with_only_columns(_grant.c.game_id, _grant.c.role).where(_grant.c.game_id.is_not(None)),
    _OF_DEVICE.with_only_columns(_game.c.id, _ROLE_IN_GAME).join(_game, _game.c.circle_id == _grant.c.circle_id),
)
"""The games that the device with that secret has a right to, with the role of each right."""
CIRCLES_OF_DEVICE = _OF_DEVICE.with_only_columns(_grant.c.circle_id, _grant.c.role).where(
    _grant.c.circle_id.is_not(None)
)
"""The circles that the device with that secret has a right to, with the role of each right."""
_CIRCLE_OF_GAME = select(_game.c.circle_id).where(_game.c.id == bindparam("game_id")).scalar_subquery()
_BEST = _STANDING.order_by(_grant.c.role, _grant.c.id).limit(1)  # keeper, scorer, viewer: also in the alphabet
_BEST_OF_GAME = _BEST.where(or_(_grant.c.game_id == bindparam("game_id"), _grant.c.circle_id == _CIRCLE_OF_GAME))
_BEST_OF_CIRCLE = _BEST.where(_grant.c.circle_id == bindparam("circle_id"))
_BY_SECRET = _device.c.secret_hash == bindparam("secret_hash")
_BY_ID = _device.c.id == bindparam("device_id")
_BY_DEVICE = {True: _BEST_OF_CIRCLE.where(_BY_SECRET), False: _BEST_OF_GAME.where(_BY_SECRET)}
_BY_DEVICE_ID = {True: _BEST_OF_CIRCLE.where(_BY_ID), False: _BEST_OF_GAME.where(_BY_ID)}
_KEY_GIVEN = select(_grant.c.withdrawn_at).where(_grant.c.key_hash == bindparam("key_hash"))
_BY_KEY = select(*_RIGHT).where(_grant.c.key_hash == bindparam("key_hash"), _grant.c.withdrawn_at.is_(None))
_BY_GRANT = select(*_RIGHT).where(_grant.c.id == bindparam("grant_id"), _grant.c.withdrawn_at.is_(None))
_WATCHED: BindParameter[str] = bindparam("game_ids", expanding=True)
_HOLDERS = union_all(
    _STANDING.with_only_columns(_grant.c.game_id, _device.c.secret_hash, _grant.c.role).where(
        _grant.c.game_id.in_(_WATCHED)
    ),
    _STANDING.with_only_columns(_game.c.id, _device.c.secret_hash, _ROLE_IN_GAME)
    .join(_game, _game.c.circle_id == _grant.c.circle_id)
    .where(_game.c.id.in_(_WATCHED)),
)


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


def holder_by_device(session: Session, secret_hash: str, subject: Subject) -> ActiveGrant | None:
    """Return the best active grant of a device for a game or a circle; for a game it may be one of its circle."""
    values = {"secret_hash": secret_hash, **subject._asdict()}
    row = session.execute(_BY_DEVICE[subject.is_circle], values).one_or_none()
    return ActiveGrant(*row) if row else None


def holder_by_device_id(session: Session, device_id: int, subject: Subject) -> ActiveGrant | None:
    """Return the best active grant of a device, by its id, for a game or a circle; see `holder_by_device`."""
    row = session.execute(_BY_DEVICE_ID[subject.is_circle], {"device_id": device_id, **subject._asdict()}).one_or_none()
    return ActiveGrant(*row) if row else None


def holders(session: Session, game_ids: Collection[str]) -> set[tuple[str, str, str]]:
    """Return the devices with active grants of several games: game, hash of the device's secret, role."""
    return {(row[0], row[1], row[2]) for row in session.execute(_HOLDERS, {"game_ids": list(game_ids)})}
