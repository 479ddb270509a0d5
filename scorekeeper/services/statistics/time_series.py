"""How figures of a circle grew: pure functions of what happened when, in at most `MOST_STEPS` steps."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from ...sheets.curves import ChartData, Curve
from .periods import begun
from .statistics import FEWEST

MOST_STEPS = 24
_TOO_MANY = 200
MOST_CURVES = 12


class Step(StrEnum):
    """What a step of a series is."""

    GAME = "game"
    EVENING = "evening"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


_MONTHS = {Step.MONTH: 1, Step.QUARTER: 3, Step.YEAR: 12}


class Event(NamedTuple):
    """What somebody got in a game: whoever has this `key` got `figure`, of `most` that could be got."""

    when: datetime
    key: str
    figure: int
    most: int = 1


@dataclass(frozen=True)
class TimeSeries:
    """Curves by step, the best last figure first; `days` are those of the steps, `names` those of the curves."""

    data: ChartData
    step: Step
    days: Sequence[date]
    cut: bool = False  # whether there are more curves


class _Timeline(NamedTuple):
    step: Step
    days: Sequence[date]
    at: Mapping[datetime, int]  # the number of the step of each moment, from 0


def time_series(events: Iterable[Event], *, shares: bool = False, lowest: bool = False) -> TimeSeries | None:
    """Return how figures add up, or the `shares` of the possible ones in percent; None below two steps.

    A share begins with the `FEWEST`th game. Of many curves those with the highest last figures stay; they come first,
    or the `lowest`.
    """
    found = sorted(events, key=lambda event: event.when)
    steps = _steps_of([event.when for event in found])
    if not 2 <= len(steps.days) <= _TOO_MANY:
        return None
    got, could = _by_step(found, steps)
    curves = [curve for key in got if (curve := _share(key, got[key], could[key]) if shares else _sum(key, got[key]))]
    if not curves:
        return None
    best = sorted(curves, key=lambda curve: -curve.totals[-1])[:MOST_CURVES]
    if lowest:
        best.sort(key=lambda curve: curve.totals[-1])
    ranked = tuple(Curve(each.name, seat, each.start, each.totals) for seat, each in enumerate(best))
    data = ChartData(ranked, tuple(range(1, len(steps.days) + 1)))
    return TimeSeries(data, steps.step, steps.days, len(curves) > MOST_CURVES)


def _by_step(events: Sequence[Event], steps: _Timeline) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Return what each key got in each step, and how much it could have got."""
    keys = dict.fromkeys(event.key for event in events)
    got, could = ({key: [0] * len(steps.days) for key in keys} for _ in range(2))
    for when, key, figure, most in events:
        at = steps.at[when]
        got[key][at] += figure
        could[key][at] += most
    return got, could


def _sum(key: str, got: Sequence[int]) -> Curve:
    return Curve(key, 0, 0, (0, *_running(got)))


def _share(key: str, got: Sequence[int], could: Sequence[int]) -> Curve | None:
    sums = list(zip(_running(got), _running(could), strict=True))
    start = next((at for at, (_won, games) in enumerate(sums) if games >= FEWEST), None)
    if start is None:
        return None
    return Curve(key, 0, start + 1, tuple(round(100 * won / games) for won, games in sums[start:]))


def _running(numbers: Iterable[int]) -> list[int]:
    found, total = [], 0
    for number in numbers:
        total += number
        found.append(total)
    return found


def _steps_of(times: Sequence[datetime]) -> _Timeline:
    """Return the finest steps of times, the earliest first, that are not too many; rather many than a single one."""
    distinct = list(dict.fromkeys(times))
    evenings = begun(distinct)
    kinds: list[tuple[Step, Callable[[], Sequence[datetime]]]] = [
        (Step.GAME, lambda: distinct),
        (Step.EVENING, lambda: evenings),
        *((step, partial(_months, distinct, months)) for step, months in _MONTHS.items()),
    ]
    chosen: tuple[Step, Sequence[datetime]] = Step.GAME, distinct
    for step, starts_of in kinds if len(distinct) > MOST_STEPS else ():
        starts = starts_of()
        count = len(starts) if step in (Step.GAME, Step.EVENING) else len({bisect_right(starts, at) for at in evenings})
        if count > 1:
            chosen = step, starts
        if count <= MOST_STEPS:
            break
    return _split(distinct, *chosen, evenings)


def _months(times: Sequence[datetime], months: int) -> list[datetime]:
    """Return when each so many months began, in the server's time zone, from the first of times to the last."""
    first, last = times[0].astimezone(), times[-1].astimezone()
    begin = 12 * first.year + (first.month - 1) // months * months
    numbers = range(begin, 12 * last.year + last.month, months)
    return [datetime(number // 12, number % 12 + 1, 1).astimezone() for number in numbers]


def _split(
    times: Sequence[datetime], step: Step, starts: Sequence[datetime], evenings: Sequence[datetime]
) -> _Timeline:
    """Return the steps, which begin at `starts`, that have any of the times."""
    first: dict[int, datetime] = {}
    part = [bisect_right(starts, when) for when in times]
    for number, when in zip(part, times, strict=True):
        first.setdefault(number, when)
    order = {number: at for at, number in enumerate(first)}
    days = [evenings[bisect_right(evenings, when) - 1].astimezone().date() for when in first.values()]
    return _Timeline(step, days, {when: order[number] for when, number in zip(times, part, strict=True)})
