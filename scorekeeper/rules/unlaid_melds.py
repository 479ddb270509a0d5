"""Whether a hand holds a complete meld that was not laid."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from .cards import JOKER, Card, Rank, Suit
from .melds import judge_meld
from .situations import Cards
from .variant import Variant

_RING = (*Rank, Rank.ACE, Rank.TWO)


def holds_meld(variant: Variant, hand: Cards) -> bool:
    """Return whether some three cards of `hand` are a meld; no larger meld does without three such cards."""
    jokers = hand.count(JOKER)
    return any(
        3 - len(cards) <= jokers and judge_meld(variant, (*cards, *[JOKER] * (3 - len(cards)))).valid
        for cards in _promising(hand)
    )


def _promising(hand: Cards) -> Iterator[Cards]:
    """Yield the natural cards in `hand` of each three that follow each other, and each three of one rank."""
    there = Counter(card for card in hand if card != JOKER)
    for suit in Suit:
        for place in range(len(_RING) - 2):
            window = [Card(rank, suit) for rank in _RING[place : place + 3]]
            yield tuple(card for card in window if card in there)
    for rank in Rank:
        cards = [card for suit in Suit for card in [Card(rank, suit)] * min(there[Card(rank, suit)], 3)]
        for size in (1, 2, 3):
            yield from combinations(cards, size)
