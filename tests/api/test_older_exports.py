"""Exports that an older release wrote: rulings that would be worded or judged otherwise today are kept as they were."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.services.transfer import importing_answers

from .conftest import PREFIX, Game, Table, document_of, points, without_version

ROUND = points(Anna=35, Bo=25, Cleo=-25)
FALSE_CALL = {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Anna", "callers": ["Bo"]}
RIGHT_PICKUP = {
    "take": "whole_pile",
    "pile": ["8H", "3C", "KD"],
    "hand_before": ["8S", "8D", "2C"],
    "laid_new_melds": [["8S", "8D", "8H"]],
    "discard": "2C",
    "player": "Bo",
}
DOUBTED = {"cards": ["3C", "JK", "5C", "JK", "7C"]}
Document = dict[str, Any]
Change = Callable[[Document], None]


@pytest.fixture
def document(table: Table) -> Document:
    """An export of a game with a penalty that was accepted, a right pick-up, and a doubted meld."""
    game = table.game()
    game.enter(ROUND)
    for question, situation in (("rummy-call", FALSE_CALL), ("pile", RIGHT_PICKUP), ("meld", DOUBTED)):
        asked = game.ask("POST", "/rulings", {"question": question, "situation": situation, "by": "Cleo"})
        assert asked.status_code == 201, asked.text
    assert game.ask("POST", "/rulings/1/accept", {"by": "Anna"}).status_code == 200
    game.enter(ROUND)
    exported: Document = document_of(game.ask("GET", "/export"))
    assert exported["game"]["totals"]["Bo"] == 0
    return exported


def older(document: Document) -> Document:
    """Set the version of the rulebook to one before today's."""
    for part in (document["game"]["rulebook"], *document["rulings"]):
        part["version" if "version" in part else "rulebook"] = "1"
    return document


def take_in(table: Table, document: Document) -> Game:
    return table.take(table.api.post(f"{PREFIX}/games/import", json=document))


def refusal(table: Table, document: Document) -> str:
    """Return the pointer of the problem for which a document is refused."""
    answer = table.api.post(f"{PREFIX}/games/import", json=document)
    assert answer.status_code == 422, answer.text
    (problem,) = document_of(answer)["errors"]
    assert problem["detail"].startswith("This contradicts the rest of the file")
    return str(problem["pointer"])


def drop_a_reason(document: Document) -> None:
    del document["rulings"][0]["reasons"][0]


def add_a_known_reason(document: Document) -> None:
    document["rulings"][0]["reasons"].append(copy.deepcopy(document["rulings"][2]["reasons"][0]))


def add_an_unknown_reason(document: Document) -> None:
    reason = {"code": "fashion", "cards": ["6H"], "rule": "DA-38", "values": {"size": 3}, "missing": None}
    document["rulings"][0]["reasons"].append(reason)


def drop_headlines_and_other_readings(document: Document) -> None:
    for ruling in document["rulings"]:
        del ruling["headline"]
        for doubt in ruling["doubts"]:
            del doubt["others"]


def drop_a_fact(document: Document) -> None:
    del document["rulings"][1]["facts"]["hand_after"]


def judge_otherwise(document: Document) -> None:
    older(document)
    document["rulings"][2]["verdict"] = "illegal"
    document["rulings"][2]["facts"] = {"valid": False, "may_be_laid_now": False}
    document["rulings"][2]["doubts"] = []


def find_fewer_doubts_by_an_older_rulebook(document: Document) -> None:
    older(document)["rulings"][2]["doubts"] = []


OF_OTHER_RELEASES: list[Change] = [
    drop_a_reason,
    add_a_known_reason,
    add_an_unknown_reason,
    drop_headlines_and_other_readings,
    drop_a_fact,
    judge_otherwise,
    find_fewer_doubts_by_an_older_rulebook,
]


