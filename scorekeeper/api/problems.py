"""Error responses: problem documents (RFC 9457), each with a sentence for people."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Annotated

from flask import Response, current_app, jsonify, request
from flask.globals import request_ctx
from pydantic import Field
from sqlalchemy.exc import SQLAlchemyError
from typing_extensions import TypedDict, Unpack  # pydantic takes typing's TypedDict from Python 3.12 on
from werkzeug.exceptions import (
    HTTPException,
    MethodNotAllowed,
    RequestEntityTooLarge,
    TooManyRequests,
    default_exceptions,
)
from werkzeug.http import HTTP_STATUS_CODES, quote_etag
from werkzeug.routing import RequestRedirect

from ..extensions import is_api
from ..http.hosts import has_invalid_host
from ..http.quotas import refusal
from ..rules.errors import N_, Problem
from ..rules.scoring.plausibility import NOT_ZERO_SUM
from ..services.bounds import MOST_ERRORS
from ..services.database_failures import RETRY_AFTER, give_up
from ..services.errors import (
    Busy,
    Implausible,
    Invalid,
    KeyReused,
    NoAccess,
    NoSuchRound,
    NoSuchRuling,
    NoSuchVariant,
    NotAllowed,
    NotJson,
    NotNow,
)
from ..services.games.changes import Stale
from ..services.json_output import json_pointer
from ..services.views.answers import GameJson, Pointer, WarningJson
from ..services.views.serialize import finding_document, game_document
from ..services.wording import finding_sentence, problem_sentence, sentence
from .blueprint import blueprint

PROBLEM = "application/problem+json"
MOST_SENTENCES = 3

_Refusal = tuple[int, str, Mapping[str, str]]  # status, sentence, headers
_REFUSALS: Mapping[type[Exception], _Refusal] = {
    NoAccess: (
        401,
        N_("This key opens no game. Send the game’s key as “Authorization: Bearer <key>”."),
        {"WWW-Authenticate": 'Bearer realm="scorekeeper"'},
    ),
    NotAllowed: (403, N_("This key can view the game but not change it."), {}),
    NoSuchRound: (404, N_("Round not found in this game."), {}),
    NoSuchRuling: (404, N_("Ruling not found in this game."), {}),
    NoSuchVariant: (404, N_("No game has this key. The list is at /api/v1/variants."), {}),
    KeyReused: (422, N_("This Idempotency-Key was used for another request. Nothing was saved."), {}),
    Busy: (
        503,
        N_("Somebody else is importing now. Nothing was saved: try again in a few seconds."),
        {"Retry-After": str(RETRY_AFTER)},
    ),
}
_OF_CIRCLES: Mapping[type[Exception], str] = {  # where the address has a circle
    NoAccess: N_("This key opens no circle. Send the key of its link as “Authorization: Bearer <key>”."),
    NotAllowed: N_("This key can view the circle but not change it."),
}
_STALE = N_("The game has changed since. Nothing was saved: look at it as it is now, then decide again.")
_TOO_LARGE = N_("This is too large: at most {most} MiB.")
_SENTENCES = {
    404: N_("There is nothing at this address."),
    405: N_("This address does not support this method."),
    429: N_("Too many requests in a short time: wait a little."),
    500: N_("Something went wrong here, and it is not your fault."),
}
_BAD_HOST = N_("The Host header is not a valid host name.")
_OTHERWISE = N_("The server did not understand this request.")


class ErrorJson(TypedDict):
    """What is wrong in the body, and where."""

    detail: str
    pointer: Pointer


class _Members(TypedDict, total=False):
    errors: list[ErrorJson]
    warnings: Annotated[list[WarningJson], Field(description="What in the round cannot be right.")]
    suggested_correction: Annotated[
        dict[str, int] | None, Field(description="The only change of signs that makes the row add up to zero.")
    ]
    game: Annotated[GameJson, Field(description="With status 412: the game as it is now.")]


class ProblemJson(_Members):
    """Why a request was refused (RFC 9457)."""

    title: str
    status: int
    detail: Annotated[str, Field(min_length=1, description="A sentence for people.")]


class MalformedRequest(Exception):
    """A request that is refused before its body is read; `problem` has the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class UnsupportedBody(MalformedRequest):
    """The Content-Type or Content-Encoding of the body is not supported."""


class InvalidHeader(MalformedRequest):
    """A header has an invalid value."""


