"""Routes of printed sheets: a game's sheet, blank ones, the card of house rules, the rules on a page."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, redirect, request, session, url_for
from segno import make_qr
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import LANGUAGES, reader_key
from ...http.public import is_loopback_url, public_url
from ...rules.model.variant import Variant
from ...rules.variants import VARIANTS
from ...services.access.access import Access, Role
from ...services.access.sheet_keys import give_sheet_key, sheet_key_of
from ...services.circles.evening_notes import note_of_game
from ...services.errors import NoAccess
from ...services.paper.blank_sheets import blank_sheet, card_sheet, rules_sheet
from ...services.paper.game_sheet import SheetChoices, game_sheet
from ...services.paper.print_queue import NotYet
from ...services.paper.printing import sheet_key
from ...services.referee.rulings import load_rulings
from ...services.views.game_view import GameView
from ...services.views.loading import load_game, load_history, load_version
from ...services.views.sides import sided
from ...services.views.state import What
from ...sheets.layout import Paper
from ...sheets.model import QrCode, RulesSheet
from ...sheets.page_printer import print_blank, print_card, print_rules
from ...sheets.printer import print_game
from ..board.board import board
from ..board.history import changes_of
from ..board.result import result_words
from ..device import reader, reader_or_key, secret
from ..responses import page
from ..text import _
from .printed import Sheet, answer, picture, the_press
from .sheet_form import MOST_BLANK, PrintForm, blank_names
from .sheet_words import change_text, ruling_text

bp = Blueprint("sheets", __name__)

PAPERS = (Paper.A4, Paper.A5, Paper.LETTER)


@bp.get("/games/<game_id>/print")
def show(game_id: str) -> Response:
    """Show the print options of a game."""
    access = reader(game_id)
    view = load_game(game_id)
    given = {"tz": session.get("tz", ""), "place": session.get("place", ""), **request.args}
    form, here_only = PrintForm(session.get("paper"), given), _here_only()
    return page(
        "print/show.html",
        board=board(view, access),
        form=form,
        papers=PAPERS,
        here_only=here_only,
        has_notes=bool(view.note or any(round_.note for round_ in view.rounds) or note_of_game(game_id, secret())),
        preview=_options(form, access),
        zone_known=bool(given["tz"]),
    )


@bp.post("/games/<game_id>/print")
def choose(game_id: str) -> AnyResponse:
    """Store paper, place and time zone in the session and redirect to the sheet, with the QR code's key if wanted.

    With `preview`, redirect to the print page, which shows the picture of the sheet.
    """
    access = reader(game_id)
    form = PrintForm(session.get("paper"), request.form)
    session["paper"], session["place"], session["tz"] = form.paper.value, form.place, form.zone.key
    if "preview" in request.form:
        return redirect(url_for("sheets.show", game_id=game_id) + "?" + _options(form, access), 303)
    if form.code and access.role is Role.SCORER and not _here_only():
        give_sheet_key(access, _secret())
    return redirect(url_for("sheets.sheet", game_id=game_id) + "?" + _options(form, access), 303)


def _options(form: PrintForm, access: Access) -> str:
    """Return the options as the query of a sheet's URL, the language among them if one was chosen for the sheet."""
    tag = request.values.get("lang", "")
    own = {"lang": tag} if tag in LANGUAGES else {}
    return urlencode(form.address(access.role is Role.SCORER and not _here_only()) | own)


@bp.get("/games/<game_id>/sheet.pdf")
def sheet(game_id: str) -> AnyResponse:
    """Return a game's sheet as PDF; a program may authenticate with a key instead of a cookie."""
    access = reader_or_key(game_id)
    form = PrintForm(session.get("paper"), request.args)
    code = _code(game_id) if form.code and access.role is Role.SCORER and not _here_only() else None
    return answer(*_game_sheet(game_id, load_version(game_id), form, code), name="sheet")


@bp.get("/games/<game_id>/sheet.png")
def preview(game_id: str) -> AnyResponse:
    """Return a picture of the first page of a game's sheet, which is then in the cache.

    Where the QR code's key was not given yet, a code that leads to the game, and gives no access, stands in its place.
    """
    access = reader(game_id)
    form = PrintForm(session.get("paper"), request.args)
    code = _code_or_sample(game_id) if form.code and access.role is Role.SCORER and not _here_only() else None
    return picture(*_game_sheet(game_id, load_version(game_id), form, code))


