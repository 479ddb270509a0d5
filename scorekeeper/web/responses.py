"""Build responses: the whole page, or only its main part for a form sent by htmx."""

from datetime import datetime
from typing import Any, TypeVar

from flask import Flask, Response, g, make_response, redirect, render_template, request, session
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ..extensions import LANGUAGES, reader_language, reader_letters
from ..rules.letters import ENGLISH, LETTERS
from ..services.referee.clock import now
from ..services.wording import game_name, numbered
from ..templating import release_contexts
from .device import remember
from .forms import described
from .text import bdi, moment, name_language, phrase, plural_phrase, points, signed, typed

# Babel knows them, too, but loads all data of a language for its name, which is half of the first page after a start.
_NAMES = {"en": "English", "da": "Dansk", "nb": "Norsk bokmål", "de": "Deutsch", "cs": "Čeština", "is": "Íslenska"}

R = TypeVar("R", bound=AnyResponse)


def by_htmx() -> bool:
    """Return whether htmx sent the current form; GET requests always get the whole page."""
    return request.method == "POST" and request.headers.get("HX-Request") == "true"


Context = dict[str, Any]
"""Variables of a template, of any type."""


def page(template: str, status: int = 200, **context: Any) -> Response:
    """Return a rendered page, or only its main part for a form sent by htmx."""
    layout = "part.html" if by_htmx() else "base.html"
    return make_response(render_template(template, layout=layout, **context), status)


def part_page(template: str, **context: Any) -> Response:
    """Return the main part of a page, for a URL of its own that htmx or a script fetches."""
    g.part = True
    return make_response(render_template(template, layout="part.html", **context))


def fresh(response: R) -> R:
    """Forbid caching, so that the browser reloads the page when the user goes back to it."""
    response.headers["Cache-Control"] = "no-store"
    return response


def go(url: str, device_secret: str | None = None, message: Markup | None = None) -> AnyResponse:
    """Redirect to `url` after a form was processed; `message` is shown there. Sets the device cookie if given."""
    if message is not None:
        session["message"] = str(message)
    if by_htmx():
        return remember(Response(headers={"HX-Redirect": url}), device_secret)
    return remember(redirect(url, 303), device_secret)


def part(response: Response, selector: str) -> Response:
    """Make htmx swap only the element `selector` of the response, without scrolling."""
    if by_htmx():
        response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = selector
        response.headers["HX-Reswap"] = "outerHTML show:none"
    return response


def go_with_message(url: str, message: Markup) -> AnyResponse:
    """Redirect to `url` after a form was sent without htmx; `message` is shown there."""
    session["message"] = str(message)  # one, not a list, so that the cookie cannot grow
    return remember(redirect(url, 303))


def message_left() -> Markup | None:
    """Remove and return the flash message of the session, None if there is none."""
    left = session.pop("message", None) if "message" in session else None
    return Markup(left) if left else None


def milliseconds(moment: datetime) -> int:
    """Return a moment in milliseconds since the Unix epoch."""
    return round(moment.timestamp() * 1000)


def language() -> str:
    """Return the language of the page as a BCP 47 tag."""
    return reader_language()


def languages() -> dict[str, str]:
    """Return the languages that can be chosen, each in its own words, by tag; none while there is only one."""
    if len(LANGUAGES) == 1:
        return {}
    return {tag: _NAMES.get(tag) or locale.display_name or tag for tag, locale in LANGUAGES.items()}


def card_letters() -> str:
    """Return the letters of ace, king, queen and jack on the reader's cards; empty if they are A, K, Q and J."""
    letters = reader_letters()
    return "" if letters == ENGLISH else LETTERS[letters]


def register(app: Flask) -> None:
    """Configure the template environment of `app`: options, filters, globals."""
    release_contexts(app.jinja_env)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    app.jinja_env.filters.update(
        points=points, signed=signed, bdi=bdi, typed=typed, moment=moment, milliseconds=milliseconds
    )
    app.jinja_env.globals.update(_=phrase, ngettext=plural_phrase, languages=languages, card_letters=card_letters)
    app.jinja_env.globals.update(numbered=numbered)
    app.jinja_env.globals.update(game_name=game_name, name_language=name_language)
    app.jinja_env.globals.update(now=now, language=language, described=described, message_left=message_left)
