"""The figures that are read off only when a program asks for them: the room on the disk, the newest backup.

They are apart from `metrics`, whose counters the command line imports, too: it needs no database.
"""

from datetime import datetime
from pathlib import Path

from ..config.settings import Settings
from ..config.version import program_version
from ..store import backups
from .health import free
from .metrics import BACKUP, FREE, MOST_STREAMS, PROGRAM, SHEETS, STREAMS


def measure(settings: Settings, streams: int, most_streams: int, sheets: int) -> None:
    """Set the figures that are read off only when they are asked for."""
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
