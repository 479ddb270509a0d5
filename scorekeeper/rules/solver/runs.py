"""The automaton of the runs of one suit: which open runs there are, and how they grow from rank to rank.

The length of an open run is counted up to what matters; its credit is the distance of its jokers from the joker limit.
A state is the sorted tuple of the open runs.
"""

from collections.abc import Iterator
from enum import IntEnum
from itertools import permutations, product
from typing import NamedTuple

from ..model.terms import JokerLimit

_LEAST_CREDIT = {
    JokerLimit.FEWER_THAN_NATURALS: 1,
    JokerLimit.NOT_MORE_THAN_NATURALS: 0,
    JokerLimit.ONE: 0,
    JokerLimit.NONE: 1,
}


class Corner(IntEnum):
    """Which runs pass from the last place to the first one."""

    NONE = 0
    NATURAL_ACE = 1  # only those that begin at the last place, with a natural ace
    ACE = 2  # or with a joker for it
    ANY = 3


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
    sparing: bool  # jokers only where no natural card is left
    corner: Corner


class Source(NamedTuple):
    """Where a run comes from: the index of the earlier run or -1, and whether a joker was added to it."""

    run: int
    joker: bool


class Growth(NamedTuple):
    """One step of the automaton: the state after it, how many runs begin, the source of each run."""

    after: State
    begun: int
    sources: tuple[Source, ...]


class Automaton:
    """The transitions, computed when first needed."""

    def __init__(self, rules: RunRules) -> None:
        self.rules = rules
        self._steps: dict[tuple[State, int, int, bool], list[Growth]] = {}

    def steps(self, state: State, naturals: int, jokers: int, watched: bool) -> list[Growth]:
        """Return the undominated successors when so many cards go into runs; `watched`: it matters how many begin."""
        key = (state, naturals, jokers, watched)
        if key not in self._steps:
            found = {(step.after, step.begun * watched): step for step in self._all_steps(state, naturals, jokers)}
            best = sorted(found.values(), reverse=True)
            self._steps[key] = [one for one in best if not any(self._beats(other, one, watched) for other in best)]
        return self._steps[key]

    def pairing(self, state: State, promise: State) -> dict[int, int] | None:
        """Return which open run serves which promised run, the others being complete, or None if that cannot be."""
        for chosen in permutations(range(len(state)), len(promise)):
            pairs = [(state[i], promised) for i, promised in zip(chosen, promise, strict=True)]
            fits = all(self._serves(*pair, exactly=self.rules.corner is not Corner.ANY) for pair in pairs)
            if fits and all(self._complete(run) for i, run in enumerate(state) if i not in chosen):
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
            after = sorted([(run, source) for old, source in grown if (run := self._grown(old, source.joker))])
            debt = -sum([min(run.credit, 0) for run, _ in after])
            if len(after) == len(grown) and debt <= self.rules.jokers:
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
        return Run(min(length + 1, rules.longest or rules.shortest), credit)

    def _complete(self, run: Run) -> bool:
        return run.length >= self.rules.shortest and run.credit >= _LEAST_CREDIT[self.rules.limit]

    def _serves(self, run: Run, other: Run, exactly: bool = False) -> bool:
        """Return whether `run` can do all that `other` can: as long or longer, with as much credit."""
        exactly = exactly or self.rules.longest is not None
        return run.credit >= other.credit and (run.length == other.length if exactly else run.length >= other.length)

    def _beats(self, one: Growth, other: Growth, watched: bool) -> bool:
        """Return whether a step leads to runs that can do all that those of another can."""
        if one is other or len(one.after) != len(other.after) or (watched and one.begun != other.begun):
            return False
        return any(all(map(self._serves, order, other.after)) for order in permutations(one.after))
