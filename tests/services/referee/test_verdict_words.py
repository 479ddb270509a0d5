"""What a verdict says: the decisive reason first, nothing twice, nothing that another sentence contradicts."""

from typing import Any

import pytest

from scorekeeper.services.referee.ask import read_question, rule_on_document
from scorekeeper.services.referee.facts import fact_sentence, facts_of


def asked(variant: str, question: str, situation: dict[str, Any], **house_rules: object) -> Any:
    return rule_on_document(question, {"variant": variant, "house_rules": house_rules, "situation": situation})


def reasons(variant: str, question: str, situation: dict[str, Any], **house_rules: object) -> list[str]:
    return [each["text"] for each in asked(variant, question, situation, **house_rules)["reasons"]]


def facts(variant: str, question: str, situation: dict[str, Any]) -> list[str]:
    body = {"variant": variant, "situation": situation}
    found = facts_of(
        question, read_question(question, body).variant, asked(variant, question, situation)["facts"], situation
    )
    return [fact_sentence(fact) for fact in found]


def test_a_wrong_meld_is_named_with_all_its_cards() -> None:
    """Without the second eight of diamonds it would be a meld."""
    situation = {"before": [], "played": ["8S", "8H", "8D", "8D"], "after": [["8S", "8H", "8D", "8D"]]}
    assert reasons("de-romme", "table", situation)[0] == "Not a complete meld: 8♠, 8♥, 8♦ and 8♦."


def test_what_doubles_in_chips_is_what_one_side_pays() -> None:
    situation = {"closer": "Ida", "rommi": True, "racks_left": {"Ole": 32, "Eva": 7}}
    for settlement in ("points", "chips"):
        said = reasons("is-rommi", "round-score", situation, settlement=settlement)
        assert "Rommí doubles it: 39 become 78." in said


def test_what_is_the_same_of_several_players_is_said_once() -> None:
    said = reasons("nb-rummy", "round-score", {"entered": {"Ada": 24, "Bo": 5, "Cleo": 16, "Dag": -3}})
    assert said[0] == "Ada, Bo and Cleo: only the winner of the round can score above 0."


@pytest.mark.parametrize(
    ("variant", "question", "situation", "first"),
    [
        (
            "en-500",
            "joker-swap",
            {"meld": ["2H", "3H", "4H"], "offered": "5H"},
            "A joker on the table stays there: you can’t swap it.",
        ),
        (
            "nb-rummy",
            "table",
            {"before": [], "played": ["9D"], "after": [["9D"]], "finished_in_time": False},
            "The turn took longer than 60 s.",
        ),
    ],
)
def test_the_decisive_reason_comes_first(variant: str, question: str, situation: dict[str, Any], first: str) -> None:
    said = reasons(variant, question, situation)
    assert said[0] == first
    assert len(said) > 1


def test_a_joker_that_may_be_several_cards_does_not_stand_for_one_of_them() -> None:
    several, one = {"cards": ["8H", "9H", "JK"]}, {"cards": ["8H", "JK", "TH"]}
    assert facts("nb-rummy", "meld", several) == ["The joker may be 7♥ or 10♥."]
    assert "A joker stands for a tile that the meld lacks." in reasons("nb-rummy", "meld", several)
    assert "The joker stands for 9♥." in reasons("nb-rummy", "meld", one)


def test_whoever_wants_the_top_card_draws_it() -> None:
    situation = {"take": "deeper_card", "wanted": "9D", "pile": ["5S", "9D"], "hand_before": ["2C"]}
    assert asked("cs-500", "pile", situation)["headline"] == "Yes, you may draw the 9♦"


def test_a_pile_that_stays_is_no_new_pile() -> None:
    assert facts("da-500", "pile", {"take": "stock_empty", "pile": ["KD"]}) == []
    assert "The new pile: K♦" in facts("da-500", "pile", {"take": "stock_empty", "pile": ["8H", "KD"]})


def test_of_no_cards_none_is_named() -> None:
    assert reasons("is-rommi", "arrange", {"cards": [], "aim": "most_points"}) == ["There’s nothing to lay."]


def test_a_tile_game_has_neither_pile_nor_hand() -> None:
    situation = {"take": "whole_pile", "pile": ["4S", "5S"], "hand_before": ["9D"]}
    assert asked("nb-rummy", "pile", situation)["headline"] == "This game has no pile"
    assert facts("nb-rummy", "pile", situation)[-1] == "Then on the rack: 9♦ 4♠ 5♠"


def test_who_rearranges_the_table_reads_nothing_about_the_opening() -> None:
    situation = {"cards": ["8S"], "aim": "fewest_left", "table": [["5S", "6S", "7S"]]}
    assert not [each for each in reasons("nb-rummy", "arrange", situation) if "to open" in each]