@pytest.mark.parametrize("change", OF_OTHER_RELEASES)
def test_what_another_release_wrote_is_taken_in_and_goes_out_as_it_was(
    table: Table, document: Document, change: Change
) -> None:
    given = copy.deepcopy(document)
    change(given)
    taken = take_in(table, given)
    again = document_of(taken.ask("GET", "/export"))
    for left in (given, again, document):
        del left["game"]["id"]
    for game in (given["game"], document["game"]):
        del game["rulebook"]
    assert again["game"].pop("rulebook")["version"] == given["rulings"][0]["rulebook"]
    assert without_version(again["game"]) == without_version(document["game"])
    assert again["history"] == given["history"]
    headlines = change is drop_headlines_and_other_readings
    for before, after in zip(given["rulings"], again["rulings"], strict=True):
        kept = ("verdict", "facts", "penalties", "situation", "status", "by", "when", "reasons")
        assert {key: after[key] for key in kept} == {key: before[key] for key in kept}
        assert headlines or after["headline"] == before["headline"]
    shown = document_of(taken.ask("GET", "/rulings"))["rulings"]
    assert [ruling["verdict"] for ruling in shown] == [ruling["verdict"] for ruling in given["rulings"]]
    assert all(ruling["headline"] and ruling["reasons"] for ruling in shown)


def test_a_reason_that_nobody_gives_any_more_is_shown_by_its_code_beside_the_others(
    table: Table, document: Document
) -> None:
    before = [reason["code"] for reason in document["rulings"][0]["reasons"]]
    add_an_unknown_reason(document)
    shown = document_of(take_in(table, document).ask("GET", "/rulings/1"))
    assert [reason["code"] for reason in shown["reasons"]] == [*before, "fashion"]
    assert shown["reasons"][-1]["text"] == "fashion"
    assert shown["headline"] == "No rommy: Bo −50"


def test_an_older_verdict_and_its_headline_stay(table: Table, document: Document) -> None:
    judge_otherwise(document)
    document["rulings"][2]["headline"] = {"code": "run_too_short", "values": {"count": 1, "least": 3}}
    shown = document_of(take_in(table, document).ask("GET", "/rulings/3"))
    assert (shown["verdict"], shown["settled"]) == ("illegal", True)
    assert shown["headline"] == "Only 1: a run needs at least 3"


def test_the_doubts_of_todays_rulebook_are_todays(table: Table, document: Document) -> None:
    """So a file cannot make a ruling look settled; with other reasons, too."""
    for change in (lambda _: None, lambda given: given["rulings"][2]["reasons"].pop()):
        given = copy.deepcopy(document)
        given["rulings"][2]["reasons"] += copy.deepcopy(given["rulings"][0]["reasons"][:1])
        given["rulings"][2]["doubts"] = []
        change(given)
        again = document_of(take_in(table, given).ask("GET", "/export"))
        assert again["rulings"][2]["doubts"] == document["rulings"][2]["doubts"] != []


def set_at(path: str, value: object) -> Change:
    *outer, last = path.split("/")

    def change(document: Document) -> None:
        part: Any = document
        for key in outer:
            part = part[int(key) if isinstance(part, list) else key]
        part[int(last) if isinstance(part, list) else last] = value

    return change


FINE = [{"player": "Bo", "points": -50, "rule": "DA-13"}]


@pytest.mark.parametrize("prepare", [add_an_unknown_reason, older])
@pytest.mark.parametrize(
    "change",
    [
        set_at("rulings/0/penalties/0/points", -500),
        set_at("rulings/0/penalties/0/points", 50),
        set_at("rulings/0/penalties/0/rule", "DA-13"),
        set_at("rulings/0/penalties", FINE),
    ],
)
def test_a_penalty_that_follows_from_nothing_is_refused_in_an_older_file_too(
    table: Table, document: Document, prepare: Change, change: Change
) -> None:
    prepare(document)
    change(document)
    assert refusal(table, document) == "/rulings/0/penalties"


