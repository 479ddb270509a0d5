"""Which cards of a hand count against it: all of them, or by house rule those in no meld (CS-A10, IS-A10)."""

from dataclasses import dataclass

from ..arranging import fewest_points_left
from ..cards import Cards
from ..errors import N_
from ..model.variant import Variant
from ..solver.budget import UNITS

UNPROVED = N_("There are too many cards to find the best melds. Give the points of the cards outside melds.")
"""The problem with a hand whose `Deadwood` is not proved."""
_CARDS = 112
"""The cards of the largest packs. A hand gets its part of a question's work by them, halved: it is looked at twice."""
_LEAST_WORK = UNITS // 10
"""What a hand gets at least: a few cards with several jokers need as much where runs go around the corner."""


@dataclass(frozen=True)
class Deadwood:
    """A hand divided into the cards that count (`cards`) and complete melds that cost nothing (`melds`).

    `proved`: no other choice of melds leaves fewer points.
    """

    cards: Cards
    melds: tuple[Cards, ...] = ()
    proved: bool = True

    def points(self, variant: Variant) -> int:
        """Return what the hand costs, ≥ 0."""
        return sum(self.costs(variant))

    def costs(self, variant: Variant) -> list[int]:
        """Return what each of `cards` costs."""
        if self.melds:
            return [variant.value(card) for card in self.cards]
        return variant.values.costs(self.cards, variant.deck.wild_ranks)


def deadwood(variant: Variant, hand: Cards, *, alone: bool = False) -> Deadwood:
    """Return which cards of `hand` count; where melds are free, the choice of melds that leaves the fewest points.

    A hand that is `alone` in its question has all of the question's work.
    """
    if not variant.scoring.melds_in_hand_free or len(hand) < 3:
        return Deadwood(hand)
    work = UNITS if alone else max(_LEAST_WORK, UNITS * len(hand) // (2 * _CARDS))
    best = fewest_points_left(variant, hand, work)
    return Deadwood(_in_order_of(hand, best.left), tuple(meld.cards for meld in best.melds), best.optimal)


def _in_order_of(hand: Cards, left: Cards) -> Cards:
    rest, found = list(left), []
    for card in hand:
        if card in rest:
            rest.remove(card)
            found.append(card)
    return tuple(found)
