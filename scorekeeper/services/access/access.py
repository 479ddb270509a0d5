"""Authentication by secret: keys for programs and links, devices for browsers.

A secret is shown once and stored as its SHA-256. It has 192 random bits, so a slow hash would add nothing.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy.exc import IntegrityError

from ...store import grants, queries, rights
from ...store.database import db, writing
from ...store.models import Device, Grant
from ...store.rows import Subject
from ..errors import NoAccess, NotAllowed, Withdrawn


class Role(StrEnum):
    """Permission of a key or device: a viewer reads, a scorer also writes, a keeper also manages a circle.

    Only circles have keepers. Roles compare as strings: the better role is the smaller one.
    """

    KEEPER = "keeper"
    SCORER = "scorer"
    VIEWER = "viewer"


@dataclass(frozen=True)
class Access:
    """Verified access to a game, of a device or of the key with `grant_id`.

    Without either it is the access of the program itself, as on the command line.
    """

    game_id: str
    role: Role
    device_id: int | None = None
    grant_id: int | None = None

    @property
    def subject(self) -> Subject:
        """What the access is to."""
        return Subject(game_id=self.game_id)

    def must_write(self) -> None:
        """Check that the role may change the game.

        Raises:
            NotAllowed: the role is a viewer's.
        """
        _must_be(self.role, Role.SCORER)


@dataclass(frozen=True)
class CircleAccess:
    """Verified access to a circle, of a device or of the key with `grant_id`."""

    circle_id: str
    role: Role
    device_id: int | None = None
    grant_id: int | None = None

    @property
    def subject(self) -> Subject:
        """What the access is to."""
        return Subject(circle_id=self.circle_id)

    def must_write(self) -> None:
        """Check that the role may begin games in the circle.

        Raises:
            NotAllowed: the role is a viewer's.
        """
        _must_be(self.role, Role.SCORER)

    def must_keep(self) -> None:
        """Check that the role may manage the circle.

        Raises:
            NotAllowed: the role is not a keeper's.
        """
        _must_be(self.role, Role.KEEPER)


def _must_be(role: Role, least: Role) -> None:
    if role > least:
        raise NotAllowed


def hashed(secret: str) -> str:
    """Return the hash under which a secret is stored: SHA-256 as 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def new_secret() -> str:
    """Return a new secret: 192 random bits as 32 characters of URL-safe base64."""
    return secrets.token_urlsafe(24)


def by_key(game_id: str, key: str) -> Access:
    """Return the access of `key` to a game.

    Raises:
        NoAccess: the key is unknown, withdrawn, or not this game's; or there is no such game.
    """
    holder = _holder_by_key(db.session(), key)
    if holder.game_id != game_id:
        raise NoAccess
    return _access(holder, game_id)


def circle_by_key(circle_id: str, key: str) -> CircleAccess:
    """Return the access of `key`, the secret of a link, to a circle.

    Raises:
        NoAccess: the key is unknown, withdrawn, or not this circle's; or there is no such circle.
    """
    found = _circle_access(_holder_by_key(db.session(), key))
    if found.circle_id != circle_id:
        raise NoAccess
    return found


def by_device(game_id: str, secret: str | None) -> Access:
    """Return the access of the device with `secret` to a game.

    Raises:
        NoAccess: it has none, or there is no such game; Withdrawn: it had access once.
    """
    return _access(_holder_by_device(Subject(game_id=game_id), secret), game_id)


def circle_by_device(circle_id: str, secret: str | None) -> CircleAccess:
    """Return the access of the device with `secret` to a circle.

    Raises:
        NoAccess: it has none, or there is no such circle; Withdrawn: it had access once.
    """
    return _circle_access(_holder_by_device(Subject(circle_id=circle_id), secret))


def _holder_by_device(subject: Subject, secret: str | None) -> rights.ActiveGrant:
    holder = rights.holder_by_device(db.session(), hashed(secret), subject) if secret else None
    if holder is None:
        if secret and grants.had_right(db.session(), hashed(secret), subject):
            raise Withdrawn
        raise NoAccess
    return holder


def recheck(session: Any, right: Access) -> Access:
    """Check access again within a transaction that has locked the game; return its current state.

    Raises:
        NoAccess: it was withdrawn meanwhile; Withdrawn: it was a device's.
    """
    if right.device_id is None and right.grant_id is None:
        return right
    return _access(_recheck(session, right), right.game_id)


