"""The work at the start and once a day: fill caches, remove old games, and files that killed processes left behind."""

import logging
import threading

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from ..rules import solver
from ..services.circles.deleting import purge_deleted_circles
from ..services.games.deleting import purge_deleted_games, purge_unplayed_games
from ..services.paper.printing import SheetCache
from ..sheets import printer

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


def sweep_at_start(app: Flask) -> None:
    """Remove unfinished files of earlier processes. Call it before the application prints anything."""
    _cache(app).sweep(older_than=0)
    printer.sweep()


def keep_house(app: Flask, every: float = _DAY) -> threading.Event:
    """Prepare for the first questions; remove old games and files `every` so many seconds.

    That is done in a thread, which ends when the returned event is set.
    """
    ending = threading.Event()

    def work() -> None:
        if not ending.wait(_SETTLED):
            solver.prepare()
        while not ending.wait(every):
            purge(app)
            _cache(app).sweep()

    threading.Thread(target=work, name="housekeeping", daemon=True).start()
    return ending


def _cache(app: Flask) -> SheetCache:
    return SheetCache(app.config["SCOREKEEPER"].data_dir / "sheets")
