"""The clock of a turn: it runs on the server, so that all phones show the same. No part of the score."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ...store import queries
from ...store.database import db
from ..access.access import Access
from ..games.changes import changing
from ..games.views import GameView, in_utc


@dataclass(frozen=True)
class Clock:
    """A game's clock: seconds `used` before it runs, and `since` when it does; `number` counts its changes."""

    number: int = 0
    used: float = 0.0
    since: datetime | None = None


def _started(clock: Clock, now: datetime, seconds: int) -> Clock:
    if clock.since:  # two phones at once: it runs since the first
        return clock
    return replace(clock, used=0.0 if clock.used >= seconds else clock.used, since=now)


def _paused(clock: Clock, now: datetime, _seconds: int) -> Clock:
    run = (now - clock.since).total_seconds() if clock.since else 0.0
    return replace(clock, used=clock.used + run, since=None)


TURNS: dict[str, Callable[[Clock, datetime, int], Clock]] = {
    "start": _started,
    "pause": _paused,
    "again": lambda clock, now, _seconds: replace(clock, used=0.0, since=now),
    "clear": lambda clock, _now, _seconds: replace(clock, used=0.0, since=None),
}
"""What can be done with a clock: what it becomes of it, at a time, where a turn has so many seconds."""


def now() -> datetime:
    """Return the time by which clocks run."""
    return datetime.now(UTC)


def load_clock(game_id: str) -> Clock:
    """Return a game's clock; it stands at its beginning if nobody has turned it yet."""
    return _read(queries.clock_row(db.session(), game_id))


def turn_clock(view: GameView, what: str, right: Access | None = None) -> None:
    """Start, pause or restart a game's clock, or put it back: one of `TURNS`; anything else does nothing.

    Raises:
        NoAccess, NotAllowed: the game is gone, or the right to it.
    """
    seconds = view.variant.turn.seconds
    if not seconds or what not in TURNS:
        return
    with changing(view.id, right) as (session, _game):
        before = _read(queries.clock_row(session, view.id))
        after = TURNS[what](before, now(), seconds)
        if after != before:
            queries.put_clock(session, {"game_id": view.id, **asdict(replace(after, number=before.number + 1))})


def _read(row: dict[str, Any] | None) -> Clock:
    if row is None:
        return Clock()
    return Clock(row["number"], row["used"], in_utc(row["since"]) if row["since"] else None)
