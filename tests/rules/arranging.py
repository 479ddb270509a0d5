"""The best arrangement by brute force: every meld that the cards can make, every way to combine them.

It uses nothing of the solver; `judge_meld` decides what is a meld.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product

from scorekeeper.rules.cards import Card, Rank
from scorekeeper.rules.melds.judge import MeldKind, judge_meld
from scorekeeper.rules.model.terms import AceOrder
from scorekeeper.rules.model.variant import Variant

Dealt = tuple[Card, bool]  # a card, and whether it lay on the table
Result = tuple[int, int, int]  # cards of the hand that are laid, what they count, what the others cost


def results(variant: Variant, hand: Sequence[Card], table: Sequence[Card] = ()) -> set[Result]:
    """Return the results of all arrangements in which the table's cards are laid again."""
    have = Counter([(card, False) for card in hand] + [(card, True) for card in table])
    kinds = tuple(sorted(have, key=lambda dealt: (dealt[0].code, dealt[1])))
    melds = sorted(_melds(variant, kinds, tuple(have[kind] for kind in kinds)))

    @cache
    def laid(counts: tuple[int, ...], first: int) -> frozenset[tuple[tuple[int, ...], int]]:
        found = {(counts, 0)}
        for place in range(first, len(melds)):
            used, points = melds[place]
            if all(a <= b for a, b in zip(used, counts, strict=True)):
                rest = tuple(b - a for a, b in zip(used, counts, strict=True))
                found |= {(left, points + more) for left, more in laid(rest, place)}
        return frozenset(found)

    return set(_told(variant, kinds, laid(tuple(have[kind] for kind in kinds), 0), len(hand)))


def _told(
    variant: Variant, kinds: tuple[Dealt, ...], found: frozenset[tuple[tuple[int, ...], int]], size: int
) -> Iterator[Result]:
    for left, points in found:
        if not any(count for (_, on_table), count in zip(kinds, left, strict=True) if on_table):
            cost = sum(count * variant.value(card) for (card, _), count in zip(kinds, left, strict=True))
            yield size - sum(left), points, cost


def _melds(
    variant: Variant, kinds: tuple[Dealt, ...], counts: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each selection of cards that is a meld, with the most points that the hand's cards in it can count."""
    for used in product(*(range(count + 1) for count in counts)):
        if not 3 <= sum(used) <= 13 or not _near(variant, kinds, used):
            continue
        cards = [kind for kind, count in zip(kinds, used, strict=True) for _ in range(count)]
        judgement = judge_meld(variant, [card for card, _ in cards])
        if judgement.valid:
            yield used, _most(variant, cards, judgement.kind, [way.roles for way in judgement.readings] or [()])


def _near(variant: Variant, kinds: tuple[Dealt, ...], used: tuple[int, ...]) -> bool:
    """Return whether the natural cards are of one rank or of one suit, if a run must be; others are never a meld."""
    naturals = [
        card
        for (card, _), count in zip(kinds, used, strict=True)
        if count and card.rank is not None and card.rank not in variant.deck.wild_ranks
    ]
    one_suit = len({card.suit for card in naturals}) <= 1 or variant.melds.run_suits_mixed
    return one_suit or len({card.rank for card in naturals}) <= 1


def _most(variant: Variant, cards: Sequence[Dealt], kind: MeldKind | None, ways: Sequence[tuple[Card, ...]]) -> int:
    """Return the most points that the hand's cards can count in a meld, over all its joker assignments."""
    wild = [place for place, (card, _) in enumerate(cards) if _is_wild(variant, card)]
    best = 0
    for roles in ways:
        for order in set(permutations(roles)) if len({on_table for _, on_table in cards}) > 1 else {roles}:
            faces = [card for card, _ in cards]
            for place, role in zip(wild, order, strict=True):
                faces[place] = role
            best = max(best, _points(variant, cards, faces))
    return best


def _points(variant: Variant, cards: Sequence[Dealt], faces: Sequence[Card]) -> int:
    ranks = {face.rank for face in faces}
    low = len(ranks) > 1 and Rank.TWO in ranks and (Rank.KING not in ranks or variant.melds.ace is AceOrder.LOW)
    total = 0
    for (card, on_table), face in zip(cards, faces, strict=True):
        stands_in = card != face
        if stands_in and not variant.values.joker_as_card:
            total += 0 if on_table else variant.values.joker
        else:
            total += 0 if on_table else variant.values.as_laid(face, ace_low=low)
    return total


def _is_wild(variant: Variant, card: Card) -> bool:
    return card.rank is None or card.rank in variant.deck.wild_ranks
