"""The cheapest opening where not all melds together count: one meld alone, or jokers of a fixed value."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice

from ..cards import JOKER, Card, Rank
from ..melds.judge import judge_meld, wild_cards
from ..melds.windows import may_have_both_aces, run_windows
from ..model.scoring import CardValues
from ..model.terms import Requirement, ValuePlace
from ..model.variant import Variant
from .budget import Budget
from .counting import CARDS
from .dealing import LaidMeld

JUDGED = 60  # units of a meld that is judged


def counts_otherwise(variant: Variant) -> bool:
    """Return whether the opening minimum asks for something else than the points of all melds as laid."""
    if variant.turn.opening_minimum is None:
        return False
    return _joker_to_open(variant) is not None or variant.turn.opening_asks(Requirement.IN_ONE_MELD)


def valued_to_open(variant: Variant) -> Variant:
    """Return `variant` with each joker laid at what it counts toward the opening minimum (NO-A5)."""
    joker, values = _joker_to_open(variant), variant.values
    if joker is None:
        return variant
    places = {place: values.places.get(place) for place in (ValuePlace.ACE_LOW, ValuePlace.ACE_HIGH)}
    return replace(variant, values=CardValues(values.ranks, joker, places=places, wild_as_joker=values.wild_as_joker))


def _joker_to_open(variant: Variant) -> int | None:
    return variant.values.places.get(ValuePlace.OPENING_JOKER)


def points_to_open(variant: Variant, melds: Sequence[LaidMeld]) -> int:
    """Return what `melds` count toward the minimum: together, or the best of them where one meld must reach it."""
    counted = valued_to_open(variant)
    points = [judge_meld(counted, meld.cards, meld.joker_as).points for meld in melds]
    return max(points, default=0) if variant.turn.opening_asks(Requirement.IN_ONE_MELD) else sum(points)


def cheapest_meld(variant: Variant, cards: Sequence[Card], budget: Budget) -> LaidMeld | None:
    """Return the meld of fewest `cards` that alone reaches the opening minimum.

    Of equals it is that of fewest jokers, then that of most points as laid. None if there is none: all melds are tried
    that can count most for their number of cards and jokers.

    Raises:
        OutOfWork: the budget is spent first.
    """
    counted = valued_to_open(variant)
    candidates = sorted([*_runs(counted, cards), *_sets(counted, cards)], key=_size)
    for _, alike in groupby(candidates, _size):
        found = [meld for each in alike for meld in _opening(counted, each, budget)]
        if found:
            return max(found, key=lambda meld: judge_meld(variant, meld.cards, meld.joker_as).points)
    return None


def _size(meld: LaidMeld) -> tuple[int, int]:
    return len(meld.cards), meld.cards.count(JOKER)


def _opening(variant: Variant, meld: LaidMeld, budget: Budget) -> Iterator[LaidMeld]:
    """Yield the meld with all its jokers named if it is one and reaches the minimum."""
    budget.spend(JUDGED)
    judged = judge_meld(variant, meld.cards, meld.joker_as)
    if judged.valid and judged.points >= (variant.turn.opening_minimum or 0):
        yield LaidMeld(meld.cards, judged.roles)


def _runs(variant: Variant, cards: Sequence[Card]) -> Iterator[LaidMeld]:
    """Yield the runs, each with as few jokers as it needs, and with more of them for its lowest cards."""
    wild, held = wild_cards(variant, cards), _naturals(variant, cards)
    stretches = [window.ranks for window in run_windows(variant.melds)]
    if may_have_both_aces(variant.melds):
        stretches.append((*Rank, Rank.ACE))
    for suit in range(4):
        for ranks in stretches:
            yield from _filled(variant, [CARDS[13 * suit + rank - 1] for rank in ranks], held, wild)


def _filled(variant: Variant, roles: Sequence[Card], held: Counter[Card], wild: Sequence[Card]) -> Iterator[LaidMeld]:
    """Yield the ways to lay `roles`: with jokers for what is missing, and for each number of the lowest others."""
    have = held.copy()
    there = []
    for place, role in enumerate(roles):
        if have[role]:
            have[role] -= 1
            there.append(place)
    own = [place for place in there if roles[place].rank in variant.deck.wild_ranks]
    spare = list((Counter(wild) - Counter(roles[place] for place in own)).elements())
    missing = len(roles) - len(there)
    lowest = sorted(there, key=lambda place: variant.values.as_laid(roles[place], ace_low=place == 0))
    for more in range(len(spare) - missing + 1):
        natural = set(there) - set(lowest[:more])
        jokers = iter(spare)
        laid = [role if place in natural else next(jokers) for place, role in enumerate(roles)]
        stands = [role for role, card in zip(roles, laid, strict=True) if card in wild]
        yield LaidMeld(tuple(laid), tuple(stands))
        if variant.values.joker_as_card or more == len(there):
            return


def _sets(variant: Variant, cards: Sequence[Card]) -> Iterator[LaidMeld]:
    """Yield the sets of each rank, for each number of its cards and of jokers."""
    held, melds = _naturals(variant, cards), variant.melds
    for rank in Rank:
        of_rank = {card: count for card, count in held.items() if card.rank is rank}
        copies = not melds.set_suits_differ or melds.set_copies
        naturals = list(Counter(of_rank).elements()) if copies else list(of_rank)
        for count in range(len(naturals) + 1):
            used = naturals[:count]
            spare = (Counter(wild_cards(variant, cards)) - Counter(used)).elements()
            jokers = list(islice(spare, melds.set_largest))
            for more in range(max(0, melds.set_smallest - count), min(len(jokers), melds.set_largest - count) + 1):
                yield LaidMeld((*used, *jokers[:more]))


def _naturals(variant: Variant, cards: Sequence[Card]) -> Counter[Card]:
    """Return the cards that may be laid as themselves."""
    as_jokers = () if variant.deck.wild_as_itself else variant.deck.wild_ranks
    return Counter(card for card in cards if card.rank is not None and card.rank not in as_jokers)
