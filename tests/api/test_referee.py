"""The referee over HTTP: every question works without a key, and nothing is stored."""

import json
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.variants.examples import EXAMPLES, Example
from scorekeeper.services.referee.ask import JUDGES
from scorekeeper.services.referee.situations import SITUATIONS
from scorekeeper.store.database import Base, db

from .conftest import DESCRIPTION, PREFIX, PROBLEM, CheckedClient, Table, document_of, only_sqlite, validate

pytestmark = only_sqlite

URL = f"{PREFIX}/referee"
CALL = {"discard": "6S", "table": [["3S", "4S", "5S"]], "discarder": "Eva", "callers": ["Ole"]}


@pytest.fixture
def api(app: Flask) -> FlaskClient:
    """A client without a key, which checks every response."""
    app.test_client_class = CheckedClient
    return app.test_client()


def ask(api: FlaskClient, question: str, situation: object, variant: str = "da-500", **more: Any) -> Any:
    return api.post(f"{URL}/{question}", json={"variant": variant, "situation": situation, **more})


def all_examples() -> list[Any]:
    return [
        pytest.param(question, each, id=f"{question}-{number}")
        for question, examples in EXAMPLES.items()
        for number, each in enumerate(examples)
    ]


def test_every_question_is_answered_and_has_an_example(app: Flask) -> None:
    assert JUDGES.keys() == SITUATIONS.keys() == EXAMPLES.keys()
    assert {f"/referee/{question}" for question in SITUATIONS} <= DESCRIPTION["paths"].keys()
    assert {each.variant for examples in EXAMPLES.values() for each in examples} == VARIANTS.keys()


@pytest.mark.parametrize(("question", "example"), all_examples())
def test_the_examples_of_the_description_are_true(api: FlaskClient, question: str, example: Example) -> None:
    described = DESCRIPTION["paths"][f"/referee/{question}"]["post"]["requestBody"]["content"]["application/json"]
    assert example.body in [each["value"] for each in described["examples"].values()]
    validate(example.body, described["schema"])
    answer = api.post(f"{URL}/{question}", json=example.body)
    assert answer.status_code == 200
    found = document_of(answer)
    assert found["verdict"] == example.verdict
    assert found["facts"] == example.facts
    assert found["reasons"]


def test_an_answer_names_rule_source_and_rulebook(api: FlaskClient) -> None:
    found = document_of(ask(api, "meld", {"cards": ["7♥", "8h", "10H"]}, house_rules={"target": 300, "dealer": None}))
    (reason,) = found["reasons"]
    assert reason["code"] == "not_consecutive"
    assert reason["text"] == "There’s a gap in 7♥, 8♥ and 10♥: the ranks of a run must follow each other."
    assert reason["cards"] == ["7H", "8H", "TH"]
    assert reason["rule"]["key"].startswith("DA-")
    assert reason["rule"]["source"]["title"]
    assert found["rulebook"]["variant"] == "da-500"
    assert found["rulebook"]["house_rules"]["target"] == 300
    assert found["rulebook"]["house_rules"].keys() == {option.key for option in VARIANTS["da-500"].options}


def test_a_penalty_names_who_pays(api: FlaskClient) -> None:
    found = document_of(ask(api, "rummy-call", CALL | {"discard": "7H"}))
    assert found["verdict"] == "illegal"
    assert found["penalties"] == [{"player": "Ole", "points": -50, "rule": "DA-38"}]


def test_nothing_is_stored_and_no_cookie_is_set(api: FlaskClient, app: Flask) -> None:
    answer = ask(api, "meld", {"cards": ["7H", "8H", "9H"]})
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    with app.app_context():
        for table in Base.metadata.sorted_tables:
            assert db.session.scalar(select(func.count()).select_from(table)) == 0


def test_the_database_is_not_needed(api: FlaskClient, app: Flask) -> None:
    with app.app_context():
        Base.metadata.drop_all(db.engine)
    assert ask(api, "meld", {"cards": ["7H", "8H", "9H"]}).status_code == 200


