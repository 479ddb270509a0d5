"""The work at the start and once a day: fill caches, back up, remove old games, and files of killed processes."""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from ..config.settings import Settings
from ..rules import solver
from ..services.circles.deleting import purge_deleted_circles
from ..services.games.deleting import purge_deleted_games, purge_unplayed_games
from ..services.paper.printing import UNFINISHED, SheetCache
from ..sheets import printer
from ..store import daily_backups
from ..store.backups import BackupError

_DAY = 24 * 3600.0
_SETTLED = 2.0  # seconds after the start, when the first page is answered

_log = logging.getLogger(__name__)


def purge(app: Flask) -> None:
    """Remove the games and circles whose time is over; if the database fails, the next run does it."""
    for remove in (purge_deleted_games, purge_unplayed_games, purge_deleted_circles):
        try:
            with app.app_context():
                remove()
        except SQLAlchemyError as error:
            _log.warning("Old games were not removed: %s", error)


def back_up(app: Flask) -> None:
    """Back up the database, once a day; if that fails, the log says why, and the next run does it."""
    settings: Settings = app.config["SCOREKEEPER"]
    if not settings.daily_backups:
        return
    file, folder, now = settings.sqlite_file, settings.backups, datetime.now(UTC)
    try:
        if file is not None:
            copy = daily_backups.back_up(file, folder, now)
        else:
            copy = daily_backups.back_up_server(settings.database_url, folder, now)
    except BackupError as error:
        _log.warning("There is no backup of today: %s", str(error))  # a sentence for whoever runs it
    except SQLAlchemyError as error:
        _log.warning("There is no backup of today: %s", error)
    else:
        if copy is not None:
            _log.info("Backed up to %s", copy)


def sweep_at_start(app: Flask) -> None:
    """Remove unfinished files of earlier processes. Call it before the application prints anything."""
    settings: Settings = app.config["SCOREKEEPER"]
    _cache(app).sweep(older_than=0 if settings.processes == 1 else UNFINISHED)  # others may be printing
    printer.sweep()


def keep_house(app: Flask, every: float = _DAY) -> threading.Event:
    """Prepare for the first questions and back up; do that, and remove old games and files, `every` so many seconds.

    That is done in a thread, which ends when the returned event is set.
    """
    ending = threading.Event()

    def work() -> None:
        if not ending.wait(_SETTLED):
            solver.prepare()
            _try(back_up, app)
        while not ending.wait(every):
            for task in (back_up, purge, _sweep):
                _try(task, app)

    threading.Thread(target=work, name="housekeeping", daemon=True).start()
    return ending


def _try(task: Callable[[Flask], None], app: Flask) -> None:
    """Do a task; if it fails, as on a disk that has become read-only, the next run does it."""
    try:
        task(app)
    except Exception:  # or no copy would be made until the next start
        _log.exception("A task of the day failed")


def _sweep(app: Flask) -> None:
    _cache(app).sweep()


def _cache(app: Flask) -> SheetCache:
    return SheetCache(app.config["SCOREKEEPER"].data_dir / "sheets")
