"""Runs of one suit that grow rank by rank: what is open, and what one more rank makes of it.

A run that is still open is told by two numbers: its length (no more than what matters is counted) and its
credit, which says how its jokers stand to the limit. The state of a suit is the sorted tuple of its open runs.
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


class Growth(NamedTuple):
    """One step of a suit's runs: what is open after it, how many runs it begins, and what each open run came from.

    `sources` are (number of the run before, -1 for a new one; whether a joker was added) for each run of `after`.
    """

    after: State
    begun: int
    sources: tuple[tuple[int, bool], ...]


class Runs:
    """How runs grow under one game's rules, worked out once for each state that comes up."""

    def __init__(
        self, shortest: int, longest: int | None, limit: JokerLimit, jokers: int, owed: int, watched: bool
    ) -> None:
        self.shortest, self.longest, self.limit, self.jokers = shortest, longest, limit, jokers
        self.owed = owed  # how far jokers of an open run may be ahead of its natural cards
        self.watched = watched  # whether it matters how many runs a step begins
        self.cap = longest or shortest
        self._least = _LEAST_CREDIT[limit]
        self._steps: dict[tuple[State, int, int], tuple[Growth, ...]] = {}
        self.tried: dict[tuple[State, int, int], int] = {}  # how many ways these were chosen of

    def grown(self, run: Run, joker: bool) -> Run | None:
        """Return `run` one card longer, or None if it may not grow so."""
        length, credit = run
        if self.longest is not None and length == self.longest:
            return None
        credit = self._credit(credit, joker)
        return None if credit < -self.owed else (min(length + 1, self.cap), credit)

    def begun(self, joker: bool) -> Run | None:
        """Return a run of one card."""
        start = 1 if self.limit is JokerLimit.ONE else 0
        return self.grown((0, start), joker)

    def complete(self, run: Run) -> bool:
        """Return whether `run` may end as it is."""
        return run[0] >= self.shortest and run[1] >= self._least

    def serves(self, run: Run, promised: Run) -> bool:
        """Return whether `run` can stand for a `promised` one: at least as long, with as much credit."""
        long_enough = run[0] == promised[0] if self.longest is not None else run[0] >= promised[0]
        return long_enough and run[1] >= promised[1]

    def steps(self, state: State, naturals: int, jokers: int) -> tuple[Growth, ...]:
        """Return what `state` can become when so many cards of the next rank go into runs.

        A step that another is at least as good as is left out.
        """
        key = (state, naturals, jokers)
        if key not in self._steps:
            steps = list(self._all_steps(state, naturals, jokers))
            self.tried[key] = 2 + 2 * len(steps)
            self._steps[key] = self._undominated(steps)
        return self._steps[key]

    def _credit(self, credit: int, joker: bool) -> int:
        if self.limit is JokerLimit.NONE:
            return 1 if not joker or self.jokers < self.shortest else credit
        if self.limit is JokerLimit.ONE:
            return credit if not joker else credit - 1 if credit else -self.owed - 1
        return min(credit - 1 if joker else credit + 1, self.owed + 1)

    def _all_steps(self, state: State, naturals: int, jokers: int) -> Iterator[Growth]:
        for shares, more_naturals, more_jokers in self._shares(state, naturals, jokers):
            grown = [(run, source) for run, source in shares if run is not None]
            begun = [(self.begun(False), (-1, False))] * more_naturals + [(self.begun(True), (-1, True))] * more_jokers
            new = [(run, source) for run, source in begun if run is not None]
            if len(new) == len(begun):
                ordered = sorted([*grown, *new])
                if sum([max(0, -run[1]) for run, _ in ordered]) > self.jokers:
                    continue  # more jokers than there are
                yield Growth(tuple(run for run, _ in ordered), len(new), tuple(source for _, source in ordered))

    def _shares(
        self, state: State, naturals: int, jokers: int, first: int = 0
    ) -> Iterator[tuple[list[tuple[Run | None, tuple[int, bool]]], int, int]]:
        """Yield what each open run becomes (None: it ends), and how many naturals and jokers are left for new ones."""
        if first == len(state):
            yield [], naturals, jokers
            return
        run = state[first]
        choices: list[tuple[Run | None, bool, int, int]] = []
        if naturals and (grown := self.grown(run, False)) is not None:
            choices.append((grown, False, 1, 0))
        if jokers and (grown := self.grown(run, True)) is not None:
            choices.append((grown, True, 0, 1))
        if self.complete(run):
            choices.append((None, False, 0, 0))
        for after, joker, x, y in choices:
            for others, more_naturals, more_jokers in self._shares(state, naturals - x, jokers - y, first + 1):
                yield [(after, (first, joker)), *others], more_naturals, more_jokers

    def _undominated(self, steps: Iterable[Growth]) -> tuple[Growth, ...]:
        best = {(step.after, step.begun if self.watched else 0): step for step in steps}
        ordered = sorted(best.values(), reverse=True)
        return tuple(step for step in ordered if not any(self._beats(other, step) for other in ordered))

    def _beats(self, one: Growth, other: Growth) -> bool:
        """Return whether each run of `other` has one of its own in `one` that can serve for it."""
        if one.after == other.after or len(one.after) != len(other.after):
            return False
        if self.watched and one.begun != other.begun:
            return False
        return any(all(map(self.serves, order, other.after)) for order in permutations(one.after))