def _game_sheet(
    game_id: str, version: int, form: PrintForm, code: QrCode | None
) -> tuple[str, Callable[[], Sheet], str]:
    """Return the cache key of a game's sheet, the function that words it, and the key of its size."""
    evening = note_of_game(game_id, secret()) if form.notes else None
    key = sheet_key(
        game=game_id,
        version=version,
        evening=evening,
        language=reader_key(),
        link=code and code.address,
        **form.address(True),
    )
    press = the_press()

    def word() -> Sheet:
        view = load_game(game_id)
        if view.version != version:  # changed meanwhile: the retry has the key of the new version
            raise NotYet
        made = game_sheet(view, _choices(view, form, code, evening))
        return partial(print_game, press, made, form.paper, int(view.changed_at.timestamp()))

    return key, word, f"{game_id} {version} {form.more} {form.notes} {bool(evening)}"


def _choices(view: GameView, form: PrintForm, code: QrCode | None, evening: str | None) -> SheetChoices:
    history: list[tuple[str, str]] = []
    rulings: list[str] = []
    if form.more:
        known = load_history(view.id)
        revisions = [each for each in known if form.notes or each.about != What.NOTE]
        changes = reversed(changes_of(view, known, {each.number for each in revisions}))
        rulings = [ruling_text(ruling) for ruling in load_rulings(view.id)]
        pairs = zip(revisions, changes, strict=True)
        if any(revision.what not in (What.ADD, What.END) for revision in revisions):  # a clean game needs no such page
            history = [(form.moment(r.when), change_text(c)) for r, c in pairs if r.what != What.ADD or c.news]
    result = tuple(sentence.striptags() for sentence in result_words(sided(view)))
    return SheetChoices(
        zone=form.zone,
        running=form.running,
        place=form.place,
        signatures=form.signatures,
        code=code,
        rulings=tuple(rulings),
        history=tuple(history),
        result=result,
        notes=form.notes,
        evening=evening,
    )


def _here_only() -> bool:
    """Whether a printed URL would be a loopback address, which no other device reaches."""
    return is_loopback_url(public_url())


def _code(game_id: str) -> QrCode:
    """Return the QR code with the sheet's own key.

    Raises:
        NoAccess: the game has no such key, or it is revoked.
    """
    return _code_of(public_url(url_for("join.follow", key=sheet_key_of(game_id, _secret()))))


def _code_or_sample(game_id: str) -> QrCode:
    try:
        return _code(game_id)
    except NoAccess:
        return _code_of(public_url(url_for("scoreboard.show", game_id=game_id)))


def _code_of(address: str) -> QrCode:
    svg = make_qr(address, error="m").svg_inline(
        border=2, omitsize=True, svgclass=None, lineclass=None, title=_("QR code")
    )
    return QrCode(svg, address)


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
    return _blank(view.variant, list(sided(view).players))


@bp.get("/rules/<key>/blank.pdf")
def plain_blank(key: str) -> AnyResponse:
    """Return a blank sheet as PDF; query: `names`, one on each line, or `players`, their number."""
    variant = _variant(key)
    return _blank(variant, blank_names(request.args, min(MOST_BLANK, variant.most_players)))


def _card(variant: Variant, name: str | None = None) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args, (Paper.A6, *PAPERS)).paper
    made = card_sheet(variant, name)
    key = sheet_key(what="card", paper=paper, sheet=repr(made))
    print_it = partial(print_card, the_press(), made, paper)
    return answer(key, lambda: print_it, name="card")


def _rules(made: RulesSheet) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args).paper
    key = sheet_key(what="rules", paper=paper, sheet=repr(made))
    print_it = partial(print_rules, the_press(), made, paper)
    return answer(key, lambda: print_it, name="rules")


def _blank(variant: Variant, names: list[str]) -> AnyResponse:
    paper = PrintForm(session.get("paper"), request.args).paper
    made = blank_sheet(variant, names)
    key = sheet_key(what="blank", paper=paper, sheet=repr(made))
    print_it = partial(print_blank, the_press(), made, paper)
    return answer(key, lambda: print_it, name="blank")


def _variant(key: str) -> Variant:
    return VARIANTS.get(key) or abort(404)


def _secret() -> str:
    """Return the server's own secret."""
    return str(current_app.config["SECRET_KEY"])
