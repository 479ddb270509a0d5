"""The best way to lay cards: most points, fewest cards left, or the cheapest opening.

Runs grow along the ranks, suit by suit (`runs`, `machine`); what is left at a rank goes into sets (`sets`).
What a suit can still bring at best (`bounds`, summed up by `kernels`) tells the search (`search`) where to look:
`outward` goes on where least is lost, `descent` straight to the end, `careful` so where more must be told apart.
`layout` and `dealing` make melds of what was found.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..cards import Card
from ..errors import N_, RulesError
from ..errors import Problem as Fault
from ..variant import Variant
from .counting import Cards, cards_of
from .dealing import Dealt, LaidMeld, deal
from .layout import add_jokers, melds_of
from .machine import TooManyStates
from .one_pack import TIMES, is_one_pack, tables
from .problem import (
    LINES,
    Problem,
    Use,
    Worth,
    build,
    cost_in_hand,
    flat,
    naturals_worth,
    places,
    points_as_laid,
    thrifty,
)
from .search import OutOfWork, Path, root_of, search

__all__ = ["DEFAULT", "Aim", "Arrangement", "LaidMeld", "TableCannotBeArranged", "arrange", "can_arrange"]

DEFAULT = 40_000  # steps of the search: well under a second


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
    variant: Variant, cards: Sequence[Card], aim: Aim, table: Sequence[Sequence[Card]] = (), work: int = DEFAULT
) -> Arrangement:
    """Return the best way to lay `cards`, those of a hand, together with what lies on the table.

    All that lies on the table is laid again, in whatever melds. To open, it stays as it is: an
    opening is new melds from the hand. Where a turn allows but one meld, this tells what the cards can make in
    all their turns. `work` limits the search; what is then best so far comes with `optimal` false.

    `Aim.OPENING` where the game asks for no minimum, or the hand does not reach it, is `Aim.MOST_POINTS`.

    Raises:
        TableCannotBeArranged: the table's cards cannot all lie in melds.
    """
    if aim is Aim.OPENING and table:
        return _beside(variant, arrange(variant, cards, aim, work=work), table, work)
    both = cards_of(cards, [card for meld in table for card in meld])
    if aim is not Aim.OPENING and not table and is_one_pack(variant, both.hand):
        return _from_one_pack(variant, both, aim)
    try:
        if aim is Aim.FEWEST_LEFT:
            return _best(variant, both, _worth_fewest_left(variant, both), work)
        most = _best(variant, both, _worth_most_points(variant, both), work)
    except OutOfWork:
        nothing = _arrangement(variant, deal(variant, (), cards_of(cards)), False)
        return _beside(variant, nothing, table, work)
    minimum = variant.turn.opening_minimum
    if aim is Aim.MOST_POINTS or not minimum or not most.meets_minimum:
        return most
    return _opening(variant, both, minimum, work) or most


def can_arrange(variant: Variant, cards: Sequence[Card], work: int = DEFAULT) -> bool:
    """Return whether all of `cards` can lie in melds."""
    both = cards_of((), cards)
    try:
        _solved(variant, both, _worth_fewest_left(variant, both), work)
    except (TableCannotBeArranged, OutOfWork):
        return False
    return True


def _from_one_pack(variant: Variant, cards: Cards, aim: Aim) -> Arrangement:
    ranks = LINES[variant.melds.ace]
    if aim is Aim.MOST_POINTS:
        pack = tables(variant.melds, ranks, points_as_laid(variant, ranks).mixed(TIMES, flat(ranks), 1))
    else:
        pack = tables(variant.melds, ranks, cost_in_hand(variant, ranks, 1 << 16))
    numbers = [number for number, count in enumerate(cards.hand) if count]
    return _arrangement(variant, deal(variant, pack.melds(numbers), cards), True)


def _worth_most_points(variant: Variant, cards: Cards) -> Worth:
    ranks = places(variant, cards)
    return points_as_laid(variant, ranks).mixed(sum(cards.all) + 1, flat(ranks), 1)


def _worth_fewest_left(variant: Variant, cards: Cards) -> Worth:
    ranks = places(variant, cards)
    most = max(variant.values.joker, *variant.values.ranks.values())
    return cost_in_hand(variant, ranks, most * sum(cards.hand) + 1)


def _best(variant: Variant, cards: Cards, worth: Worth, work: int) -> Arrangement:
    dealt, optimal = _solved(variant, cards, worth, work)
    return _arrangement(variant, dealt, optimal)


def _solved(variant: Variant, cards: Cards, worth: Worth, work: int) -> tuple[Dealt, bool]:
    """Return the layout of most worth, and whether it is proved."""
    ranks = places(variant, cards)
    if thrifty(variant, worth):
        found = _thriftily(variant, cards, ranks, worth, work)
        if found is not None:
            return found
    path, problem = _searched(lambda narrow: build(variant, cards, ranks, worth, narrow=narrow), work)
    if path is None:
        raise _no_table()
    return deal(variant, melds_of(problem, path), cards), path.proved


def _thriftily(
    variant: Variant, cards: Cards, ranks: tuple[int, ...], worth: Worth, work: int
) -> tuple[Dealt, bool] | None:
    """Return the layout found with jokers where they are needed, the others added; None if some find no place."""
    problem = build(variant, cards, ranks, worth, use=Use.SPARING)
    path = search(problem, work)
    if path is None:
        raise _no_table()
    melds = melds_of(problem, path)
    spare = problem.jokers - sum([joker for meld in melds for _, joker in meld])
    if (not melds and not any(cards.table)) or add_jokers(problem, melds, spare):
        return deal(variant, melds, cards), path.proved
    # Nearly all cards lie there then. Perhaps they can lie so that all jokers find a place.
    problem = build(variant, cards, ranks, worth, use=Use.ALL)
    other = search(problem, work)
    if other is None:
        return None
    roomy = melds_of(problem, other)
    if naturals_worth(problem, roomy) < naturals_worth(problem, melds):
        return None
    return deal(variant, roomy, cards), path.proved


def _searched(problem_of: Callable[[bool], Problem], work: int) -> tuple[Path | None, Problem]:
    """Return the path found for a problem, and that problem; a narrow one where there is too much to tell apart."""
    try:
        problem = problem_of(False)
        return search(problem, work), problem
    except TooManyStates:
        problem = problem_of(True)
        return search(problem, work), problem


def _no_table() -> TableCannotBeArranged:
    message = N_("What lies on the table cannot be put into melds, whatever is added.")
    return TableCannotBeArranged(Fault(message, ("table",)))


def _opening(variant: Variant, cards: Cards, minimum: int, work: int) -> Arrangement | None:
    """Return the fewest cards whose points reach the minimum, None if none were found."""
    ranks = places(variant, cards)
    points = points_as_laid(variant, ranks)
    # What a point is reckoned at changes the bound, not the answer: a card costs 100.

    def problem_of(narrow: bool) -> Problem:
        prices = (0, 6, 9, 12, 20)
        each = [build(variant, cards, ranks, flat(ranks, -100), points, minimum, p, narrow=narrow) for p in prices]
        return min(each, key=root_of)

    try:
        path, problem = _searched(problem_of, work)
    except OutOfWork:
        return None
    if path is None:
        return None
    return _arrangement(variant, deal(variant, melds_of(problem, path), cards), path.proved)


def _arrangement(variant: Variant, dealt: Dealt, optimal: bool) -> Arrangement:
    return Arrangement(
        melds=dealt.melds,
        left=dealt.left,
        points_laid=dealt.points,
        points_left=sum([variant.value(card) for card in dealt.left]),
        meets_minimum=dealt.points >= (variant.turn.opening_minimum or 0),
        optimal=optimal,
    )


def _beside(variant: Variant, opening: Arrangement, table: Sequence[Sequence[Card]], work: int) -> Arrangement:
    """Return the opening with the table's melds behind it, as they lie."""
    lying = [meld for cards in table for meld in arrange(variant, (), Aim.FEWEST_LEFT, [cards], work).melds]
    return Arrangement(
        (*opening.melds, *lying),
        opening.left,
        opening.points_laid,
        opening.points_left,
        opening.meets_minimum,
        opening.optimal,
    )
