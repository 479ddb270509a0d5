"""The OpenAPI document, generated from the operations and their models."""

import json
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus

from flask import Response

from ..config.version import program_version
from ..documents import JsonObject
from ..services.bounds import LONGEST_TEXT
from ..services.referee.answers import RulingJson
from ..services.views.answers import GameJson, MadeGameJson
from .blueprint import blueprint
from .bodies import JSON
from .headers import LONGEST_KEY
from .operations import OPERATIONS, Operation
from .problems import PROBLEM, ProblemJson
from .responses import json_answer
from .schemas import Schema, Schemas, schemas_of

_DESCRIPTION = """Keep the score of rummy games. Whoever holds a game’s key may act: the scorer’s key reads and writes,
the viewer’s reads. A circle’s key is the end of its link, behind `/join/`, and has the role of that link. Numbers are
integers, keys that are not named here are refused, null is the same as left out.

What a schema cannot say:

- **422** follows from the game as well as from the shape. A round names the players who sit at the table; its entries
  are of one form each; cards are not there more often than the packs hold them; the closer, the penalties and the
  doublings are those of the game’s rules; house rules are those of its variant. Points that cannot be right are refused
  with `warnings`, and saved with `accept_warnings`.
- **400** is also the answer to a key that stands twice in an object.
- **412** follows from the game’s state: a change with `If-Match` is made only at that version. Send the `ETag` of the
  answer that you last saw. Of several changes with the same version one is made.
- **409** follows from the state too: a round in a game that has ended, nothing left to undo or to redo.
- **401** is the same for a wrong key, another game’s key and a game that does not exist.
- A change that is sent again with its `Idempotency-Key` gets the first answer, also if the version has moved on; with
  the key of another request it is refused with 422.
- **429** and **503** say in `Retry-After` after how many seconds it is worth trying again.

They are checked in this order: key, repeated sending, version, body, whether the game has ended."""
_PROBLEMS = {
    400: "The body is not JSON.",
    401: "No key, or not this game’s or circle’s; or there is no such game or circle.",
    403: "The key may read but not write.",
    404: "Round not found or ruling.",
    409: "The game’s state does not allow it.",
    412: "The game is no longer at the version in If-Match; nothing was saved, and `game` is the game now.",
    413: "The body is too large: more than 1 MiB, of an import more than 16 MiB.",
    415: "The body is not application/json, or it has a Content-Encoding.",
    422: "What was sent is impossible by its shape, the game’s rules or its state, or cannot be right (`warnings`).",
    429: "Too many requests in a short time.",
    500: "An error of the server.",
    503: "Not possible at the moment: the database or the server is busy, or too many import at once.",
}
_TEXT = {"type": "string"}
_ETAG = {
    "ETag": {"description": "The game’s version, in quotes.", "schema": {"type": "string", "pattern": '^"[0-9]+"$'}}
}
_RETRY = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
_HEADERS: dict[int, Schema] = {
    401: {"WWW-Authenticate": {"description": "How to send the key.", "schema": _TEXT}},
    412: _ETAG,
    415: {"Accept": {"description": "What is taken.", "schema": _TEXT}},
    429: _RETRY,
    503: _RETRY,
}
_LOCATION = {"Location": {"description": "Its address.", "schema": _TEXT}}
_PARTS: dict[str, tuple[str, Schema]] = {
    "game_id": ("The game.", _TEXT),
    "circle_id": ("The circle.", _TEXT),
    "number": ("The round.", {"type": "integer", "minimum": 1}),
    "ruling": ("The ruling.", _TEXT),
    "variant": ("The key of the game.", _TEXT),
}
_REQUEST_HEADERS: dict[str, tuple[str, Schema]] = {
    "If-Match": ("Change the game only if it is at this version.", _TEXT),
    "If-None-Match": ("Send it only if it is not at this version.", _TEXT),
    "Idempotency-Key": (
        "A name for this request: sent again, it changes nothing and gets the first answer.",
        {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
    ),
    "Accept-Language": ("The language of the sentences; English when none fits.", _TEXT),
}
_LINKS_AT_A_VERSION = ("enter_round", "void_round", "undo")  # the other links show that If-Match may be left out


@cache
def document() -> Schema:
    """Return the OpenAPI document."""
    models = [model for each in OPERATIONS for model in (each.answer, each.body) if model is not None]
    schemas, named = schemas_of([*models, ProblemJson])
    paths: dict[str, Schema] = {}
    for each in OPERATIONS:
        shared = {"parameters": [_parameter(part, "path", *_PARTS[part]) for part in _PARTS if part in each.parts]}
        described = paths.setdefault(each.path, shared if each.parts else {})
        described[each.method.lower()] = _operation(each, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": program_version(), "description": _DESCRIPTION},
        "servers": [{"url": blueprint.url_prefix}],
        "paths": paths,
        "components": {
            "schemas": named,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "A game’s or a circle’s key."}
            },
        },
    }


