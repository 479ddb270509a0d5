"""The standings of a club evening: pure functions of the places at its tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple


class TableResult(NamedTuple):
    """A table whose game has ended: how many were drawn to it, and the place of each of them who has one."""

    sitting: int
    size: int
    places: Mapping[int, int]


class ClubLine(NamedTuple):
    """A person's line. `points` are those for places, `average` is the average place, None without a game.

    `by_sitting` has the points of each sitting in which the person's game has ended.
    """

    person: int
    place: int
    points: int
    won: int
    average: Fraction | None
    games: int
    by_sitting: Mapping[int, int]


@dataclass
class _ClubSum:
    places: list[int] = field(default_factory=list)
    by_sitting: dict[int, int] = field(default_factory=dict)

    @property
    def average(self) -> Fraction | None:
        return Fraction(sum(self.places), len(self.places)) if self.places else None

    @property
    def key(self) -> tuple[int, int, bool, Fraction]:
        return -sum(self.by_sitting.values()), -self.places.count(1), not self.places, self.average or Fraction()


def points_at(weights: Sequence[int], preferred: int, size: int) -> list[int]:
    """Return the points for the places at a table of a `size`, where `weights` are those at one of the preferred size.

    The first and the last get the same at each table, those between them what lies evenly between, rounded: a small
    table is worth neither more nor less than a large one.
    """
    full = [weights[place] if place < len(weights) else 0 for place in range(preferred)]
    points = []
    for place in range(size):
        at = Fraction(place * (preferred - 1), size - 1)
        below, above = full[int(at)], full[min(int(at) + 1, preferred - 1)]
        points.append(int(below + (at - int(at)) * (above - below) + Fraction(1, 2)))
    return points


def lines_of(
    people: Iterable[int], weights: Sequence[int], preferred: int, results: Iterable[TableResult]
) -> list[ClubLine]:
    """Return the standings of these people: by points, then by games won, then by the average place; equals share."""
    sums = {person: _ClubSum() for person in people}
    for result in results:
        points = points_at(weights, preferred, result.size)
        for person, place in result.places.items():
            each = sums.setdefault(person, _ClubSum())
            each.places.append(place)
            gained = points[place - 1] if place <= len(points) else 0
            each.by_sitting[result.sitting] = each.by_sitting.get(result.sitting, 0) + gained  # merged people sat twice
    keys = [each.key for each in sums.values()]
    lines = [
        ClubLine(
            person,
            1 + sum(key < each.key for key in keys),
            *(sum(each.by_sitting.values()), each.places.count(1), each.average, len(each.places), each.by_sitting),
        )
        for person, each in sums.items()
    ]
    return sorted(lines, key=lambda line: (line.place, line.person))
