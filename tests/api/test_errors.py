"""Every error under /api/ is a problem document (RFC 9457)."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.views import loading

from .conftest import PREFIX, PROBLEM, ROUND, Game, Table, document_of


@pytest.mark.parametrize(
    "address", ["/api", "/api/", "/api/v1", "/api/v2/games", "/api/v1/nothing", "/api/v1/games/x/y", "/api/v1/games/"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_address(table: Table, address: str, method: str) -> None:
    answer = table.api.open(address, method=method)
    assert (answer.status_code, answer.mimetype) == (404, PROBLEM)
    assert document_of(answer).keys() == {"title", "status", "detail"}


@pytest.mark.parametrize(
    ("method", "action", "allowed"),
    [
        ("DELETE", "", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/rounds", {"POST", "OPTIONS"}),
        ("POST", "/rounds/1", {"PUT", "DELETE", "OPTIONS"}),
        ("GET", "/undo", {"POST", "OPTIONS"}),
        ("PATCH", "/history", {"GET", "HEAD", "OPTIONS"}),
        ("TRACE", "/export", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_method_that_is_not_taken(game: Game, method: str, action: str, allowed: set[str]) -> None:
    answer = game.ask(method, action)
    assert (answer.status_code, answer.mimetype) == (405, PROBLEM)
    assert set(answer.headers["Allow"].split(", ")) == allowed


def test_options_lists_the_methods_and_head_is_get_without_its_body(game: Game) -> None:
    assert set(game.ask("OPTIONS", "/rounds/1").headers["Allow"].split(", ")) == {"PUT", "DELETE", "OPTIONS"}
    for address in ("", "/history", "/export"):
        get, head = game.ask("GET", address), game.ask("HEAD", address)
        assert (head.status_code, head.data) == (200, b"")
        assert head.headers["Content-Length"] == get.headers["Content-Length"]
        assert game.ask("HEAD", address, key="wrong").status_code == 401


def test_an_unknown_address_of_the_pages_is_a_page(client: FlaskClient) -> None:
    answer = client.get("/nothing")
    assert (answer.status_code, answer.mimetype) == (404, "text/html")


def test_a_mistake_of_ours_is_a_problem_without_details(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("secret")

    game.app.testing = False
    monkeypatch.setattr(loading, "load_game", fail)
    answer = game.ask("GET")
    assert (answer.status_code, answer.mimetype) == (500, PROBLEM)
    assert "secret" not in answer.text


def test_a_mistake_of_ours_in_the_database_is_no_trouble_of_its(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import IntegrityError

    def fail(*_: Any) -> None:
        raise IntegrityError("INSERT", {}, Exception("locked"))

    game.app.testing = False
    monkeypatch.setattr(loading, "load_game", fail)
    assert game.ask("GET").status_code == 500


def test_the_api_needs_no_token_of_a_form_and_sets_no_cookie(app: Flask, game: Game) -> None:
    assert app.config.get("WTF_CSRF_ENABLED", True)
    assert "Set-Cookie" not in game.enter(ROUND).headers


def test_a_cookie_of_the_pages_opens_nothing(game: Game) -> None:
    game.api.set_cookie("device", game.keys["scorer"])
    assert game.ask("GET", key=None).status_code == 401


def test_the_detail_is_the_sentences_of_what_is_wrong(table: Table) -> None:
    problem = document_of(table.ask({"variant": "da-500", "players": ["", "Bo"], "foo": 1}))
    assert problem["title"] == "Unprocessable Entity"
    assert problem["detail"] == " ".join(error["detail"] for error in problem["errors"])


def test_a_long_list_of_problems_has_a_short_detail(table: Table) -> None:
    body = {"variant": "da-500", "players": ["Anna", "Bo"], **{f"key{i}": i for i in range(500)}}
    problem = document_of(table.api.post(f"{PREFIX}/games", json=body))
    assert len(problem["detail"]) < 300
    assert len(problem["errors"]) == 100
