"""The geometry of a chart of totals: from numbers to paths, without a word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

_Point = tuple[int, int]

WIDTH, HEIGHT = 320, 168
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 308, 20, 146
_APART = 14  # labels nearer to each other than this would touch
STYLES = 8

_CLEAR = 11  # marks nearer to each other than this would cover each other

_ENDS = (  # a curve's mark, drawn around its last point or, if another's stands there, an earlier one
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
    """A player's curve: its style (below STYLES), its path, the mark on it, and that mark for a legend."""

    name: str
    style: int
    line: str
    end: str
    sample: str


@dataclass(frozen=True, slots=True)
class Curves:
    """What is drawn; all in units of WIDTH × HEIGHT. `marks` stand at the left: y and number."""

    curves: tuple[Curve, ...]
    zero: int
    target: int | None
    marks: tuple[tuple[int, int], ...]
    first: tuple[int, int]  # of the first round: x and number
    last: tuple[int, int]


def curves(
    tracks: Mapping[str, tuple[int, Sequence[int]]], order: Sequence[str], numbers: Sequence[int], target: int | None
) -> Curves:
    """Return the curves of `tracks` (name -> after how many rounds it begins, totals from there on), in `order`.

    `numbers` are those of the rounds, at least one. A style belongs to a name's place in `tracks`.
    """
    values = [total for _start, totals in tracks.values() for total in totals]
    low, high = min(0, *values), max(0, *values)
    high = max(high, target or 0, low + 1)
    step, scale = (_RIGHT - _LEFT) / len(numbers), (_BOTTOM - _TOP) / (high - low)

    def y(value: int) -> int:
        return round(_BOTTOM - (value - low) * scale)

    xs = [round(_LEFT + step * index) for index in range(len(numbers) + 1)]
    seats = {name: seat for seat, name in enumerate(tracks)}
    points = {n: list(zip(xs[tracks[n][0] :], map(y, tracks[n][1]), strict=False)) for n in order if n in tracks}
    marked = _marked(points)
    drawn = tuple(_curve(name, seats[name], points[name], marked[name]) for name in points)
    wanted = [(y(value), value) for value in (0, target, high, low) if value is not None]
    return Curves(
        drawn, y(0), None if target is None else y(target), _apart(wanted), (xs[1], numbers[0]), (_RIGHT, numbers[-1])
    )


def _marked(points: Mapping[str, Sequence[_Point]]) -> Mapping[str, _Point]:
    """Return where each curve's mark stands: on its last point that is clear of the marks of those before it."""
    marked: dict[str, _Point] = {}
    for name, track in points.items():
        clear = (p for p in reversed(track[1:]) if not any(_near(p, other) for other in marked.values()))
        marked[name] = next(clear, track[-1])
    return marked


def _near(one: _Point, other: _Point) -> bool:
    return abs(one[0] - other[0]) < _CLEAR and abs(one[1] - other[1]) < _CLEAR


def _curve(name: str, seat: int, points: Sequence[_Point], marked: _Point) -> Curve:
    """Return a curve, its path in steps from point to point, which is short."""
    steps = ["M{} {}l".format(*points[0])]
    for (x, y), (right, low) in pairwise(points):
        down = low - y
        steps.append(f"{right - x}{'' if down < 0 else ' '}{down} ")
    end = _ENDS[(seat + seat // STYLES) % STYLES]
    return Curve(name, seat % STYLES, "".join(steps).rstrip(), "M{} {}".format(*marked) + end, f"M34 7{end}")


def _apart(wanted: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the labels that keep clear of those before them."""
    kept: list[tuple[int, int]] = []
    for y, value in wanted:
        if all(abs(y - other) >= _APART for other, _value in kept):
            kept.append((y, value))
    return tuple(kept)
