"""Who may do what: keys for other programs and for links, devices for browsers.

A secret is shown once and kept as its SHA-256; with 192 random bits nobody guesses
one, so a slow hash would add nothing.
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
    """What a key or device may do: a scorer reads and writes, a viewer reads."""

    SCORER = "scorer"
    VIEWER = "viewer"


@dataclass(frozen=True)
class Access:
    """A right to a game that was shown to exist, held by a device or by a key, the one of grant `grant_id`.

    One without a holder is the program's own, as of the command line.
    """

    game_id: str
    role: Role
    device_id: int | None = None
    grant_id: int | None = None

    def must_write(self) -> None:
        """Check that the game may be changed.

        Raises:
            NotAllowed: the right is a viewer's.
        """
        if self.role is not Role.SCORER:
            raise NotAllowed


def hashed(secret: str) -> str:
    """Return what is kept of a secret: 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def new_secret() -> str:
    """Return a fresh secret of 192 random bits, 32 characters that a URL can hold."""
    return secrets.token_urlsafe(24)


def by_key(game_id: str, key: str) -> Access:
    """Return the right that `key` gives to a game.

    Raises:
        NoAccess: the key is none, is withdrawn, or is another game's; or there is no such game.
    """
    found = find_game(key)
    if found.game_id != game_id:
        raise NoAccess
    return found


def by_device(game_id: str, secret: str | None) -> Access:
    """Return the right that a device has to a game.

    Raises:
        NoAccess: the device does not know the game, or there is none; Withdrawn: it knew it once.
    """
    holder = rights.holder_by_device(db.session(), hashed(secret), game_id) if secret else None
    if holder is None:
        if secret and grants.had_right(db.session(), hashed(secret), game_id):
            raise Withdrawn
        raise NoAccess
    return _access(holder)


def still(session: Any, right: Access) -> Access:
    """Return a right as it is now, asked within a transaction that has locked its game.

    Raises:
        NoAccess: it has been withdrawn since it was looked at; Withdrawn: it was a device's.
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


def _access(holder: rights.Holder) -> Access:
    return Access(holder.game_id, Role(holder.role), holder.device_id, holder.grant_id)


def is_device(secret: str) -> bool:
    """Return whether a device has that secret: whether it was given out here."""
    return queries.device_id(db.session(), hashed(secret)) is not None


def add_key(session: Any, game_id: str, role: Role, now: datetime) -> str:
    """Add a key to a game within a transaction; return the key, which is not kept."""
    key = new_secret()
    session.add(Grant(game_id=game_id, role=role.value, given_at=now, key_hash=hashed(key)))
    return key


def add_device(session: Any, secret: str, now: datetime) -> int:
    """Return the id of the device with that secret, made within a transaction if it is new."""
    known = queries.device_id(session, hashed(secret))
    if known is not None:
        return known
    device = Device(secret_hash=hashed(secret), made_at=now)
    try:
        with session.begin_nested():
            session.add(device)
    except IntegrityError:  # another request of the same browser made it at this very moment
        known = queries.device_id(session, hashed(secret))
        if known is None:
            raise
        return known
    return device.id


def new_key(game_id: str, role: Role) -> str:
    """Give a game another key and return it; the ones it has stay.

    Raises:
        NoAccess: there is no such game.
    """
    with writing() as session:
        if queries.game_row(session, game_id, lock=True) is None:
            raise NoAccess
        return add_key(session, game_id, role, datetime.now(UTC))


def find_game(key: str) -> Access:
    """Return the right that a key gives, to whichever game it belongs.

    Raises:
        NoAccess: the key is none, or is withdrawn.
    """
    holder = rights.holder_by_key(db.session(), hashed(key))
    if holder is None:
        raise NoAccess
    return _access(holder)


def join(key: str, device_secret: str) -> Access:
    """Make the game of `key` known to a device, with the key's role; the device may be new.

    Raises:
        NoAccess: the key is none, or is withdrawn.
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
    """Give a device, perhaps a new one, a right within a transaction, unless what it has is as good.

    The right ends with the key `from_id`, if there is one; `made_by_id` is the right of the device that hands it on.
    """
    now = datetime.now(UTC)
    device = add_device(session, device_secret, now)
    known = rights.holder_by_device(session, hashed(device_secret), game_id)
    if known is None or (known.role == Role.VIEWER and role is Role.SCORER):
        given = {"device_id": device, "from_id": from_id, "made_by_id": made_by_id}
        session.add(Grant(game_id=game_id, role=role.value, given_at=now, **given))
        session.flush()
    return Access(game_id, role, device)
