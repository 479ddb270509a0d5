"""Whether a hand holds a complete meld that was not laid."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from ..cards import Card, Cards, Rank, Suit
from ..model.variant import Variant
from .judge import judge_meld, wild_cards

_RING = (*Rank, Rank.ACE, Rank.TWO)


def holds_meld(variant: Variant, hand: Cards) -> bool:
    """Return whether some three cards of `hand` are a meld; no larger meld does without three such cards."""
    wild = wild_cards(variant, hand)
    others = Counter(card for card in hand if card not in wild)
    return any(
        judge_meld(variant, (*cards, *filling)).valid
        for cards in set(_promising(others))
        for filling in set(combinations(wild, 3 - len(cards)))
    )


def _promising(there: Counter[Card]) -> Iterator[Cards]:
    """Yield groups that may hold a meld: of three consecutive cards those `there`, and up to three of each rank."""
    yield ()
    for suit in Suit:
        for place in range(len(_RING) - 2):
            window = [Card(rank, suit) for rank in _RING[place : place + 3]]
            yield tuple(card for card in window if card in there)
    for rank in Rank:
        cards = [card for suit in Suit for card in [Card(rank, suit)] * min(there[Card(rank, suit)], 3)]
        for size in (1, 2, 3):
            yield from combinations(cards, size)
