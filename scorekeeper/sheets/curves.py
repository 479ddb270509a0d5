"""The geometry of a chart of totals, in any unit of length: scale, ticks, paths, labels that do not overlap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from ..cached_property import cached_property

Point = tuple[int, int]

LINES = 4  # at most so many lines are told apart in one plot; more players have a panel each
MARKS = (  # path of a line's mark by style, around 0 and 2 units wide
    "M0-1a1 1 0 1 0 .1 0z",
    "M-.9-.9H.9V.9H-.9z",
    "M0-1.2 1.1.8H-1.1z",
    "M0-1.3 1.1 0 0 1.3-1.1 0z",
)


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's totals: `start` is the number of rounds before the first, which is what the player began with."""

    name: str
    seat: int
    start: int
    totals: tuple[int, ...]


@dataclass(frozen=True)
class ChartData:
    """The totals of a game, best player first; `numbers` are those of its rounds, at least one."""

    curves: tuple[Curve, ...]
    numbers: tuple[int, ...]
    target: int | None = None

    @cached_property
    def low(self) -> int:
        """The lowest total, at most 0."""
        return min(0, *[min(curve.totals) for curve in self.curves])

    @cached_property
    def high(self) -> int:
        """The highest total, at least 0, the target, and one more than the lowest."""
        return max(0, self.target or 0, self.low + 1, *[max(curve.totals) for curve in self.curves])


@dataclass(frozen=True, slots=True)
class Plot:
    """The rectangle in which the lines of `data` are drawn."""

    data: ChartData
    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The x position of the last round."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The y position of the lowest total."""
        return self.top + self.height

    @property
    def zero(self) -> int:
        """The y position of a total of 0."""
        return self.y(0)

    @property
    def target(self) -> int | None:
        """The y position of the target."""
        return None if self.data.target is None else self.y(self.data.target)

    def x(self, index: int) -> int:
        """Return the x position after `index` rounds."""
        return self.left + round(self.width * index / len(self.data.numbers))

    def y(self, total: int) -> int:
        """Return the y position of a total."""
        low, high = self.data.low, self.data.high
        return self.top + round(self.height * (high - total) / (high - low))

    def points(self, curve: Curve) -> list[Point]:
        """Return the points of a player's line."""
        left, width, rounds = self.left, self.width, len(self.data.numbers)  # as `x` and `y`, for all points at once
        top, height, high = self.top, self.height, self.data.high
        range_ = high - self.data.low
        return [
            (left + round(width * index / rounds), top + round(height * (high - total) / range_))
            for index, total in enumerate(curve.totals, curve.start)
        ]

    def end(self, curve: Curve) -> Point:
        """Return the last point of a player's line."""
        return self.x(curve.start + len(curve.totals) - 1), self.y(curve.totals[-1])

    def line(self, curve: Curve, slack: int | None = None) -> str:
        """Return a player's line as SVG path with relative, short commands; `simplified` if `slack` is given."""
        points = self.points(curve) if slack is None else simplified(self.points(curve), slack)
        steps = ["M{} {}l".format(*points[0])]
        for (x, y), (right, low) in pairwise(points):
            down = low - y
            steps.append(f"{right - x}{'' if down < 0 else ' '}{down} ")
        return "".join(steps).rstrip(" l")

    def totals_at(self, gap: int) -> list[tuple[int, int]]:
        """Return y position and total of the labels beside the plot, `gap` apart: the target and round numbers."""
        low, high, target = self.data.low, self.data.high, self.data.target
        shown = [] if target is None else [(self.y(target), target)]
        ticks = [(self.y(tick), tick) for tick in round_ticks(low, high, 1 + self.height // gap)]
        return shown + [tick for tick in ticks if all(abs(tick[0] - y) >= gap for y, _target in shown)]

    def rounds_at(self, gap: int) -> list[tuple[int, int]]:
        """Return x position and number of the rounds below the plot, at least `gap` apart: round ones and the last."""
        numbers = self.data.numbers
        step = next(step for step in _steps() if step * self.width >= gap * len(numbers))
        shown = [(self.x(index), number) for index, number in enumerate(numbers, 1) if number % step == 0]
        return [each for each in shown if self.right - each[0] >= gap] + [(self.right, numbers[-1])]


def simplified(points: Sequence[Point], slack: int) -> list[Point]:
    """Return the points without those whose omission moves the line by at most `slack` up or down.

    It is the Ramer–Douglas–Peucker algorithm, with vertical distances.
    """
    kept, parts = {0, len(points) - 1}, [(0, len(points) - 1)]
    while parts:
        first, last = parts.pop()
        if last - first < 2:
            continue
        (x, y), (right, low) = points[first], points[last]
        slope = (low - y) / max(1, right - x)
        far, index = max((abs(points[i][1] - y - slope * (points[i][0] - x)), i) for i in range(first + 1, last))
        if far > slack:
            kept.add(index)
            parts += [(first, index), (index, last)]
    return [points[index] for index in sorted(kept)]


def round_ticks(low: int, high: int, most: int) -> list[int]:
    """Return at most `most` multiples of 1, 2 or 5 times a power of ten from `low` (≤ 0) to `high` (≥ 0), with 0."""
    step = next(step for step in _steps() if high // step - -(-low // step) < most)
    return list(range(low + -low % step, high + 1, step))


def _steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def spread(wanted: Sequence[int], gap: int, low: int, high: int) -> list[int]:
    """Return positions near the `wanted` ones that are at least `gap` apart, in the same order, from `low` to `high`.

    It is the least-squares solution (isotonic regression by pool adjacent violators): labels that would overlap move
    apart around their middle. If the room does not suffice, they go beyond `high`.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    pools: list[tuple[float, int]] = []  # mean of what is wanted less the gaps before, and how many labels share it
    for rank, index in enumerate(order):
        mean, size = float(wanted[index] - rank * gap), 1
        while pools and pools[-1][0] > mean:
            other, more = pools.pop()
            mean, size = (mean * size + other * more) / (size + more), size + more
        pools.append((mean, size))
    top = max(low, high - (len(wanted) - 1) * gap)
    flat = [min(max(mean, low), top) for mean, size in pools for _ in range(size)]
    found = {index: round(flat[rank]) + rank * gap for rank, index in enumerate(order)}
    return [found[index] for index in range(len(wanted))]


def elided(name: str, letters: int) -> str:
    """Return a name with at most `letters` letters: if it is longer, its beginning and end."""
    if len(name) <= letters:
        return name
    end = max(1, letters // 3)
    return f"{name[: letters - 1 - end].rstrip()}…{name[-end:].lstrip()}"
