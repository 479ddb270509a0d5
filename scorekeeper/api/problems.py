"""Answers to what cannot be done: problem documents (RFC 9457), each with a sentence for people."""

from collections.abc import Iterable
from typing import Annotated

from flask import Response, current_app, jsonify, request
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
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.routing import RequestRedirect

from ..extensions import is_api
from ..http.hosts import has_invalid_host
from ..http.quotas import refusal
from ..rules.errors import N_, Problem
from ..rules.scoring.plausibility import NOT_ZERO_SUM
from ..services.bounds import MOST_ERRORS
from ..services.errors import (
    Busy,
    Implausible,
    Invalid,
    KeyReused,
    NoAccess,
    NoSuchRound,
    NoSuchRuling,
    NotAllowed,
    NotJson,
    NotNow,
    Stale,
)
from ..services.games.answers import GameJson, Pointer, WarningJson
from ..services.transfer.export import finding_document, game_document
from ..services.trouble import RETRY_AFTER, give_up
from ..services.wording import finding_sentence, problem_sentence, sentence
from .blueprint import blueprint

PROBLEM = "application/problem+json"
MOST_SENTENCES = 3

_NO_ACCESS = N_("No game opens with this key. Send its key as “Authorization: Bearer <key>”.")
_NOT_ALLOWED = N_("This key may look at the game but not change it.")
_STALE = N_("The game has changed since. Nothing was saved: look at it as it is now, then decide again.")
_KEY_REUSED = N_("This Idempotency-Key was used for another request. Nothing was saved.")
_NO_ROUND = N_("There is no such round in this game.")
_NO_RULING = N_("There is no such ruling in this game.")
_BUSY = N_("Others are importing at this moment. Nothing was saved: try again in a few seconds.")
_TOO_LARGE = N_("This is too large: at most {most} MiB are taken here.")
_SENTENCES = {
    404: N_("There is nothing at this address."),
    405: N_("This address does not take this method."),
    429: N_("That was too much in a short time: wait a little."),
    500: N_("Something went wrong here, and it is not your fault."),
}
_BAD_HOST = N_("The header Host holds no host name.")
_OTHERWISE = N_("This request cannot be understood.")


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


class Refusal(Exception):
    """A request that is refused for its form; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class NotTaken(Refusal):
    """A body of a type or coding that is not taken."""


class BadHeader(Refusal):
    """A header that holds what it cannot."""


def problem_answer(status: int, detail: str, **more: Unpack[_Members]) -> Response:
    """Return a problem document; `more` are its further members."""
    problem: ProblemJson = {"title": HTTP_STATUS_CODES[status], "status": status, "detail": detail, **more}
    response = jsonify(problem)
    response.status_code = status
    response.mimetype = PROBLEM
    response.headers["Cache-Control"] = "no-store"
    return response


def pointer(path: Iterable[str | int]) -> str:
    """Return the JSON pointer (RFC 6901) to a place in the body."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _error(detail: str, *path: str | int) -> ErrorJson:
    return {"detail": detail, "pointer": pointer(path)}


def _together(sentences: Iterable[str]) -> str:
    """Return the first few of `sentences`, each once."""
    return " ".join(list(dict.fromkeys(sentences))[:MOST_SENTENCES])


@blueprint.errorhandler(NoAccess)
def _no_access(_: NoAccess) -> Response:
    response = problem_answer(401, sentence(_NO_ACCESS))
    response.headers["WWW-Authenticate"] = 'Bearer realm="scorekeeper"'
    return response


@blueprint.errorhandler(NotAllowed)
def _not_allowed(_: NotAllowed) -> Response:
    return problem_answer(403, sentence(_NOT_ALLOWED))


@blueprint.errorhandler(KeyReused)
def _key_reused(_: KeyReused) -> Response:
    return problem_answer(422, sentence(_KEY_REUSED))


@blueprint.errorhandler(Stale)
def _stale(error: Stale) -> Response:
    response = problem_answer(412, sentence(_STALE), game=game_document(error.game))
    response.set_etag(str(error.game.version))
    return response


@blueprint.errorhandler(NoSuchRound)
def _no_such_round(_: NoSuchRound) -> Response:
    return problem_answer(404, sentence(_NO_ROUND))


@blueprint.errorhandler(NoSuchRuling)
def _no_such_ruling(_: NoSuchRuling) -> Response:
    return problem_answer(404, sentence(_NO_RULING))


@blueprint.errorhandler(Busy)
def _busy(_: Busy) -> Response:
    response = problem_answer(503, sentence(_BUSY))
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


@blueprint.errorhandler(NotNow)
def _not_now(error: NotNow) -> Response:
    return problem_answer(409, problem_sentence(error.problem))


@blueprint.errorhandler(Invalid)
def _invalid(error: Invalid) -> Response:
    errors = [_error(problem_sentence(problem), *problem.path) for problem in error.problems[:MOST_ERRORS]]
    return problem_answer(422, _together(item["detail"] for item in errors), errors=errors)


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
    return problem_answer(422, _together(finding_sentence(found) for found in error.findings), **more)


@blueprint.errorhandler(NotJson)
def _not_json(error: NotJson) -> Response:
    detail = problem_sentence(error.problem)
    return problem_answer(400, detail, errors=[_error(detail, *error.problem.path)])


@blueprint.errorhandler(NotTaken)
def _not_taken(error: NotTaken) -> Response:
    response = problem_answer(415, problem_sentence(error.problem))
    response.headers["Accept"] = "application/json"
    return response


@blueprint.errorhandler(BadHeader)
def _bad_header(error: BadHeader) -> Response:
    return problem_answer(422, problem_sentence(error.problem))


@blueprint.errorhandler(SQLAlchemyError)
def _trouble(error: SQLAlchemyError) -> Response:
    trouble = give_up(error, current_app.config["SCOREKEEPER"].backups)
    if trouble is None:
        raise error
    problem, seconds = trouble
    response = problem_answer(503 if seconds else 500, problem_sentence(problem))
    if seconds:
        response.headers["Retry-After"] = str(seconds)
    return response


def http_problem(error: HTTPException) -> Response:
    """Return the problem document for an error of HTTP's own."""
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


for _code in default_exceptions:  # by code, for handlers by code are asked before those by class
    blueprint.register_error_handler(_code, http_problem)


def no_such_address() -> Response | None:
    """Answer for addresses under /api/ that lead nowhere, or by a host that is none, before the pages do."""
    if has_invalid_host() and is_api(request):
        return problem_answer(400, sentence(_BAD_HOST))
    error = request.routing_exception
    if error is None or isinstance(error, RequestRedirect) or not f"{request.path}/".startswith("/api/"):
        return None
    return http_problem(error)
