"""The Flask extensions, bound to the application in `create_app`, and the language of a request."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache

from babel import Locale
from flask import Request, Response, g, has_request_context, request
from flask.globals import request_ctx
from flask_babel import Babel, force_locale, get_domain
from flask_compress import Compress
from flask_limiter import Limiter
from flask_wtf import CSRFProtect
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from .config.messages import ALIASES
from .config.paths import TRANSLATIONS
from .http.addresses import network_of
from .rules.letters import LETTERS, usual_letters
from .services.wording import ENGLISH_READER, Reader, with_letters

babel = Babel()
compress = Compress()
csrf = CSRFProtect()


def client_network() -> str:
    """Return the network key of the current request's client, which rate limits are counted by."""
    return network_of(request.remote_addr or "")


limiter = Limiter(client_network)

_SOURCE = "en"  # the language of the messages
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")  # CLDR's
_MAX_HEADER = 200  # browsers send less; it bounds the memory of the cache
LANGUAGE, LETTERS_OF_CARDS = "language", "letters"  # cookies
_CHOSEN = re.compile(rf"(?:^|;)\s*({LANGUAGE}|{LETTERS_OF_CARDS})=([A-Za-z0-9-]{{1,20}})(?=\s*(?:;|$))")
LANGUAGES = {
    tag: Locale.parse(tag)
    for tag in (_SOURCE, *sorted(file.parents[1].name for file in TRANSLATIONS.glob("*/LC_MESSAGES/messages.mo")))
}
"""The languages that can be chosen, by their tag: English, and every one whose catalogue is complete and compiled."""


def choose_locale() -> Locale:
    """Return the language of the request for Flask-Babel; outside a request it is English."""
    return LANGUAGES[_language_of(request_ctx.request) if has_request_context() else _SOURCE]


def _language_of(sent: Request) -> str:
    """Return the language of a request: that of its query (sheets), of its cookie (pages), else of its header."""
    if len(LANGUAGES) == 1:
        return _SOURCE
    accepted, chosen = sent.environ.get("HTTP_ACCEPT_LANGUAGE", ""), None
    if not is_api(sent):
        printed = sent.blueprint == "sheets" or sent.endpoint in ("seasons.certificate", "clubs.sheet", "years.sheet")
        asked = sent.args.get("lang") if printed else None
        chosen = asked if asked in LANGUAGES else sent.cookies.get(LANGUAGE)
    return preferred_language(accepted, chosen)


def preferred_language(accepted: str, chosen: str | None = None) -> str:
    """Return `chosen` if it is a supported language, else the one that an `Accept-Language` header prefers."""
    if len(LANGUAGES) == 1:
        return _SOURCE
    return chosen if chosen in LANGUAGES else _preferred(accepted[:_MAX_HEADER], tuple(LANGUAGES))


def current_reader() -> Reader:
    """Return the reader of the current request, found once for each; outside a request an English one."""
    try:
        context = g._get_current_object()  # not through the proxy, each look-up of which costs as much as a message
    except RuntimeError:
        return ENGLISH_READER
    reader: Reader | None = context.get("reader")
    if reader is None:
        reader = context.reader = _reader_of(request_ctx.request) if has_request_context() else ENGLISH_READER
    return reader


def _reader_of(sent: Request) -> Reader:
    """Return the reader of a request: with the letters of its cookie, else with the usual ones of its language."""
    return _reader(_language_of(sent), None if is_api(sent) else sent.cookies.get(LETTERS_OF_CARDS))


def _reader(language: str, letters: str | None = None) -> Reader:
    chosen = chosen_letters(language, letters)
    return Reader(language, chosen, *_translators(language, chosen))


