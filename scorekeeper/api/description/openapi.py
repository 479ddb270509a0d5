"""The API's description (OpenAPI 3.1), for other programs; a test holds it against the addresses and every answer."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Response

from ..answers import json_answer
from ..blueprint import blueprint
from ..bodies import JSON
from ..exchange import CSV
from .describing import (
    BY,
    ETAG,
    GAME_ID,
    IF_MATCH,
    IF_NONE_MATCH,
    NUMBER,
    OF_A_CHANGE,
    OF_A_KEY,
    ONCE,
    WHY,
    answers,
    body,
    game_answers,
    json_of,
    made,
    of_key,
    once,
)
from .referee_described import PATHS as REFEREE_PATHS
from .referee_schemas import referee_schemas
from .schemas import schemas

_DESCRIPTION = """Keep the score of rummy games. Whoever holds a game’s key may act: the scorer’s key reads and writes,
the viewer’s reads. Numbers are integers, keys that are not named here are refused, null is the same as left out.

What a schema cannot say:

- **422** follows from the game as well as from the shape. A round names the players who sit at the table; its entries
  are of one form each; cards are not there more often than the packs hold them; the closer, the penalties and the
  doublings are those of the game’s rules; house rules are those of its variant. Points that cannot be right are refused
  with `warnings`, and saved with `accept_warnings`. A key that stands twice in an object is refused with 400.
- **412** follows from the game’s state: a change with `If-Match` is made only at that version. Send the `ETag` of the
  answer that you last saw. Of several changes with the same version one is made.
- **409** follows from the state too: a round in a game that has ended, nothing left to undo or to redo.
- **401** is the same for a wrong key, another game’s key and a game that does not exist.
- A change that is sent again with its `Idempotency-Key` gets the first answer, also if the version has moved on; with
  the key of another request it is refused with 422.
- **429** and **503** say in `Retry-After` after how many seconds it is worth trying again.

They are looked at in this order: key, repeated sending, version, body, whether the game has ended."""
_EXPORTED = {"content": {**json_of("Export"), CSV: {"schema": {"type": "string"}}}}
_SELF = {"description": "OK", "content": {JSON: {"schema": {"type": "object"}}}}
_PATHS: dict[str, Any] = {
    "/games": {
        "post": {
            "operationId": "create_game",
            "summary": "Make a game",
            "requestBody": body("NewGame"),
            "responses": made((400, 413, 415, 422)),
        }
    },
    "/games/import": {
        "post": {
            "operationId": "import_game",
            "summary": "Make a game of an exported document (at most 16 MiB)",
            "requestBody": body("Export"),
            "responses": made((400, 413, 415, 422)),
        }
    },
    "/games/{game_id}": {
        "parameters": [GAME_ID],
        "get": of_key(
            "read_game",
            "Show a game",
            parameters=[IF_NONE_MATCH],
            responses=game_answers(200, OF_A_KEY) | {"304": {"description": "Not Modified", "headers": ETAG}},
        ),
    },
    "/games/{game_id}/rounds": {
        "parameters": [GAME_ID],
        "post": of_key(
            "enter_round",
            "Add a round",
            parameters=[IF_MATCH, ONCE],
            requestBody=body("NewRound"),
            responses=game_answers(201, (*OF_A_CHANGE, 409)),
        ),
    },
    "/games/{game_id}/rounds/{number}": {
        "parameters": [GAME_ID, NUMBER],
        "put": of_key(
            "correct_round",
            "Replace all of a round, also when the game has ended; a voided one counts again",
            parameters=[IF_MATCH],
            requestBody=body("NewRound"),
            responses=game_answers(200, (*OF_A_CHANGE, 404)),
        ),
        "delete": of_key(
            "void_round",
            "Void a round: it keeps number and scores, counts no more",
            parameters=[BY, WHY, IF_MATCH],
            responses=game_answers(200, (401, 403, 404, 412, 422)),
        ),
    },
    "/games/{game_id}/undo": {
        "parameters": [GAME_ID],
        "post": once("undo", "Take back the last change that stands"),
    },
    "/games/{game_id}/redo": {
        "parameters": [GAME_ID],
        "post": once("redo", "Bring forward what was taken back last"),
    },
    "/games/{game_id}/end": {
        "parameters": [GAME_ID],
        "post": once("end_game", "End the game: the table stops here"),
    },
    "/games/{game_id}/history": {
        "parameters": [GAME_ID],
        "get": of_key(
            "read_history", "Every revision", responses=answers(200, {"content": json_of("History")}, OF_A_KEY)
        ),
    },
    "/games/{game_id}/export": {
        "parameters": [GAME_ID],
        "get": of_key(
            "export_game",
            "The whole game as one document, or its scores as CSV",
            responses=answers(200, _EXPORTED, OF_A_KEY),
        ),
    },
    "/openapi.json": {
        "get": {"operationId": "describe", "summary": "This document", "responses": answers(200, _SELF, ())}
    },
}


@cache
def document() -> dict[str, Any]:
    """Return the description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": _version(), "description": _DESCRIPTION},
        "servers": [{"url": blueprint.url_prefix}],
        "paths": _PATHS | REFEREE_PATHS,
        "components": {
            "schemas": schemas() | referee_schemas(),
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
