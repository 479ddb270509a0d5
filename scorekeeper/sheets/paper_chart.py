"""The chart of totals on paper: at most four lines in one plot, labelled at their ends; else a panel for each player.

Lengths are in tenths of a millimetre, from the top left corner of the chart. The texts are HTML over the drawing, so
that they have the sheet's font with its tabular figures.
"""

from dataclasses import dataclass
from math import ceil, sqrt

from .curves import LINES, ChartData, Curve, Plot, elided, spread

_DIGIT = 0.6  # width of a bold digit, in em
_LETTER = 0.5  # width of an average letter, in em
_BOLD = 0.58  # of a bold one
_LINE = 1.3  # height of a line of text, in em
_WIDEST = 0.28  # of the width of the chart, at most, for names at the ends of lines
_MARK = 0.4  # radius of a mark, in em
_SLACK = 2  # by how much a line behind another may be off, which draws long games in half the time
_ACROSS = 1.8  # wanted ratio of a panel's width to its height


@dataclass(frozen=True, slots=True)
class PlotText:
    """A line of text: the position of its box, and where in it the text stands (`left`, `right` or `center`)."""

    text: str | int  # a number is a total, or that of a round
    left: int
    top: int
    width: int
    align: str = "left"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A player's line: its style, its path, and the position of its mark, with the path that leads there."""

    style: int
    path: str
    mark: tuple[int, int]
    leader: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The plot of some lines, moved by `left` and `top`; `grid` is a path."""

    plot: Plot
    left: int
    top: int
    lines: tuple[ChartLine, ...]
    grid: str


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """A chart: its size, the height of a letter, its panels, all lines as one path (behind each of several), texts."""

    width: int
    height: int
    letter: float
    panels: tuple[Panel, ...]
    behind: str
    texts: tuple[PlotText, ...]


def drawing(data: ChartData, width: int, height: int, letter: float, target: str) -> ChartDrawing:
    """Return the chart of `data`, `width` × `height`, with letters of size `letter`; `target` is the target's label."""
    if len(data.curves) > LINES:
        return _panels(data, width, height, letter, target)
    return _lines(data, width, height, letter, target)


def _lines(data: ChartData, width: int, height: int, letter: float, target: str) -> ChartDrawing:
    """Return all lines in one plot. Behind its end each has its mark, the total and the name."""
    line, mark = round(_LINE * letter), round(_MARK * letter)
    totals = _figures(data, letter)
    longest = round((1 + 1.2 * _LETTER * max(len(curve.name) for curve in data.curves)) * letter)
    names = min(longest, round(_WIDEST * width))
    left, after = totals + line // 3, 5 * mark + totals + line // 3 + names
    plot = Plot(data, left, line // 2, width - left - after, height - 2 * line)
    ends = [plot.end(curve) for curve in data.curves]
    tops = spread([y for _x, y in ends], line, line // 2, height - line)
    drawn, texts = [], _at_left(plot, 0, line, totals) + _below(plot, 0, 0, line) + _at_target(plot, 0, 0, line, target)
    for curve, (x, y), top in zip(data.curves, ends, tops, strict=True):
        at = plot.right + 3 * mark
        leader = f"M{x} {y}H{plot.right}L{at} {top}"
        drawn.append(ChartLine(curve.seat % LINES, plot.line(curve), (at, top), leader))
        right = at + 2 * mark + totals
        texts.append(PlotText(curve.totals[-1], right - totals, top - line // 2, totals, "right", bold=True))
        room = int(names / (_LETTER * letter))
        texts.append(PlotText(elided(curve.name, room), right + line // 3, top - line // 2, names))
    return ChartDrawing(width, height, letter, (Panel(plot, 0, 0, tuple(drawn), _grid(plot, line)),), "", tuple(texts))


def _panels(data: ChartData, width: int, height: int, letter: float, target: str) -> ChartDrawing:
    """Return a panel for each player, all to one scale, each with the lines of the others behind its own."""
    line, mark = round(_LINE * letter), round(_MARK * letter)
    labels = _figures(data, letter)
    left, gap = labels + line // 3, round(1.5 * letter)
    columns = _columns(len(data.curves), width - left, height - line, gap, line)
    rows = ceil(len(data.curves) / columns)
    wide, high = (width - left + gap) // columns, (height - line) // rows
    plot = Plot(data, 0, line + mark, wide - gap - mark, high - line - 2 * mark)
    panels, texts = [], []
    for index, curve in enumerate(data.curves):
        x, y = left + index % columns * wide, index // columns * high
        line_ = ChartLine(0, plot.line(curve), plot.end(curve))
        panels.append(Panel(plot, x, y, (line_,), _grid(plot, line)))
        texts += _title(curve, x, y, plot.width, labels, letter)
        if index % columns == 0:
            texts += _at_left(plot, y, line, labels)
        if index + columns >= len(data.curves):
            texts += _below(plot, x, y, line)
    texts += _at_target(plot, left, 0, line, target)
    behind = "".join(plot.line(curve, _SLACK) for curve in data.curves)
    return ChartDrawing(width, height, letter, tuple(panels), behind, tuple(texts))


def _columns(count: int, width: int, height: int, gap: int, line: int) -> int:
    """Return the number of columns that gives `count` panels the best size, with few empty places."""

    def size(columns: int) -> float:
        rows = ceil(count / columns)
        wide, high = width / columns - gap, height / rows - 1.6 * line
        return min(wide, _ACROSS * high) * sqrt(count / (rows * columns))

    return max(range(1, count + 1), key=size)


def _title(curve: Curve, x: int, y: int, width: int, totals: int, letter: float) -> list[PlotText]:
    room = width - totals
    name = elided(curve.name, max(3, int(room / (_BOLD * letter))))
    return [PlotText(name, x, y, room, bold=True), PlotText(curve.totals[-1], x + room, y, totals, "right", bold=True)]


def _figures(data: ChartData, letter: float) -> int:
    """Return the width of the longest total."""
    return ceil(max(len(str(total)) for total in (data.low, data.high)) * _DIGIT * letter)


def _grid(plot: Plot, line: int) -> str:
    """Return hairlines for the labels at the left."""
    return "".join(f"M{plot.left} {y}h{plot.width}" for y, total in plot.totals_at(2 * line) if total)


def _at_left(plot: Plot, top: int, line: int, width: int) -> list[PlotText]:
    return [PlotText(total, 0, top + y - line // 2, width, "right") for y, total in plot.totals_at(2 * line)]


def _below(plot: Plot, left: int, top: int, line: int) -> list[PlotText]:
    return [
        PlotText(number, left + x - line, top + plot.bottom + line // 4, 2 * line, "center")
        for x, number in plot.rounds_at(2 * line)
    ]


def _at_target(plot: Plot, left: int, top: int, line: int, label: str) -> list[PlotText]:
    """Return the label of the target, above its line where that leaves room."""
    if plot.data.target is None:
        return []
    y = top + plot.y(plot.data.target)
    return [PlotText(label, left + plot.left + line // 3, y, 8 * line)]
