"""Which cards of a hand count against it: all of them, or by house rule those in no meld (CS-A10, IS-A10)."""

from dataclasses import dataclass

from ..cards import Cards, Rank, Suit
from ..errors import N_
from ..melds.judge import wild_cards
from ..model.variant import Variant
from ..solver import fewest_points_left

UNPROVED = N_("There are too many cards to find the best melds. Give the points of the cards outside melds.")
"""The problem with a hand whose `Deadwood` is not proved."""

_RING = (*Rank, Rank.ACE, Rank.TWO)


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
        return sum([variant.value(card) for card in self.cards])


def deadwood(variant: Variant, hand: Cards) -> Deadwood:
    """Return which cards of `hand` count; where melds are free, the choice of melds that leaves the fewest points."""
    if not variant.scoring.melds_in_hand_free or not _may_hold_meld(variant, hand):
        return Deadwood(hand)
    best = fewest_points_left(variant, hand)
    return Deadwood(_in_order_of(hand, best.left), tuple(meld.cards for meld in best.melds), best.optimal)


def _in_order_of(hand: Cards, left: Cards) -> Cards:
    rest, found = list(left), []
    for card in hand:
        if card in rest:
            rest.remove(card)
            found.append(card)
    return tuple(found)


def _may_hold_meld(variant: Variant, hand: Cards) -> bool:
    """Return whether `hand` may hold a meld; false where it surely holds none, which spares the search."""
    if wild_cards(variant, hand):
        return len(hand) > 2
    stretches = [set(_RING[place : place + 3]) for place in range(len(Rank))]
    of_suits = [{card.rank for card in hand if card.suit is suit} for suit in Suit]
    if any(ranks <= there for ranks in stretches for there in of_suits):
        return True
    there = {card.rank for card in hand}
    if any(ranks <= there for ranks in stretches) and variant.melds.run_suits_mixed:
        return True
    return any(sum(card.rank is rank for card in hand) > 2 for rank in Rank)
