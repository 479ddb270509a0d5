"""Backups of an SQLite database, made while others use it (SQLite's online backup API)."""

import errno
import os
import re
import shlex
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from ..config.causes import cause_of
from ..config.messages import _
from .database import keep_private

KEPT = 10
_VERSION = "alembic_version"
_TABLES = frozenset({_VERSION, "game", "revision", "device", "grant", "receipt"})
_PATIENCE = 30.0
_QUICKLY_READ = 64 * 1024 * 1024  # bytes: looked through in a fifth of a second
_TIME = "%Y%m%dT%H%M%S%fZ"
_NAME = re.compile(r"-(\d{8}T\d{12}Z)\.\w+$")
SQLITE, DUMP = "sqlite3", "dump"
"""How the names of backups end: an SQLite database, or PostgreSQL's custom format (`dumps`)."""


class BackupError(Exception):
    """A backup cannot be made or read; the text is one sentence for users."""


class DamagedError(BackupError):
    """The file is damaged."""


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    try:
        with _opened(file) as connection:
            yield connection
    except sqlite3.OperationalError as error:  # locked, no permission: not the file's fault
        raise BackupError(_("'{file}' cannot be read. {cause}", file=file, cause=cause_of(error))) from error
    except sqlite3.Error as error:
        raise DamagedError(_("'{file}' cannot be used. {cause}", file=file, cause=cause_of(error))) from error


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


@contextmanager
def _opened(file: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    uri = f"file:{quote(str(file.absolute()))}?mode={mode}"
    with closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None)) as connection:
        yield connection


def revision_of(file: Path) -> str | None:
    """Return the schema revision of the database in `file`; None if there is no file or it is empty.

    Raises:
        BackupError: the file is no SQLite database, or cannot be read, or is another program's.
    """
    if not file.exists() or not file.stat().st_size:
        return None
    with _reading(file) as connection:
        tables = _tables(connection)
        rows = connection.execute(f"SELECT version_num FROM {_VERSION}").fetchall() if _VERSION in tables else []
    if tables - {_VERSION} and not rows:
        raise BackupError(_("'{file}' is a database of another program.", file=file))
    return str(rows[0][0]) if rows else None


def check(file: Path) -> str:
    """Check that a file is an undamaged Scorekeeper database; return its schema revision.

    Raises:
        BackupError: it is none, or is damaged.
    """
    if not file.is_file():
        raise BackupError(_("There is no file '{file}'.", file=file))
    revision = revision_of(file)
    with _reading(file) as connection:
        tables = _tables(connection)
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if revision is None or not tables >= _TABLES:
        raise BackupError(_("'{file}' is not a database of Scorekeeper.", file=file))
    if found != "ok":
        raise DamagedError(_("'{file}' is damaged. SQLite says: {found}", file=file, found=found))
    return revision


def look_through(file: Path) -> None:
    """Check the structure of a database, unless that would delay a start because of its size.

    Raises:
        DamagedError: it is damaged.
    """
    if file.stat().st_size > _QUICKLY_READ:
        return
    with _reading(file) as connection:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DamagedError(
            _("'{file}' is damaged. SQLite says: {found}", file=file, found=" ".join(str(found).split()))
        )


