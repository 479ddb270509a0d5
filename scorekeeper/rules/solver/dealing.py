"""Real cards for the melds that were found, and what they count."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card, Rank
from ..model.terms import AceOrder
from ..model.variant import Variant
from .counting import CARDS, JOKERS, Cards
from .instance import ACE, SUITS
from .layout import Meld


@dataclass(frozen=True)
class LaidMeld:
    """A meld as it can be laid: its cards in order, and what its jokers stand for, in their order in `cards`.

    Cards of a wild rank count as jokers here; one that is itself stands for itself.
    """

    cards: tuple[Card, ...]
    joker_as: tuple[Card, ...] = ()


class Dealt(NamedTuple):
    """Melds of real cards, the hand's cards that are left, and the points of those that are laid."""

    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    points: int


def deal(variant: Variant, melds: Sequence[Meld], cards: Cards) -> Dealt:
    """Return `melds` laid with the cards of hand and table.

    Of equal cards the hand's lie where they count most.
    """
    ordered = [_ordered(variant, meld) for meld in melds]
    worth = [_worth(variant, meld) for meld in ordered]
    wild = [JOKERS, *[suit + rank for rank in variant.deck.wild_ranks for suit in SUITS]]
    faces = [[-1 if spot.joker else spot.card for spot in meld] for meld in ordered]
    left = cards.all[:]
    for card in [card for meld in faces for card in meld if card >= 0]:
        left[card] -= 1
    _give_jokers(faces, worth, cards, left, wild)
    laid = [
        LaidMeld(
            tuple([CARDS[face] for face in meld]),
            tuple([CARDS[spot.card] for face, spot in zip(meld, spots, strict=True) if face in wild]),
        )
        for meld, spots in zip(faces, ordered, strict=True)
    ]
    over = tuple([CARDS[card] for card, count in enumerate(left) for _ in range(count)])
    return Dealt(tuple(laid), over, _hand_points(faces, worth, cards))


def _give_jokers(
    faces: list[list[int]], worth: list[list[int]], cards: Cards, left: list[int], wild: list[int]
) -> None:
    """Put jokers and wild cards where they stand for others, the table's where they count least."""
    places = [(worth[i][j], i, j) for i, meld in enumerate(faces) for j, card in enumerate(meld) if card < 0]
    own = {kind: min(cards.hand[kind], left[kind]) for kind in wild}
    table = [kind for kind in wild for _ in range(left[kind] - own[kind])]
    hand = [kind for kind in wild for _ in range(own[kind])]
    for (_, i, j), card in zip(sorted(places), [*table, *hand], strict=False):
        faces[i][j] = card
        left[card] -= 1


def _hand_points(faces: list[list[int]], worth: list[list[int]], cards: Cards) -> int:
    """Return what counts of all that is laid: not the table's cards, which lie where equal ones count least."""
    by_face: dict[int, list[int]] = {}
    for meld, values in zip(faces, worth, strict=True):
        for card, value in zip(meld, values, strict=True):
            by_face.setdefault(card, []).append(value)
    return sum([sum(sorted(values)[cards.table[card] :]) for card, values in by_face.items()])


def _worth(variant: Variant, meld: Meld) -> list[int]:
    """Return what counts at each place of a meld."""
    values, first = variant.values, meld[0]
    stands = [not spot.joker or values.joker_as_card for spot in meld]
    worth = [
        values.as_laid(CARDS[spot.card]) if as_card else values.joker
        for spot, as_card in zip(meld, stands, strict=True)
    ]
    if first.card % 13 + 1 == ACE and not _is_set(meld) and stands[0]:
        worth[0] = values.as_laid(CARDS[first.card], ace_low=True)
    return worth


def _is_set(meld: Meld) -> bool:
    return meld[0].card % 13 == meld[1].card % 13


def _ordered(variant: Variant, meld: Meld) -> Meld:
    """Return a set by suits, a run as it goes; all thirteen with the ace as high as it may stand."""
    if _is_set(meld):
        return sorted(meld)
    if len(meld) == len(Rank) and variant.melds.ace in (AceOrder.RING, AceOrder.LOW_AND_HIGH):
        after_ace = 1 + next(i for i, spot in enumerate(meld) if spot.card % 13 + 1 == ACE)
        return [*meld[after_ace:], *meld[:after_ace]]
    return meld
