"""The best way to lay cards: most points, fewest cards left, or the cheapest opening.

Runs grow along the ranks, suit by suit (`runs`, `charts`); what is left at a rank goes into sets
(`sets`). The search (`search`) goes through the ranks best first; what a suit can still bring at best (`bounds`)
tells it where to look. `layout` and `dealing` make melds of what it found.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..cards import Card
from ..errors import N_, RulesError
from ..errors import Problem as Fault
from ..variant import Variant
from .dealing import Dealt, LaidMeld, deal
from .layout import melds_of
from .problem import Cards, Problem, build, cost_in_hand, flat, places, points_as_laid
from .search import OutOfWork, Path, search

__all__ = ["DEFAULT", "Aim", "Arrangement", "LaidMeld", "TableCannotBeArranged", "arrange", "can_arrange"]

DEFAULT = 20_000  # steps of the search: well under a second


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
    both = Cards(Counter(cards), Counter(card for meld in table for card in meld))
    if aim is Aim.OPENING:
        most = _solved(variant, both, _most_points(variant, both), work)
        if not most.meets_minimum or not variant.turn.opening_minimum:
            return most
        path = _opening(variant, both, variant.turn.opening_minimum, work)
        return most if path is None else path
    problem = _most_points(variant, both) if aim is Aim.MOST_POINTS else _fewest_left(variant, both)
    return _solved(variant, both, problem, work)


def can_arrange(variant: Variant, cards: Sequence[Card], work: int = DEFAULT) -> bool:
    """Return whether all of `cards` can lie in melds."""
    both = Cards(Counter(), Counter(cards))
    try:
        return search(_fewest_left(variant, both), work) is not None
    except OutOfWork:
        return False


def _most_points(variant: Variant, cards: Cards) -> Problem:
    ranks = places(variant, cards)
    worth = points_as_laid(variant, ranks).mixed(cards.all.total() + 1, flat(ranks), 1)
    return build(variant, cards, ranks, worth)


def _fewest_left(variant: Variant, cards: Cards) -> Problem:
    ranks = places(variant, cards)
    total = sum(variant.value(card) for card in cards.hand.elements())
    return build(variant, cards, ranks, flat(ranks).mixed(total + 1, cost_in_hand(variant, ranks), 1))


def _opening(variant: Variant, cards: Cards, minimum: int, work: int) -> Arrangement | None:
    """Return the fewest cards whose points reach the minimum, None if none was found."""
    ranks = places(variant, cards)
    points = points_as_laid(variant, ranks)
    best: tuple[int, Problem] | None = None
    for per_point in (0,):
        problem = build(
            variant, cards, ranks, flat(ranks, -1), points=points, minimum=minimum, per_point=per_point, every=True
        )
        best = (0, problem)
    assert best is not None
    try:
        path = search(best[1], work)
    except OutOfWork:
        return None
    return None if path is None else _answer(variant, cards, best[1], path)


def _solved(variant: Variant, cards: Cards, problem: Problem, work: int) -> Arrangement:
    try:
        path = search(problem, work)
    except OutOfWork:
        if not cards.table:
            return _arrangement(variant, deal(variant, (), cards), False)
        path = None
    if path is not None:
        return _answer(variant, cards, problem, path)
    message = N_("What lies on the table cannot be put into melds, whatever is added.")
    raise TableCannotBeArranged(Fault(message, ("table",)))


def _answer(variant: Variant, cards: Cards, problem: Problem, path: Path) -> Arrangement:
    return _arrangement(variant, deal(variant, melds_of(problem, path), cards), path.proved)


def _arrangement(variant: Variant, dealt: Dealt, optimal: bool) -> Arrangement:
    return Arrangement(
        melds=dealt.melds,
        left=dealt.left,
        points_laid=dealt.points,
        points_left=sum(map(variant.value, dealt.left)),
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
