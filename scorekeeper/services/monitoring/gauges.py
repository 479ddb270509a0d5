"""The gauges that are set only when `/metrics` is asked: streams, sheets, the newest backup, free disk space.

They are apart from `metrics`, which commands that need no database import, too.
"""

from datetime import datetime
from pathlib import Path

from ...config.settings import Settings
from ...config.version import program_version
from ...store import backups
from .health import free
from .metrics import BACKUP, FREE, MOST_STREAMS, PROGRAM, SHEETS, STREAMS


def measure(settings: Settings, streams: int, most_streams: int, sheets: int) -> None:
    """Set all gauges, just before they are sent."""
    STREAMS.set(streams)
    MOST_STREAMS.set(most_streams)
    SHEETS.set(sheets)
    at = _newest_backup(settings.backups, backups.DUMP if settings.sqlite_file is None else backups.SQLITE)
    BACKUP.set(at.timestamp() if at else 0)
    FREE.set(free(settings.data_dir))
    kind = "postgresql" if settings.sqlite_file is None else "sqlite"
    PROGRAM.info({"version": program_version(), "database": kind})


def _newest_backup(folder: Path, ending: str) -> datetime | None:
    return max(backups.by_time(folder, "*", ending), default=None)
