"""The routes of rounds: entering, showing, correcting, voiding."""

from functools import partial
from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ...rules.variants import get_variant
from ...services.access.access import Access
from ...services.errors import Implausible, Invalid, KeyReused, NoSuchRound, NotNow
from ...services.games.changes import Precondition, Stale
from ...services.games.open_rounds import EntriesWait, OpenRoundState, load_open_round
from ...services.games.rounds import correct_round, enter_round, void_round
from ...services.payload_reading import read_ahead, received
from ...services.payloads import NewChange, NewRound
from ...services.referee.tabletop import melds_by_player
from ...services.views.game_view import GameView
from ...services.views.loading import load_game, load_game_with_history
from ...services.views.round_views import RoundView
from ..board.board import board
from ..board.history import about_round
from ..board.routes import posted_version, saved
from ..board.rows import SHOWN
from ..device import reader, writer
from ..forms import fingerprint, new_entry_id, posted_entry_id
from ..pagination import page_before
from ..responses import fresh, go_with_message, page, part_page
from ..text import _, problem_words, say
from .filled import filled_values
from .open_rounds import address_instead
from .own_form import entered_values, take_up
from .presence import others_enter
from .round_clash import clash, round_meant, round_to_replace
from .round_form import METADATA, RoundForm
from .round_values import RoundValues, card_line, stored_values

bp = Blueprint("rounds", __name__, url_prefix="/games/<game_id>/rounds")


@bp.get("")
def index(game_id: str) -> Response:
    """Show the rounds before a given one, in pages; without one redirect to the scoreboard."""
    if "before" not in request.args:
        return redirect(url_for("scoreboard.show", game_id=game_id), 303)
    access = reader(game_id)
    view = load_game(game_id)
    part = page_before(len(view.rounds), SHOWN)
    return fresh(page("scoreboard/earlier.html", board=board(view, access), part=part))


@bp.get("/new")
def new(game_id: str) -> Response:
    """Show the form for the next round."""
    access = writer(game_id)
    view = load_game(game_id)
    if view.standing.ended:
        message = say(_("The game is over. Undo or correct a round to play on."))
        return go_with_message(url_for("scoreboard.show", game_id=game_id), message)
    if instead := address_instead(view):
        return redirect(instead, 303)
    return _form_page(view, access, _form(view), others_enter=others_enter(view, access))


@bp.get("/filled")
def filled(game_id: str) -> Response:
    """Show the form for the next round, filled in from a verdict of the referee, or with what players have entered."""
    access = writer(game_id)
    view = load_game(game_id)
    by_players = "opened" in request.args
    opened = load_open_round(view) if by_players else OpenRoundState()
    if view.standing.ended or (by_players and not opened.waits):
        return redirect(url_for("rounds.new", game_id=game_id), 303)
    if by_players:
        values = entered_values(view, opened)
    else:
        values = filled_values(view.variant, view.players, request.args, _kept_melds(view))
    form = _next_form(view, None, values)
    return fresh(_form_page(view, access, form, filled=True))


def _kept_melds(view: GameView) -> dict[str, list[str]]:
    """Return the melds on the table that players are known to have laid, as typed text, by the player's name."""
    return {
        view.state.names[player]: [card_line([code.partition("=")[0] for code in meld]) for meld in melds]
        for player, melds in melds_by_player(view.id).items()
        if player in view.state.names
    }


@bp.get("/form")
def part(game_id: str) -> Response:
    """Return the form of the next round as a part, to be put into the scoreboard."""
    access = writer(game_id)
    view = load_game(game_id)
    if view.standing.ended:
        return Response(headers={"HX-Redirect": url_for("rounds.new", game_id=game_id)})
    if instead := address_instead(view):
        return Response(headers={"HX-Redirect": instead})
    shown = {"board": board(view, access), "form": _form(view), "meant": len(view.rounds) + 1}
    shown["others_enter"] = others_enter(view, access)
    return fresh(part_page("rounds/form.html", **shown))


@bp.post("")
def enter(game_id: str) -> Response:
    """Save the next round."""
    if number := round_to_replace():
        return correct(game_id, number)
    return _save(writer(game_id))


@bp.get("/<int:number>")
def show(game_id: str, number: int) -> Response:
    """Show a round line by line."""
    return fresh(_round_page(reader(game_id), number))


@bp.get("/<int:number>/edit")
def edit(game_id: str, number: int) -> Response:
    """Show the form with the values of a round."""
    access = writer(game_id)
    view = load_game(game_id)
    return _form_page(view, access, _form(view, number), number)


