"""A row of final points, for the question `round-score`: can a round end with it?"""

from collections.abc import Iterator
from dataclasses import replace

from ...cards import Card
from ...errors import N_, InvalidSituation, Problem
from ...model.terms import How
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.plausibility import (
    CLOSER_HAS_CARDS,
    NOT_ZERO_SUM,
    Finding,
    must_cancel,
    sign_change,
    sign_changes,
    warnings_of,
)
from ...scoring.rounds import PenaltyCounts, PointsEntry, Round
from ...scoring.scoring import PARTNER, RoundScore, score_round
from ..ruling import Ruling, Wordings, reason, rule_on

ROW: Wordings = {
    "row_possible": (Topic.SCORE, N_("A round can end with these points.")),
    "row_cancels": (Topic.ROW, N_("The row adds up to zero.")),
}
PARTNERS: Wordings = {
    "partner_shares": (Topic.SCORE, N_("{player} gets what the partner scores, too: {points}.")),
}
FAULTS: Wordings = {
    NOT_ZERO_SUM: (Topic.ROW, N_("A round must add up to zero. This row adds up to {sum}.")),
    CLOSER_HAS_CARDS: (Topic.CLOSING, N_("The player who went out can’t have anything left.")),
    "impossible_points": (Topic.SCORE, N_("No round can end with these points.")),
}
WITHOUT_CARDS: Wordings = {"impossible_points": (Topic.VALUES, N_("These points can’t be entered."))}
"""The fault of a row in a game without cards, whose rule is the one about what may be entered."""


def judge_row(
    variant: Variant,
    entered: PenaltyCounts,
    closer: str | None,
    how: How | None,
    way: str | None,
    upcard: Card | None = None,
) -> Ruling:
    """Rule on a row of final points; where the winner collects, the only player above 0 has won."""
    above = [name for name, points in entered.items() if points > 0]
    if closer is not None and closer not in entered:
        raise InvalidSituation(Problem(N_("{name} is missing."), ("entered", closer), {"name": closer}))
    asked = closer
    if closer is None and how in (None, How.OUT) and variant.scoring.closer_collects and len(above) == 1:
        closer = above[0]
    row = Round(tuple(entered), {n: PointsEntry(p) for n, p in entered.items()}, closer, how or How.OUT, way, upcard)
    total = sum(entered.values())
    facts: dict[str, object] = {"sum": total, "zero_sum": total == 0}
    change = sign_changes(entered, asked) if variant.scoring.closer_collects else sign_change(entered)
    cancels = must_cancel(variant, row)
    if cancels and (better := change):
        facts["suggested_correction"] = better
    ground = reason(variant, ROW, "row_cancels" if cancels else "row_possible")
    score = score_round(variant, row)
    if variant.ending.partner_rule:
        facts["scores"] = score.scores
    return rule_on(faults_of(variant, row, score), [ground, *_shared(variant, score)], facts=facts)


def _shared(variant: Variant, score: RoundScore) -> Iterator[Reason]:
    """Yield what each player gets from a partner."""
    for name, lines in score.lines.items():
        for line in lines:
            if line.kind == PARTNER:
                found = reason(variant, PARTNERS, "partner_shares", player=name, points=line.points)
                yield replace(found, rule=line.rule)


def faults_of(variant: Variant, played: Round, score: RoundScore) -> list[Reason]:
    """Return the warnings about a round as faults, each with the warning's own sentence, which is more exact.

    What is the same of several players is said once.
    """
    wordings = FAULTS if variant.has_cards else {**FAULTS, **WITHOUT_CARDS}
    found: dict[object, tuple[Finding, list[object]]] = {}
    for finding in warnings_of(variant, played, score):
        others = {key: value for key, value in finding.values.items() if key != "name"}
        _, names = found.setdefault((finding.message, finding.rule, str(others)), (finding, []))
        names.append(finding.values.get("name"))
    return [_fault(reason(variant, wordings, finding.code), finding, names) for finding, names in found.values()]


def _fault(fault: Reason, finding: Finding, names: list[object]) -> Reason:
    together = {"name": tuple(names)} if len(names) > 1 else {}
    return replace(
        fault, message=finding.message, values={**finding.values, **together}, rule=finding.rule or fault.rule
    )
