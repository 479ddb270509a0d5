"""Routes of printed sheets: a game's sheet, blank ones, the card of house rules, the rules on a page."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, session, url_for
from segno import make_qr
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import LANGUAGE, LANGUAGES, LETTERS_OF_CARDS, reader_key, reader_letters
from ...http.addresses import network_of
from ...http.public import is_loopback_url, public_url
from ...rules.errors import N_
from ...rules.model.variant import Variant
from ...rules.variants import VARIANTS
from ...services.access.access import Role
from ...services.access.sheet_keys import give_sheet_key, sheet_key_of
from ...services.games.games import load_game, load_history, load_version
from ...services.games.state import What
from ...services.games.views import GameView
from ...services.paper.paper import SheetChoices, game_sheet
from ...services.paper.paper_blank import blank_sheet, card_sheet, rules_sheet
from ...services.paper.print_queue import MAX_PER_NETWORK, MAX_QUEUED, TIMEOUT, NotYet, PrintQueue, TooManyOfNetwork
from ...services.paper.printing import SheetCache, sheet_key
from ...services.referee.rulings import load_rulings
from ...sheets.layout import Paper
from ...sheets.model import Code, RulesSheet
from ...sheets.printer import (
    LibraryMissing,
    Press,
    PrintingError,
    TooLarge,
    print_blank,
    print_card,
    print_game,
    print_rules,
)
from ..board.board import board
from ..board.history import changes_of
from ..device import reader, reader_or_key
from ..errors import problem_page
from ..responses import language, page
from ..text import _
from .sheet_form import MOST_BLANK, PrintForm, blank_names
from .sheet_words import change_text, ruling_text

bp = Blueprint("sheets", __name__)

Sheet: TypeAlias = Callable[[], bytes]
"""Prints a sheet that is worded already, and returns the PDF."""

_BUSY_SECONDS = 10
_BROWSER_TIMEOUT = 10.0  # seconds after which a browser gets a waiting page instead of the sheet
_SOON = 2  # seconds between refreshes while the sheet is being printed
_AFTER_OTHERS = 5
PAPERS = (Paper.A4, Paper.A5, Paper.LETTER)
_NOT_YET = N_("It appears here by itself in a few seconds.")
_TOO_MANY = N_("Two sheets are being made for this network already. Yours follows by itself: leave this page open.")
_BUSY = N_("The press is busy: many sheets are being made. Try again in a moment.")
_TOO_LARGE = N_("The sheet is too large to be made here. Without rulings and corrections it is shorter.")
_PANGO = N_(
    "A library is missing on the server (pango). Print the scoreboard with your browser instead: it is set for paper."
)


@bp.get("/games/<game_id>/print")
def show(game_id: str) -> Response:
    """Show the print options of a game."""
    access = reader(game_id)
    view = load_game(game_id)
    form, here_only = PrintForm(session.get("paper")), _here_only()
    return page("print/show.html", board=board(view, access), form=form, papers=PAPERS, here_only=here_only)


@bp.post("/games/<game_id>/print")
def choose(game_id: str) -> AnyResponse:
    """Store the paper size in the session, create the QR code's key if it is wanted, and redirect to the sheet."""
    access = reader(game_id)
    form = PrintForm(session.get("paper"), request.form)
    session["paper"] = form.paper.value
    if form.code and access.role is Role.SCORER and not _here_only():
        give_sheet_key(access, _secret())
    tag = request.form.get("lang", "")
    own = {"lang": tag} if tag in LANGUAGES else {}
    query = urlencode(form.address(access.role is Role.SCORER and not _here_only()) | own)
    return redirect(url_for("sheets.sheet", game_id=game_id) + "?" + query, 303)


@bp.get("/games/<game_id>/sheet.pdf")
def sheet(game_id: str) -> AnyResponse:
    """Return a game's sheet as PDF; a program may authenticate with a key instead of a cookie."""
    access = reader_or_key(game_id)
    form = PrintForm(session.get("paper"), request.args)
    code = _code(game_id) if form.code and access.role is Role.SCORER and not _here_only() else None
    version = load_version(game_id)
    key = sheet_key(
        game=game_id,
        version=version,
        language=reader_key(),
        link=code and code.address,
        **form.address(True),
    )
    press = _press()

    def word() -> Sheet:
        view = load_game(game_id)
        if view.version != version:  # changed meanwhile: the retry has the key of the new version
            raise NotYet
        made = game_sheet(view, _choices(view, form, code))
        return partial(print_game, press, made, form.paper, int(view.changed_at.timestamp()))

    return _answer(key, "sheet", word, f"{game_id} {version} {form.more}")


def _choices(view: GameView, form: PrintForm, code: Code | None) -> SheetChoices:
    history: list[tuple[str, str]] = []
    rulings: list[str] = []
    if form.more:
        revisions = load_history(view.id)
        changes = reversed(changes_of(view, revisions))
        rulings = [ruling_text(ruling) for ruling in load_rulings(view.id)]
        pairs = zip(revisions, changes, strict=True)
        if any(revision.what not in (What.ADD, What.END) for revision in revisions):  # a clean game needs no such page
            history = [(form.moment(r.when), change_text(c)) for r, c in pairs if r.what != What.ADD or c.news]
    return SheetChoices(form.zone, form.running, form.signatures, code, tuple(rulings), tuple(history))


