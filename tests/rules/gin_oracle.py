"""What two hands of Gin Rummy are worth, by trying everything: independent of the program's judge and solver."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from scorekeeper.rules.cards import Card

Bits = int  # a set of cards: bit 13 × suit + rank − 1

_SUITS = "SHDC"


def bit(card: Card) -> Bits:
    """Return the set of one card."""
    assert card.rank is not None
    assert card.suit is not None
    return 1 << 13 * _SUITS.index(card.suit) + card.rank - 1


def bits(cards: Iterable[Card]) -> Bits:
    """Return a set of cards, none of which is there twice."""
    found = 0
    for card in cards:
        assert not found & bit(card)
        found |= bit(card)
    return found


def count(cards: Bits) -> int:
    """Return what cards count that are left."""
    return sum(min(place % 13 + 1, 10) for place in range(52) if cards >> place & 1)


def _runs() -> Iterator[Bits]:
    for suit in range(4):
        for first in range(13):
            for last in range(first + 2, 13):
                yield sum(1 << 13 * suit + rank for rank in range(first, last + 1))


def _sets() -> Iterator[Bits]:
    for rank in range(13):
        for size in (3, 4):
            yield from (sum(1 << 13 * suit + rank for suit in suits) for suits in combinations(range(4), size))


MELDS = (*_runs(), *_sets())
"""Every meld of the pack."""


@cache
def rests(hand: Bits) -> frozenset[Bits]:
    """Return what a hand can be left with when some of its melds are laid, or none."""
    found = {hand}
    for meld in MELDS:
        if meld & hand == meld:
            found |= rests(hand & ~meld)
    return frozenset(found)


def deadwood(hand: Iterable[Card]) -> int:
    """Return the least that the cards of a hand in no meld can count."""
    return min(map(count, rests(bits(hand))))


def after_laying_off(hand: Iterable[Card], table: Sequence[Iterable[Card]]) -> int:
    """Return the least that a hand can be left with when cards are also laid off on melds of a `table`."""

    @cache
    def least(rest: Bits, melds: tuple[Bits, ...]) -> int:
        best = count(rest)
        for place in range(52):
            card = 1 << place
            for at, meld in enumerate(melds) if rest & card else ():
                if meld | card in MELDS:
                    best = min(best, least(rest & ~card, (*melds[:at], meld | card, *melds[at + 1 :])))
        return best

    lying = tuple(map(bits, table))
    return min(least(rest, lying) for rest in rests(bits(hand)))
