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
from ..errors import NoAccess, NotAllowed, Withdrawn


class Role(StrEnum):
    """Permission of a key or device: a scorer reads and writes, a viewer reads."""

    SCORER = "scorer"
    VIEWER = "viewer"


@dataclass(frozen=True)
class Access:
    """Verified access to a game, of a device or of the key with `grant_id`.

    With neither it is the program's own, as for the command line.
    """

    game_id: str
    role: Role
    device_id: int | None = None
    grant_id: int | None = None

    def must_write(self) -> None:
        """Check that the role may change the game.

        Raises:
            NotAllowed: the role is a viewer's.
        """
        if self.role is not Role.SCORER:
            raise NotAllowed


def hashed(secret: str) -> str:
    """Return the hash that is stored of a secret: SHA-256 as 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def new_secret() -> str:
    """Return a new secret: 192 random bits as 32 characters of URL-safe base64."""
    return secrets.token_urlsafe(24)


def by_key(game_id: str, key: str) -> Access:
    """Return the access of `key` to a game.

    Raises:
        NoAccess: the key is unknown, withdrawn, or another game's; or there is no such game.
    """
    found = find_access(key)
    if found.game_id != game_id:
        raise NoAccess
    return found


def by_device(game_id: str, secret: str | None) -> Access:
    """Return the access of the device with `secret` to a game.

    Raises:
        NoAccess: it has none, or there is no such game; Withdrawn: it had access once.
    """
    holder = rights.holder_by_device(db.session(), hashed(secret), game_id) if secret else None
    if holder is None:
        if secret and grants.had_right(db.session(), hashed(secret), game_id):
            raise Withdrawn
        raise NoAccess
    return _access(holder)


def recheck(session: Any, right: Access) -> Access:
    """Check access again within a transaction that has locked the game; return its current state.

    Raises:
        NoAccess: it was withdrawn meanwhile; Withdrawn: it was a device's.
    """
    if right.device_id is not None:
        holder = rights.holder_by_device_id(session, right.device_id, right.game_id)
        if holder is None:
            raise Withdrawn
        return _access(holder)
    if right.grant_id is None:
        return right
    holder = rights.holder_by_grant(session, right.grant_id)
    if holder is None:
        raise NoAccess
    return _access(holder)


def _access(holder: rights.ActiveGrant) -> Access:
    return Access(holder.game_id, Role(holder.role), holder.device_id, holder.grant_id)


def is_device(secret: str) -> bool:
    """Return whether `secret` is a device's, so was issued by this server."""
    return queries.device_id(db.session(), hashed(secret)) is not None


def add_key(session: Any, game_id: str, role: Role, now: datetime) -> str:
    """Add a key to a game within a transaction; return the key, of which only the hash is stored."""
    key = new_secret()
    session.add(Grant(game_id=game_id, role=role.value, given_at=now, key_hash=hashed(key)))
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


def find_access(key: str) -> Access:
    """Return the access that a key gives, to whichever game it belongs.

    Raises:
        NoAccess: the key is unknown or withdrawn.
    """
    holder = rights.holder_by_key(db.session(), hashed(key))
    if holder is None:
        raise NoAccess
    return _access(holder)


def join(key: str, device_secret: str) -> Access:
    """Grant a device, which may be new, access to the game of `key` with the key's role.

    Raises:
        NoAccess: the key is unknown or withdrawn.
    """
    with writing() as session:
        holder = rights.holder_by_key(session, hashed(key))
        if holder is None:
            raise NoAccess
        return admit(session, holder.game_id, Role(holder.role), device_secret, holder.grant_id)


def admit(
    session: Any,
    game_id: str,
    role: Role,
    device_secret: str,
    from_id: int | None = None,
    made_by_id: int | None = None,
) -> Access:
    """Grant a device, which may be new, access within a transaction, unless it has the same or a better role.

    The grant ends with the key `from_id`, if given; `made_by_id` is the grant of the device that passes it on.
    """
    now = datetime.now(UTC)
    device = add_device(session, device_secret, now)
    known = rights.holder_by_device(session, hashed(device_secret), game_id)
    if known is None or (known.role == Role.VIEWER and role is Role.SCORER):
        given = {"device_id": device, "from_id": from_id, "made_by_id": made_by_id}
        session.add(Grant(game_id=game_id, role=role.value, given_at=now, **given))
        session.flush()
    return Access(game_id, role, device)
