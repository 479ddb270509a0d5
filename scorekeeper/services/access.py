"""Who may do what: keys for other programs and for links, devices for browsers.

A secret is shown once and kept as its SHA-256; with 192 random bits nobody guesses
one, so a slow hash would add nothing.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy.exc import IntegrityError

from ..store import queries, sharing
from ..store.database import db, writing
from ..store.models import Device, Grant
from .errors import NoAccess, NotAllowed, Withdrawn


class Role(StrEnum):
    """What a key or device may do: a scorer reads and writes, a viewer reads."""

    SCORER = "scorer"
    VIEWER = "viewer"


@dataclass(frozen=True)
class Access:
    """A right to a game that was shown to exist."""

    game_id: str
    role: Role
    device_id: int | None = None

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
    holder = queries.holder_by_key(db.session(), hashed(key))
    if holder is None or holder.game_id != game_id:
        raise NoAccess
    return Access(game_id, Role(holder.role))


def by_device(game_id: str, secret: str | None) -> Access:
    """Return the right that a device has to a game.

    Raises:
        NoAccess: the device does not know the game, or there is none; Withdrawn: it knew it once.
    """
    holder = queries.holder_by_device(db.session(), hashed(secret), game_id) if secret else None
    if holder is None:
        if secret and sharing.had_right(db.session(), hashed(secret), game_id):
            raise Withdrawn
        raise NoAccess
    return Access(game_id, Role(holder.role), holder.device_id)


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


def sheet_key_of(game_id: str, app_secret: str) -> str:
    """Return the viewer's key that a game's sheets have in their code; it is made from the server's own secret.

    Raises:
        NoAccess: none was given yet, or the last one is withdrawn.
    """
    key, given = _last_sheet_key(db.session(), game_id, app_secret)
    if not given:
        raise NoAccess
    return key


def give_sheet_key(game_id: str, app_secret: str) -> None:
    """Let a game's sheets have a key of their own: the one they have, or another after it was withdrawn."""
    now = datetime.now(UTC)
    with writing() as session:
        key, given = _last_sheet_key(session, game_id, app_secret)
        if not given:
            session.add(Grant(game_id=game_id, role=Role.VIEWER.value, given_at=now, key_hash=hashed(key)))


def _last_sheet_key(session: Any, game_id: str, app_secret: str) -> tuple[str, bool]:
    """Return the first of a game's sheet keys that is not withdrawn, and whether it was given already."""
    number = 0
    while True:
        number += 1
        digest = hmac.digest(app_secret.encode(), f"sheet {game_id} {number}".encode(), "sha256")
        key = base64.urlsafe_b64encode(digest[:24]).decode()
        withdrawn = queries.key_is_withdrawn(session, hashed(key))
        if not withdrawn:
            return key, withdrawn is False


def find_game(key: str) -> Access:
    """Return the right that a key gives, to whichever game it belongs.

    Raises:
        NoAccess: the key is none, or is withdrawn.
    """
    holder = queries.holder_by_key(db.session(), hashed(key))
    if holder is None:
        raise NoAccess
    return Access(holder.game_id, Role(holder.role))


def join(key: str, device_secret: str) -> Access:
    """Make the game of `key` known to a device, with the key's role; the device may be new.

    Raises:
        NoAccess: the key is none, or is withdrawn.
    """
    with writing() as session:
        holder = queries.holder_by_key(session, hashed(key))
        if holder is None:
            raise NoAccess
        return admit(session, holder.game_id, Role(holder.role), device_secret, holder.grant_id)


def admit(session: Any, game_id: str, role: Role, device_secret: str, from_id: int | None = None) -> Access:
    """Give a device, perhaps a new one, a right within a transaction, unless what it has is as good.

    The right ends with the key `from_id`, if there is one.
    """
    now = datetime.now(UTC)
    device = add_device(session, device_secret, now)
    known = queries.holder_by_device(session, hashed(device_secret), game_id)
    if known is None or (known.role == Role.VIEWER and role is Role.SCORER):
        session.add(Grant(game_id=game_id, role=role.value, given_at=now, device_id=device, from_id=from_id))
        session.flush()
    return Access(game_id, role, device)
