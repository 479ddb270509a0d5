"""Branch and bound: depth first with iterative deepening of the loss (IDA*), pruned by the Lagrangian bound.

The loss of a partial solution is how far the best that can still come of it is below the bound of the root. An
iteration looks at all partial solutions within a limit on the loss; the next limit is greater. Those as good as one
that the iteration has met are left out (a transposition table).

Each level has five steps: a move of each suit in turn, then the cover, what is laid as sets. Short searches with cheap
bounds come first, longer ones with better bounds where they are in vain.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import NamedTuple

from .bounds import Bound, Charts, bound_of, charts_of
from .budget import UNITS, Budget, OutOfWork
from .counting import FINE
from .instance import Instance, Rules
from .sets import HOPELESS, Want, table_of
from .trellis import trellis_of

NEVER = -HOPELESS  # a loss that nothing has
STEPS = 5  # of a level
SETS = 4  # the last of them
_LOSS = itemgetter(0)


class Branch(NamedTuple):
    """What can be done in a step: so many cards are laid, in runs of a suit or in sets."""

    loss: int
    used: int  # jokers that bring something
    idle: int  # and those that bring nothing
    to: int  # the next node of the suit
    taken: int  # its part of the index into the table of sets
    naturals: int
    jokers: int
    begun: int = 0  # runs, where that matters


_NOTHING = Branch(0, 0, 0, 0, 0, 0, 0)


class Solution(NamedTuple):
    """A solution: the options taken at each level, and whether it is proved optimal."""

    charts: Charts
    levels: Sequence[Sequence[Branch]]
    proved: bool


class Search:
    """A search within one bound for what is worth more than `value`; `best` is the best solution found."""

    def __init__(self, bound: Bound, value: int, units: int) -> None:
        self.bound, self.problem = bound, bound.charts.problem
        self.units = units  # of work that are left
        self.lost = min(NEVER, bound.root - value)
        self.best: list[Branch] | None = None
        self._least = max(0, bound.root - self.problem.ceiling)  # no solution loses less
        self._limit = self._cut = 0  # the greatest loss that is looked at, and the least that was cut off
        self._path = [_NOTHING] * (STEPS * len(bound.charts.levels))
        self._seen: dict[tuple[int, tuple[int, ...], int, int], int] = {}
        levels, nothing = bound.charts.levels, [_NOTHING]
        idle = [each for level in levels for each in (*[plan.idle for plan in level.plans], level.table.empty)]
        self._known: list[dict[int, list[Branch]]] = [{0: nothing} if each else {} for each in idle]

    def deepen(self, limit: int, step: int) -> bool:
        """Search within `limit`, then within greater ones, at first by a `step`; return whether the best is proved."""
        limit = max(limit, self._least)
        try:
            while True:
                self._limit, self._cut = min(limit, self.lost - 1), NEVER
                self._seen.clear()
                self._dive(0, 0, (0,) * SETS, 0, self.problem.jokers - self.problem.idle, self.problem.idle)
                if self.lost <= self._cut:
                    return True
                limit, step = max(self._cut, limit + step), 2 * step
        except OutOfWork:
            return self.lost <= self._least

    def _dive(self, step: int, loss: int, nodes: tuple[int, ...], taken: int, free: int, idle: int) -> None:
        """Try all options of a step, the least loss first; `nodes` are those of the suits, that of the next one first.

        Raises:
            OutOfWork: no units are left, or nothing can be better than the best.
        """
        self.units -= 1
        if self.units < 0:
            raise OutOfWork
        in_sets = step % STEPS == SETS
        node = taken if in_sets else nodes[0]
        for option in self._known[step].get(node) or self._options(step, node):
            more, used, unused, to, part, _, _, _ = option  # quicker than its names
            after = loss + more
            if after > self._limit:
                self._cut = min(self._cut, after)
                break
            if used > free or unused > idle:
                continue
            self._path[step] = option
            if not in_sets:
                self._dive(step + 1, after, (*nodes[1:], to), taken + part, free - used, idle - unused)
            elif step + 1 == len(self._path):
                self._finish(after, free - used, idle - unused)
            elif self._seen.get(key := (step, nodes, free - used, idle - unused), NEVER) > after:
                self._seen[key] = after
                self._dive(step + 1, after, nodes, 0, free - used, idle - unused)

    def _finish(self, loss: int, free: int, idle: int) -> None:
        """Keep a solution if it is the best so far."""
        loss += self.bound.price * free
        if idle or free > self.problem.stay or loss >= self.lost:
            return
        self.lost, self.best = loss, self._path[:]
        self._limit = min(self._limit, loss - 1)
        if loss <= self._least:
            raise OutOfWork

    def _options(self, step: int, node: int) -> list[Branch]:
        """Return what can be done in a step, the least loss first; for sets, `node` is what the suits have taken."""
        level, suit = divmod(step, STEPS)
        found = self._covers(level, node) if suit == SETS else self._moves(level, suit, node)
        if self.problem.idle:
            found = [each for option in found for each in self._with_idle(level, suit == SETS, option)]
        if len(found) > 1:
            found.sort(key=_LOSS)
        self._known[step][node] = found
        self.units -= 2 * len(found)
        return found

    def _moves(self, level: int, suit: int, node: int) -> list[Branch]:
        """Return the moves of a suit from a node."""
        here, rows, value = self.bound.charts.levels[level], self.bound.rows, self.bound.values[level]
        plan, share, after = here.plans[suit], self.bound.shares[level][suit], rows[level + 1][suit]
        if plan.idle:
            return [_NOTHING._replace(to=node)] if node else [_NOTHING]
        best, stride = rows[level][suit][node], here.table.strides[here.order.index(suit)]
        wild = level in self.problem.wild
        found = list[Branch]()
        for number, to in plan.ways[node]:
            x, y, begun = plan.moves[number]
            loss = best - value.run * x - value.joker_run * y + value.begun * begun - share[x] - after[to]
            if loss < NEVER:
                found.append(Branch(loss, y + wild * x, 0, to, x * stride, x, y, begun))
        return found

    def _covers(self, level: int, taken: int) -> list[Branch]:
        """Return what can be laid as sets where the suits have taken so much."""
        here, value, wild = self.bound.charts.levels[level], self.bound.values[level], level in self.problem.wild
        if here.table.empty:
            return [_NOTHING]
        shares, strides = self.bound.shares[level], zip(here.order, here.table.strides, strict=True)
        share = sum([shares[suit][taken // stride % len(shares[suit])] for suit, stride in strides])
        covers = here.table.groups[here.table.group_of[taken]]
        return [Branch(share - value.set * n - value.joker_set * u, u + wild * n, 0, 0, 0, n, u) for n, u in covers]

    def _with_idle(self, level: int, in_sets: bool, option: Branch) -> Iterator[Branch]:
        """Yield an option for each number of its jokers that bring nothing: those that would bring least."""
        run, in_set, joker_run, joker_set, _, _ = self.problem.values[level]
        natural, joker = (in_set, joker_set) if in_sets else (run, joker_run)
        values = sorted([natural] * (option.used - option.jokers) + [joker] * option.jokers)
        for idle in range(min(option.used, self.problem.idle) + 1):
            loss = option.loss + sum(values[:idle])
            yield option._replace(loss=loss, used=option.used - idle, idle=idle)


class Stage(NamedTuple):
    """How much work a search may take, a `part` of what is left at most, and how the bound is improved after it."""

    units: int
    prices: tuple[int, ...]  # of a joker, for an update of the shares each, in sixteenths of the price so far
    part: int = 2
    limit: int = 0  # on the loss, to begin with


_STAGES = (
    Stage(4_000, (16,)),
    Stage(4_000, (16, 16, 11, 21)),
    Stage(12_000, (*[16] * 5, 14, 18)),
    Stage(48_000, (*[16] * 8, 14, 18)),
    Stage(UNITS, (), 1, NEVER),
)


def solve(problem: Instance, budget: Budget) -> Solution | None:
    """Return the best way to lay the cards that is found within `budget`, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    charts = charts_of(problem, budget if problem.narrow else budget.part(2))
    budget.spend(charts.sweep)
    half_cards = 2 if problem.full else 4 if problem.rules.sparing else 3
    bound = bound_of(charts, _price(problem, half_cards), update=not problem.full)
    best, value, proved = None, -NEVER, bound.root < HOPELESS
    step = max(FINE, *[abs(value.run) for value in problem.values])
    for stage in _STAGES:
        if proved or not budget.left:
            break
        search = Search(bound, value, units := min(stage.units, budget.left // stage.part))
        proved = search.deepen(stage.limit, step)
        budget.take(units - search.units)
        if search.best is not None:
            best, value = search.best, bound.root - search.lost
        if not proved:
            bound = _improved(bound, stage.prices, budget.part(2))
    if problem.narrow:  # the bound holds for what was not left out; but nothing is better than all cards laid
        proved = value >= problem.ceiling
    if best is None and not proved:
        raise OutOfWork
    if best is None:
        return None
    return Solution(charts, [best[at : at + STEPS] for at in range(0, len(best), STEPS)], proved)


def _price(problem: Instance, half_cards: int) -> int:
    """Return a price of a joker: the most that it brings itself, and what so many half cards bring."""
    card = max(0, *[value.run for value in problem.values])
    itself = max(0, *[max(value.joker_run, value.joker_set) for value in problem.values])
    return itself + card * half_cards // 2 if problem.jokers else 0


def _improved(bound: Bound, prices: Sequence[int], budget: Budget) -> Bound:
    """Return a lower bound, by an update of the shares at each of `prices`, as far as `budget` allows."""
    charts, price = bound.charts, bound.price
    for part in prices:
        if budget.left < charts.sweep:
            break
        budget.spend(charts.sweep)
        bound = min(bound, bound_of(charts, price * part // 16, bound.shares), key=lambda one: one.root)
    return bound


def prepare() -> None:
    """Fill the caches for two packs where melds may hold any number of jokers, the commonest game.

    It takes some hundredths of a second, half of the time of the first question. The server does it after its start.
    """
    wants = [Want(have, need) for have in range(3) for need in range(have + 1)]
    for jokers in (0, 2):
        rules = Rules(jokers=jokers, sparing=True)
        trellis = trellis_of(rules, Budget())
        layers = [trellis.nothing]
        for layer in layers:  # grows by the layers that are met
            after = [trellis.plan(layer, have, False, Budget()).after for have in range(3)]
            layers += [layer for layer in dict.fromkeys(after) if layer not in layers]
        for four in combinations_with_replacement(wants, 4):
            table_of(rules, False, four)
