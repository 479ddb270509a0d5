"""The Flask extensions, one of each, bound to the application in `create_app`."""

import time

from flask import Response, has_request_context, request
from flask_babel import Babel, get_locale, gettext
from flask_compress import Compress
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect

babel = Babel()
compress = Compress()
csrf = CSRFProtect()
limiter = Limiter(get_remote_address)

LANGUAGES = ("en",)


def choose_locale() -> str:
    """Return the language that the reader's browser prefers of those we have; the first one without a browser."""
    if not has_request_context():
        return LANGUAGES[0]
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def translated(message: str) -> str:
    """Return `message` in the reader's language; ours are written in English, so that needs no look-up."""
    locale = get_locale()
    return message if locale is None or locale.language == LANGUAGES[0] else str(gettext(message))


def say_when_again(response: Response) -> Response:
    """Say in a 429 after how many seconds the limit lets the client ask again."""
    limit = limiter.current_limit
    if response.status_code == 429 and limit is not None:
        response.headers["Retry-After"] = str(max(1, int(limit.reset_at - time.time())))
    return response
