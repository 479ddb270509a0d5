"""Rounds: entered, looked at, corrected, voided."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from ..rules.variants import get_variant
from ..services.access import Access
from ..services.changes import Guard, Outcome
from ..services.errors import Implausible, Invalid, KeyReused, NoSuchRound, NotNow, Stale
from ..services.games import load_game
from ..services.rounds import correct_round, enter_round, void_round
from ..services.views import GameView, RoundView
from .board import board
from .device import reader, writer
from .page import go_with_message, page
from .round_form import RoundForm, stored_values
from .round_page import RoundPage
from .scoreboard import posted_version, saved
from .words import _, problem_words, say

bp = Blueprint("rounds", __name__, url_prefix="/games/<game_id>/rounds")

Save = Callable[[Guard], Outcome]


@bp.get("")
def index(game_id: str) -> Response:
    """Lead to the scoreboard, where the rounds stand."""
    return redirect(url_for("scoreboard.show", game_id=game_id), 303)


@bp.get("/new")
def new(game_id: str) -> Response:
    """Show the form for the next round."""
    access = writer(game_id)
    view = load_game(game_id)
    if view.standing.ended:
        message = say(_("The game has ended. Undo or correct a round to play on."))
        return go_with_message(url_for("scoreboard.show", game_id=game_id), message)
    return _form_page(view, access, RoundForm(view.variant, view.players, view.version))


@bp.post("")
def enter(game_id: str) -> Response:
    """Save the next round."""
    access = writer(game_id)
    view = load_game(game_id)
    form = RoundForm(view.variant, view.players, view.version, request.form)
    return _save(view, access, form, lambda guard: enter_round(game_id, form.body, guard))


@bp.get("/<int:number>")
def show(game_id: str, number: int) -> Response:
    """Show a round, line by line."""
    access = reader(game_id)
    view = load_game(game_id)
    return _round_page(view, access, number)


@bp.get("/<int:number>/edit")
def edit(game_id: str, number: int) -> Response:
    """Show the form with the round as it is."""
    access = writer(game_id)
    view = load_game(game_id)
    return _form_page(view, access, _form_of(view, number), number)


@bp.post("/<int:number>/edit")
def correct(game_id: str, number: int) -> Response:
    """Replace the round."""
    access = writer(game_id)
    view = load_game(game_id)
    form = _form_of(view, number)
    return _save(view, access, form, lambda guard: correct_round(game_id, number, form.body, guard), number)


@bp.post("/<int:number>/void")
def void(game_id: str, number: int) -> Response:
    """Let the round count no more."""
    access = writer(game_id)
    version = posted_version()
    guard = Guard(frozenset({version}), f"web-void-{number}-{version}", f"void {number}", access.device_id)
    try:
        outcome = void_round(game_id, number, lambda: {"why": request.form.get("why")}, guard)
    except Invalid as error:
        why = problem_words(error.problems[0])
        return _round_page(load_game(game_id), access, number, 422, why_error=why, why=request.form.get("why"))
    except (Stale, KeyReused):
        message = say(_("The game has changed since you looked. This is how the round stands now."))
        return _round_page(load_game(game_id), access, number, 409, message=message, why=request.form.get("why"))
    return saved(outcome, access, say(_("Round %(number)s counts no more."), number=number))


def _save(view: GameView, access: Access, form: RoundForm, save: Save, number: int | None = None) -> Response:
    """Save what the form holds, or show it again with what is wrong and all that was typed."""
    key = f"{form.entry_id}-{number}" if number else form.entry_id
    guard = Guard(frozenset({form.version or 0}), key, form.fingerprint(), access.device_id)
    try:
        outcome = save(guard)
    except Invalid as error:
        return _form_page(view, access, form, number, 422, found=form.show(error))
    except Implausible as error:
        return _form_page(view, access, form, number, 422, warned=form.warn(error))
    except Stale as error:
        form.head["version"].data = str(error.game.version)
        return _form_page(error.game, access, form, number, 409, stale=True)
    except KeyReused:
        form.renew(view.version)
        return _form_page(view, access, form, number, 409, reused=True)
    except NotNow as error:
        return _form_page(view, access, form, number, 409, message=problem_words(error.problem))
    told = _("Round %(number)s is corrected.") if number else _("Round %(number)s is saved.")
    return saved(outcome, access, say(told, number=outcome.revisions[-1]["round"]))


def _form_of(view: GameView, number: int) -> RoundForm:
    """Return the form of a round that is there, with what was typed if this is a POST."""
    round_ = _round(view, number)
    variant = get_variant(view.variant.key, round_.variant.house_rules)
    data = request.form if request.method == "POST" else None
    return RoundForm(variant, round_.players, view.version, data, stored_values(variant, round_))


def _round(view: GameView, number: int) -> RoundView:
    round_ = view.round(number)
    if round_ is None:
        raise NoSuchRound
    return round_


def _form_page(
    view: GameView, access: Access, form: RoundForm, number: int | None = None, status: int = 200, **more: Any
) -> Response:
    return page("rounds/form.html", status, board=board(view, access), form=form, number=number, **more)


def _round_page(view: GameView, access: Access, number: int, status: int = 200, **more: Any) -> Response:
    shown = RoundPage(_round(view, number))
    return page("rounds/show.html", status, board=board(view, access), round=shown, **more)
