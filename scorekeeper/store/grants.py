"""Queries of grants, devices and invitations."""

from datetime import datetime
from typing import NamedTuple, cast

from sqlalchemy import Table, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from .models import Device, Game, Grant, Invitation, Revision
from .rows import InvitationRow, Subject


class HeldRight(NamedTuple):
    """An active grant: of a link if `device_id` is None, else of a device.

    `made_by_id` is the grant under which it was given, `maker_id` and `maker` are the device of that, if it had one.
    """

    id: int
    game_id: str | None
    circle_id: str | None
    role: str
    given_at: datetime
    device_id: int | None
    from_id: int | None
    name: str | None
    made_by_id: int | None
    maker_id: int | None
    maker: str | None

    @property
    def subject(self) -> Subject:
        """What the grant is of: a game or a circle."""
        return Subject(self.game_id, self.circle_id)


_device = cast(Table, Device.__table__)
_game = cast(Table, Game.__table__)
_grant = cast(Table, Grant.__table__)
_invitation = cast(Table, Invitation.__table__)
_revision = cast(Table, Revision.__table__)
_key = _grant.alias("key")
_made_by = _grant.alias("made_by")
_maker = _device.alias("maker")

# rights that were not withdrawn, nor the key that they came from
_STANDING = (
    select(
        *(_grant.c[name] for name in ("id", "game_id", "circle_id", "role", "given_at", "device_id", "from_id")),
        _device.c.name,
        _grant.c.made_by_id,
        _maker.c.id.label("maker_id"),
        _maker.c.name.label("maker"),
    )
    .outerjoin(_device, _device.c.id == _grant.c.device_id)
    .outerjoin(_made_by, _made_by.c.id == _grant.c.made_by_id)
    .outerjoin(_maker, _maker.c.id == _made_by.c.device_id)
    .outerjoin(_key, _key.c.id == _grant.c.from_id)
    .where(_grant.c.withdrawn_at.is_(None), or_(_grant.c.from_id.is_(None), _key.c.withdrawn_at.is_(None)))
    .order_by(_grant.c.given_at, _grant.c.id)
)
_OF = {
    True: _STANDING.where(_grant.c.circle_id == bindparam("circle_id")),
    False: _STANDING.where(_grant.c.game_id == bindparam("game_id")),
}
_OF_DEVICE = _STANDING.where(_grant.c.device_id == bindparam("device_id"))
_BY_ID = _STANDING.where(_grant.c.id == bindparam("grant_id"))
_HAD = select(
    exists().where(
        _grant.c.device_id == _device.c.id,
        _device.c.secret_hash == bindparam("secret_hash"),
        or_(
            _grant.c.game_id == bindparam("game_id"),
            _grant.c.circle_id == bindparam("circle_id"),
            _grant.c.circle_id == select(_game.c.circle_id).where(_game.c.id == bindparam("game_id")).scalar_subquery(),
        ),
    )
)
_WITHDRAW = (
    update(_grant)
    .where(_grant.c.id.in_(bindparam("grant_ids", expanding=True)), _grant.c.withdrawn_at.is_(None))
    .values(withdrawn_at=bindparam("at"))
)
_DETACH = update(_grant).where(_grant.c.from_id.in_(bindparam("grant_ids", expanding=True))).values(from_id=None)
_NAME = select(_device.c.name).where(_device.c.id == bindparam("device_id"))
_SET_NAME = update(_device).where(_device.c.id == bindparam("id_of")).values(name=bindparam("given"))
_WRITTEN = select(func.count()).where(
    _revision.c.game_id == bindparam("game_id"), _revision.c.device_id == bindparam("device_id")
)
_LIVE = select(*(_invitation.c[name] for name in InvitationRow._fields)).where(
    _invitation.c.uses_left > 0,
    or_(_invitation.c.until.is_(None), _invitation.c.until.between(bindparam("now"), bindparam("latest"))),
)
_BY_CODE = _LIVE.where(_invitation.c.code_hash == bindparam("secret_hash"))
_BY_LINK = _LIVE.where(_invitation.c.link_hash == bindparam("secret_hash"))
_TAKE = (
    update(_invitation)
    .where(_invitation.c.id == bindparam("invitation_id"), _invitation.c.uses_left > 0)
    .values(uses_left=_invitation.c.uses_left - 1)
)
_DROP_OLD = delete(_invitation).where(or_(_invitation.c.until <= bindparam("now"), _invitation.c.uses_left < 1))
_DROP_OF = delete(_invitation).where(
    or_(_invitation.c.game_id == bindparam("game_id"), _invitation.c.circle_id == bindparam("circle_id"))
)
_RECOVERY = (_invitation.c.device_id == bindparam("device_id"), _invitation.c.until.is_(None))
_DROP_RECOVERY = delete(_invitation).where(*_RECOVERY)
_HAS_RECOVERY = select(exists().where(*_RECOVERY, _invitation.c.uses_left > 0))


