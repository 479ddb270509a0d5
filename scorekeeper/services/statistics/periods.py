"""Which games statistics count, by when they were played: all, a year, a month, the last evening, a season."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from ...store.circles import tally_sums
from ...store.circles.tally_sums import Chosen
from ...store.moments import in_utc
from ...store.rows import SeasonRow
from .statistics import EVENING

YEARS = range(1970, 9000)
"""The years that can be asked for."""
_NEVER = datetime(9999, 1, 1, tzinfo=UTC)


class Span(StrEnum):
    """Which games count, by when they were played."""

    ALL = "all"
    YEAR = "year"
    MONTH = "month"
    EVENING = "evening"
    SEASON = "season"


class Period(NamedTuple):
    """A span: of `Span.YEAR` the `year`, without one this year; of `Span.SEASON` the id of the `season`."""

    span: Span = Span.ALL
    year: int | None = None
    season: int | None = None


class _Window(NamedTuple):
    since: datetime | None = None
    before: datetime | None = None


def limited(session: Session, chosen: Chosen, period: Period, season: SeasonRow | None, now: datetime) -> Chosen:
    """Return the chosen games of a period that contains `now`, in the server's time zone; a season has its own."""
    match period.span:
        case Span.YEAR:
            window = _year(period.year or now.astimezone().year)
        case Span.MONTH:
            window = _Window(now.astimezone().replace(day=1, hour=0, minute=0, second=0, microsecond=0).astimezone(UTC))
        case Span.EVENING:
            window = _Window(_last(begun(tally_sums.times(session, chosen))))
        case Span.SEASON if season is not None:
            window = season_window(season, tally_sums.times(session, Chosen(chosen.circle_id)))
        case _:
            window = _Window()
    return chosen._replace(since=window.since, before=window.before)


def begun(times: Iterable[datetime]) -> list[datetime]:
    """Return when each evening began, the earliest first; `times` are those of games, the latest first."""
    found: list[datetime] = []
    before: datetime | None = None
    for when in sorted(map(in_utc, times)):
        if before is None or when - before >= EVENING:
            found.append(when)
        before = when
    return found


def season_window(season: SeasonRow, times: Iterable[datetime]) -> _Window:
    """Return from when to before when the evenings of a season are; an evening belongs to the day on which it began."""
    zone = ZoneInfo(season.zone)
    days = [(start.astimezone(zone).date(), start) for start in begun(times)]
    return _Window(
        next((start for day, start in days if day >= season.first), _NEVER),
        next((start for day, start in days if day > season.last), None),
    )


def years_of(session: Session, circle_id: str) -> list[int]:
    """Return the years in which a circle has played, in the server's time zone, the latest first."""
    ends = tally_sums.ends(session, Chosen(circle_id))
    if ends is None:
        return []
    first, last = (in_utc(end).astimezone().year for end in ends)
    between = (year for year in range(last - 1, first, -1) if _played(session, circle_id, year))
    return list(dict.fromkeys((last, *between, first)))


def _played(session: Session, circle_id: str, year: int) -> bool:
    window = _year(year)
    return tally_sums.any_games(session, Chosen(circle_id, None, window.since, window.before))


def _year(year: int) -> _Window:
    return _Window(*(datetime(each, 1, 1).astimezone(UTC) for each in (year, year + 1)))


def _last(starts: Sequence[datetime]) -> datetime | None:
    return starts[-1] if starts else None
