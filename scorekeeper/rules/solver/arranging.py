"""The aims: most points, fewest cards left, or the cheapest opening, each as one or several problems to solve."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from ..cards import Card
from ..errors import N_, RulesError
from ..errors import Problem as Fault
from ..melds.judge import judge_meld
from ..model.variant import Variant
from .budget import UNITS, Budget, OutOfWork
from .candidates import best_melds, greedy
from .counting import Cards, cards_of, held_by
from .dealing import Arrangement, LaidMeld, deal
from .instance import Instance, build, thrifty
from .layout import add_jokers, melds_of
from .opening import Opening, counts_otherwise, points_to_open, valued_to_open
from .strategy import solve
from .worth import Worth, cost_in_hand, points_as_laid


class Aim(StrEnum):
    """What is best."""

    MOST_POINTS = "most_points"
    FEWEST_LEFT = "fewest_left"
    OPENING = "opening"


class TableCannotBeArranged(RulesError):
    """The cards on the table are no melds, however they are put."""


class Objective(NamedTuple):
    """What cards bring, and how good an arrangement is: the greater, the better."""

    worth: Worth
    rating: Callable[[Arrangement], tuple[int, int]]


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
    if aim is Aim.OPENING and (table or variant.turn.opening_minimum):
        return _beside(variant, _opening(variant, cards, budget), table)
    if aim is Aim.FEWEST_LEFT:
        most = max(variant.values.joker, *variant.values.ranks.values())
        worth = cost_in_hand(variant).mixed(1, most * len(cards) + 1)
        return _best(variant, cards, Objective(worth, lambda one: (-len(one.left), -one.points_left)), table, budget)
    worth = points_as_laid(variant).mixed(len(cards) + sum(map(len, table)) + 1, 1)
    return _best(variant, cards, Objective(worth, lambda one: (one.points_laid, -len(one.left))), table, budget)


def fewest_points_left(variant: Variant, hand: Sequence[Card], work: int = UNITS) -> Arrangement:
    """Return the melds of `hand` that leave the fewest points in it; of equals, the fewest cards."""
    worth = cost_in_hand(variant).mixed(len(hand) + 1, 1)
    return _best(variant, hand, Objective(worth, lambda one: (-one.points_left, -len(one.left))), (), Budget(work))


def _best(
    variant: Variant, cards: Sequence[Card], objective: Objective, table: Sequence[Sequence[Card]], budget: Budget
) -> Arrangement:
    """Return what the search found, or if that is not proved and better, what is laid meld by meld beside the table."""
    hand, worth, found = cards_of(cards), objective.worth, list[Arrangement]()
    with suppress(OutOfWork):
        found.append(_searched(variant, cards_of(cards, [card for meld in table for card in meld]), worth, budget))
        if found[0].optimal or not all(judge_meld(variant, meld).valid for meld in table):
            return found[0]
    for cost in (-max(worth.joker_set), max(1, *worth.set)):
        melds = greedy(variant, held_by(variant, hand.hand), worth, cost)
        found.append(_beside(variant, deal(variant, melds, hand, optimal=False), table))
    return max(found, key=objective.rating)


def _searched(variant: Variant, cards: Cards, worth: Worth, budget: Budget) -> Arrangement:
    """Return the layout of most worth that was found.

    Raises:
        TableCannotBeArranged: there is none.
        OutOfWork: none was found.
    """
    if variant.melds.run_suits_mixed:
        return deal(variant, best_melds(variant, cards, worth, budget), cards)
    for sparing, narrow in ((True, False), (False, False), (False, True)):
        with suppress(OutOfWork):
            if not sparing or thrifty(variant, worth):
                found = _solved(variant, cards, build(variant, cards, worth, sparing, narrow), budget)
                if found is not None:
                    return found
    raise OutOfWork


def _solved(variant: Variant, cards: Cards, problem: Instance, budget: Budget) -> Arrangement | None:
    """Return the layout that solves a problem, None if jokers that were spared have no room in it."""
    path = solve(problem, budget)
    if path is None:
        raise TableCannotBeArranged(Fault(N_("The table can’t be put into melds, whatever you add."), ("table",)))
    melds = melds_of(problem, path)
    spare = problem.jokers - sum([spot.joker for meld in melds for spot in meld])
    if problem.runs.sparing and not add_jokers(problem, melds, spare) and (melds or any(cards.table)):
        return None
    return deal(variant, melds, cards, path.proved)


def _opening(variant: Variant, cards: Sequence[Card], budget: Budget) -> Arrangement:
    """Return the cheapest opening; where there is no minimum, or it is out of reach, the most points."""
    counted, hand, melds = valued_to_open(variant), cards_of(cards), None
    most = arrange(counted, cards, Aim.MOST_POINTS, work=budget.part(2))
    if not most.optimal and not most.meets_minimum:
        most = arrange(counted, cards, Aim.MOST_POINTS, work=budget)
    minimum, proved = variant.turn.opening_minimum or 0, most.optimal
    if minimum and most.meets_minimum:
        try:
            melds, proved = Opening(variant, held_by(variant, hand.hand), budget).cheapest(), True
        except OutOfWork:
            proved = False
    if melds:
        return replace(deal(variant, melds, hand), meets_minimum=True)
    if counts_otherwise(variant):
        most = arrange(variant, cards, Aim.MOST_POINTS, work=budget)
    meets = points_to_open(variant, most.melds) >= minimum
    return replace(most, meets_minimum=meets, optimal=most.optimal and proved)


def _beside(variant: Variant, laid: Arrangement, table: Sequence[Sequence[Card]]) -> Arrangement:
    """Return what is laid from the hand, with the table's melds behind it as they lie."""
    judged = [judge_meld(variant, meld) for meld in table]
    if not all(one.valid for one in judged):
        message = N_("The table isn’t all in melds, and finding a rearrangement takes too long.")
        raise TableCannotBeArranged(Fault(message, ("table",)))
    lying = [LaidMeld(tuple(meld), one.roles) for meld, one in zip(table, judged, strict=True)]
    return replace(laid, melds=(*laid.melds, *lying))
