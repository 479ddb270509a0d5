"""How a process learns that something was committed, by itself or by another: asked of the database, by one thread."""

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
    """Waits for commits; made, used and closed by one thread."""

    def wait(self) -> Collection[str] | None:
        """Wait a moment; return the games that were changed since, None if that may be any."""

    def close(self) -> None:
        """Give the connection back."""


class _Sqlite:
    """SQLite counts in each connection what others have committed: a look costs a few microseconds."""

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
    """PostgreSQL tells by itself, also what other processes commit."""

    def __init__(self, engine: Engine) -> None:
        self._connection = _own(engine)
        self._connection.autocommit = True
        self._connection.execute(f"LISTEN {CHANNEL}")

    def wait(self) -> Collection[str] | None:
        return {note.payload for note in self._connection.notifies(timeout=_PATIENCE, stop_after=1)}

    def close(self) -> None:
        self._connection.close()


def _own(engine: Engine) -> Any:
    """Return a connection of the driver's that the pool has forgotten: nobody waits for it."""
    lent = engine.raw_connection()
    connection = lent.driver_connection
    lent.detach()
    return connection


def waker(engine: Engine) -> Waker:
    """Return what waits for commits in the database of `engine`; from now on none is missed."""
    return _Sqlite(engine) if engine.dialect.name == "sqlite" else _Postgresql(engine)
