"""A game of cards in which the lowest total wins: what is left in hand is written as plus."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.model.ending import Ending
from scorekeeper.rules.model.terms import How, Wins
from scorekeeper.rules.referee.questions.round_score import judge_round
from scorekeeper.rules.scoring.plausibility import warnings_of
from scorekeeper.rules.scoring.rounds import CardsEntry, Entry, PointsEntry, Round, SumsEntry
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import get_variant

ROMME = get_variant("de-romme", {})
GAME = replace(ROMME, ending=Ending(wins=Wins.LOWEST))
NAMES = ("Ida", "Ole", "Eva")


def test_hands_are_added_where_the_lowest_total_wins() -> None:
    hand = parse_cards(["KS", "5D", "QH"])
    entries: dict[str, Entry] = {"Ole": SumsEntry(minus=38), "Eva": CardsEntry(hand=hand)}
    scores = score_round(GAME, Round(NAMES, entries, "Ida")).scores
    assert scores == {"Ida": 0, "Ole": 38, "Eva": 25}
    doubled = score_round(GAME, Round(NAMES, entries, "Ida", way=next(iter(GAME.closing.ways)))).scores
    assert doubled == {"Ida": 0, "Ole": 76, "Eva": 50}
    told = judge_round(GAME, how=How.STOCK_EMPTY, racks_left={"Ida": 5, "Ole": 38})
    assert told.facts["scores"] == {"Ida": 5, "Ole": 38}


@pytest.mark.parametrize(
    ("points", "closer", "sentences"),
    [
        ({"Ida": 0, "Ole": 38, "Eva": 35}, None, []),
        ({"Ida": 0, "Ole": 38, "Eva": 35}, "Ida", []),
        ({"Ida": 1, "Ole": 38, "Eva": 35}, None, ["Nobody has 0 points, but somebody went out."]),
        ({"Ida": 1, "Ole": 38, "Eva": 35}, "Ida", ["{name} went out, so it must be 0 points."]),
        ({"Ida": 0, "Ole": -38, "Eva": 35}, "Ida", ["{name}: these points can’t be below 0."]),
        ({"Ida": 0, "Ole": 500, "Eva": 35}, "Ida", ["which count at most"]),
    ],
)
def test_a_row_of_penalty_points_has_one_0_and_no_minus(
    points: dict[str, int], closer: str | None, sentences: list[str]
) -> None:
    row = Round(NAMES, {name: PointsEntry(each) for name, each in points.items()}, closer)
    found = warnings_of(GAME, row, score_round(GAME, row))
    assert len(found) == len(sentences)
    assert all(text in each.message for text, each in zip(sentences, found, strict=True))
    told: dict[str, Any] = {} if closer is None else {"closer": closer}
    assert (judge_round(GAME, entered=points, **told).verdict == "illegal") is bool(sentences)


def test_elsewhere_hands_are_minus_points_as_before() -> None:
    row = Round(NAMES, {"Ida": PointsEntry(0), "Ole": PointsEntry(-38), "Eva": SumsEntry(minus=35)}, "Ida")
    assert score_round(ROMME, row).scores == {"Ida": 0, "Ole": -38, "Eva": -35}
    assert not warnings_of(ROMME, row, score_round(ROMME, row))
