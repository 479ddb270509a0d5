"""A game's rulings over HTTP, and in exports and imports."""

import copy
from typing import Any

import pytest
from werkzeug.test import TestResponse

from .conftest import PREFIX, Game, Table, document_of, only_sqlite, points, validate, without_version

CALL: dict[str, Any] = {
    "question": "rummy-call",
    "situation": {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Anna", "callers": ["Bo"]},
    "claims": {"Bo": "legal", "Cleo": "illegal"},
    "words": {"Bo": "the six fits"},
    "by": "Cleo",
}
MELD = {"question": "meld", "situation": {"cards": ["3C", "JK", "5C", "JK", "7C"]}}
ROUND = points(Anna=35, Bo=25, Cleo=-25)


def ask(game: Game, body: dict[str, Any] = CALL, **more: Any) -> dict[str, Any]:
    answer = game.ask("POST", "/rulings", {**body, **more})
    assert answer.status_code == 201, answer.text
    return document_of(answer)


def decide(game: Game, ruling: str, action: str, body: object = None, **headers: str) -> TestResponse:
    return game.ask(
        "POST", f"/rulings/{ruling}/{action}", body, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


@pytest.fixture
def game(table: Table) -> Game:
    """A game with a round."""
    game = table.game()
    assert game.enter(ROUND).status_code == 201
    return game


def test_a_ruling_is_kept_with_an_address_and_leaves_the_game_as_it_was(game: Game) -> None:
    before = game.see()
    answer = game.ask("POST", "/rulings", CALL)
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{game.url}/rulings/1"
    given = document_of(answer)
    assert (given["id"], given["status"], given["verdict"], given["round"]) == ("1", "given", "illegal", 2)
    assert given["claims"] == CALL["claims"]
    assert given["words"] == CALL["words"]
    assert given["supported"] == ["Cleo"]
    assert given["penalties"] == [{"player": "Bo", "points": -50, "rule": "DA-38"}]
    assert document_of(game.ask("GET", "/rulings/1")) == given
    assert document_of(game.ask("GET", "/rulings")) == {"rulings": [given]}
    assert game.see() == before


def test_an_accepted_penalty_is_a_line_beside_final_points(game: Game) -> None:
    ask(game)
    seen = document_of(decide(game, "1", "accept", {"by": "Anna", "why": "he agreed", "round": 1}))
    (round_,) = seen["rounds"]
    assert round_["entries"]["Bo"] == {"points": 25}
    assert round_["lines"]["Bo"] == [{"points": 25, "rule": None}, {"points": -50, "rule": "DA-38", "ruling": "1"}]
    assert (round_["scores"]["Bo"], seen["totals"]["Bo"]) == (-25, -25)
    decision = document_of(game.ask("GET", "/rulings/1"))["decision"]
    assert (decision["by"], decision["why"], decision["round"]) == ("Anna", "he agreed", 1)
    (*_, accepted) = game.history()
    assert (accepted["what"], accepted["round"], accepted["who"]) == ("accept", 1, "Anna")
    assert accepted["before"]["scores"]["Bo"] == 25
    assert accepted["after"]["scores"]["Bo"] == -25
    assert accepted["ruling"]["status"] == "accepted"


def test_the_running_round_gets_it_when_it_is_entered_and_revoking_takes_it_back(game: Game) -> None:
    ask(game)
    assert document_of(decide(game, "1", "accept"))["totals"]["Bo"] == 25
    assert document_of(game.enter(ROUND))["totals"]["Bo"] == 0
    assert document_of(game.correct(2, points(Anna=5, Bo=5, Cleo=5)))["totals"]["Bo"] == -20
    assert document_of(decide(game, "1", "revoke", {"by": "Bo"}))["totals"]["Bo"] == 30
    assert document_of(game.undo())["totals"]["Bo"] == -20


def test_an_overruled_one_costs_nothing_and_is_in_the_history(game: Game) -> None:
    ask(game)
    assert document_of(decide(game, "1", "overrule", {"by": "Anna", "why": "late"}))["totals"] == ROUND_TOTALS
    (*_, overruled) = game.history()
    assert (overruled["what"], overruled["round"], overruled["before"]) == ("overrule", None, None)


ROUND_TOTALS = {"Anna": 35, "Bo": 25, "Cleo": -25}


def test_a_reading_becomes_the_house_rule(game: Game) -> None:
    given = ask(game, MELD)
    assert not given["settled"]
    option = next(reading for reading in given["readings"] if reading["option"] == "joker_limit")
    seen = document_of(decide(game, "1", "adopt", {"option": "joker_limit", "choice": option["choice"]}))
    assert seen["house_rules"] == {"joker_limit": option["choice"]}
    assert ask(game, MELD)["settled"]
    changed = game.history()[-1]
    assert (changed["what"], changed["ruling"]) == (
        "settings",
        {"id": "1", "status": "given", "round": None, "penalties": []},
    )
    assert changed["after"] == {**changed["before"], "house_rules": seen["house_rules"]}


def test_what_changes_no_verdict_is_settled_and_adopted_all_the_same(game: Game) -> None:
    fits_nowhere = {**CALL, "situation": {**CALL["situation"], "discard": "KH"}}
    given = ask(game, fits_nowhere)
    assert (given["settled"], given["readings"]) == (True, [])
    assert [reason["rule"]["key"] for reason in given["reasons"]] == ["DA-38", "DA-A20"]
    seen = document_of(decide(game, "1", "adopt", {"option": "false_call_due"}))
    assert seen["house_rules"] == {"false_call_due": "at_once"}
    assert [reason["code"] for reason in ask(game, fits_nowhere)["reasons"]] == ["fits_nowhere", "due_at_once"]


def test_a_viewer_reads_but_neither_asks_nor_decides(game: Game) -> None:
    ask(game)
    viewer = game.keys["viewer"]
    assert game.ask("GET", "/rulings", key=viewer).status_code == 200
    assert game.ask("POST", "/rulings", CALL, key=viewer).status_code == 403
    for action in ("accept", "overrule", "revoke", "adopt"):
        assert game.ask("POST", f"/rulings/1/{action}", {}, key=viewer).status_code == 403


def test_another_games_key_opens_no_ruling(game: Game, table: Table) -> None:
    ask(game)
    other = table.game().keys["scorer"]
    for method, action in (("GET", "/rulings"), ("GET", "/rulings/1"), ("POST", "/rulings/1/accept")):
        assert game.ask(method, action, key=other).status_code == 401
        assert game.ask(method, action, key="").status_code == 401


def test_a_decision_is_guarded_like_any_change(game: Game) -> None:
    ask(game)
    assert decide(game, "1", "accept", if_match='"1"').status_code == 412
    first = decide(game, "1", "accept", idempotency_key="k")
    again = decide(game, "1", "accept", idempotency_key="k")
    assert (first.status_code, again.status_code, first.json) == (200, 200, again.json)
    assert decide(game, "1", "revoke", idempotency_key="k").status_code == 422
    assert decide(game, "1", "accept").status_code == 409


@only_sqlite
@pytest.mark.parametrize(
    ("action", "body", "status", "pointers"),
    [
        ("", {"question": "meld", "situation": {"cards": ["7X"]}}, 422, ["/situation/cards/0"]),
        ("", {"question": "arrange", "situation": {}}, 422, ["/question"]),
        ("", MELD | {"round": 7}, 422, ["/round"]),
        ("", MELD | {"claims": {"Dagny": "legal"}}, 422, ["/claims/Dagny"]),
        ("", MELD | {"claims": {"Anna": "x" * 201}}, 422, ["/claims/Anna"]),
        ("", [], 422, [""]),
        ("/1/accept", {"round": 7}, 422, ["/round"]),
        ("/1/accept", {"by": 5}, 422, ["/by"]),
        ("/1/adopt", {}, 422, ["/option"]),
        ("/1/adopt", {"option": "target"}, 422, ["/option"]),
        ("/1/revoke", {}, 409, None),
        ("/2/accept", {}, 404, None),
        ("/x/accept", {}, 404, None),
    ],
)
def test_what_cannot_be_is_refused(
    game: Game, action: str, body: object, status: int, pointers: list[str] | None
) -> None:
    ask(game)
    before = game.see()
    answer = game.ask("POST", f"/rulings{action}", body)
    assert answer.status_code == status, answer.text
    if pointers is not None:
        assert [error["pointer"] for error in document_of(answer)["errors"]] == pointers
    assert game.see() == before
    assert len(document_of(game.ask("GET", "/rulings"))["rulings"]) == 1


@pytest.fixture
def disputed(game: Game) -> Game:
    """A game with a ruling of every kind, undone and redone."""
    ask(game)
    decide(game, "1", "accept", {"by": "Anna"})
    game.enter(ROUND)
    ask(game, MELD)
    decide(game, "2", "overrule", {"why": "late"})
    ask(game, {"question": "hand-value", "situation": {"cards": ["KS", "JK"]}}, round=1, by=None)
    peek = {"take": "whole_pile", "pile": ["3S", "8D"], "hand_before": ["KC", "QC"], "laid_new_melds": []}
    ask(game, {"question": "pile", "situation": peek})
    decide(game, "4", "accept", {"player": "Cleo", "round": 1})
    decide(game, "1", "revoke", {"by": "Bo"})
    game.undo()
    game.redo()
    decide(game, "2", "adopt", {"option": "joker_limit"})
    game.undo()
    game.redo()
    decide(game, "1", "accept", {"round": 2})
    game.undo()
    return game


def take_in(table: Table, document: object) -> Game:
    return table.take(table.api.post(f"{PREFIX}/games/import", json=document))


def exported(game: Game) -> dict[str, Any]:
    return document_of(game.ask("GET", "/export"))


def test_an_export_carries_rulings_as_codes_and_an_import_takes_them_in(disputed: Game, table: Table) -> None:
    document = exported(disputed)
    validate(document, {"$ref": "#/components/schemas/Export"})
    assert [ruling["status"] for ruling in document["rulings"]] == ["revoked", "overruled", "given", "accepted"]
    assert "text" not in str(document["rulings"])
    taken = take_in(table, document)
    new_id = {"id": taken.made["id"]}
    assert without_version(taken.see()) == without_version(disputed.see()) | new_id
    assert taken.history() == disputed.history()
    assert document_of(taken.ask("GET", "/rulings")) == document_of(disputed.ask("GET", "/rulings"))
    assert {**exported(taken), "game": None} == {**document, "game": None}


def test_what_was_imported_is_undone_redone_and_decided_like_the_first(disputed: Game, table: Table) -> None:
    taken = take_in(table, exported(disputed))
    for step in ("/redo", *["/undo"] * 10, *["/redo"] * 10, "/rulings/3/accept", "/rulings/2/accept"):
        first, second = disputed.ask("POST", step), taken.ask("POST", step)
        assert first.status_code == second.status_code
        if first.status_code == 200:
            expected = without_version(document_of(first)) | {"id": taken.made["id"]}
            assert without_version(document_of(second)) == expected


def change(document: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return the document with another value at `path`."""
    changed = copy.deepcopy(document)
    part: Any = changed
    *outer, last = path.split("/")
    for key in outer:
        part = part[int(key) if isinstance(part, list) else key]
    part[int(last) if isinstance(part, list) else last] = value
    return changed


@only_sqlite
@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("rulings/0/id", "2", "/rulings/0/id"),
        ("rulings/0/question", "arrange", "/rulings/0/question"),
        ("rulings/0/question", "luck", "/rulings/0/question"),
        ("rulings/0/when", "yesterday", "/rulings/0/when"),
        ("rulings/0/when", "0001-01-01T00:00:00+14:00", "/rulings/0/when"),
        ("rulings/0/status", "accepted", "/rulings/0/status"),
        ("rulings/0/verdict", "legal", "/rulings/0/verdict"),
        ("rulings/0/rulebook", "0", "/rulings/0/rulebook"),
        ("rulings/0/house_rules", {"run_limit": 4}, "/rulings/0/house_rules/run_limit"),
        ("rulings/0/players", 2_000, "/rulings/0/players"),
        ("rulings/0/situation/discard", "7X", "/rulings/0/situation/discard"),
        ("rulings/0/situation/discard", "6S", "/rulings/0/verdict"),
        ("rulings/0/reasons", [], "/rulings/0/reasons"),
        ("rulings/0/facts", {"card_to": "Bo"}, "/rulings/0/facts"),
        ("rulings/0/penalties/0/points", -500, "/rulings/0/penalties"),
        ("rulings/0/penalties/0/player", "Dagny", "/rulings/0/penalties"),
        ("rulings/0/penalties", [], "/rulings/0/penalties"),
        ("rulings/0/claims", {"Dagny": "legal"}, "/rulings/0/claims"),
        ("rulings/0/words", {"Dagny": "no"}, "/rulings/0/words"),
        ("rulings/1/doubts", [{}], "/rulings/1/doubts/0/key"),
        ("rulings/0/extra", 1, "/rulings/0/extra"),
        ("rulings", [], "/history/1/ruling/id"),
        ("rulings", {}, "/rulings"),
        ("history/1/ruling", None, "/history/1/ruling"),
        ("history/1/ruling/id", "7", "/history/1/ruling/id"),
        ("history/1/ruling/status", "overruled", "/history/1/ruling"),
        ("history/1/ruling/round", 3, "/history/1/ruling/round"),
        ("history/1/ruling/penalties/0/points", -5, "/history/1/ruling"),
        ("history/1/what", "revoke", "/history/1/ruling/id"),
        ("history/4/ruling/penalties/0/player", "Bo", "/game/totals"),
        ("history/8/ruling", None, "/history/9/ruling"),  # its undo still names the ruling
        ("history/8/ruling/id", "7", "/history/8/ruling/id"),
        ("history/8/ruling/id", "1", "/history/8/ruling"),
        ("history/8/ruling/status", "accepted", "/history/8/ruling"),
        ("history/2/after/lines/Bo/1/ruling", "2", "/history/2/after"),
        ("game/rounds/0/lines/Cleo/1/points", 0, "/game/rounds"),
    ],
)
def test_an_altered_ruling_is_refused_with_its_place(
    disputed: Game, table: Table, path: str, value: object, pointer: str
) -> None:
    document = exported(disputed)
    answer = table.api.post(f"{PREFIX}/games/import", json=change(document, path, value))
    assert answer.status_code == 422, answer.text
    assert pointer in [error["pointer"] for error in document_of(answer)["errors"]]


def test_a_ruling_keeps_what_jokers_were_laid_as(game: Game) -> None:
    situation = {
        "hand_after": [],
        "table": [["8H", "9H", "JK"]],
        "table_joker_as": {"0": ["7H"]},
        "laid_off": [{"card": "TH", "to": 0}, {"card": "JK", "to": 0, "as": "JH"}],
        "laid_new_melds": [["5S", "JK", "7S"]],
        "new_joker_as": {"0": "6S"},
        "discard": "3C",
    }
    given = ask(game, {"question": "go-out", "situation": situation})
    assert given["verdict"] == "legal", given["reasons"]
    kept = document_of(game.ask("GET", f"/rulings/{given['id']}"))["situation"]
    again = ask(game, {"question": "go-out", "situation": kept})
    assert (again["verdict"], again["facts"]) == (given["verdict"], given["facts"])
    assert kept["laid_off"][1]["as"] == "JH"
    assert {key: kept[key] for key in ("table_joker_as", "new_joker_as")} == {
        key: situation[key] for key in ("table_joker_as", "new_joker_as")
    }


def test_a_question_about_a_turn_counts_those_still_in(table: Table) -> None:
    """Once two are left, one of them may discard a card that fits (SC-25)."""
    game = table.game("it-scala40", "Anna Bo Cleo")
    turn = {
        "question": "go-out",
        "situation": {"table": [["4H", "5H", "6H"]], "discard": "7H", "hand_after": ["QD"]},
    }

    def verdict(**more: object) -> str:
        return str(document_of(game.ask("POST", "/rulings", {**turn, **more}))["verdict"])

    assert verdict() == "illegal"
    assert game.enter(points("Anna", Anna=0, Bo=20, Cleo=120)).status_code == 201
    assert game.see()["out"] == ["Cleo"]
    assert verdict() == "legal"
    assert verdict(round=1) == "illegal"
    everybody = {"question": "game-end", "situation": {"totals": {"Anna": 0, "Bo": 20, "Cleo": 120}}}
    assert game.ask("POST", "/rulings", everybody).status_code == 201
