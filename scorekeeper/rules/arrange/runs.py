"""Runs of one suit that grow rank by rank: what is open, and what one more rank makes of it.

A run that is still open is told by two numbers: its length (no more than what
matters is counted) and its credit, which says how its jokers stand to the limit. The state of a suit is the
sorted tuple of its open runs.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from ..variant import JokerLimit

Run = tuple[int, int]
State = tuple[Run, ...]
Step = tuple[State, int]  # the next state, and how many runs it begins, if that is watched

LEAST_CREDIT = {
    JokerLimit.FEWER_THAN_NATURALS: 1,
    JokerLimit.NOT_MORE_THAN_NATURALS: 0,
    JokerLimit.ONE: 0,
    JokerLimit.NONE: 1,
}


class Runs:
    """How runs grow under one game's rules, worked out once for each state that comes up."""

    def __init__(self, shortest: int, longest: int | None, limit: JokerLimit, jokers: int, watched: bool) -> None:
        self.shortest, self.longest, self.limit, self.jokers = shortest, longest, limit, jokers
        self.watched = watched
        self.cap = longest or shortest
        self._least = LEAST_CREDIT[limit]
        self._steps: dict[tuple[State, int, int], tuple[Step, ...]] = {}

    def grown(self, run: Run, joker: bool) -> Run | None:
        """Return `run` one card longer, or None if it may not grow so."""
        length, credit = run
        if self.longest is not None and length == self.longest:
            return None
        credit = self._credit(credit, joker)
        return None if credit < -self.jokers else (min(length + 1, self.cap), credit)

    def begun(self, joker: bool) -> Run | None:
        """Return a run of one card."""
        start = 1 if self.limit is JokerLimit.ONE else 0
        return self.grown((0, start), joker)

    def complete(self, run: Run) -> bool:
        """Return whether `run` may end as it is."""
        return run[0] >= self.shortest and run[1] >= self._least

    def steps(self, state: State, naturals: int, jokers: int) -> tuple[Step, ...]:
        """Return what `state` can become when so many cards of the next rank go into runs.

        What another next state is at least as good as is left out.
        """
        key = (state, naturals, jokers)
        if key not in self._steps:
            self._steps[key] = self._undominated(set(self._all_steps(state, naturals, jokers)))
        return self._steps[key]

    def serves(self, run: Run, promised: Run) -> bool:
        """Return whether `run` can stand for a `promised` one: at least as long, with as much credit."""
        long_enough = run[0] == promised[0] if self.longest is not None else run[0] >= promised[0]
        return long_enough and run[1] >= promised[1]

    def _credit(self, credit: int, joker: bool) -> int:
        if self.limit is JokerLimit.NONE:
            return 1 if not joker or self.jokers < self.shortest else credit
        if self.limit is JokerLimit.ONE:
            return credit if not joker else credit - 1 if credit else -self.jokers - 1
        return min(credit - 1 if joker else credit + 1, self.jokers + 1)

    def _all_steps(self, state: State, naturals: int, jokers: int) -> Iterator[Step]:
        for grown, more_naturals, more_jokers in self._growth(list(Counter(state).items()), naturals, jokers):
            begun = [self.begun(False)] * more_naturals + [self.begun(True)] * more_jokers
            if None not in begun:
                new = [run for run in begun if run is not None]
                yield tuple(sorted((*grown, *new))), len(new) if self.watched else 0

    def _growth(
        self, runs: list[tuple[Run, int]], naturals: int, jokers: int
    ) -> Iterator[tuple[tuple[Run, ...], int, int]]:
        """Yield which runs go on, and how many naturals and jokers are left for new ones."""
        if not runs:
            yield (), naturals, jokers
            return
        (run, many), rest = runs[0], runs[1:]
        natural, joker, may_end = self.grown(run, False), self.grown(run, True), self.complete(run)
        for a in range(min(many, naturals if natural else 0) + 1):
            for b in range(min(many - a, jokers if joker else 0) + 1):
                if a + b < many and not may_end:
                    continue
                here = (natural,) * a + (joker,) * b
                for others, x, y in self._growth(rest, naturals - a, jokers - b):
                    yield (*(run for run in here if run is not None), *others), x, y

    def _undominated(self, steps: set[Step]) -> tuple[Step, ...]:
        ordered = sorted(steps, reverse=True)
        return tuple(
            step
            for step in ordered
            if not any(other != step and other[1] == step[1] and self._at_least(other[0], step[0]) for other in ordered)
        )

    def _at_least(self, one: State, other: State) -> bool:
        """Return whether each run of `other` has one of its own in `one` that can serve for it."""
        if len(one) != len(other):
            return False
        return any(all(map(self.serves, order, other)) for order in permutations(one))


@lru_cache(maxsize=256)
def runs_of(shortest: int, longest: int | None, limit: JokerLimit, jokers: int, watched: bool) -> Runs:
    """Return the runs of a game, kept from one call to the next."""
    return Runs(shortest, longest, limit, jokers, watched)
