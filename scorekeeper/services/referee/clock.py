"""The clock of a turn. It runs on the server, so that all phones show the same time; it does not affect the score."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from ...store import queries
from ...store.database import db
from ...store.moments import in_utc
from ...store.rows import ClockRow
from ..access.access import Access
from ..games.changes import changing
from ..views.game_view import GameView


@dataclass(frozen=True)
class Clock:
    """A game's clock: the seconds `used` before it was last started, when that was, and the number of its changes."""

    number: int = 0
    used: float = 0.0
    since: datetime | None = None


def _started(clock: Clock, now: datetime, seconds: int) -> Clock:
    if clock.since:  # a second phone started it, too: the first start counts
        return clock
    return replace(clock, used=0.0 if clock.used >= seconds else clock.used, since=now)


def _paused(clock: Clock, now: datetime, _seconds: int) -> Clock:
    run = max(0.0, (now - clock.since).total_seconds()) if clock.since else 0.0  # the machine's clock may be set back
    return replace(clock, used=clock.used + run, since=None)


TURNS: dict[str, Callable[[Clock, datetime, int], Clock]] = {
    "start": _started,
    "pause": _paused,
    "again": lambda clock, now, _seconds: replace(clock, used=0.0, since=now),
    "clear": lambda clock, _now, _seconds: replace(clock, used=0.0, since=None),
}
"""The commands: each returns the clock after it, from the clock before, the time, and the seconds of a turn."""


def now() -> datetime:
    """Return the server's time, in UTC."""
    return datetime.now(UTC)


def load_clock(game_id: str) -> Clock:
    """Return a game's clock; a fresh one if it was never started."""
    return _read(queries.clock_row(db.session(), game_id))


def turn_clock(view: GameView, what: str, right: Access | None = None) -> None:
    """Carry out a command of `TURNS` on a game's clock; an unknown command does nothing.

    Raises:
        NoAccess, NotAllowed: there is no such game, or `right` has ended.
    """
    seconds = view.variant.turn.seconds
    if not seconds or what not in TURNS:
        return
    with changing(view.id, right) as (session, _game):
        before = _read(queries.clock_row(session, view.id))
        after = TURNS[what](before, now(), seconds)
        if after != before:
            queries.put_clock(session, ClockRow(view.id, before.number + 1, after.used, after.since))


def _read(row: ClockRow | None) -> Clock:
    if row is None:
        return Clock()
    return Clock(row.number, row.used, in_utc(row.since) if row.since else None)
