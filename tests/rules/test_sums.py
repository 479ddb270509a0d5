"""The points of melds are said as sums that add up, and that stay short."""

from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.rules.cards import BY_CODE
from scorekeeper.rules.reasons import Addend, Sum
from scorekeeper.services.referee.ask import rule_on_document
from scorekeeper.services.wording import shown_value

from .test_reasons import asked
from .test_sentences import LONGEST_SENTENCE, answers


def totals(question: str) -> Iterator[tuple[str, dict[str, Any], list[int]]]:
    """Yield (verdict, facts, totals of the sums in the reasons) of each case of `question`."""
    for of, _variant, answer in asked():
        if of == question:
            values = [value for reason in answer.ruling.reasons for value in reason.values.values()]
            sums = [sum(part.points for part in value.parts) for value in values if isinstance(value, Sum)]
            yield answer.ruling.verdict, dict(answer.ruling.facts), sums


def test_the_sum_of_every_meld_is_its_points() -> None:
    found = [(facts["points"], sums) for verdict, facts, sums in totals("meld") if verdict == "legal"]
    assert len(found) > 50
    assert all(sums == [points] for points, sums in found)


def test_the_sums_of_an_opening_are_its_points() -> None:
    found = [
        (facts.get("points", facts.get("best_points")), sum(sums))
        for verdict, facts, sums in totals("opening")
        if verdict == "legal" and sums
    ]
    assert len(found) > 10
    assert all(points == total for points, total in found)


def test_the_sums_of_a_layout_are_the_points_laid() -> None:
    found = [(facts["points_laid"], sum(sums)) for _verdict, facts, sums in totals("arrange") if sums]
    assert len(found) > 5
    assert all(points == total for points, total in found)


def test_an_opening_that_is_too_low_says_what_it_adds_up_to() -> None:
    """In a turn, in an opening, and on a table that was rearranged."""
    short = [
        (question, reason["text"])
        for _variant, question, answer in answers()
        for reason in answer["reasons"]
        if reason["code"] in ("below_minimum", "opening_too_low") and " = " in reason["text"]
    ]
    assert {question for question, _text in short} >= {"opening", "go-out", "table"}
    assert all(text.split(" of ")[0].removeprefix("Only ") == text[:-1].split(" = ")[1] for _question, text in short)


@pytest.mark.parametrize(
    ("variant", "rules", "situation", "text"),
    [
        ("de-romme", {}, {"cards": ["7H", "JK", "9H"]}, "7♥ 7 + 9♥ 9 + joker as 8♥ 8 = 24 points."),
        ("da-500", {}, {"cards": ["3C", "JK", "5C"]}, "3♣ 5 + 5♣ 5 + joker 25 = 35 points."),
        (
            "de-romme",
            {"twos_wild": True},
            {"cards": ["2H", "2S", "9H", "8H"]},
            "8♥ 8 + 9♥ 9 + 2♥ as 10♥ 10 + 2♠ as J♥ 10 = 37 points.",
        ),
        ("de-romme", {"ace_also_low": True}, {"cards": ["AH", "2H", "3H"]}, "A♥ 1 + 2♥ 2 + 3♥ 3 = 6 points."),
        ("de-romme", {"ace_also_low": True}, {"cards": ["AH", "QH", "KH"]}, "A♥ 11 + Q♥ 10 + K♥ 10 = 31 points."),
        (
            "de-romme",
            {"ace_also_low": True},
            {"cards": ["JK", "2H", "3H"], "joker_as": ["AH"]},
            "2♥ 2 + 3♥ 3 + joker as A♥ 1 = 6 points.",
        ),
        (
            "da-500",
            {},
            {"cards": [f"{rank}C" for rank in "23456789TJQ"]},
            "8 × 5 + 3 × 10 = 70 points.",
        ),
    ],
)
def test_a_meld_says_what_each_card_counts(
    variant: str, rules: dict[str, Any], situation: dict[str, Any], text: str
) -> None:
    answer = rule_on_document("meld", {"variant": variant, "house_rules": rules, "situation": situation})
    assert answer["verdict"] == "legal"
    assert answer["reasons"][0]["text"].endswith(f": {text}")


def test_what_was_laid_in_a_round_is_a_sum() -> None:
    players = {"Ida": {"melds": [["2H", "3H", "4H"]], "laid_off": ["JK"]}, "Ole": {"hand": ["2D"]}}
    body = {"variant": "da-500", "situation": {"closer": "Ida", "players": players}}
    texts = [reason["text"] for reason in rule_on_document("round-score", body)["reasons"]]
    assert "Ida has laid 2♥ 5 + 3♥ 5 + 4♥ 5 + joker 25 = 40." in texts


@pytest.mark.parametrize("size", range(2, 40))
def test_no_sum_makes_a_sentence_too_long(size: int) -> None:
    """The longest sentence around a sum has fewer than 50 other characters."""
    role = BY_CODE["TH"]
    text = str(shown_value(Sum(tuple(Addend(BY_CODE["JK"], 3 + at % 9, role) for at in range(size)))))
    assert len(text) <= LONGEST_SENTENCE - 50
    assert text.endswith(f" = {sum(3 + at % 9 for at in range(size))}")
