"""Branch and bound over the places: depth first with iterative deepening (IDA*), pruned by the Lagrangian bound.

A label is a partial solution: a node of each suit, the jokers left, and the loss: how far the best that can still come
of it is below the bound of the root. An iteration looks at all labels within a limit on the loss; the next limit is
greater. Labels as good as one that the iteration has met are left out (a transposition table).
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from .bounds import Bound, Charts
from .budget import OutOfWork
from .sets import HOPELESS, Cover
from .trellis import Move

NEVER = -HOPELESS  # a loss that nothing has
_LOSS = itemgetter(0)

Nodes = tuple[int, ...]  # of each suit
Moves = tuple[Move, ...]


class Branch(NamedTuple):
    """What a suit can do at its node: the loss by it, its jokers, its part of the index into the table of sets."""

    loss: int
    jokers: int
    taken: int
    to: int  # the next node
    move: Move


class Choice(NamedTuple):
    """What is done at one level: the moves of the four suits, and what is laid as sets."""

    moves: Moves
    cover: Cover


class Label(NamedTuple):
    """A partial solution."""

    loss: int
    nodes: Nodes
    free: int  # jokers left that bring something
    idle: int  # and those that must be laid and bring nothing


class Path(NamedTuple):
    """A solution: a choice at each level, the nodes before, between and after them; whether it is proved optimal."""

    charts: Charts
    choices: Sequence[Choice]
    nodes: Sequence[Nodes]
    proved: bool


class Search:
    """A search within one bound for what is worth more than `value`; `best` is the best solution found."""

    def __init__(self, bound: Bound, value: int, units: int) -> None:
        self.bound, self.charts, self.problem = bound, bound.charts, bound.charts.problem
        self.units = units  # of work that are left
        self.lost = min(NEVER, bound.root - value)
        self.best: tuple[list[Choice], list[Nodes]] | None = None
        self._least = max(0, bound.root - self.problem.ceiling)  # no solution loses less
        self._limit = self._cut = 0  # the greatest loss that is looked at, and the least that was cut off
        self._choices = [Choice((), Cover(0, 0))] * len(self.charts.levels)
        self._nodes: list[Nodes] = [()] * (len(self.charts.levels) + 1)
        self._seen: dict[tuple[int, Nodes, int, int], int] = {}
        self._branches: dict[tuple[int, int, int], list[Branch]] = {}
        self._covers: dict[tuple[int, int], list[tuple[int, int, Cover]]] = {}

    def deepen(self, limit: int, step: int) -> bool:
        """Search within `limit`, then within greater ones, at first by a `step`; return whether the best is proved."""
        limit = max(limit, self._least)
        try:
            while True:
                self._limit, self._cut = min(limit, self.lost - 1), NEVER
                self._seen.clear()
                for label in self._roots():
                    self._dive(0, label)
                if self.lost <= self._cut:
                    return True
                limit, step = max(self._cut, limit + step), 2 * step
        except OutOfWork:
            return self.lost <= self._least

    def _roots(self) -> Iterator[Label]:
        """Yield a label for each choice of the nodes of the four suits at the first place."""
        starts = []
        for row in self.bound.rows[0]:
            best = max(row)
            starts.append(sorted([Branch(best - value, 0, 0, at, Move(0, 0, 0)) for at, value in enumerate(row)]))
        for loss, _, _, nodes, _ in self._combined(0, starts):
            self._spend(5)
            yield Label(loss, nodes, self.problem.jokers - self.problem.idle, self.problem.idle)

    def _dive(self, level: int, label: Label) -> None:
        """Look at all that comes of a label within the limit.

        Raises:
            OutOfWork: no units are left, or nothing can be better than the best.
        """
        self._nodes[level] = label.nodes
        if level == len(self.charts.levels):
            self._finish(label)
            return
        for child, choice in self._children(level, label):
            if child.loss > self._limit:
                self._cut = min(self._cut, child.loss)
            elif self._seen.get(key := (level, *child[1:]), NEVER) > child.loss:
                self._seen[key] = child.loss
                self._choices[level] = choice
                self._dive(level + 1, child)

    def _finish(self, label: Label) -> None:
        """Keep a solution if it is the best so far."""
        loss = label.loss + self.bound.price * label.free
        if label.idle or label.free > self.problem.stay or loss >= self.lost:
            return
        self.lost, self.best = loss, (self._choices[:], self._nodes[:])
        self._limit = min(self._limit, loss - 1)
        if loss <= self._least:
            raise OutOfWork

    def _spend(self, units: int) -> None:
        self.units -= units
        if self.units < 0:
            raise OutOfWork

    def _children(self, level: int, label: Label) -> Iterator[tuple[Label, Choice]]:
        """Yield the labels after a level, those of least loss soon; `_cut` is lowered to what is left out."""
        left = label.free + label.idle
        branches = [
            self._branches.get((level, suit, node)) or self._branches_of(level, suit, node)
            for suit, node in enumerate(label.nodes)
        ]
        for before, jokers, taken, nodes, moves in self._combined(label.loss, branches):
            self.units -= 1
            if self.units < 0:
                raise OutOfWork
            if jokers > left:
                continue
            for more, in_sets, cover in self._covers.get((level, taken)) or self._covers_of(level, taken):
                loss, used = before + more, jokers + in_sets
                if loss > self._limit:
                    self._cut = min(self._cut, loss)
                    break
                self.units -= 5
                if used > left:
                    continue
                choice = Choice(moves, cover)
                if not label.idle:
                    yield Label(loss, nodes, left - used, 0), choice
                    continue
                for child in self._shared_out(level, label, Label(loss, nodes, 0, 0), used, choice):
                    yield child, choice

    def _combined(self, loss: int, suits: Sequence[Sequence[Branch]]) -> Iterator[tuple[int, int, int, Nodes, Moves]]:
        """Yield each choice of a branch for each suit within the limit: its loss, jokers, `taken`, nodes and moves."""
        ones, twos, threes, fours = suits  # each in order of loss
        for a in ones:
            for b in twos:
                two = loss + a.loss + b.loss
                if two > self._limit:
                    self._cut = min(self._cut, two)
                    break
                for c in threes:
                    three = two + c.loss
                    if three > self._limit:
                        self._cut = min(self._cut, three)
                        break
                    taken, jokers = a.taken + b.taken + c.taken, a.jokers + b.jokers + c.jokers
                    for d in fours:
                        total = three + d.loss
                        if total > self._limit:
                            self._cut = min(self._cut, total)
                            break
                        moves, nodes = (a.move, b.move, c.move, d.move), (a.to, b.to, c.to, d.to)
                        yield total, jokers + d.jokers, taken + d.taken, nodes, moves

    def _branches_of(self, level: int, suit: int, node: int) -> list[Branch]:
        """Return what a suit can do at a node, the least loss first."""
        here, rows, value = self.charts.levels[level], self.bound.rows, self.bound.values[level]
        plan, share, after = here.plans[suit], self.bound.shares[level][suit], rows[level + 1][suit]
        best, stride = rows[level][suit][node], here.table.strides[here.order.index(suit)]
        found, wild = list[Branch](), level in self.problem.wild
        for number, to in plan.ways[node]:
            x, y, begun = move = plan.moves[number]
            loss = best - value.run * x - value.joker_run * y + value.begun * begun - share[x] - after[to]
            if loss < NEVER:
                found.append(Branch(loss, y + wild * x, x * stride, to, move))
        found.sort(key=_LOSS)
        self._branches[level, suit, node] = found
        self._spend(2 * len(found))
        return found

    def _covers_of(self, level: int, taken: int) -> list[tuple[int, int, Cover]]:
        """Return the covers where the suits take so much from the sets, the least loss first: loss, jokers, cover."""
        here, value, share = self.charts.levels[level], self.bound.values[level], 0
        for suit, stride, size in zip(here.order, here.table.strides, here.table.sizes, strict=True):
            share += self.bound.shares[level][suit][taken // stride % size]
        found, wild = list[tuple[int, int, Cover]](), level in self.problem.wild
        for cover in here.table.groups[here.table.group_of[taken]]:
            loss = share - value.set * cover.cards - value.joker_set * cover.jokers
            found.append((loss, cover.jokers + wild * cover.cards, cover))
        found.sort(key=_LOSS)
        self._covers[level, taken] = found
        self._spend(len(found))
        return found

    def _shared_out(self, level: int, before: Label, after: Label, used: int, choice: Choice) -> Iterator[Label]:
        """Yield the labels after a choice for each number of the jokers used that bring nothing."""
        self._spend(8)
        (moves, cover), first = choice, 0 if level in self.problem.wild else 2
        counts = (sum([m.x for m in moves]), cover.cards, sum([m.y for m in moves]), cover.jokers)
        rows = list(zip(self.problem.values[level][:4], counts, strict=True))[first:]
        values = sorted([value for value, count in rows for _ in range(count)])  # of the jokers used
        for idle in range(max(0, used - before.free), min(used, before.idle) + 1):
            yield Label(after.loss + sum(values[:idle]), after.nodes, before.free - used + idle, before.idle - idle)
