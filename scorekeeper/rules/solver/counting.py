"""Cards counted by number, and melds as places for them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import JOKER, NATURALS, Card, Suit
from ..model.variant import Variant

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


class Held(NamedTuple):
    """What can be laid: natural cards by number, and jokers. Cards of wild ranks are among both."""

    naturals: tuple[int, ...]
    jokers: int
    wild: tuple[int, ...]  # ranks

    def without(self, meld: Meld) -> "Held | None":
        """Return what is left without the cards of a meld, None if it takes more."""
        naturals, jokers = list(self.naturals), self.jokers
        for card, joker in meld:
            naturals[card] -= not joker
            jokers -= joker or card % 13 + 1 in self.wild
        return Held(tuple(naturals), jokers, self.wild) if jokers >= 0 and min(naturals) >= 0 else None


def cards_of(hand: Iterable[Card], table: Iterable[Card] = ()) -> Cards:
    """Return a hand and a table, counted."""
    one, other = _counted(hand), _counted(table)
    return Cards(one, other, [a + b for a, b in zip(one, other, strict=True)])


def _counted(cards: Iterable[Card]) -> Counts:
    counts = [0] * len(CARDS)
    for card in cards:
        counts[JOKERS if card.rank is None else _FIRST[id(card.suit)] + card.rank] += 1
    return counts


def held_by(variant: Variant, counts: Sequence[int]) -> Held:
    """Return what a hand can lay."""
    naturals, wild = list(counts[:JOKERS]), variant.deck.wild_ranks
    of_wild = [suit + rank for suit in SUITS for rank in wild]
    jokers = counts[JOKERS] + sum([counts[card] for card in of_wild])
    if not variant.deck.wild_as_itself:
        for card in of_wild:
            naturals[card] = 0
    return Held(tuple(naturals), jokers, wild)
