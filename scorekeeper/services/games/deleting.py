"""Games that are put away: deleted, restored, and after a month gone for good."""

from datetime import UTC, datetime, timedelta

from ...rules.errors import N_, Problem
from ...store import queries
from ...store.database import db, writing
from ..access.access import hashed
from ..errors import NotNow
from ..payloads import NewChange, ReadBody, read_ahead
from .changes import NewRevision, Outcome, Precondition, change_game
from .games import views
from .state import What
from .views import GameView, in_utc

KEPT = timedelta(days=30)
"""How long a deleted game can be restored, and one is kept in which nothing is played."""
SAID_AFTER = timedelta(days=7)
"""How old a game without rounds is when its page begins to say that it will be removed."""


def delete_game(game_id: str, body: ReadBody, precondition: Precondition) -> Outcome:
    """Put a game away: nobody sees it, and for `KEPT` it can be restored.

    Raises:
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """

    given = read_ahead(NewChange, body)

    def make(_: GameView) -> NewRevision:
        change = given()
        return NewRevision(What.DELETE, None, change.by, change.why)

    return change_game(game_id, precondition, make)


def restore_game(game_id: str, body: ReadBody, precondition: Precondition) -> Outcome:
    """Bring a deleted game back.

    Raises:
        NotNow: it is not deleted.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """

    given = read_ahead(NewChange, body)

    def make(view: GameView) -> NewRevision:
        change = given()
        if not view.deleted:
            raise NotNow(Problem(N_("The game is not deleted.")))
        return NewRevision(What.RESTORE, None, change.by, change.why)

    return change_game(game_id, precondition, make, deleted=True)


def deleted_games_of_device(device_secret: str | None) -> list[GameView]:
    """Return the deleted games that a device can restore, the latest deleted first."""
    if not device_secret:
        return []
    since = datetime.now(UTC) - KEPT
    found = queries.deleted_games_of_device(db.session(), hashed(device_secret), since)
    return [view for view, _ in views(found)]


def removal_of(view: GameView) -> datetime | None:
    """Return when a game will be removed because nothing was played in it; None if it will not, or not soon."""
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
