"""Answer with a printed sheet, or with a page that says why it is not ready."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from flask import Flask, Response, current_app, request
from markupsafe import escape
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import LANGUAGE, LETTERS_OF_CARDS, reader_letters
from ...http.addresses import network_of
from ...rules.errors import N_
from ...services.paper.print_queue import MAX_PER_NETWORK, MAX_QUEUED, TIMEOUT, NotYet, PrintQueue, TooManyOfNetwork
from ...services.paper.printing import SheetCache, sheet_key
from ...sheets.page_printer import first_page
from ...sheets.printer import (
    Interrupted,
    LibraryMissing,
    NoRoom,
    Press,
    PrintingError,
    TookTooLong,
    TooLarge,
    TooManyWaiting,
)
from ..errors import problem_page
from ..responses import fresh, language
from ..text import _

Sheet: TypeAlias = Callable[[], bytes]
"""Prints a sheet that is worded already, and returns the PDF."""

_BUSY_SECONDS = 10
BROWSER_TIMEOUT = 10.0  # seconds after which a browser gets a waiting page instead of the sheet
PICTURE_TIMEOUT = 5.0  # seconds after which the page gets a picture that says to wait; a script asks again
_WAITING_PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="210" height="297"><rect width="100%" height="100%" fill="#fff"/>'
    '<text x="105" y="40" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#333">{text}</text></svg>'
)
_TYPES = {"pdf": "application/pdf", "png": "image/png"}
_SOON = 2  # seconds between refreshes while the sheet is being printed
_AFTER_OTHERS = 5


class Words(NamedTuple):
    """What pages say about something that is not ready: titles, and sentences."""

    missing: str
    missing_text: str
    being_made: str
    waiting: str
    too_many: str
    none_now: str


_NOT_YET = N_("It will appear here in a few seconds.")
_BUSY = N_("Many sheets are being made right now. Try again in a moment.")
_TOO_LARGE = N_("The sheet is too large. Leave out rulings and corrections to make it shorter.")
_SENTENCES = {
    TooLarge: _TOO_LARGE,
    Interrupted: N_("Printing was interrupted. Try again in a moment."),
    NoRoom: N_("The server’s disk is full: there is no room to print."),
}
SHEET = Words(
    N_("This server can’t make PDFs"),
    N_(
        "A library is missing on the server (pango). Print the scoreboard with your browser instead: "
        "it is set for paper."
    ),
    N_("Your sheet is being made"),
    N_("Your sheet is waiting"),
    N_("Two sheets for this network are already being made. Yours is next: leave this page open."),
    N_("No sheet right now"),
)
PICTURE = Words(
    N_("This server can’t draw pictures"),
    N_("A library is missing on the server (pango). You can send the text without the picture."),
    N_("Your picture is being drawn"),
    N_("Your picture is waiting"),
    N_("Two sheets for this network are already being made. Your picture is next: leave this page open."),
    N_("No picture right now"),
)


def answer(
    key: str,
    word: Callable[[], Sheet],
    size_key: str = "",
    *,
    name: str,
    suffix: str = "pdf",
    words: Words = SHEET,
) -> AnyResponse:
    """Return the sheet with this cache key as PDF, a 304, or a page with the reason why it is not ready.

    A picture has another `suffix`, and other `words` for these reasons.
    """
    if key in request.if_none_match:
        return tagged(Response(status=304), key)
    try:
        data = printed(key, word, size_key)
    except PrintingError as error:
        return not_printed(error, words)
    response = Response(data, mimetype=_TYPES[suffix])
    response.headers["Content-Disposition"] = f'inline; filename="scorekeeper-{name}.{suffix}"'
    return tagged(response, key)


def picture(key: str, word: Callable[[], Sheet], size_key: str) -> AnyResponse:
    """Return a picture of the sheet's first page as PNG; the sheet itself is then in the cache, too.

    While the press is busy it is a small picture that says so, with the status 202.
    """

    def drawn(picture_key: str) -> bytes:
        make = partial(first_page, the_press(), printed(key, word, size_key, preview=True))
        network = network_of(request.remote_addr or "")
        return print_queue().sheet(picture_key, network, make, timeout=PICTURE_TIMEOUT, preview=True)

    return _preview(sheet_key(picture=key), drawn, SHEET)


def preview(key: str, word: Callable[[], Sheet]) -> AnyResponse:
    """Return what is a picture itself, as `picture` does."""
    return _preview(key, lambda _key: printed(key, word, preview=True), PICTURE)


def _preview(key: str, drawn: Callable[[str], bytes], words: Words) -> AnyResponse:
    if key in request.if_none_match:
        return tagged(Response(status=304), key)
    try:
        data = drawn(key)
    except (NotYet, TooManyOfNetwork, TooManyWaiting, TookTooLong):
        svg = _WAITING_PICTURE.format(text=escape(_("The picture follows.")))
        return fresh(Response(svg, 202, mimetype="image/svg+xml"))
    except PrintingError as error:
        return not_printed(error, words)
    return tagged(Response(data, mimetype="image/png"), key)


def printed(key: str, word: Callable[[], Sheet], size_key: str = "", *, preview: bool = False) -> bytes:
    """Return the sheet with this cache key as PDF.

    Raises:
        PrintingError: see `PrintQueue.sheet`.
    """
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # documented on the proxy for other threads
    make = partial(_make_in_thread, app, {LANGUAGE: language(), LETTERS_OF_CARDS: reader_letters()}, word)
    timeout = PICTURE_TIMEOUT if preview else BROWSER_TIMEOUT if _accepts_html() else TIMEOUT
    return print_queue().sheet(key, network_of(request.remote_addr or ""), make, size_key, timeout, preview=preview)


def _make_in_thread(app: Flask, chosen: Mapping[str, str], word: Callable[[], Sheet]) -> bytes:
    """Return the PDF; a sheet is worded in a request context of the reader's language and letters.

    The context ends before printing starts, which releases its database connection.
    """
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in chosen.items())}
    with app.test_request_context(headers=headers):
        sheet = word()
    return sheet()


def tagged(response: Response, key: str) -> Response:
    """Add an ETag, and make browsers ask each time whether it is still valid."""
    response.set_etag(key)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def not_printed(error: PrintingError, words: Words) -> AnyResponse:
    """Return the page that says why a sheet is not ready, and when to ask again."""
    if isinstance(error, LibraryMissing):
        return problem_page(503, _(words.missing), _(words.missing_text))
    if isinstance(error, NotYet):
        return _waiting_page(202, _(words.being_made), _(_NOT_YET), _SOON)
    if isinstance(error, TooManyOfNetwork):
        return _waiting_page(429, _(words.waiting), _(words.too_many), _AFTER_OTHERS)
    sentence = _SENTENCES.get(type(error), _BUSY)
    response = problem_page(503, _(words.none_now), _(sentence), temporary=sentence != _TOO_LARGE)
    response.headers["Retry-After"] = str(_BUSY_SECONDS)
    return response


def _waiting_page(status: int, title: str, sentence: str, seconds: int) -> AnyResponse:
    """Return a page that refreshes after `seconds`, with a Refresh header, so without script, too.

    A program that does not accept HTML gets 503 instead of 202, which it would take for the sheet.
    """
    status = 503 if status == 202 and not _accepts_html() else status
    response = problem_page(status, title, sentence, waits=True)
    response.headers["Retry-After"] = str(seconds)
    if _accepts_html():
        response.headers["Refresh"] = str(seconds)
    return response


def _accepts_html() -> bool:
    """Whether the client is a browser that navigates: scripts and programs do not list text/html."""
    return "text/html" in request.accept_mimetypes.values()


def the_press() -> Press:
    press: Press = current_app.extensions.setdefault("press", Press())
    return press


def print_queue() -> PrintQueue:
    """Return the application's print queue; without rate limiting it has no limit per network."""
    queue: PrintQueue | None = current_app.extensions.get("print_queue")
    if queue is None:
        settings = current_app.config["SCOREKEEPER"]
        queue = PrintQueue(
            SheetCache(settings.data_dir / "sheets"),
            most_held=max(1, settings.threads * 3 // 8),
            per_network=MAX_PER_NETWORK if settings.ratelimit_enabled else MAX_QUEUED,
        )
        queue = current_app.extensions.setdefault("print_queue", queue)
    return queue
