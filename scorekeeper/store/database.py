"""The database: its session, and how transactions begin on SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import DeclarativeBase

from .waking import written


class Base(DeclarativeBase):
    """Base of the models."""


db = SQLAlchemy(model_class=Base)

_BUSY_MS = 5_000


def prepare(engine: Engine, busy_ms: int = _BUSY_MS) -> None:
    """Make `engine` keep what it acknowledges.

    On SQLite: WAL, full synchronisation, foreign keys, and our own BEGIN, for Python's
    transaction handling begins too late to keep two writers apart.
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
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


@contextmanager
def writing() -> Iterator[Any]:
    """One transaction that writes: committed at the end, rolled back on any error.

    On SQLite it takes the write lock at its start, so that what is read inside is
    still true when it is written.
    """
    session = db.session
    session.rollback()
    session.connection(execution_options={"writing": True})
    try:
        yield session
        session.commit()
        written.set()
    except BaseException:
        session.rollback()
        raise
