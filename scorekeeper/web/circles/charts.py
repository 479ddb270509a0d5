"""The pictures of a circle's statistics: lines for the template, and the same numbers as a table."""

from collections.abc import Sequence
from typing import NamedTuple

from ...rules.errors import N_
from ...services.dates import day_words, month_words, quarter_words, short_day_words
from ...services.statistics.course import MOST_CURVES, Course, Step
from ...sheets.curves import Plot
from ..board.chart import Chart, drawn
from ..text import _, points, say

_STEPS = {
    Step.GAME: N_("Each step is one game."),
    Step.EVENING: N_("Each step is one evening."),
    Step.MONTH: N_("Each step is one month."),
    Step.QUARTER: N_("Each step is three months."),
    Step.YEAR: N_("Each step is one year."),
}
_FROM = 5  # steps from which the middle one has a label, too


class Picture(NamedTuple):
    """A chart, and its numbers: the heads of the columns, and each step with what is in its row."""

    chart: Chart
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    most: int | None  # curves, if there may be more


def picture_of(course: Course | None, title: str) -> Picture | None:
    """Return the picture of a course, None without one; `title` is translated."""
    if course is None:
        return None
    curves = course.data.curves
    ends = ", ".join(f"{curve.name} {points(curve.totals[-1])}" for curve in curves)
    chart = drawn(
        course.data,
        lambda plot: _below(plot, course),
        sentence=say(_(_STEPS[course.step])),
        described=_("At the end: {totals}", totals=ends),
        title=title,
    )
    rows = [
        (_label(course, at, long=True), [_cell(curve.totals, curve.start, at) for curve in curves])
        for at in range(1, len(course.days) + 1)
    ]
    return Picture(chart, [curve.name for curve in curves], rows, MOST_CURVES if course.cut else None)


def _cell(totals: Sequence[int], start: int, at: int) -> str:
    return points(totals[at - start]) if at >= start else "–"


def _below(plot: Plot, course: Course) -> list[tuple[int, str]]:
    last = len(course.days)
    shown = {1, last} | ({(last + 1) // 2} if last >= _FROM else set())
    return [(plot.x(at), _label(course, at)) for at in sorted(shown)]


def _label(course: Course, at: int, *, long: bool = False) -> str:
    """Return what a step is called, by its number from 1."""
    day = course.days[at - 1]
    match course.step:
        case Step.GAME:
            return str(at)
        case Step.EVENING:
            return day_words(day) if long else short_day_words(day)
        case Step.MONTH:
            return month_words(day)
        case Step.QUARTER:
            return quarter_words(day)
    return str(day.year)
