"""The trellis of each suit: for every rank the states that its runs can have, and the moves between them.

The reachable nodes at a rank form a layer; a plan holds all moves from one layer to the next. Layers and plans are
cached from one question to the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from .budget import Budget
from .runs import Automaton, Growth, RunRules, State

_MOST_WAYS = 80_000  # in the cache: some 25 MB
_FOUND = 5  # units of a way to go on


class Node(NamedTuple):
    """The open runs, and promises made at the start of the line.

    Of an ace that is low and high, some are kept for the upper end; in a ring, runs come in around the corner.
    """

    state: State = ()
    kept: int = 0
    around: State = ()


class Kind(IntEnum):
    """The kind of a place."""

    PLAIN = 0
    LOW_ACE = 1  # aces can be kept for the upper end
    HIGH_ACE = 2  # the aces that were kept go here, into runs only
    RING_ACE = 3  # a run that begins counts less than one that passes


class Place(NamedTuple):
    """What a plan depends on besides its layer: how many cards are there, and the kind of place."""

    have: int
    kind: int = Kind.PLAIN


class Move(NamedTuple):
    """What one suit does at a place: naturals and jokers into runs, cards kept from sets, runs begun with an ace."""

    x: int = 0
    y: int = 0
    z: int = 0
    begun: int = 0


class Way(NamedTuple):
    """A move to a node; both are indices."""

    move: int
    to: int


@dataclass(eq=False)
class Layer:
    """The nodes that a suit can reach at a place, and the plans from there."""

    nodes: tuple[Node, ...]
    ends: tuple[bool, ...]  # whether the runs of a node may end there
    plans: dict[Place, "Plan"] = field(default_factory=dict)


@dataclass(eq=False)
class Plan:
    """All moves at one place from one layer to the next: the ways from each node.

    `edges` are the same as (node, move, node). `cost` is the work that it takes to make it.
    """

    layer: Layer
    after: Layer
    moves: tuple[Move, ...]
    ways: tuple[tuple[Way, ...], ...]
    cost: int = 0

    def __post_init__(self) -> None:
        self.edges = [(at, move, to) for at, each in enumerate(self.ways) for move, to in each]
        self.idle = self.moves == (Move(),) and self.ways == tuple([(Way(0, i),) for i in range(len(self.ways))])


def stay(layer: Layer) -> Plan:
    """Return the plan that does nothing."""
    return Plan(layer, layer, (Move(),), tuple([(Way(0, i),) for i in range(len(layer.nodes))]))


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

    def plan(self, layer: Layer, place: Place, budget: Budget) -> Plan:
        """Return all moves of a layer at a place; each question pays for it once.

        Raises:
            OutOfWork: it costs more than is left.
        """
        found = layer.plans.get(place)
        if found is None:
            found = layer.plans[place] = self._planned(layer, place, budget)
            self.size += sum(map(len, found.ways))
        elif id(found) not in budget.paid:
            budget.spend(found.cost)
        budget.paid[id(found)] = found
        return found

    def start(self, have: Sequence[int], narrow: bool, budget: Budget) -> Plan:
        """Return the plan before the first place of a ring: it chooses which runs come in around the corner."""
        nodes = [Node()]
        if self.rules.allowed and not narrow:
            layer = self.nothing
            for count in have:
                layer = self.plan(layer, Place(count), budget).after
            found = {
                some
                for state, *_ in layer.nodes
                for many in range(len(state))
                for some in combinations(state, many + 1)
            }
            nodes += [Node(state, 0, state) for state in sorted(found)]
        after = self.layer(nodes)
        return Plan(self.nothing, after, (Move(),), (tuple([Way(0, i) for i in range(len(nodes))]),))

    def growth(self, before: Node, move: Move, after: Node, kind: int) -> Growth:
        """Return how the runs of one node became those of the next."""
        return next(
            growth
            for growth in self.automaton.steps(before.state, move.x, move.y)
            if growth.after == after.state and (kind != Kind.RING_ACE or growth.begun == move.begun)
        )

    def _planned(self, layer: Layer, place: Place, budget: Budget) -> Plan:
        left, rules = budget.left, self.rules
        jokers = 1 if rules.sparing else rules.jokers + 1
        fates = sum([2 ** len(state) for state in {node.state for node in layer.nodes}])  # of the open runs
        budget.spend(fates * (place.have + 1) * jokers)
        found = []
        for node in layer.nodes:
            found.append(dict.fromkeys(self._moves(node, place)))
            budget.spend(_FOUND * (1 + len(found[-1])))
        after = self.layer([node for ways in found for _, node in ways])
        index = {node: i for i, node in enumerate(after.nodes)}
        moves: dict[Move, int] = {}
        ways = [tuple([Way(moves.setdefault(move, len(moves)), index[node]) for move, node in each]) for each in found]
        return Plan(layer, after, tuple(moves), tuple(ways), left - budget.left)

    def _moves(self, node: Node, place: Place) -> Iterator[tuple[Move, Node]]:
        """Yield the ways to share out the cards of a place."""
        rules, low, high = self.rules, place.kind == Kind.LOW_ACE, place.kind == Kind.HIGH_ACE
        for kept in range(place.have + 1 if low else 1):
            naturals = (node.kept,) if high else range(place.have - kept + 1)
            for x, y in product(naturals, range(rules.jokers + 1)):
                if (x + y and not rules.allowed) or (
                    y and (x + y > rules.most or (rules.sparing and x + kept < place.have))
                ):
                    continue
                for growth in self.automaton.steps(node.state, x, y):
                    begun = growth.begun if place.kind == Kind.RING_ACE else 0
                    move = Move(x, y, 0 if high else kept + x, begun)
                    yield move, Node(growth.after, kept if low else node.kept, node.around)


@lru_cache(maxsize=32)
def _trellis(rules: RunRules) -> Trellis:
    return Trellis(rules)


def trellis_of(rules: RunRules, budget: Budget) -> Trellis:
    """Return the cached trellis of a game; before a question, a new one when it has grown too large."""
    if not budget.paid and _trellis(rules).size > _MOST_WAYS:
        _trellis.cache_clear()
    return _trellis(rules)
