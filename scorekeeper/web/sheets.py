"""Paper from the pages: a game's sheet, blank ones, the card of house rules, the rules on a page."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, redirect, request, session, url_for
from segno import make_qr
from werkzeug.wrappers import Response as AnyResponse

from ..rules.errors import N_
from ..rules.variant import Variant
from ..rules.variants import VARIANTS
from ..services.access import Role, give_sheet_key, sheet_key_of
from ..services.games import load_game, load_history, load_version
from ..services.paper import SheetChoices, game_sheet
from ..services.paper_blank import blank_sheet, card_sheet, rules_sheet
from ..services.printing import Shelf, printed, sheet_key
from ..services.rulings import load_rulings
from ..services.state import What
from ..services.views import GameView
from ..sheets.layout import Paper
from ..sheets.model import Code
from ..sheets.printer import CannotPrint, Press, PrintingError, TooLarge, print_blank, print_card, print_game
from .board import board
from .device import reader, reader_or_key, writer
from .errors import problem_page
from .history import changes_of
from .page import language, page
from .sheet_form import MOST_BLANK, PrintForm, blank_names
from .sheet_words import change_text, ruling_text
from .words import _

bp = Blueprint("sheets", __name__)

_BUSY_SECONDS = 10
PAPERS = (Paper.A4, Paper.A5, Paper.LETTER)
_BUSY = N_("The press is busy: many sheets are being made. Try again in a moment.")
_TOO_LARGE = N_("The sheet is too large to be made here. Without rulings and corrections it is shorter.")
_PANGO = N_(
    "A library is missing on the server (pango). Print the scoreboard with your browser instead: it is set for paper."
)


@bp.get("/games/<game_id>/print")
def show(game_id: str) -> Response:
    """Show what can be printed of a game, and how."""
    access = reader(game_id)
    view = load_game(game_id)
    return page("print/show.html", board=board(view, access), form=PrintForm(session.get("paper")), papers=PAPERS)


@bp.post("/games/<game_id>/print")
def choose(game_id: str) -> AnyResponse:
    """Remember the paper, make a key for the code if one is wanted, and lead to the sheet."""
    access = reader(game_id)
    form = PrintForm(session.get("paper"), request.form)
    session["paper"] = form.paper.value
    if form.code and access.role is Role.SCORER:
        writer(game_id)
        give_sheet_key(game_id, _secret())
    query = urlencode(form.address(access.role is Role.SCORER))
    return redirect(url_for("sheets.sheet", game_id=game_id) + "?" + query, 303)


@bp.get("/games/<game_id>/sheet.pdf")
def sheet(game_id: str) -> AnyResponse:
    """Show a game's sheet as PDF, also to a program that has a key."""
    access = reader_or_key(game_id)
    form = PrintForm(session.get("paper"), request.args)
    code = _code(game_id) if form.code and access.role is Role.SCORER else None
    key = sheet_key(
        game=game_id,
        version=load_version(game_id),
        language=language(),
        link=code and code.address,
        **form.address(True),
    )

    def make() -> bytes:
        view = load_game(game_id)
        made = game_sheet(view, _choices(view, form, code))
        return print_game(_press(), made, form.paper, int(view.changed_at.timestamp()))

    return _answer(key, "sheet", make)


def _choices(view: GameView, form: PrintForm, code: Code | None) -> SheetChoices:
    history: list[tuple[str, str]] = []
    rulings: list[str] = []
    if form.more:
        revisions = load_history(view.id)
        changes = reversed(changes_of(view, revisions))
        rulings = [ruling_text(ruling) for ruling in load_rulings(view.id)]
        told = zip(revisions, changes, strict=True)
        history = [(form.moment(r.when), change_text(c)) for r, c in told if r.what != What.ADD or c.news]
    return SheetChoices(form.zone, form.running, form.signatures, code, tuple(rulings), tuple(history))


def _code(game_id: str) -> Code:
    """Return the QR code with the sheet's own key.

    Raises:
        NoAccess: there is none, or it is withdrawn.
    """
    address = url_for("join.follow", key=sheet_key_of(game_id, _secret()), _external=True)
    svg = make_qr(address, error="m").svg_inline(
        border=2, omitsize=True, svgclass=None, lineclass=None, title=_("QR code")
    )
    return Code(svg, address)


@bp.get("/games/<game_id>/card.pdf")
def card(game_id: str) -> AnyResponse:
    """Show the card of a table's house rules as PDF."""
    reader(game_id)
    view = load_game(game_id)
    return _text(view.variant, "card", view.name)


@bp.get("/rules/<key>/card.pdf")
def plain_card(key: str) -> AnyResponse:
    """Show the card of a game without house rules as PDF."""
    return _text(_variant(key), "card")


@bp.get("/rules/<key>/rules.pdf")
def rules(key: str) -> AnyResponse:
    """Show a game's rules on one page as PDF."""
    return _text(_variant(key), "rules")


@bp.get("/games/<game_id>/blank.pdf")
def blank(game_id: str) -> AnyResponse:
    """Show a blank sheet with the names and rules of a table as PDF."""
    reader(game_id)
    view = load_game(game_id)
    return _blank(view.variant, list(view.players))


@bp.get("/rules/<key>/blank.pdf")
def plain_blank(key: str) -> AnyResponse:
    """Show a blank sheet for `players` players, or for the names that are given, as PDF."""
    variant = _variant(key)
    return _blank(variant, blank_names(request.args, min(MOST_BLANK, variant.most_players)))


def _text(variant: Variant, what: str, name: str | None = None) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args, (Paper.A6, *PAPERS)).paper
    made = card_sheet(variant, name) if what == "card" else rules_sheet(variant)
    columns = 2 if what == "rules" else 1
    key = sheet_key(what=what, paper=paper, sheet=repr(made))
    return _answer(key, what, lambda: print_card(_press(), made, paper, columns))


def _blank(variant: Variant, names: list[str]) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args).paper
    made = blank_sheet(variant, names)
    key = sheet_key(what="blank", paper=paper, sheet=repr(made))
    return _answer(key, "blank", lambda: print_blank(_press(), made, paper))


def _variant(key: str) -> Variant:
    return VARIANTS.get(key) or abort(404)


def _answer(key: str, name: str, make: Callable[[], bytes]) -> AnyResponse:
    """Return the sheet of that key as PDF, or a page that says why there is none."""
    if key in request.if_none_match:
        return _tagged(Response(status=304), key)
    try:
        data = printed(Shelf(_folder()), key, make)
    except PrintingError as error:
        return _not_printed(error)
    response = Response(data, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="scorekeeper-{name}.pdf"'
    return _tagged(response, key)


def _tagged(response: Response, key: str) -> Response:
    response.set_etag(key)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _not_printed(error: PrintingError) -> AnyResponse:
    if isinstance(error, CannotPrint):
        return problem_page(503, _("No PDF can be made here"), _(_PANGO))
    told = _TOO_LARGE if isinstance(error, TooLarge) else _BUSY
    response = problem_page(503, _("No sheet just now"), _(told))
    response.headers["Retry-After"] = str(_BUSY_SECONDS)
    return response


def _press() -> Press:
    press: Press = current_app.extensions.setdefault("press", Press())
    return press


def _folder() -> Path:
    folder: Path = current_app.config["SCOREKEEPER"].data_dir
    return folder / "sheets"


def _secret() -> str:
    """Return the server's own secret."""
    return str(current_app.config["SECRET_KEY"])