def copy(source: Path, target: Path) -> None:
    """Write a backup of the database `source` to the file `target`, which appears when it is complete.

    Raises:
        BackupError: it cannot be read or written.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with _opened(source) as reading, _opened(part, "rw") as written:
            _transfer(reading, written)
            written.execute("PRAGMA journal_mode = DELETE")  # so that it is one file, without -wal beside it
        os.replace(part, target)
    except (sqlite3.Error, OSError) as error:
        raise BackupError(
            _("The copy '{target}' cannot be written. {cause}", target=target, cause=cause_of(error))
        ) from error
    finally:
        part.unlink(missing_ok=True)


def put_back(source: Path, target: Path) -> None:
    """Replace the content of the database `target` by that of `source`, in one transaction, while others use it.

    Raises:
        BackupError: it cannot be read or written, or others write all the time.
    """
    keep_private(target)
    try:
        with _opened(source) as reading, _opened(target, "rwc") as written:
            _transfer(reading, written)
    except (sqlite3.Error, OSError) as error:
        raise BackupError(_("'{target}' cannot be replaced. {cause}", target=target, cause=cause_of(error))) from error


def count(file: Path, tables: Iterable[str]) -> list[int]:
    """Return how many rows some tables of a database have.

    Raises:
        BackupError: it cannot be read.
    """
    with _reading(file) as connection:
        return [int(connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]) for table in tables]


def keep(source: Path, folder: Path, kind: str, revision: str) -> Path:
    """Back up `source` into `folder`, see `add`; delete all but the latest backups of its kind.

    Raises:
        BackupError: it cannot be written.
    """
    target = add(source, folder, kind, revision)
    prune(folder, kind)
    return target


def prune(folder: Path, kind: str, ending: str = SQLITE) -> None:
    """Delete all but the latest backups of a kind."""
    known = by_time(folder, kind, ending)
    for at in sorted(known)[:-KEPT]:
        known[at].unlink(missing_ok=True)


def add(source: Path, folder: Path, kind: str, revision: str) -> Path:
    """Back up `source` into `folder`, which is made if it is missing, in a file named by revision and time.

    Raises:
        BackupError: it cannot be written.
    """
    make_folder(folder)
    target = folder / file_name(kind, revision)
    copy(source, target)
    return target


def make_folder(folder: Path) -> None:
    """Make the folder of the backups, which only its owner can read.

    Raises:
        BackupError: it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(
            _("The folder '{folder}' cannot be made. {cause}", folder=folder, cause=cause_of(error))
        ) from error


def put_aside(database: Path, folder: Path) -> Path:
    """Move a damaged database and its companion files away.

    Raises:
        BackupError: it cannot be moved.
    """
    target = folder / file_name("damaged", "database")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for end in ("", "-wal", "-shm"):
            part = database.with_name(database.name + end)
            if part.exists():
                shutil.move(part, target.with_name(target.name + end))
        keep_private(target)
    except OSError as error:
        raise BackupError(
            _("'{database}' cannot be moved aside. {cause}", database=database, cause=cause_of(error))
        ) from error
    return target


def file_name(kind: str, revision: str, ending: str = SQLITE) -> str:
    """Return the name of a backup that is made now."""
    return f"{kind}-{revision}-{datetime.now(UTC):{_TIME}}.{ending}"


def newest(folder: Path, ending: str = SQLITE) -> Path | None:
    """Return the latest backup in `folder`, of any kind; None if there is none."""
    kinds = ("backup", "before-migration", "before-restore", "daily")
    made = [each for kind in kinds for each in by_time(folder, kind, ending).items()]
    return max(made)[1] if made else None


def advice(folder: Path) -> str:
    """Return how to repair a damaged database, as a sentence for the administrator."""
    found = newest(folder)
    if found is None:
        return _("There is no copy in '{folder}'; if you have one elsewhere: `./run restore FILE`.", folder=folder)
    return _("To go back to the newest copy: `./run restore {file}`.", file=shlex.quote(str(found)))


def by_time(folder: Path, kind: str, ending: str = SQLITE) -> dict[datetime, Path]:
    """Return the backups of a kind by the time when they were made."""
    found = ((_NAME.search(file.name), file) for file in folder.glob(f"{kind}-*.{ending}"))
    return {datetime.strptime(match[1], _TIME).replace(tzinfo=UTC): file for match, file in found if match}


def _transfer(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    end = time.monotonic() + _PATIENCE

    def check_time(_status: int, _remaining: int, _total: int) -> None:
        if time.monotonic() > end:
            raise TimeoutError(errno.ETIMEDOUT, "others write to it all the time")

    source.backup(target, progress=check_time, sleep=0.05)
