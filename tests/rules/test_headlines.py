"""The headline: the answer in one line, and what the other readings of a source would change."""

from collections.abc import Iterator
from string import Formatter
from typing import Any, cast

import pytest

from scorekeeper.rules.referee.headlines import HEADLINES, LONGEST
from scorekeeper.rules.referee.headlines.headline import Headline
from scorekeeper.services.referee.answers import AnswerJson
from scorekeeper.services.referee.ask import rule_on_document
from scorekeeper.services.wording import fitting_values, headline_sentence

from .test_cases import cases

LONG = ("Maximiliane-Alexandrine von Hohenlohe-Wa", "Bartholomäus-Ferdinand Freiherr von Tratt")

SAID = [  # the contract's examples first
    ("da-500", "meld", {"cards": ["3C", "JK", "5C", "6C"]}, "A run of four: 40 points"),
    (
        "da-500",
        "rummy-call",
        {"discard": "6S", "table": [["3S", "4S", "5S"]], "discarder": "Eva", "callers": ["Ole", "Ida"]},
        "Ole gets the 6♠",
    ),
    (
        "da-500",
        "rummy-call",
        {"discard": "KD", "table": [["3S", "4S", "5S"]], "discarder": "Eva", "callers": ["Ole"]},
        "No rommy: Ole −50",
    ),
    ("da-500", "go-out", {"hand_after": ["7C"], "discard": "9D"}, "Not out: the round goes on"),
    ("is-rommi", "go-out", {"hand_after": [], "discard": "9D", "melded_before": False, "opened_before": False,
                            "laid_new_melds": [["5S", "6S", "7S"]]}, "Rommí: doubled"),
    ("da-500", "pile", {"take": "stock_empty", "pile": ["4C", "KH", "9D"]}, "Turn the pile over, all but its top card"),
    ("nb-rummy", "round-score", {"how": "pool_empty", "racks_left": {"A": 10, "B": 10, "C": 20}},
     "A and B are level: agree who wins"),
    ("de-romme", "opening", {"melds": [["8H", "9H", "TH", "9C"]]}, "Not a meld: neither one suit nor one rank"),
    ("de-romme", "opening", {"melds": [["8H", "9H", "TH"], ["3C", "3S", "3D"]]}, "Not enough: 36 of 40"),
    ("nb-rummy", "round-score", {"entered": {"Ida": 18, "Ole": 7, "Eva": -11}},
     "It adds up to +14, not to 0: Ole has −7"),
    ("cs-500", "arrange", {"cards": ["8H"], "aim": "most_points"}, "No meld: 1 left"),
    ("cs-500", "lay-off", {"cards": ["8H", "9H"], "table": [["5H", "6H", "7H"]]}, "Yes, you may lay off 8♥ and 9♥"),
    ("da-500", "game-end", {"totals": {"Ida": 310, "Ole": 455}}, "The game goes on: Ole has 455 of 500"),
    ("cs-zoliky", "arrange", {"cards": ["KS", "KD", "KC", "QS", "QD", "QC", "7D"], "aim": "opening"},
     "No run without a joker: you can’t open"),
    ("cs-zoliky", "arrange", {"cards": ["KS", "KD", "KC", "7D"], "aim": "opening"}, "Not enough to open: 30 of 42"),
    ("sv-500", "pile", {"take": "whole_pile", "pile": ["KH", "8D"], "hand_before": ["3D", "4C"], "player": "Ole"},
     "No card of the pile melded: Ole −100"),
    ("sv-500", "pile", {"take": "whole_pile", "pile": ["KH", "8D"], "hand_before": ["3D", "4C"]},
     "No card of the pile melded: −100"),
]  # fmt: skip  # one case a line is read more easily


def answers() -> Iterator[tuple[str, AnswerJson]]:
    """Yield (question, answer) of every case that asks the referee."""
    for variant, case in (param.values for param in cases()):
        if case["ask"] == "referee":
            choices = {key: None if value == "null" else value for key, value in case.get("house_rules", {}).items()}
            body = {"variant": variant, "house_rules": choices, "situation": case["situation"]}
            body["players"] = case.get("players")
            yield case["question"], rule_on_document(case["question"], body)


SAID_BY_HOUSE_RULES = [
    ("en-gin", {"undercut_on_tie": False}, "round-score", {"closer": "Ann", "racks_left": {"Ann": 7, "Bob": 7}},
     "Equal deadwood: the knock brings nothing"),
    ("en-gin", {"winner_by": "final"}, "game-end",
     {"totals": {"Ann": 101, "Bob": 99}, "hands_won": {"Ann": 1, "Bob": 9}}, "Bob has won with 324"),
    ("nb-500", {"pile_meld": "any"}, "pile",
     {"take": "whole_pile", "pile": ["KH", "8D"], "hand_before": ["3D"], "player": "Ole"}, "No new meld: Ole −50"),
]  # fmt: skip  # as above


@pytest.mark.parametrize(("variant", "house_rules", "question", "situation", "headline"), SAID_BY_HOUSE_RULES)
def test_the_answer_follows_the_house_rules(
    variant: str, house_rules: dict[str, Any], question: str, situation: dict[str, Any], headline: str
) -> None:
    """A house rule that changes who scores or who wins changes what is said."""
    body = {"variant": variant, "house_rules": house_rules, "situation": situation}
    assert rule_on_document(question, body)["headline"] == headline


