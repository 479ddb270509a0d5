"""What cards bring: the coefficients of the objective, in points or in the fine parts of the search."""

from ..cards import Rank
from ..model.terms import AceOrder
from ..model.variant import Variant
from ..solver.counting import CARDS, FINE, Meld, Value, Worth, is_set, is_steady


def points_as_laid(variant: Variant) -> Worth:
    """Return what cards count as laid, in points."""
    values, order = variant.values, variant.melds.ace
    low, high = values.as_laid(CARDS[0], ace_low=True), [values.as_laid(card) for card in CARDS[:13]]
    passed_low = order is AceOrder.RING and variant.melds.corner_ace_low
    run = [low, *high[1:]] if order is AceOrder.LOW or passed_low else high
    jokers = (run, high) if values.joker_as_card else ([values.joker] * 13,) * 2
    more = high[0] - low if order in (AceOrder.RING, AceOrder.LOW_AND_HIGH) else 0
    ends = (0, more) if passed_low else (more, 0)
    return tuple(map(Value, run, high, *jokers, *[[end, *[0] * 12] for end in ends]))


def cost_in_hand(variant: Variant) -> Worth:
    """Return what is saved by not keeping a card in hand, in points."""
    values, wild = variant.values, variant.deck.wild_ranks
    naturals = [values.joker if rank in wild else values.ranks[rank] for rank in Rank]
    return tuple([Value(natural, natural, values.joker, values.joker) for natural in naturals])


def mixed(worth: Worth, times: int, more: int = 0) -> Worth:
    """Return so many times a worth, and so much more for each card, in fine parts."""
    times, more = FINE * times, FINE * more

    def of(value: Value) -> Value:
        run, in_set, joker_run, joker_set = [times * each + more for each in value[:4]]
        return Value(run, in_set, joker_run, joker_set, times * value.begun, times * value.ended)

    return tuple(map(of, worth))


def brought(worth: Worth, meld: Meld) -> list[int]:
    """Return what each card of a meld brings."""
    if is_set(meld):
        return [worth[card % 13].joker_set if joker else worth[card % 13].set for card, joker in meld]
    found = [worth[card % 13].joker_run if joker else worth[card % 13].run for card, joker in meld]
    if not (meld[0].joker and is_steady(worth)):
        found[0] -= worth[meld[0].card % 13].begun
    if (more := worth[meld[-1].card % 13].ended) and not (meld[-1].joker and is_steady(worth)):
        found[-1] += more
    return found
