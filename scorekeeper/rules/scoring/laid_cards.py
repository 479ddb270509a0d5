"""What laid cards count where that depends on their place: an ace below a two may count less than any other ace.

The meld of an ace determines its place. For an ace that was laid off, the entry may name the place; otherwise it
follows from the melds of the round.
"""

from collections.abc import Iterator, Sequence

from ..cards import Card, Cards, Rank
from ..melds.fitting import targets
from ..melds.judge import wild_cards
from ..melds.laid import LaidMeld
from ..melds.sums import MeldSum
from ..melds.wild import find_readings, natural_reading
from ..model.paths import with_fields
from ..model.terms import AceOrder, ValuePlace
from ..model.variant import Variant
from ..reasons import Addend

_ONLY_LOW, _ONLY_HIGH = {"melds.ace": AceOrder.LOW}, {"melds.ace": AceOrder.HIGH}
_WITHOUT_WHOLE_SUIT = {"melds.run_longest": len(Rank) - 1}


def laid_addends(
    variant: Variant, melds: Sequence[Cards], laid_off: Cards, low_aces: Cards | None = None
) -> Iterator[Addend]:
    """Yield what each laid card counts; `low_aces` are those of `laid_off` that lie below a two, None if unknown."""
    for meld in melds:
        yield from _in_meld(variant, meld)
    low_left = list(low_aces or ())
    for card in laid_off:
        low = card in low_left
        if low:
            low_left.remove(card)
        yield Addend(card, _points(variant, card, low))


def low_aces_among(variant: Variant, melds: Sequence[Cards], laid_off: Sequence[Card], others: Cards = ()) -> Cards:
    """Return those aces of `laid_off` that fit below a two of some meld and nowhere else; `others` were laid off, too.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    if not variant.values.low_ace_differs:
        return ()
    found = []
    for at, card in enumerate(laid_off):
        if card.rank is Rank.ACE:
            beside = (*laid_off[:at], *laid_off[at + 1 :], *others)
            places = ace_places(variant, melds, card, beside)
            found += [card] if places and all(places.values()) else []
    return tuple(found)


def ace_places(
    variant: Variant, melds: Sequence[Cards | LaidMeld], ace: Card, others: Sequence[Card]
) -> dict[int, bool]:
    """Return the indexes of the melds that take `ace`, after some of `others`: whether it then lies below a two.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    low = targets(with_fields(variant, _ONLY_LOW), melds, ace, others)
    only_high = with_fields(variant, _ONLY_HIGH)
    if low and variant.melds.whole_suit_ace_low:
        only_high = with_fields(only_high, _WITHOUT_WHOLE_SUIT)
    high = targets(only_high, melds, ace, others)
    return {at: at not in high for at in targets(variant, melds, ace, others) if at in low or at in high}


def points_laid_off(
    variant: Variant, table: Sequence[LaidMeld], cards: Cards, places: Sequence[Sequence[int]], to: int | None
) -> int | None:
    """Return what `cards` count that are laid off on a `table`; None if that is open, or no points go by the place.

    `places` are the melds that each card fits, `to` is the one that the first card goes to, None if nobody said.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    if not variant.scoring.table_scores or ValuePlace.ACE_LOW not in variant.values.places:
        return None
    if to is None and len(places[0]) > 1:
        return None
    points = 0
    for at, card in enumerate(cards):
        low = {False}
        if card.rank is Rank.ACE:
            ends = ace_places(variant, table, card, (*cards[:at], *cards[at + 1 :]))
            low = {ends[places[0][0] if to is None else to]} if at == 0 else set(ends.values())
        counted = {_points(variant, card, each) for each in low}
        if len(counted) != 1:
            return None
        points += counted.pop()
    return points


def _in_meld(variant: Variant, meld: Cards) -> list[Addend]:
    """Return what each card of a meld counts, whatever the limit of jokers; the aces of other cards count as high."""
    if not variant.values.low_ace_differs or all(card.rank is not Rank.ACE for card in meld):
        return [Addend(card, _points(variant, card)) for card in meld]
    wild = wild_cards(variant, meld)
    naturals = [card for card in meld if card not in wild]
    readings = find_readings(variant, naturals, wild, [None] * len(wild)) if wild else [natural_reading(variant, meld)]
    found = [reading for reading in readings if reading is not None]
    if not found:
        return [Addend(card, _points(variant, card)) for card in meld]
    best = max(found, key=lambda reading: reading.points)
    return MeldSum(meld, best.points, wild, best.roles).addends(variant.values)


def _points(variant: Variant, card: Card, low: bool = False) -> int:
    return variant.values.as_laid(card, ace_low=low) if card.rank is Rank.ACE else variant.value(card)