@pytest.mark.parametrize(("variant", "question", "situation", "headline"), SAID)
def test_the_answer_is_said_in_one_line(variant: str, question: str, situation: dict[str, Any], headline: str) -> None:
    assert rule_on_document(question, {"variant": variant, "situation": situation})["headline"] == headline


def test_every_case_has_a_headline_that_is_no_bare_verdict_and_is_not_cut() -> None:
    found = list(answers())
    assert len(found) > 500
    for question, answer in found:
        for said in (answer["headline"], *(each["headline"] for each in answer["readings"] if each["verdict"])):
            assert said, (question, answer)
            assert len(said) <= LONGEST, said
            assert "…" not in said, (question, said)
            assert said.lower() not in ("legal", "illegal", "undecided"), question
            assert not set(said) & set("{}"), said


@pytest.mark.parametrize("code", sorted(HEADLINES))
def test_a_headline_fits_with_the_longest_names(code: str) -> None:
    """Long names and lists are cut; what is not cut stands there in full."""
    message = HEADLINES[code]
    names = {name for _, name, _, _ in Formatter().parse(message) if name}
    several = {"players", "cards", "meld", "places"}
    values = {name: LONG if name in several else LONG[0] if name in ("player", "name") else 9999 for name in names}
    said = headline_sentence(Headline(code, message, values))
    assert 8 < len(said) <= LONGEST, said
    assert not said.endswith(".")


def test_of_two_long_names_both_stay_readable() -> None:
    headline = Headline("x", "{one} beats {other}", {"one": LONG[0], "other": LONG[1]})
    assert headline_sentence(headline) == "Maximiliane-Alexandrine v… beats Bartholomäus-Ferdinand Fre…"
    assert fitting_values(Headline("x", "{one} beats {other}", {"one": "Bo", "other": "Ida"})) == {
        "one": "Bo",
        "other": "Ida",
    }


@pytest.mark.parametrize(
    ("variant", "house_rules", "cards", "headline", "last"),
    [
        (
            "de-romme",
            {"opening_in_one_meld": True},
            ["8H", "9H", "TH", "KC", "KS", "KD"],
            "Not enough to open: the best meld has 30 of 40",
            "No single meld has the 40 points needed to open. The best has 30.",
        ),
        (
            "nb-rummy",
            {"opening_in_one_meld": True},
            ["4H", "4S", "4D", "6C", "7C", "8C"],
            "Not enough to open: the best meld has 21 of 30",
            "No single meld has the 30 points needed to open. The best has 21.",
        ),
        (
            "de-romme",
            {"opening_in_one_meld": True},
            ["TC", "TS", "TD", "2C"],
            "Not enough to open: 30 of 40",
            "That isn’t enough: you need 40 points to open.",
        ),
        (
            "nb-rummy",
            {"opening_joker": "thirty"},
            ["5H", "5S", "JK"],
            "Enough to open: 40, 30 needed",
            "That’s enough: you need 30 points to open.",
        ),
    ],
)
def test_a_layout_to_open_with_counts_what_opens(
    variant: str, house_rules: dict[str, object], cards: list[str], headline: str, last: str
) -> None:
    """By house rule one meld alone, or a joker at other points: not what all melds bring together."""
    body = {"variant": variant, "house_rules": house_rules, "situation": {"cards": cards, "aim": "opening"}}
    answer = rule_on_document("arrange", body)
    assert answer["headline"] == headline
    assert answer["reasons"][-1]["text"] == last
    together = rule_on_document("opening", body | {"situation": {"melds": laid(answer)}})
    assert together["facts"]["meets_minimum"] == answer["facts"]["meets_minimum"]


def laid(answer: AnswerJson) -> list[list[str]]:
    """Return the melds of a layout as they are asked about."""
    melds = cast("list[dict[str, list[str]]]", answer["facts"]["melds"])
    return [meld["cards"] for meld in melds]


def test_a_reading_says_what_it_changes_and_nothing_else() -> None:
    """Past 500: only the facts that differ stand in the reading; asking under its house rule gives the same."""
    body = {"variant": "da-500", "situation": {"totals": {"Ida": 310, "Ole": 500}}}
    answer = rule_on_document("game-end", body)
    assert answer["headline"] == "Ole has won with 500"
    (reading,) = [each for each in answer["readings"] if each["option"] == "past_target"]
    assert reading["headline"] == "The game goes on: Ole has 500, above 500 wins"
    assert reading["facts"] == {"ended": False, "winners": []}
    assert reading["penalties"] == []
    assert reading["choice"] is True


def test_every_reading_says_what_its_house_rule_would() -> None:
    """For a reading that an option selects: verdict, headline, facts and penalties are those under that option."""
    tried = 0
    for variant, case in (param.values for param in cases()):
        if case["ask"] != "referee" or "house_rules" in case or case["question"] == "arrange":
            continue
        body = {"variant": variant, "situation": case["situation"], "players": case.get("players")}
        answer = rule_on_document(case["question"], body)
        for reading in answer["readings"]:
            if reading["option"] is None or reading["verdict"] is None:
                continue
            other = rule_on_document(case["question"], {**body, "house_rules": {reading["option"]: reading["choice"]}})
            tried += 1
            assert (reading["verdict"], reading["headline"]) == (other["verdict"], other["headline"])
            facts = {**answer["facts"], **reading["facts"]}
            assert {key: facts[key] for key in other["facts"]} == other["facts"]
            assert all(facts[key] is None for key in facts.keys() - other["facts"].keys())
            assert reading["penalties"] == [each for each in other["penalties"] if each not in answer["penalties"]]
    assert tried > 30
