"""The examples of the referee's contract, one for each question: answered as it says, through the API's own door."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.services.referee.ask import JUDGES, rule_on_document

Example = tuple[str, str, Mapping[str, Any], str, Mapping[str, Any]]

EXAMPLES: tuple[Example, ...] = (
    (
        "meld",
        "da-500",
        {"cards": ["3C", "JK", "5C", "6C"]},
        "legal",
        {
            "valid": True,
            "may_be_laid_now": True,
            "kind": "run",
            "points": 40,
            "joker_may_be": ["4C"],
            "declaration_required": False,
        },
    ),
    ("hand-value", "cs-500", {"cards": ["QC", "4H", "JK"]}, "legal", {"points": 29}),
    (
        "opening",
        "de-romme",
        {"melds": [["6H", "7H", "8H", "9H"], ["JD", "JC", "JK"]], "joker_as": {"1": "JS"}},
        "legal",
        {"points": 60, "minimum": 40, "meets_minimum": True},
    ),
    (
        "lay-off",
        "cs-500",
        {"table": [["TD", "JD", "QD"], ["KC", "KS", "KH"]], "cards": ["KD"]},
        "legal",
        {"targets": [0, 1], "must_say_which": True},
    ),
    (
        "joker-swap",
        "da-500",
        {"meld": ["3D", "JK", "5D"], "joker_as": "4D", "offered": "4D", "from": "hand", "meld_owner": "Ole"},
        "legal",
        {
            "meld_after": ["3D", "4D", "5D"],
            "joker_goes_to": "hand",
            "must_meld_joker_now": False,
            "replaced_card_scores_for": "Ole",
        },
    ),
    (
        "pile",
        "cs-500",
        {
            "take": "deeper_card",
            "wanted": "3S",
            "pile": ["KH", "3S", "8D"],
            "hand_before": ["3D", "3C", "QD"],
            "laid_new_melds": [["3S", "3D", "3C"]],
        },
        "legal",
        {"taken": ["3S", "8D"], "hand_after": ["QD", "8D"]},
    ),
    (
        "rummy-call",
        "da-500",
        {"discard": "6S", "table": [["3S", "4S", "5S"]], "discarder": "Eva", "callers": ["Ole", "Ida"]},
        "legal",
        {"card_to": "Ole", "may_lay_at_once": True},
    ),
    (
        "go-out",
        "de-romme",
        {"laid_new_melds": [["5S", "6S", "7S", "8S"]], "discard": "9D", "hand_after": []},
        "legal",
        {"closes": True, "round_ends": True, "discard_required": True, "bonus": 0, "hand_romme": False},
    ),
    (
        "table",
        "nb-rummy",
        {"before": [["2S", "3S", "4S"]], "played": ["5S"], "after": [["2S", "3S", "4S", "5S"]]},
        "legal",
        {"restore_table": False, "penalty_tiles": 0, "conserved": True},
    ),
    (
        "round-score",
        "is-rommi",
        {"closer": "Ida", "players": {"Ida": {}, "Ole": {"hand": ["5C", "JS"]}}},
        "legal",
        {"scores": {"Ida": 15, "Ole": 0}, "winner": "Ida", "sum": 15, "zero_sum": False, "decision_needed": False},
    ),
    (
        "round-score",
        "nb-rummy",
        {"entered": {"Ida": 18, "Ole": 7, "Eva": -11}},
        "illegal",
        {"sum": 14, "zero_sum": False, "suggested_correction": {"Ole": -7}},
    ),
    (
        "game-end",
        "da-500",
        {"totals": {"Ida": 310, "Ole": 455}},
        "legal",
        {"ended": False, "winners": [], "deal_again": False, "totals": {"Ida": 310, "Ole": 455}},
    ),
    (
        "arrange",
        "de-romme",
        {"cards": ["4S", "5S", "6S", "KD"], "aim": "fewest_left"},
        "legal",
        {
            "melds": [{"cards": ["4S", "5S", "6S"], "joker_as": []}],
            "left": ["KD"],
            "points_laid": 15,
            "points_left": 10,
            "meets_minimum": False,
            "optimal": True,
        },
    ),
)


@pytest.mark.parametrize(("question", "variant", "situation", "verdict", "facts"), EXAMPLES)
def test_the_example_is_answered_as_the_contract_says(
    question: str, variant: str, situation: Mapping[str, Any], verdict: str, facts: Mapping[str, Any]
) -> None:
    """Those facts and no others: what the contract does not name under these conditions does not stand there."""
    found = rule_on_document(question, {"variant": variant, "situation": situation})
    assert (found["verdict"], found["facts"]) == (verdict, facts)
    assert all(reason["text"] and reason["rule"] for reason in found["reasons"])
    assert set(found) == {"verdict", "settled", "reasons", "facts", "penalties", "readings", "rulebook"}


def test_every_question_has_an_example() -> None:
    assert {question for question, *_ in EXAMPLES} == set(JUDGES)
