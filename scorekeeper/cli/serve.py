"""The command `scorekeeper serve`."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ..config import logs
from ..config.loading import gc_disabled
from ..config.messages import _
from ..config.settings import Settings, read_settings
from ..rules.errors import N_
from .common import fail, migrate, sentences
from .language import Command

if TYPE_CHECKING:
    from flask import Flask

    from ..server import Server


class _Port(click.IntRange):
    """A port; what is none is refused in the language of the commands, which click's names of types are not."""

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(_("'{value}' is not a port: choose a number from 1 to 65535.", value=value), param, ctx)


@click.command(cls=Command, help=N_("Start Scorekeeper; Ctrl-C stops it."))
@click.option("--lan", is_flag=True, help=N_("Listen on the whole local network and show the address for the phones."))
@click.option("--host", help=N_("The address to listen on (default: SCOREKEEPER_HOST, or 127.0.0.1)."))
@click.option("--port", type=_Port(1, 65535), help=N_("The port (default: SCOREKEEPER_PORT, or 8000)."))
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    metavar="N",
    help=N_("Processes to run (default: SCOREKEEPER_PROCESSES, or 1)."),
)
@click.option("--child", hidden=True)
@sentences
def serve(lan: bool, host: str | None, port: int | None, processes: int | None, child: str | None) -> None:
    "Start Scorekeeper; Ctrl-C stops it."
    settings = _settings(lan, host, port, processes)
    logs.configure(settings)
    if child is not None:
        line, *sockets = map(int, child.split(","))
        _serve(settings, sockets, lambda server: _follow(line, server))
    elif settings.processes > 1:
        _serve_by_several(settings)
    else:
        # systemd may have passed another port
        _serve(settings, (), lambda server: _say_where(replace(settings, port=server.port)))
    if child is None:
        click.echo(_("Scorekeeper has stopped."))


def _serve(settings: Settings, sockets: Sequence[int], on_ready: "Callable[[Server], None]") -> None:
    """Serve in this process, on the `sockets` with these numbers, if any; `on_ready` is called before."""
    with gc_disabled():
        from ..store.database import db
        from . import housekeeping

        app, server = _start(settings, sockets)
    server.stop_on_signals()
    on_ready(server)
    ending = housekeeping.keep_house(app)
    server.run()
    ending.set()
    with app.app_context():
        db.engine.dispose()  # SQLite then merges its -wal file into the database file


def _serve_by_several(settings: Settings) -> None:
    """Serve by several processes, each started by this command with the files that it gets; end with their error."""
    if os.name != "posix":
        fail(_("This system runs Scorekeeper in one process only: leave --processes out."))
    from ..server import ServerError
    from ..server.processes import Processes

    def command(files: Sequence[int]) -> list[str]:
        return [sys.executable, *sys.orig_argv[1:], "--child", ",".join(map(str, files))]

    several = Processes(settings, command)
    try:
        port = several.listen()
    except ServerError as error:
        fail(error)
    if settings.ratelimit_enabled and settings.limits_url is None:
        click.echo(_("Each process counts rate limits alone. With SCOREKEEPER_LIMITS_URL they count together."))
    status = several.run(lambda: _say_where(replace(settings, port=port)))
    if status:
        sys.exit(status)


def _follow(line: int, server: "Server") -> None:
    """Follow the commands of the parent process."""
    from ..server.processes import follow

    threading.Thread(target=follow, args=(line, server), name="line", daemon=True).start()


def _settings(lan: bool, host: str | None, port: int | None, processes: int | None) -> Settings:
    """Read the settings from the environment; the options of the command override it."""
    if lan and host:
        fail(_("Give either --lan, which listens on every address, or --host, not both."))
    environ = dict(os.environ)
    if lan or host:
        environ["SCOREKEEPER_HOST"] = host or "0.0.0.0"
    if port:
        environ["SCOREKEEPER_PORT"] = str(port)
    if processes:
        environ["SCOREKEEPER_PROCESSES"] = str(processes)
    return read_settings(environ)


def _start(settings: Settings, sockets: Sequence[int]) -> "tuple[Flask, Server]":
    """Upgrade the database, make the application, tidy up, and listen; end the command if that fails."""
    from ..server import Server, ServerError, heap

    heap.use_one_arena()  # before anything that starts a thread
    migrate(settings)
    from .. import create_app
    from . import housekeeping

    app = create_app(settings)
    housekeeping.purge(app)
    housekeeping.sweep_at_start(app)
    try:
        return app, Server(app, settings, app.extensions["live"].close, app.extensions["ready"], given=sockets)
    except ServerError as error:
        fail(error)


def _say_where(settings: Settings) -> None:
    from ..http.public import local_base
    from ..http.urls import lan_address, listens_to_all, url_of

    click.echo(_("Scorekeeper runs at {url} – Ctrl-C stops it", url=local_base(settings)))
    if listens_to_all(settings):
        address = lan_address()
        if address is None:
            click.echo(_("Found no address on a local network: is this machine connected to one?"))
        else:
            url = url_of(address, settings.port)
            click.echo(_("On a phone in the same network: {url}", url=url))
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
