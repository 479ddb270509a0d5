"""The referee's pages: what is contested, the cards, the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...rules.errors import N_, Problem
from ...rules.referee.ruling import Verdict
from ...services.access.access import Access, Role
from ...services.errors import Invalid, KeyReused, NotNow, Stale
from ...services.games.changes import Precondition
from ...services.games.games import load_game
from ...services.games.views import GameView
from ...services.referee import decisions
from ...services.referee.offline_rules import QUESTIONS
from ...services.referee.precedents import earlier_ruling
from ...services.referee.ruling_views import codes_of
from ..board.board import board
from ..board.routes import saved
from ..device import reader, secret, writer
from ..responses import by_htmx, page
from ..rounds.round_form import fingerprint
from ..text import say
from .answers import answered
from .decide import DecisionForm, PostedDecision, decided_words, may_decide, read_decision
from .forms.fields import Seated
from .forms.form import RefereeForm
from .fresh_verdict import FreshVerdict
from .offline_page import carried_page
from .page import Page
from .pages import first_and_more, pages_of
from .questions.claims import CLAIMS, read_claims, read_words
from .questions.table import left_lying, picture
from .verdict import verdict_word
from .words import earlier_sentence

_STALE = N_("The game has changed since you asked. This is what the rules say now; decide again if you still want to.")


@dataclass(frozen=True)
class Precedent:
    """An earlier ruling on a dispute like this one: where it stands, and in one sentence how it was decided."""

    url: str
    sentence: Markup


bp = Blueprint("referee", __name__, url_prefix="/games/<game_id>/referee")


@bp.get("")
def menu(game_id: str) -> Response:
    """Show what can be contested in this game."""
    access = reader(game_id)
    view = load_game(game_id)
    first, more = first_and_more(view)
    return page("referee/menu.html", board=board(view, access), first=first, more=more)


@bp.get("/<slug>")
def ask(game_id: str, slug: str) -> Response:
    """Show a question's form."""
    access = reader(game_id)
    view = load_game(game_id)
    asked = _page(view, slug)
    start = picture(game_id) if asked.keeps_table else asked.start(view) if asked.start else None
    return _form_page(view, access, RefereeForm(asked, _seated(view), start=start))


@bp.post("/<slug>")
def judge(game_id: str, slug: str) -> Response:
    """Judge what was typed; nothing is kept."""
    access = reader(game_id)
    view = load_game(game_id)
    form = RefereeForm(_page(view, slug), _seated(view), request.form)
    try:
        found = answered(form, request.form)
    except Invalid as error:
        return _form_page(view, access, form, 422, found=form.show(error))
    return _verdict_page(view, access, form, found)


@bp.post("/<slug>/decision")
def decide(game_id: str, slug: str) -> AnyResponse:
    """Keep the verdict, and what the table makes of it."""
    access = writer(game_id)
    view = load_game(game_id)
    form = RefereeForm(_page(view, slug), _seated(view), request.form)
    try:
        found = answered(form, request.form)
    except Invalid as error:
        return _form_page(view, access, form, 422, found=form.show(error))
    decision = read_decision(view.players, request.form)
    if decision is None or form.discreet or not form.page.settles:
        return _verdict_page(view, access, form, found)
    precondition = Precondition(frozenset({decision.version}), decision.key, fingerprint(request.form), access)
    try:
        outcome = decisions.decide(view, _dispute(found[0], decision), decision.way, decision.body, precondition)
    except Invalid as error:
        return _verdict_page(view, access, form, found, 422, refused=error.problems)
    except NotNow as error:
        return _verdict_page(view, access, form, found, 409, refused=(error.problem,))
    except (Stale, KeyReused):
        return _verdict_page(load_game(game_id), access, form, found, 409, refused=(Problem(_STALE),))
    return saved(outcome, access, say(decided_words(decision.way)))


def _dispute(shown: FreshVerdict, decision: PostedDecision) -> decisions.Dispute:
    """Return the judged question that the table decides on."""
    payload = {
        "question": shown.question,
        "situation": shown.posed.situation,
        "claims": shown.claims,
        "words": shown.words,
        "by": decision.body.get("by"),
    }
    return decisions.Dispute(payload, shown.asked, shown.answer)


def _verdict_page(
    view: GameView,
    access: Access,
    form: RefereeForm,
    found: Sequence[FreshVerdict],
    status: int = 200,
    refused: Sequence[Problem] = (),
) -> Response:
    """Return the page with the verdict. `refused` is what keeps the table's decision from being carried out."""
    shown, *also = found
    if shown.verdict is Verdict.UNDECIDED:
        form.ask_for(shown.answer.ruling.reasons)
    more: dict[str, Any] = {"shown": shown, "also": also, "earlier": _earlier(shown) if form.page.settles else None}
    if form.page.keeps_table and access.role is Role.SCORER:
        more["goes_back"] = shown.answer.ruling.facts["restore_table"]
        more["lying"] = left_lying(shown.posed.situation, more["goes_back"])
    if access.role is Role.SCORER and may_decide(shown, discreet=form.discreet, settles=form.page.settles):
        more["deciding"] = DecisionForm(view, shown, request.form)
        more["found"] = more["deciding"].refuse(refused)
    return _form_page(view, access, form, status, **more)


def _earlier(shown: FreshVerdict) -> Precedent | None:
    """Return how a table of this device decided a dispute like this one."""
    ruling = shown.answer.ruling
    codes = codes_of(reason.code for reason in ruling.reasons)
    found = earlier_ruling(secret(), shown.variant.key, shown.question, codes)
    if found is None or found.answer.ruling.verdict is not ruling.verdict:
        return None
    url = url_for("rulings.show", game_id=found.game_id, ruling=found.id)
    return Precedent(url, earlier_sentence(found, verdict_word(found.answer.ruling.verdict)))


def _page(view: GameView, slug: str) -> Page:
    """Return the question's page, if this game has it."""
    found = next((each for each in pages_of(view) if each.slug == slug), None)
    if found is None:
        abort(404)
    return found


def _seated(view: GameView) -> Seated:
    return Seated(view.variant, view.players)


def _form_page(view: GameView, access: Access, form: RefereeForm, status: int = 200, **more: Any) -> Response:
    """Return the page, which no browser may keep: hands are typed into it."""
    more["claims"], more["words"] = read_claims(view.players, request.form), read_words(view.players, request.form)
    more["carried_here"] = form.page.slug in QUESTIONS
    if more["carried_here"] and not by_htmx():
        more["carried"] = carried_page(form, writes=access.role is Role.SCORER)
    response = page("referee/ask.html", status, board=board(view, access), form=form, claim_words=CLAIMS, **more)
    response.headers["Cache-Control"] = "no-store"
    return response