def recheck_circle(session: Any, right: CircleAccess) -> CircleAccess:
    """Check access again within a transaction that has locked the circle; return its current state.

    Raises:
        NoAccess: it was withdrawn meanwhile; Withdrawn: it was a device's.
    """
    return _circle_access(_recheck(session, right))


def _recheck(session: Any, right: Access | CircleAccess) -> rights.ActiveGrant:
    if right.device_id is not None:
        holder = rights.holder_by_device_id(session, right.device_id, right.subject)
        if holder is None:
            raise Withdrawn
        return holder
    holder = rights.holder_by_grant(session, right.grant_id or 0)
    if holder is None or holder.subject != right.subject:
        raise NoAccess
    return holder


def _access(holder: rights.ActiveGrant, game_id: str) -> Access:
    """Return the access to a game by a grant of it or of its circle, whose keeper is a scorer of the game."""
    return Access(game_id, max(Role(holder.role), Role.SCORER), holder.device_id, holder.grant_id)


def _circle_access(holder: rights.ActiveGrant) -> CircleAccess:
    if holder.circle_id is None:
        raise NoAccess
    return CircleAccess(holder.circle_id, Role(holder.role), holder.device_id, holder.grant_id)


def is_device(secret: str) -> bool:
    """Return whether `secret` is a device's, so was issued by this server."""
    return queries.device_id(db.session(), hashed(secret)) is not None


def add_key(session: Any, game_id: str, role: Role, now: datetime, made_by_id: int | None = None) -> str:
    """Add a key to a game within a transaction; return the key, of which only the hash is stored.

    `made_by_id` is the grant by which it is made.
    """
    key = new_secret()
    grant = Grant(game_id=game_id, role=role.value, given_at=now, key_hash=hashed(key), made_by_id=made_by_id)
    session.add(grant)
    return key


def add_device(session: Any, secret: str, now: datetime) -> int:
    """Return the id of the device with `secret`; insert the device within a transaction if it is new."""
    known = queries.device_id(session, hashed(secret))
    if known is not None:
        return known
    device = Device(secret_hash=hashed(secret), made_at=now)
    try:
        with session.begin_nested():
            session.add(device)
    except IntegrityError:  # a concurrent request of the same browser has inserted it
        known = queries.device_id(session, hashed(secret))
        if known is None:
            raise
        return known
    return device.id


def new_key(game_id: str, role: Role) -> str:
    """Add a key to a game and return it; existing keys stay valid.

    Raises:
        NoAccess: there is no such game.
    """
    with writing() as session:
        if queries.game_row(session, game_id, lock=True) is None:
            raise NoAccess
        return add_key(session, game_id, role, datetime.now(UTC))


def find_access(key: str) -> tuple[Subject, Role]:
    """Return what a key gives access to, and the role.

    Raises:
        NoAccess: the key is unknown or withdrawn.
    """
    holder = _holder_by_key(db.session(), key)
    return holder.subject, Role(holder.role)


def _holder_by_key(session: Any, key: str) -> rights.ActiveGrant:
    holder = rights.holder_by_key(session, hashed(key))
    if holder is None:
        raise NoAccess
    return holder


def join(key: str, device_secret: str) -> tuple[Subject, Role]:
    """Grant a device, which may be new, access to the game or circle of `key` with the key's role; return both.

    Raises:
        NoAccess: the key is unknown or withdrawn.
    """
    with writing() as session:
        holder = _holder_by_key(session, key)
        admit(session, holder.subject, Role(holder.role), device_secret, holder.grant_id)
        return holder.subject, Role(holder.role)


def admit(
    session: Any,
    subject: Subject,
    role: Role,
    device_secret: str,
    from_id: int | None = None,
    made_by_id: int | None = None,
) -> None:
    """Grant a device, which may be new, access within a transaction, unless it has the same or a better role.

    The grant ends with the key `from_id`, if given; `made_by_id` is the grant of the device that passes it on.
    """
    now = datetime.now(UTC)
    device = add_device(session, device_secret, now)
    known = rights.holder_by_device(session, hashed(device_secret), subject)
    if known is None or Role(known.role) > role:
        given = {"device_id": device, "from_id": from_id, "made_by_id": made_by_id}
        session.add(Grant(**subject._asdict(), role=role.value, given_at=now, **given))
        session.flush()
