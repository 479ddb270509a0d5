"""The viewer key in the QR code of a game's sheets: derived from the server's secret, so that all sheets share it."""

import base64
import hmac
from datetime import UTC, datetime
from typing import Any

from ...store import rights
from ...store.database import db
from ...store.models import Grant
from ..errors import NoAccess
from ..games.changes import changing
from .access import Access, Role, hashed


def sheet_key_of(game_id: str, app_secret: str) -> str:
    """Return the current sheet key of a game, derived from `app_secret`.

    Raises:
        NoAccess: none was issued yet, or the last one is withdrawn.
    """
    key, given = _last_sheet_key(db.session(), game_id, app_secret)
    if not given:
        raise NoAccess
    return key


def give_sheet_key(right: Access, app_secret: str) -> None:
    """Issue a sheet key for a game unless it has a valid one.

    Raises:
        NoAccess, NotAllowed: see `changes.changing`.
    """
    now = datetime.now(UTC)
    with changing(right.game_id, right) as (session, _game):
        key, given = _last_sheet_key(session, right.game_id, app_secret)
        if not given:
            session.add(Grant(game_id=right.game_id, role=Role.VIEWER.value, given_at=now, key_hash=hashed(key)))


def _last_sheet_key(session: Any, game_id: str, app_secret: str) -> tuple[str, bool]:
    """Return the first sheet key of a game that is not withdrawn, and whether it was issued already."""
    number = 0
    while True:
        number += 1
        digest = hmac.digest(app_secret.encode(), f"sheet {game_id} {number}".encode(), "sha256")
        key = base64.urlsafe_b64encode(digest[:24]).decode()
        withdrawn = rights.key_is_withdrawn(session, hashed(key))
        if not withdrawn:
            return key, withdrawn is False
