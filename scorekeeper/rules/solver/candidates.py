"""Melds one by one: all that a hand can make, the best of them one after the other, and exact search over few cards."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import itemgetter

from ..cards import Rank
from ..melds.windows import ACE_TO_ACE, run_windows
from ..model.variant import Variant
from .budget import Budget, OutOfWork
from .counting import JOKER_AS, JOKERS, NATURAL, SUITS, Cards, Held, Meld, held_by
from .worth import Worth

TRIED = 20  # units of a meld that is tried
SIZES = range(1, ACE_TO_ACE + 1)


def candidates(
    variant: Variant, held: Held, sizes: Sequence[int] = SIZES, spare: bool = False, card: int | None = None
) -> Iterator[Meld]:
    """Yield the runs and sets of these sizes, with jokers for what is missing.

    With `spare` jokers also take the places of other cards. Of melds, only those that hold the natural `card`.
    """
    limit = variant.jokers.limit
    windows = [(size, window) for window in run_windows(variant.melds) if (size := len(window.ranks)) in sizes]
    for row in _rows(variant, held):
        lacking = sum([1 << place for place, card in enumerate(row) if not held.naturals[card]])
        for size, window in windows:
            missing = (window.bits & lacking).bit_count() + (size == ACE_TO_ACE and held.naturals[row[0]] < 2)
            allowed = missing <= held.jokers and (spare or limit.allows(size - missing, missing))
            if allowed and (card is None or window.bits >> card % 13 & 1):
                more = held.jokers - missing if spare else 0
                yield from _runs(variant, held, [row[rank - 1] for rank in window.ranks], more)
    if variant.melds.sets:
        for rank in Rank if card is None else [Rank(card % 13 + 1)]:
            yield from _sets(variant, held, rank, sizes, spare)


def _rows(variant: Variant, held: Held) -> list[list[int]]:
    """Return the cards of each suit, or where a run may be of several, a card of each rank that is there if any is."""
    suits = [[*range(first, first + 13)] for first in range(0, JOKERS, 13)]
    if not variant.melds.run_suits_mixed:
        return suits
    return [[max(cards, key=lambda card: held.naturals[card]) for cards in zip(*suits, strict=True)]]


def _runs(variant: Variant, held: Held, cards: Sequence[int], spare: int) -> Iterator[Meld]:
    """Yield the ways to lay `cards` as a run, with as many `spare` jokers as that or fewer for cards that are there."""
    there = [i for i, card in enumerate(cards) if held.naturals[card] > (i == ACE_TO_ACE - 1)]
    missing, limit = len(cards) - len(there), variant.jokers.limit
    for more in range(spare + 1):
        if limit.allows(len(there) - more, missing + more):
            for replaced in combinations(there, more):
                lying = set(there).difference(replaced)
                suit = min([cards[i] // 13 for i in lying])
                yield [NATURAL[card] if i in lying else JOKER_AS[13 * suit + card % 13] for i, card in enumerate(cards)]


def _sets(variant: Variant, held: Held, rank: Rank, sizes: Sequence[int], spare: bool) -> Iterator[Meld]:
    """Yield the sets of a rank; where runs may be of several suits, its cards are alike, and the first ones do."""
    rules, cards = variant.melds, [suit + rank for suit in SUITS]
    copies = rules.set_copies or not rules.set_suits_differ
    there = [card for card in cards if held.naturals[card] for _ in range(held.naturals[card] if copies else 1)]
    for laid in range(1, min(len(there), rules.set_largest) + 1):
        every = spare and not rules.run_suits_mixed
        for chosen in dict.fromkeys(combinations(there, laid)) if every else [tuple(there[:laid])]:
            missing = [*[card for card in cards if card not in chosen], *(cards if copies else ())]
            for used in range(max(0, rules.set_smallest - laid), min(held.jokers, rules.set_largest - laid) + 1):
                if laid + used in sizes and variant.jokers.limit.allows(laid, used):
                    yield [*[NATURAL[card] for card in chosen], *[JOKER_AS[card] for card in missing[:used]]]


def greedy(variant: Variant, held: Held, worth: Worth, cost: int) -> list[Meld]:
    """Return melds, each the best of what the ones before it left; a joker or wild card that is used has a `cost`."""
    brings = {spot: -cost if spot.joker else worth.set[spot.card % 13] for spot in [*NATURAL, *JOKER_AS]}
    found: list[Meld] = []
    as_jokers = [0 if card % 13 + 1 in held.wild else count for card, count in enumerate(held.naturals)]
    rest: Held | None = held._replace(naturals=tuple(as_jokers))
    while rest is not None:
        best = max(candidates(variant, rest), key=lambda meld: sum(map(brings.__getitem__, meld)), default=None)
        rest = rest.without(best) if best else None
        found += [best] if best else []
    return found


def best_melds(variant: Variant, cards: Cards, worth: Worth, budget: Budget) -> list[Meld]:
    """Return the melds of a hand that bring most where a run may be of several suits, by dynamic programming.

    The lowest card that is left is left over, or lies in a meld: that is tried in turn, the best of each rest is kept.

    Raises:
        OutOfWork: it takes more than the budget, or the cards are of two packs, of a table, or of wild ranks.
    """
    known: dict[Held, tuple[int, list[Meld]]] = {}

    def best(held: Held) -> tuple[int, list[Meld]]:
        card = next((suit + rank for rank in Rank for suit in SUITS if held.naturals[suit + rank]), None)
        if card is None:
            return 0, []
        if held not in known:
            found = best(held._replace(naturals=(*held.naturals[:card], 0, *held.naturals[card + 1 :])))
            for meld in candidates(variant, held, spare=True, card=card):
                budget.spend(TRIED)
                rest = held.without(meld) if NATURAL[card] in meld else None
                if rest is not None:
                    brought, others = best(rest)
                    found = max(found, (brought + sum(worth.of(meld)), [meld, *others]), key=itemgetter(0))
            known[held] = found
        return known[held]

    held = held_by(variant, cards.hand)
    if any(cards.table) or max(held.naturals) > 1 or held.wild:  # cards of a rank are interchangeable in one pack only
        raise OutOfWork
    return best(held)[1]