def test_a_language_that_nobody_speaks_here_gets_english(api: FlaskClient) -> None:
    body = {"variant": "da-500", "situation": {"cards": ["7H", "8H"]}}
    for language in ("tlh", "fr;q=0.9, en;q=0.1", "*", "", "x" * 500):
        answer = api.post(f"{URL}/meld", json=body, headers={"Accept-Language": language})
        assert document_of(answer)["reasons"][0]["text"].startswith("Only 2: a run needs")


@pytest.mark.parametrize("question", ["luck", "Meld", "meld/", "", "meld%2f"])
def test_an_unknown_question_is_404(api: FlaskClient, question: str) -> None:
    answer = ask(api, question, {"cards": []})
    assert answer.status_code == 404
    assert answer.mimetype == PROBLEM


def test_a_question_is_a_post(api: FlaskClient) -> None:
    assert api.get(f"{URL}/meld").status_code == 405


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ([], [""]),
        ("meld", [""]),
        (None, [""]),
        ({}, ["/variant", "/situation"]),
        ({"variant": 5, "situation": []}, ["/variant", "/situation"]),
        ({"variant": "gin", "situation": {"cards": []}}, ["/variant"]),
        ({"variant": "da-500", "situation": {}}, ["/situation/cards"]),
        ({"variant": "da-500", "situation": {"cards": None}}, ["/situation/cards"]),
        ({"variant": "da-500", "situation": {"cards": "7H"}}, ["/situation/cards"]),
        ({"variant": "da-500", "situation": {"cards": {"0": "7H"}}}, ["/situation/cards"]),
        ({"variant": "da-500", "situation": {"cards": []}}, ["/situation/cards"]),
        ({"variant": "da-500", "situation": {"cards": [["7H"], 8, None]}}, [f"/situation/cards/{n}" for n in range(3)]),
        (
            {"variant": "da-500", "situation": {"cards": ["1H", "7H", "7Ø"]}},
            ["/situation/cards/0", "/situation/cards/2"],
        ),
        ({"variant": "da-500", "situation": {"cards": ["7H", "8H", "7H"]}}, ["/situation/cards/2"]),
        ({"variant": "is-rommi", "situation": {"cards": ["7H", "8H", "JK"]}}, ["/situation/cards/2"]),
        ({"variant": "da-500", "situation": {"cards": ["7H"] * 10_000}}, ["/situation/cards"]),
        ({"variant": "da-500", "situation": {"cards": ["7H"], "card": 1}}, ["/situation/card"]),
        ({"variant": "da-500", "situation": {"cards": ["7H"], "a/b~": 1}}, ["/situation/a~1b~0"]),
        ({"variant": "da-500", "situation": {"cards": ["7H"]}, "player": 4}, ["/player"]),
        ({"variant": "da-500", "situation": {"cards": ["7H"]}, "players": 1}, ["/players"]),
        ({"variant": "da-500", "situation": {"cards": ["7H"]}, "players": True}, ["/players"]),
        ({"variant": "da-500", "situation": {"cards": ["7H"]}, "house_rules": []}, ["/house_rules"]),
        (
            {"variant": "da-500", "situation": {"cards": ["7H"]}, "house_rules": {"run_limit": 4}},
            ["/house_rules/run_limit"],
        ),
        (
            {"variant": "da-500", "situation": {"cards": ["7H"]}, "house_rules": {"target": "x"}},
            ["/house_rules/target"],
        ),
        (
            {"variant": "da-500", "situation": {"cards": ["7H"]}, "house_rules": {"jokers": [1]}},
            ["/house_rules/jokers"],
        ),
        ({"variant": "da-500", "situation": {"cards": ["7H"], "joker_as": ["7H", 5]}}, ["/situation/joker_as/1"]),
    ],
)
def test_what_is_malformed_gets_a_pointer_and_a_sentence(api: FlaskClient, body: Any, pointers: list[str]) -> None:
    answer = api.post(f"{URL}/meld", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 422, answer.text
    found = document_of(answer)
    assert [error["pointer"] for error in found["errors"]] == pointers
    assert all(error["detail"].endswith(".") for error in found["errors"])
    assert found["detail"]


@pytest.mark.parametrize(
    ("question", "situation", "pointer"),
    [
        ("opening", {"melds": "no"}, "/situation/melds"),
        ("opening", {"melds": [["7H"], "8H"]}, "/situation/melds/1"),
        ("opening", {"melds": [["7H", "8H", "9H"]], "joker_as": {"0": ["7H", "x"]}}, "/situation/joker_as/0/1"),
        ("opening", {"melds": [["7H", "8H", "9H"]], "joker_as": {"x": "7H"}}, "/situation/joker_as/x"),
        (
            "lay-off",
            {"table": [["7H", "8H", "9H"]], "move": {"card": "7H", "from": -1, "to": 0}},
            "/situation/move/from",
        ),
        ("joker-swap", {"meld": ["7H", "JK", "9H"], "offered": "8H", "from": "sleeve"}, "/situation/from"),
        ("pile", {"take": "nothing"}, "/situation/take"),
        ("pile", {"take": "whole_pile", "pile": ["7H"], "laid_off": [{"card": "7H"}]}, "/situation/laid_off/0/to"),
        ("rummy-call", CALL | {"callers": [""]}, "/situation/callers/0"),
        ("rummy-call", CALL | {"table": [["3S"] * 3]}, "/situation/table/0/1"),
        ("go-out", {"hand_after": [], "drawn_from": "air"}, "/situation/drawn_from"),
        ("table", {"before": [], "after": [], "seconds_used": -1}, "/situation/seconds_used"),
        ("table", {"before": [["7H"] * 500] * 300, "after": []}, "/situation/before"),
        ("round-score", {"players": {"Ida": {"cards": []}}}, "/situation/players/Ida/cards"),
        ("round-score", {"entered": {"Ida": 1.5}}, "/situation/entered/Ida"),
        ("game-end", {"totals": {"Ida": 10**30}}, "/situation/totals/Ida"),
        ("arrange", {"cards": ["7H"], "aim": "win"}, "/situation/aim"),
    ],
)
def test_every_question_points_to_its_errors(api: FlaskClient, question: str, situation: Any, pointer: str) -> None:
    answer = ask(api, question, situation)
    assert answer.status_code == 422, answer.text
    assert pointer in [error["pointer"] for error in document_of(answer)["errors"]]


@pytest.mark.parametrize("question", JUDGES)
def test_a_huge_body_is_refused_quickly(api: FlaskClient, question: str) -> None:
    """Refusing it takes no longer than parsing a small body."""
    keys = SITUATIONS[question].model_json_schema()["properties"]
    for value in (["7H"] * 100_000, [["xx"] * 400] * 300, {str(n): {"hand": ["7H"] * 9} for n in range(9_000)}):
        before = time.process_time()
        answer = ask(api, question, {next(iter(keys)): value})
        assert answer.status_code == 422
        assert len(answer.data) < 100_000
        assert time.process_time() - before < 1.0


@pytest.mark.parametrize(
    ("sent", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"variant":' * 60 + b"1" + b"}" * 60, "application/json", 400),
        (b'{"variant": NaN}', "application/json", 400),
        (b"{}", "text/plain", 415),
        (b" " * (1024 * 1024 + 1), "application/json", 413),
    ],
)
def test_what_is_no_json_is_refused(api: FlaskClient, sent: bytes, kind: str, status: int) -> None:
    answer = api.post(f"{URL}/meld", data=sent, content_type=kind)
    assert answer.status_code == status
    assert document_of(answer)["detail"]


JOKER_ON_TABLE = {"discard": "TH", "table": [["8H", "9H", "JK"]], "discarder": "Eva", "callers": ["Ole"]}


def test_what_a_joker_was_laid_as_is_asked_for_and_heard(api: FlaskClient) -> None:
    asked = ask(api, "rummy-call", JOKER_ON_TABLE).json
    found = (asked["verdict"], asked["facts"], asked["penalties"])
    assert found == ("undecided", {"joker_may_be": {"0": ["7H", "TH"]}}, [])
    asks = [(each["code"], each["missing"]) for each in asked["reasons"]]
    assert asks == [("joker_not_named", "/situation/table_joker_as/0")]
    ten = ask(api, "rummy-call", {**JOKER_ON_TABLE, "table_joker_as": {"0": "10♥"}}).json
    assert (ten["verdict"], [each["points"] for each in ten["penalties"]]) == ("illegal", [-50])
    seven = ask(api, "rummy-call", {**JOKER_ON_TABLE, "table_joker_as": {"0": ["7h"]}}).json
    assert (seven["verdict"], seven["facts"]["card_to"]) == ("legal", "Ole")


@pytest.mark.parametrize(
    ("question", "situation", "pointer"),
    [
        ("rummy-call", {**JOKER_ON_TABLE, "table_joker_as": {"0": "2C"}}, "/situation/table_joker_as/0"),
        ("rummy-call", {**JOKER_ON_TABLE, "table_joker_as": {"1": "7H"}}, "/situation/table_joker_as/1"),
        ("rummy-call", {**JOKER_ON_TABLE, "table_joker_as": {"x": "7H"}}, "/situation/table_joker_as/x"),
        ("rummy-call", {**JOKER_ON_TABLE, "table_joker_as": ["7H"]}, "/situation/table_joker_as"),
        ("rummy-call", {**JOKER_ON_TABLE, "table_joker_as": {"0": ["7H", "TH"]}}, "/situation/table_joker_as/0"),
        ("lay-off", {"table": [["7H", "8H", "9H"]], "cards": ["JK"], "joker_as": ["2C"]}, "/situation/joker_as/0"),
        (
            "go-out",
            {"hand_after": [], "table": [["7H", "8H", "9H"]], "laid_off": [{"card": "JK", "to": 0, "as": "2C"}]},
            "/situation/laid_off/0/as",
        ),
        (
            "go-out",
            {"hand_after": [], "table": [["7H", "8H", "9H"]], "laid_off": [{"card": "6H", "to": 0, "as": "6S"}]},
            "/situation/laid_off/0/as",
        ),
        (
            "pile",
            {"take": "whole_pile", "laid_new_melds": [["7H", "8H", "JK"]], "new_joker_as": {"0": "KD"}},
            "/situation/new_joker_as/0",
        ),
        (
            "table",
            {"before": [["7H", "8H", "JK"]], "after": [["7H", "8H", "JK"]], "before_joker_as": {"0": "KD"}},
            "/situation/before_joker_as/0",
        ),
    ],
)
def test_what_no_joker_can_be_is_refused_at_its_place(
    api: FlaskClient, question: str, situation: dict[str, Any], pointer: str
) -> None:
    refused = ask(api, question, situation)
    assert refused.status_code == 422
    assert [each["pointer"] for each in refused.json["errors"]] == [pointer]


def test_tiles_with_numbers_are_typed_by_colour_and_number_in_their_game_only(api: FlaskClient) -> None:
    """Answers have the codes; sentences say the number and the letter of its colour."""
    answer = document_of(ask(api, "meld", {"cards": ["R7", "r8", "JK", "R10"]}, "rummikub"))
    assert answer["facts"] == {
        **{"valid": True, "may_be_laid_now": True, "kind": "run", "points": 34},
        **{"joker_may_be": ["9H"], "declaration_required": False},
    }
    assert "R7" in answer["reasons"][0]["text"]
    assert answer["reasons"][0]["cards"][0] == "7H"
    again = document_of(ask(api, "meld", {"cards": ["7H", "8H", "JK", "10H"]}, "rummikub"))
    assert again["facts"] == answer["facts"]
    for variant in ("nb-rummy", "da-500"):
        refused = ask(api, "meld", {"cards": ["R7", "R8", "R9"]}, variant)
        assert refused.status_code == 422
        assert "Write rank" in refused.json["detail"] or "number and suit" in refused.json["detail"]
    assert "colour and number" in ask(api, "meld", {"cards": ["R14"]}, "rummikub").json["detail"]


def test_a_round_takes_and_keeps_tiles_by_colour_and_number(table: Table) -> None:
    game = table.game("rummikub", "Ida Ole")
    saved = document_of(game.enter({"closer": "Ida", "entries": {"Ole": {"hand": ["K13", "JK", "O2"]}}}))
    assert saved["rounds"][0]["entries"]["Ole"] == {"hand": ["KS", "JK", "2D"]}
    assert saved["totals"] == {"Ida": 45, "Ole": -45}
    refused = table.game("nb-rummy", "Ida Ole").enter({"closer": "Ida", "entries": {"Ole": {"hand": ["K13"]}}})
    assert refused.status_code == 422