def rights_of(session: Session, subject: Subject) -> list[HeldRight]:
    """Return the active grants of a game or of a circle, the oldest first; a game's are not those of its circle."""
    return [HeldRight._make(row) for row in session.execute(_OF[subject.is_circle], subject._asdict())]


def rights_of_device(session: Session, device_id: int) -> list[HeldRight]:
    """Return the active grants of a device, the oldest first."""
    return [HeldRight._make(row) for row in session.execute(_OF_DEVICE, {"device_id": device_id})]


def right(session: Session, grant_id: int) -> HeldRight | None:
    """Return a grant if it is active."""
    row = session.execute(_BY_ID, {"grant_id": grant_id}).one_or_none()
    return HeldRight._make(row) if row else None


def had_right(session: Session, secret_hash: str, subject: Subject) -> bool:
    """Return whether a device has or had a grant of a game or its circle, or of a circle."""
    return bool(session.scalar(_HAD, {"secret_hash": secret_hash, **subject._asdict()}))


def withdraw(session: Session, grant_ids: list[int], at: datetime) -> None:
    """Withdraw active grants."""
    session.execute(_WITHDRAW, {"grant_ids": grant_ids, "at": at})


def detach(session: Session, grant_ids: list[int]) -> None:
    """Make grants of devices independent of the keys by which they joined."""
    session.execute(_DETACH, {"grant_ids": grant_ids})


def device_name(session: Session, device_id: int) -> str | None:
    """Return the name of a device: None if the user was not asked yet, empty if the user declined."""
    return session.scalar(_NAME, {"device_id": device_id})


def set_device_name(session: Session, device_id: int, name: str) -> None:
    """Set or clear the name of a device."""
    session.execute(_SET_NAME, {"id_of": device_id, "given": name})


def changes_by(session: Session, device_id: int, game_id: str) -> int:
    """Return how many changes of a game a device has made."""
    return session.scalar(_WRITTEN, {"game_id": game_id, "device_id": device_id}) or 0


def invitation_by_code(session: Session, code_hash: str, now: datetime, latest: datetime) -> InvitationRow | None:
    """Return the valid invitation of a code, which ends after `now` and, if it ends, by `latest`."""
    row = session.execute(_BY_CODE, {"secret_hash": code_hash, "now": now, "latest": latest}).one_or_none()
    return InvitationRow._make(row) if row else None


def invitation_by_link(session: Session, link_hash: str, now: datetime, latest: datetime) -> InvitationRow | None:
    """Return the valid invitation of a link, which ends after `now` and, if it ends, by `latest`."""
    row = session.execute(_BY_LINK, {"secret_hash": link_hash, "now": now, "latest": latest}).one_or_none()
    return InvitationRow._make(row) if row else None


def take(session: Session, invitation_id: int) -> bool:
    """Use an invitation once; return whether there was a use left."""
    # Not checked: the result of an UPDATE counts its rows.
    taken: int = session.execute(_TAKE, {"invitation_id": invitation_id}).rowcount  # type: ignore[attr-defined]  # of an UPDATE
    return taken == 1


def drop_old_invitations(session: Session, now: datetime) -> None:
    """Delete invitations that are used up or expired."""
    session.execute(_DROP_OLD, {"now": now})


def drop_invitations_of(session: Session, subject: Subject) -> None:
    """Delete the invitations of a game or of a circle."""
    session.execute(_DROP_OF, subject._asdict())


def drop_recovery(session: Session, device_id: int) -> None:
    """Delete a device's recovery code."""
    session.execute(_DROP_RECOVERY, {"device_id": device_id})


def has_recovery(session: Session, device_id: int) -> bool:
    """Return whether a device has a valid recovery code."""
    return bool(session.scalar(_HAS_RECOVERY, {"device_id": device_id}))
