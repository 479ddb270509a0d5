"""The command `scorekeeper`. Modules that are slow to import are imported by the command that needs them."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

import click

from ..config.loading import gc_disabled
from ..config.settings import Settings, SettingsError, prepare_data_dir, read_settings
from .referee import referee
from .rules import rules

if TYPE_CHECKING:
    from ..services.games.games import GameLine

P = ParamSpec("P")
R = TypeVar("R")
FILE = click.Path(path_type=Path)


def fail(sentence: object) -> NoReturn:
    """Print a sentence to stderr and exit with status 2."""
    click.echo(f"scorekeeper: {sentence}", err=True)
    sys.exit(2)


def sentences(command: Callable[P, R]) -> Callable[P, R]:
    """Decorate `command` so that invalid settings end it with a sentence instead of a traceback."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except SettingsError as error:
            fail(error)

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keep the score of rummy games, settle the argument, print the sheet."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name that the terminal cannot show must not end the command
            stream.reconfigure(errors="replace")


main.add_command(referee)
main.add_command(rules)


@main.command()
@click.option("--lan", is_flag=True, help="Listen to the whole local network and show the address for the phones.")
@click.option("--host", help="The address to listen on (default: SCOREKEEPER_HOST, or 127.0.0.1).")
@click.option("--port", type=click.IntRange(1, 65535), help="The port (default: SCOREKEEPER_PORT, or 8000).")
@sentences
def serve(lan: bool, host: str | None, port: int | None) -> None:
    """Start Scorekeeper and answer until Ctrl-C."""
    if lan and host:
        fail("Give either --lan, which listens on every address, or --host, not both.")
    environ = dict(os.environ)
    if lan or host:
        environ["SCOREKEEPER_HOST"] = host or "0.0.0.0"
    if port:
        environ["SCOREKEEPER_PORT"] = str(port)
    settings = read_settings(environ)
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.log_level != "DEBUG":  # its messages are of no use to people who keep score
        logging.getLogger("alembic").setLevel("WARNING")

    with gc_disabled():
        from ..server import Server, ServerError, heap

        heap.use_one_arena()
        _migrate(settings)
        from .. import create_app
        from ..store.database import db
        from . import housekeeping

        app = create_app(settings)
        housekeeping.purge(app)
        housekeeping.sweep_at_start(app)
        try:
            server = Server(app, settings, app.extensions["live"].close, app.extensions["ready"])
        except ServerError as error:
            fail(error)
    server.stop_on_signals()
    _say_where(settings)
    ending = housekeeping.keep_house(app)
    server.run()
    ending.set()
    with app.app_context():
        db.engine.dispose()  # SQLite then merges its -wal file into the database file
    click.echo("Scorekeeper has stopped.")


def _say_where(settings: Settings) -> None:
    from ..http.public import local_base
    from ..http.urls import lan_address, listens_to_all, url_of

    click.echo(f"Scorekeeper runs at {local_base(settings)} – Ctrl-C stops it")
    if listens_to_all(settings):
        address = lan_address()
        if address is None:
            click.echo("No address on a local network was found: is this machine connected to one?")
        else:
            url = url_of(address, settings.port)
            click.echo(f"On a phone in the same network: {url}")
            _show_code(url)
    sys.stdout.flush()


