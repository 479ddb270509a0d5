"""The aims: most points, fewest cards left, or the cheapest opening, each as one or several problems to solve."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum

from ..cards import Card, Rank
from ..errors import N_, RulesError
from ..errors import Problem as Fault
from ..melds.judge import judge_meld
from ..melds.opening import counts_otherwise, may_open_with, opens, valued_to_open
from ..model.terms import ValuePlace
from ..model.variant import Variant
from ..solver.budget import UNITS, Budget, OutOfWork
from ..solver.counting import CountedCards, Worth, cards_of, held_by
from ..solver.instance import build, thrifty
from ..solver.search import solve
from .candidates import best_melds, greedy
from .dealing import ArrangedMeld, Arrangement, add_jokers, deal, melds_of
from .distinct import lay_distinct
from .opening import Opening
from .worth import cost_in_hand, mixed, points_as_laid


class Aim(StrEnum):
    """What is best."""

    MOST_POINTS = "most_points"
    FEWEST_LEFT = "fewest_left"
    OPENING = "opening"


TableMelds = Sequence[Sequence[Card]]  # melds
Objective = Callable[["Arrangement"], tuple[int, int]]
OBJECTIVES: dict[Aim, Objective] = {
    Aim.MOST_POINTS: lambda one: (one.points_laid, -len(one.left)),
    Aim.FEWEST_LEFT: lambda one: (-len(one.left), -one.points_left),
}
"""How good an arrangement is, by the aim: the greater, the better."""


class TableCannotBeArranged(RulesError):
    """The cards on the table are no melds, however they are put."""


def arrange(
    variant: Variant,
    cards: Sequence[Card],
    aim: Aim,
    table: TableMelds = (),
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
    return _best(variant, cards, table, worth, OBJECTIVES[Aim.MOST_POINTS], budget)


def _sparing_lone_ace(variant: Variant, cards: Sequence[Card], table: TableMelds, budget: Budget) -> Arrangement:
    """Return the arrangement of fewest cards left, where one ace alone may cost less than any card's worth can say."""
    costs, lone = cost_in_hand(variant), variant.values.places.get(ValuePlace.LONE_ACE)
    worth, rating = mixed(costs, 1, max(map(max, costs)) * len(cards) + 1), OBJECTIVES[Aim.FEWEST_LEFT]
    found = _best(variant, cards, table, worth, rating, budget)
    if lone is None or len(found.left) != 1 or found.points_left <= lone:
        return found
    for ace in sorted({card for card in cards if card.rank is Rank.ACE}, key=str):
        rest = list(cards)
        rest.remove(ace)
        other = _best(variant, rest, table, worth, rating, budget)
        if not other.left:
            return other._replace(left=(ace,), points_left=lone)
        found = found._replace(optimal=found.optimal and other.optimal)
    return found


def fewest_points_left(variant: Variant, hand: Sequence[Card], work: int = UNITS) -> Arrangement:
    """Return the melds of `hand` that leave the fewest points in it; of equals, the fewest cards."""
    if quick := lay_distinct(variant, hand):
        return quick
    worth = mixed(cost_in_hand(variant), len(hand) + 1, 1)
    return _best(variant, hand, (), worth, lambda one: (-one.points_left, -len(one.left)), Budget(work))


def _best(
    variant: Variant, cards: Sequence[Card], table: TableMelds, worth: Worth, rating: Objective, budget: Budget
) -> Arrangement:
    """Return what the search found, or if that is not proved and better, what is laid meld by meld beside the table."""
    hand, found = cards_of(cards), list[Arrangement]()
    with suppress(OutOfWork):
        found.append(_searched(variant, cards_of(cards, [card for meld in table for card in meld]), worth, budget))
        if found[0].optimal or not all(judge_meld(variant, meld).valid for meld in table):
            return found[0]
    for cost in (-max([value.joker_set for value in worth]), max(1, *[value.set for value in worth])):
        melds = greedy(variant, held_by(variant, hand.hand), worth, cost)
        found.append(_beside(variant, deal(variant, melds, hand, optimal=False), table))
    return max(found, key=rating)


def _searched(variant: Variant, cards: CountedCards, worth: Worth, budget: Budget) -> Arrangement:
    """Return the layout of most worth that was found.

    Raises:
        TableCannotBeArranged: there is none.
        OutOfWork: none was found.
    """
    if variant.melds.run_suits_mixed:
        return deal(variant, best_melds(variant, cards, worth, budget), cards)
    for sparing, narrow in ((True, False), (False, False), (False, True)):
        if sparing and not thrifty(variant, worth):
            continue
        with suppress(OutOfWork):
            problem = build(variant, cards, worth, sparing, narrow)
            path = solve(problem, budget)
            if path is None:
                message = N_("The table can’t be put into melds, whatever you add.")
                raise TableCannotBeArranged(Fault(message, ("table",)))
            melds = melds_of(problem, path)
            if not sparing or add_jokers(problem, melds) or not (melds or any(cards.table)):
                return deal(variant, melds, cards, path.proved)
    raise OutOfWork


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


def _beside(variant: Variant, laid: Arrangement, table: TableMelds) -> Arrangement:
    """Return what is laid from the hand, with the table's melds behind it as they lie."""
    judged = [judge_meld(variant, meld) for meld in table]
    if not all(one.valid for one in judged):
        message = N_("The table isn’t all in melds, and finding a rearrangement takes too long.")
        raise TableCannotBeArranged(Fault(message, ("table",)))
    lying = [ArrangedMeld(tuple(meld), one.roles) for meld, one in zip(table, judged, strict=True)]
    return laid._replace(melds=(*laid.melds, *lying))
