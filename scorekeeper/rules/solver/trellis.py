"""The trellis of a suit: for every place the states that its runs can have, and the moves between them.

The nodes that can be reached form a layer; a plan holds all moves from one layer to the next. Both are cached from one
question to the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from .budget import Budget
from .runs import Automaton, Corner, Growth, RunRules, State

_MOST_WAYS = 80_000  # in the cache: some 25 MB
_FOUND = 5  # units of a way to go on


class Node(NamedTuple):
    """The open runs, and those that were promised to come in around the corner."""

    state: State = ()
    around: State = ()


class Move(NamedTuple):
    """What one suit does at a place: naturals and jokers into runs; runs begun, where that matters."""

    x: int
    y: int
    begun: int


class Way(NamedTuple):
    """A move to a node; both are indices."""

    move: int
    to: int


@dataclass(eq=False)
class Layer:
    """The nodes that a suit can reach at a place, and the plans from there, by the cards there and `watched`."""

    nodes: tuple[Node, ...]
    ends: tuple[bool, ...]  # whether the runs of a node may end there
    plans: dict[tuple[int, bool], "Plan"] = field(default_factory=dict)


@dataclass(eq=False)
class Plan:
    """All moves at a place: the ways from each node of a layer to the next layer; what it costs to make it."""

    layer: Layer
    after: Layer
    moves: tuple[Move, ...]
    ways: tuple[tuple[Way, ...], ...]
    cost: int

    def __post_init__(self) -> None:
        self.edges = [(at, move, to) for at, each in enumerate(self.ways) for move, to in each]
        self.backward = [(to, move, at) for at, move, to in self.edges]
        self.idle = self.layer is self.after and self.edges == [(at, 0, at) for at in range(len(self.ways))]


class Trellis:
    """The layers and plans of one game."""

    def __init__(self, rules: RunRules) -> None:
        self.rules, self.automaton, self.size = rules, Automaton(rules), 0
        self._layers: dict[frozenset[Node], Layer] = {}
        self.nothing = self.layer([Node()])

    def layer(self, nodes: Iterable[Node]) -> Layer:
        """Return the layer of these nodes."""
        key = frozenset(nodes)
        if key not in self._layers:
            ordered = tuple(sorted(key, reverse=True))  # of equals the search takes the first
            ends = tuple([self.automaton.pairing(node.state, node.around) is not None for node in ordered])
            self._layers[key] = Layer(ordered, ends)
        return self._layers[key]

    def plan(self, layer: Layer, have: int, watched: bool, budget: Budget) -> Plan:
        """Return all moves of a layer where a suit has so many cards; each question pays for it once.

        Raises:
            OutOfWork: it costs more than is left.
        """
        found = layer.plans.get((have, watched))
        if found is None:
            found = layer.plans[have, watched] = self._planned(layer, have, watched, budget)
            self.size += len(found.edges)
        elif id(found) not in budget.paid:
            budget.spend(found.cost)
        budget.paid[id(found)] = found
        return found

    def start(self, have: Sequence[int], budget: Budget) -> Layer:
        """Return the nodes at the first place: each choice of the runs that come in around the corner."""
        layer, rules = self.nothing, self.rules
        if not rules.corner or not rules.allowed:
            return layer
        for count in have if rules.corner is Corner.ANY else have[-1:]:
            layer = self.plan(layer, count, False, budget).after
        states = {node.state for node in layer.nodes}
        if rules.corner is Corner.NATURAL_ACE:
            states = {state for state in states if all(run.credit > 0 for run in state)}
        found = {some for state in states for many in range(len(state) + 1) for some in combinations(state, many)}
        return self.layer([Node(state, state) for state in found])

    def growth(self, before: Node, move: Move, after: Node, watched: bool) -> Growth:
        """Return how the runs of one node became those of the next."""
        steps = self.automaton.steps(before.state, move.x, move.y, watched)
        return next(step for step in steps if step.after == after.state and step.begun * watched == move.begun)

    def _planned(self, layer: Layer, have: int, watched: bool, budget: Budget) -> Plan:
        left, rules = budget.left, self.rules
        fates = sum([2 ** len(state) for state in {node.state for node in layer.nodes}])  # of the open runs
        budget.spend(fates * (have + 1) * (1 if rules.sparing else rules.jokers + 1))
        found = []
        for node in layer.nodes:
            found.append(dict.fromkeys(self._moves(node, have, watched)))
            budget.spend(_FOUND * (1 + len(found[-1])))
        after = self.layer([node for ways in found for _, node in ways])
        index = {node: i for i, node in enumerate(after.nodes)}
        moves: dict[Move, int] = {}
        ways = [tuple([Way(moves.setdefault(move, len(moves)), index[node]) for move, node in each]) for each in found]
        return Plan(layer, after, tuple(moves), tuple(ways), left - budget.left)

    def _moves(self, node: Node, have: int, watched: bool) -> Iterator[tuple[Move, Node]]:
        """Yield the ways to share out the cards of a place."""
        rules = self.rules
        for x, y in product(range(have + 1), range(rules.jokers + 1)):
            if (x + y and not rules.allowed) or (y and (x + y > rules.most or (rules.sparing and x < have))):
                continue
            for step in self.automaton.steps(node.state, x, y, watched):
                yield Move(x, y, step.begun * watched), Node(step.after, node.around)


@lru_cache(maxsize=32)
def _trellis(rules: RunRules) -> Trellis:
    return Trellis(rules)


def trellis_of(rules: RunRules, budget: Budget) -> Trellis:
    """Return the cached trellis of a game; before a question, a new one when it has grown too large."""
    if not budget.paid and _trellis(rules).size > _MOST_WAYS:
        _trellis.cache_clear()
    return _trellis(rules)
