"""A game is exported as a document and imported again."""

import copy
import csv
import io
from typing import Any

import pytest

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.transfer import export

from .conftest import PREFIX, ROUND, Game, Table, document_of, only_sqlite, points, without_version

pytestmark = pytest.mark.both_databases  # many rows at once

OTHER = points("Anna", Anna=50, Bo=-10, Cleo=5)


@pytest.fixture
def played(table: Table) -> Game:
    """A game with one change of each kind."""
    game = table.game(name="Friday", dealer="Bo", house_rules={"target": 300})
    game.enter(ROUND | {"by": "Anna", "why": "first"})
    game.enter(
        {"closer": "Anna", "entries": {"Anna": {"hand": []}, "Bo": {"minus": 20, "peeks": 1}, "Cleo": {"hand": ["KS"]}}}
    )
    game.correct(1, OTHER | {"by": "Bo"})
    game.enter(points(Anna=33, Bo=0, Cleo=0) | {"accept_warnings": True})
    game.void(2, "?by=Cleo&why=wrong")
    game.end()
    game.undo({"by": "Anna"})
    game.undo()
    game.redo()
    game.enter({"closer": None, "how": "stock_empty", "entries": {n: {"minus": 5} for n in ("Anna", "Bo", "Cleo")}})
    game.undo()
    return game


def exported(game: Game) -> dict[str, Any]:
    return document_of(game.ask("GET", "/export"))


def take_in(table: Table, document: object) -> Game:
    return table.take(table.api.post(f"{PREFIX}/games/import", json=document))


@only_sqlite
def test_hidden_totals_stay_hidden(table: Table) -> None:
    """The document has the totals all the same."""
    game = table.game(hide_totals=True)
    game.enter(ROUND)
    document = exported(game)
    assert document["start"]["hide_totals"] is document["game"]["hide_totals"] is True
    assert document["game"]["totals"]
    assert take_in(table, document).made["hide_totals"] is True
    without_start = {key: value for key, value in document.items() if key != "start"}
    assert take_in(table, without_start).made["hide_totals"] is True


def test_the_document_holds_the_game_without_keys_and_the_history(played: Game) -> None:
    document = exported(played)
    assert document["format_version"] == 1
    assert document["game"] == played.see()
    assert document["history"] == played.history()
    assert document["rulings"] == []


def test_an_imported_game_is_the_same_with_new_id_and_keys(table: Table, played: Game) -> None:
    document = exported(played)
    taken = take_in(table, document)
    assert taken.made["id"] != played.made["id"]
    assert not set(taken.keys.values()) & set(played.keys.values())
    assert taken.made["id"] in taken.url
    new_id = {"id": taken.made["id"]}
    assert without_version(taken.see()) == without_version(played.see()) | new_id
    assert taken.history() == played.history()
    assert {**exported(taken), "game": None} == {**document, "game": None}
    assert taken.ask("GET", key=played.keys["scorer"]).status_code == 401


def test_an_imported_game_is_undone_and_redone_like_the_first(table: Table, played: Game) -> None:
    taken = take_in(table, exported(played))
    for action in ["/redo", *["/undo"] * 7, *["/redo"] * 7]:
        first, second = played.ask("POST", action), taken.ask("POST", action)
        assert first.status_code == second.status_code
        if first.status_code == 200:
            expected = without_version(document_of(first)) | {"id": taken.made["id"]}
            assert without_version(document_of(second)) == expected


def test_an_imported_game_is_played_on(table: Table, played: Game) -> None:
    taken = take_in(table, exported(played))
    before = taken.see()
    after = document_of(taken.enter(ROUND))
    assert after["version"] == before["version"] + 1
    assert after["totals"]["Anna"] == before["totals"]["Anna"] + 35


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_of_every_variant_goes_out_and_in(table: Table, variant: str) -> None:
    game = table.game(variant)
    hands = {"Anna": {"hand": ["KS"]}, "Bo": {"hand": []}, "Cleo": {"minus": 10}}
    hands = {name: hands[name] for name in game.see()["players"]}
    entries = hands if VARIANTS[variant].has_cards else {name: {"points": -7} for name in hands}
    assert game.enter({"closer": "Bo", "entries": entries}).status_code == 201
    taken = take_in(table, exported(game))
    assert without_version(taken.see()) == without_version(game.see()) | {"id": taken.made["id"]}


def test_an_empty_game_goes_out_and_in(table: Table) -> None:
    game = table.game(house_rules={"dealer": "winner"}, dealer="Cleo")
    assert without_version(take_in(table, exported(game)).see())["dealer"] == "Cleo"


def change(path: str, value: Any) -> Any:
    """Return a function that sets the value at a path of an export."""

    def changed(document: dict[str, Any]) -> dict[str, Any]:
        document = copy.deepcopy(document)
        part: Any = document
        *outer, last = path.split("/")
        for key in outer:
            part = part[int(key) if isinstance(part, list) else key]
        part[int(last) if isinstance(part, list) else last] = value
        return document

    return changed


