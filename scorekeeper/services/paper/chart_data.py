"""The chart of a game's totals by round, for pages and sheets."""

from collections.abc import Mapping

from ...rules.model.ending import ReachTarget
from ...sheets.curves import Curves, curves
from ..games.views import GameView

_MAX_STRETCH = 4  # multiple of the totals' range up to which the target is shown; beyond it the curves would be flat

Series = Mapping[str, tuple[int, list[int]]]


def totals_chart(view: GameView) -> Curves | None:
    """Return the chart of a game's totals, best player first; None before the second round."""
    rounds = view.counting
    if len(rounds) < 2:
        return None
    series = _series(view)
    placed = [name for _place, name in view.placings]
    order = [*placed, *(name for name in series if name not in placed)]
    return curves(series, order, [round_.number for round_ in rounds], _target(view, series))


def _series(view: GameView) -> Series:
    """Return for each player who took part: the number of rounds before the first, the start total, and the totals."""
    found: dict[str, tuple[int, list[int]]] = {}
    for index, round_ in enumerate(view.counting):
        for name, total in round_.totals.items():
            if name not in found:
                found[name] = (index, [total - round_.scores.get(name, 0)])
            found[name][1].append(total)
    return {name: found[name] for name in view.totals if name in found}


def _target(view: GameView, series: Series) -> int | None:
    """Return the target of points if there is one within the range that the chart can show."""
    goal, values = view.variant.ending.goal, [total for _start, totals in series.values() for total in totals]
    if not isinstance(goal, ReachTarget):
        return None
    return goal.points if goal.points <= _MAX_STRETCH * max(max(0, *values) - min(0, *values), 1) else None
