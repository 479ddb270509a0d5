"""The trellis of each suit: for every rank the states that its runs can have, and the moves between them.

A node is a state of the runs and a promise made at the start: the number of aces kept for the upper end of the line,
or the runs that come in around the corner of a ring. The reachable nodes at a rank form a layer; a plan holds all
moves from one layer to the next. Layers and plans are cached from one question to the next.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations, product
from typing import NamedTuple

from .budget import PLANNED, Budget, OutOfWork
from .runs import Growth, Run, RunRules, Runs, State

Node = tuple[State, int | State]
NONE_OPEN: Node = ((), 0)
_MOST_EDGES = 80_000  # in the cache: some 25 MB


class Kind(IntEnum):
    """The kind of a place."""

    PLAIN = 0
    LOW_ACE = 1  # aces can be kept for the upper end
    HIGH_ACE = 2  # the aces that were kept go here, into runs only
    RING_ACE = 3  # a run that begins counts less than one that passes
    LATE = 4  # a run that begins here can just be completed


class Place(NamedTuple):
    """What a plan depends on besides its layer: cards there, those that must be laid, the kind of place."""

    have: int
    need: int
    kind: int


class Move(NamedTuple):
    """What one suit does at a place: naturals and jokers into runs, cards kept from sets, runs begun with an ace."""

    x: int
    y: int
    z: int
    begun: int


class Edge(NamedTuple):
    """A move from one node to another; `move` is its index in the plan's moves."""

    at: int
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
    """All moves at one place from one layer to the next; `cost` is the work that it takes to make it."""

    layer: Layer
    after: Layer
    moves: tuple[Move, ...]
    edges: tuple[Edge, ...]
    cost: int

    def __post_init__(self) -> None:
        self.ways: list[list[tuple[int, int]]] = [[] for _ in self.layer.nodes]
        for at, move, to in self.edges:
            self.ways[at].append((move, to))
        same = [Edge(i, 0, i) for i in range(len(self.after.nodes))]
        self.idle = self.moves == (_STAY,) and self.edges == tuple(same)


_STAY = Move(0, 0, 0, 0)


def stay(layer: Layer) -> Plan:
    """Return the plan that does nothing."""
    return Plan(layer, layer, (_STAY,), tuple([Edge(i, 0, i) for i in range(len(layer.nodes))]), 0)


