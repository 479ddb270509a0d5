"""The command `scorekeeper doctor`: look at all that a server depends on, and say what to do. It changes nothing."""

import os
import platform
import re
import shlex
import stat
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import click

from ..config.causes import cause_of
from ..config.messages import _
from ..config.settings import Settings, read_settings
from ..config.version import program_version
from ..rules.errors import N_
from .common import sentences
from .language import Command

_OLD = timedelta(days=2)
_AHEAD = timedelta(minutes=2)
_FIGURE = re.compile(r"(?m)^(\w+) (\S+)$")


class CheckResult(NamedTuple):
    """What was found, and what to do about it; nothing if it is fine."""

    said: str
    todo: str = ""


@click.command(cls=Command, help=N_("Check whether everything is in order, and say what to do."))
@sentences
def doctor() -> None:
    """Check whether everything is in order, and say what to do; exit with 1 if something is not."""
    settings = read_settings(os.environ)
    found = [finding for check in CHECKS for finding in check(settings)]
    for said, todo in found:
        click.echo(f"{'!' if todo else '✓'} {said}" + (f"\n  {todo}" if todo else ""))
    sys.exit(any(finding.todo for finding in found))


def _version(_settings: Settings) -> Iterator[CheckResult]:
    yield CheckResult(f"Scorekeeper {program_version()}, Python {platform.python_version()}, {platform.system()}")


def _folder(settings: Settings) -> Iterator[CheckResult]:
    folder = settings.data_dir
    if not folder.is_dir():
        yield CheckResult(
            _("There is no folder '{folder}' yet.", folder=folder), _("Start Scorekeeper, which creates it.")
        )
    elif not os.access(folder, os.W_OK):
        user = os.environ.get("USER") or str(os.getuid())
        yield CheckResult(
            _("Nothing can be saved in the folder '{folder}'.", folder=folder),
            f"sudo chown -R {shlex.quote(user)} {shlex.quote(str(folder))}",
        )
    elif stat.S_IMODE(folder.stat().st_mode) & 0o007:
        yield CheckResult(
            _("Everybody on this machine can look into the folder '{folder}'.", folder=folder),
            f"chmod o= {shlex.quote(str(folder))}",
        )
    else:
        yield CheckResult(_("Only its owner can look into the folder '{folder}'.", folder=folder))


def _database(settings: Settings) -> Iterator[CheckResult]:
    from sqlalchemy.exc import SQLAlchemyError

    from ..store import backups, migrate

    file = settings.sqlite_file
    try:
        revision = migrate.current(settings.database_url)
        if file is not None and revision is not None:
            backups.check(file)
    except backups.BackupError as error:
        yield CheckResult(str(error), backups.advice(settings.backups))
        return
    except SQLAlchemyError as error:
        cause = cause_of(getattr(error, "orig", None) or error)
        yield CheckResult(
            _("The database does not answer. {cause}", cause=cause), _("Look at SCOREKEEPER_DATABASE_URL.")
        )
        return
    if revision is None:
        yield CheckResult(_("There is no database yet."), _("Start Scorekeeper, which creates it."))
    elif revision > migrate.head():
        yield CheckResult(_("The database was last used by a newer Scorekeeper."), _("Start the newer one."))
    elif revision < migrate.head():
        yield CheckResult(
            _("The database is from an older Scorekeeper."), _("Start Scorekeeper: it backs it up and updates it.")
        )
    else:
        yield CheckResult(_("The database is whole and up to date."))
        yield from _clock(settings)


def _clock(settings: Settings) -> Iterator[CheckResult]:
    from sqlalchemy import create_engine, text

    with create_engine(settings.database_url).connect() as connection:
        latest = connection.execute(text("SELECT max(changed_at) FROM game")).scalar()
    if latest is None:
        return
    at = datetime.fromisoformat(latest) if isinstance(latest, str) else latest
    at = at.replace(tzinfo=UTC) if at.tzinfo is None else at
    if at > datetime.now(UTC) + _AHEAD:
        yield CheckResult(
            _(
                "The clock is wrong: a game was last changed at {time}, which is later than now.",
                time=f"{at:%Y-%m-%d %H:%M}Z",
            ),
            _("Set this machine’s clock, best from a time server."),
        )
    else:
        yield CheckResult(_("The clock is not behind the latest change."))


