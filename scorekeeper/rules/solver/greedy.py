"""Melds taken one after the other, each the best that is left: what is laid at least where the search ran out of work.

It looks at every run and every set that the cards of a hand hold, with jokers for what is missing, takes the best
one, and looks again. Cards of a wild rank are jokers here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ..melds.windows import run_windows
from ..model.variant import Variant
from .counting import JOKERS, Cards, Counts
from .instance import SUITS, Worth
from .layout import Meld, Spot

_Row = list[int | None]  # for each rank, ace to king, the number of a card that is there


@dataclass(frozen=True)
class Taker:
    """A way to choose melds: what each rank brings, and what a joker that is used up costs."""

    variant: Variant
    worth: dict[int, int]
    joker: int

    def melds(self, cards: Cards) -> list[Meld]:
        """Return melds of the hand's cards, each the best of what the ones before it left."""
        naturals = cards.hand[:JOKERS]
        jokers = cards.hand[JOKERS]
        for rank in self.variant.deck.wild_ranks:
            for card in range(rank - 1, JOKERS, 13):
                jokers, naturals[card] = jokers + naturals[card], 0
        found: list[Meld] = []
        while True:
            candidates = chain(self._runs(naturals, jokers), self._sets(naturals, jokers))
            best = max(candidates, key=lambda one: one[0], default=None)
            if best is None:
                return found
            found.append(best[1])
            for card, joker in best[1]:
                jokers -= joker
                naturals[card] -= not joker

    def _runs(self, naturals: Counts, jokers: int) -> Iterator[tuple[int, Meld]]:
        limit, wild = self.variant.jokers.limit, sum([1 << rank - 1 for rank in self.variant.deck.wild_ranks])
        for row in self._rows(naturals):
            there = sum([1 << place for place, card in enumerate(row) if card is not None])
            for window in run_windows(self.variant.melds):
                missing = window.bits & ~there
                used = missing.bit_count()
                if used <= jokers and not missing & wild and limit.allows(len(window.ranks) - used, used):
                    worth = sum([self.worth[rank] for rank in window.ranks if row[rank - 1] is not None])
                    yield worth - used * self.joker, _run(row, window.ranks)

    def _rows(self, naturals: Counts) -> list[_Row]:
        """Return the cards of each suit, or where a run may be of several, a card of each rank of any suit."""
        suits = [[card if naturals[card] else None for card in range(first, first + 13)] for first in (0, 13, 26, 39)]
        if not self.variant.melds.run_suits_mixed:
            return suits
        return [[next((card for card in cards if card is not None), None) for cards in zip(*suits, strict=True)]]

    def _sets(self, naturals: Counts, jokers: int) -> Iterator[tuple[int, Meld]]:
        melds, limit = self.variant.melds, self.variant.jokers.limit
        if not melds.sets:
            return
        for rank in range(1, 14):
            suits = [suit + rank for suit in SUITS]
            each = [min(naturals[card], 1) if melds.set_suits_differ else naturals[card] for card in suits]
            there = [card for card, count in zip(suits, each, strict=True) for _ in range(count)]
            if rank in self.variant.deck.wild_ranks or not there:
                continue
            for laid in range(1, min(len(there), melds.set_largest) + 1):
                missing = [card for card in suits if card not in there[:laid]]
                missing += [] if melds.set_suits_differ else suits
                for used in range(min(jokers, melds.set_largest - laid) + 1):
                    if laid + used >= melds.set_smallest and limit.allows(laid, used):
                        meld = [Spot(card, False) for card in there[:laid]]
                        meld += [Spot(card, True) for card in missing[:used]]
                        yield laid * self.worth[rank] - used * self.joker, meld


def _run(row: _Row, ranks: Sequence[int]) -> Meld:
    """Return the run of `ranks`, a joker of the suit of its first card for each that the row lacks."""
    cards = [row[rank - 1] for rank in ranks]
    suit = next(card for card in cards if card is not None) // 13
    joined = zip(cards, ranks, strict=True)
    return [Spot(13 * suit + rank - 1, True) if card is None else Spot(card, False) for card, rank in joined]


def takers(variant: Variant, worth: Worth, ranks: tuple[int, ...]) -> tuple[Taker, ...]:
    """Return the ways to choose that are tried: with jokers laid soon, and with jokers spared."""
    by_rank = dict(zip(ranks, worth.set, strict=True))
    return Taker(variant, by_rank, -max(worth.joker_set)), Taker(variant, by_rank, max(1, *by_rank.values()))
