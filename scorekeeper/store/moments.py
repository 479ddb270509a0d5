"""Moments as the database has them."""

from datetime import UTC, datetime


def in_utc(moment: datetime | str) -> datetime:
    """Return a stored moment as an aware time in UTC; SQLite keeps no time zone."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
