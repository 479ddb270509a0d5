"""The Flask extensions, one of each, bound to the application in `create_app`."""

import time
from functools import lru_cache

from babel import Locale
from flask import Request, Response, has_request_context, request
from flask_babel import Babel, get_locale, gettext
from flask_compress import Compress
from flask_limiter import Limiter
from flask_wtf import CSRFProtect
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from .http.addresses import network_of

babel = Babel()
compress = Compress()
csrf = CSRFProtect()


def sender() -> str:
    """Return under which key the present request is counted: the network address that it comes from."""
    return network_of(request.remote_addr or "")


limiter = Limiter(sender)

LANGUAGES = ("en",)
_LONG = 200  # no browser says more, and nobody else is to fill the memory
_LOCALES = {language: Locale.parse(language) for language in LANGUAGES}


def choose_locale() -> Locale:
    """Return the language that the reader's browser prefers of those we have; the first one without a browser."""
    if not has_request_context():
        return _LOCALES[LANGUAGES[0]]
    return _LOCALES[preferred(request.headers.get("Accept-Language", ""))]


def preferred(accepted: str) -> str:
    """Return the language of ours that a browser with this `Accept-Language` prefers."""
    return _preferred(accepted[:_LONG])


@lru_cache(maxsize=256)
def _preferred(accepted: str) -> str:
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or LANGUAGES[0]


def reader_language() -> str:
    """Return the tag of the reader's language. With a single one there is nothing to look up for each sentence."""
    locale = get_locale() if len(LANGUAGES) > 1 else None
    return LANGUAGES[0] if locale is None else str(locale)


def translated(message: str) -> str:
    """Return `message` in the reader's language; ours are written in English, so that needs no look-up."""
    return message if reader_language() == LANGUAGES[0] else str(gettext(message))


def say_when_again(response: Response) -> Response:
    """Say in a 429 after how many seconds the limit lets the client ask again."""
    limit = limiter.current_limit if response.status_code == 429 else None
    if limit is not None and "Retry-After" not in response.headers:
        response.headers["Retry-After"] = str(max(1, int(limit.reset_at - time.time())))
    return response


def compress_pages(response: Response) -> Response:
    """Compress what may be compressed; that is nothing of the API, so its answers do not vary by encoding either."""
    return response if is_api(request) else compress.after_request(response)


def is_api(request: Request) -> bool:
    """Return whether a request is to the API."""
    return request.path.startswith("/api/")