def problem_answer(
    status: int, detail: str, headers: Mapping[str, str] = MappingProxyType({}), **more: Unpack[_Members]
) -> Response:
    """Return a problem document; `more` are its further members."""
    problem: ProblemJson = {"title": HTTP_STATUS_CODES[status], "status": status, "detail": detail, **more}
    response = jsonify(problem)
    response.status_code = status
    response.mimetype = PROBLEM
    response.headers["Cache-Control"] = "no-store"
    response.headers.update(headers)
    return response


def _error(detail: str, *path: str | int) -> ErrorJson:
    return {"detail": detail, "pointer": json_pointer(path)}


def _summary(sentences: Iterable[str]) -> str:
    """Return the first few of `sentences`, each once."""
    return " ".join(list(dict.fromkeys(sentences))[:MOST_SENTENCES])


def _handler(status: int, message: str, headers: Mapping[str, str]) -> Callable[[Exception], Response]:
    def answer(error: Exception) -> Response:
        of_circle = _OF_CIRCLES.get(type(error)) if "circle_id" in (request.view_args or {}) else None
        return problem_answer(status, sentence(of_circle or message), headers)

    return answer


for _kind, _refusal in _REFUSALS.items():
    blueprint.register_error_handler(_kind, _handler(*_refusal))


@blueprint.errorhandler(Stale)
def _stale(error: Stale) -> Response:
    etag = quote_etag(str(error.game.version))
    return problem_answer(412, sentence(_STALE), {"ETag": etag}, game=game_document(error.game))


@blueprint.errorhandler(NotNow)
def _not_now(error: NotNow) -> Response:
    return problem_answer(409, problem_sentence(error.problem))


@blueprint.errorhandler(Invalid)
def _invalid(error: Invalid) -> Response:
    errors = [_error(problem_sentence(problem), *problem.path) for problem in error.problems[:MOST_ERRORS]]
    return problem_answer(422, _summary(item["detail"] for item in errors), errors=errors)


@blueprint.errorhandler(Implausible)
def _implausible(error: Implausible) -> Response:
    more: _Members = {
        "errors": [
            _error(finding_sentence(found), "entries", *([found.player] if found.player else []))
            for found in error.findings
        ],
        "warnings": [finding_document(found) for found in error.findings],
    }
    if any(found.code == NOT_ZERO_SUM for found in error.findings):
        more["suggested_correction"] = error.suggestion
    return problem_answer(422, _summary(finding_sentence(found) for found in error.findings), **more)


@blueprint.errorhandler(NotJson)
def _not_json(error: NotJson) -> Response:
    detail = problem_sentence(error.problem)
    return problem_answer(400, detail, errors=[_error(detail, *error.problem.path)])


@blueprint.errorhandler(UnsupportedBody)
def _unsupported_body(error: UnsupportedBody) -> Response:
    return problem_answer(415, problem_sentence(error.problem), {"Accept": "application/json"})


@blueprint.errorhandler(InvalidHeader)
def _invalid_header(error: InvalidHeader) -> Response:
    return problem_answer(422, problem_sentence(error.problem))


@blueprint.errorhandler(SQLAlchemyError)
def _trouble(error: SQLAlchemyError) -> Response:
    trouble = give_up(error, current_app.config["SCOREKEEPER"].backups)
    if trouble is None:
        raise error
    problem, seconds = trouble
    if not seconds:
        return problem_answer(500, problem_sentence(problem))
    return problem_answer(503, problem_sentence(problem), {"Retry-After": str(seconds)})


def http_problem(error: HTTPException) -> Response:
    """Return the problem document of an HTTP error that Flask or an extension raised."""
    status = error.code or 500
    if isinstance(error, RequestEntityTooLarge):
        most = (request.max_content_length or 0) // (1024 * 1024)
        return problem_answer(status, sentence(_TOO_LARGE, {"most": most}))
    response = problem_answer(status, sentence(refusal(error) or _SENTENCES.get(status, _OTHERWISE)))
    if isinstance(error, TooManyRequests) and error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, MethodNotAllowed):
        response.allow.update(error.valid_methods or ())
    return response


for _code in default_exceptions:  # by code: Flask looks for handlers of a code before those of a class
    blueprint.register_error_handler(_code, http_problem)


def no_such_address() -> Response | None:
    """Answer requests to unknown addresses under /api/, or with an invalid Host, before the pages do."""
    sent = request_ctx.request
    if has_invalid_host(sent) and is_api(sent):
        return problem_answer(400, sentence(_BAD_HOST))
    error = sent.routing_exception
    if error is None or isinstance(error, RequestRedirect) or not f"{sent.path}/".startswith("/api/"):
        return None
    return http_problem(error)
