"""Making a game."""

import unicodedata
from typing import Any

import pytest

from .conftest import PREFIX, Table, document_of, only_sqlite, points

MOST = {"da-500": 7, "nb-rummy": 4, "de-romme": 6, "cs-500": 15, "is-rommi": 6}


def test_the_answer_is_the_game_with_its_address_and_keys(table: Table) -> None:
    answer = table.ask({"variant": "da-500", "players": ["Anna", "Bo"]})
    made = document_of(answer)
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{PREFIX}/games/{made['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert answer.headers["Cache-Control"] == "no-store"
    keys = made.pop("keys")
    assert keys["scorer"] != keys["viewer"]
    assert made == {
        "id": made["id"],
        "version": 1,
        "name": None,
        "variant": "da-500",
        "house_rules": {},
        "rulebook": made["rulebook"],
        "players": ["Anna", "Bo"],
        "rounds": [],
        "totals": {"Anna": 0, "Bo": 0},
        "status": "playing",
        "winners": [],
        "dealer": "Anna",
        "deal": {"cards": 7, "packs": 1, "jokers": 3},
        "warnings": [],
    }


def test_the_keys_are_shown_in_no_other_answer(table: Table) -> None:
    game = table.game()
    assert set(game.keys) == {"scorer", "viewer"}
    for key in game.keys.values():
        for address in ("", "/history", "/export"):
            assert key not in game.ask("GET", address).text


def test_what_is_given_comes_back(table: Table) -> None:
    made = table.game(name="Friday", dealer="Bo", house_rules={"target": 300, "past_target": True}).made
    assert made["name"] == "Friday"
    assert made["dealer"] == "Bo"
    assert made["house_rules"] == {"target": 300, "past_target": True}


def test_hidden_totals_are_for_clients_to_hide(table: Table) -> None:
    """They are in the answer; without the wish there is no such key."""
    game = table.game(hide_totals=True)
    game.enter(points(Anna=35, Bo=25, Cleo=-25))
    assert (game.see()["hide_totals"], game.see()["totals"]["Anna"]) == (True, 35)
    for given in (False, None):
        assert "hide_totals" not in table.game(hide_totals=given).made
    assert table.ask({"variant": "da-500", "players": ["Anna", "Bo"], "hide_totals": 1}).status_code == 422


def test_null_is_the_same_as_left_out(table: Table) -> None:
    made = table.game(name=None, dealer=None, house_rules=None).made
    assert (made["name"], made["dealer"], made["house_rules"]) == (None, "Anna", {})
    assert table.game(house_rules={"target": None}).made["house_rules"] == {}


def test_a_null_that_is_a_choice_is_kept(table: Table) -> None:
    game = table.game("nb-rummy", house_rules={"agreed_rounds": None})
    assert game.made["house_rules"] == {"agreed_rounds": None}
    for _ in range(4):
        game.enter({"closer": "Bo", "entries": {"Anna": {"minus": 1}, "Cleo": {"minus": 1}}})
    assert game.see()["status"] == "playing"


@pytest.mark.parametrize(("variant", "most"), MOST.items())
def test_as_many_play_as_the_game_allows(table: Table, variant: str, most: int) -> None:
    for number in (2, most):
        answer = table.ask({"variant": variant, "players": [f"P{i}" for i in range(number)]})
        assert answer.status_code == 201
    for number in (0, 1, most + 1):
        answer = table.ask({"variant": variant, "players": [f"P{i}" for i in range(number)]})
        assert answer.status_code == 422
        assert [error["pointer"] for error in document_of(answer)["errors"]] == ["/players"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna ", "Anna"),
        ("x" * 40, "x" * 40),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("A&amp;B", "A&amp;B"),
        ("🃏👩‍👩‍👧", "🃏👩‍👩‍👧"),
        ("שרה", "שרה"),
        ("مريم", "مريم"),
        ("Zoe\u0308", "Zoë"),
        ("a/b~c", "a/b~c"),
        ("=SUM(A1)", "=SUM(A1)"),
        ("__proto__", "__proto__"),
        ("0", "0"),
    ],
)
def test_names_are_trimmed_and_otherwise_come_back_letter_for_letter(table: Table, given: str, kept: str) -> None:
    game = table.take(table.ask({"variant": "da-500", "players": [given, "Bo"], "dealer": given}))
    assert game.made["players"] == [kept, "Bo"]
    assert unicodedata.is_normalized("NFC", game.see()["players"][0])
    round_ = {"closer": given, "entries": {given: {"points": 5}, "Bo": {"points": -5}}}
    assert document_of(game.enter(round_))["totals"] == {kept: 5, "Bo": -5}


@only_sqlite
@pytest.mark.parametrize(
    "players",
    [
        ["", "Bo"],
        ["   ", "Bo"],
        ["x" * 41, "Bo"],
        ["x" * 200, "Bo"],
        ["Bo", "Bo"],
        ["Bo", "bo"],
        ["Bo", " Bo "],
        ["STRASSE", "straße"],
        ["Zoë", "Zoe\u0308"],
        ["An\nna", "Bo"],
        ["An\x00na", "Bo"],
        ["An\x7fna", "Bo"],
        ["\u200b", "Bo"],
        ["\ud800", "Bo"],
        ["An\u2028na", "Bo"],
        [None, "Bo"],
        [7, "Bo"],
        [True, "Bo"],
        "Anna",
        {"Anna": 1, "Bo": 2},
        None,
    ],
)
def test_names_that_cannot_be_are_refused_with_their_place(table: Table, players: Any) -> None:
    answer = table.ask({"variant": "da-500", "players": players})
    assert answer.status_code == 422
    assert all(error["pointer"].startswith("/players") for error in document_of(answer)["errors"])


@only_sqlite
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"players": ["Anna", "Bo"]}, "/variant"),
        ({"variant": "da-500"}, "/players"),
        ({"variant": "gin", "players": ["Anna", "Bo"]}, "/variant"),
        ({"variant": 500, "players": ["Anna", "Bo"]}, "/variant"),
        ({"variant": "da-500", "players": ["Anna", "Bo"], "dealer": "Cleo"}, "/dealer"),
        ({"variant": "da-500", "players": ["Anna", "Bo"], "name": "x" * 81}, "/name"),
        ({"variant": "da-500", "players": ["Anna", "Bo"], "name": "a\x07"}, "/name"),
        ({"variant": "da-500", "players": ["Anna", "Bo"], "keys": {}}, "/keys"),
        ({"variant": "da-500", "players": ["Anna", "Bo"], "a/b~": 1}, "/a~1b~0"),
        ({"variant": "da-500", "players": ["Anna", "Bo"], "house_rules": []}, "/house_rules"),
        ([], ""),
        ("da-500", ""),
        (7, ""),
    ],
)
def test_an_error_has_a_pointer_to_its_place(table: Table, body: object, pointer: str) -> None:
    answer = table.api.post(f"{PREFIX}/games", json=body)
    assert answer.status_code == 422
    assert [error["pointer"] for error in document_of(answer)["errors"]] == [pointer]


