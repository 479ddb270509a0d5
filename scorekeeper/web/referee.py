"""The referee's pages: what is contested, the cards, the verdict."""

from typing import Any

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from ..rules.rulings import Verdict
from ..services.access import Access
from ..services.errors import Invalid
from ..services.games import load_game
from ..services.referee import answer, read_question
from ..services.views import GameView
from .board import board
from .device import reader
from .page import page
from .referee_claims import CLAIMS, read_claims
from .referee_fields import Seated
from .referee_form import RefereeForm
from .referee_page import Page
from .referee_pages import first_and_more, pages_of
from .referee_verdict import Shown

bp = Blueprint("referee", __name__, url_prefix="/games/<game_id>/referee")


@bp.get("")
def menu(game_id: str) -> Response:
    """Show what can be contested in this game."""
    access = reader(game_id)
    view = load_game(game_id)
    first, more = first_and_more(view.variant)
    return page("referee/menu.html", board=board(view, access), first=first, more=more)


@bp.get("/<slug>")
def ask(game_id: str, slug: str) -> Response:
    """Show a question's form."""
    access = reader(game_id)
    view = load_game(game_id)
    return _form_page(view, access, RefereeForm(_page(view, slug), _seated(view)))


@bp.post("/<slug>")
def judge(game_id: str, slug: str) -> Response:
    """Judge what was typed; nothing is kept."""
    access = reader(game_id)
    view = load_game(game_id)
    form = RefereeForm(_page(view, slug), _seated(view), request.form)
    try:
        asked = read_question(form.page.question, form.body())
        shown = Shown(form.page.question, answer(asked), read_claims(view.players, request.form), asked)
    except Invalid as error:
        return _form_page(view, access, form, 422, found=form.show(error))
    if shown.verdict is Verdict.UNDECIDED:
        form.ask_for(shown.answer.ruling.reasons)
    return _form_page(view, access, form, shown=shown)


def _page(view: GameView, slug: str) -> Page:
    """Return the question's page, if this game has it."""
    found = next((each for each in pages_of(view.variant) if each.slug == slug), None)
    if found is None:
        abort(404)
    return found


def _seated(view: GameView) -> Seated:
    return Seated(view.variant, view.players)


def _form_page(view: GameView, access: Access, form: RefereeForm, status: int = 200, **more: Any) -> Response:
    """Return the page, which no browser may keep: hands are typed into it."""
    claims = read_claims(view.players, request.form)
    response = page(
        "referee/ask.html", status, board=board(view, access), form=form, claims=claims, claim_words=CLAIMS, **more
    )
    response.headers["Cache-Control"] = "no-store"
    return response
