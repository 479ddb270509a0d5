"""Cards counted by number, melds as places for them, and what both bring: the coefficients of the objective."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import JOKER, NATURALS, Card
from ..model.variant import Variant

CARDS = (*NATURALS, JOKER)  # by number: suit after suit, ace to king
JOKERS = len(NATURALS)
FINE = 64  # what cards bring, and its bounds, are reckoned in such parts of a unit
SUITS = (-1, 12, 25, 38)  # a rank's number and this is the number of the card
_NUMBERS = {card.code: number for number, card in enumerate(CARDS)}

CardCounts = list[int]


class CountedCards(NamedTuple):
    """The cards of a hand and a table, counted."""

    hand: CardCounts
    table: CardCounts
    all: CardCounts


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


class Value(NamedTuple):
    """What a natural and a joker bring at a rank, in a run and in a set.

    A run that begins there brings `begun` less, one that ends there `ended` more.
    """

    run: int
    set: int
    joker_run: int
    joker_set: int
    begun: int = 0  # for the ace, where other runs pass over it or end with it
    ended: int = 0  # for the ace, where it is a low one in the runs that pass over it


Worth = tuple[Value, ...]  # by rank from the ace


def cards_of(hand: Iterable[Card], table: Iterable[Card] = ()) -> CountedCards:
    """Return a hand and a table, counted."""
    one, other = [0] * len(CARDS), [0] * len(CARDS)
    for counts, cards in ((one, hand), (other, table)):
        for card in cards:
            counts[_NUMBERS[card.code]] += 1
    return CountedCards(one, other, [a + b for a, b in zip(one, other, strict=True)])


def held_by(variant: Variant, counts: Sequence[int]) -> Held:
    """Return what a hand can lay."""
    naturals, wild = list(counts[:JOKERS]), variant.deck.wild_ranks
    of_wild = [suit + rank for suit in SUITS for rank in wild]
    jokers = counts[JOKERS] + sum([counts[card] for card in of_wild])
    if not variant.deck.wild_as_itself:
        for card in of_wild:
            naturals[card] = 0
    return Held(tuple(naturals), jokers, wild)


def is_set(meld: Meld) -> bool:
    """Return whether a meld is a set, not a run."""
    return meld[0].card % 13 == meld[1].card % 13


def is_steady(worth: Worth) -> bool:
    """Return whether a joker brings the same everywhere."""
    return len({each for value in worth for each in (value.joker_run, value.joker_set)}) == 1
