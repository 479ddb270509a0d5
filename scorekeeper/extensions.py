"""The Flask extensions, bound to the application in `create_app`, and the language of a request."""

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


def client_network() -> str:
    """Return the network key of the current request's client, which rate limits are counted by."""
    return network_of(request.remote_addr or "")


limiter = Limiter(client_network)

LANGUAGES = ("en",)
_MAX_HEADER = 200  # browsers send less; it bounds the memory of the cache
_LOCALES = {language: Locale.parse(language) for language in LANGUAGES}


def choose_locale() -> Locale:
    """Return the supported language that the request prefers; outside a request the first one."""
    if not has_request_context():
        return _LOCALES[LANGUAGES[0]]
    return _LOCALES[preferred_language(request.headers.get("Accept-Language", ""))]


def preferred_language(accepted: str) -> str:
    """Return the supported language that an `Accept-Language` header prefers."""
    return _preferred(accepted[:_MAX_HEADER])


@lru_cache(maxsize=256)
def _preferred(accepted: str) -> str:
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or LANGUAGES[0]


def reader_language() -> str:
    """Return the language tag of the current request; while there is only one language, without any look-up."""
    locale = get_locale() if len(LANGUAGES) > 1 else None
    return LANGUAGES[0] if locale is None else str(locale)


def translated(message: str) -> str:
    """Translate `message` into the language of the request; messages are English, which needs no look-up."""
    return message if reader_language() == LANGUAGES[0] else str(gettext(message))


def add_retry_after(response: Response) -> Response:
    """Add Retry-After to a 429 of the limiter: the seconds until its window resets."""
    limit = limiter.current_limit if response.status_code == 429 else None
    if limit is not None and "Retry-After" not in response.headers:
        response.headers["Retry-After"] = str(max(1, int(limit.reset_at - time.time())))
    return response


def compress_pages(response: Response) -> Response:
    """Compress a response that is not the API's; so responses of the API do not vary by encoding."""
    return response if is_api(request) else compress.after_request(response)


def is_api(request: Request) -> bool:
    """Return whether a request is for the API."""
    return request.path.startswith("/api/")
