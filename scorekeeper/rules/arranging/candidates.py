"""Melds one by one: all that a hand can make, the best of them one after the other, and exact search over few cards."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from operator import itemgetter

from ..cards import JOKER, Card, Rank
from ..melds.windows import ACE_TO_ACE, alternates, lie_apart, run_has_apart, run_windows
from ..model.terms import JokerLimit, RunSuits
from ..model.variant import Variant
from ..solver.budget import Budget, OutOfWork
from ..solver.counting import (
    CARDS,
    JOKER_AS,
    JOKERS,
    NATURAL,
    SUITS,
    CountedCards,
    Held,
    Meld,
    Worth,
    cards_of,
    held_by,
)
from .worth import brought

TRIED = 20  # units of a meld that is tried
_KEPT = 55  # units of a meld with the best of what it leaves
_SIZES = range(1, ACE_TO_ACE + 1)
_MOST_JOKERS = {  # in a meld, by its size
    limit: [sum([limit.allows(size - jokers, jokers) for jokers in range(1, size)]) for size in (0, *_SIZES)]
    for limit in JokerLimit
}


def candidates(
    variant: Variant, held: Held, sizes: Sequence[int] = _SIZES, spare: bool = False, card: int | None = None
) -> Iterator[Meld]:
    """Yield the runs and sets of these sizes, with jokers for what is missing.

    With `spare` jokers also take the places of other cards. Of melds, only those that hold the natural `card`.
    """
    windows = [window for window in run_windows(variant.melds) if window.size in sizes]
    most = [min(jokers, held.jokers) for jokers in _MOST_JOKERS[variant.jokers.limit]]
    for row in _rows(variant, held):
        lacking = sum([1 << place for place, card in enumerate(row) if not held.naturals[card]])
        for window in windows:
            first, size = window.ranks[0] - 1, window.size
            missing = (lacking >> first & (1 << size) - 1).bit_count()
            if missing <= most[size] and (card is None or window.bits >> card % 13 & 1):
                yield from _runs(variant, held, row[first : first + size], most[size], spare)
    if variant.melds.sets:
        for rank in Rank if card is None else [Rank(card % 13 + 1)]:
            yield from _sets(variant, held, rank, sizes, spare)


def all_melds(variant: Variant, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return every meld that a hand of natural cards, no two of them the same, can make."""
    held = held_by(variant, cards_of(hand).hand)
    return [tuple([CARDS[spot.card] for spot in meld]) for meld in candidates(variant, held, spare=True)]