def _backups(settings: Settings) -> Iterator[CheckResult]:
    from ..store import backups

    ending = backups.DUMP if settings.sqlite_file is None else backups.SQLITE
    newest = backups.newest(settings.backups, ending)
    if newest is None:
        yield CheckResult(_("There is no backup."), "scorekeeper backup")
        return
    at = max(backups.by_time(settings.backups, "*", ending))
    said = _("The newest backup is of {time}.", time=f"{at:%Y-%m-%d %H:%M}Z")
    yield CheckResult(said, "scorekeeper backup" if datetime.now(UTC) - at > _OLD else "")


def _disk(settings: Settings) -> Iterator[CheckResult]:
    from ..services.monitoring.health import LEAST_FREE, free

    room, file = free(settings.data_dir), settings.sqlite_file
    size = file.stat().st_size if file is not None and file.exists() else 0
    said = _("{size} MB are free.", size=room // 1_000_000)
    few = room < LEAST_FREE + 3 * size
    yield CheckResult(said, _("Make room: the database and its backups need some.") if few else "")


def _address(settings: Settings) -> Iterator[CheckResult]:
    from ..http.public import local_base
    from ..http.urls import listens_to_all

    base = settings.base_url
    if base is None:
        here = _(
            "Only this machine reaches {url}. For phones use --lan, or SCOREKEEPER_BASE_URL.", url=local_base(settings)
        )
        yield CheckResult(_("Phones in the same network reach it.") if listens_to_all(settings) else here)
    elif not settings.secure_cookies:
        yield CheckResult(
            _("The public address {url} is not https: phones keep nothing offline.", url=base),
            _("docs/https-at-home.md shows how to get https."),
        )
    elif not settings.trusted_proxies:
        yield CheckResult(
            _("The public address is {url}, but no proxy is trusted: all phones count as one for limits.", url=base),
            "SCOREKEEPER_TRUSTED_PROXIES=1",
        )
    else:
        yield CheckResult(_("The public address is {url}.", url=base))


def _paper(_settings: Settings) -> Iterator[CheckResult]:
    try:
        import weasyprint  # noqa: F401  # it loads Pango when it is imported, and that is the question
    except (ImportError, OSError) as error:
        yield CheckResult(
            _("Sheets cannot be printed: Pango is missing. ({cause})", cause=str(error).splitlines()[0]), "./run"
        )
    else:
        yield CheckResult(_("Sheets can be printed."))


def _server(settings: Settings) -> Iterator[CheckResult]:
    from urllib.error import HTTPError, URLError
    from urllib.request import urlopen

    from ..http.urls import local_url

    try:
        with urlopen(f"{local_url(settings)}/readyz", timeout=5):
            yield CheckResult(_("The server runs, and is ready."))
        yield from _figures(settings)
    except HTTPError as error:
        yield CheckResult(
            _("The server runs, but is not ready: {said}", said=error.read(500).decode("utf-8", "replace").strip()),
            _("Its log says more."),
        )
    except (URLError, OSError):
        yield CheckResult(_("No server runs at {url}.", url=local_url(settings)), "scorekeeper serve")


def _figures(settings: Settings) -> Iterator[CheckResult]:
    """Check what only the running server knows, unless `/metrics` refuses this machine."""
    from urllib.error import HTTPError
    from urllib.request import urlopen

    from ..http.urls import local_url

    try:
        with urlopen(f"{local_url(settings)}/metrics", timeout=5) as said:
            found = dict(_FIGURE.findall(said.read().decode()))
    except HTTPError:
        return
    watching, most = (int(float(found.get(f"scorekeeper_streams{kind}", 0))) for kind in ("", "_most"))
    if most:
        yield CheckResult(
            _("Phones that watch a game live: {watching}, of {most} at most.", watching=watching, most=most),
            _("Further phones ask every ten seconds instead. Several processes, on PostgreSQL, hold more.")
            if watching > most * 0.9
            else "",
        )
    if float(found.get("scorekeeper_untrusted_proxy_total", 0)):
        yield CheckResult(
            _("Requests come through a proxy, but none is trusted: all phones count as one for limits."),
            "SCOREKEEPER_TRUSTED_PROXIES=1",
        )


def _limits(settings: Settings) -> Iterator[CheckResult]:
    if settings.limits_url is None:
        return
    from ..http.rate_storage import SharedCounters, storage_uri

    if SharedCounters(storage_uri(settings.limits_url)).check():
        yield CheckResult(_("Rate limits are counted for all processes together."))
    else:
        yield CheckResult(
            _("The server that counts rate limits does not answer: each process counts alone."),
            _("Start it, or look at SCOREKEEPER_LIMITS_URL."),
        )


Check = Callable[[Settings], Iterator[CheckResult]]
CHECKS: tuple[Check, ...] = (_version, _folder, _database, _backups, _disk, _address, _limits, _paper, _server)
