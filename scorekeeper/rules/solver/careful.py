"""The search where more must be told apart: points toward a minimum, wild cards, jokers that bring nothing."""

from dataclasses import dataclass, field
from typing import ClassVar

from .bounds import FINE
from .budget import LAID
from .descent import HOPELESS, At, Descent, Moves, ways_left


@dataclass
class CarefulDescent(Descent):
    """A search for every case."""

    PRICE: ClassVar[int] = LAID

    seen: dict[tuple[int, ...], list[tuple[int, int]]] = field(default_factory=dict)

    def _begin(self) -> None:
        self.seen.clear()
        self.beyond = HOPELESS
        self._go(0, (0, 0, 0, 0), self.problem.jokers - self.problem.bound, self.problem.bound, 0, 0)

    def _go(self, place: int, at: At, free: int, bound: int, lost: int, points: int) -> None:
        """Try all ways on from a place that lose no more than the limit."""
        if place == self.last:
            self._arrive(free, bound, lost, points)
            return
        if self._known(place, at, free, bound, lost, points):
            return
        for before, moves, after, code, used in self.together(place, at, lost):
            if used <= free + bound:
                self._lay(place, moves, after, free, bound, before, points, code, used)
            if self.anything and self.best is not None:
                return

    def _known(self, place: int, at: At, free: int, bound: int, lost: int, points: int) -> bool:
        """Return whether the same place was reached before, at no greater loss."""
        problem = self.problem
        spent = lost + FINE * problem.per_point * points
        enough = min(points, problem.minimum)
        known = self.seen.setdefault((place, *at, free, bound), [])
        for other, more in known:
            if other <= spent and more >= enough:
                return True
        known[:] = [(other, more) for other, more in known if other < spent or more > enough]
        known.append((spent, enough))
        return False

    def _lay(
        self, place: int, moves: Moves, at: At, free: int, bound: int, before: int, points: int, code: int, used: int
    ) -> None:
        """Lay sets of what the suits leave for them, and go on."""
        here, problem, sums = place - self.offset, self.problem, self.bound.sums
        card, joker = sums.in_set[here], sums.joker_set[here]
        ways = ways_left(problem.sets, code, free + bound - used, problem.every or here in problem.wild)
        self.left -= len(ways) - 1
        for way in ways:
            now = before - card * way[0] - joker * way[1]
            if now > self.limit:
                self._cut(now)
                continue
            self.way[place] = (moves, at, way)
            self._go_on(place, moves, at, free, bound, now, points, way[0], way[1])

    def _go_on(
        self, place: int, moves: Moves, at: At, free: int, bound: int, lost: int, points: int, laid: int, beside: int
    ) -> None:
        """Go on where it is not enough to count jokers and losses."""
        problem, sums = self.problem, self.bound.sums
        here = place - sums.charts.offset
        wild = here in problem.wild
        used = sum([move.y for move in moves]) + beside
        if wild:
            used += sum([move.x for move in moves]) + laid
        if used > free + bound:
            return
        if problem.bound:
            for more, paid in self._divided(here, moves, free, bound, laid, beside):
                if lost + more <= self.limit:
                    self._go(place + 1, at, free - paid, bound - (used - paid), lost + more, 0)
                else:
                    self._cut(lost + more)
        else:
            self._go(place + 1, at, free - used, 0, lost, points + self._points(here, moves, laid, beside))

    def _points(self, here: int, moves: Moves, laid: int, beside: int) -> int:
        points = self.problem.points
        if points is None or here < 0:
            return 0
        total = points.set[here] * laid + points.joker_set[here] * beside
        for move in moves:
            total += points.run[here] * move.x + points.joker_run[here] * move.y - points.from_ace * move.begun
        return total

    def _divided(self, here: int, moves: Moves, free: int, bound: int, laid: int, beside: int) -> list[tuple[int, int]]:
        """Return (loss, jokers that bring something) for each share that those which bring nothing can have."""
        if here < 0:
            return [(0, 0)]
        worth, sums = self.problem.worth, self.bound.sums
        kinds = [(worth.joker_run[here], sum([move.y for move in moves])), (worth.joker_set[here], beside)]
        if here in self.problem.wild:
            kinds += [(worth.run[here], sum([move.x for move in moves])), (worth.set[here], laid)]
        values = sorted((FINE * value for value, many in kinds for _ in range(many)), reverse=True)
        if self.problem.jokers == self.problem.bound:
            return [(0, 0)]
        hoped = sum([max(value - sums.price, -sums.idle) for value in values])
        found = []
        for idle in range(max(0, len(values) - free), min(len(values), bound) + 1):
            paid = len(values) - idle
            got = sum(values[:paid]) - sums.price * paid - sums.idle * idle
            found.append((hoped - got, paid))
        return found
