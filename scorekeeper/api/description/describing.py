"""Parts of the API's description that many addresses share."""

from http import HTTPStatus
from typing import Any

from ..bodies import JSON
from ..headers import LONGEST_KEY
from .schemas import Schema, ref

PROBLEM = "application/problem+json"
ALWAYS = (429, 500, 503)
OF_A_KEY = (401,)
OF_A_CHANGE = (400, 401, 403, 412, 413, 415, 422)
_REASONS = {
    400: "The body is not JSON.",
    401: "No key, or not this game’s; or there is no such game.",
    403: "The key may look but not change.",
    404: "There is no such round or ruling.",
    409: "The game’s state does not allow it.",
    412: "The game is no longer at the version in If-Match; nothing was saved, and `game` is the game now.",
    413: "The body is too large: more than 1 MiB, of an import more than 16 MiB.",
    415: "The body is not application/json, or it has a Content-Encoding.",
    422: "What was sent cannot be, by its shape, the game’s rules or its state, or cannot be right (`warnings`).",
    429: "Too many requests in a short time.",
    500: "A mistake of ours.",
    503: "It cannot be done at the moment: the database or the server is busy, or too many import at once.",
}


def header(description: str, schema: Schema | None = None) -> dict[str, Any]:
    """Return a header's description; it is text unless `schema` says otherwise."""
    return {"description": description, "schema": schema or {"type": "string"}}


ETAG = {"ETag": header("The game’s version, in quotes.", {"type": "string", "pattern": '^"[0-9]+"$'})}
HEADERS = {
    401: {"WWW-Authenticate": header("How to send the key.")},
    412: ETAG,
    415: {"Accept": header("What is taken.")},
    429: {"Retry-After": header("Seconds to wait.", {"type": "integer"})},
    503: {"Retry-After": header("Seconds to wait.", {"type": "integer"})},
}


def parameter(name: str, place: str, description: str, schema: Schema | None = None) -> dict[str, Any]:
    """Return a parameter's description; `place` is path, query or header."""
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, **required, **header(description, schema)}


GAME_ID = parameter("game_id", "path", "The game.")
NUMBER = parameter("number", "path", "The round.", {"type": "integer", "minimum": 1})
IF_MATCH = parameter("If-Match", "header", "Change the game only if it is at this version.")
IF_NONE_MATCH = parameter("If-None-Match", "header", "Send the game only if it is not at this version.")
ONCE = parameter(
    "Idempotency-Key",
    "header",
    "A name for this request: sent again, it changes nothing and gets the first’s answer.",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
)
BY = parameter("by", "query", "Who does it.", {"type": "string", "maxLength": 200})
WHY = parameter("why", "query", "Why.", {"type": "string", "maxLength": 200})


def json_of(name: str) -> dict[str, Any]:
    """Return the content of a JSON body that is the schema `name`."""
    return {JSON: {"schema": ref(name)}}


def problem(status: int) -> dict[str, Any]:
    """Return the answer that refuses with `status`."""
    answer = {"description": _REASONS[status], "content": {PROBLEM: {"schema": ref("Problem")}}}
    return {**answer, "headers": HEADERS[status]} if status in HEADERS else answer


def answers(status: int, answer: dict[str, Any], problems: tuple[int, ...]) -> dict[str, Any]:
    """Return the answers of an operation: the good one, the `problems`, and those that anything can meet."""
    good = {str(status): {"description": HTTPStatus(status).phrase, **answer}}
    return good | {str(code): problem(code) for code in sorted({*problems, *ALWAYS})}


def link(operation: str, description: str, **parameters: str) -> dict[str, Any]:
    """Return a link to an operation that can follow; `parameters` are expressions, `If_Match` is If-Match."""
    named = {name.replace("_", "-") if name[:1].isupper() else name: value for name, value in parameters.items()}
    return {"operationId": operation, "description": description, "parameters": named}


_THE_GAME = "$response.body#/id"
_VERSION = "$response.header.ETag"
_A_ROUND = "$response.body#/rounds/0/number"
GAME_LINKS = {
    name: link(name, description, game_id=_THE_GAME, **more)
    for name, description, more in (
        ("read_game", "Look at the game.", {}),
        ("enter_round", "Enter the next round, if the game is still at this version.", {"If_Match": _VERSION}),
        ("correct_round", "Replace its first round.", {"number": _A_ROUND}),
        ("void_round", "Void its first round.", {"number": _A_ROUND, "If_Match": _VERSION}),
        ("undo", "Take back its last change.", {"If_Match": _VERSION}),
        ("redo", "Bring forward what was taken back.", {}),
        ("end_game", "End it.", {}),
        ("read_history", "Look at its revisions.", {}),
        ("export_game", "Keep it as a file.", {}),
        ("read_rulings", "Look at its rulings.", {}),
        ("ask_in_game", "Ask the referee about it.", {}),
    )
}


def made(problems: tuple[int, ...]) -> dict[str, Any]:
    """Return the answers of what makes a game."""
    headers = {**ETAG, "Location": header("The game’s address.")}
    return answers(201, {"content": json_of("MadeGame"), "headers": headers, "links": GAME_LINKS}, problems)


def game_answers(status: int, problems: tuple[int, ...]) -> dict[str, Any]:
    """Return the answers of what gives a game."""
    return answers(status, {"content": json_of("Game"), "headers": ETAG, "links": GAME_LINKS}, problems)


def body(name: str, *, required: bool = True) -> dict[str, Any]:
    """Return a request's JSON body."""
    return {"required": required, "content": json_of(name)}


def of_key(operation: str, summary: str, **more: Any) -> dict[str, Any]:
    """Return an operation that needs a game's key."""
    return {"operationId": operation, "summary": summary, "security": [{"key": []}], **more}


def once(operation: str, summary: str) -> dict[str, Any]:
    """Describe undo, redo and end, which are alike."""
    more = {"parameters": [IF_MATCH, ONCE], "requestBody": body("NewChange", required=False)}
    return of_key(operation, summary, **more, responses=game_answers(200, (*OF_A_CHANGE, 409)))
