"""Sessions and transactions on SQLite and PostgreSQL."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.orm import DeclarativeBase

from ..background import in_foreground
from .notify import written


class Base(DeclarativeBase):
    """Base of the models."""


db = SQLAlchemy(model_class=Base)

_BUSY_MS = 5_000


def keep_private(file: Path) -> None:
    """Make an SQLite database readable for its owner only, also in a public folder; create it if it is missing.

    SQLite gives the -wal and -shm files the mode of the database. Errors are ignored (another user's file, a missing
    folder): they are reported when the database is opened.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_RDONLY, 0o600))
    if os.name != "posix":
        return
    for end in ("", "-wal", "-shm"):
        part = file.with_name(file.name + end)
        with suppress(OSError):
            if stat.S_IMODE(part.stat().st_mode) & 0o077:
                part.chmod(0o600)


def prepare(engine: Engine, busy_ms: int = _BUSY_MS) -> None:
    """Configure the connections of `engine` so that committed transactions are durable and serialised.

    On SQLite: WAL, full synchronisation, foreign keys, and our own BEGIN: Python's starts the transaction too late to
    keep two writers apart.
    """
    if engine.dialect.name != "sqlite":
        return

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {busy_ms:d}")
        with suppress(sqlite3.OperationalError):  # a read-only file: reading still works
            cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA cache_size = -512")  # kB, of each thread; the system keeps the file as well
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


@contextmanager
def writing() -> Iterator[Any]:
    """Run a transaction: commit it at the end of the block, roll it back on any error.

    On SQLite it takes the write lock at its start, so that nothing read in the block can change before the commit.
    """
    session = db.session
    session.rollback()
    with in_foreground():
        session.connection(execution_options={"writing": True})
        try:
            yield session
            session.commit()
            written.set()
        except BaseException:
            session.rollback()
            raise


def schema_revision(session: Any) -> str:
    """Return the revision of the schema of the database that the application uses."""
    return str(session.scalar(text("SELECT version_num FROM alembic_version")))