def _here_only() -> bool:
    """Whether a printed URL would be a loopback address, which no other device reaches."""
    return is_loopback_url(public_url())


def _code(game_id: str) -> Code:
    """Return the QR code with the sheet's own key.

    Raises:
        NoAccess: the game has no such key, or it is revoked.
    """
    address = public_url(url_for("join.follow", key=sheet_key_of(game_id, _secret())))
    svg = make_qr(address, error="m").svg_inline(
        border=2, omitsize=True, svgclass=None, lineclass=None, title=_("QR code")
    )
    return Code(svg, address)


@bp.get("/games/<game_id>/card.pdf")
def card(game_id: str) -> AnyResponse:
    """Return the card of a table's house rules as PDF."""
    reader(game_id)
    view = load_game(game_id)
    return _card(view.variant, view.name)


@bp.get("/rules/<key>/card.pdf")
def plain_card(key: str) -> AnyResponse:
    """Return the card of a game with its default rules as PDF."""
    return _card(_variant(key))


@bp.get("/rules/<key>/rules.pdf")
def rules(key: str) -> AnyResponse:
    """Return a game's rules on a page as PDF."""
    return _rules(rules_sheet(_variant(key)))


@bp.get("/games/<game_id>/rules.pdf")
def rules_of_game(game_id: str) -> AnyResponse:
    """Return the rules that the next round of a game is played by as PDF."""
    reader(game_id)
    return _rules(rules_sheet(load_game(game_id).variant.at_play, of_table=True))


@bp.get("/games/<game_id>/blank.pdf")
def blank(game_id: str) -> AnyResponse:
    """Return a blank sheet with the names and house rules of a table as PDF."""
    reader(game_id)
    view = load_game(game_id)
    return _blank(view.variant, list(view.players))


@bp.get("/rules/<key>/blank.pdf")
def plain_blank(key: str) -> AnyResponse:
    """Return a blank sheet as PDF; query: `names`, one on each line, or `players`, their number."""
    variant = _variant(key)
    return _blank(variant, blank_names(request.args, min(MOST_BLANK, variant.most_players)))


def _card(variant: Variant, name: str | None = None) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args, (Paper.A6, *PAPERS)).paper
    made = card_sheet(variant, name)
    key = sheet_key(what="card", paper=paper, sheet=repr(made))
    print_it = partial(print_card, _press(), made, paper)
    return _answer(key, "card", lambda: print_it)


def _rules(made: RulesSheet) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args).paper
    key = sheet_key(what="rules", paper=paper, sheet=repr(made))
    print_it = partial(print_rules, _press(), made, paper)
    return _answer(key, "rules", lambda: print_it)


def _blank(variant: Variant, names: list[str]) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args).paper
    made = blank_sheet(variant, names)
    key = sheet_key(what="blank", paper=paper, sheet=repr(made))
    print_it = partial(print_blank, _press(), made, paper)
    return _answer(key, "blank", lambda: print_it)


def _variant(key: str) -> Variant:
    return VARIANTS.get(key) or abort(404)


def _answer(key: str, name: str, word: Callable[[], Sheet], size_key: str = "") -> AnyResponse:
    """Return the sheet with this cache key as PDF, a 304, or a page with the reason why it is not ready."""
    if key in request.if_none_match:
        return _tagged(Response(status=304), key)
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # documented on the proxy for other threads
    make = partial(_make_in_thread, app, {LANGUAGE: language(), LETTERS_OF_CARDS: reader_letters()}, word)
    try:
        timeout = _BROWSER_TIMEOUT if _accepts_html() else TIMEOUT
        data = _queue().sheet(key, network_of(request.remote_addr or ""), make, size_key, timeout)
    except PrintingError as error:
        return _not_printed(error)
    response = Response(data, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="scorekeeper-{name}.pdf"'
    return _tagged(response, key)


def _make_in_thread(app: Flask, chosen: Mapping[str, str], word: Callable[[], Sheet]) -> bytes:
    """Return the PDF, in request contexts of the reader's language and letters for a thread that has none.

    The first context ends before printing starts, which releases its database connection.
    """
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in chosen.items())}
    with app.test_request_context(headers=headers):
        sheet = word()
    with app.test_request_context(headers=headers):
        return sheet()


def _tagged(response: Response, key: str) -> Response:
    response.set_etag(key)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _not_printed(error: PrintingError) -> AnyResponse:
    if isinstance(error, LibraryMissing):
        return problem_page(503, _("No PDF can be made here"), _(_PANGO))
    if isinstance(error, NotYet):
        return _waiting_page(202, _("Your sheet is being made"), _(_NOT_YET), _SOON)
    if isinstance(error, TooManyOfNetwork):
        return _waiting_page(429, _("Your sheet has to wait"), _(_TOO_MANY), _AFTER_OTHERS)
    sentence = _TOO_LARGE if isinstance(error, TooLarge) else _BUSY
    response = problem_page(503, _("No sheet just now"), _(sentence))
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


def _press() -> Press:
    press: Press = current_app.extensions.setdefault("press", Press())
    return press


def _queue() -> PrintQueue:
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


def _secret() -> str:
    """Return the server's own secret."""
    return str(current_app.config["SECRET_KEY"])
