"""The pictures of a circle's statistics: lines for the template, and the same numbers as a table."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from ...rules.errors import N_
from ...rules.variants import VARIANTS
from ...services.dates import day_words, month_words, quarter_words, short_day_words
from ...services.statistics.points import PointsSeries
from ...services.statistics.time_series import MOST_CURVES, Step, TimeSeries
from ...services.statistics.units import Unit
from ...services.wording import game_name
from ...sheets.curves import Plot
from ..board.chart import Chart, drawn
from ..text import _, plural, points, say

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


class PointsPicture(NamedTuple):
    """How points grew: a picture, if there is one, and what is to be said about it; `title` is that of both."""

    title: Markup
    picture: Picture | None
    notes: Sequence[str]


def shares_picture(series: TimeSeries | None) -> Picture | None:
    """Return the picture of the shares of games that a person has won, by game; None without a series."""
    if series is None or len(series.data.curves) > 1:
        return picture_of(series, _("Share won over time, in percent"), whole_names=True)
    game = series.data.curves[0].name
    return picture_of(series, say(_("Share won over time in {game}, in percent"), game=game))


def points_picture(found: PointsSeries | None) -> PointsPicture | None:
    """Return the picture of points; None if there is neither a picture nor a reason why there is none."""
    if found is None or found.variant not in VARIANTS:
        return None
    title = say(_("Points over time, {game}"), game=game_name(VARIANTS[found.variant]))
    if found.series is None and not found.left_out:
        return None
    notes = [_left_out(games, why) if found.unit else _(why) for why, games in found.left_out.items()]
    return PointsPicture(title, picture_of(found.series, title), [*_read(found), *notes])


def _left_out(games: int, why: str) -> str:
    return " ".join((plural("One game is left out.", "{num} games are left out.", games), _(why)))


def _read(found: PointsSeries) -> Sequence[str]:
    """Return how to read a picture of points."""
    if found.series is None:
        return ()
    notes = (
        (found.unit is Unit.FEWEST, _("The lowest total wins.")),
        (not found.evenly, _("Some have played more games than others.")),
        (found.cut, _("The {number} who have played most are shown.", number=MOST_CURVES)),
        (not found.alone, _("Points of different games are never added up. Choose another game above.")),
    )
    return [note for shown, note in notes if shown]


def picture_of(series: TimeSeries | None, title: str, *, whole_names: bool = False) -> Picture | None:
    """Return the picture of a series, None without one; `title` is translated. See `drawn` for `whole_names`."""
    if series is None:
        return None
    curves = series.data.curves
    ends = ", ".join(f"{curve.name} {points(curve.totals[-1])}" for curve in curves)
    chart = drawn(
        series.data,
        lambda plot: _below(plot, series),
        sentence=say(_(_STEPS[series.step])),
        described=_("At the end: {totals}", totals=ends),
        title=title,
        whole_names=whole_names,
    )
    rows = [
        (_label(series, at, long=True), [_cell(curve.totals, curve.start, at) for curve in curves])
        for at in range(1, len(series.days) + 1)
    ]
    return Picture(chart, [curve.name for curve in curves], rows, MOST_CURVES if series.cut else None)


def _cell(totals: Sequence[int], start: int, at: int) -> str:
    return points(totals[at - start]) if at >= start else "–"


def _below(plot: Plot, series: TimeSeries) -> list[tuple[int, str]]:
    last = len(series.days)
    shown = {1, last} | ({(last + 1) // 2} if last >= _FROM else set())
    return [(plot.x(at), _label(series, at)) for at in sorted(shown)]


def _label(series: TimeSeries, at: int, *, long: bool = False) -> str:
    """Return the label of a step, by its number from 1."""
    day = series.days[at - 1]
    match series.step:
        case Step.GAME:
            return str(at)
        case Step.EVENING:
            return day_words(day) if long else short_day_words(day)
        case Step.MONTH:
            return month_words(day)
        case Step.QUARTER:
            return quarter_words(day)
    return str(day.year)
