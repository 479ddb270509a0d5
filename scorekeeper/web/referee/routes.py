"""The referee's pages: the list of questions, a question's form, the verdict on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...rules.errors import N_, Problem
from ...rules.referee.ruling import Verdict
from ...services.access.access import Access, Role
from ...services.errors import Invalid, KeyReused, NotNow
from ...services.games.changes import Precondition, Stale
from ...services.referee import decisions
from ...services.referee.offline_rules import QUESTIONS
from ...services.referee.precedents import earlier_rulings
from ...services.referee.ruling_views import RulingView, codes_of
from ...services.rulebook.rulebook import meld_fact
from ...services.views.game_view import GameView
from ...services.views.loading import load_game
from ..board.board import board
from ..board.routes import saved
from ..device import reader, secret, writer
from ..forms import fingerprint
from ..responses import Context, by_htmx, page
from ..rounds.round_form import METADATA
from ..text import headline_words, say
from .answers import judge_form
from .decide import DecisionForm, PostedDecision, decided_words, may_decide, read_decision
from .forms.fields import GameContext
from .forms.form import RefereeForm
from .fresh_verdict import FreshVerdict
from .next_steps import round_step, table_step
from .offline_page import offline_data
from .page import QuestionPage
from .pages import first_and_more, pages_of
from .questions.claims import CLAIMS, read_claims, read_words
from .questions.table import picture
from .words import earlier_sentence

_STALE = N_("The game has changed since you asked. This is the verdict now. Decide again if you still want to.")
_PRECEDENTS = 3


@dataclass(frozen=True)
class Precedent:
    """An earlier ruling on a dispute like this one: its address, and a sentence about how it was decided."""

    url: str
    sentence: Markup


bp = Blueprint("referee", __name__, url_prefix="/games/<game_id>/referee")


@bp.get("")
def menu(game_id: str) -> Response:
    """Show the questions of this game."""
    access = reader(game_id)
    view = load_game(game_id)
    first, more = first_and_more(view)
    return page("referee/menu.html", board=board(view, access), first=first, more=more, meld=meld_fact(view.variant))


@bp.get("/<slug>")
def ask(game_id: str, slug: str) -> Response:
    """Show a question's form."""
    access = reader(game_id)
    view = load_game(game_id)
    asked = _page(view, slug)
    start = {**picture(game_id, asked), **(asked.start(view) if asked.start else {}), **asked.choices_in(request.args)}
    return _form_page(view, access, RefereeForm(asked, _context(view), start=start))


@bp.post("/<slug>")
def judge(game_id: str, slug: str) -> Response:
    """Judge the form; store nothing."""
    access = reader(game_id)
    view, form = _posted_form(game_id, slug)
    try:
        found = judge_form(form, request.form)
    except Invalid as error:
        return _form_page(view, access, form, 422, found=form.show(error))
    return _verdict_page(view, access, form, found)


@bp.post("/<slug>/decision")
def decide(game_id: str, slug: str) -> AnyResponse:
    """Judge the form, store the ruling, and carry out the table's decision on it."""
    access = writer(game_id)
    view, form = _posted_form(game_id, slug)
    try:
        found = judge_form(form, request.form)
    except Invalid as error:
        return _form_page(view, access, form, 422, found=form.show(error))
    decision = read_decision(view.players, request.form)
    if decision is None or form.discreet or not form.page.settles:
        return _verdict_page(view, access, form, found)
    precondition = Precondition(
        frozenset({decision.version}), decision.key, fingerprint(request.form, METADATA), access
    )
    try:
        outcome = decisions.decide(view, _dispute(found[0], decision), decision.way, decision.payload, precondition)
    except Invalid as error:
        return _verdict_page(view, access, form, found, 422, refused=error.problems)
    except NotNow as error:
        return _verdict_page(view, access, form, found, 409, refused=(error.problem,))
    except (Stale, KeyReused):
        return _verdict_page(load_game(game_id), access, form, found, 409, refused=(Problem(_STALE),))
    return saved(outcome, access, say(decided_words(decision.way)))


def _posted_form(game_id: str, slug: str) -> tuple[GameView, RefereeForm]:
    """Return the game, and the question's form as it was posted."""
    view = load_game(game_id)
    return view, RefereeForm(_page(view, slug), _context(view), request.form)


def _dispute(shown: FreshVerdict, decision: PostedDecision) -> decisions.Dispute:
    """Return the judged question with its payload, for the table to decide on."""
    payload = {
        "question": shown.question,
        "situation": shown.posed.situation,
        "claims": shown.claims,
        "words": shown.words,
        "by": decision.payload.get("by"),
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
    """Return the page with the verdict. `refused` holds the problems of a decision that was not carried out."""
    shown, *also = found
    if shown.answer.ruling.stands.verdict is Verdict.UNDECIDED:
        form.ask_for(shown.answer.ruling.reasons)
    context: Context = {"shown": shown, "also": also, **(_precedents(shown) if form.page.settles else {})}
    if access.role is Role.SCORER:
        context |= {"to_round": round_step(view, form, found), "to_table": table_step(view, form, shown)}
    if access.role is Role.SCORER and may_decide(shown, discreet=form.discreet, settles=form.page.settles):
        deciding = DecisionForm(view, shown, request.form)
        context |= {"deciding": deciding, "found": deciding.refuse(refused)}
    return _form_page(view, access, form, status, **context)


def _precedents(shown: FreshVerdict) -> Context:
    """Return the earlier rulings on disputes like this one, of games that this device knows: `precedents`.

    `earlier` is the latest of them if it has the same verdict.
    """
    ruling = shown.answer.ruling
    codes = codes_of(reason.code for reason in ruling.reasons)
    found = earlier_rulings(secret(), shown.variant.key, shown.question, codes, most=_PRECEDENTS)
    alike = [_precedent(each) for each in found if each.answer.ruling.verdict is ruling.verdict][:1]
    return {"precedents": [_precedent(each) for each in found], "earlier": alike[0] if alike else None}


def _precedent(ruling: RulingView) -> Precedent:
    url = url_for("rulings.show", game_id=ruling.game_id, ruling=ruling.id)
    return Precedent(url, earlier_sentence(ruling, headline_words(ruling.answer.headline)))


def _page(view: GameView, slug: str) -> QuestionPage:
    """Return the question's page; ends the request with 404 if this game has none."""
    found = next((each for each in pages_of(view) if each.slug == slug), None)
    if found is None:
        abort(404)
    return found


def _context(view: GameView) -> GameContext:
    return GameContext(view.variant.at_play, view.players, view.number_in())


def _form_page(view: GameView, access: Access, form: RefereeForm, status: int = 200, **context: object) -> Response:
    """Return the page of the form. No browser may store it: hands are typed into it."""
    offline = form.page.slug in QUESTIONS
    context |= {
        "claims": read_claims(view.players, request.form),
        "words": read_words(view.players, request.form),
        "claim_words": CLAIMS,
        "carried_here": offline,
        "meld": meld_fact(view.variant) if form.page.explains_meld else (),
    }
    if offline and not by_htmx():
        context["carried"] = offline_data(form, writes=access.role is Role.SCORER)
    response = page("referee/ask.html", status, board=board(view, access), form=form, **context)
    response.headers["Cache-Control"] = "no-store"
    return response
