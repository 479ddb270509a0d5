"""Cards counted by number, melds as places for them, and what both bring: the coefficients of the objective."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import JOKER, NATURALS, Card, Rank
from ..model.terms import AceOrder
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


def points_as_laid(variant: Variant) -> Worth:
    """Return what cards count as laid, in points."""
    values, order = variant.values, variant.melds.ace
    low, high = values.as_laid(CARDS[0], ace_low=True), [values.as_laid(card) for card in CARDS[:13]]
    passed_low = order is AceOrder.RING and variant.melds.corner_ace_low
    run = [low, *high[1:]] if order is AceOrder.LOW or passed_low else high
    jokers = (run, high) if values.joker_as_card else ([values.joker] * 13,) * 2
    more = high[0] - low if order in (AceOrder.RING, AceOrder.LOW_AND_HIGH) else 0
    ends = (0, more) if passed_low else (more, 0)
    return tuple(map(Value, run, high, *jokers, *[[end, *[0] * 12] for end in ends]))


def cost_in_hand(variant: Variant) -> Worth:
    """Return what is saved by not keeping a card in hand, in points."""
    values, wild = variant.values, variant.deck.wild_ranks
    naturals = [values.joker if rank in wild else values.ranks[rank] for rank in Rank]
    return tuple([Value(natural, natural, values.joker, values.joker) for natural in naturals])


def mixed(worth: Worth, times: int, more: int = 0) -> Worth:
    """Return so many times a worth, and so much more for each card, in fine parts."""
    times, more = FINE * times, FINE * more

    def of(value: Value) -> Value:
        run, in_set, joker_run, joker_set = [times * each + more for each in value[:4]]
        return Value(run, in_set, joker_run, joker_set, times * value.begun, times * value.ended)

    return tuple(map(of, worth))


def is_steady(worth: Worth) -> bool:
    """Return whether a joker brings the same everywhere."""
    return len({each for value in worth for each in (value.joker_run, value.joker_set)}) == 1


def brought(worth: Worth, meld: Meld) -> list[int]:
    """Return what each card of a meld brings."""
    if is_set(meld):
        return [worth[card % 13].joker_set if joker else worth[card % 13].set for card, joker in meld]
    found = [worth[card % 13].joker_run if joker else worth[card % 13].run for card, joker in meld]
    if not (meld[0].joker and is_steady(worth)):
        found[0] -= worth[meld[0].card % 13].begun
    if (more := worth[meld[-1].card % 13].ended) and not (meld[-1].joker and is_steady(worth)):
        found[-1] += more
    return found