def all_layouts(variant: Variant, hand: Sequence[Card], budget: Budget) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield every way to lay all cards of a hand in melds.

    Raises:
        OutOfWork: there are more than the budget allows, or the game has wild ranks, or runs of several suits.
    """
    hopeless: set[Held] = set()

    def layouts(held: Held) -> Iterator[tuple[tuple[Card, ...], ...]]:
        card = next((card for card, count in enumerate(held.naturals) if count), None)
        if card is None:
            yield from () if held.jokers else [()]
            return
        tried, some = set[Held](), False
        for meld, rest in _melds_with(variant, held, card, budget, TRIED):
            if rest not in hopeless and rest not in tried:
                tried.add(rest)  # a joker at either end of a run is the same meld
                for others in layouts(rest):
                    some = True
                    yield (tuple([JOKER if spot.joker else CARDS[spot.card] for spot in meld]), *others)
        if not some:
            hopeless.add(held)

    if variant.deck.wild_ranks or variant.melds.run_suits_mixed:
        raise OutOfWork
    yield from layouts(held_by(variant, cards_of(hand).hand))


def _melds_with(variant: Variant, held: Held, card: int, budget: Budget, cost: int) -> Iterator[tuple[Meld, Held]]:
    """Yield the melds that hold the natural `card`, and what each leaves; each costs so many units of the budget."""
    for meld in candidates(variant, held, spare=True, card=card):
        budget.spend(cost)
        rest = held.without(meld) if NATURAL[card] in meld else None
        if rest is not None:
            yield meld, rest


def _rows(variant: Variant, held: Held) -> list[list[int]]:
    """Return the cards of each suit, two rounds of ranks for runs around the corner.

    Where a run may be of several suits, a card of each rank that is there if any is; where black and red take turns,
    of the colour that is due, beginning with either.
    """
    suits = [[*range(first, first + 13)] for first in range(0, JOKERS, 13)]
    if not variant.melds.run_suits_mixed:
        return [suit * 2 for suit in suits]
    if not alternates(variant.melds):
        return [_most_held(held, suits) * 2]
    black, red = _most_held(held, suits[::3]), _most_held(held, suits[1:3])
    return [[(black, red)[(place + first) % 2][place % 13] for place in range(26)] for first in (0, 1)]


def _most_held(held: Held, suits: Sequence[Sequence[int]]) -> list[int]:
    return [max(cards, key=lambda card: held.naturals[card]) for cards in zip(*suits, strict=True)]


def _runs(variant: Variant, held: Held, cards: Sequence[int], most: int, spare: bool) -> Iterator[Meld]:
    """Yield the ways to lay `cards` as a run, with jokers for those that are missing, and with `spare` for others.

    `most`: so many jokers, or fewer.
    """
    rules, size = variant.melds, len(cards)
    once = cards if rules.ace_to_ace_natural else cards[: ACE_TO_ACE - 1]
    there = [at for at, card in enumerate(once) if held.naturals[card] > (at == ACE_TO_ACE - 1)]
    missing = size - len(there)
    if not missing and not spare:
        yield [NATURAL[card] for card in cards]
        return
    for jokers in range(missing, (most if spare else min(missing, most)) + 1):
        for lying in combinations(there, size - jokers):
            if jokers > 1 and not variant.jokers.side_by_side and not _lie_apart(variant, cards, lying):
                continue
            roles = cards
            if rules.run_suits_mixed and not alternates(rules):  # a joker is of the suit of a card that lies
                roles = [min([cards[at] // 13 for at in lying]) * 13 + card % 13 for card in cards]
            yield [NATURAL[card] if at in lying else JOKER_AS[roles[at]] for at, card in enumerate(cards)]


def _lie_apart(variant: Variant, cards: Sequence[int], lying: Collection[int]) -> bool:
    """Return whether no two jokers lie side by side in a run, with natural cards at the places `lying`."""
    jokers, ranks = [at not in lying for at in range(len(cards))], [Rank(card % 13 + 1) for card in cards]
    if len(cards) == ACE_TO_ACE:
        return lie_apart(jokers)
    return run_has_apart(variant.melds.ace, ranks, [rank for rank, joker in zip(ranks, jokers, strict=True) if joker])


def _sets(variant: Variant, held: Held, rank: Rank, sizes: Sequence[int], spare: bool) -> Iterator[Meld]:
    """Yield the sets of a rank; where runs may be of several suits, its cards are alike, and the first ones do."""
    rules, cards = variant.melds, [suit + rank for suit in SUITS]
    copies = rules.set_copies or not rules.set_suits_differ
    there = [card for card in cards if held.naturals[card] for _ in range(held.naturals[card] if copies else 1)]
    for laid in range(1, min(len(there), rules.set_largest) + 1):
        every = spare and rules.run_suits is not RunSuits.ANY
        for chosen in dict.fromkeys(combinations(there, laid)) if every else [tuple(there[:laid])]:
            missing = [*[card for card in cards if card not in chosen], *(cards if copies else ())]
            for used in range(max(0, rules.set_smallest - laid), min(held.jokers, rules.set_largest - laid) + 1):
                if laid + used in sizes and variant.jokers.limit.allows(laid, used):
                    yield [*[NATURAL[card] for card in chosen], *[JOKER_AS[card] for card in missing[:used]]]


def greedy(variant: Variant, held: Held, worth: Worth, cost: int) -> list[Meld]:
    """Return melds, each the best of what the ones before it left; a joker or wild card that is used has a `cost`."""
    brings = {spot: -cost if spot.joker else worth[spot.card % 13].set for spot in [*NATURAL, *JOKER_AS]}
    found: list[Meld] = []
    as_jokers = [0 if card % 13 + 1 in held.wild else count for card, count in enumerate(held.naturals)]
    rest: Held | None = held._replace(naturals=tuple(as_jokers))
    while rest is not None:
        best = max(candidates(variant, rest), key=lambda meld: sum(map(brings.__getitem__, meld)), default=None)
        rest = rest.without(best) if best else None
        found += [best] if best else []
    return found


def best_melds(variant: Variant, cards: CountedCards, worth: Worth, budget: Budget) -> list[Meld]:
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
            for meld, rest in _melds_with(variant, held, card, budget, _KEPT):
                value, others = best(rest)
                found = max(found, (value + sum(brought(worth, meld)), [meld, *others]), key=itemgetter(0))
            known[held] = found
        return known[held]

    held = held_by(variant, cards.hand)
    if any(cards.table) or max(held.naturals) > 1 or held.wild:  # cards of a rank are interchangeable in one pack only
        raise OutOfWork
    return best(held)[1]
