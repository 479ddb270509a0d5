"""Backups of a PostgreSQL database, made while others use it, by PostgreSQL's pg_dump, pg_restore and psql."""

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, create_engine, func, make_url, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ..config.causes import cause_of
from ..config.messages import _
from .backups import DUMP, BackupError, file_name, make_folder, prune
from .models import Game

_VERSION = "alembic_version"
_OWN = ("--no-owner", "--no-privileges")  # it may be restored by another user of PostgreSQL
_LOCK = 5_000_501  # any number that is ours: PostgreSQL's advisory locks are numbers
_PATIENCE = "--lock-wait-timeout=30s"
_TABLE = re.compile(rb'COPY (?:"?\w+"?\.)?"?(\w+)"? \(.*\) FROM stdin;\n')
_MISMATCH = re.compile(r"server version: (\d+)")


def dump(database_url: str, target: Path) -> dict[str, int]:
    """Write a backup to the file `target`, which appears when it is complete and was read again.

    Return how many rows each table has in it.

    Raises:
        BackupError: it cannot be made or written, or has fewer games or revisions than there were before.
    """
    least = _counts(database_url)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        tables = [f"--table={_quoted(table)}" for table in _tables()]
        _run(["pg_dump", "--format=custom", *_OWN, _PATIENCE, *tables, f"--file={part}"], database_url)
        found = count(part)
        if any(found[table] < rows for table, rows in least.items()):
            raise BackupError(_("The copy '{target}' is not whole.", target=target))
        os.replace(part, target)
    except OSError as error:
        raise BackupError(
            _("The copy '{target}' cannot be written. {cause}", target=target, cause=cause_of(error))
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return found


def add(database_url: str, folder: Path, kind: str, revision: str) -> Path:
    """Back up into `folder`, which is made if it is missing, in a file named by revision and time.

    Raises:
        BackupError: see `dump`.
    """
    make_folder(folder)
    target = folder / file_name(kind, revision, DUMP)
    dump(database_url, target)
    return target


def keep(database_url: str, folder: Path, kind: str, revision: str) -> Path:
    """Back up into `folder`, see `add`; delete all but the latest backups of its kind.

    Raises:
        BackupError: see `dump`.
    """
    target = add(database_url, folder, kind, revision)
    prune(folder, kind, DUMP)
    return target


def check(file: Path) -> str:
    """Check that all of a backup can be read, and that it is Scorekeeper's; return its schema revision.

    Raises:
        BackupError: it is none, or is damaged.
    """
    if not file.is_file():
        raise BackupError(_("There is no file '{file}'.", file=file))
    found = count(file)
    script = _run(["pg_restore", "--data-only", f"--table={_VERSION}", "--file=-", str(file)])
    revision = re.search(rb"^COPY .*\n(\d{4})\n", script, re.MULTILINE)
    if revision is None or not {"game", "revision", "grant"} <= found.keys():
        raise BackupError(_("'{file}' is not a database of Scorekeeper.", file=file))
    return revision[1].decode()


def count(file: Path) -> Counter[str]:
    """Return how many rows each table has in a backup, all of which is read for it.

    Raises:
        BackupError: it is damaged, or none.
    """
    found: Counter[str] = Counter()
    with tempfile.TemporaryFile() as said:
        command = [_program("pg_restore"), "--data-only", "--file=-", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, env=_environ()) as reading:
            table = None
            for line in reading.stdout or ():
                if table is None:
                    if named := _TABLE.fullmatch(line):
                        table = named[1].decode()
                        found[table] = 0
                elif line == b"\\.\n":
                    table = None
                else:
                    found[table] += 1
        if reading.returncode:
            said.seek(0)
            raise _failed("pg_restore", said.read())
    return found


def put_back(file: Path, database_url: str) -> None:
    """Replace all tables of Scorekeeper by those of a backup, in one transaction, while others use the database.

    Raises:
        BackupError: it cannot be read or written; then nothing has changed.
    """
    names = ", ".join(map(_quoted, _tables()))
    with tempfile.TemporaryDirectory() as folder:
        before, script = Path(folder) / "before.sql", Path(folder) / "script.sql"
        before.write_text(f"SET lock_timeout = '30s'; DROP TABLE IF EXISTS {names} CASCADE;\n")
        _run(["pg_restore", *_OWN, f"--file={script}", str(file)])
        files = [f"--file={each}" for each in (before, script)]
        _run(["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", *files], database_url)


@contextmanager
def alone(database_url: str) -> Iterator[bool]:
    """Yield whether no other process that uses the database is within such a block."""
    engine = create_engine(database_url, poolclass=NullPool, isolation_level="AUTOCOMMIT")  # no transaction that waits
    with engine.connect() as connection:
        mine = bool(connection.execute(select(func.pg_try_advisory_lock(_LOCK))).scalar())
        try:
            yield mine
        finally:
            connection.execute(select(func.pg_advisory_unlock_all()))


def _counts(database_url: str) -> dict[str, int]:
    tables = ("game", "revision")
    try:
        with create_engine(database_url, poolclass=NullPool).connect() as connection:
            return {
                table: int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar() or 0) for table in tables
            }
    except SQLAlchemyError as error:
        cause = cause_of(getattr(error, "orig", None) or error)
        raise BackupError(_("The database does not answer. {cause}", cause=cause)) from error


def _tables() -> tuple[str, ...]:
    """Return the names of Scorekeeper's tables."""
    return (*Game.metadata.tables, _VERSION)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _run(command: list[str], database_url: str | None = None) -> bytes:
    """Run one of PostgreSQL's programs, on a database if it is given; return what it printed."""
    program, *arguments = command
    if database_url is not None:
        url = make_url(database_url)
        shown = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
        arguments += ["--no-password", f"--dbname={shown.render_as_string()}"]
    done = subprocess.run([_program(program), *arguments], capture_output=True, env=_environ(database_url))
    if done.returncode:
        raise _failed(program, done.stderr)
    return done.stdout


def _environ(database_url: str | None = None) -> dict[str, str]:
    """Return the environment for a program: with the password, which others could read among its arguments."""
    password = make_url(database_url).password if database_url is not None else None
    return {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": str(password)} if password is not None else {})}


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BackupError(
            _("{program} is missing: install PostgreSQL’s programs (Debian: postgresql-client).", program=name)
        )
    return found


def _failed(program: str, said: bytes) -> BackupError:
    """Return what went wrong, as a sentence."""
    words = said.decode("utf-8", "replace")
    if server := _MISMATCH.search(words):
        return BackupError(
            _(
                "{program} is older than the database: install the programs of PostgreSQL {version}.",
                program=program,
                version=server[1],
            )
        )
    lines = [line for line in words.splitlines() if "error" in line.lower()] or words.splitlines() or [""]
    return BackupError(_("{program} failed. It says: {text}", program=program, text=lines[0].strip()))
