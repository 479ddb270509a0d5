"""The cheapest opening: the fewest cards whose melds, all or one alone, count as much as the minimum asks for."""

from typing import NamedTuple

from ..melds.opening import valued_to_open
from ..model.terms import Requirement
from ..model.variant import Variant
from ..solver.budget import Budget
from ..solver.counting import Held, Meld, Spot, is_set
from .candidates import TRIED, candidates
from .worth import brought, points_as_laid

NEVER = -(1 << 40)  # points that no meld has


class Candidate(NamedTuple):
    """A meld, what it counts toward the minimum, and what of equal ones is better: naturals, then points as laid."""

    points: int
    naturals: int
    laid: int
    meld: Meld


class Opening:
    """A search for the opening of fewest cards: iterative deepening of their number.

    `_melds` are the candidates by size, those of most points first. `_most` is a bound: the most points that so many
    cards can have in melds, if each card could be laid several times.
    """

    def __init__(self, variant: Variant, held: Held, budget: Budget) -> None:
        self.variant, self.held, self.budget = variant, held, budget
        self._counted, self._laid = points_as_laid(valued_to_open(variant)), points_as_laid(variant)
        self.alone = variant.turn.opening_asks(Requirement.IN_ONE_MELD)
        self._melds: list[list[Candidate]] = [[]]
        self._most = [0]

    def cheapest(self) -> list[Meld] | None:
        """Return the melds, None if there are none; of one meld that of fewest jokers, then of most points as laid.

        Raises:
            OutOfWork: the budget is spent first.
        """
        minimum = self.variant.turn.opening_minimum or 0
        for size in range(1, sum(self.held.naturals) + self.held.jokers + 1):
            self._melds.append(self._of_size(size))
            parts = [best.points + self._most[size - len(best.meld)] for melds in self._melds for best in melds[:1]]
            self._most.append(max(parts, default=NEVER))
            found = self._first(minimum, size)
            if found is not None:
                return [one.meld for one in found]
        return None

    def _of_size(self, size: int) -> list[Candidate]:
        """Return the candidates of a size; of those that take the same naturals, the best one."""
        best: dict[tuple[Spot, ...], Candidate] = {}
        for meld in candidates(self.variant, self.held, (size,), spare=True):
            self.budget.spend(TRIED)
            naturals = tuple([spot for spot in meld if not spot.joker])
            found = Candidate(sum(brought(self._counted, meld)), len(naturals), sum(brought(self._laid, meld)), meld)
            best[naturals] = max(best.get(naturals, found), found)
        return sorted(best.values(), reverse=True)

    def _first(self, points: int, cards: int) -> list[Candidate] | None:
        """Return the melds of an opening of so many cards, the run without jokers first where the game asks for one."""
        if not self.variant.turn.opening_asks(Requirement.PURE_RUN):
            return self._reaching(points, cards, (cards, 0), self.held)
        found = list[list[Candidate]]()
        for one in [each for melds in self._melds for each in melds]:
            if one.naturals == len(one.meld) and not is_set(one.meld) and (rest := self.held.without(one.meld)):
                size = cards - len(one.meld)
                more = points - one.points if one.points >= points or not self.alone else points
                others = self._reaching(more, size, (size, 0), rest)
                found += [[one, *others]] if others is not None else []
        return max(found, key=lambda melds: sum([one.laid for one in melds]), default=None)

    def _reaching(self, points: int, cards: int, first: tuple[int, int], held: Held) -> list[Candidate] | None:
        """Return melds of so many cards of those held that count so many points, by size and place from `first` on."""
        if not cards:
            return [] if points <= 0 else None
        for size in (cards,) if self.alone else range(min(cards, first[0]), 0, -1):
            found = list[list[Candidate]]()
            for at in range(first[1] if size == first[0] else 0, len(self._melds[size])):
                one = self._melds[size][at]
                if one.points + self._most[cards - size] < points or (found and size < cards):
                    break
                self.budget.spend(TRIED)
                rest = held.without(one.meld)
                others = self._reaching(points - one.points, cards - size, (size, at), rest) if rest else None
                found += [[one, *others]] if others is not None else []
            if found:
                return max(found, key=lambda melds: melds[0][1:3])
        return None
