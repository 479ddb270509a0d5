"""The aims: most points, fewest cards left, or the cheapest opening, each as one or several problems to solve."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from ..cards import Card, Rank
from ..errors import N_, RulesError
from ..errors import Problem as Fault
from ..melds.judge import judge_meld
from ..melds.opening import counts_otherwise, may_open_with, opens, valued_to_open
from ..model.terms import ValuePlace
from ..model.variant import Variant
from .budget import UNITS, Budget, OutOfWork
from .candidates import best_melds, greedy
from .counting import Cards, Worth, cards_of, cost_in_hand, held_by, mixed, points_as_laid
from .dealing import Arrangement, LaidMeld, add_jokers, deal, melds_of
from .distinct import lay_distinct
from .instance import Instance, build, thrifty
from .opening import Opening
from .strategy import solve


class Aim(StrEnum):
    """What is best."""

    MOST_POINTS = "most_points"
    FEWEST_LEFT = "fewest_left"
    OPENING = "opening"


Rating = Callable[["Arrangement"], tuple[int, int]]
RATINGS: dict[Aim, Rating] = {
    Aim.MOST_POINTS: lambda one: (one.points_laid, -len(one.left)),
    Aim.FEWEST_LEFT: lambda one: (-len(one.left), -one.points_left),
}
"""How good an arrangement is, by the aim: the greater, the better."""


class TableCannotBeArranged(RulesError):
    """The cards on the table are no melds, however they are put."""


class Objective(NamedTuple):
    """What cards bring, and how good an arrangement is: the greater, the better."""

    worth: Worth
    rating: Rating


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
    opens = aim is Aim.OPENING and (table or variant.turn.opening_minimum)
    if not table and not opens and (quick := lay_distinct(variant, cards, fewest_cards=aim is Aim.FEWEST_LEFT)):
        return quick
    budget = Budget(work) if isinstance(work, int) else work
    if opens:
        return _beside(variant, _opening(variant, cards, budget), table)
    if aim is Aim.FEWEST_LEFT:
        return _sparing_lone_ace(variant, cards, table, budget)
    worth = mixed(points_as_laid(variant), len(cards) + sum(map(len, table)) + 1, 1)
    return _best(variant, cards, Objective(worth, RATINGS[Aim.MOST_POINTS]), table, budget)


def _sparing_lone_ace(
    variant: Variant, cards: Sequence[Card], table: Sequence[Sequence[Card]], budget: Budget
) -> Arrangement:
    """Return the arrangement of fewest cards left, where one ace alone may cost less than any card's worth can say."""
    lone, most = variant.values.places.get(ValuePlace.LONE_ACE), max([max(value) for value in cost_in_hand(variant)])
    objective = Objective(mixed(cost_in_hand(variant), 1, most * len(cards) + 1), RATINGS[Aim.FEWEST_LEFT])
    found = _best(variant, cards, objective, table, budget)
    if lone is None or len(found.left) != 1 or found.points_left <= lone:
        return found
    for ace in sorted({card for card in cards if card.rank is Rank.ACE}, key=str):
        rest = list(cards)
        rest.remove(ace)
        other = _best(variant, rest, objective, table, budget)
        if not other.left:
            return other._replace(left=(ace,), points_left=lone)
        found = found._replace(optimal=found.optimal and other.optimal)
    return found


def fewest_points_left(variant: Variant, hand: Sequence[Card], work: int = UNITS) -> Arrangement:
    """Return the melds of `hand` that leave the fewest points in it; of equals, the fewest cards."""
    if quick := lay_distinct(variant, hand):
        return quick
    worth = mixed(cost_in_hand(variant), len(hand) + 1, 1)
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
    for cost in (-max([value.joker_set for value in worth]), max(1, *[value.set for value in worth])):
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
    if problem.rules.sparing and not add_jokers(problem, melds, spare) and (melds or any(cards.table)):
        return None
    return deal(variant, melds, cards, path.proved)


def _opening(variant: Variant, cards: Sequence[Card], budget: Budget) -> Arrangement:
    """Return the cheapest opening; where there is no minimum, or it is out of reach, the most points."""
    counted, hand, melds = valued_to_open(variant), cards_of(cards), None
    counting = may_open_with(variant, cards)
    most = arrange(counted, counting, Aim.MOST_POINTS, work=budget.part(2))
    if not most.optimal and not most.meets_minimum:
        most = arrange(counted, counting, Aim.MOST_POINTS, work=budget)
    minimum, proved = variant.turn.opening_minimum or 0, most.optimal
    if minimum and (most.meets_minimum or variant.melds.run_suits_mixed):  # of which `most` proves nothing
        try:
            melds, proved = Opening(variant, held_by(variant, cards_of(counting).hand), budget).cheapest(), True
        except OutOfWork:
            proved = False
    if melds:
        return deal(variant, melds, hand, optimal=not variant.melds.run_suits_mixed)._replace(meets_minimum=True)
    if counts_otherwise(variant):
        most = arrange(variant, cards, Aim.MOST_POINTS, work=budget)
    return most._replace(meets_minimum=opens(variant, most.melds), optimal=most.optimal and proved)


def _beside(variant: Variant, laid: Arrangement, table: Sequence[Sequence[Card]]) -> Arrangement:
    """Return what is laid from the hand, with the table's melds behind it as they lie."""
    judged = [judge_meld(variant, meld) for meld in table]
    if not all(one.valid for one in judged):
        message = N_("The table isn’t all in melds, and finding a rearrangement takes too long.")
        raise TableCannotBeArranged(Fault(message, ("table",)))
    lying = [LaidMeld(tuple(meld), one.roles) for meld, one in zip(table, judged, strict=True)]
    return laid._replace(melds=(*laid.melds, *lying))
