"""Branch and bound over the places, within the bounds of the Lagrangian relaxation.

A label is a node of each suit, the jokers left, the points laid, and the loss: how far the best that can still come of
it is below the bound of the root. The first label to reach the end with the least loss is optimal (A*).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from .bounds import FINE, Bound, Charts
from .sets import HOPELESS, Cover
from .trellis import Move

NEVER = -HOPELESS  # a loss that nothing has
FRESH = -2
_BITS = 16  # of a suit's node in a label
_NODE = (1 << _BITS) - 1


class Branch(NamedTuple):
    """What one suit can do at a node, packed for all four: they are added up."""

    loss: int
    share: int
    jokers: int
    naturals: int
    kept: int  # the place in the table of sets
    nodes: int
    move: Move


class Choice(NamedTuple):
    """What is done at one level: the moves and the next nodes of the four suits, and what is laid as sets."""

    moves: tuple[Move, ...]
    nodes: int
    cover: Cover

    def node(self, suit: int) -> int:
        """Return the index of a suit's next node."""
        return self.nodes >> _BITS * suit & _NODE


class Label(NamedTuple):
    """A partial solution. The order of labels is the order in which they are expanded: of equals the latest."""

    least: int  # the loss that a solution through it has at least
    level: int  # negative
    loss: int
    number: int  # negative
    done: int  # up to which loss it was expanded already
    nodes: int
    free: int  # jokers left that bring something
    bound: int  # and those that must be laid and bring nothing
    points: int
    link: Any  # the link before, and the choice


class Path(NamedTuple):
    """A solution: a choice at each level; whether it is proved optimal."""

    choices: Sequence[Choice]
    charts: Charts
    proved: bool


