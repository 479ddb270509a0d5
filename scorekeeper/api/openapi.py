"""The API's description (OpenAPI 3.1), for other programs; a test holds it against the addresses and every answer."""

from functools import cache
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Response

from .answers import json_answer
from .blueprint import blueprint
from .bodies import JSON
from .exchange import CSV
from .headers import LONGEST_KEY
from .schemas import Schema, ref, schemas

PROBLEM = "application/problem+json"
_DESCRIPTION = """Keep the score of rummy games. Whoever holds a game's key may act: the scorer's key reads and writes,
the viewer's reads. Numbers are integers, keys that are not named here are refused, null is the same as left out."""
_ALWAYS = (429, 500, 503)
_OF_A_KEY = (401,)
_OF_A_CHANGE = (400, 401, 403, 412, 413, 415, 422)
_WHY = {
    400: "The body is not JSON.",
    401: "No key, or not this game’s; or there is no such game.",
    403: "The key may look but not change.",
    404: "There is no such round.",
    409: "The game’s state does not allow it.",
    412: "The game has changed since the version in If-Match; `game` is the game now.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "What was sent cannot be, or cannot be right (`warnings`).",
    429: "Too many requests in a short time.",
    500: "A mistake of ours.",
    503: "The database cannot do it at the moment.",
}


def _header(description: str, schema: Schema | None = None) -> dict[str, Any]:
    return {"description": description, "schema": schema or {"type": "string"}}


_ETAG = {"ETag": _header("The game’s version, in quotes.", {"type": "string", "pattern": '^"[0-9]+"$'})}
_HEADERS = {
    401: {"WWW-Authenticate": _header("How to send the key.")},
    412: _ETAG,
    415: {"Accept": _header("What is taken.")},
    429: {"Retry-After": _header("Seconds to wait.", {"type": "integer"})},
    503: {"Retry-After": _header("Seconds to wait.", {"type": "integer"})},
}


def _parameter(name: str, place: str, description: str, schema: Schema | None = None) -> dict[str, Any]:
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, **required, **_header(description, schema)}


_GAME_ID = _parameter("game_id", "path", "The game.")
_NUMBER = _parameter("number", "path", "The round.", {"type": "integer", "minimum": 1})
_IF_MATCH = _parameter("If-Match", "header", "Change the game only if it is at this version.")
_IF_NONE_MATCH = _parameter("If-None-Match", "header", "Send the game only if it is not at this version.")
_ONCE = _parameter(
    "Idempotency-Key",
    "header",
    "A name for this request: sent again, it changes nothing and gets the first’s answer.",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
)
_BY = _parameter("by", "query", "Who does it.", {"type": "string", "maxLength": 200})
_WHY_PARAMETER = _parameter("why", "query", "Why.", {"type": "string", "maxLength": 200})


def _json(name: str) -> dict[str, Any]:
    return {JSON: {"schema": ref(name)}}


def _problem(status: int) -> dict[str, Any]:
    answer = {"description": _WHY[status], "content": {PROBLEM: {"schema": ref("Problem")}}}
    return {**answer, "headers": _HEADERS[status]} if status in _HEADERS else answer


def _answers(status: int, answer: dict[str, Any], problems: tuple[int, ...]) -> dict[str, Any]:
    good = {str(status): {"description": HTTPStatus(status).phrase, **answer}}
    return good | {str(code): _problem(code) for code in sorted({*problems, *_ALWAYS})}


def _made(problems: tuple[int, ...]) -> dict[str, Any]:
    headers = {**_ETAG, "Location": _header("The game’s address.")}
    return _answers(201, {"content": _json("MadeGame"), "headers": headers}, problems)


def _game(status: int, problems: tuple[int, ...]) -> dict[str, Any]:
    return _answers(status, {"content": _json("Game"), "headers": _ETAG}, problems)


def _body(name: str, *, required: bool = True) -> dict[str, Any]:
    return {"required": required, "content": _json(name)}