def _show_code(url: str) -> None:
    """Print a QR code, dark on light whatever the colours of the terminal."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, border=2, compact=True)
    for line in drawn.getvalue().splitlines():
        click.echo(f"\x1b[97;40m{line}\x1b[0m" if sys.stdout.isatty() else line)


@main.command()
@click.option("--new-link", metavar="ID", help="Make a link that lets whoever opens it write to this game.")
@sentences
def games(new_link: str | None) -> None:
    """List the games, or give a new link to one whose link was lost."""
    from ..services.access.access import Role, new_key
    from ..services.games.games import list_games

    with _application() as settings:
        if new_link is None:
            _print_games(list_games())
            return
        from ..http.public import public_base

        with _game(new_link):
            key = new_key(new_link, Role.SCORER)
        click.echo(f"{public_base(settings)}/join/{key}")


def _print_games(lines: "list[GameLine]") -> None:
    if not lines:
        click.echo("No games yet.", err=True)
        return
    rows = [("ID", "CHANGED", "ROUNDS", "GAME", "PLAYERS", "NAME")]
    for line in lines:
        changed = line.changed_at.astimezone().strftime("%Y-%m-%d %H:%M")
        players = ", ".join(line.players)
        rows.append((line.id, changed, str(line.rounds), line.variant_name, players, line.name or ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, *row[4:]]).rstrip())


@main.command()
@click.argument("game_id", metavar="ID")
@click.option("--csv", "as_csv", is_flag=True, help="As a table of the scores, instead of the whole game as JSON.")
@click.option("-o", "--output", type=FILE, help="Write to this file instead of the terminal.")
@sentences
def export(game_id: str, as_csv: bool, output: Path | None) -> None:
    """Write out a game: all of it as JSON, which can be imported again, or its scores as CSV."""
    import json

    from ..services.transfer.export import export_csv, export_document

    with _application(), _game(game_id):
        if as_csv:
            text = export_csv(game_id)
        else:
            text = json.dumps(export_document(game_id), ensure_ascii=False, indent=2) + "\n"
    if output is None:
        sys.stdout.buffer.write(text.encode())
        return
    try:
        output.write_bytes(text.encode())
    except OSError as error:
        fail(f"'{output}' cannot be written: {error.strerror}.")


@main.command()
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
            fail(f"'{target}' is there already: name another file.")
        backups.copy(database, target)
    except backups.BackupError as error:
        fail(error)
    except OSError as error:
        fail(f"'{target}' cannot be written: {error.strerror}.")
    click.echo(f"The database was copied to '{target}'.")


@main.command()
@click.argument("file", type=FILE)
@sentences
def restore(file: Path) -> None:
    """Make the database what FILE holds, after a copy of the present one; safe while Scorekeeper runs. SQLite only."""
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
    click.echo(f"The database now holds what '{file}' holds.{kept}")


def _keep_present(database: Path, folder: Path) -> str:
    """Copy the present database, or move it aside if it is damaged; return a sentence about it."""
    from ..store import backups

    try:
        if backups.revision_of(database) is None:
            return ""
        return f" What it held before: '{backups.keep(database, folder, 'before-restore', backups.check(database))}'."
    except backups.DamagedError:
        aside = backups.put_aside(database, folder)
        return f" The damaged one was put aside as '{aside}': if Scorekeeper runs, stop it and start it again."


def _sqlite(instead: str) -> tuple[Settings, Path]:
    """Return the settings and the database's file; end the command on PostgreSQL, whose tool is named by `instead`."""
    settings = read_settings(os.environ)
    if settings.sqlite_file is None:
        fail(f"The database is on PostgreSQL: use its own {instead} for this.")
    return settings, settings.sqlite_file


def _migrate(settings: Settings) -> None:
    from ..store.migrate import MigrationError, upgrade

    prepare_data_dir(settings.data_dir)
    try:
        upgrade(settings.database_url, folder=settings.data_dir)
    except MigrationError as error:
        fail(error)


@contextmanager
def _application() -> Iterator[Settings]:
    """Run the body in an application context, on an upgraded database; yield the settings."""
    from sqlalchemy.exc import SQLAlchemyError

    from .. import create_app
    from ..services.wording import problem_sentence
    from ..store.database import db
    from ..store.errors import trouble_of

    settings = read_settings(os.environ)
    _migrate(settings)
    try:
        with create_app(settings).app_context():
            try:
                yield settings
            finally:
                db.session.remove()
                db.engine.dispose()
    except SQLAlchemyError as error:
        trouble = trouble_of(error, settings.backups)
        if trouble is None:
            raise
        fail(problem_sentence(trouble[0]))


@contextmanager
def _game(game_id: str) -> Iterator[None]:
    from ..services.errors import NoAccess

    try:
        yield
    except NoAccess:
        fail(f"There is no game {game_id!r}: `scorekeeper games` lists them.")
