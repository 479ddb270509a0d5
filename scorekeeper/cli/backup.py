"""The commands `scorekeeper backup` and `scorekeeper restore`."""

import os
from pathlib import Path

import click

from ..config.causes import cause_of
from ..config.data_dir import prepare_data_dir
from ..config.messages import _
from ..config.settings import Settings, read_settings
from ..rules.errors import N_
from .common import FILE, fail, sentences
from .language import Command


@click.command(cls=Command, help=N_("Copy the database to FILE, or into the data folder; safe while Scorekeeper runs."))
@click.argument("file", type=FILE, required=False)
@sentences
def backup(file: Path | None) -> None:
    """Copy the database to FILE, or into the data folder; safe while Scorekeeper runs."""
    from sqlalchemy.exc import SQLAlchemyError

    from ..store.backups import BackupError

    settings = read_settings(os.environ)
    target = file or settings.backups
    try:
        target = _copy(settings, target, into=file is None or file.is_dir())
    except BackupError as error:
        fail(error)
    except SQLAlchemyError as error:
        fail(_("The database does not answer. {cause}", cause=cause_of(getattr(error, "orig", None) or error)))
    except OSError as error:
        fail(_("'{target}' cannot be written. {cause}", target=target, cause=cause_of(error)))
    click.echo(_("The database was copied to '{target}'.", target=target))


def _copy(settings: Settings, target: Path, *, into: bool) -> Path:
    """Copy the database to the file `target`, or `into` that folder; return the file, which must not exist yet."""
    from ..store import backups, dumps, migrate

    database, url = settings.sqlite_file, settings.database_url
    revision = backups.check(database) if database is not None else migrate.current(url)
    if revision is None:
        fail(_("There is no database yet."))
    if into:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        target /= backups.file_name("backup", revision, backups.DUMP if database is None else backups.SQLITE)
    if target.exists():
        fail(_("'{target}' exists already: name another file.", target=target))
    if database is not None:
        backups.copy(database, target)
    else:
        dumps.dump(url, target)
    return target


@click.command(
    cls=Command,
    help=N_("Replace the database with FILE, after copying the present one; safe while Scorekeeper runs."),
)
@click.argument("file", type=FILE)
@sentences
def restore(file: Path) -> None:
    "Replace the database with FILE, after copying the present one; safe while Scorekeeper runs."
    from sqlalchemy.exc import SQLAlchemyError

    from ..store.backups import BackupError
    from ..store.migrate import MigrationError

    settings = read_settings(os.environ)
    prepare_data_dir(settings.data_dir)
    try:
        kept = (
            _restore_file(file, settings, database)
            if (database := settings.sqlite_file)
            else _restore_server(file, settings)
        )
    except (BackupError, MigrationError) as error:
        fail(error)
    except SQLAlchemyError as error:
        fail(_("The database does not answer. {cause}", cause=cause_of(getattr(error, "orig", None) or error)))
    click.echo(" ".join([_("The database was restored from '{file}'.", file=file), *kept]))


def _restore_file(file: Path, settings: Settings, database: Path) -> list[str]:
    """Restore an SQLite database; return sentences about what it held before."""
    import tempfile

    from ..store import backups
    from ..store.migrate import upgrade

    backups.check(file)
    with tempfile.TemporaryDirectory(dir=settings.data_dir, prefix=".restore-") as folder:
        ready = Path(folder) / "ready.sqlite3"
        backups.copy(file, ready)
        upgrade(f"sqlite:///{ready}")
        kept = _keep_present(database, settings.backups)
        backups.put_back(ready, database)
    return kept


def _restore_server(file: Path, settings: Settings) -> list[str]:
    """Restore a PostgreSQL database; return sentences about what it held before."""
    from ..store import dumps, migrate

    migrate.refuse_newer(dumps.check(file))
    present, kept = migrate.current(settings.database_url), []
    if present is not None:
        copy = dumps.keep(settings.database_url, settings.backups, "before-restore", present)
        kept.append(_("A copy of what it held before: '{file}'.", file=copy))
    dumps.put_back(file, settings.database_url)
    migrate.upgrade(settings.database_url)
    return kept


def _keep_present(database: Path, folder: Path) -> list[str]:
    """Copy the present database, or move it aside if it is damaged; return sentences about it."""
    from ..store import backups

    try:
        if backups.revision_of(database) is None:
            return []
        kept = backups.keep(database, folder, "before-restore", backups.check(database))
        return [_("A copy of what it held before: '{file}'.", file=kept)]
    except backups.DamagedError:
        aside = backups.put_aside(database, folder)
        return [
            _(
                "The damaged database was moved to '{file}'. If Scorekeeper is running, stop it and start it again.",
                file=aside,
            )
        ]
