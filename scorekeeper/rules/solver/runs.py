"""The automaton of the runs of one suit: which open runs there are, and how they grow from rank to rank.

An open run is (length, credit). The length is counted up to what matters; the credit is the distance of its
jokers from the joker limit. A state is the sorted tuple of the open runs.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from ..model.terms import JokerLimit

Run = tuple[int, int]
State = tuple[Run, ...]

_LEAST_CREDIT = {
    JokerLimit.FEWER_THAN_NATURALS: 1,
    JokerLimit.NOT_MORE_THAN_NATURALS: 0,
    JokerLimit.ONE: 0,
    JokerLimit.NONE: 1,
}


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


class Growth(NamedTuple):
    """One step of the automaton; `sources` holds (index of the earlier run or -1, joker added) for each run."""

    after: State
    begun: int
    sources: tuple[tuple[int, bool], ...]


class Runs:
    """The transitions of the automaton, computed when first needed."""

    def __init__(self, rules: RunRules) -> None:
        self.rules = rules
        self._cap = rules.longest or rules.shortest
        self._least = _LEAST_CREDIT[rules.limit]
        self._steps: dict[tuple[State, int, int], tuple[Growth, ...]] = {}
        self.tried: dict[tuple[State, int, int], int] = {}  # the work that each entry of `_steps` took

    def _grown(self, run: Run, joker: bool) -> Run | None:
        length, credit = run
        if self.rules.longest is not None and length == self.rules.longest:
            return None
        credit = self._credit(credit, joker)
        return None if credit < -self.rules.owed else (min(length + 1, self._cap), credit)

    def _credit(self, credit: int, joker: bool) -> int:
        rules = self.rules
        if rules.limit is JokerLimit.NONE:
            return 1 if not joker or rules.jokers < rules.shortest else credit
        if rules.limit is JokerLimit.ONE:
            return credit if not joker else credit - 1 if credit else -rules.owed - 1
        return min(credit - 1 if joker else credit + 1, rules.owed + 1)

    def complete(self, run: Run) -> bool:
        """Return whether `run` may end as it is."""
        return run[0] >= self.rules.shortest and run[1] >= self._least

    def serves(self, run: Run, promised: Run) -> bool:
        """Return whether `run` can do all that `promised` can: at least as long, with as much credit."""
        long_enough = run[0] == promised[0] if self.rules.longest is not None else run[0] >= promised[0]
        return long_enough and run[1] >= promised[1]

    def steps(self, state: State, naturals: int, jokers: int) -> tuple[Growth, ...]:
        """Return the undominated successors of `state` when so many cards of the next rank go into runs."""
        key = (state, naturals, jokers)
        if key not in self._steps:
            steps = list(self._all_steps(state, naturals, jokers))
            self.tried[key] = 2 + 2 * len(steps)
            self._steps[key] = self._undominated(steps)
        return self._steps[key]

    def _all_steps(self, state: State, naturals: int, jokers: int) -> Iterator[Growth]:
        start = (0, 1 if self.rules.limit is JokerLimit.ONE else 0)
        fresh = [(self._grown(start, joker), (-1, joker)) for joker in (False, True)]
        for shares, more_naturals, more_jokers in self._shares(state, naturals, jokers):
            begun = [fresh[0]] * more_naturals + [fresh[1]] * more_jokers
            if any(run is None for run, _ in begun):
                continue
            ordered = sorted([(run, source) for run, source in [*shares, *begun] if run is not None])
            if sum([max(0, -run[1]) for run, _ in ordered]) <= self.rules.jokers:
                yield Growth(tuple(run for run, _ in ordered), len(begun), tuple(source for _, source in ordered))

    def _shares(
        self, state: State, naturals: int, jokers: int, first: int = 0
    ) -> Iterator[tuple[list[tuple[Run | None, tuple[int, bool]]], int, int]]:
        """Yield what each open run becomes (None: it ends), and how many naturals and jokers begin new ones."""
        if first == len(state):
            yield [], naturals, jokers
            return
        run = state[first]
        choices: list[tuple[Run | None, bool, int, int]] = []
        if naturals and (grown := self._grown(run, False)) is not None:
            choices.append((grown, False, 1, 0))
        if jokers and (grown := self._grown(run, True)) is not None:
            choices.append((grown, True, 0, 1))
        if self.complete(run):
            choices.append((None, False, 0, 0))
        for after, joker, x, y in choices:
            for others, more_naturals, more_jokers in self._shares(state, naturals - x, jokers - y, first + 1):
                yield [(after, (first, joker)), *others], more_naturals, more_jokers

    def _undominated(self, steps: Iterable[Growth]) -> tuple[Growth, ...]:
        best = {(step.after, step.begun if self.rules.watched else 0): step for step in steps}
        ordered = sorted(best.values(), reverse=True)
        return tuple(step for step in ordered if not any(self._beats(other, step) for other in ordered))

    def _beats(self, one: Growth, other: Growth) -> bool:
        if one.after == other.after or len(one.after) != len(other.after):
            return False
        if self.rules.watched and one.begun != other.begun:
            return False
        return any(all(map(self.serves, order, other.after)) for order in permutations(one.after))
