"""A backup of the database every day: the last seven days and four weeks are kept."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ..config.messages import _
from . import backups, dumps
from .migrate import current

DAYS, WEEKS = 7, 4
_KIND = "daily"
_DUE = timedelta(hours=20)  # a little less than a day, so that a daily start is not a minute too early
_AHEAD = timedelta(hours=2)
"""How much later than now a copy may have been made. If it is more, the clock was wrong then, and the copy neither
counts as one of today, nor takes the place of such a one."""
_COUNTED = ("game", "revision")


def back_up(database: Path, folder: Path, now: datetime) -> Path | None:
    """Back up an SQLite database into `folder` unless that was done today, and delete copies that are too old.

    Return the copy, which was opened, checked and counted; None if none was due, or the database is empty.

    Raises:
        BackupError: the copy cannot be written, or is not whole; older ones all stay.
    """
    revision = backups.revision_of(database)
    if revision is None or not _is_due(folder, backups.SQLITE, now):
        return None
    copy = _checked(database, folder, revision)
    _delete_old(folder, backups.SQLITE, now)
    return copy


def back_up_server(database_url: str, folder: Path, now: datetime) -> Path | None:
    """Back up a PostgreSQL database like `back_up`; also None while another process makes the copy.

    Raises:
        BackupError: see `dumps.dump`; older ones all stay.
    """
    with dumps.alone(database_url) as alone:
        revision = current(database_url) if alone and _is_due(folder, backups.DUMP, now) else None
        if revision is None:
            return None
        copy = dumps.add(database_url, folder, _KIND, revision)
    _delete_old(folder, backups.DUMP, now)
    return copy


def _is_due(folder: Path, ending: str, now: datetime) -> bool:
    return not any(now - _DUE < made <= now + _AHEAD for made in backups.by_time(folder, _KIND, ending))


def _checked(database: Path, folder: Path, revision: str) -> Path:
    least = backups.count(database, _COUNTED)
    copy = backups.add(database, folder, _KIND, revision)
    try:
        backups.check(copy)
        if any(there < wanted for there, wanted in zip(backups.count(copy, _COUNTED), least, strict=True)):
            raise backups.BackupError(_("The copy '{target}' is not whole.", target=copy))
    except backups.BackupError:
        copy.unlink(missing_ok=True)
        raise
    return copy


def _delete_old(folder: Path, ending: str, now: datetime) -> None:
    known = {at: file for at, file in backups.by_time(folder, _KIND, ending).items() if at <= now + _AHEAD}
    for time in known.keys() - kept(known):
        known[time].unlink(missing_ok=True)


def kept(times: Collection[datetime]) -> set[datetime]:
    """Return which backups stay: the latest of each of the last seven days, and of the last four weeks, that have any.

    A day is one of UTC, a week begins on Monday.
    """
    days = _latest(times, DAYS, [time.astimezone(UTC).date() for time in times])
    weeks = _latest(times, WEEKS, [time.astimezone(UTC).isocalendar()[:2] for time in times])
    return {*days, *weeks}


def _latest(times: Iterable[datetime], most: int, periods: Iterable[object]) -> list[datetime]:
    last: dict[object, datetime] = {}
    for time, period in sorted(zip(times, periods, strict=True), key=lambda each: each[0]):
        last[period] = time
    return sorted(last.values())[-most:]
