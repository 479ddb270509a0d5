"""The geometry of a chart of totals: from numbers to SVG paths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

_Point = tuple[int, int]

WIDTH, HEIGHT = 320, 168
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 308, 20, 146
_LABEL_DISTANCE = 14  # nearer labels would touch
STYLES = 8

_MARK_DISTANCE = 11  # nearer marks would overlap

_MARKS = (  # path of a curve's mark around its last point, or around an earlier one if it would overlap another
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "m-4-4h8v8h-8z",
    "m0-5l5 9h-10z",
    "m0-6l5 6-5 6-5-6z",
    "m-4-4l8 8m0-8l-8 8",
    "m0 5l5-9h-10z",
    "m-5 0h10m-5-5v10",
    "m-2-5h4v10h-4z",
)


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's curve: style number below STYLES, SVG paths of the line, the mark on it and the legend sample."""

    name: str
    style: int
    line: str
    end: str
    sample: str


@dataclass(frozen=True, slots=True)
class Curves:
    """A chart, in units of WIDTH × HEIGHT: `zero` and `target` are y positions, `marks` the y axis's labels."""

    curves: tuple[Curve, ...]
    zero: int
    target: int | None
    marks: tuple[tuple[int, int], ...]
    first: tuple[int, int]  # label of the first round: x and number
    last: tuple[int, int]


def curves(
    series: Mapping[str, tuple[int, Sequence[int]]], order: Sequence[str], numbers: Sequence[int], target: int | None
) -> Curves:
    """Return the chart of `series` (name to the number of rounds before its first total, and the totals), in `order`.

    `numbers` are the numbers of the rounds, at least one. The style of a name depends on its position in `series`.
    """
    values = [total for _start, totals in series.values() for total in totals]
    low, high = min(0, *values), max(0, *values)
    high = max(high, target or 0, low + 1)
    step, scale = (_RIGHT - _LEFT) / len(numbers), (_BOTTOM - _TOP) / (high - low)

    def y(value: int) -> int:
        return round(_BOTTOM - (value - low) * scale)

    xs = [round(_LEFT + step * index) for index in range(len(numbers) + 1)]
    seats = {name: seat for seat, name in enumerate(series)}
    points = {n: list(zip(xs[series[n][0] :], map(y, series[n][1]), strict=False)) for n in order if n in series}
    marked = _mark_positions(points)
    drawn = tuple(_curve(name, seats[name], points[name], marked[name]) for name in points)
    labels = [(y(value), value) for value in (0, target, high, low) if value is not None]
    return Curves(
        drawn,
        y(0),
        None if target is None else y(target),
        _without_overlap(labels),
        (xs[1], numbers[0]),
        (_RIGHT, numbers[-1]),
    )


def _mark_positions(points: Mapping[str, Sequence[_Point]]) -> Mapping[str, _Point]:
    """Return the position of each curve's mark: its last point that overlaps no mark of an earlier curve."""
    marked: dict[str, _Point] = {}
    for name, track in points.items():
        clear = (p for p in reversed(track[1:]) if not any(_near(p, other) for other in marked.values()))
        marked[name] = next(clear, track[-1])
    return marked


def _near(one: _Point, other: _Point) -> bool:
    return abs(one[0] - other[0]) < _MARK_DISTANCE and abs(one[1] - other[1]) < _MARK_DISTANCE


def _curve(name: str, seat: int, points: Sequence[_Point], marked: _Point) -> Curve:
    """Return a curve; its path has relative line commands, which are short."""
    steps = ["M{} {}l".format(*points[0])]
    for (x, y), (right, low) in pairwise(points):
        down = low - y
        steps.append(f"{right - x}{'' if down < 0 else ' '}{down} ")
    end = _MARKS[(seat + seat // STYLES) % STYLES]
    return Curve(name, seat % STYLES, "".join(steps).rstrip(), "M{} {}".format(*marked) + end, f"M34 7{end}")


def _without_overlap(labels: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the labels that do not overlap an earlier one."""
    kept: list[tuple[int, int]] = []
    for y, value in labels:
        if all(abs(y - other) >= _LABEL_DISTANCE for other, _value in kept):
            kept.append((y, value))
    return tuple(kept)
