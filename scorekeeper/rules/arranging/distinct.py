"""A hand of natural cards that are all different, as of one pack: its best melds by a few operations on integers.

A hand is a number with a bit for each card: thirteen bits a suit and one that stays free, so that no run goes on into
the next suit. The only choice is which sets are laid: of what they leave, the longest runs lay most.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ..cards import JOKER, NATURALS, Card, Rank
from ..model.variant import Variant
from .dealing import ArrangedMeld, Arrangement

Bits = int

_SUIT = 14
_BIT = {JOKER.code: 0} | {card.code: 1 << _SUIT * (at // 13) + at % 13 for at, card in enumerate(NATURALS)}
_CARD = {_BIT[card.code]: card for card in NATURALS}
_SUITS = [range(suit, suit + 13) for suit in range(0, 4 * _SUIT, _SUIT)]  # the places of their cards' bits
_FIRST_SUIT = (1 << 13) - 1
_OF_EACH_SUIT = sum([1 << suit[0] for suit in _SUITS])
_MOST_RANKS = 4  # that may be sets: their choices grow exponentially


def _all_melds() -> Iterator[Sequence[int]]:
    """Yield the places of the cards of each set and run, in the order in which they lie."""
    for alike in zip(*_SUITS, strict=True):
        for size in (3, 4):
            yield from combinations(alike, size)
    for suit in _SUITS:
        yield from (suit[first:end] for first, end in combinations(range(14), 2) if end - first >= 3)


_MELDS = {sum([1 << at for at in meld]): ArrangedMeld(tuple([_CARD[1 << at] for at in meld])) for meld in _all_melds()}


def lay_distinct(variant: Variant, hand: Sequence[Card], *, fewest_cards: bool = False) -> Arrangement | None:
    """Return the melds of `hand` that leave the fewest points, of equals the fewest cards; or the other way round.

    None if that needs a search: there is a joker or wild card, or two cards are the same; melds are not sets and runs
    of three or more, the ace low; a card counts otherwise where it is laid; many ranks have three cards.
    """
    bits = sorted([_BIT[card.code] for card in hand])
    held = sum(bits)
    if held.bit_count() != len(bits) or not variant.melds_are_plain:
        return None
    values, minimum = variant.values.ranks, variant.turn.opening_minimum or 0
    points = sum([values[rank] for card in hand if (rank := card.rank)])
    ranks, in_runs = _ranks_held_thrice(held), _in_runs(held)
    if not ranks and not in_runs:  # as in most hands that are dealt
        return Arrangement((), tuple([_CARD[bit] for bit in bits]), 0, points, not minimum, optimal=True)
    if ranks.bit_count() > _MOST_RANKS:
        return None
    ways = _choices(held, ranks, in_runs)
    sets = ways[0] if len(ways) == 1 else _best(ways, hand, values, fewest_cards=fewest_cards)
    rest = held - sum(sets)
    runs = _in_runs(rest) if sets else in_runs
    left = rest - runs
    melds = [_MELDS[meld] for meld in (*_each_run(runs), *sets)]
    kept = [_CARD[bit] for bit in bits if left & bit]
    cost = sum([values[rank] for card in kept if (rank := card.rank)])
    return Arrangement(tuple(melds), tuple(kept), points - cost, cost, points - cost >= minimum, optimal=True)


def _ranks_held_thrice(held: Bits) -> Bits:
    """Return the bits, in the first suit, of the ranks of which there are three or four cards."""
    second, third, fourth = held >> _SUIT, held >> 2 * _SUIT, held >> 3 * _SUIT
    return (held & second & (third | fourth) | third & fourth & (held | second)) & _FIRST_SUIT


def _choices(held: Bits, ranks: Bits, in_runs: Bits) -> list[tuple[Bits, ...]]:
    """Return which sets can be laid together; only cards that may lie in runs are kept for them."""
    ways: list[tuple[Bits, ...]] = [()]
    for rank in _each(ranks):
        cards = held & rank * _OF_EACH_SUIT
        wanted = cards & in_runs
        sets = [cards]
        if wanted and cards.bit_count() > 3:
            sets += [cards - bit for bit in _each(wanted)]
        ways = [*(ways if wanted else ()), *[(*way, laid) for way in ways for laid in sets]]
    return ways


def _best(
    ways: Sequence[tuple[Bits, ...]], hand: Sequence[Card], values: Mapping[Rank, int], *, fewest_cards: bool
) -> tuple[Bits, ...]:
    """Return the sets that leave least when the longest runs are laid beside them."""
    worth = [(_BIT[card.code], values[rank]) for card in hand if (rank := card.rank)]
    held = sum([bit for bit, _ in worth])

    def left_by(sets: tuple[Bits, ...]) -> tuple[int, int]:
        rest = held - sum(sets)
        left = rest - _in_runs(rest)
        points, cards = sum([count for bit, count in worth if left & bit]), left.bit_count()
        return (cards, points) if fewest_cards else (points, cards)

    return min(ways, key=left_by)


def _in_runs(cards: Bits) -> Bits:
    """Return the cards that lie in runs of three or more."""
    first = cards & cards >> 1 & cards >> 2
    return first | first << 1 | first << 2


def _each_run(cards: Bits) -> Iterator[Bits]:
    while cards:
        rest = cards & cards + (cards & -cards)  # the sum carries through the lowest run
        yield cards - rest
        cards = rest


def _each(cards: Bits) -> Iterator[Bits]:
    while cards:
        yield cards & -cards
        cards &= cards - 1