@bp.post("/<int:number>/edit")
def correct(game_id: str, number: int) -> Response:
    """Correct a round."""
    return _save(writer(game_id), number)


@bp.post("/<int:number>/void")
def void(game_id: str, number: int) -> Response:
    """Void a round."""
    access = writer(game_id)
    version = posted_version()
    precondition = Precondition(frozenset({version}), f"web-void-{number}-{version}", f"void {number}", access)
    try:
        outcome = void_round(game_id, number, received(NewChange, {"why": request.form.get("why")}), precondition)
    except Invalid as error:
        why = problem_words(error.problems[0])
        return _round_page(access, number, 422, why_error=why, why=request.form.get("why"))
    except (Stale, KeyReused):
        message = say(_("The game has changed in the meantime. This is how the round stands now."))
        return _round_page(access, number, 409, message=message, why=request.form.get("why"))
    return saved(outcome, access, say(_("Round {number} is void."), number=number))


def _save(access: Access, number: int | None = None) -> Response:
    """Save the typed round; if it is refused, show its form with the input and the problems.

    The form depends on players and house rules of the round. It is parsed before the game is locked.
    """
    view = load_game(access.game_id)
    payload = read_ahead(NewRound, lambda: _form(view, number).body())
    key = f"web-{posted_entry_id(request.form) or new_entry_id()}"
    precondition = Precondition(
        frozenset({posted_version()}), f"{key}-{number}" if number else key, fingerprint(request.form, METADATA), access
    )
    try:
        if number is None:
            outcome = enter_round(view.id, payload, precondition, view)
        else:
            outcome = correct_round(view.id, number, payload, precondition, view)
    except (Invalid, Implausible, NotNow, Stale, KeyReused) as error:
        return _refused(error, access, _present(error, view), number)
    message = _("Round {number} corrected.") if number else _("Round {number} saved.")
    return saved(outcome, access, say(message, number=outcome.state.last.round if outcome.state.last else None))


def _present(error: Exception, view: GameView) -> GameView:
    """Return the game as it is now, if an error means that `view` may be outdated."""
    if isinstance(error, Stale):
        return error.game
    return load_game(view.id) if isinstance(error, KeyReused) else view


def _refused(error: Exception, access: Access, view: GameView, number: int | None) -> Response:
    """Return the form with the reason why it was refused."""
    form = _form(view, number)
    show = partial(_form_page, view, access, form, number)
    match error:
        case Invalid():
            return show(422, found=form.show(error))
        case Implausible():
            return show(422, warned=form.warn(error))
        case Stale():
            form.head["version"].data = str(view.version)
            return show(409, stale=True, clash=clash(view, form, number))
        case EntriesWait():
            return show(409, beside=take_up(form, view, error.opened), opened=error.opened)
        case NotNow():
            return show(409, message=problem_words(error.problem))
    form.renew(view.version)
    return show(409, reused=True)


def _form(view: GameView, number: int | None = None) -> RoundForm:
    """Return the form of a stored round, or of the next one; with the input if this is a POST."""
    data = request.form if request.method == "POST" else None
    if number is None:
        return _next_form(view, data)
    round_ = _round(view, number)
    variant = get_variant(view.variant.key, round_.variant.house_rules)
    standby = view.standby_before(number)
    players = tuple(name for name in round_.seats if name not in standby.out)
    stored = stored_values(round_)
    back, rejoin_at = standby.may_rejoin, None if view.totals_hidden else standby.rejoin_at
    return RoundForm(variant, players, view.version, data, stored, round_.posted, back, rejoin_at, round_.seats)


def _next_form(view: GameView, data: MultiDict[str, str] | None = None, values: RoundValues | None = None) -> RoundForm:
    """Return the form of the next round, with what was typed or with initial `values`."""
    back, rejoin_at = view.standby.may_rejoin, None if view.totals_hidden else view.standby.rejoin_at
    return RoundForm(
        view.variant, view.playing, view.version, data, values, view.waiting, back, rejoin_at, view.players
    )


def _round(view: GameView, number: int) -> RoundView:
    round_ = view.round(number)
    if round_ is None:
        raise NoSuchRound
    return round_


def _form_page(
    view: GameView, access: Access, form: RoundForm, number: int | None = None, status: int = 200, **more: Any
) -> Response:
    more["meant"] = round_meant() or len(view.rounds) + 1
    return page("rounds/form.html", status, board=board(view, access), form=form, number=number, **more)


def _round_page(access: Access, number: int, status: int = 200, **more: Any) -> Response:
    view, history = load_game_with_history(access.game_id)
    context = {"board": board(view, access), **about_round(view, history, _round(view, number)), **more}
    return page("rounds/show.html", status, **context)
