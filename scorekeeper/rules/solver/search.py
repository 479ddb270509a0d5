"""Branch and bound over the places: depth first with iterative deepening (IDA*), pruned by the Lagrangian bound.

A label is a partial solution: a node of each suit, the jokers left, the points laid, and the loss: how far the best
that can still come of it is below the bound of the root. An iteration looks at all labels within a limit on the loss;
the next limit is greater. Labels as good as one that the iteration has met are left out (a transposition table).
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from .bounds import FINE, Bound, Charts
from .budget import OutOfWork
from .sets import HOPELESS, Cover
from .trellis import Move

NEVER = -HOPELESS  # a loss that nothing has
_LOSS = itemgetter(0)
_BITS = 16  # of a suit's node in a label
_NODE, _TWO_NODES = (1 << _BITS) - 1, (1 << 2 * _BITS) - 1


class Branch(NamedTuple):
    """What a suit or two can do at their nodes; two are joined by adding up."""

    loss: int
    jokers: int
    kept: int  # its part of the index into the table of sets
    nodes: int
    moves: tuple[Move, ...]


class Choice(NamedTuple):
    """What is done at one level: the moves and the next nodes of the four suits, and what is laid as sets."""

    moves: tuple[Move, ...]
    nodes: int
    cover: Cover

    def node(self, suit: int) -> int:
        """Return the index of a suit's next node."""
        return self.nodes >> _BITS * suit & _NODE


class Label(NamedTuple):
    """A partial solution."""

    loss: int
    nodes: int
    free: int  # jokers left that bring something
    idle: int  # and those that must be laid and bring nothing
    points: int


class Path(NamedTuple):
    """A solution: a choice at each level, its worth in `FINE` parts; whether it is proved optimal."""

    choices: Sequence[Choice]
    charts: Charts
    value: int
    proved: bool


