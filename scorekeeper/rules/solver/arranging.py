"""The aims: most points, fewest cards left, or the cheapest opening, each as one or several problems to solve."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from ..cards import Card
from ..errors import N_, RulesError
from ..errors import Problem as Fault
from ..melds.judge import judge_meld
from ..model.terms import Requirement
from ..model.variant import Variant
from .budget import UNITS, Budget, OutOfWork
from .counting import CARDS, Cards, cards_of
from .dealing import Dealt, LaidMeld, deal
from .greedy import takers
from .instance import Instance, Use, Worth, build, cost_in_hand, flat, places, points_as_laid, thrifty
from .layout import add_jokers, melds_of
from .mixed import best_melds
from .opening import cheapest_meld, counts_otherwise, points_to_open, valued_to_open
from .strategy import solve


class Aim(StrEnum):
    """What is best."""

    MOST_POINTS = "most_points"
    FEWEST_LEFT = "fewest_left"
    OPENING = "opening"


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


class TableCannotBeArranged(RulesError):
    """The cards on the table are no melds, however they are put."""


def arrange(
    variant: Variant,
    cards: Sequence[Card],
    aim: Aim,
    table: Sequence[Sequence[Card]] = (),
    work: int | Budget = UNITS,
) -> Arrangement:
    """Return the best way to lay `cards`, those of a hand, together with what lies on the table.

    All that lies on the table is laid again, in whatever melds. To open, it stays as it is: an
    opening is new melds from the hand. Where a turn allows but one meld, this tells what the cards can make in
    all their turns. `work` limits the search, in units; what is then best so far comes with `optimal` false.

    `Aim.OPENING` where the game asks for no minimum, or the hand does not reach it, is `Aim.MOST_POINTS`.

    Raises:
        TableCannotBeArranged: the table's cards cannot all lie in melds, or that takes too much work to tell.
    """
    budget = Budget(work) if isinstance(work, int) else work
    if aim is Aim.OPENING and table:
        return _beside(variant, arrange(variant, cards, aim, work=budget), table)
    if aim is Aim.OPENING and counts_otherwise(variant):
        return _opening_otherwise(variant, cards, budget)
    both = cards_of(cards, [card for meld in table for card in meld])
    try:
        found = _searched_for(variant, both, aim, budget)
    except OutOfWork:
        return _greedy(variant, cards, aim, table)
    if found.optimal or not all(judge_meld(variant, meld).valid for meld in table):
        return found
    return max(found, _greedy(variant, cards, aim, table), key=lambda one: _rating(variant, aim, one))


def fewest_points_left(variant: Variant, hand: Sequence[Card], work: int = UNITS) -> Arrangement:
    """Return the melds of `hand` that leave the fewest points in it; of equals, the fewest cards."""
    cards = cards_of(hand)
    ranks = places(variant, cards)
    worth = cost_in_hand(variant, ranks).mixed(len(hand) + 1, flat(ranks))
    try:
        return _best(variant, cards, worth, Budget(work))
    except OutOfWork:
        found = [deal(variant, taker.melds(cards), cards) for taker in takers(variant, worth, ranks)]
        laid = [_arrangement(variant, dealt, optimal=False) for dealt in found]
        return min(laid, key=lambda one: (one.points_left, len(one.left)))


def can_arrange(variant: Variant, cards: Sequence[Card], work: int = UNITS) -> bool:
    """Return whether all of `cards` can lie in melds."""
    try:
        _searched_for(variant, cards_of((), cards), Aim.FEWEST_LEFT, Budget(work))
    except (TableCannotBeArranged, OutOfWork):
        return False
    return True


def _searched_for(variant: Variant, cards: Cards, aim: Aim, budget: Budget) -> Arrangement:
    ranks = places(variant, cards)
    if aim is Aim.FEWEST_LEFT:
        most = max(variant.values.joker, *variant.values.ranks.values())
        return _best(variant, cards, cost_in_hand(variant, ranks, most * sum(cards.hand) + 1), budget)
    minimum = variant.turn.opening_minimum if aim is Aim.OPENING else None
    worth = points_as_laid(variant, ranks).mixed(sum(cards.all) + 1, flat(ranks))
    best = _best(variant, cards, worth, budget.part(2) if minimum else budget)
    if minimum and not best.meets_minimum and not best.optimal:
        best = _best(variant, cards, worth, budget)
    if not minimum or not best.meets_minimum:
        return best
    return _opening(variant, cards, budget) or replace(best, optimal=False)


def _greedy(variant: Variant, cards: Sequence[Card], aim: Aim, table: Sequence[Sequence[Card]]) -> Arrangement:
    """Return the best of what is laid meld by meld, beside what lies on the table."""
    both = cards_of(cards)
    ranks = places(variant, both)
    worth = cost_in_hand(variant, ranks, 1) if aim is Aim.FEWEST_LEFT else points_as_laid(variant, ranks)
    found = [taker.melds(both) for taker in takers(variant, worth, ranks)]
    if aim is Aim.OPENING:
        found = [melds[:count] for melds in found for count in range(len(melds) + 1)]
    laid = [_arrangement(variant, deal(variant, melds, both), optimal=False) for melds in found]
    return _beside(variant, max(laid, key=lambda one: _rating(variant, aim, one)), table)


def _rating(variant: Variant, aim: Aim, found: Arrangement) -> tuple[int, ...]:
    """Return how good an arrangement is for an aim: the greater, the better."""
    left = -len(found.left)
    if aim is Aim.FEWEST_LEFT:
        return left, -found.points_left
    if aim is Aim.OPENING and variant.turn.opening_minimum and found.meets_minimum:
        return 1, -left
    return 0, found.points_laid, left


def _best(variant: Variant, cards: Cards, worth: Worth, budget: Budget) -> Arrangement:
    """Return the layout of most worth that was found.

    Raises:
        TableCannotBeArranged: there is none.
        OutOfWork: none was found.
    """
    if variant.melds.run_suits_mixed:
        return _arrangement(variant, deal(variant, best_melds(variant, cards, worth, budget), cards), optimal=True)
    narrow = False
    if thrifty(variant, worth):
        try:
            found = _sparingly(variant, cards, worth, budget)
        except OutOfWork:
            found, narrow = None, True
        if found is not None:
            return found
    with suppress(OutOfWork):
        return _solved(variant, cards, build(variant, cards, worth, narrow=narrow), budget)
    return _solved(variant, cards, build(variant, cards, worth, narrow=True), budget)


def _solved(variant: Variant, cards: Cards, problem: Instance, budget: Budget) -> Arrangement:
    path = solve(problem, budget)
    if path is None:
        raise _no_table()
    return _arrangement(variant, deal(variant, melds_of(problem, path), cards), path.proved)


def _sparingly(variant: Variant, cards: Cards, worth: Worth, budget: Budget) -> Arrangement | None:
    """Return the layout found with jokers where they are needed, the others added; None if some find no place."""
    problem = build(variant, cards, worth, Use.SPARING)
    path = solve(problem, budget)
    if path is None:
        raise _no_table()
    melds = melds_of(problem, path)
    spare = problem.jokers - sum([joker for meld in melds for _, joker in meld])
    if add_jokers(problem, melds, spare) or (not melds and not any(cards.table)):
        return _arrangement(variant, deal(variant, melds, cards), path.proved)
    # Nearly all cards lie there then. Perhaps as much can lie so that all jokers find a place.
    problem = build(variant, cards, worth, Use.ALL)
    roomy = solve(problem, budget)
    if roomy is None or roomy.value < path.value:
        return None
    return _arrangement(variant, deal(variant, melds_of(problem, roomy), cards), path.proved)


def _no_table() -> TableCannotBeArranged:
    message = N_("The table can’t be put into melds, whatever you add.")
    return TableCannotBeArranged(Fault(message, ("table",)))


def _opening(variant: Variant, cards: Cards, budget: Budget) -> Arrangement | None:
    """Return the fewest cards whose points reach the minimum, None if none were found.

    Where runs are of several suits, none are looked for.
    """
    if variant.melds.run_suits_mixed:
        return None
    ranks = places(variant, cards)
    for narrow in (False, True):
        with suppress(OutOfWork, TableCannotBeArranged):
            points = points_as_laid(variant, ranks)
            problem = build(variant, cards, flat(ranks, -100), narrow=narrow, points=points)
            return _solved(variant, cards, problem, budget)
    return None


def _opening_otherwise(variant: Variant, cards: Sequence[Card], budget: Budget) -> Arrangement:
    """Return the cheapest opening where it counts otherwise than all melds as laid; out of reach, the most points."""
    melds, proved = _melds_to_open(variant, cards, budget.part(2))
    if melds:
        left = Counter(cards) - Counter(card for meld in melds for card in meld.cards)
        points = sum([judge_meld(variant, meld.cards, meld.joker_as).points for meld in melds])
        dealt = Dealt(melds, tuple([card for card in CARDS for _ in range(left[card])]), points)
        return replace(_arrangement(variant, dealt, proved), meets_minimum=True)
    most = arrange(variant, cards, Aim.MOST_POINTS, work=budget)
    meets = points_to_open(variant, most.melds) >= (variant.turn.opening_minimum or 0)
    return replace(most, meets_minimum=meets, optimal=most.optimal and proved)


def _melds_to_open(variant: Variant, cards: Sequence[Card], budget: Budget) -> tuple[tuple[LaidMeld, ...], bool]:
    """Return the cheapest melds that open, none if none were found, and whether that is proved."""
    if variant.turn.opening_asks(Requirement.IN_ONE_MELD):
        try:
            meld = cheapest_meld(variant, cards, budget)
        except OutOfWork:
            return (), False
        return (meld,) if meld else (), True
    found = arrange(valued_to_open(variant), cards, Aim.OPENING, work=budget)
    return found.melds if found.meets_minimum else (), found.optimal


def _arrangement(variant: Variant, dealt: Dealt, optimal: bool) -> Arrangement:
    return Arrangement(
        melds=dealt.melds,
        left=dealt.left,
        points_laid=dealt.points,
        points_left=sum([variant.value(card) for card in dealt.left]),
        meets_minimum=dealt.points >= (variant.turn.opening_minimum or 0),
        optimal=optimal,
    )


def _beside(variant: Variant, laid: Arrangement, table: Sequence[Sequence[Card]]) -> Arrangement:
    """Return what is laid from the hand, with the table's melds behind it as they lie."""
    judged = [judge_meld(variant, meld) for meld in table]
    if not all(one.valid for one in judged):
        message = N_("The table isn’t all in melds, and finding a rearrangement takes too long.")
        raise TableCannotBeArranged(Fault(message, ("table",)))
    lying = [LaidMeld(tuple(meld), one.roles) for meld, one in zip(table, judged, strict=True)]
    return replace(laid, melds=(*laid.melds, *lying))
