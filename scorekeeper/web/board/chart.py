"""The chart of the totals: points, lines and words for the template; no HTML."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...rules.scoring.sides import Side
from ...services.paper.chart_data import chart_title, deciding, goal_word, totals_chart
from ...services.views.game_view import GameView
from ...sheets.curves import LINES, MARKS, ChartData, Plot, Point, spread
from ..text import _, plural, points, say
from .names import NO_SIDES, shortened

_LABELS = 16  # distance of the labels, in px of the smallest phone, which are the units of the drawing
_LEFT, _TOP, _HEIGHT = 42, 14, 132
_RIGHT = 226  # beyond it are the names of at most nine letters
_LEADER = 10
_PANEL = 150, 60  # width and height of a panel
_DIGIT = 8
_TITLE = 14  # letters


@dataclass(frozen=True, slots=True)
class PlottedLine:
    """A player's line, in one plot or in a panel: `leader` leads from its end at `end` to the label at `label`.

    A single line is labelled with its last total: the title names the player.
    """

    name: str
    short: str
    total: str
    style: int
    path: str
    end: Point
    label: Point = (0, 0)
    leader: str = ""

    @property
    def title(self) -> str:
        """The name above the player's panel."""
        return self.name if len(self.name) <= _TITLE else self.short

    @property
    def mark(self) -> str:
        """The path of the mark before the label."""
        return MARKS[self.style]


@dataclass(frozen=True, slots=True)
class Chart:
    """The data of the template: at most `LINES` lines in one plot, or each in a panel with the others behind it."""

    plot: Plot
    lines: tuple[PlottedLine, ...]  # the best first
    totals: list[tuple[int, str]]  # labels at the left
    rounds: Sequence[tuple[int, int | str]]  # labels below: x, and a round's number
    sentence: Markup
    described: str
    goal: str  # the word for the line of the target
    title: str
    panels: bool  # whether each player has one


def chart(view: GameView) -> Chart | None:
    """Return the chart of a game; None before its second round."""
    data = totals_chart(view)
    if data is None:
        return None
    return drawn(
        data,
        lambda plot: plot.rounds_at(2 * _LABELS),
        sentence=_sentence(view, [name for _place, name in view.placings]),
        described=_described(view),
        goal=_(goal_word(view.variant)),
        title=_(chart_title(view.variant)),
        sides=view.sides,
    )


def drawn(
    data: ChartData,
    below: Callable[[Plot], Sequence[tuple[int, int | str]]],
    *,
    sentence: Markup,
    described: str,
    title: str,
    goal: str = "",
    sides: Mapping[str, Side] = NO_SIDES,
    whole_names: bool = False,
) -> Chart:
    """Return the chart of any totals, some perhaps of `sides`; `below` returns the labels below one plot for all.

    With `whole_names` each line has a panel, too, if a name is too long for a label.
    """
    short = shortened([curve.name for curve in data.curves], sides)
    panels = len(data.curves) > LINES
    if whole_names:
        panels, short = panels or any(short[name] != name for name in short), {name: name for name in short}
    plot = _panel(data) if panels else Plot(data, _LEFT, _TOP, _RIGHT - _LEFT, _HEIGHT)
    return Chart(
        plot=plot,
        lines=tuple(_lines(plot, short)),
        totals=[(y, points(total)) for y, total in plot.totals_at(_LABELS if panels else 3 * _LABELS)],
        rounds=[] if panels else below(plot),
        sentence=sentence,
        described=described,
        goal=goal,
        title=title,
        panels=panels,
    )


def _panel(data: ChartData) -> Plot:
    """Return the plot of a panel, with room for the labels at its left and the mark at its right."""
    width, height = _PANEL
    left = _DIGIT * max(len(str(total)) for total in (data.low, data.high)) + 4
    return Plot(data, left, 6, width - left - 6, height - 12)


def _lines(plot: Plot, short: Mapping[str, str]) -> Iterator[PlottedLine]:
    """Yield the lines, each with a label that is clear of the others."""
    curves = plot.data.curves
    ends = [plot.end(curve) for curve in curves]
    heights = spread([y for _x, y in ends], _LABELS, _LABELS // 2, plot.bottom)
    for curve, (x, y), label in zip(curves, ends, heights, strict=True):
        at = plot.right + _LEADER
        bend = "" if x == plot.right or label == y else f"H{plot.right}"
        leader = f"M{x} {y}{bend}{f'H{at}' if label == y else f'L{at} {label}'}"  # short: it is in every saved round
        total, style = points(curve.totals[-1]), curve.seat % LINES
        called = total if len(curves) == 1 else short[curve.name]
        yield PlottedLine(curve.name, called, total, style, plot.line(curve), (x, y), (at, label), leader)


def _sentence(view: GameView, placed: Sequence[str]) -> Markup:
    """Return who leads, and since which round, as a sentence."""
    leading = [name for place, name in view.placings if place == 1]
    if len(leading) == len(placed):
        return say(_("Everybody is tied."))
    if len(leading) > 1:
        return say(_("{names} are tied for the lead."), names=tuple(leading))
    since = leads_since(view, leading[0])
    first = since == view.counting[0].number
    if side := view.sides.get(leading[0]):
        several = _("{names} have led since the first round.") if first else _("{names} have led since round {number}.")
        return say(several, names=side, number=since)
    if first:
        return say(_("{name} has led since the first round."), name=leading[0])
    return say(_("{name} has led since round {number}."), name=leading[0], number=since)


def leads_since(view: GameView, leader: str) -> int:
    """Return the number of the round since which `leader` has led alone."""
    ending = view.variant.ending
    since = 0
    for round_ in reversed(view.counting):
        rated = round_.rating_totals
        merits = {name: ending.merit(total, rated.get(name, 0)) for name, total in round_.totals.items()}
        mine = merits.pop(leader, None)
        if mine is None or any(merits[name] >= mine for name in view.players if name in merits):
            break
        since = round_.number
    return since or view.counting[-1].number


def _described(view: GameView) -> str:
    """Return the text alternative of the chart."""
    reached = deciding(view)
    totals = ", ".join(f"{name} {points(reached[name])}" for _place, name in view.placings)
    return plural("After one round: {totals}", "After {num} rounds: {totals}", len(view.counting), totals=totals)
