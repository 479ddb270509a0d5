"""One search within a bound: the way that loses least of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter, mul
from typing import ClassVar

from .bounds import FINE, Bound
from .budget import STEPPED, Budget
from .kernels import Row
from .machine import Kind, Move
from .problem import Problem
from .sets import NOTHING, SetCover, Sets, ways

_AT_ONCE = 8  # options of a state that are worked out in a step
HOPELESS = 1 << 58

At = tuple[int, int, int, int]
Moves = tuple[Move, Move, Move, Move]
Choice = tuple[Moves, At, SetCover]  # what was done at one place: a move and the next state of each suit, and the sets
Option = tuple[int, Move, int, int, int]  # what it loses, the move, the next state, its share of sets, what it leaves
Together = tuple[int, Moves, At, int, int]  # the same of all four suits, and the jokers
Onward = tuple[int, Moves, At, SetCover, int]  # what is lost then, what was done, what went into sets, the jokers left


@dataclass
class Descent:
    """A search where it is enough to count jokers and losses; `best` is the best way found.

    It goes down to the end at once, and tries again within a larger loss.
    """

    PRICE: ClassVar[int] = STEPPED

    bound: Bound
    limit: int = 0  # no way may lose more
    beyond: int = HOPELESS  # the least loss that was cut off
    left: int = 0  # steps
    anything: bool = False  # the first way to the end will do
    best: list[Choice] | None = None
    lost: int = HOPELESS  # by the best
    all_laid: bool = False  # nothing can bring more than the best
    way: list[Choice] = field(default_factory=list)
    reached: dict[tuple[int, At, int], int] = field(default_factory=dict)
    options: list[list[dict[int, list[Option]]]] = field(default_factory=list)  # by place and suit

    def __post_init__(self) -> None:
        sums = self.bound.sums
        self.problem, self.plans, self.rows, self.shares = (
            sums.problem,
            sums.charts.plans,
            self.bound.rows,
            self.bound.shares,
        )
        self.last, self.offset = len(sums.charts.plans), sums.charts.offset
        self.in_set, self.joker_set = sums.in_set, sums.joker_set
        self.way = [_NOWHERE] * self.last
        self.options = [[{}, {}, {}, {}] for _ in self.way]
        self.step = FINE * max(1, *self.problem.worth.run) // 2  # how much more loss is looked into at a time
        self.least = self.bound.root - _ceiling(self.problem)
        self.limit = sums.price * (self.problem.jokers - self.problem.bound) if self._all_may_lie() else 0

    def spend(self, budget: Budget, steps: int) -> bool:
        """Look for the way that loses least by so many steps, or what the budget pays; see `run`."""
        steps = min(steps, budget.left // self.PRICE)
        done = self.run(steps)
        budget.take((steps - max(0, self.left)) * self.PRICE)
        return done

    def run(self, steps: int) -> bool:
        """Look for the way that loses least; return whether it was found, or that there is none proved."""
        self.left = steps
        while True:
            within = self.limit
            self._begin()
            if self.left < 0:
                return False
            if self.best is not None or self.beyond >= HOPELESS:
                return True
            self.limit = max(self.beyond, 2 * within, self.step)

    def take_anything(self, budget: Budget) -> None:
        """Look for any way to the end with all that is left."""
        self.left, self.limit, self.anything = budget.left // self.PRICE, HOPELESS - 1, True
        self._begin()
        budget.take(budget.left)

    def onward(self, place: int, at: At, jokers: int, lost: int) -> Iterator[Onward]:
        """Yield the ways on from a place that lose no more than the limit in all, while steps are left."""
        sets, every, here = self.problem.sets, self.problem.every, place - self.offset
        card, joker = self.in_set[here], self.joker_set[here]
        for before, moves, after, code, used in self.together(place, at, lost):
            if used > jokers:
                continue
            ways = ways_left(sets, code, jokers - used, every) if code else _NO_SETS
            self.left -= len(ways) - 1
            for laid in ways:
                now = before - card * laid[0] - joker * laid[1]
                if now <= self.limit:
                    yield now, moves, after, laid, jokers - used - laid[1]
                elif now < self.beyond:
                    self.beyond = now

    def together(self, place: int, at: At, lost: int) -> Iterable[Together]:
        """Return what the four suits can do from a place, losing no more than the limit in all, while steps are left.

        Mostly there is one way: the best of a suit loses nothing, and the next best of each too much.
        """
        # In one piece, as what follows: it runs at every step.
        row, (a, b, c, d) = self.options[place], at
        ones = row[0].get(a) or self._options(0, place, a)
        twos = row[1].get(b) or self._options(1, place, b)
        threes = row[2].get(c) or self._options(2, place, c)
        fours = row[3].get(d) or self._options(3, place, d)
        next_best = lost + min(ones[1][0], twos[1][0], threes[1][0], fours[1][0])
        if next_best <= self.limit:
            return self._combined(ones, twos, threes, fours, lost)
        if next_best < self.beyond:
            self.beyond = next_best
        self.left -= 1
        if self.left < 0:
            return ()
        _, one, at_1, hope_1, code_1 = ones[0]
        _, two, at_2, hope_2, code_2 = twos[0]
        _, three, at_3, hope_3, code_3 = threes[0]
        _, four, at_4, hope_4, code_4 = fours[0]
        return (
            (
                lost + hope_1 + hope_2 + hope_3 + hope_4,
                (one, two, three, four),
                (at_1, at_2, at_3, at_4),
                code_1 | code_2 | code_3 | code_4,
                one[1] + two[1] + three[1] + four[1],
            ),
        )

    def _combined(
        self, ones: list[Option], twos: list[Option], threes: list[Option], fours: list[Option], lost: int
    ) -> Iterator[Together]:
        # In one piece, for it runs for every combination: a call for each suit costs more than what it does.
        for loss_1, one, at_1, hope_1, code_1 in ones:
            sum_1 = lost + loss_1
            if sum_1 > self.limit:
                if sum_1 < self.beyond:
                    self.beyond = sum_1
                break
            for loss_2, two, at_2, hope_2, code_2 in twos:
                sum_2 = sum_1 + loss_2
                if sum_2 > self.limit:
                    if sum_2 < self.beyond:
                        self.beyond = sum_2
                    break
                for loss_3, three, at_3, hope_3, code_3 in threes:
                    sum_3 = sum_2 + loss_3
                    if sum_3 > self.limit:
                        if sum_3 < self.beyond:
                            self.beyond = sum_3
                        break
                    for loss_4, four, at_4, hope_4, code_4 in fours:
                        sum_4 = sum_3 + loss_4
                        if sum_4 > self.limit:
                            if sum_4 < self.beyond:
                                self.beyond = sum_4
                            break
                        self.left -= 1
                        if self.left < 0:
                            return
                        yield (
                            sum_4 + hope_1 + hope_2 + hope_3 + hope_4,
                            (one, two, three, four),
                            (at_1, at_2, at_3, at_4),
                            code_1 | code_2 | code_3 | code_4,
                            one[1] + two[1] + three[1] + four[1],
                        )

    def _begin(self) -> None:
        self.reached.clear()
        self.beyond = HOPELESS
        self._descend(0, (0, 0, 0, 0), self.problem.jokers, 0)

    def _all_may_lie(self) -> bool:
        """Whether all cards may well be laid, and jokers left over; they cost little then."""
        return self.bound.sums.price * 8 < FINE * max(0, *self.problem.priced.run)

    def _descend(self, place: int, at: At, jokers: int, lost: int) -> None:
        """Try all ways on from a place that lose no more than the limit."""
        if place == self.last:
            self._arrive(jokers, 0, lost, 0)
            return
        key = (place, at, jokers)
        known = self.reached.get(key)
        if known is not None and known <= lost:
            return
        self.reached[key] = lost
        for now, moves, after, laid, left in self.onward(place, at, jokers, lost):
            self.way[place] = (moves, after, laid)
            self._descend(place + 1, after, left, now)
            if self.anything and self.best is not None:
                return

    def _cut(self, lost: int) -> None:
        if lost < self.beyond:
            self.beyond = lost

    def _arrive(self, free: int, bound: int, lost: int, points: int) -> None:
        problem, sums = self.problem, self.bound.sums
        if bound or free > problem.stay or points < problem.minimum:
            return
        lost += sums.price * free + FINE * problem.per_point * (points - problem.minimum)
        if lost > self.limit:
            self._cut(lost)
            return
        self.lost = lost
        self.best = self.way[:]
        self.all_laid = lost <= self.least
        self.limit = -1 if self.all_laid else lost - 1

    def _options(self, suit: int, place: int, state: int) -> list[Option]:
        """Return what a suit can do from a state, what loses least first."""
        sums, here, shift = self.bound.sums, place - self.offset, 8 * suit
        best, after = self.rows[place][suit][state], self.rows[place + 1][suit]
        card, joker, ace, share = 0, 0, 0, _NO_SHARE
        if here >= 0:
            card, joker, ace, share = sums.run[here], sums.joker_run[here], sums.from_ace, self.shares[here][suit]
        found = []
        for move, x, y, need, end, begun, code, to in self.plans[place][suit].edges[state]:
            hope = max(share[need:end]) if code else share[0]
            loss = best - card * x - joker * y - hope - after[to]
            if begun:
                loss += ace * begun
            if loss < HOPELESS:
                found.append((loss, move, to, hope, code << shift))
        if len(found) > 1:
            found.sort()
        found.append(_NO_MORE)
        self.left -= len(found) // _AT_ONCE
        self.options[place][suit][state] = found
        return found


@lru_cache(maxsize=1 << 14)
def ways_left(sets: Sets, code: int, jokers: int, every: bool) -> tuple[SetCover, ...]:
    """Return the ways to lay sets of what the suits leave for them, a byte each: cards, and those that must be laid."""
    left = [code & 255, code >> 8 & 255, code >> 16 & 255, code >> 24]
    order = sorted(range(4), key=left.__getitem__)  # it is the same for all suits: so it is worked out once
    have, need = tuple([left[suit] >> 4 for suit in order]), tuple([left[suit] & 15 for suit in order])
    back = itemgetter(*map(order.index, range(4)))
    return tuple([(cards, used, back(counts)) for cards, used, counts in ways(sets, have, need, jokers, every)])


def _ceiling(problem: Problem) -> int:
    """Return what all cards together would bring, the jokers where they bring most."""
    if problem.points is not None:
        return HOPELESS
    worth = problem.worth
    each = [max(run, in_set) for run, in_set in zip(worth.run, worth.set, strict=True)]
    if problem.kinds[0] == Kind.LOW_ACE:
        each[0] = max(each[0], each[-1])
    cards = sum([sum(map(mul, row, each)) for row in problem.have])
    return FINE * (cards + (problem.jokers - problem.bound) * max(*worth.joker_run, *worth.joker_set))


_NO_SETS: tuple[SetCover, ...] = ((0, 0, NOTHING),)
_NOWHERE: Choice = ((Move(0, 0, 0, 0, 0),) * 4, (0, 0, 0, 0), _NO_SETS[0])
_NO_SHARE: Row = (0,)
_NO_MORE: Option = (HOPELESS, Move(0, 0, 0, 0, 0), 0, 0, 0)  # behind a state's options
