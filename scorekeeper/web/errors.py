"""Error pages: a sentence, and a link back."""

from typing import Any

from flask import Flask, Response, current_app, g, request, url_for
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import HTTPException, TooManyRequests

from ..extensions import is_api
from ..http.hosts import has_invalid_host
from ..http.public import is_same_origin
from ..http.quotas import refusal
from ..services.database_failures import RETRY_AFTER, give_up
from ..services.errors import (
    Busy,
    NoAccess,
    NoSuchClub,
    NoSuchEvening,
    NoSuchRound,
    NoSuchRuling,
    NotAllowed,
    NotNow,
    Withdrawn,
)
from .device import key_sent
from .responses import by_htmx, page
from .text import _, problem_words


def problem_page(status: int, title: str, sentence: object, *, temporary: bool = False, **more: Any) -> Response:
    """Return an error page; for htmx only its message, shown above the current page, so that typed text stays.

    A `temporary` problem of a page has a link that asks for the page again.
    """
    retry = request.full_path.rstrip("?") if temporary and request.method == "GET" and not by_htmx() else None
    response = page("errors/error.html", status, title=title, sentence=sentence, retry=retry, **_back(), **more)
    if by_htmx():
        response.headers["HX-Retarget"] = "#alert"
        response.headers["HX-Reswap"] = "innerHTML show:none"
        response.headers["HX-Reselect"] = "#problem"
    response.headers["Cache-Control"] = "no-store"
    return response


def _back() -> dict[str, str]:
    """Return the URL and label of the link to the nearest page that certainly exists."""
    arguments = request.view_args or {}
    if "game_id" in arguments and not g.get("no_access"):
        url = url_for("scoreboard.show", game_id=arguments["game_id"])
        return {"back": url, "back_label": _("Back to the game")}
    if "circle_id" in arguments and not g.get("no_access"):
        url = url_for("circles.show", circle_id=arguments["circle_id"])
        return {"back": url, "back_label": _("Back to the circle")}
    return {"back": url_for("home.index"), "back_label": _("Your games")}


def _no_access(_error: NoAccess) -> Response:
    g.no_access = True
    if request.endpoint and request.endpoint.startswith("join."):
        return problem_page(
            404, _("This link doesn’t work"), _("It’s incomplete, or access was withdrawn. Ask for a new link.")
        )
    wrong_key = key_sent() is not None
    response = problem_page(
        401 if wrong_key else 403,
        _("This device can’t open the circle") if _of_circle() else _("This device can’t open the game"),
        _("Open it with a link or code, or on the device that started it."),
        outbox=True,
        by_code=True,
    )
    if wrong_key:
        response.www_authenticate = WWWAuthenticate("bearer", {"realm": "scorekeeper"})
    return response


def _withdrawn(_error: Withdrawn) -> Response:
    g.no_access = True
    sentence = _(
        "Somebody withdrew it, or a recovery code moved the games to another device. Nothing was saved. "
        "To come back, ask for a new link or code."
    )
    title = (
        _("This device has lost access to the circle") if _of_circle() else _("This device has lost access to the game")
    )
    return problem_page(403, title, sentence, outbox=True, by_code=True)


def _of_circle() -> bool:
    """Return whether the request is for a circle."""
    return "circle_id" in (request.view_args or {})


def _not_allowed(_error: NotAllowed) -> Response:
    if _of_circle():
        return problem_page(
            403,
            _("This device may not do that in the circle"),
            _("Ask somebody who keeps the circle for a link that lets you do more."),
        )
    return problem_page(
        403,
        _("This device can only view the game"),
        _("To enter rounds, open the game with a link for scorers."),
        outbox=True,
    )


def _no_such_round(_error: NoSuchRound) -> Response:
    return problem_page(404, _("Round not found"), _("Somebody may have undone it. The scoreboard shows all rounds."))


