"""The geometry of a chart of totals: from numbers to paths, without a word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 168
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 308, 20, 146
_APART = 14  # labels nearer to each other than this would touch
STYLES = 8

_ENDS = (  # how a curve ends, drawn around its last point
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
    """A player's curve: its style (below STYLES), its path, its last point's mark, and that mark for a legend."""

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
    drawn = tuple(_curve(n, seats[n], xs[tracks[n][0] :], [y(v) for v in tracks[n][1]]) for n in order if n in tracks)
    wanted = [(y(value), value) for value in (0, target, high, low) if value is not None]
    return Curves(
        drawn, y(0), None if target is None else y(target), _apart(wanted), (xs[1], numbers[0]), (_RIGHT, numbers[-1])
    )


def _curve(name: str, seat: int, xs: Sequence[int], ys: Sequence[int]) -> Curve:
    """Return a curve, its path in steps from point to point, which is short."""
    steps = [f"M{xs[0]} {ys[0]}l"]
    for index in range(1, len(ys)):
        down = ys[index] - ys[index - 1]
        steps.append(f"{xs[index] - xs[index - 1]}{'' if down < 0 else ' '}{down} ")
    end = _ENDS[(seat + seat // STYLES) % STYLES]
    return Curve(name, seat % STYLES, "".join(steps).rstrip(), f"M{xs[len(ys) - 1]} {ys[-1]}{end}", f"M34 7{end}")


def _apart(wanted: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the labels that keep clear of those before them."""
    kept: list[tuple[int, int]] = []
    for y, value in wanted:
        if all(abs(y - other) >= _APART for other, _value in kept):
            kept.append((y, value))
    return tuple(kept)
