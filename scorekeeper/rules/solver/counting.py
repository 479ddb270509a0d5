"""Cards counted by number."""

from collections.abc import Iterable
from typing import NamedTuple

from ..cards import JOKER, NATURALS, Card, Suit

CARDS = (*NATURALS, JOKER)  # by number: suit after suit, ace to king
JOKERS = len(NATURALS)
_FIRST = {id(suit): 13 * i - 1 for i, suit in enumerate(Suit)}  # a suit's own hash is slow

Counts = list[int]


def counted(cards: Iterable[Card]) -> Counts:
    """Return how often each card is there, by number."""
    counts = [0] * len(CARDS)
    for card in cards:
        counts[JOKERS if card.rank is None else _FIRST[id(card.suit)] + card.rank] += 1
    return counts


class Cards(NamedTuple):
    """The cards of a hand and a table, counted."""

    hand: Counts
    table: Counts
    all: Counts


def cards_of(hand: Iterable[Card], table: Iterable[Card] = ()) -> Cards:
    """Return a hand and a table, counted."""
    one, other = counted(hand), counted(table)
    return Cards(one, other, [a + b for a, b in zip(one, other, strict=True)])
