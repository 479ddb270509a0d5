"""A backup of the SQLite database every day: the last seven days and four weeks are kept."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ..config.messages import _
from . import backups

DAYS, WEEKS = 7, 4
_KIND = "daily"
_DUE = timedelta(hours=20)  # a little less than a day, so that a daily start is not a minute too early
_COUNTED = ("game", "revision")


def back_up(database: Path, folder: Path, now: datetime) -> Path | None:
    """Back up `database` into `folder` unless that was done today, check the copy, and delete copies that are too old.

    Return the copy; None if none was due, or the database is empty.

    Raises:
        BackupError: the copy cannot be written, or is not whole; older ones all stay.
    """
    known = backups.by_time(folder, _KIND)
    revision = backups.revision_of(database)
    if revision is None or (known and now - max(known) < _DUE):
        return None
    least = backups.count(database, _COUNTED)
    copy = backups.add(database, folder, _KIND, revision)
    try:
        backups.check(copy)
        if any(there < wanted for there, wanted in zip(backups.count(copy, _COUNTED), least, strict=True)):
            raise backups.BackupError(_("The copy '{target}' is not whole.", target=copy))
    except backups.BackupError:
        copy.unlink(missing_ok=True)
        raise
    known = backups.by_time(folder, _KIND)
    for time in known.keys() - kept(known):
        known[time].unlink(missing_ok=True)
    return copy


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
