"""An API client that validates every response against the OpenAPI document, and games to use it on."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from scorekeeper.api.openapi import document
from scorekeeper.rules.variants import VARIANTS

PREFIX = "/api/v1"
DESCRIPTION = document()
PROBLEM = "application/problem+json"
_TEMPLATES = {
    re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + r"\Z"): item
    # addresses without parts to fill in come first: /games/import is no game's
    for path, item in sorted(DESCRIPTION["paths"].items(), key=lambda pair: pair[0].count("{"))
}


# What is refused never reaches the database: for the tables of such requests one of the two is enough.
only_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def validate(value: object, schema: dict[str, Any]) -> None:
    """Check `value` against a schema of the OpenAPI document."""
    Draft202012Validator({**schema, "components": DESCRIPTION["components"]}).validate(value)


def check_answer(response: TestResponse) -> None:
    """Check that a response is one that the OpenAPI document declares, with its headers and body."""
    path, method = response.request.path.removeprefix(PREFIX), response.request.method
    operations = [item[verb] for pattern, item in _TEMPLATES.items() if pattern.match(path) for verb in verbs(item)]
    if method == "OPTIONS":
        return
    wanted = "get" if method == "HEAD" else method.lower()
    possible = [item[wanted] for pattern, item in _TEMPLATES.items() if pattern.match(path) and wanted in item]
    if not possible:
        assert response.status_code == (405 if operations else 404)
        assert response.mimetype == PROBLEM
        if method != "HEAD":
            validate(response.json, {"$ref": "#/components/schemas/Problem"})
        return
    described = possible[0]["responses"].get(str(response.status_code))
    assert described, f"{method} {path} answers {response.status}, which is not described: {response.text[:500]}"
    for name, header in described.get("headers", {}).items():
        value: Any = response.headers[name]
        validate(int(value) if header["schema"]["type"] == "integer" else value, header["schema"])
    if method == "HEAD" or "content" not in described:
        assert not response.data
        return
    assert response.mimetype in described["content"]
    if response.is_json:
        validate(response.json, described["content"][response.mimetype]["schema"])
    if response.mimetype == PROBLEM:
        assert response.json
        assert response.json["status"] == response.status_code
        assert response.headers["Cache-Control"] == "no-store"


def verbs(item: dict[str, Any]) -> list[str]:
    """Return the HTTP methods of a path of the OpenAPI document."""
    return [key for key in item if key != "parameters"]


class CheckedClient(FlaskClient):
    """A client that checks each response against the OpenAPI document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        check_answer(response)
        return response


@dataclass
class Game:
    """A game with its keys, and the requests that can be sent about it."""

    app: Flask
    url: str
    keys: dict[str, str]
    made: dict[str, Any]
    api: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.api = self.app.test_client()

    def ask(self, method: str, action: str = "", body: object = None, **more: Any) -> TestResponse:
        """Send a request with the scorer's key, or another `key`; `headers` are added."""
        key = more.pop("key", self.keys["scorer"])
        headers = {**({"Authorization": f"Bearer {key}"} if key else {}), **more.pop("headers", {})}
        sent = {} if body is None else {"json": body}
        return self.api.open(self.url + action, method=method, headers=headers, **sent, **more)

    def see(self) -> dict[str, Any]:
        """Return the game's document."""
        answer = self.ask("GET")
        assert answer.status_code == 200
        return document_of(answer)

    def enter(self, body: object, **headers: str) -> TestResponse:
        """Enter a round."""
        return self.ask("POST", "/rounds", body, headers=header_names(headers))

    def correct(self, number: object, body: object, **headers: str) -> TestResponse:
        """Replace a round."""
        return self.ask("PUT", f"/rounds/{number}", body, headers=header_names(headers))

    def void(self, number: object, query: str = "", **headers: str) -> TestResponse:
        """Void a round."""
        return self.ask("DELETE", f"/rounds/{number}{query}", headers=header_names(headers))

    def undo(self, body: object = None, **headers: str) -> TestResponse:
        """Undo the last change."""
        return self.ask("POST", "/undo", body, headers=header_names(headers))

    def redo(self, body: object = None, **headers: str) -> TestResponse:
        """Redo what was undone."""
        return self.ask("POST", "/redo", body, headers=header_names(headers))

    def end(self, body: object = None, **headers: str) -> TestResponse:
        """End the game."""
        return self.ask("POST", "/end", body, headers=header_names(headers))

    def history(self) -> list[dict[str, Any]]:
        """Return the revisions."""
        revisions: list[dict[str, Any]] = document_of(self.ask("GET", "/history"))["revisions"]
        return revisions


def header_names(headers: dict[str, str]) -> dict[str, str]:
    """Return headers by their names: if_match -> If-Match."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def document_of(answer: TestResponse) -> dict[str, Any]:
    """Return the JSON object in a response."""
    assert isinstance(answer.json, dict), answer.text[:500]
    return answer.json


def without_version(game: dict[str, Any]) -> dict[str, Any]:
    """Return a game without the keys that every change alters."""
    return {key: value for key, value in game.items() if key not in ("version", "keys")}


def points(closer: str | None = "Bo", how: str = "out", **scores: int) -> dict[str, Any]:
    """Return a round payload with the points of each player."""
    return {"closer": closer, "how": how, "entries": {name: {"points": value} for name, value in scores.items()}}


ROUND = points(Anna=35, Bo=25, Cleo=-25)


class Table:
    """A client that makes games."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.api = app.test_client()

    def ask(self, body: object) -> TestResponse:
        """Send the request that makes a game."""
        return self.api.post(f"{PREFIX}/games", json=body)

    def take(self, answer: TestResponse) -> Game:
        """Return the game that a response has made."""
        assert answer.status_code == 201, answer.text
        made = document_of(answer)
        return Game(self.app, answer.headers["Location"], made["keys"], made)

    def game(self, variant: str = "da-500", players: str = "Anna Bo Cleo", **more: Any) -> Game:
        """Make a game; `players` are names with spaces between, those beyond the ones that can play it left out."""
        names = players.split()[: VARIANTS[variant].most_players]
        return self.take(self.ask({"variant": variant, "players": names, **more}))


@pytest.fixture
def table(app: Flask) -> Table:
    """A client that makes games, and checks every response."""
    app.test_client_class = CheckedClient
    return Table(app)


@pytest.fixture
def game(table: Table) -> Game:
    """A Danish game of Anna, Bo and Cleo."""
    return table.game()
