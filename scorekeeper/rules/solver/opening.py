"""The cheapest opening: the fewest cards whose melds, all or one alone, count as much as the minimum asks for."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..melds.judge import judge_meld
from ..model.scoring import CardValues
from ..model.terms import Requirement, ValuePlace
from ..model.variant import Variant
from .budget import Budget
from .candidates import TRIED, candidates
from .counting import Held, Meld, Spot
from .dealing import LaidMeld
from .worth import points_as_laid

NEVER = -(1 << 40)  # points that no meld has


def counts_otherwise(variant: Variant) -> bool:
    """Return whether the opening minimum asks for something else than the points of all melds as laid."""
    if variant.turn.opening_minimum is None:
        return False
    return _joker_to_open(variant) is not None or variant.turn.opening_asks(Requirement.IN_ONE_MELD)


def valued_to_open(variant: Variant) -> Variant:
    """Return `variant` with each joker laid at what it counts toward the opening minimum (NO-A5)."""
    joker, values = _joker_to_open(variant), variant.values
    if joker is None:
        return variant
    places = {place: values.places.get(place) for place in (ValuePlace.ACE_LOW, ValuePlace.ACE_HIGH)}
    return replace(variant, values=CardValues(values.ranks, joker, places=places, wild_as_joker=values.wild_as_joker))


def _joker_to_open(variant: Variant) -> int | None:
    return variant.values.places.get(ValuePlace.OPENING_JOKER)


def points_to_open(variant: Variant, melds: Sequence[LaidMeld]) -> int:
    """Return what `melds` count toward the minimum: together, or the best of them where one meld must reach it."""
    counted = valued_to_open(variant)
    points = [judge_meld(counted, meld.cards, meld.joker_as).points for meld in melds]
    return max(points, default=0) if variant.turn.opening_asks(Requirement.IN_ONE_MELD) else sum(points)


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
            found = self._reaching(minimum, size, (size, 0), self.held)
            if found is not None:
                return [one.meld for one in found]
        return None

    def _of_size(self, size: int) -> list[Candidate]:
        """Return the candidates of a size; of those that take the same naturals, the best one."""
        best: dict[tuple[Spot, ...], Candidate] = {}
        for meld in candidates(self.variant, self.held, (size,), spare=True):
            self.budget.spend(TRIED)
            naturals = tuple([spot for spot in meld if not spot.joker])
            found = Candidate(sum(self._counted.of(meld)), len(naturals), sum(self._laid.of(meld)), meld)
            best[naturals] = max(best.get(naturals, found), found)
        return sorted(best.values(), reverse=True)

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
