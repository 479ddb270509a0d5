"""Cards counted by number, and melds as places for them."""

from collections.abc import Iterable
from typing import NamedTuple

from ..cards import JOKER, NATURALS, Card, Suit

CARDS = (*NATURALS, JOKER)  # by number: suit after suit, ace to king
JOKERS = len(NATURALS)
SUITS = (-1, 12, 25, 38)  # a rank's number and this is the number of the card
_FIRST = dict(zip(map(id, Suit), SUITS, strict=True))  # a suit's own hash is slow

Counts = list[int]


class Cards(NamedTuple):
    """The cards of a hand and a table, counted."""

    hand: Counts
    table: Counts
    all: Counts


class Spot(NamedTuple):
    """A place in a meld: the number of the card that lies there, or that a joker stands for."""

    card: int
    joker: bool


NATURAL, JOKER_AS = [[Spot(card, joker) for card in range(JOKERS)] for joker in (False, True)]  # by number of the card

Meld = list[Spot]


def cards_of(hand: Iterable[Card], table: Iterable[Card] = ()) -> Cards:
    """Return a hand and a table, counted."""
    one, other = _counted(hand), _counted(table)
    return Cards(one, other, [a + b for a, b in zip(one, other, strict=True)])


def _counted(cards: Iterable[Card]) -> Counts:
    counts = [0] * len(CARDS)
    for card in cards:
        counts[JOKERS if card.rank is None else _FIRST[id(card.suit)] + card.rank] += 1
    return counts
