"""Real cards for the melds that were found, and what they count."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card, Rank
from ..model.terms import AceOrder
from ..model.variant import Variant
from .counting import CARDS, Cards, Counts
from .layout import Meld
from .problem import ACE

_JOKER = len(CARDS) - 1


@dataclass(frozen=True)
class LaidMeld:
    """A meld as it can be laid: its cards in order, and what its jokers stand for, in their order in `cards`.

    Cards of a wild rank count as jokers here; one that is itself stands for itself.
    """

    cards: tuple[Card, ...]
    joker_as: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Dealt:
    """Melds of real cards, the hand's cards that are left, and the points of those that are laid."""

    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    points: int


def deal(variant: Variant, melds: Sequence[Meld], cards: Cards) -> Dealt:
    """Return `melds` laid with the cards of hand and table.

    Of equal cards the hand's lie where they count most.
    """
    ordered = [_ordered(variant, meld) for meld in melds]
    worth = _worth(variant, ordered)
    faces = [[-1 if joker else card for card, joker in meld] for meld in ordered]
    wild = [13 * suit + rank - 1 for rank in variant.deck.wild_ranks for suit in range(4)]
    if cards.all[_JOKER] or wild:
        _give_jokers(faces, worth, cards, [_JOKER, *wild])
    left = cards.all[:]
    laid = []
    for meld, real in zip(ordered, faces, strict=True):
        standing = []
        for face, (card, joker) in zip(real, meld, strict=True):
            left[face] -= 1
            if joker or face in wild:
                standing.append(CARDS[card])
        laid.append(LaidMeld(tuple([CARDS[face] for face in real]), tuple(standing)))
    return Dealt(
        tuple(laid),
        tuple([CARDS[card] for card, count in enumerate(left) if count for _ in range(count)]),
        _hand_points(faces, worth, cards.table),
    )


def _give_jokers(faces: list[list[int]], worth: list[list[int]], cards: Cards, kinds: list[int]) -> None:
    """Put jokers and wild cards where they stand for others, the table's where they count least."""
    places = [(worth[i][j], i, j) for i, meld in enumerate(faces) for j, card in enumerate(meld) if card < 0]
    if not places:
        return
    spare, own = cards.all[:], cards.hand[:]
    for meld in faces:
        for card in meld:
            if card >= 0:
                spare[card] -= 1
    table, hand = [], []
    for kind in kinds:
        mine = min(own[kind], spare[kind])
        hand += [kind] * mine
        table += [kind] * (spare[kind] - mine)
    for (_, i, j), card in zip(sorted(places), [*table, *hand], strict=False):
        faces[i][j] = card


def _hand_points(faces: list[list[int]], worth: list[list[int]], table: Counts) -> int:
    total = sum([sum(values) for values in worth])
    by_face: dict[int, list[int]] = {}
    for meld, values in zip(faces, worth, strict=True):
        for card, value in zip(meld, values, strict=True):
            if table[card]:
                by_face.setdefault(card, []).append(value)
    for card, values in by_face.items():
        if len(values) > table[card]:
            values = sorted(values)[: table[card]]
        total -= sum(values)
    return total


def _worth(variant: Variant, melds: Sequence[Meld]) -> list[list[int]]:
    """Return what counts at each place of the melds."""
    values = variant.values
    by_rank = [values.as_laid(CARDS[rank]) for rank in range(13)]
    each = []
    for meld in melds:
        if values.joker_as_card:
            worth = [by_rank[card % 13] for card, _ in meld]
        else:
            worth = [values.joker if joker else by_rank[card % 13] for card, joker in meld]
        first, joker = meld[0]
        if first % 13 + 1 == ACE and not _is_set(meld) and (values.joker_as_card or not joker):
            worth[0] = values.as_laid(CARDS[first], ace_low=True)
        each.append(worth)
    return each


def _is_set(meld: Meld) -> bool:
    return meld[0][0] % 13 == meld[1][0] % 13


def _ordered(variant: Variant, meld: Meld) -> Meld:
    """Return a set by suits, a run as it goes; all thirteen with the ace as high as it may stand."""
    if _is_set(meld):
        return sorted(meld)
    if len(meld) == len(Rank) and variant.melds.ace in (AceOrder.RING, AceOrder.LOW_AND_HIGH):
        after_ace = 1 + next(i for i, (card, _) in enumerate(meld) if card % 13 + 1 == ACE)
        return [*meld[after_ace:], *meld[:after_ace]]
    return meld
