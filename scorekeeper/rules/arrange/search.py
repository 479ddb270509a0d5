"""The best way through the places: best first, by the bounds of the suits."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from .bounds import DEAD, Bound, best_bound
from .charts import Chart, Edge, chart
from .problem import Problem
from .sets import Counts, ways

Four = tuple[int, int, int, int]


LAST_EFFORT = 20_000  # steps that are left to reach any end once the work is done


class OutOfWork(Exception):
    """The work was done before any way to the end was found."""


class Choice(NamedTuple):
    """What was done at one place: an edge of each suit, and what went into sets."""

    edges: tuple[Edge, ...]
    sets: Counts
    set_jokers: int


@dataclass(frozen=True)
class Path:
    """A whole way: the node of each suit at the start, and a choice at each place; whether it is proved best."""

    start: Four
    choices: tuple[Choice, ...]
    charts: tuple[Chart, ...]
    proved: bool


class _Step(NamedTuple):
    """A node of the search: where each suit stands, jokers left, what was brought (half units), what came before."""

    place: int
    at: tuple[int, ...]
    free: int
    bound: int
    brought: int
    points: int
    before: "_Step | None"
    choice: Choice | None


def search(problem: Problem, work: int) -> Path | None:
    """Return the best way to lay the cards that `work` steps find, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    charts = []
    for suit in range(4):
        found = chart(problem, suit)
        if found is None:
            return None
        charts.append(found)
    bound = best_bound(problem, tuple(charts))
    if bound.root < DEAD // 2:
        return None
    return _Search(problem, tuple(charts), bound).run(work)


class _Search:
    def __init__(self, problem: Problem, charts: tuple[Chart, ...], bound: Bound) -> None:
        self.problem, self.charts, self.bound = problem, charts, bound
        self.heap: list[tuple[tuple[int, ...], int, _Step]] = []
        self.seen: dict[tuple[int, tuple[int, ...], int, int], list[tuple[int, int]]] = {}
        self.pushed = 0
        self.deep = False  # out of work: anything that reaches the end will do

    def run(self, work: int) -> Path | None:
        """Search until the best is found, or something once the work is done."""
        problem = self.problem
        for starts in product(*(each.starts for each in self.charts)):
            self._push(_Step(0, starts, problem.jokers - problem.bound, problem.bound, 0, 0, None, None))
        done = 0
        while self.heap:
            _, _, step = heapq.heappop(self.heap)
            if step.place == len(problem.ranks):
                return self._path(step)
            if self._beaten(step):
                continue
            for after in self._after(step):
                done += 1
                self._push(after)
            if done > work and not self.deep:
                self._dive()
            elif done > work + LAST_EFFORT:
                raise OutOfWork
        return None

    def _beaten(self, step: _Step) -> bool:
        known = self.seen[step.place, step.at, step.free, step.bound]
        return (step.brought, step.points) not in known

    def _push(self, step: _Step) -> None:
        problem, bound = self.problem, self.bound
        end = step.place == len(problem.ranks)
        if end and (step.bound or step.free > problem.stay or step.points < problem.minimum):
            return
        hope = step.brought
        if not end:
            hope += bound.price * step.free + bound.bound_price * step.bound
            hope += 2 * problem.per_point * (step.points - problem.minimum)
            hope += sum(bound.rows[suit][step.place][node] for suit, node in enumerate(step.at))
        if hope < DEAD // 2:
            return
        known = self.seen.setdefault((step.place, step.at, step.free, step.bound), [])
        if any(brought >= step.brought and points >= step.points for brought, points in known):
            return
        known[:] = [(b, p) for b, p in known if b > step.brought or p > step.points]
        known.append((step.brought, step.points))
        self.pushed += 1
        heapq.heappush(self.heap, (self._rank(step, hope), -self.pushed, step))

    def _rank(self, step: _Step, hope: int) -> tuple[int, ...]:
        return (-step.place, -hope) if self.deep else (-hope, -step.place)

    def _dive(self) -> None:
        self.deep = True
        self.heap = [((b, a), count, step) for (a, b), count, step in self.heap]
        heapq.heapify(self.heap)

    def _path(self, end: _Step) -> Path:
        choices: list[Choice] = []
        step = end
        while step.before is not None and step.choice is not None:
            choices.append(step.choice)
            step = step.before
        return Path(step.at, tuple(reversed(choices)), self.charts, not self.deep)  # type: ignore[arg-type]

    def _after(self, step: _Step) -> Iterator[_Step]:
        problem, place = self.problem, step.place
        left = step.free + step.bound
        wild = place in problem.wild
        for edges in product(*(self.charts[suit].edges[place][node] for suit, node in enumerate(step.at))):
            jokers = sum(edge.y for edge in edges)
            naturals = sum(edge.x for edge in edges)
            used = jokers + naturals if wild else jokers
            if used > left:
                continue
            have = tuple(edge.rest for edge in edges)
            need = tuple(edge.need for edge in edges)
            at = tuple(edge.target for edge in edges)
            begun = sum(edge.begun for edge in edges)
            for laid, beside, counts in ways(problem.sets, have, need, left - used, problem.every or wild):
                if wild and used + beside + laid > left:
                    continue
                choice = Choice(edges, counts, beside)
                yield from self._valued(step, at, choice, naturals, jokers, laid, begun)

    def _valued(
        self, step: _Step, at: tuple[int, ...], choice: Choice, naturals: int, jokers: int, laid: int, begun: int
    ) -> Iterator[_Step]:
        """Yield the next step, one for each share that the jokers that bring nothing can have in it."""
        problem, place, beside = self.problem, step.place, choice.set_jokers
        worth, wild = problem.worth, place in problem.wild
        kinds = [(worth.joker_run[place], jokers), (worth.joker_set[place], beside)]
        kinds += [(worth.run[place], naturals), (worth.set[place], laid)] if wild else []
        plain = 0 if wild else worth.run[place] * naturals + worth.set[place] * laid
        points = self._points(place, naturals, laid, jokers, beside, begun)
        total = sum(count for _, count in kinds)
        fewest, most = max(0, total - step.free), min(total, step.bound)
        for idle in range(fewest, most + 1):
            brought = plain - worth.from_ace * begun + _best_values(kinds, total - idle)
            yield _Step(
                place + 1,
                at,
                step.free - (total - idle),
                step.bound - idle,
                step.brought + 2 * brought,
                min(step.points + points, problem.minimum),
                step,
                choice,
            )

    def _points(self, place: int, naturals: int, laid: int, jokers: int, beside: int, begun: int) -> int:
        points = self.problem.points
        if points is None:
            return 0
        in_runs = points.run[place] * naturals + points.joker_run[place] * jokers
        return in_runs + points.set[place] * laid + points.joker_set[place] * beside - points.from_ace * begun


def _best_values(kinds: list[tuple[int, int]], count: int) -> int:
    """Return what the `count` best of so many cards of each value are worth."""
    total = 0
    for value, many in sorted(kinds, reverse=True):
        taken = min(many, count)
        total, count = total + value * taken, count - taken
    return total
