"""How the runs of one suit go on from place to place, worked out once for each state and each number of cards.

A suit's state is what it has open and what was promised at the start: aces kept for the upper end of the runs, or the
runs that come in around the corner of a ring. The states that a suit can have at a place are one set, known
by its number; a plan is all that can be done at one place with that set.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from threading import Lock
from typing import NamedTuple

from ..model.terms import JokerLimit
from .budget import PLANNED, Budget, OutOfWork
from .kernels import Kind as KindOfMove
from .kernels import PlanSums, Shape, sums_of
from .runs import Growth, Run, Runs, State

Promise = int | State
Node = tuple[State, Promise]
NONE_OPEN: Node = ((), 0)


class Kind:
    """What sort of place it is: plain numbers, which are quickly looked up."""

    PLAIN = 0
    LOW_ACE = 1  # where aces can be kept for the upper end
    HIGH_ACE = 2  # where those go that were kept, and into runs only
    RING_ACE = 3  # where a run that begins counts less than one that passes
    LATE = 4  # where a run that begins reaches the last place with its last needed card


class Move(NamedTuple):
    """What one suit does at a place: naturals and jokers into runs, what is left for sets, and what of it must go."""

    x: int
    y: int
    rest: int
    need: int
    begun: int  # runs that begin with an ace, where that matters


# A move and what is in it: cards and jokers for runs, cards for sets from at least to before, runs begun with an ace;
# the cards for sets as one number, at most in the upper half byte; the next state.
Edge = tuple[Move, int, int, int, int, int, int, int]


@dataclass(frozen=True)
class Plan:
    """All moves at one place; `edges[state]` are what can be done from each state of the set."""

    states: tuple[Node, ...]
    edges: tuple[tuple[Edge, ...], ...]
    after: int  # the number of the next set
    size: int  # how many states that has
    sums: PlanSums
    cost: int = 0  # the ways that were tried to make it
    growths: dict[tuple[int, Move, int], Growth] = field(default_factory=dict)  # how runs grew, as it was asked for


_NO_MOVE = Move(0, 0, 0, 0, 0)


class Place(NamedTuple):
    """What a plan depends on: cards there, those that must be laid, and the kind of place."""

    have: int
    need: int
    kind: int


@dataclass(frozen=True)
class Habits:
    """What runs are in a game, and how far they are looked into; `thrifty`: jokers only where no natural is left."""

    allowed: bool
    shortest: int
    longest: int | None
    limit: JokerLimit
    jokers: int
    most: int  # runs of one suit over one rank
    watched: bool
    thrifty: bool
    states: int  # of one suit at one place; more are too many
    narrow: bool  # leave out what is hardly ever worth while


_MOST_EDGES = 80_000  # of all machines: some 25 MB


class TooManyStates(Exception):
    """There is too much to tell apart."""


class Machine:
    """The plans of one game, kept from one call to the next."""

    def __init__(self, habits: Habits) -> None:
        self.habits = habits
        owed = min(habits.jokers, 1) if habits.narrow else habits.jokers
        self.runs = Runs(habits.shortest, habits.longest, habits.limit, habits.jokers, owed, habits.watched)
        self.sets: list[tuple[Node, ...]] = []
        self._numbers: dict[frozenset[Node], int] = {}
        self._lock = Lock()
        self._ends: dict[int, tuple[bool, ...]] = {}
        self.plans: dict[tuple[int, int, int, int], Plan] = {}
        self.edges, self.grown = 0, False
        self.nothing = self.number([NONE_OPEN])

    def number(self, nodes: Sequence[Node]) -> int:
        """Return the number of a set of states."""
        key = frozenset(nodes)
        if key not in self._numbers:
            with self._lock:  # two threads must not give the same number
                if key not in self._numbers:
                    self.sets.append(tuple(sorted(key, key=repr)))
                    self._numbers[key] = len(self.sets) - 1
        return self._numbers[key]

    def plan(self, number: int, have: int, need: int, kind: int, budget: Budget) -> Plan:
        """Return what the states of a set can do at a place: see `Place`. It is paid for once by each question.

        Raises:
            OutOfWork: it costs more than is left.
        """
        try:
            found = self._plan(number, Place(have, need, kind), budget.left // PLANNED)
        except OutOfWork:
            budget.take(budget.left)
            raise
        if id(found) not in budget.paid:
            budget.spend(found.cost * PLANNED)
            budget.paid[id(found)] = found
        return found

    def _plan(self, number: int, place: Place, most: int) -> Plan:
        key = (number, *place)
        found = self.plans.get(key)
        if found is None:
            found = self.plans[key] = self._planned(number, place, most)
            self.edges, self.grown = self.edges + len(found.sums.shape.edges), True
        return found

    def start(self, nodes: Sequence[Node]) -> Plan:
        """Return the plan that chooses one of `nodes` to start from."""
        edges = (tuple([_edge(_NO_MOVE, i) for i in range(len(nodes))]),)
        return Plan((NONE_OPEN,), edges, self.number(nodes), len(nodes), PlanSums(_shape(edges, len(nodes), 1)))

    def corners(self, have: Sequence[int], budget: Budget) -> list[Node]:
        """Return what can come in around the corner of a ring."""
        number = self.nothing
        if self.habits.narrow:
            return [NONE_OPEN]
        for count in have:
            number = self.plan(number, count, 0, Kind.PLAIN, budget).after
        found: set[State] = set()
        for state, _ in self.sets[number]:
            for many in range(1, len(state) + 1):
                found.update(combinations(state, many))
        return [NONE_OPEN, *((promise, promise) for promise in sorted(found))]

    def ends(self, number: int) -> tuple[bool, ...]:
        """Return for each state of a set whether the runs may end so: complete, or such as were promised."""
        found = self._ends.get(number)
        if found is None:
            nodes = self.sets[number]
            found = tuple([pairing(self.runs, node[0], promised(node)) is not None for node in nodes])
            self._ends[number] = found
        return found

    def _planned(self, number: int, place: Place, most: int) -> Plan:
        states = self.sets[number]
        if len(states) > self.habits.states and not self.habits.narrow:
            raise TooManyStates
        counter = _Counter(most)
        found = [list(dict.fromkeys(self._moves(node, place, counter))) for node in states]
        after = self.number(list({target: None for ways in found for _, target in ways}))
        if self.habits.thrifty and place.need:  # the fewer different sets of states, the fewer plans
            roomy = self._plan(number, place._replace(need=0), most - counter.count)
            counter.add(roomy.cost)
            after = roomy.after
        index = {node: i for i, node in enumerate(self.sets[after])}
        edges = tuple([tuple([_edge(move, index[target]) for move, target in ways]) for ways in found])
        sums = sums_of(_shape(edges, len(index), place.have + 1))
        return Plan(states, edges, after, len(index), sums, counter.count)

    def _moves(self, node: Node, place: Place, counter: "_Counter") -> Iterator[tuple[Move, Node]]:
        state, promise = node
        if place.kind == Kind.LOW_ACE:
            for kept in range(place.have + 1):
                yield from self._shared((state, kept), place.have - kept, max(0, place.need - kept), place, counter)
        elif place.kind == Kind.HIGH_ACE:
            # Not checked: at a high ace a promise is a number of aces, and the node one of its kind.
            yield from self._shared(node, int(promise), int(promise), place, counter)  # type: ignore[arg-type]
        else:
            yield from self._shared(node, place.have, place.need, place, counter)

    def _shared(
        self, node: Node, have: int, need: int, place: Place, counter: "_Counter"
    ) -> Iterator[tuple[Move, Node]]:
        """Yield the ways to share out `have` cards between runs and the rest."""
        state, promise = node
        habits = self.habits
        for x, y in product(range(have + 1), range(habits.jokers + 1)):
            rest, must = have - x, max(0, need - x)
            if (x + y and not habits.allowed) or (y and (x + y > habits.most or (habits.thrifty and rest))):
                continue
            if must > place.have:  # an ace that was kept for the upper end
                continue
            steps = self.runs.steps(state, x, y)
            counter.add(1 + len(steps) + counter.first_time(self.runs.tried[state, x, y], state, x, y))
            for growth in steps:
                # A joker that leads a run does as well behind it, unless that is beyond the last place.
                if habits.thrifty and place.kind != Kind.LATE and (-1, True) in growth.sources:
                    continue
                begun = growth.begun if place.kind == Kind.RING_ACE else 0
                yield Move(x, y, rest, must, begun), (growth.after, promise)

    def growth(self, plan: Plan, at: int, move: Move, to: int, kind: int) -> Growth:
        """Return how the runs of the state `at` of a plan became those of the next state `to`."""
        found = plan.growths.get((at, move, to))
        if found is None:
            steps = self.runs.steps(plan.states[at][0], move.x, move.y)
            target = self.sets[plan.after][to][0]
            fit = [growth for growth in steps if growth.after == target]
            found = next(growth for growth in fit if kind != Kind.RING_ACE or growth.begun == move.begun)
            plan.growths[at, move, to] = found
        return found


class _Counter:
    """What it costs to make a plan: the ways that were tried, also those that were known from another plan."""

    def __init__(self, most: int) -> None:
        self.count, self.most = 0, most
        self._met: set[tuple[State, int, int]] = set()

    def first_time(self, ways: int, state: State, naturals: int, jokers: int) -> int:
        """Return `ways` when these steps are met for the first time in this plan, else nothing."""
        key = (state, naturals, jokers)
        if key in self._met:
            return 0
        self._met.add(key)
        return ways

    def add(self, ways: int) -> None:
        """Count.

        Raises:
            OutOfWork: these are more than there may be.
        """
        self.count += ways
        if self.count > self.most:
            raise OutOfWork


def _edge(move: Move, to: int) -> Edge:
    return move, move.x, move.y, move.need, move.rest + 1, move.begun, move.rest << 4 | move.need, to


def _shape(edges: tuple[tuple[Edge, ...], ...], size: int, shares: int) -> Shape:
    kinds: dict[KindOfMove, int] = {}
    flat = []
    for state, ways in enumerate(edges):
        for move, *_, target in ways:
            kind = kinds.setdefault((move.x, move.rest, move.need, move.begun), len(kinds))
            flat.append((state, kind, move.y, target))
    return Shape(len(edges), size, shares, tuple(kinds), tuple(flat))


def machine_of(habits: Habits) -> Machine:
    """Return the machine of a game. All are made anew when they know so much that it fills the memory."""
    found = _machines.get(habits)
    if found is not None and not found.grown:
        return found
    if sum([machine.edges for machine in list(_machines.values())]) > _MOST_EDGES:
        _machines.clear()
        found = None
    if found is None:
        found = _machines[habits] = Machine(habits)
    found.grown = False
    return found


_machines: dict[Habits, Machine] = {}


def promised(node: Node) -> State:
    """Return the runs that were promised at the start."""
    return () if isinstance(node[1], int) else node[1]


def pairing(runs: Runs, state: State, promise: State) -> tuple[int | None, ...] | None:
    """Return for each open run which promise it keeps (None: it is complete), or None if that cannot be."""
    if not promise:
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
    if runs.complete(state[0]):
        rest = _paired(runs, state[1:], promise)
        if rest is not None:
            return (None, *rest)
    return None
