"""The order in which the cards of a meld lie on a table, for showing them: also of cards that are no meld.

A run lies rank by rank, round the corner if that takes fewer places (K A 2), with a gap for missing ranks. Cards of one
rank lie by suits. `static/referee/display-order.js` is a port.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..cards import Card, Rank, Suit
from ..model.terms import AceOrder
from ..model.variant import Variant
from .faults import in_order
from .judge import judge_meld, names_by_place

_RANKS = len(Rank)
_SUITS = tuple(Suit)


class Place(NamedTuple):
    """A place in a row of cards: a card, and what it stands for if that is known; no card for a gap."""

    card: Card | None
    role: Card | None = None


class _Lying(NamedTuple):
    card: Card
    as_: Card | None  # where it lies: the card itself, or what it may stand for; None for a joker of unknown place
    known: bool = True  # whether it can stand for nothing else


def hand_order(cards: Iterable[Card]) -> tuple[Place, ...]:
    """Return the places of cards that are not laid: by suit and rank, jokers last."""
    cards = list(cards)
    naturals = in_order([card for card in cards if not card.is_joker])
    return tuple(Place(card) for card in (*naturals, *(card for card in cards if card.is_joker)))


def display_order(variant: Variant, cards: Sequence[Card], joker_as: Sequence[Card | None] = ()) -> tuple[Place, ...]:
    """Return the places of `cards`, a meld or not; `joker_as` is what its jokers were named, in their order.

    A joker that may stand for several cards lies where the meld counts most, of equal places at the upper end.
    """
    lying = _lying(variant, cards, joker_as)
    placed = [each for each in lying if each.as_ is not None]
    free = [each for each in lying if each.as_ is None]
    ranks = {_rank(each) for each in placed}
    if len(ranks) < 2:
        sure = [each for each in lying if each.as_ is not None and each.known]
        by_suit = sorted(sure, key=_suit_place)
        return tuple(map(_place, (*by_suit, *(each for each in lying if each not in sure))))
    one_suit = len({each.as_.suit for each in placed if each.as_}) == 1
    return tuple(_row(variant, placed, free, gaps=one_suit or variant.melds.run_suits_mixed))


def _lying(variant: Variant, cards: Sequence[Card], joker_as: Sequence[Card | None]) -> list[_Lying]:
    judged = judge_meld(variant, cards, joker_as)
    wild = judged.wild
    names = [None if name is None or name.is_joker else name for name in names_by_place(wild, joker_as)]
    best = max((reading.points for reading in judged.readings), default=0)
    roles: Sequence[Card | None] = next((r.roles for r in judged.readings[::-1] if r.points == best), names)
    left = list(range(len(wild)))
    found = []
    for card in cards:
        place = next((at for at in left if wild[at] == card), None)
        if place is None:
            found.append(_Lying(card, card))
            continue
        left.remove(place)
        as_ = roles[place] or (None if card.is_joker else card)
        found.append(_Lying(card, as_, len({reading.roles[place] for reading in judged.readings}) < 2))
    return found


def _rank(lying: _Lying) -> int:
    return int(lying.as_.rank) if lying.as_ and lying.as_.rank else 0


def _suit_place(lying: _Lying) -> int:
    return _SUITS.index(lying.as_.suit) if lying.as_ and lying.as_.suit else len(_SUITS)


def _place(lying: _Lying) -> Place:
    return Place(lying.card, lying.as_ if lying.known and lying.as_ != lying.card else None)


def _row(variant: Variant, placed: Sequence[_Lying], free: Sequence[_Lying], *, gaps: bool) -> list[Place]:
    """Return cards of several ranks in a row; jokers of unknown place fill the gaps, those left over lie at the end."""
    start = _start({_rank(each) for each in placed}, ace_high=variant.melds.ace is AceOrder.HIGH)
    row = sorted(placed, key=lambda each: ((_rank(each) - start) % _RANKS, _suit_place(each)))
    if len({_rank(each) for each in row}) == _RANKS and [_rank(each) for each in row[:2]] == [Rank.ACE, Rank.ACE]:
        row.append(row.pop(0))  # an ace at both ends
    left, shown = list(free), [_place(row[0])]
    for before, each in pairwise(row):
        missing = max(0, (_rank(each) - _rank(before)) % _RANKS - 1) if gaps else 0
        filling = [_place(left.pop(0)) for _ in range(min(missing, len(left)))]
        shown += [*filling, *([Place(None)] if missing > len(filling) else []), _place(each)]
    return [*shown, *map(_place, left)]


def _start(ranks: Iterable[int], *, ace_high: bool) -> int:
    """Return the rank after the widest gap; of equals the ace, or the two where the ace is high."""
    ordered = sorted(ranks)
    widths = {rank: (rank - ordered[at - 1] - 1) % _RANKS for at, rank in enumerate(ordered)}
    preferred = 2 if ace_high else 1
    return min(ordered, key=lambda rank: (-widths[rank], (rank - preferred) % _RANKS))