def _of_key(operation: str, summary: str, **more: Any) -> dict[str, Any]:
    return {"operationId": operation, "summary": summary, "security": [{"key": []}], **more}


def _once(operation: str, summary: str) -> dict[str, Any]:
    """Describe undo, redo and end, which are alike."""
    more = {"parameters": [_IF_MATCH, _ONCE], "requestBody": _body("NewChange", required=False)}
    return _of_key(operation, summary, **more, responses=_game(200, (*_OF_A_CHANGE, 409)))


_EXPORTED = {"content": {**_json("Export"), CSV: {"schema": {"type": "string"}}}}
_SELF = {"description": "OK", "content": {JSON: {"schema": {"type": "object"}}}}
_PATHS: dict[str, Any] = {
    "/games": {
        "post": {
            "operationId": "create_game",
            "summary": "Make a game",
            "requestBody": _body("NewGame"),
            "responses": _made((400, 413, 415, 422)),
        }
    },
    "/games/import": {
        "post": {
            "operationId": "import_game",
            "summary": "Make a game of an exported document (at most 16 MiB)",
            "requestBody": _body("Export"),
            "responses": _made((400, 413, 415, 422)),
        }
    },
    "/games/{game_id}": {
        "parameters": [_GAME_ID],
        "get": _of_key(
            "read_game",
            "Show a game",
            parameters=[_IF_NONE_MATCH],
            responses=_game(200, _OF_A_KEY) | {"304": {"description": "Not Modified", "headers": _ETAG}},
        ),
    },
    "/games/{game_id}/rounds": {
        "parameters": [_GAME_ID],
        "post": _of_key(
            "enter_round",
            "Add a round",
            parameters=[_IF_MATCH, _ONCE],
            requestBody=_body("NewRound"),
            responses=_game(201, (*_OF_A_CHANGE, 409)),
        ),
    },
    "/games/{game_id}/rounds/{number}": {
        "parameters": [_GAME_ID, _NUMBER],
        "put": _of_key(
            "correct_round",
            "Replace all of a round, also when the game has ended; a voided one counts again",
            parameters=[_IF_MATCH],
            requestBody=_body("NewRound"),
            responses=_game(200, (*_OF_A_CHANGE, 404)),
        ),
        "delete": _of_key(
            "void_round",
            "Void a round: it keeps number and scores, counts no more",
            parameters=[_BY, _WHY_PARAMETER, _IF_MATCH],
            responses=_game(200, (401, 403, 404, 412, 422)),
        ),
    },
    "/games/{game_id}/undo": {
        "parameters": [_GAME_ID],
        "post": _once("undo", "Take back the last change that stands"),
    },
    "/games/{game_id}/redo": {
        "parameters": [_GAME_ID],
        "post": _once("redo", "Bring forward what was taken back last"),
    },
    "/games/{game_id}/end": {
        "parameters": [_GAME_ID],
        "post": _once("end_game", "End the game: the table stops here"),
    },
    "/games/{game_id}/history": {
        "parameters": [_GAME_ID],
        "get": _of_key(
            "read_history", "Every revision", responses=_answers(200, {"content": _json("History")}, _OF_A_KEY)
        ),
    },
    "/games/{game_id}/export": {
        "parameters": [_GAME_ID],
        "get": _of_key(
            "export_game",
            "The whole game as one document, or its scores as CSV",
            responses=_answers(200, _EXPORTED, _OF_A_KEY),
        ),
    },
    "/openapi.json": {
        "get": {"operationId": "describe", "summary": "This document", "responses": _answers(200, _SELF, ())}
    },
}


@cache
def document() -> dict[str, Any]:
    """Return the description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": _version(), "description": _DESCRIPTION},
        "servers": [{"url": blueprint.url_prefix}],
        "paths": _PATHS,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "A game’s key."}},
        },
    }


def _version() -> str:
    try:
        return version("scorekeeper")
    except PackageNotFoundError:  # run from its folder, not installed
        return "0"


@blueprint.get("/openapi.json")
def describe() -> Response:
    """Show this description."""
    return json_answer(document())
