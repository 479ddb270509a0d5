"""All the ways in which the runs of one suit can grow through the places of a problem."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from ..cards import Rank
from ..variant import AceOrder
from .problem import Problem
from .runs import Run, Runs, State, runs_of

# What a suit has open at a place, and what was promised at the start: aces kept for the upper end of the
# runs, or the runs that come in around the corner of a ring.
Promise = int | State
Node = tuple[State, Promise]


class Edge(NamedTuple):
    """One way from a node to the next place: naturals and jokers into runs, what is left for sets and must go."""

    x: int
    y: int
    rest: int
    need: int
    target: int
    begun: int  # runs that begin with an ace, where that matters


@dataclass(frozen=True)
class Chart:
    """The nodes of one suit at each place, and the edges that leave each of them; `starts` are nodes of place 0."""

    nodes: tuple[tuple[Node, ...], ...]
    edges: tuple[tuple[tuple[Edge, ...], ...], ...]
    starts: tuple[int, ...]


def automaton(problem: Problem) -> Runs:
    """Return the runs of the problem's game."""
    watched = problem.order is AceOrder.RING and bool(
        problem.worth.from_ace or (problem.points is not None and problem.points.from_ace)
    )
    return runs_of(problem.shortest, problem.longest, problem.limit, problem.jokers, watched)


def chart(problem: Problem, suit: int) -> Chart | None:
    """Return the chart of one suit, None if what must be laid cannot be."""
    runs = automaton(problem)
    starts = list(_starts(problem, runs, suit))
    layers, fewest = _forward(problem, runs, suit, starts)
    return _pruned(problem, runs, layers, fewest, starts)


def _starts(problem: Problem, runs: Runs, suit: int) -> Iterator[Node]:
    yield (), 0
    if not problem.runs:
        return
    if problem.order is AceOrder.LOW_AND_HIGH:
        for kept in range(1, problem.have[suit][0] + 1):
            yield (), kept
    elif problem.order is AceOrder.RING:
        layers, _ = _forward(problem, runs, suit, [((), 0)], free=True)
        single = sorted({run for state, _ in layers[-1] for run in state})
        most = max((len(state) for state, _ in layers[-1]), default=0)
        for many in range(1, most + 1):
            for promise in combinations_with_replacement(single, many):
                yield promise, promise


Layer = dict[Node, dict[tuple[Node, int, int, int, int, int], None]]


def _forward(
    problem: Problem, runs: Runs, suit: int, starts: list[Node], free: bool = False
) -> tuple[list[Layer], list[dict[Node, int]]]:
    """Return the nodes of each place with what leaves them, and the fewest jokers that lead to each."""
    layers: list[Layer] = []
    fewest: list[dict[Node, int]] = [dict.fromkeys(starts, 0)]
    for place in range(len(problem.ranks)):
        layer: Layer = {}
        reached: dict[Node, int] = {}
        for node, used in fewest[-1].items():
            layer[node] = {}
            for way in _leaving(problem, runs, suit, place, node, free):
                now = used + way[2]
                if now <= problem.jokers:
                    layer[node][way] = None
                    target = way[0]
                    if now < reached.get(target, now + 1):
                        reached[target] = now
        layers.append(layer)
        fewest.append(reached)
    layers.append({node: {} for node in fewest[-1]})
    return layers, fewest


def _leaving(
    problem: Problem, runs: Runs, suit: int, place: int, node: Node, free: bool
) -> Iterator[tuple[Node, int, int, int, int, int]]:
    """Yield (target, naturals, jokers, rest, need, runs begun by an ace) for each way on from `node`."""
    state, promise = node
    have, need = problem.have[suit][place], 0 if free else problem.need[suit][place]
    top = problem.order is AceOrder.LOW_AND_HIGH and place == len(problem.ranks) - 1
    if problem.order is AceOrder.LOW_AND_HIGH and isinstance(promise, int):
        if place == 0:
            have, need = have - promise, max(0, need - promise)
        elif top:
            have = need = promise
    most_runs = max(problem.have[suit]) + 1
    watched = runs.watched and problem.ranks[place] == Rank.ACE
    for x, y in product(range(have + 1), range(problem.jokers + 1)):
        rest, must = have - x, max(0, need - x)
        if (x + y and not problem.runs) or (y and (most_runs == 1 or x + y > most_runs)):
            continue
        if must and (not problem.sets.allowed or top):
            continue
        for target, begun in runs.steps(state, x, y):
            yield (target, promise), x, y, rest, must, begun if watched else 0


def _pruned(
    problem: Problem, runs: Runs, layers: list[Layer], fewest: list[dict[Node, int]], starts: list[Node]
) -> Chart | None:
    """Return what leads to an end, numbered."""
    last = layers[-1]
    alive: list[dict[Node, int]] = [{node: 0 for node in last if ends(runs, *node)}]  # -> fewest jokers to the end
    kept: list[dict[Node, list[tuple[Node, int, int, int, int, int]]]] = []
    for place in range(len(problem.ranks) - 1, -1, -1):
        after, here, ways = alive[-1], {}, {}
        for node, leaving in layers[place].items():
            used = fewest[place][node]
            good = [way for way in leaving if way[0] in after and used + way[2] + after[way[0]] <= problem.jokers]
            if good:
                here[node] = min(way[2] + after[way[0]] for way in good)
                ways[node] = good
        alive.append(here)
        kept.append(ways)
    alive.reverse()
    kept.reverse()
    if not any(start in alive[0] for start in starts):
        return None
    index = [{node: i for i, node in enumerate(layer)} for layer in alive]
    edges = tuple(
        tuple(
            tuple(
                Edge(x, y, rest, need, index[place + 1][target], begun)
                for target, x, y, rest, need, begun in ways[node]
            )
            for node in alive[place]
        )
        for place, ways in enumerate(kept)
    )
    return Chart(tuple(tuple(layer) for layer in alive), edges, tuple(index[0][s] for s in starts if s in alive[0]))


def ends(runs: Runs, state: State, promise: Promise) -> bool:
    """Return whether the runs may end so: complete, or one of those that were promised."""
    return pairing(runs, state, () if isinstance(promise, int) else promise) is not None


def pairing(runs: Runs, state: State, promised: State) -> tuple[int | None, ...] | None:
    """Return for each open run which promise it keeps (None: it is complete), or None if that cannot be."""
    if not promised:
        return (None,) * len(state) if all(map(runs.complete, state)) else None
    return _paired(runs, state, dict(enumerate(promised)))


def _paired(runs: Runs, state: State, promised: dict[int, Run]) -> tuple[int | None, ...] | None:
    if not state:
        return None if promised else ()
    for i, wanted in promised.items():
        if runs.serves(state[0], wanted):
            rest = _paired(runs, state[1:], {j: run for j, run in promised.items() if j != i})
            if rest is not None:
                return (i, *rest)
    if runs.complete(state[0]):
        rest = _paired(runs, state[1:], promised)
        if rest is not None:
            return (None, *rest)
    return None
