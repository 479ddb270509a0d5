"""The chart of what decides a game, by round, for pages and sheets: totals, rating points, or rounds won."""

from collections.abc import Mapping, Sequence

from ...rules.errors import N_
from ...rules.model.ending import ReachTarget, StayBelow
from ...rules.model.terms import Wins
from ...rules.model.variant import Variant
from ...sheets.curves import LINES, ChartData, Curve
from ..views.game_view import GameView

# The multiple of the totals' range up to which the target is shown: beyond it the lines would be flat.
_MAX_STRETCH = 3
_MAX_STRETCH_OF_PANELS = 1.5


def totals_chart(view: GameView) -> ChartData | None:
    """Return the chart of what decides a game, best player first; None before the second round, and if it is hidden."""
    rounds = view.counting
    if len(rounds) < 2 or view.totals_hidden:
        return None
    places = {name: place for place, name in view.placings}
    curves = tuple(sorted(_curves(view), key=lambda curve: places.get(curve.name, len(view.totals) + 1)))
    return ChartData(curves, tuple(round_.number for round_ in rounds), _target(view, curves))


def deciding(view: GameView) -> Mapping[str, int]:
    """Return what decides who is ahead, by name: the totals, or rating points, or rounds won."""
    return view.apart if view.variant.ending.ranks_apart else view.totals


def chart_title(variant: Variant) -> str:
    """Return the marked heading of the chart."""
    if not variant.ending.ranks_apart:
        return N_("How the totals went")
    if variant.ending.wins is Wins.MOST_ROUNDS:
        return N_("How the rounds were won")
    return N_("How the rating points went")


def goal_word(variant: Variant) -> str:
    """Return the marked word for the line of points that ends the game."""
    # Translators: a label in a chart: a line that players must stay below
    return N_("limit") if isinstance(variant.ending.goal, StayBelow) else N_("target")


def _curves(view: GameView) -> list[Curve]:
    """Return the course of everybody who took part."""
    found: dict[str, tuple[int, list[int]]] = {}
    apart, before = view.variant.ending.ranks_apart, dict[str, int]()
    for index, round_ in enumerate(view.counting):
        for name, total in round_.totals.items():
            if name not in found:
                start = before.get(name, 0) if apart else total - round_.scores.get(name, 0)
                found[name] = (index, [start])
            found[name][1].append(round_.rating_totals[name] if apart else total)
        before = round_.rating_totals
    taking_part = [name for name in view.totals if name in found]
    return [Curve(name, seat, found[name][0], tuple(found[name][1])) for seat, name in enumerate(taking_part)]


def _target(view: GameView, curves: Sequence[Curve]) -> int | None:
    """Return the target of points, or the limit, if there is one within the range that the chart can show."""
    goal = view.variant.ending.goal
    if not isinstance(goal, ReachTarget | StayBelow) or view.variant.ending.ranks_apart:
        return None
    stretch = _MAX_STRETCH_OF_PANELS if len(curves) > LINES else _MAX_STRETCH
    high, low = max(0, *[max(curve.totals) for curve in curves]), min(0, *[min(curve.totals) for curve in curves])
    return goal.points if goal.points <= stretch * max(high - low, 1) else None
