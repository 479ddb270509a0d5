"""Real cards for the melds that were found, and what they count."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import JOKER, Card, Rank
from ..variant import AceOrder, Variant
from .layout import Place
from .problem import SUITS, Cards

Meld = list[Place]


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
    ordered = sorted((_ordered(variant, meld) for meld in melds), key=_key)
    worth = {(i, j): _points(variant, meld, j) for i, meld in enumerate(ordered) for j in range(len(meld))}
    faces = _faces(variant, ordered, worth, cards)
    laid = []
    for i, meld in enumerate(ordered):
        real = tuple(faces[i, j] for j in range(len(meld)))
        laid.append(LaidMeld(real, _standing_for(variant, meld, real)))
    left = cards.all - Counter(faces.values())
    return Dealt(tuple(laid), tuple(sorted(left.elements(), key=_card_key)), _hand_points(faces, worth, cards))


def _standing_for(variant: Variant, meld: Meld, real: Sequence[Card]) -> tuple[Card, ...]:
    """Return what the jokers and wild cards stand for; a wild card may stand for itself."""
    wild = variant.deck.wild_ranks
    return tuple(card for face, (card, _) in zip(real, meld, strict=True) if face == JOKER or face.rank in wild)


def _faces(
    variant: Variant, melds: Sequence[Meld], worth: dict[tuple[int, int], int], cards: Cards
) -> dict[tuple[int, int], Card]:
    """Return the real card at each place of each meld; the table's jokers and wild cards where they count least."""
    faces = {(i, j): card for i, meld in enumerate(melds) for j, (card, joker) in enumerate(meld) if not joker}
    stood_for = [(i, j) for i, meld in enumerate(melds) for j, (_, joker) in enumerate(meld) if joker]
    pool = cards.all - Counter(faces.values())
    spare = [card for card in pool.elements() if card == JOKER or card.rank in variant.deck.wild_ranks]
    free = cards.hand.copy()
    free.subtract(Counter(faces.values()) - cards.table)
    for card in spare[:]:  # what can be the hand's comes last
        if free[card] > 0:
            free[card] -= 1
            spare.remove(card)
            spare.append(card)
    for at, card in zip(sorted(stood_for, key=lambda at: worth[at]), spare, strict=False):
        faces[at] = card
    return faces


def _hand_points(faces: dict[tuple[int, int], Card], worth: dict[tuple[int, int], int], cards: Cards) -> int:
    by_face: dict[Card, list[int]] = {}
    for at, card in faces.items():
        by_face.setdefault(card, []).append(worth[at])
    total = 0
    for card, points in by_face.items():
        points.sort(reverse=True)
        total += sum(points[: len(points) - cards.table[card]])
    return total


def _points(variant: Variant, meld: Meld, index: int) -> int:
    """Return what counts at that place of a meld."""
    card, joker = meld[index]
    if joker and not variant.values.joker_as_card:
        return variant.values.joker
    return variant.values.as_laid(card, ace_low=index == 0 and not _is_set(meld))


def _is_set(meld: Meld) -> bool:
    return meld[0][0].rank == meld[1][0].rank


def _ordered(variant: Variant, meld: Meld) -> Meld:
    """Return a set by suits, a run as it goes; all thirteen with the ace as high as it may stand."""
    if _is_set(meld):
        return sorted(meld, key=lambda place: _card_key(place[0]))
    if len(meld) == len(Rank) and variant.melds.ace in (AceOrder.RING, AceOrder.LOW_AND_HIGH):
        after_ace = 1 + next(i for i, (card, _) in enumerate(meld) if card.rank is Rank.ACE)
        return [*meld[after_ace:], *meld[:after_ace]]
    return meld


def _key(meld: Meld) -> tuple[bool, int, int]:
    return (_is_set(meld), *_card_key(meld[0][0]))


def _card_key(card: Card) -> tuple[int, int]:
    return (len(SUITS), 0) if card.suit is None or card.rank is None else (SUITS.index(card.suit), int(card.rank))
