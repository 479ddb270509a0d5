"""The best arrangement by brute force: every meld that the cards can make, every way to combine them.

It uses nothing of the solver; `judge_meld` decides what is a meld.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import permutations, product

from scorekeeper.rules.cards import Card, Rank
from scorekeeper.rules.melds.judge import MeldKind, judge_meld
from scorekeeper.rules.model.terms import AceOrder
from scorekeeper.rules.model.variant import Variant

Dealt = tuple[Card, bool]  # a card, and whether it lay on the table
Result = tuple[int, int, int]  # cards of the hand that are laid, what they count, what the others cost


def results(variant: Variant, hand: Sequence[Card], table: Sequence[Card] = (), *, pure: bool = False) -> set[Result]:
    """Return the results of all arrangements in which the table's cards are laid again; `pure`: with a pure run."""
    have = Counter([(card, False) for card in hand] + [(card, True) for card in table])
    kinds = tuple(sorted(have, key=lambda dealt: (dealt[0].code, dealt[1])))
    melds = sorted(_melds(variant, kinds, tuple(have[kind] for kind in kinds)))

    @cache
    def laid(counts: tuple[int, ...], first: int) -> frozenset[tuple[tuple[int, ...], int, bool]]:
        found = {(counts, 0, False)}
        for place in range(first, len(melds)):
            used, points, is_pure = melds[place]
            if all(a <= b for a, b in zip(used, counts, strict=True)):
                rest = tuple(b - a for a, b in zip(used, counts, strict=True))
                found |= {(left, points + more, is_pure or other) for left, more, other in laid(rest, place)}
        return frozenset(found)

    every = laid(tuple(have[kind] for kind in kinds), 0)
    return set(_told(variant, kinds, {each[:2] for each in every if each[2] or not pure}, len(hand)))


def _told(
    variant: Variant, kinds: tuple[Dealt, ...], found: Set[tuple[tuple[int, ...], int]], size: int
) -> Iterator[Result]:
    for left, points in found:
        if not any(count for (_, on_table), count in zip(kinds, left, strict=True) if on_table):
            hand = [card for (card, _), count in zip(kinds, left, strict=True) for _ in range(count)]
            yield size - sum(left), points, sum(variant.values.costs(hand, variant.deck.wild_ranks))


def _melds(
    variant: Variant, kinds: tuple[Dealt, ...], counts: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], int, bool]]:
    """Yield each selection of cards that is a meld, the most points of the hand's cards in it, whether a pure run."""
    for used in product(*(range(count + 1) for count in counts)):
        if not 3 <= sum(used) <= 13 or not _near(variant, kinds, used):
            continue
        cards = [kind for kind, count in zip(kinds, used, strict=True) for _ in range(count)]
        judgement = judge_meld(variant, [card for card, _ in cards])
        if judgement.valid:
            ways = [way.roles for way in judgement.readings] or [()]
            pure = judgement.kind is MeldKind.RUN and not any(is_wild(variant, card) for card, _ in cards)
            yield used, _most(variant, cards, judgement.kind, ways), pure


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
    wild = [place for place, (card, _) in enumerate(cards) if is_wild(variant, card)]
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
    never_high = variant.melds.ace is AceOrder.LOW or variant.melds.corner_ace_low
    low = len(ranks) > 1 and Rank.TWO in ranks and (Rank.KING not in ranks or never_high)
    total = 0
    for (card, on_table), face in zip(cards, faces, strict=True):
        stands_in = card != face
        if stands_in and not variant.values.joker_as_card:
            total += 0 if on_table else variant.values.joker
        else:
            total += 0 if on_table else variant.values.as_laid(face, ace_low=low)
    return total


def is_wild(variant: Variant, card: Card) -> bool:
    """Return whether a card is a joker, or of a wild rank."""
    return card.rank is None or card.rank in variant.deck.wild_ranks
