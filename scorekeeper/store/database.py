"""Sessions and transactions on SQLite and PostgreSQL."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, make_url, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase

from ..background import in_foreground
from .notify import written


class Base(DeclarativeBase):
    """Base of the models."""


db = SQLAlchemy(model_class=Base)

_BUSY_MS = 5_000
_PROBE_MS = 500
_ON_POSTGRESQL = {
    "connect_timeout": 5,  # seconds
    "keepalives_idle": 30,  # a machine that is gone says nothing: without these a thread would wait for two hours
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


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


def engine_options(database_url: str) -> dict[str, object]:
    """Return the options of the application's engine: connections that are lost are noticed and replaced."""
    options: dict[str, object] = {"hide_parameters": True}  # in what an error says: names are among them
    if database_url.startswith("sqlite"):
        return options
    chosen = make_url(database_url).query
    ours = {name: value for name, value in _ON_POSTGRESQL.items() if name not in chosen}
    return {**options, "pool_pre_ping": True, "connect_args": ours}


def prepare(engine: Engine, busy_ms: int = _BUSY_MS) -> None:
    """Configure the connections of `engine` so that committed transactions are durable and serialised.

    A transaction waits for a lock for `busy_ms` milliseconds. On SQLite: WAL, full synchronisation, foreign keys, and
    our own BEGIN: Python's starts the transaction too late to keep two writers apart.
    """
    if engine.dialect.name != "sqlite":

        @event.listens_for(engine, "connect")
        def _limit(connection: Any, _record: object) -> None:
            connection.execute(f"SET lock_timeout = {busy_ms:d}")
            connection.commit()

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


def release(_error: BaseException | None = None) -> None:
    """End the session after a request; a lost connection is ignored, because the answer is complete."""
    try:
        db.session.remove()
    except SQLAlchemyError:
        db.session.registry.clear()


def begin_anew(*, on_new_connections: bool) -> None:
    """Roll back after a failure, and close idle connections if wanted: one opened read-only stays read-only."""
    with suppress(SQLAlchemyError):
        db.session.rollback()
    if on_new_connections:
        db.engine.dispose()


def takes_changes(session: Any) -> bool:
    """Return whether the database accepts writes, without writing anything; False if it is read-only.

    Raises:
        OperationalError: somebody holds the lock of an SQLite file, or that is read-only; `errors.kind_of` tells which.
    """
    engine = session.get_bind()
    if engine.dialect.name != "sqlite":
        return bool(session.scalar(text("SHOW transaction_read_only")) == "off")
    session.rollback()  # so that the pool has its connection
    try:
        with closing(engine.raw_connection()) as connection:
            _lock_and_unlock(connection)
    except sqlite3.Error as error:
        raise OperationalError("BEGIN IMMEDIATE", None, error) from error
    return True


def _lock_and_unlock(connection: Any) -> None:
    connection.execute(f"PRAGMA busy_timeout = {_PROBE_MS:d}")
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    finally:
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS:d}")


def schema_revision(session: Any) -> str:
    """Return the revision of the schema of the database that the application uses."""
    return str(session.scalar(text("SELECT version_num FROM alembic_version")))
