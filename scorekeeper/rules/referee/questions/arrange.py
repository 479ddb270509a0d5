"""The question `arrange`: what is the best way to lay these cards?"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...arranging import Aim, ArrangedMeld, Arrangement, TableCannotBeArranged, arrange_on_table
from ...cards import Cards
from ...errors import N_, NN_, InvalidSituation, Problem
from ...melds.judge import judge_meld
from ...melds.opening import counts_otherwise, has_pure_run, opens, points_to_open
from ...model.terms import Requirement
from ...model.topics import MeldTopic, Topic
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.deadwood import deadwood
from ...solver import Budget
from ..ruling import Fact, Ruling, Wordings, reason, rule_on
from .meld import counting_grounds
from .opening import WORDINGS as OPENING

ABOUT_OPENING = ("minimum_met", "minimum_missed", "minimum_missed_alone", "no_pure_run")
"""The codes of what is said about the opening."""
MOST_TRIED = 20  # cards; more take too long to be searched once for each reading

WORDINGS: Wordings = {
    "no_meld_among_these": (Topic.MELD, N_("There’s no meld in {cards}.")),
    "nothing_to_lay": (Topic.MELD, N_("There’s nothing to lay.")),
    "minimum_met": (
        Topic.OPENING_MINIMUM,
        NN_(
            "That’s enough: you need {minimum} point to open.",
            "That’s enough: you need {minimum} points to open.",
            "minimum",
        ),
    ),
    "minimum_missed": (
        Topic.OPENING_MINIMUM,
        NN_(
            "That isn’t enough: you need {minimum} point to open.",
            "That isn’t enough: you need {minimum} points to open.",
            "minimum",
        ),
    ),
    "minimum_missed_alone": (
        Topic.OPENING_MINIMUM,
        NN_(
            "No single meld has the {minimum} point needed to open. The best has {best}.",
            "No single meld has the {minimum} points needed to open. The best has {best}.",
            "minimum",
        ),
    ),
}


def judge_arrange(
    variant: Variant, *, cards: Cards, aim: str, table: tuple[Cards, ...] = (), work: Budget | None = None
) -> Ruling:
    """Return the best way to lay `cards`, by an `Aim`.

    The `table` is ignored where melds may not be rearranged; what it becomes is never what the question `table`
    forbids. `work` is what the question may cost, with all the readings of the source that are tried; when it is
    spent, the answer is the best so far, not proved.

    Raises:
        InvalidSituation: what lies on the table cannot be put into melds.

    Source: the rules on melds, and the opening minimum: NO-10, DE-13.
    """
    budget, small = work or Budget(), is_small(cards, table)
    if not budget.left:  # of another reading: nobody could compare what is found without work
        raise InvalidSituation(Problem(N_("Too many cards to judge at once. Ask about fewer."), ("cards",)))
    try:
        lying = table if variant.turn.rearrange else ()
        best = arrange_on_table(variant, cards, Aim(aim), lying, budget.part(2) if small else budget)
    except TableCannotBeArranged as error:
        raise InvalidSituation(*error.problems) from None
    on_table = bool(table and variant.turn.rearrange)
    if not on_table and aim != Aim.OPENING:
        best = _as_opening(variant, best)
    facts: dict[str, Fact] = {
        "melds": [{"cards": meld.cards, "joker_as": meld.joker_as} for meld in best.melds],
        "left": best.left,
        "points_laid": best.points_laid,
        "points_left": deadwood(variant, best.left).points(variant),
        "meets_minimum": best.meets_minimum,
        "optimal": best.optimal,
    }
    doubts = () if small and best.optimal else _doubts(variant, best)
    return rule_on((), [*_grounds(variant, best, on_table=on_table)], facts=facts, doubts=doubts)


def _as_opening(variant: Variant, best: Arrangement) -> Arrangement:
    """Return `best` with the points of the question `opening`: the search adds all melds, jokers as their cards."""
    if not counts_otherwise(variant):
        return best
    return best._replace(meets_minimum=opens(variant, best.melds))


def is_small(cards: Cards, table: tuple[Cards, ...] = ()) -> bool:
    """Return whether there are so few cards that other readings of the source can be tried, too."""
    return len(cards) + sum(map(len, table)) <= MOST_TRIED


def _doubts(variant: Variant, best: Arrangement) -> Iterator[str]:
    """Yield the ambiguities with another reading under which one of the melds is none."""
    for ambiguity, readings in variant.open_readings:
        others = [other.variant for other in readings if other.variant is not None and _is_on_melds(other.paths)]
        if not all(judge_meld(other, meld.cards, meld.joker_as).valid for other in others for meld in best.melds):
            yield ambiguity.key


def _is_on_melds(paths: Iterable[str]) -> bool:
    return any(path.startswith(("melds.", "jokers.")) for path in paths)


def worth(ruling: Ruling) -> object:
    """Return the outcome of `judge_arrange`: what was achieved, not by which melds.

    None if it is not proved, for then it cannot be compared with another reading's.
    """
    if not ruling.facts["optimal"]:
        return None
    facts, left = ruling.facts, ruling.facts["left"]
    number = len(left) if isinstance(left, tuple) else 0
    return facts["points_laid"], facts["points_left"], number, facts["meets_minimum"]


def _grounds(variant: Variant, best: Arrangement, *, on_table: bool) -> Iterator[Reason]:
    """Yield why these are melds, and whether they open; only who has opened rearranges what lies `on_table`."""
    yield from _of_melds(variant, best.melds, counted=not on_table)
    if not best.melds:
        rule = variant.melds.rules.get(MeldTopic.MIN_CARDS)
        yield replace(
            reason(variant, WORDINGS, "no_meld_among_these" if best.left else "nothing_to_lay", best.left), rule=rule
        )
    minimum = variant.turn.opening_minimum
    if minimum and not on_table:
        yield from _about_minimum(variant, best, minimum)


def _about_minimum(variant: Variant, best: Arrangement, minimum: int) -> Iterator[Reason]:
    """Yield whether the melds open: their points, or where one alone must have them, those of the best; a pure run.

    Enough points are not said to be enough where the pure run is missing.
    """
    lacks_run = variant.turn.opening_asks(Requirement.PURE_RUN) and not has_pure_run(variant, best.melds)
    met = best.meets_minimum or (lacks_run and points_to_open(variant, best.melds) >= minimum)
    if not met and len(best.melds) > 1 and variant.turn.opening_asks(Requirement.IN_ONE_MELD):
        alone = points_to_open(variant, best.melds)
        yield reason(variant, WORDINGS, "minimum_missed_alone", minimum=minimum, best=alone)
    elif not (met and lacks_run):
        yield reason(variant, WORDINGS, "minimum_met" if met else "minimum_missed", minimum=minimum)
    if lacks_run:
        yield reason(variant, OPENING, "no_pure_run")


def _of_melds(variant: Variant, melds: Iterable[ArrangedMeld], *, counted: bool) -> Iterator[Reason]:
    """Yield the grounds on which the melds are valid; a sentence about jokers or aces only once.

    A meld has its points if all cards are `counted`.
    """
    judged = [(meld, judge_meld(variant, meld.cards, meld.joker_as)) for meld in melds]
    why = [counting_grounds(meld.cards, each) if counted else each.reasons for meld, each in judged]
    yield from {(ground.message, str(ground.values)): ground for grounds in why for ground in grounds}.values()
