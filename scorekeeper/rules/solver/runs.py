"""The automaton of the runs of one suit: which open runs there are, and how they grow from rank to rank.

The length of an open run is counted up to what matters; its credit is the distance of its jokers from the joker limit.
A state is the sorted tuple of the open runs.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from ..model.terms import JokerLimit

_LEAST_CREDIT = {
    JokerLimit.FEWER_THAN_NATURALS: 1,
    JokerLimit.NOT_MORE_THAN_NATURALS: 0,
    JokerLimit.ONE: 0,
    JokerLimit.NONE: 1,
}


class Run(NamedTuple):
    """An open run."""

    length: int
    credit: int


State = tuple[Run, ...]


class RunRules(NamedTuple):
    """What a run is, and which part of the state space is searched."""

    allowed: bool
    shortest: int
    longest: int | None  # None: only the ranks limit it
    limit: JokerLimit
    jokers: int
    most: int  # runs of one suit that overlap
    owed: int  # how far the jokers of an open run may be ahead of its naturals
    watched: bool  # whether the number of runs that begin is part of a move
    sparing: bool  # jokers only where no natural card is left


class Source(NamedTuple):
    """Where a run comes from: the index of the earlier run or -1, and whether a joker was added to it."""

    run: int
    joker: bool


class Growth(NamedTuple):
    """One step of the automaton, with the source of each run after it."""

    after: State
    begun: int
    sources: tuple[Source, ...]


class Automaton:
    """The transitions, computed when first needed."""

    def __init__(self, rules: RunRules) -> None:
        self.rules = rules
        self._steps: dict[tuple[State, int, int], tuple[Growth, ...]] = {}

    def steps(self, state: State, naturals: int, jokers: int) -> tuple[Growth, ...]:
        """Return the undominated successors of `state` when so many cards of the next rank go into runs."""
        key = (state, naturals, jokers)
        if key not in self._steps:
            found = {(step.after, step.begun * self.rules.watched): step for step in self._all_steps(*key)}
            best = sorted(found.values(), reverse=True)
            self._steps[key] = tuple([step for step in best if not self._beaten(step, best)])
        return self._steps[key]

    def pairing(self, state: State, promise: State) -> dict[int, int] | None:
        """Return which open run serves which promised run, the others being complete, or None if that cannot be."""
        for chosen in permutations(range(len(state)), len(promise)):
            if all(map(self._serves, [state[i] for i in chosen], promise)) and all(
                self._complete(run) for i, run in enumerate(state) if i not in chosen
            ):
                return {run: promised for promised, run in enumerate(chosen)}
        return None

    def _all_steps(self, state: State, naturals: int, jokers: int) -> Iterator[Growth]:
        start = Run(0, 1 if self.rules.limit is JokerLimit.ONE else 0)
        choices = [  # it gets a natural, it gets a joker, it ends
            [*[False] * (naturals > 0), *[True] * (jokers > 0), *[None] * self._complete(run)] for run in state
        ]
        for fates in product(*choices):
            x, y = naturals - fates.count(False), jokers - fates.count(True)
            if x < 0 or y < 0:
                continue
            grown = [(state[i], Source(i, joker)) for i, joker in enumerate(fates) if joker is not None]
            grown += [(start, Source(-1, False))] * x + [(start, Source(-1, True))] * y
            after = [(run, source) for before, source in grown if (run := self._grown(before, source.joker))]
            if (
                len(after) == len(grown)
                and -sum([run.credit for run, _ in after if run.credit < 0]) <= self.rules.jokers
            ):
                after.sort()
                yield Growth(tuple([run for run, _ in after]), x + y, tuple([source for _, source in after]))

    def _grown(self, run: Run, joker: bool) -> Run | None:
        length, credit, rules = run.length, run.credit, self.rules
        if rules.limit is JokerLimit.NONE:
            credit = 1 if not joker or rules.jokers < rules.shortest else credit
        elif rules.limit is JokerLimit.ONE:
            credit -= joker
        else:
            credit = min(credit - 1 if joker else credit + 1, rules.owed + 1)
        least = 0 if rules.limit is JokerLimit.ONE else -rules.owed
        if length == rules.longest or credit < least:
            return None
        most = rules.longest or rules.shortest
        return Run(length + 1 if length < most else most, credit)

    def _complete(self, run: Run) -> bool:
        return run.length >= self.rules.shortest and run.credit >= _LEAST_CREDIT[self.rules.limit]

    def _serves(self, run: Run, other: Run) -> bool:
        """Return whether `run` can do all that `other` can: at least as long, with as much credit."""
        long_enough = run.length == other.length if self.rules.longest is not None else run.length >= other.length
        return long_enough and run.credit >= other.credit

    def _beaten(self, step: Growth, others: Sequence[Growth]) -> bool:
        """Return whether another step leads to runs that can do all that those of `step` can."""
        for other in others:
            if other is step or len(other.after) != len(step.after):
                continue
            if self.rules.watched and other.begun != step.begun:
                continue
            for order in permutations(other.after):
                if all(map(self._serves, order, step.after)):
                    return True
        return False