@cache  # Flask-Babel's own cache takes a tenth of a question to reach
def _translators(language: str, letters: str) -> tuple[Callable[[str], str], Callable[[str, str, float], str]]:
    """Return the functions that translate into a language, which is that of the context, without and with a number.

    The first has the letters of the reader's cards in rows of ranks.
    """
    if language == _SOURCE:
        return with_letters(str, letters), ENGLISH_READER.ngettext
    translations = get_domain().get_translations()
    translations.plural = _form_of(LANGUAGES[language])  # gettext's own takes whole numbers only
    return with_letters(translations.ugettext, letters), translations.ungettext


def _form_of(locale: Locale) -> Callable[[float], int]:
    """Return a function that takes a number and gives the index of its form: forms are in the order of CLDR."""
    rule = locale.plural_form
    order = [category for category in _CATEGORIES if category in rule.tags | {"other"}]
    return lambda number: order.index(rule(number))


@contextmanager
def in_language(tag: str) -> Iterator[None]:
    """Use a language within the block, whatever the language of the request."""
    before = g.pop("reader", None)
    try:
        with force_locale(tag.replace("-", "_")):
            g.reader = _reader(tag)
            yield
    finally:
        g.reader = before


def reader_letters() -> str:
    """Return the key of the letters on the reader's cards."""
    return current_reader().letters


def chosen_letters(language: str, chosen: str | None) -> str:
    """Return `chosen` if it is a key of letters, else the usual one of the language."""
    return chosen if chosen in LETTERS else usual_letters(language)


def reader_of(accepted: str, cookies: str) -> str:
    """Return `reader_key` of a request with these headers, `Accept-Language` and `Cookie`."""
    chosen = dict(_CHOSEN.findall(cookies))
    language = preferred_language(accepted, chosen.get(LANGUAGE))
    return _reader_key(language, chosen_letters(language, chosen.get(LETTERS_OF_CARDS)))


def reader_key() -> str:
    """Return what a page depends on besides its game and its reader's role: the language, and letters if unusual."""
    reader = current_reader()
    return _reader_key(reader.language, reader.letters)


def _reader_key(language: str, letters: str) -> str:
    return language if letters == usual_letters(language) else f"{language}-{letters}"


@lru_cache(maxsize=256)
def _preferred(accepted: str, supported: tuple[str, ...]) -> str:
    """Return the first supported language, by quality; "de-AT" asks for "de", too (RFC 4647, 3.4, lookup)."""
    wanted = (ALIASES.get(tag, tag) for full in _ranges(accepted) for tag in (full, full.partition("-")[0]))
    return next((tag for tag in wanted if tag in supported), _SOURCE)


@lru_cache(maxsize=256)
def _ranges(accepted: str) -> tuple[str, ...]:
    """Return the language ranges of an `Accept-Language` header, the one that is preferred first."""
    return tuple(tag.lower() for tag, quality in parse_accept_header(accepted, LanguageAccept) if quality > 0)


def reader_language() -> str:
    """Return the language tag of the current request."""
    return current_reader().language


def wanted_language() -> str:
    """Return the language that the reader of a page wants most, without its region, though it may not be supported.

    That is the chosen one, else the first that the browser asks for.
    """
    sent = request_ctx.request
    ranges = _ranges(sent.environ.get("HTTP_ACCEPT_LANGUAGE", "")[:_MAX_HEADER])
    if not ranges or sent.cookies.get(LANGUAGE) in LANGUAGES:
        return reader_language()
    tag = ranges[0].partition("-")[0]
    return ALIASES.get(tag, tag)


def add_retry_after(response: Response) -> Response:
    """Add Retry-After to a 429 of the limiter: the seconds until its window resets."""
    limit = limiter.current_limit if response.status_code == 429 else None
    if limit is not None and "Retry-After" not in response.headers:
        response.headers["Retry-After"] = str(max(1, int(limit.reset_at - time.time())))
    return response


def compress_pages(response: Response) -> Response:
    """Compress a response that is not the API's; so responses of the API do not vary by encoding."""
    return response if is_api(request_ctx.request) else compress.after_request(response)


def is_api(request: Request) -> bool:
    """Return whether a request is for the API."""
    return request.path.startswith("/api/")
