"""One search within a bound: the way that loses least of it."""

from dataclasses import dataclass, field
from operator import mul
from typing import NamedTuple

from .bounds import FINE, Bound
from .machine import Kind, Move
from .problem import Problem
from .sets import Counts, Way, ways

LAST_EFFORT = 10_000  # steps that are left to reach any end once the work is done
HOPELESS = 1 << 58

At = tuple[int, int, int, int]
Moves = tuple[Move, Move, Move, Move]
Option = tuple[int, Move, int]  # what it loses, the move, the next state


class Choice(NamedTuple):
    """What was done at one place: a move and the next state of each suit, and what went into sets."""

    moves: Moves
    at: At
    sets: Counts
    set_jokers: int


@dataclass
class Descent:
    """A search where it is enough to count jokers and losses; `best` is the best way found."""

    bound: Bound
    limit: int = 0  # no way may lose more
    beyond: int = HOPELESS  # the least loss that was cut off
    left: int = 0  # steps
    anything: bool = False  # the first way to the end will do
    best: list[Choice] | None = None
    lost: int = HOPELESS  # by the best
    all_laid: bool = False  # nothing can bring more than the best
    way: list[tuple[Moves, At, Way]] = field(default_factory=list)
    reached: dict[tuple[int, At, int], int] = field(default_factory=dict)
    options: list[list[dict[int, list[Option]]]] = field(default_factory=list)  # by place and suit
    for_sets: dict[tuple[int, Moves, int], list[tuple[int, Way]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sums = self.bound.sums
        self.problem, self.charts = sums.problem, sums.charts
        self.last, self.offset = len(self.charts[0].plans), sums.offset
        self.way = [_NOWHERE] * self.last
        plans = zip(*[chart.plans for chart in self.charts], strict=True)
        self.options = [[{0: _IDLE} if plan.idle else {} for plan in of_suits] for of_suits in plans]
        self.least = self.bound.root - _ceiling(self.problem)
        self.limit = sums.price * (self.problem.jokers - self.problem.bound) if self._all_may_lie() else 0

    def run(self, steps: int) -> bool:
        """Look for the way that loses least; return whether it was found, or that there is none proved."""
        self.left = steps
        step = FINE * max(1, *self.problem.worth.run) // 2
        while True:
            within = self.limit
            self._begin()
            if self.left < 0:
                return False
            if self.best is not None or self.beyond >= HOPELESS:
                return True
            self.limit = max(self.beyond, 2 * within, step)

    def take_anything(self) -> None:
        """Look for any way to the end."""
        self.left, self.limit, self.anything = LAST_EFFORT, HOPELESS - 1, True
        self._begin()

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
        row = self.options[place]
        ones = row[0].get(at[0]) or self._options(0, place, at[0])
        twos = row[1].get(at[1]) or self._options(1, place, at[1])
        threes = row[2].get(at[2]) or self._options(2, place, at[2])
        fours = row[3].get(at[3]) or self._options(3, place, at[3])
        here, for_sets, way = place - self.offset, self.for_sets, self.way
        for loss_1, one, at_1 in ones:
            sum_1 = lost + loss_1
            if sum_1 > self.limit:
                self._cut(sum_1)
                break
            for loss_2, two, at_2 in twos:
                sum_2 = sum_1 + loss_2
                if sum_2 > self.limit:
                    self._cut(sum_2)
                    break
                for loss_3, three, at_3 in threes:
                    sum_3 = sum_2 + loss_3
                    if sum_3 > self.limit:
                        self._cut(sum_3)
                        break
                    for loss_4, four, at_4 in fours:
                        sum_4 = sum_3 + loss_4
                        if sum_4 > self.limit:
                            self._cut(sum_4)
                            break
                        self.left -= 1
                        if self.left < 0:
                            return
                        left = jokers - one[1] - two[1] - three[1] - four[1]
                        if left < 0:
                            continue
                        moves = (one, two, three, four)
                        sets = for_sets.get((here, moves, left)) or self._sets(here, moves, left)
                        for loss, laid in sets:
                            now = sum_4 + loss
                            if now > self.limit:
                                self._cut(now)
                                break
                            after = (at_1, at_2, at_3, at_4)
                            way[place] = (moves, after, laid)
                            self._descend(place + 1, after, left - laid[1], now)
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
        self.best = [Choice(moves, at, laid[2], laid[1]) for moves, at, laid in self.way]
        self.all_laid = lost <= self.least
        self.limit = -1 if self.all_laid else lost - 1

    def _options(self, suit: int, place: int, state: int) -> list[Option]:
        """Return what a suit can do from a state, what loses least first."""
        plan = self.charts[suit].plans[place]
        rows, each = self.bound.rows[suit], self.bound.moves[suit][place]
        after, best, moves = rows[place + 1], rows[place][state], plan.moves
        found = [(best - each[m] - after[t], moves[m], t) for m, t in plan.edges[state]]
        if len(found) > 1:
            found = [option for option in found if option[0] < HOPELESS]
            found.sort()
        self.options[place][suit][state] = found
        return found

    def _sets(self, here: int, moves: Moves, left: int) -> list[tuple[int, Way]]:
        """Return the ways to lay sets of what is left for them, with what each loses, least first."""
        if here < 0:
            return NO_SETS
        one, two, three, four = moves
        have = (one.rest, two.rest, three.rest, four.rest)
        need = (one.need, two.need, three.need, four.need)
        key = (here, moves, left)
        found = self.for_sets.get(key)
        if found is None:
            problem, sums, shares = self.problem, self.bound.sums, self.bound.shares
            card, joker = sums.in_set[here], sums.joker_set[here]
            hoped = 0
            for suit in (0, 1, 2, 3):
                hoped += max(shares[suit][here][need[suit] : have[suit] + 1])
            some = ways(problem.sets, have, need, left, problem.every or here in problem.wild)
            found = [(hoped - card * way[0] - joker * way[1], way) for way in some]
            found.sort()
            self.for_sets[key] = found
        return found


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


_NOWHERE = ((Move(0, 0, 0, 0, 0),) * 4, (0, 0, 0, 0), (0, 0, (0, 0, 0, 0)))
_IDLE: list[Option] = [(0, Move(0, 0, 0, 0, 0), 0)]
NO_SETS: list[tuple[int, Way]] = [(0, (0, 0, (0, 0, 0, 0)))]
