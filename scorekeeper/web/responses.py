"""How an answer is made: the whole page, or for a form sent by htmx its main part alone."""

from datetime import datetime
from typing import Any, TypeVar

from flask import Flask, Response, g, make_response, redirect, render_template, request, session
from flask_babel import get_locale
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ..services.referee.clock import now
from ..templating import release_contexts
from .device import remember
from .forms import described
from .text import bdi, moment, points

R = TypeVar("R", bound=AnyResponse)


def by_htmx() -> bool:
    """Return whether htmx sent this form; a GET is always answered with the whole page."""
    return request.method == "POST" and request.headers.get("HX-Request") == "true"


def page(template: str, status: int = 200, **context: Any) -> Response:
    """Return a rendered page, or its main part if htmx sent a form."""
    layout = "part.html" if by_htmx() else "base.html"
    return make_response(render_template(template, layout=layout, **context), status)


def part_page(template: str, **context: Any) -> Response:
    """Return the main part of a page, for an address of its own that htmx or a script of ours asks for."""
    g.part = True
    return make_response(render_template(template, layout="part.html", **context))


def fresh(response: R) -> R:
    """Let the browser ask again when somebody comes back to this page: what it shows has changed since, perhaps."""
    response.headers["Cache-Control"] = "no-store"
    return response


def go(url: str, device_secret: str | None = None, message: Markup | None = None) -> AnyResponse:
    """Return the answer to a form that was carried out: look at `url` next, where `message` will stand."""
    if message is not None:
        session["message"] = str(message)
    if by_htmx():
        return remember(Response(headers={"HX-Redirect": url}), device_secret)
    return remember(redirect(url, 303), device_secret)


def part(response: Response, selector: str) -> Response:
    """Let htmx take no more than one part of a page into the page that is there, and stay where it is."""
    if by_htmx():
        response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = selector
        response.headers["HX-Reswap"] = "outerHTML show:none"
    return response


def go_with_message(url: str, message: Markup) -> AnyResponse:
    """Return the same for a form sent without htmx, with `message` on the page that follows."""
    session["message"] = str(message)  # one, not a list: whoever never looks at it gets no growing cookie
    return remember(redirect(url, 303))


def message_left() -> Markup | None:
    """Return the message that a form left for this page, once."""
    left = session.pop("message", None) if "message" in session else None
    return Markup(left) if left else None


def milliseconds(moment: datetime) -> int:
    """Return a moment as scripts count it."""
    return round(moment.timestamp() * 1000)


def language() -> str:
    """Return the language of the page as an HTML language tag."""
    return str(get_locale() or "en").replace("_", "-")


def register(app: Flask) -> None:
    """Give the templates of `app` what all of them need."""
    release_contexts(app.jinja_env)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    app.jinja_env.filters.update(points=points, bdi=bdi, moment=moment, milliseconds=milliseconds)
    app.jinja_env.globals.update(now=now, language=language, described=described, message_left=message_left)