@only_sqlite
@pytest.mark.parametrize(
    ("variant", "option", "choice"),
    [
        ("da-500", "target", 0),
        ("da-500", "target", 100_000),
        ("da-500", "target", "500"),
        ("da-500", "target", 500.0),
        ("da-500", "target", True),
        ("da-500", "target", [500]),
        ("da-500", "target", {}),
        ("da-500", "past_target", 1),
        ("da-500", "past_target", "true"),
        ("da-500", "fixed_rounds", 0),
        ("da-500", "fixed_rounds", 1000),
        ("da-500", "jokers", 7),
        ("da-500", "jokers", -1),
        ("da-500", "tie", "never"),
        ("da-500", "agreed_rounds", 3),
        ("nb-rummy", "run_limit", 5),
        ("nb-rummy", "agreed_rounds", 1000),
        ("nb-rummy", "target", 500),
        ("de-romme", "jokers", 3),
        ("de-romme", "twos_wild", 0),
        ("cs-500", "ace", "high"),
        ("is-rommi", "settlement", "money"),
        ("is-rommi", "nonsense", None),
    ],
)
def test_an_option_or_choice_that_is_named_nowhere_is_refused(
    table: Table, variant: str, option: str, choice: Any
) -> None:
    body = {"variant": variant, "players": ["Anna", "Bo"], "house_rules": {option: choice}}
    answer = table.ask(body)
    assert answer.status_code == 422
    assert [error["pointer"] for error in document_of(answer)["errors"]] == [f"/house_rules/{option}"]


def test_options_that_exclude_each_other_are_refused(table: Table) -> None:
    rules = {"runs_only": True, "sets_only": True}
    assert table.ask({"variant": "da-500", "players": ["A", "B"], "house_rules": rules}).status_code == 422


def test_all_errors_are_listed_at_once(table: Table) -> None:
    answer = table.ask({"variant": "da-500", "players": ["", "x" * 41], "dealer": 5, "foo": 1})
    found = {error["pointer"] for error in document_of(answer)["errors"]}
    assert found == {"/players/0", "/players/1", "/dealer", "/foo"}


@pytest.mark.parametrize(
    ("variant", "players", "rules", "deal"),
    [
        ("da-500", 2, {"jokers": 0}, {"cards": 7, "packs": 1, "jokers": 0}),
        ("nb-rummy", 4, {}, {"cards": 14, "packs": 2, "jokers": 2}),
        ("de-romme", 3, {"jokers": 6}, {"cards": 13, "packs": 2, "jokers": 6}),
        ("cs-500", 2, {}, {"cards": 13, "packs": 1, "jokers": 2}),
        ("cs-500", 4, {}, {"cards": 7, "packs": 1, "jokers": 2}),
        ("cs-500", 5, {}, {"cards": 7, "packs": 2, "jokers": 4}),
    ],
)
def test_the_game_shows_the_next_deal(
    table: Table, variant: str, players: int, rules: dict[str, Any], deal: dict[str, int]
) -> None:
    names = " ".join(f"P{i}" for i in range(players))
    assert table.game(variant, names, house_rules=rules).made["deal"] == deal
