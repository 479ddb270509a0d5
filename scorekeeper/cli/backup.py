"""The commands `scorekeeper backup` and `scorekeeper restore`. SQLite only."""

import os
from pathlib import Path

import click

from ..config.causes import cause_of
from ..config.messages import _
from ..config.settings import Settings, prepare_data_dir, read_settings
from ..rules.errors import N_
from .common import FILE, fail, sentences
from .language import Command


@click.command(
    cls=Command,
    help=N_("Copy the database to FILE, or into the data folder; safe while Scorekeeper runs. SQLite only."),
)
@click.argument("file", type=FILE, required=False)
@sentences
def backup(file: Path | None) -> None:
    """Copy the database to FILE, or into the data folder; safe while Scorekeeper runs. SQLite only."""
    from ..store import backups

    settings, database = _sqlite("pg_dump")
    target = file or settings.data_dir / "backups"
    try:
        revision = backups.check(database)
        if file is None or file.is_dir():
            target.mkdir(mode=0o700, parents=True, exist_ok=True)
            target /= backups.file_name("backup", revision)
        if target.exists():
            fail(_("'{target}' exists already: name another file.", target=target))
        backups.copy(database, target)
    except backups.BackupError as error:
        fail(error)
    except OSError as error:
        fail(_("'{target}' cannot be written. {cause}", target=target, cause=cause_of(error)))
    click.echo(_("The database was copied to '{target}'.", target=target))


@click.command(
    cls=Command,
    help=N_("Replace the database with FILE, after copying the present one; safe while Scorekeeper runs. SQLite only."),
)
@click.argument("file", type=FILE)
@sentences
def restore(file: Path) -> None:
    "Replace the database with FILE, after copying the present one; safe while Scorekeeper runs. SQLite only."
    import tempfile

    from ..store import backups
    from ..store.migrate import MigrationError, upgrade

    settings, database = _sqlite("pg_restore")
    prepare_data_dir(settings.data_dir)
    try:
        backups.check(file)
        with tempfile.TemporaryDirectory(dir=settings.data_dir, prefix=".restore-") as folder:
            ready = Path(folder) / "ready.sqlite3"
            backups.copy(file, ready)
            upgrade(f"sqlite:///{ready}")
            kept = _keep_present(database, settings.data_dir / "backups")
            backups.put_back(ready, database)
    except (backups.BackupError, MigrationError) as error:
        fail(error)
    click.echo(" ".join([_("The database was restored from '{file}'.", file=file), *kept]))


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


def _sqlite(instead: str) -> tuple[Settings, Path]:
    """Return the settings and the database's file; end the command on PostgreSQL, whose tool is named by `instead`."""
    settings = read_settings(os.environ)
    if settings.sqlite_file is None:
        fail(_("The database is on PostgreSQL: use its own {instead} for this.", instead=instead))
    return settings, settings.sqlite_file
