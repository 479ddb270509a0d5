"""Deleting and restoring games, and removing them for good after a month."""

from datetime import UTC, datetime, timedelta

from ...rules.errors import N_, Problem
from ...store import queries
from ...store.database import db, writing
from ...store.moments import in_utc
from ..access.access import hashed
from ..errors import NotNow
from ..payload_reading import Received
from ..payloads import NewChange
from ..views.game_view import GameView
from ..views.loading import views
from ..views.state import What
from .changes import NewRevision, Outcome, Precondition, change

KEPT = timedelta(days=30)
"""How long a deleted game can be restored, and one is kept in which nothing is played."""
SAID_AFTER = timedelta(days=7)
"""How old a game without rounds is when its page begins to say that it will be removed."""


def delete_game(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Delete a game: nobody sees it, and for `KEPT` it can be restored.

    Raises:
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload = received.payload
        return game.save(NewRevision(What.DELETE, None, payload.by, payload.why))


def restore_game(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Restore a deleted game.

    Raises:
        NotNow: it is not deleted.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    with change(game_id, precondition, deleted=True) as game:
        if game.repeated:
            return game.repeated
        payload = received.payload
        if not game.view.deleted:
            raise NotNow(Problem(N_("The game isn’t deleted.")))
        return game.save(NewRevision(What.RESTORE, None, payload.by, payload.why))


def deleted_games_of_device(device_secret: str | None) -> list[GameView]:
    """Return the deleted games that a device can restore, the latest deleted first."""
    if not device_secret:
        return []
    since = datetime.now(UTC) - KEPT
    found = queries.deleted_games_of_device(db.session(), hashed(device_secret), since)
    return views(found)


def removal_of(view: GameView) -> datetime | None:
    """Return when a game will be removed because it has no rounds; None if it will not, or not soon."""
    if view.version > 1 or datetime.now(UTC) - view.created_at < SAID_AFTER:
        return None
    since = queries.unplayed_since(db.session(), view.id)
    return None if since is None else max(in_utc(since), view.created_at) + KEPT


def purge_unplayed_games() -> None:
    """Remove the games for good in which nothing was played for `KEPT`: no round, no ruling, no change at all."""
    with writing() as session:
        queries.purge_unplayed(session, datetime.now(UTC) - KEPT)


def purge_deleted_games() -> None:
    """Remove the games for good that were deleted longer ago than `KEPT`."""
    with writing() as session:
        queries.purge(session, datetime.now(UTC) - KEPT)
