"""Notification of commits, by this or another process: one thread waits on the database."""

import threading
from collections.abc import Collection
from typing import Any, Protocol

from sqlalchemy import Engine

CHANNEL = "scorekeeper"
TICK = 0.1
"""Seconds between two looks at a SQLite file."""
written = threading.Event()
"""Set when this process has committed: no need to wait for the next look."""
_PATIENCE = 0.5


class Waker(Protocol):
    """Waits for commits; created, used and closed by one thread."""

    def wait(self) -> Collection[str] | None:
        """Wait for a short time; return the ids of the games changed since, None if any may have changed."""

    def close(self) -> None:
        """Release the connection."""


class _Sqlite:
    """Polls `PRAGMA data_version`, which changes with commits of other connections; it costs some microseconds."""

    def __init__(self, engine: Engine) -> None:
        self._connection = _own(engine)
        self._cursor = self._connection.cursor()
        self._seen = self._count()

    def wait(self) -> Collection[str] | None:
        written.wait(TICK)
        written.clear()
        before, self._seen = self._seen, self._count()
        return () if before == self._seen else None

    def close(self) -> None:
        self._connection.close()

    def _count(self) -> int:
        return int(self._cursor.execute("PRAGMA data_version").fetchone()[0])


class _Postgresql:
    """LISTEN: PostgreSQL notifies about commits of all processes."""

    def __init__(self, engine: Engine) -> None:
        self._connection = _own(engine)
        self._connection.autocommit = True
        self._connection.execute(f"LISTEN {CHANNEL}")

    def wait(self) -> Collection[str] | None:
        return {note.payload for note in self._connection.notifies(timeout=_PATIENCE, stop_after=1)}

    def close(self) -> None:
        self._connection.close()


def _own(engine: Engine) -> Any:
    """Return a driver connection detached from the pool."""
    lent = engine.raw_connection()
    connection = lent.driver_connection
    lent.detach()
    return connection


def waker(engine: Engine) -> Waker:
    """Return a waker for the database of `engine`; it misses no commit from now on."""
    return _Sqlite(engine) if engine.dialect.name == "sqlite" else _Postgresql(engine)