def _operation(each: Operation, schemas: Schemas) -> Schema:
    described: Schema = {"operationId": each.name, "summary": each.summary}
    if each.needs_key:
        described["security"] = [{"key": []}]
    if parameters := [*_query(each), *(_parameter(name, "header", *_REQUEST_HEADERS[name]) for name in each.headers)]:
        described["parameters"] = parameters
    if each.body is not None:
        content = {"schema": schemas[each.body], **_examples(each)}
        described["requestBody"] = {"required": each.body_required, "content": {JSON: content}}
    problems = {str(status): _problem(status, schemas) for status in sorted(each.problems)}
    return {**described, "responses": {**_answers(each, schemas), **problems}}


def _parameter(name: str, place: str, description: str, schema: Schema) -> Schema:
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, **required, "description": description, "schema": schema}


def _query(each: Operation) -> Iterable[Schema]:
    for name, field in each.query.model_fields.items() if each.query else ():
        yield _parameter(name, "query", field.description or "", {**_TEXT, "maxLength": LONGEST_TEXT})


def _examples(each: Operation) -> Schema:
    examples = {
        f"{example.variant} {number}": {
            "summary": example.summary,
            "description": f"{example.verdict}: {json.dumps(example.facts)}",
            "value": example.body,
        }
        for number, example in enumerate(each.examples, 1)
    }
    return {"examples": examples} if examples else {}


def _answers(each: Operation, schemas: Schemas) -> Schema:
    """Return the responses of an operation that succeeds."""
    content = {JSON: {"schema": schemas[each.answer]}, **{media: {"schema": _TEXT} for media in each.other_media}}
    answer: Schema = {"description": HTTPStatus(each.status).phrase, "content": content}
    if each.answer in (GameJson, MadeGameJson):
        answer["headers"] = _ETAG | (_LOCATION if each.answer is MadeGameJson else {})
        answer["links"] = _links("game_id", game_id="$response.body#/id", number="$response.body#/rounds/0/number")
    elif each.answer is RulingJson and each.status == HTTPStatus.CREATED:
        answer["headers"] = _LOCATION
        answer["links"] = _links("ruling", game_id="$request.path.game_id", ruling="$response.body#/id")
    unchanged = {"description": HTTPStatus.NOT_MODIFIED.phrase, "headers": _ETAG}
    return {str(each.status): answer, **({"304": unchanged} if each.conditional else {})}


def _problem(status: int, schemas: Schemas) -> Schema:
    answer = {"description": _PROBLEMS[status], "content": {PROBLEM: {"schema": schemas[ProblemJson]}}}
    return {**answer, "headers": _HEADERS[status]} if status in _HEADERS else answer


def _links(via: str, **places: str) -> Schema:
    """Return links to the operations on `via` whose parts of the address are all in `places`."""
    return {
        each.name: {
            "operationId": each.name,
            "description": f"{each.summary}.",
            "parameters": {part: places[part] for part in sorted(each.parts)}
            | ({"If-Match": "$response.header.ETag"} if each.name in _LINKS_AT_A_VERSION else {}),
        }
        for each in OPERATIONS
        if via in each.parts <= places.keys()
    }


@Operation("GET", "/openapi.json", answer=JsonObject)
def describe() -> Response:
    """Show this document."""
    return json_answer(document())
