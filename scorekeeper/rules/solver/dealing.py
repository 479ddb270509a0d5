"""Real cards for the melds that were found, and what they count."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card
from ..model.terms import AceOrder
from ..model.variant import Variant
from .counting import CARDS, JOKERS, SUITS, Cards, Meld
from .layout import LONGEST, cut
from .worth import Worth, is_set, points_as_laid


@dataclass(frozen=True)
class LaidMeld:
    """A meld as it can be laid: its cards in order, and what its jokers stand for, in their order in `cards`.

    Cards of a wild rank count as jokers here; one that is itself stands for itself.
    """

    cards: tuple[Card, ...]
    joker_as: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Arrangement:
    """How the cards can be laid.

    `left` are the cards of the hand that are not laid, `points_laid` what those count that are (the
    table's count nothing), `points_left` what the others cost in hand. `meets_minimum`: the points laid reach what the
    game asks for to open; true where it asks for nothing. `optimal`: it is proved that nothing is better.
    """

    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    points_laid: int
    points_left: int
    meets_minimum: bool
    optimal: bool


def deal(variant: Variant, melds: Sequence[Meld], cards: Cards, optimal: bool = True) -> Arrangement:
    """Return `melds` laid with the cards of hand and table; of equal cards the hand's lie where they count most."""
    worth = points_as_laid(variant)
    ordered = [part for meld in melds for part in _parted(variant, _ordered(variant, meld), worth)]
    each = [worth.of(meld) for meld in ordered]
    wild = [JOKERS, *[suit + rank for rank in variant.deck.wild_ranks for suit in SUITS]]
    faces = [[-1 if spot.joker else spot.card for spot in meld] for meld in ordered]
    rest = _dealt(faces, each, cards, wild)
    left = tuple([CARDS[card] for card, count in enumerate(rest) for _ in range(count)])
    points = _hand_points(faces, each, cards)
    return Arrangement(
        melds=tuple([_laid(cards, spots, wild) for cards, spots in zip(faces, ordered, strict=True)]),
        left=left,
        points_laid=points,
        points_left=sum([variant.value(card) for card in left]),
        meets_minimum=points >= (variant.turn.opening_minimum or 0),
        optimal=optimal,
    )


def _laid(cards: Sequence[int], meld: Meld, wild: Sequence[int]) -> LaidMeld:
    roles = [CARDS[spot.card] for card, spot in zip(cards, meld, strict=True) if card in wild]
    return LaidMeld(tuple([CARDS[card] for card in cards]), tuple(roles))


def _dealt(faces: list[list[int]], points: list[list[int]], cards: Cards, wild: list[int]) -> list[int]:
    """Put jokers and wild cards where they stand for others, the table's where they count least; return the rest."""
    left = cards.all[:]
    for card in [card for meld in faces for card in meld if card >= 0]:
        left[card] -= 1
    places = [(points[i][j], i, j) for i, meld in enumerate(faces) for j, card in enumerate(meld) if card < 0]
    own = {kind: min(cards.hand[kind], left[kind]) for kind in wild}
    table = [kind for kind in wild for _ in range(left[kind] - own[kind])]
    hand = [kind for kind in wild for _ in range(own[kind])]
    for (_, i, j), card in zip(sorted(places), [*table, *hand], strict=False):
        faces[i][j] = card
        left[card] -= 1
    return left


def _hand_points(faces: list[list[int]], points: list[list[int]], cards: Cards) -> int:
    """Return what counts of all that is laid: not the table's cards, which lie where equal ones count least."""
    by_face: dict[int, list[int]] = {}
    for meld, values in zip(faces, points, strict=True):
        for card, value in zip(meld, values, strict=True):
            by_face.setdefault(card, []).append(value)
    return sum([sum(sorted(values)[cards.table[card] :]) for card, values in by_face.items()])


def _parted(variant: Variant, meld: Meld, worth: Worth) -> list[Meld]:
    """Return a run of all thirteen ranks as two if its ace, which ends it, would then count more."""
    if len(meld) < LONGEST or is_set(meld) or worth.low_ace <= 0 or not variant.melds.whole_suit_ace_low:
        return [meld]
    return cut(meld, variant.jokers.limit, variant.melds.run_shortest, LONGEST - 1)


def _ordered(variant: Variant, meld: Meld) -> Meld:
    """Return a set by suits, a run as it goes; all thirteen with the ace as high as it may stand."""
    if is_set(meld):
        return sorted(meld)
    if len(meld) == LONGEST and variant.melds.ace in (AceOrder.RING, AceOrder.LOW_AND_HIGH):
        after_ace = 1 + next(i for i, spot in enumerate(meld) if spot.card % 13 == 0)
        return [*meld[after_ace:], *meld[:after_ace]]
    return meld
