"""The trellis of a suit: for every place the open runs that there can be, and the moves from place to place.

The length of an open run is counted up to what matters; its credit is the distance of its jokers from the joker limit.
A state is the sorted tuple of the open runs. The nodes that can be reached form a layer; a plan holds all moves from
one layer to the next. Both are cached from one question to the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from ..model.terms import JokerLimit
from .budget import Budget
from .instance import Corner, Rules

_MOST_WAYS = 80_000  # in the cache: some 25 MB
_FOUND = 5  # units of a way to go on
_FATES = 2  # units of each way in which open runs may go on or end, for each number of cards and jokers


class Credit(NamedTuple):
    """How a joker limit is counted: the credit to begin with, by a natural, by a joker, and for a complete run."""

    start: int
    natural: int
    joker: int
    least: int


_CREDITS = {
    JokerLimit.FEWER_THAN_NATURALS: Credit(0, 1, -1, 1),
    JokerLimit.NOT_MORE_THAN_NATURALS: Credit(0, 1, -1, 0),
    JokerLimit.ONE: Credit(1, 0, -1, 0),
    JokerLimit.NONE: Credit(0, 1, 0, 1),
}


class Run(NamedTuple):
    """An open run."""

    length: int
    credit: int
    joker: bool = False  # whether it ends in a joker that no other may follow


OpenRuns = tuple[Run, ...]


class RunSource(NamedTuple):
    """Where a run comes from: the index of the earlier run or -1, and whether a joker was added to it."""

    run: int
    joker: bool


class Growth(NamedTuple):
    """One step: the state after it, how many runs begin, the source of each run."""

    after: OpenRuns
    begun: int
    sources: tuple[RunSource, ...]


class Node(NamedTuple):
    """The open runs, and those that were promised to come in around the corner."""

    state: OpenRuns = ()
    around: OpenRuns = ()


class Move(NamedTuple):
    """What one suit does at a place: naturals and jokers into runs; runs begun, where that matters."""

    x: int
    y: int
    begun: int


@dataclass(eq=False)
class Layer:
    """The nodes that a suit can reach at a place, and the plans from there, by the cards there and `watched`."""

    nodes: tuple[Node, ...]
    ends: tuple[bool, ...]  # whether the runs of a node may end there
    plans: dict[tuple[int, bool], "Plan"] = field(default_factory=dict)


@dataclass(eq=False)
class Plan:
    """All moves at a place: from each node of a layer the ways to the next layer; what it costs to make it.

    A way is a move and the node that it leads to, as indices.
    """

    after: Layer
    moves: Sequence[Move]
    ways: Sequence[Sequence[tuple[int, int]]]
    cost: int = 0

    def __post_init__(self) -> None:
        self.edges = [(at, move, to) for at, each in enumerate(self.ways) for move, to in each]
        self.backward = [(to, move, at) for at, move, to in self.edges]
        only_waits = list(self.moves) == [Move(0, 0, 0)]
        self.idle = only_waits and all(ways == [(0, at)] for at, ways in enumerate(self.ways))


class Trellis:
    """The steps, layers and plans of one game, each made when it is first needed."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.size, self._credit = rules, 0, _CREDITS[rules.limit]
        any_run_has_naturals = rules.limit is JokerLimit.NONE and rules.jokers < rules.shortest
        self._start = Run(0, self._credit.least if any_run_has_naturals else self._credit.start)
        self._steps: dict[tuple[OpenRuns, int, int, bool], list[Growth]] = {}
        self._layers: dict[frozenset[Node], Layer] = {}
        self.nothing = self.layer([Node()])

    def layer(self, nodes: Iterable[Node]) -> Layer:
        """Return the layer of these nodes."""
        key = frozenset(nodes)
        if key not in self._layers:
            ordered = tuple(sorted(key, reverse=True))  # of equals the search takes the first
            self._layers[key] = Layer(ordered, tuple([self.pairing(node) is not None for node in ordered]))
        return self._layers[key]

    def plan(self, layer: Layer, have: int, watched: bool, budget: Budget) -> Plan:
        """Return all moves of a layer where a suit has so many cards; each question pays for it once.

        Raises:
            OutOfWork: it costs more than is left.
        """
        plan = layer.plans.get((have, watched))
        if plan is None:
            plan = layer.plans[have, watched] = self._planned(layer, have, watched, budget)
            self.size += len(plan.edges)
        elif plan not in budget.paid:
            budget.spend(plan.cost)
        budget.paid.add(plan)
        return plan

    def entrance(self, have: Sequence[int], budget: Budget) -> Plan:
        """Return the moves to the first place: each choice of the runs that come in around the corner."""
        layer, rules = self.nothing, self.rules
        for count in have[1:] if rules.corner is Corner.ANY else have[-1:]:
            layer = self.plan(layer, count, False, budget).after
        states = {node.state for node in layer.nodes}
        if rules.corner is Corner.NATURAL_ACE:
            states = {state for state in states if all(run.credit > 0 for run in state)}
        found = {some for state in states for many in range(len(state) + 1) for some in combinations(state, many)}
        layer = self.layer([Node(state, state) for state in found])
        return Plan(layer, [Move(0, 0, 0)], [[(0, to) for to in range(len(found))]])

    def sources(
        self, before: OpenRuns, x: int, y: int, begun: int, after: OpenRuns, watched: bool
    ) -> tuple[RunSource, ...]:
        """Return where the open runs after a move come from."""
        steps = self._undominated(before, x, y, watched)
        return next(step.sources for step in steps if step.after == after and step.begun * watched == begun)

    def pairing(self, node: Node) -> dict[int, int] | None:
        """Return which open run serves which promised run, the others being complete, or None if that cannot be."""
        state, promise = node
        if not promise:
            return {} if all(map(self._complete, state)) else None
        for chosen in permutations(range(len(state)), len(promise)):
            pairs = [(state[i], promised) for i, promised in zip(chosen, promise, strict=True)]
            fits = all(self._serves(*pair, exactly=self.rules.corner is not Corner.ANY) for pair in pairs)
            if fits and all(self._complete(run) for i, run in enumerate(state) if i not in chosen):
                return {run: promised for promised, run in enumerate(chosen)}
        return None

    def _planned(self, layer: Layer, have: int, watched: bool, budget: Budget) -> Plan:
        left, rules = budget.left, self.rules
        fates = sum([2 ** len(state) for state in {node.state for node in layer.nodes}])  # of the open runs
        budget.spend(_FATES * fates * (have + 1) * (1 if rules.sparing else rules.jokers + 1))
        found = list[list[tuple[Move, Node]]]()
        for node in layer.nodes:
            found.append(list(self._moves(node, have, watched)))
            budget.spend(_FOUND * (1 + len(found[-1])))
        after = self.layer([node for ways in found for _, node in ways])
        index = {node: i for i, node in enumerate(after.nodes)}
        moves: dict[Move, int] = {}
        ways = [[(moves.setdefault(move, len(moves)), index[node]) for move, node in each] for each in found]
        return Plan(after, list(moves), ways, left - budget.left)

    def _moves(self, node: Node, have: int, watched: bool) -> Iterator[tuple[Move, Node]]:
        """Yield the ways to share out the cards of a place."""
        rules = self.rules
        for x, y in product(range(have + 1), range(rules.jokers + 1)) if rules.runs else [(0, 0)]:
            if not y or (x + y <= rules.most and not (rules.sparing and x < have)):
                for step in self._undominated(node.state, x, y, watched):
                    yield Move(x, y, step.begun * watched), Node(step.after, node.around)

    def _undominated(self, state: OpenRuns, naturals: int, jokers: int, watched: bool) -> list[Growth]:
        """Return the undominated steps when so many cards go into runs; `watched`: it matters how many begin."""
        if (key := (state, naturals, jokers, watched)) not in self._steps:
            found = {(step.after, step.begun * watched): step for step in self._all_steps(state, naturals, jokers)}
            best = sorted(found.values(), reverse=True)
            self._steps[key] = [one for one in best if not any(self._beats(other, one, watched) for other in best)]
        return self._steps[key]

    def _all_steps(self, state: OpenRuns, naturals: int, jokers: int) -> Iterator[Growth]:
        fate = ([False] * (naturals > 0)) + ([True] * (jokers > 0))  # of a run: it gets a natural or a joker, or ends
        choices = [[*fate, None] if self._complete(run) else fate for run in state]
        for fates in product(*choices):
            x, y = naturals - fates.count(False), jokers - fates.count(True)
            if x < 0 or y < 0:
                continue
            grown = [(state[i], RunSource(i, joker)) for i, joker in enumerate(fates) if joker is not None]
            grown += [(self._start, RunSource(-1, False))] * x + [(self._start, RunSource(-1, True))] * y
            after = sorted([(run, source) for old, source in grown if (run := self._grown(old, source.joker))])
            debt = -sum([min(run.credit, 0) for run, _ in after])
            if len(after) == len(grown) and debt <= self.rules.jokers:
                begun = x if self.rules.natural_begun else x + y
                yield Growth(tuple([run for run, _ in after]), begun, tuple([source for _, source in after]))

    def _grown(self, run: Run, joker: bool) -> Run | None:
        rules, earned = self.rules, self._credit.joker if joker else self._credit.natural
        credit = min(run.credit + earned, rules.owed + 1)
        if run.length == rules.longest or credit < -rules.owed or (joker and run.joker):
            return None
        return Run(min(run.length + 1, rules.longest or rules.shortest), credit, joker and rules.apart)

    def _complete(self, run: Run) -> bool:
        return run.length >= self.rules.shortest and run.credit >= self._credit.least

    def _serves(self, run: Run, other: Run, exactly: bool = False) -> bool:
        """Return whether `run` can do all that `other` can: as long or longer, with as much credit, a joker next."""
        exactly = exactly or self.rules.longest is not None
        long = run.length == other.length if exactly else run.length >= other.length
        return long and run.credit >= other.credit and run.joker <= other.joker

    def _beats(self, one: Growth, other: Growth, watched: bool) -> bool:
        """Return whether a step leads to runs that can do all that those of another can."""
        if one is other or len(one.after) != len(other.after) or (watched and one.begun != other.begun):
            return False
        return any(all(map(self._serves, order, other.after)) for order in permutations(one.after))


@lru_cache(maxsize=32)
def _trellis(rules: Rules) -> Trellis:
    return Trellis(rules)


def trellis_of(rules: Rules, budget: Budget) -> Trellis:
    """Return the cached trellis of a game; before a question, a new one when it has grown too large."""
    if not budget.paid and _trellis(rules).size > _MOST_WAYS:
        _trellis.cache_clear()
    return _trellis(rules)