def test_a_penalty_that_follows_under_another_house_rule_is_kept(table: Table, document: Document) -> None:
    """With runs only, the set of the pick-up does not count; but not by today's rulebook, which says otherwise."""
    document["rulings"][1]["penalties"] = FINE
    assert refusal(table, document) == "/rulings/1/penalties"
    taken = take_in(table, older(document))
    assert document_of(taken.ask("GET", "/rulings/2"))["penalties"] == FINE
    version = taken.see()["version"]
    assert document_of(taken.ask("POST", "/rulings/2/accept"))["version"] == version + 1


def test_a_penalty_that_was_accepted_cannot_be_left_out(table: Table, document: Document) -> None:
    """With runs of several suits the call is right, and costs nothing; but the totals have the penalty."""
    document["rulings"][0]["penalties"] = []
    assert refusal(table, older(document)) == "/game/totals"


def test_only_so_many_penalties_are_looked_for_under_other_house_rules(
    table: Table, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing_answers, "_MOST_TRIED", 0)
    document["rulings"][1]["penalties"] = FINE
    assert refusal(table, older(document)) == "/rulings/1/penalties"


def test_a_question_that_is_impossible_today_is_kept_if_it_costs_nothing(table: Table, document: Document) -> None:
    """The pack has one 7 of hearts: the question cannot be asked any more, but its answer is shown."""
    ruling = document["rulings"][2]
    ruling["situation"] = {"cards": ["7H", "7H", "7S"]}
    answer = table.api.post(f"{PREFIX}/games/import", json=document)
    assert answer.status_code == 422
    taken = take_in(table, older(document))
    shown = document_of(taken.ask("GET", "/rulings/3"))
    assert shown["situation"] == ruling["situation"]
    assert shown["verdict"] == ruling["verdict"]
    ruling["penalties"] = FINE
    assert refusal(table, document) == "/rulings/2/penalties"


def test_a_question_of_another_shape_is_refused_in_an_older_file_too(table: Table, document: Document) -> None:
    document["rulings"][2]["situation"] = {"cards": "7H"}
    answer = table.api.post(f"{PREFIX}/games/import", json=older(document))
    assert answer.status_code == 422
    assert [problem["pointer"] for problem in document_of(answer)["errors"]] == ["/rulings/2/situation/cards"]


def test_a_rulebook_of_the_future_is_refused(table: Table, document: Document) -> None:
    set_at("rulings/0/rulebook", "99")(document)
    assert refusal(table, document) == "/rulings/0/rulebook"
    for version in ("99", "-1", "1.0", 0, {}):
        answer = table.api.post(
            f"{PREFIX}/games/import", json=document | {"game": document["game"] | {"rulebook": {"version": version}}}
        )
        assert [each["pointer"] for each in document_of(answer)["errors"]] == ["/game/rulebook/version"]


def test_a_ruling_older_than_its_game_is_refused(table: Table, document: Document) -> None:
    set_at("rulings/0/rulebook", "0")(document)
    assert refusal(table, document) == "/rulings/0/rulebook"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("reasons", []),
        ("reasons/0/code", "{discard.__class__}"),
        ("reasons/0/cards", ["7X"]),
        ("reasons/0/values", {"card": {"card": "7X"}}),
        ("reasons/0/values", {"sum": {"sum": [["7H"]]}}),
        ("reasons/0/values", {"names": [[[["Bo"]]]]}),
        ("reasons/0/missing", [{}]),
        ("facts/taken", ["7X"]),
        ("facts/bonus", "much"),
        ("facts/targets", [7]),
        ("facts/cards_to_knocker", {"discard": 1}),
        ("headline/code", "Bo wins"),
        ("doubts", [{"key": "DA-A1", "verdicts": ["perhaps"]}]),
        ("doubts", [{"key": "DA-A1", "verdicts": ["legal"], "others": []}]),
    ],
)
def test_what_no_release_ever_wrote_is_refused_with_its_place(
    table: Table, document: Document, path: str, value: object
) -> None:
    set_at(f"rulings/1/{path}", value)(older(document))
    answer = table.api.post(f"{PREFIX}/games/import", json=document)
    assert answer.status_code == 422, answer.text
    assert all(each["pointer"].startswith(f"/rulings/1/{path}") for each in document_of(answer)["errors"])
