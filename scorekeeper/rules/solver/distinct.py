"""A hand of natural cards that are all different, as of one pack: its best melds by a few operations on integers.

A hand is a number with a bit for each card: thirteen bits a suit and one that stays free, so that no run goes on into
the next suit. The only choice is which sets are laid: of what they leave, the longest runs lay most.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..cards import JOKER, NATURALS, Card
from ..model.terms import AceOrder
from ..model.variant import Variant
from .dealing import Arrangement, LaidMeld

Bits = int

_SUIT = 14
_BIT = {JOKER.code: 0} | {card.code: 1 << _SUIT * (at // 13) + at % 13 for at, card in enumerate(NATURALS)}
_CARD = {_BIT[card.code]: card for card in NATURALS}
_ROW = [_CARD.get(1 << at, JOKER) for at in range(4 * _SUIT)]  # by bit; a joker where one stays free
_OF_EACH_SUIT = sum([1 << _SUIT * suit for suit in range(4)])
_SETS = {
    sum([1 << at for at in places]): tuple([_ROW[at] for at in places])
    for rank in range(13)
    for size in (3, 4)
    for places in combinations(range(rank, 4 * _SUIT, _SUIT), size)
}
_MOST_RANKS = 4  # that may be sets: their choices grow exponentially


def lay_distinct(variant: Variant, hand: Sequence[Card], *, fewest_cards: bool = False) -> Arrangement | None:
    """Return the melds of `hand` that leave the fewest points, of equals the fewest cards; or the other way round.

    None if that needs a search: there is a joker or wild card, or two cards are the same; melds are not sets and runs
    of three or more, the ace low; a card counts otherwise where it is laid; many ranks have three cards.
    """
    bits = [_BIT[card.code] for card in hand]
    held = sum(bits)
    if held.bit_count() != len(bits) or not _is_plain(variant):
        return None
    alike, in_runs, values = _held_thrice(held), _in_runs(held), variant.values.ranks
    if not alike and not in_runs:  # as in most hands that are dealt
        cost, kept = sum([values[rank] for card in hand if (rank := card.rank)]), [_CARD[bit] for bit in sorted(bits)]
        return Arrangement((), tuple(kept), 0, cost, not variant.turn.opening_minimum, optimal=True)
    if len(alike) > _MOST_RANKS:
        return None
    ways = _choices(alike, in_runs)
    if len(ways) > 1:
        points = [(bit, values[rank]) for bit, card in zip(bits, hand, strict=True) if (rank := card.rank)]
        order = -1 if fewest_cards else 1
        ways.sort(key=lambda way: _left_by(way, held, points)[::order])
    sets = ways[0]
    runs = _in_runs(held - sum(sets))
    left = held - sum(sets) - runs
    melds = [*_runs(runs), *[LaidMeld(_SETS[each]) for each in sets]]
    kept = [_CARD[bit] for bit in sorted(bits) if left & bit]
    cost = sum([values[rank] for card in kept if (rank := card.rank)])
    laid = sum([values[rank] for card in hand if (rank := card.rank)]) - cost
    return Arrangement(tuple(melds), tuple(kept), laid, cost, laid >= (variant.turn.opening_minimum or 0), optimal=True)


def _is_plain(variant: Variant) -> bool:
    melds = variant.melds
    return (
        melds.ace is AceOrder.LOW
        and melds.runs
        and melds.sets
        and not melds.run_suits_mixed
        and (melds.run_shortest, melds.run_longest, melds.set_smallest, melds.set_largest) == (3, None, 3, 4)
        and not variant.deck.wild_ranks
        and not variant.values.places
    )


def _held_thrice(held: Bits) -> list[Bits]:
    """Return the cards of each rank of which there are three or four."""
    a, b, c, d = held, held >> _SUIT, held >> 2 * _SUIT, held >> 3 * _SUIT
    ranks = (a & b & (c | d) | c & d & (a | b)) & (1 << _SUIT) - 1
    return [held & rank * _OF_EACH_SUIT for rank in _each(ranks)] if ranks else []


def _choices(alike: Sequence[Bits], in_runs: Bits) -> list[tuple[Bits, ...]]:
    """Return which sets can be laid together; only cards that may lie in runs are kept for them."""
    ways: list[tuple[Bits, ...]] = [()]
    for cards in alike:
        wanted = cards & in_runs
        sets = [cards, *[cards - bit for bit in _each(wanted) if cards.bit_count() > 3]]
        ways = [*(ways if wanted else ()), *[(*way, laid) for way in ways for laid in sets]]
    return ways


def _left_by(sets: Sequence[Bits], held: Bits, points: Sequence[tuple[Bits, int]]) -> tuple[int, int]:
    """Return the points and the cards that are left when these sets and the longest runs are laid."""
    rest = held - sum(sets)
    left = rest - _in_runs(rest)
    return sum([count for bit, count in points if left & bit]), left.bit_count()


def _in_runs(cards: Bits) -> Bits:
    """Return the cards that lie in runs of three or more."""
    first = cards & cards >> 1 & cards >> 2
    return first | first << 1 | first << 2


def _runs(cards: Bits) -> list[LaidMeld]:
    found = []
    while cards:
        rest = cards & cards + (cards & -cards)  # the sum carries through the lowest run
        end = (cards - rest).bit_length()
        found.append(LaidMeld(tuple(_ROW[end - (cards - rest).bit_count() : end])))
        cards = rest
    return found


def _each(cards: Bits) -> Iterator[Bits]:
    while cards:
        yield cards & -cards
        cards &= cards - 1