class Machine:
    """The layers and plans of one game."""

    def __init__(self, rules: RunRules) -> None:
        self.rules, self.runs = rules, Runs(rules)
        self._layers: dict[frozenset[Node], Layer] = {}
        self.size = 0
        self.nothing = self.layer([NONE_OPEN])

    def layer(self, nodes: Sequence[Node]) -> Layer:
        """Return the layer of these nodes."""
        key = frozenset(nodes)
        found = self._layers.get(key)
        if found is None:
            ordered = tuple(sorted(key, key=repr))
            ends = tuple([pairing(self.runs, *node) is not None for node in ordered])
            found = self._layers.setdefault(key, Layer(ordered, ends))
        return found

    def plan(self, layer: Layer, place: Place, budget: Budget) -> Plan:
        """Return all moves of a layer at a place; each question pays for it once.

        Raises:
            OutOfWork: it costs more than is left.
        """
        found = layer.plans.get(place)
        if found is None:
            try:
                found = layer.plans[place] = self._planned(layer, place, budget.left // PLANNED)
            except OutOfWork:
                budget.take(budget.left)
                raise
            self.size += len(found.edges)
        if id(found) not in budget.paid:
            budget.spend(found.cost * PLANNED)
            budget.paid[id(found)] = found
        return found

    def start(self, have: Sequence[int], narrow: bool, budget: Budget) -> Plan:
        """Return the plan before the first place of a ring: it chooses which runs come in around the corner."""
        nodes = [NONE_OPEN]
        if self.rules.allowed and not narrow:
            layer = self.nothing
            for count in have:
                layer = self.plan(layer, Place(count, 0, Kind.PLAIN), budget).after
            states = [state for state, _ in layer.nodes]
            found = {some for state in states for many in range(len(state)) for some in combinations(state, many + 1)}
            nodes += [(promise, promise) for promise in found]
        after = self.layer(nodes)
        return Plan(self.nothing, after, (_STAY,), tuple([Edge(0, 0, i) for i in range(len(nodes))]), 0)

    def growth(self, before: Node, move: Move, after: Node, kind: int) -> Growth:
        """Return how the runs of one node became those of the next."""
        return next(
            growth
            for growth in self.runs.steps(before[0], move.x, move.y)
            if growth.after == after[0] and (kind != Kind.RING_ACE or growth.begun == move.begun)
        )

    def _planned(self, layer: Layer, place: Place, most: int) -> Plan:
        cost, after = [0], None
        if self.rules.sparing and place.need:  # the same next layer as without need: fewer layers and plans
            roomy = layer.plans.get(place._replace(need=0)) or self._planned(layer, place._replace(need=0), most)
            cost[0], after = roomy.cost, roomy.after
        met: set[tuple[State, int, int]] = set()
        found = [dict.fromkeys(self._moves(node, place, cost, most, met)) for node in layer.nodes]
        after = after or self.layer(list({node: None for ways in found for _, node in ways}))
        index = {node: i for i, node in enumerate(after.nodes)}
        moves: dict[Move, int] = {}
        edges = [
            Edge(at, moves.setdefault(move, len(moves)), index[node])
            for at, ways in enumerate(found)
            for move, node in ways
        ]
        return Plan(layer, after, tuple(moves), tuple(edges), cost[0])

    def _moves(
        self, node: Node, place: Place, cost: list[int], most: int, met: set[tuple[State, int, int]]
    ) -> Iterator[tuple[Move, Node]]:
        """Yield the ways to share out the cards of a place; `cost` grows by the work, up to `most`."""
        (state, promise), rules = node, self.rules
        for kept, x, y in self._shares(node, place):
            left = place.have - kept - x
            if (x + y and not rules.allowed) or (y and (x + y > rules.most or (rules.sparing and left > 0))):
                continue
            steps, key = self.runs.steps(state, x, y), (state, x, y)
            cost[0] += 1 + len(steps) + (0 if key in met else self.runs.tried[key])
            met.add(key)
            if cost[0] > most:
                raise OutOfWork
            for growth in steps:
                # A joker that leads a run does as well behind it, unless that is beyond the last place.
                if rules.sparing and place.kind != Kind.LATE and (-1, True) in growth.sources:
                    continue
                begun = growth.begun if place.kind == Kind.RING_ACE else 0
                z = 0 if place.kind == Kind.HIGH_ACE else kept + x
                yield Move(x, y, z, begun), (growth.after, kept if place.kind == Kind.LOW_ACE else promise)

    def _shares(self, node: Node, place: Place) -> Iterator[tuple[int, int, int]]:
        """Yield how many cards are kept for the upper end, and how many naturals and jokers go into runs."""
        jokers = range(self.rules.jokers + 1)
        if place.kind == Kind.HIGH_ACE:
            yield from product((0,), (node[1],), jokers)  # the promise is a number of aces
        else:
            for kept in range(place.have + 1 if place.kind == Kind.LOW_ACE else 1):
                yield from product((kept,), range(place.have - kept + 1), jokers)


_machines: dict[RunRules, Machine] = {}


def machine_of(rules: RunRules, budget: Budget) -> Machine:
    """Return the cached machine of a game; the cache is emptied before a question when it has grown too large."""
    if not budget.paid and sum([machine.size for machine in list(_machines.values())]) > _MOST_EDGES:
        _machines.clear()
    found = _machines.get(rules)
    return found if found is not None else _machines.setdefault(rules, Machine(rules))


def pairing(runs: Runs, state: State, promise: int | State) -> tuple[int | None, ...] | None:
    """Return for each open run which promised run it serves (None: it is complete), or None if that cannot be."""
    if not promise or isinstance(promise, int):
        return (None,) * len(state) if all(map(runs.complete, state)) else None
    return _paired(runs, state, dict(enumerate(promise)))


def _paired(runs: Runs, state: State, promise: dict[int, Run]) -> tuple[int | None, ...] | None:
    if not state:
        return None if promise else ()
    for i, wanted in promise.items():
        if runs.serves(state[0], wanted):
            rest = _paired(runs, state[1:], {j: run for j, run in promise.items() if j != i})
            if rest is not None:
                return (i, *rest)
    rest = _paired(runs, state[1:], promise) if runs.complete(state[0]) else None
    return None if rest is None else (None, *rest)