class Search:
    """A search within one bound for what is worth more than `value`; `best` is the best solution found."""

    def __init__(self, bound: Bound, value: int, units: int) -> None:
        self.bound, self.charts, self.problem = bound, bound.charts, bound.charts.problem
        self.units = units  # of work that are left
        self.lost = min(NEVER, bound.root - value)
        self.best: list[Choice] | None = None
        self._least = max(0, bound.root - FINE * self.problem.ceiling)  # no solution loses less
        self._limit = self._cut = 0  # the greatest loss that is looked at, and the least that was cut off
        self._choices = [Choice((), 0, Cover(0, 0))] * len(self.charts.levels)
        self._seen: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}
        self._pairs: dict[tuple[int, int, int], list[Branch]] = {}
        self._branches: dict[tuple[int, int, int], list[Branch]] = {}
        self._covers: dict[tuple[int, int], list[tuple[int, Cover]]] = {}

    def deepen(self, limit: int, step: int) -> bool:
        """Search within `limit`, then within greater ones, at first by a `step`; return whether the best is proved."""
        problem, limit = self.problem, max(limit, self._least)
        root = Label(0, 0, problem.jokers - problem.idle, problem.idle, 0)
        try:
            while True:
                self._limit, self._cut = min(limit, self.lost - 1), NEVER
                self._seen.clear()
                self._pairs.clear()
                self._dive(0, root)
                if self.lost <= self._cut:
                    return True
                limit, step = max(self._cut, limit + step), 2 * step
        except OutOfWork:
            return self.lost <= self._least

    def _dive(self, level: int, label: Label) -> None:
        """Look at all that comes of a label within the limit.

        Raises:
            OutOfWork: no units are left, or nothing can be better than the best.
        """
        if level == len(self.charts.levels):
            self._finish(label)
            return
        for child, choice in self._children(level, label):
            if child.loss > self._limit:
                self._cut = min(self._cut, child.loss)
            elif not self._dominated(level, child):
                self._choices[level] = choice
                self._dive(level + 1, child)

    def _finish(self, label: Label) -> None:
        """Keep a solution if it is the best so far."""
        problem, loss = self.problem, label.loss + self.bound.prices.joker * label.free
        if label.idle or label.free > problem.stay or label.points < problem.minimum or loss >= self.lost:
            return
        self.lost, self.best = loss, self._choices[:]
        self._limit = min(self._limit, loss - 1)
        if loss <= self._least:
            raise OutOfWork

    def _dominated(self, level: int, label: Label) -> bool:
        """Return whether a label as good was met at this level; else this one is remembered."""
        loss, nodes, free, idle, points = label
        spent = loss + FINE * self.bound.prices.point * points
        known = self._seen.setdefault((level, nodes, free, idle), [])
        for other, more in known:
            if other <= spent and more >= points:
                return True
        known[:] = [(other, more) for other, more in known if other < spent or more > points]
        known.append((spent, points))
        return False

    def _children(self, level: int, label: Label) -> Iterator[tuple[Label, Choice]]:
        """Yield the labels after a level, those of least loss soon; `_cut` is lowered to what is left out."""
        # In one piece, for it is most of the work.
        left, problem, covers = label.free + label.idle, self.problem, self._covers
        simple = not problem.idle and problem.points is None
        wild = level - self.charts.offset in problem.wild
        back = self._pair(level, 2, label.nodes)
        for one in self._pair(level, 0, label.nodes):
            loss = label.loss + one.loss
            if loss > self._limit:
                self._cut = min(self._cut, loss)
                return
            for other in back:
                total = loss + other.loss
                if total > self._limit:
                    self._cut = min(self._cut, total)
                    break
                jokers, kept = one.jokers + other.jokers, one.kept + other.kept
                if jokers > left:
                    continue
                for more, cover in covers.get((level, kept)) or self._covers_of(level, kept):
                    if total + more > self._limit:
                        self._cut = min(self._cut, total + more)
                        break
                    self.units -= 5
                    choice = Choice(one.moves + other.moves, one.nodes | other.nodes, cover)
                    used = jokers + cover.jokers
                    if wild:
                        used += cover.cards + sum([move.x for move in choice.moves])
                    if used > left:
                        continue
                    if simple:
                        yield Label(total + more, choice.nodes, left - used, 0, 0), choice
                    else:
                        for child in self._accounts(level, label, total + more, used, choice):
                            yield child, choice
            self._spend(5)

    def _spend(self, units: int) -> None:
        self.units -= units
        if self.units < 0:
            raise OutOfWork

    def _pair(self, level: int, first: int, nodes: int) -> list[Branch]:
        """Return what the suit `first` and the next can do within the limit, the least loss first."""
        nodes = nodes >> _BITS * first & _TWO_NODES
        found = self._pairs.get((level, first, nodes))
        if found is None:
            found = self._pairs[level, first, nodes] = []
            others = self._of(level, first + 1, nodes >> _BITS)
            for loss, jokers, kept, to, moves in self._of(level, first, nodes & _NODE):
                for other in others:
                    total = loss + other.loss
                    if total > self._limit:
                        self._cut = min(self._cut, total)
                        break
                    joined = (total, jokers + other.jokers, kept + other.kept, to | other.nodes, moves + other.moves)
                    found.append(Branch(*joined))
            found.sort(key=_LOSS)
            self._spend(2 + len(found) // 2)
        return found

    def _of(self, level: int, suit: int, node: int) -> list[Branch]:
        """Return what a suit can do at a node, the least loss first."""
        found = self._branches.get((level, suit, node))
        if found is None:
            here, rows, value = self.charts.levels[level], self.bound.rows, self.bound.values[level]
            plan, share, after = here.plans[suit], self.bound.shares[level][suit], rows[level + 1][suit]
            best, stride, shift = rows[level][suit][node], here.table.strides[here.order.index(suit)], _BITS * suit
            found = []
            for number, to in plan.ways[node]:
                move = plan.moves[number]
                x, y, z, begun = move
                loss = best - value.run * x - value.joker_run * y + value.ace * begun - share[z] - after[to]
                if loss < NEVER:
                    found.append(Branch(loss, y, z * stride, to << shift, (move,)))
            found.sort(key=_LOSS)
            self._branches[level, suit, node] = found
            self._spend(2 * len(found))
        return found

    def _covers_of(self, level: int, kept: int) -> list[tuple[int, Cover]]:
        """Return the covers where the suits keep so much from the sets, each with its loss, the least first."""
        here, value, share = self.charts.levels[level], self.bound.values[level], 0
        for suit, stride, size in zip(here.order, here.table.strides, here.table.sizes, strict=True):
            share += self.bound.shares[level][suit][kept // stride % size]
        covers = here.table.groups[here.table.group_of[kept]]
        found = [(share - value.set * cover.cards - value.joker_set * cover.jokers, cover) for cover in covers]
        found.sort(key=_LOSS)
        self._covers[level, kept] = found
        self._spend(len(found))
        return found

    def _accounts(self, level: int, label: Label, loss: int, used: int, choice: Choice) -> Iterator[Label]:
        """Yield the labels after a choice where not all jokers bring something, or points count."""
        self.units -= 8
        problem, place, moves, cover = self.problem, level - self.charts.offset, choice.moves, choice.cover
        counts = (sum([move.x for move in moves]), cover.cards, sum([move.y for move in moves]), cover.jokers)
        if problem.points is not None:
            gained = sum([row[place] * count for row, count in zip(problem.points[:4], counts, strict=True)])
            points = label.points + gained - problem.points.from_ace * sum([move.begun for move in moves])
            over = max(0, points - problem.minimum)  # what they were reckoned at was too much
            loss += FINE * self.bound.prices.point * over
            yield Label(loss, choice.nodes, label.free - used, label.idle, points - over)
            return
        values = [0] * used  # of the jokers used, where some bring something
        if problem.jokers > problem.idle:
            rows = list(zip(problem.worth[:4], counts, strict=True))[0 if place in problem.wild else 2 :]
            values = sorted([FINE * row[place] for row, count in rows for _ in range(count)])
        hoped = sum([max(value, 0) for value in values])
        for idle in range(max(0, used - label.free), min(used, label.idle) + 1):
            total = loss + hoped - sum(values[idle:])
            yield Label(total, choice.nodes, label.free - used + idle, label.idle - idle, 0)