def _busy(_error: Busy) -> Response:
    response = problem_page(
        503, _("The server is busy with other files"), _("Nothing was saved: try again in a few seconds.")
    )
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _not_now(error: NotNow) -> Response:
    return problem_page(409, _("Nothing was saved"), problem_words(error.problem))


def _no_such_ruling(_error: NoSuchRuling) -> Response:
    return problem_page(404, _("Ruling not found"), _("The list of rulings shows all that this game keeps."))


def _no_such_evening(_error: NoSuchEvening) -> Response:
    return problem_page(404, _("Evening not found"), _("The page of the circle leads to its last evening."))


def _no_such_club(_error: NoSuchClub) -> Response:
    return problem_page(404, _("Club evening not found"), _("The page of the circle leads to all of them."))


def _invalid_token(_error: CSRFError) -> Response:
    """Answer an invalid CSRF token; if the Origin is our own, with a form that sends the same data again."""
    given = request.form.items(multi=True) if is_same_origin() else ()
    again = [(key, value) for key, value in given if key != "csrf_token"]
    sentence = _("Nothing was saved. Go back, reload the page and send it again.")
    if again:
        sentence = _("Nothing was saved yet, but nothing is lost: your entry is still here.")
    return problem_page(400, _("This form is too old"), sentence, again=again, action=request.path)


def _bad_host() -> Response | None:
    """Refuse a page request with an invalid Host header before anything else; the API has its own handler."""
    if not has_invalid_host(request_ctx.request) or is_api(request):
        return None
    sentence = _("The host name isn’t valid. Open the address that Scorekeeper prints when it starts.")
    return problem_page(400, _("This address isn’t valid"), sentence)


def _database_error(error: SQLAlchemyError) -> Response:
    trouble = give_up(error, current_app.config["SCOREKEEPER"].backups)
    if trouble is None:
        raise error
    problem, seconds = trouble
    title = _("The scores can’t be reached") if seconds else _("The scores are damaged")
    response = problem_page(503 if seconds else 500, title, problem_words(problem), temporary=bool(seconds))
    if seconds:
        response.headers["Retry-After"] = str(seconds)
    return response


def _http(error: HTTPException) -> Any:
    status = error.code or 500
    if status < 400:
        return error
    titles = {
        404: (_("Page not found"), _("The address may be mistyped, or the page has moved.")),
        405: (_("That doesn’t work here"), _("This page can’t be used that way.")),
        413: (_("Too large"), _("Your entry is too large. Nothing was saved.")),
        429: (_("Too fast"), _("Too many requests in a short time. Wait a minute, then try again.")),
        500: (_("Something went wrong here"), _("It isn’t your fault. Everything saved earlier is safe.")),
    }
    otherwise = (_("That can’t be done"), _("The server didn’t understand the request. Nothing was saved."))
    title, sentence = titles.get(status, otherwise)
    if used_up := refusal(error):
        title, sentence = _("Not so many at once"), _(used_up)
    elif isinstance(error, TooManyRequests) and error.retry_after is not None:
        sentence = _("Your earlier requests are still running. Try again in a few seconds.")
    response = problem_page(status, title, sentence, temporary=isinstance(error, TooManyRequests))
    for name, value in error.get_headers():
        if name in ("Retry-After", "Allow"):
            response.headers[name] = value
    return response


def register(app: Flask) -> None:
    """Register the error pages with `app`."""
    app.before_request(_bad_host)
    app.register_error_handler(NoAccess, _no_access)
    app.register_error_handler(Withdrawn, _withdrawn)
    app.register_error_handler(NotAllowed, _not_allowed)
    app.register_error_handler(NoSuchRound, _no_such_round)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(NotNow, _not_now)
    app.register_error_handler(NoSuchRuling, _no_such_ruling)
    app.register_error_handler(NoSuchEvening, _no_such_evening)
    app.register_error_handler(NoSuchClub, _no_such_club)
    app.register_error_handler(CSRFError, _invalid_token)
    app.register_error_handler(SQLAlchemyError, _database_error)
    app.register_error_handler(HTTPException, _http)