class Search:
    """A search within one bound; `best` is the best solution found, `lost` its loss."""

    def __init__(self, bound: Bound, steps: float) -> None:
        self.charts, self.bound, self.values = bound.relaxation.charts, bound, bound.relaxation.values
        self.problem, self.prices = self.charts.problem, bound.relaxation.prices
        self.least = max(0, bound.root - FINE * self.problem.ceiling)  # with no more loss nothing can be better
        self.tile = FINE * max(1, *map(abs, self.problem.worth.run))
        # Where jokers cost little and all cards may well be laid, small losses are not told apart.
        self.ease = self.least if self.prices.joker * 8 < self.tile else 0
        self.steps = steps  # that are left
        self.beyond = NEVER  # the least loss that was cut off
        self.best: list[Choice] | None = None
        self.lost = NEVER
        self._last = len(self.charts.levels)
        self._branches: list[list[dict[int, list[Branch]]]] = [[{}, {}, {}, {}] for _ in self.charts.levels]
        self._seen: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}

    def best_first(self) -> bool:
        """Expand the label of least loss, a little at a time; return whether the best solution is proved."""
        heap, number = [self._root()], 0
        while heap:
            label = heappop(heap)
            if -label.level == self._last:
                self._keep(label)
                return True
            limit = label.least + (self.tile // 4 if label.done >= 0 and label.least > self.ease else 0)
            for child in self._children(label, limit):
                number -= 1
                heappush(heap, child._replace(number=number))
            if self.steps < 0:
                return False
            if label.done == FRESH:
                heappush(heap, label._replace(done=-1))
            elif self.beyond < NEVER:
                heappush(heap, label._replace(least=max(self.beyond, self.ease), done=limit))
        return True

    def beam(self, width: int) -> bool:
        """Go through the levels with the labels of least loss, an even part of the steps for each level.

        No label goes on with a loss greater by more than `width`. Of each number of jokers left some are kept, for
        their price may be wrong. Return whether nothing can be better than the best.
        """
        labels = [self._root()]
        self._seen.clear()
        for level, left in enumerate(range(self._last, 0, -1), 1):
            steps, found = self.steps, list[Label]()
            self.steps = steps / left
            for label in labels:
                found += self._children(label._replace(done=-1), min(label.loss + width, self.lost - 1))
                if self.steps < 0:
                    break
            self.steps += steps - steps / left
            labels = _spread(found) if level < self._last else sorted(found)
        if labels and labels[0].least < self.lost:
            self._keep(labels[0])
        return self.best is not None and self.lost <= self.least

    def _root(self) -> Label:
        problem = self.problem
        return Label(self.ease, 0, 0, 0, FRESH, 0, problem.jokers - problem.bound, problem.bound, 0, None)

    def _keep(self, label: Label) -> None:
        self.lost, self.best, link = label.least, [], label.link
        while link is not None:
            link, choice = link
            self.best.append(choice)
        self.best.reverse()

    def _children(self, label: Label, limit: int) -> Iterator[Label]:
        """Yield the labels after a level, none with a greater loss; `beyond` is then the least that has."""
        # In one piece, for it is most of the work.
        problem, level, self.beyond = self.problem, -label.level, NEVER
        table, value = self.charts.levels[level].table, self.values[level]
        groups, group_of, left = table.groups, table.group_of, label.free + label.bound
        wild = level - self.charts.offset in problem.wild
        simple = not problem.bound and problem.points is None
        for loss, share, jokers, naturals, kept, nodes, moves in self._combined(label, level, limit):
            covers = groups[group_of[kept]]
            self.steps -= len(covers) / 4
            if self.steps < 0:
                return
            for cover in covers:
                n, u = cover
                lost, used = loss + share - value.set * n - value.joker_set * u, jokers + u
                if wild:
                    used += naturals + n
                if used > left or lost <= label.done:
                    continue
                self.steps -= 0.5
                if lost > limit:
                    self.beyond = min(self.beyond, lost)
                    continue
                link = (label.link, Choice(moves, nodes, cover))
                each = ((lost, used, 0),) if simple else self._accounts(label, level, lost, used, moves, cover)
                for total, paid, points in each:
                    bound = label.bound - used + paid
                    child = self._label(level + 1, total, nodes, label.free - paid, bound, points, link)
                    if child is not None:
                        yield child

    def _combined(self, label: Label, level: int, limit: int) -> list[tuple[Any, ...]]:
        """Return the combinations of what the four suits can do within a loss, added up as in `Branch`."""
        partial: list[tuple[Any, ...]] = [(label.loss, 0, 0, 0, 0, 0, ())]
        left = label.free + label.bound
        beyond, nodes, known = self.beyond, label.nodes, self._branches[level]
        for suit in range(4):
            node = nodes >> _BITS * suit & _NODE
            options = known[suit].get(node) or self._of(suit, level, node)
            if label.done == FRESH:
                options = options[:1]
            grown = []
            for lost, share, jokers, naturals, kept, at, moves in partial:
                for loss, more, y, x, z, to, move in options:
                    total = lost + loss
                    if total > limit:
                        if total < beyond:
                            beyond = total
                        break
                    if jokers + y <= left:
                        sums = (total, share + more, jokers + y, naturals + x, kept + z, at | to, (*moves, move))
                        grown.append(sums)
            partial = grown
            self.steps -= len(grown) / 6
            if self.steps < 0:
                return []
        self.beyond = beyond
        return partial

    def _of(self, suit: int, level: int, node: int) -> list[Branch]:
        """Return what a suit can do at a node, the least loss first."""
        here, rows, value = self.charts.levels[level], self.bound.rows, self.values[level]
        plan, share, after = here.plans[suit], self.bound.shares[level][suit], rows[level + 1][suit]
        best, stride, shift = rows[level][suit][node], here.table.strides[here.order.index(suit)], _BITS * suit
        found = []
        for number, to in plan.ways[node]:
            move = plan.moves[number]
            x, y, z, begun = move
            loss = best - value.run * x - value.joker_run * y + value.ace * begun - share[z] - after[to]
            if loss < NEVER:
                found.append(Branch(loss, share[z], y, x, z * stride, to << shift, move))
        found.sort(key=lambda one: (one[0], -one[1]))
        self.steps -= len(found) / 4
        known = self._branches[level][suit][node] = found or [_NO_BRANCH]
        return known

    def _label(self, level: int, lost: int, nodes: int, free: int, bound: int, points: int, link: Any) -> Label | None:
        """Return a label unless it is dominated, or the end but no solution."""
        problem = self.problem
        if points > problem.minimum:  # what they were reckoned at was too much
            lost += FINE * self.prices.point * (points - problem.minimum)
            points = problem.minimum
        if level == self._last:
            if bound or free > problem.stay or points < problem.minimum:
                return None
            lost += self.prices.joker * free
            if lost <= self.least:
                return Label(0, -level, lost, 0, FRESH, nodes, free, bound, points, link)
        spent = lost + FINE * self.prices.point * points
        known = self._seen.setdefault((level, nodes, free, bound), [])
        for other, more in known:
            if other <= spent and more >= points:
                return None
        known[:] = [(other, more) for other, more in known if other < spent or more > points]
        known.append((spent, points))
        return Label(max(lost, self.ease), -level, lost, 0, FRESH, nodes, free, bound, points, link)

    def _accounts(
        self, label: Label, level: int, lost: int, used: int, moves: tuple[Move, ...], cover: Cover
    ) -> Iterator[tuple[int, int, int]]:
        """Yield (loss, jokers that bring something, points) where not all jokers do, or points count."""
        problem, place = self.problem, level - self.charts.offset
        counts = (sum([move.x for move in moves]), cover.cards, sum([move.y for move in moves]), cover.jokers)
        if problem.points is not None:
            points = problem.points
            gained = sum([row[place] * count for row, count in zip(points[:4], counts, strict=True)])
            yield lost, used, label.points + gained - points.from_ace * sum([move.begun for move in moves])
        elif problem.jokers == problem.bound:
            yield lost, 0, 0
        else:
            each = zip(problem.worth[:4], counts, strict=True)
            rows = [(row[place], count) for row, count in each]
            values = sorted([FINE * v for v, count in rows[0 if place in problem.wild else 2 :] for _ in range(count)])
            hoped = sum([max(value, 0) for value in values])
            for idle in range(max(0, used - label.free), min(used, label.bound) + 1):
                yield lost + hoped - sum(values[idle:]), used - idle, 0


_NO_BRANCH = Branch(NEVER, 0, 0, 0, 0, 0, Move(0, 0, 0, 0))


def _spread(labels: list[Label]) -> list[Label]:
    """Return the labels of least loss first, in turn of each number of jokers that are left."""
    met: Counter[tuple[int, int]] = Counter()
    turns = []
    for label in sorted(labels):
        left = label.free, label.bound
        met[left] += 1
        turns.append((met[left], label))
    return [label for _, label in sorted(turns)]
