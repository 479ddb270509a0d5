"""Dates and times as readers of a language write them, by CLDR; English has the day first, as in Europe."""

from datetime import date, datetime

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, get_datetime_format

from .wording import reader_language


def day_words(when: date) -> str:
    """Return a date with the month in full: `23 November 2026`, `23. november 2026`."""
    return _date(when, "d MMMM y", "long")


def weekday_words(when: date) -> str:
    """Return a date with the day of the week: `Monday 23 November 2026`, `mandag den 23. november 2026`."""
    return _date(when, "EEEE d MMMM y", "full")


def date_words(when: date) -> str:
    """Return a date with the month in short: `23 Nov 2026`, `23. nov. 2026`."""
    return _date(when, "d MMM y", "medium")


def short_day_words(when: date) -> str:
    """Return a date without its year: `23 Nov`, `23. nov.`."""
    return format_date(when, "d MMM", locale=_locale()) if _is_english() else _skeleton(when, "MMMd")


def month_words(when: date) -> str:
    """Return the month of a date: `Nov 2026`, `nov. 2026`."""
    return _skeleton(when, "yMMM")


def quarter_words(when: date) -> str:
    """Return the quarter of a date: `Q4 2026`, `4. kvt. 2026`."""
    return _skeleton(when, "yQQQ")


def _skeleton(when: date, skeleton: str) -> str:
    return format_skeleton(skeleton, when, locale=_locale())


def clock_words(when: datetime) -> str:
    """Return the time of a moment in its own time zone, to the minute: `17:45`, `17.45`."""
    return format_time(when, "HH:mm" if _is_english() else "short", tzinfo=when.tzinfo, locale=_locale())


def moment_words(when: datetime) -> str:
    """Return a moment in its own time zone, to the minute: `23 Nov 2026, 17:45`, `23. nov. 2026 17.45`."""
    locale = _locale()
    together = "{1}, {0}" if _is_english() else str(get_datetime_format("medium", locale=locale))
    return together.replace("{0}", clock_words(when)).replace("{1}", date_words(when))


def _date(when: date, english: str, length: str) -> str:
    return format_date(when, english if _is_english() else length, locale=_locale())


def _is_english() -> bool:
    return _locale().language == "en"


def _locale() -> Locale:
    return Locale.parse(reader_language(), sep="-")