@only_sqlite
@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("format_version", 2, "/format_version"),
        ("format_version", 0, "/format_version"),
        ("format_version", "1", "/format_version"),
        ("format_version", None, "/format_version"),
        ("format_version", True, "/format_version"),
        ("extra", 1, "/extra"),
        ("history", None, "/history"),
        ("history", {}, "/history"),
        ("game", [], "/game"),
        ("game/variant", "gin", "/game/variant"),
        ("game/totals", {"Anna": 1}, "/game/totals"),
        ("game/rounds", [], "/game/rounds"),
        ("game/players", ["Anna", "Bo"], "/game/players"),
        ("game/status", "ended", "/game/status"),
        ("start/players", ["", "Bo", "Cleo"], "/start/players/0"),
        ("start/house_rules", {"nonsense": 1}, "/start/house_rules/nonsense"),
        ("history/0/number", 2, "/history/0/number"),
        ("history/0/what", "nonsense", "/history/0/what"),
        ("history/0/what", "undo", "/history/0/what"),
        ("history/0/round", 5, "/history/0/round"),
        ("history/0/when", "yesterday", "/history/0/when"),
        ("history/0/who", "x" * 201, "/history/0/who"),
        ("history/0/after", None, "/history/0/after/entries"),
    ],
)
def test_a_document_that_does_not_hold_together_is_refused(
    table: Table, played: Game, path: str, value: Any, pointer: str
) -> None:
    answer = table.api.post(f"{PREFIX}/games/import", json=change(path, value)(exported(played)))
    assert answer.status_code == 422
    assert pointer in [error["pointer"] for error in document_of(answer)["errors"]]


@only_sqlite
@pytest.mark.parametrize(
    "body", [{}, [], "text", 5, {"format_version": 1}, {"format_version": 1, "game": {}, "history": []}]
)
def test_what_is_no_export_is_refused(table: Table, body: Any) -> None:
    assert table.api.post(f"{PREFIX}/games/import", json=body).status_code == 422


def rows(game: Game, accept: str = "text/csv") -> list[list[str]]:
    answer = game.ask("GET", "/export", headers={"Accept": accept})
    assert (answer.status_code, answer.content_type) == (200, "text/csv; charset=utf-8")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "Accept" in answer.headers["Vary"]
    text = answer.data.decode()
    assert text.count("\r\n") == text.count("\n")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_csv_has_a_row_a_round_and_a_column_a_player(game: Game) -> None:
    game.enter(ROUND)
    game.enter({"closer": None, "how": "stock_empty", "entries": {n: {"minus": 5} for n in ("Anna", "Bo", "Cleo")}})
    game.void(1)
    assert rows(game) == [
        ["round", "closer", "how", "voided", "Anna", "Bo", "Cleo"],
        ["1", "Bo", "out", "true", "35", "25", "-25"],
        ["2", "", "stock_empty", "false", "-5", "-5", "-5"],
    ]


def test_csv_of_an_empty_game_is_its_head(game: Game) -> None:
    assert rows(game) == [["round", "closer", "how", "voided", "Anna", "Bo", "Cleo"]]


def test_no_name_is_taken_for_a_formula(table: Table) -> None:
    names = ["=1+1", "+2", "-3", "@x", 'a"b,c', "ok=1"]
    game = table.take(table.ask({"variant": "da-500", "players": names}))
    game.enter({"closer": "=1+1", "entries": {name: {"points": -5} for name in names}})
    head, row = rows(game)
    assert head[4:] == ["'=1+1", "'+2", "'-3", "'@x", 'a"b,c', "ok=1"]
    assert row == ["1", "'=1+1", "out", "false", *["-5"] * 6]


def test_no_other_sign_of_a_formula_gets_through(table: Table) -> None:
    """Some spreadsheets read full-width signs as formula signs; only the CSV is escaped, not the stored names."""
    names = ["＝1+1", "＋2", "－3", "＠x", "1＝1"]
    game = table.take(table.ask({"variant": "da-500", "players": names}))
    (head,) = rows(game)
    assert head[4:] == ["'＝1+1", "'＋2", "'－3", "'＠x", "1＝1"]
    assert game.see()["players"] == names
    for sign in "\t\r\n":
        assert export.no_formula(f"{sign}=1") == f"'{sign}=1"


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("text/csv", "text/csv"),
        ("text/*", "text/csv"),
        ("text/csv, */*;q=0.1", "text/csv"),
        ("text/csv, */*", "text/csv"),
        ("application/json;q=0.5, text/csv", "text/csv"),
        ("*/*", "application/json"),
        ("application/json, text/csv;q=0.9", "application/json"),
        ("text/csv;q=0", "application/json"),
        ("image/png", "application/json"),
        ("", "application/json"),
    ],
)
def test_what_is_asked_for_is_sent(game: Game, accept: str, kind: str) -> None:
    answer = game.ask("GET", "/export", headers={"Accept": accept})
    assert answer.mimetype == kind
    assert "Accept" in answer.headers["Vary"]
