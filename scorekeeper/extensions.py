"""The Flask extensions, one of each, bound to the application in `create_app`."""

from flask import request
from flask_babel import Babel
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
    """Return the language that the reader's browser prefers of those we have."""
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
