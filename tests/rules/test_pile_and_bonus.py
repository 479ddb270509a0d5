"""Mechanisms that no test of a single game has yet: conditions of taking the pile, fines and bonuses by house rule."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.rules.cards import LaidOff, parse_cards
from scorekeeper.rules.model.parts import Draw
from scorekeeper.rules.model.paths import with_fields
from scorekeeper.rules.model.terms import DrawUse, Who
from scorekeeper.rules.referee.questions.pile import judge_pile
from scorekeeper.rules.scoring.plausibility import warnings_of
from scorekeeper.rules.scoring.round_checks import check_round
from scorekeeper.rules.scoring.rounds import PointsEntry, Round, SumsEntry
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import VARIANTS

DANISH = VARIANTS["da-500"]
OPENED = {
    "turn.draws.whole_pile": Draw(Who.OPENED, DrawUse.COVERED_CARD_MELDED),
    "turn.pile_meld.top_card_counts": True,
    "turn.pile_of_one_is_top": True,
}
LAID_OFF = {**OPENED, "turn.pile_meld.lay_offs_count": True}
PILE = {"pile": "2C 7H", "laid_new_melds": ["7H 7S 7D"]}
NO_REASON = ["no_pile_card", "lay_off_does_not_count"]
RUN, OFF = ["5S 6S 7S"], [{"card": "8S", "to": 0}, {"card": "9S", "to": 0}, {"card": "TS", "to": 0}]


@pytest.mark.parametrize(
    ("changes", "situation", "verdict", "codes"),
    [
        (OPENED, PILE, "legal", ["whole_pile_taken", "pile_card_laid"]),
        ({}, PILE, "illegal", ["no_covered_card", "top_card_does_not_count"]),
        (OPENED, {**PILE, "opened": False}, "illegal", ["only_opened_take_pile"]),
        (OPENED, {**PILE, "laid_new_melds": ["8H 8S 8D"]}, "illegal", ["no_pile_card", "hand_does_not_count"]),
        (OPENED, {"pile": "7H"}, "legal", ["top_card_drawn"]),
        ({}, {"pile": "7H"}, "illegal", ["pile_too_small"]),
        (OPENED, {"pile": "2C 8S", "table": RUN, "laid_off": OFF}, "illegal", NO_REASON),
        (LAID_OFF, {"pile": "2C 8S", "table": RUN, "laid_off": OFF}, "legal", ["whole_pile_taken", "pile_card_laid"]),
        (LAID_OFF, {"pile": "2C 2D", "table": RUN, "laid_off": OFF}, "illegal", NO_REASON),
        (LAID_OFF, {"pile": "2C 8S", "table": RUN, "laid_off": OFF[:2]}, "illegal", NO_REASON),
    ],
)
def test_what_the_pile_may_be_taken_for(
    changes: Mapping[str, object], situation: Mapping[str, Any], verdict: str, codes: list[str]
) -> None:
    ruling = judge_pile(with_fields(DANISH, changes), take="whole_pile", player="Ida", **_parsed(situation))
    assert (ruling.verdict, [reason.code for reason in ruling.reasons]) == (verdict, codes)
    charged = codes[0] in ("no_pile_card", "no_covered_card")
    assert [(award.player, award.points) for award in ruling.penalties] == [("Ida", -50)] * charged


def _parsed(situation: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(situation)
    found["pile"] = parse_cards(found["pile"].split())
    for key in found.keys() & {"laid_new_melds", "table"}:
        found[key] = tuple(parse_cards(meld.split()) for meld in found[key])
    if "laid_off" in found:
        found["laid_off"] = tuple(LaidOff(*parse_cards([each["card"]]), each["to"]) for each in found["laid_off"])
    return found


def test_a_fine_replaces_the_points_of_a_penalty_and_none_drops_it() -> None:
    fined = with_fields(DANISH, {"scoring.fines": {"peeks": 7, "false_calls": 0}})
    assert {p.key: p.points for p in fined.scoring.penalties} == {"failed_pile_pickups": -50, "peeks": -7}
    assert (DANISH.point_step, fined.point_step) == (5, 1)


def test_going_out_brings_its_bonus_to_sums_and_cards_but_not_to_points() -> None:
    variant = with_fields(DANISH, {"closing.bonus": 40, "scoring.bonus_rule": "DA-48"})
    sums = {"Ida": SumsEntry(30), "Ole": SumsEntry(10, 5)}
    closed = Round(("Ida", "Ole"), sums, closer="Ida")
    score = score_round(variant, closed)
    assert score.scores == {"Ida": 70, "Ole": 5}
    assert [(line.points, line.rule, line.kind) for line in score.lines["Ida"]][1:] == [(40, "DA-48", "closing_bonus")]
    in_points = Round(("Ida", "Ole"), {"Ida": PointsEntry(70), "Ole": PointsEntry(5)}, closer="Ida")
    assert score_round(variant, in_points).scores == {"Ida": 70, "Ole": 5}


@pytest.mark.parametrize(("closer", "warned"), [("Ida", []), ("Ole", ["impossible_points"])])
def test_points_may_be_all_cards_and_the_bonus(closer: str, warned: list[str]) -> None:
    variant = with_fields(DANISH, {"closing.bonus": 40})
    most = variant.worth(2)
    played = Round(("Ida", "Ole"), {"Ida": PointsEntry(most + 40), "Ole": PointsEntry(0)}, closer=closer)
    check_round(variant, played)
    assert [each.code for each in warnings_of(variant, played, score_round(variant, played))] == warned
