"""Migrations, at every start; quick if the schema is at the newest revision."""

import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from ..config.causes import cause_of
from ..config.messages import _
from ..config.paths import MIGRATIONS
from . import backups, dumps
from .database import keep_private, prepare

_LOCK = 5_000_500  # any number that is ours: PostgreSQL's advisory locks are numbers
_PATIENCE_MS = 60_000
_log = logging.getLogger(__name__)


class MigrationError(Exception):
    """The database cannot be used; the text is one sentence for users."""


def head() -> str:
    """Return the newest revision, from the names of the files: 0001_games.py is revision 0001."""
    names = (file.name for file in (MIGRATIONS / "versions").glob("*.py"))
    return max(match[1] for name in names if (match := re.match(r"(\d{4})_", name)))


def upgrade(database_url: str, *, folder: Path | None = None, revision: str | None = None) -> None:
    """Migrate the database to `revision`, by default the newest; create it if it is missing.

    An older database is first backed up into `folder`/backups; a damaged SQLite database is refused.

    Raises:
        MigrationError: it cannot be reached or written, is another program's, or a newer Scorekeeper's.
    """
    wanted = revision or head()
    file = _file(database_url)
    try:
        if file is not None:
            keep_private(file)
        present = current(database_url)
        if present is not None and file is not None and folder is not None:
            backups.look_through(file)
        if present == wanted:
            return
        if present is not None:
            refuse_newer(present)
            if folder is not None:
                _keep(database_url, folder / "backups", present)
        _migrate(database_url, wanted)
    except backups.DamagedError as error:
        advice = f" {backups.advice(folder / 'backups')}" if folder is not None else ""
        raise MigrationError(f"{error}{advice}") from error
    except backups.BackupError as error:
        raise MigrationError(str(error)) from error
    except SQLAlchemyError as error:
        raise MigrationError(_sentence(database_url, error)) from error


def refuse_newer(revision: str) -> None:
    """Refuse a database whose schema this program does not know.

    Raises:
        MigrationError: a newer Scorekeeper has used it.
    """
    if revision > head():
        raise MigrationError(
            _(
                "The database was last used by a newer Scorekeeper (its revision is {present}, "
                "this one knows up to {head}): start the newer one.",
                present=revision,
                head=head(),
            )
        )


def _keep(database_url: str, folder: Path, revision: str) -> None:
    """Back up before a migration; without the programs of PostgreSQL a database there is migrated all the same.

    Raises:
        BackupError: the copy of an SQLite database cannot be written.
    """
    file = _file(database_url)
    if file is not None:
        backups.keep(file, folder, "before-migration", revision)
        return
    try:
        dumps.keep(database_url, folder, "before-migration", revision)
    except backups.BackupError as error:
        _log.warning("There is no backup from before the migration: %s", str(error))


def downgrade(database_url: str, revision: str) -> None:
    """Migrate the database to an older `revision`, "base" for an empty one. For developers: data is lost."""
    _migrate(database_url, revision, down=True)


def current(database_url: str) -> str | None:
    """Return the revision of the database; None when it has none."""
    file = _file(database_url)
    if file is not None:
        return backups.revision_of(file)
    engine = create_engine(database_url, poolclass=NullPool)
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)


@contextmanager
def migrating(database_url: str) -> Iterator[Connection]:
    """Yield a connection in a transaction with an exclusive migration lock, without foreign key checks.

    SQLite alters a table by rebuilding it; with the checks on, dropping the old table would delete the rows that refer
    to it. The checks are made at the end.
    """
    engine = create_engine(database_url, poolclass=NullPool)
    if engine.dialect.name == "sqlite":
        _unchecked(engine)
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        yield connection
        if engine.dialect.name == "sqlite":
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise MigrationError(
                    _("The migration would lose what table {table} refers to. Nothing was changed.", table=broken[0])
                )


def _unchecked(engine: Engine) -> None:
    prepare(engine, _PATIENCE_MS)

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = OFF")


def _migrate(database_url: str, revision: str, *, down: bool = False) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with migrating(database_url) as connection:
        config.attributes["connection"] = connection
        # Whoever was faster while we waited for the lock has done it all: then there is nothing left to run.
        (command.downgrade if down else command.upgrade)(config, revision)


def _file(database_url: str) -> Path | None:
    url = make_url(database_url)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def _sentence(database_url: str, error: SQLAlchemyError) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    where = _file(database_url) or make_url(database_url).render_as_string(hide_password=True)
    return _("The database '{database}' cannot be used. {cause}", database=where, cause=cause_of(cause))
