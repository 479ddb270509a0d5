"""The scoreboard and its actions: undo, redo, ending the game, rematch."""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from ...extensions import limiter
from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...services.access.access import Access
from ...services.access.grants import asks_for_name
from ...services.errors import Invalid, KeyReused, NotNow
from ...services.games import course
from ...services.games.changes import Outcome, Precondition, Stale
from ...services.games.rematch import play_again
from ...services.payload_reading import Received, received
from ...services.payloads import NewChange
from ...services.views import loading
from ...services.views.game_view import GameView
from ...services.views.state import RULING_CHANGES, State, What
from ..device import reader, remember, secret_or_new, writer
from ..games.quotas import makes_games
from ..referee.words import undone_sentence
from ..responses import by_htmx, fresh, go, go_with_message, message_left, page
from ..text import _, problem_words, say
from .board import board
from .change_notice import ChangeNotice, notice_of
from .rows import SHOWN

_RENEWED = 8  # with each such change by htmx the device's cookie is given again: it lasts 400 days

bp = Blueprint("scoreboard", __name__, url_prefix="/games/<game_id>")


@bp.get("")
def show(game_id: str) -> Response:
    """Show the scoreboard."""
    access = reader(game_id)
    view = loading.load_game(game_id)
    version, taken_back = session.pop("saved") if "saved" in session else (0, False)
    message = message_left() if version == view.version else None
    return fresh(shown(view, access, notice=notice_of(view, message, taken_back=taken_back) if message else None))


@bp.post("/undo")
def undo(game_id: str) -> Response:
    """Undo the last change."""
    return _change(game_id, "undo", course.undo)


@bp.post("/redo")
def redo(game_id: str) -> Response:
    """Redo what was undone last."""
    return _change(game_id, "redo", course.redo)


@bp.post("/end")
def end(game_id: str) -> Response:
    """End the game before its target."""
    return _change(game_id, "end", course.end_game)


@bp.post("/rematch")
@limiter.limit("60/minute")
@makes_games
def rematch(game_id: str) -> Response:
    """Start another game with the same names, seats and rules; a second tap redirects to the same game."""
    access = writer(game_id)
    view = loading.load_game(game_id)
    device = secret_or_new()
    try:
        if not view.standing.ended:
            raise NotNow(Problem(N_("The game has not ended yet.")))
        new_id = play_again(view, device, access)
    except Invalid as error:
        return shown(view, access, problem_words(error.problems[0]), 422)
    except NotNow as error:
        return shown(view, access, problem_words(error.problem), 409)
    return go(url_for("scoreboard.show", game_id=new_id), device)


def shown(
    view: GameView, access: Access, message: Markup | None = None, status: int = 200, notice: ChangeNotice | None = None
) -> Response:
    """Return the scoreboard, with a message or the notice of a change."""
    notice = _asking(notice, access)
    return page("scoreboard/show.html", status, board=board(view, access), message=message, card=notice)


def saved(outcome: Outcome, access: Access, message: Markup, *, taken_back: bool = False) -> Response:
    """Return the response to a change: the scoreboard, at its own URL."""
    url = url_for("scoreboard.show", game_id=access.game_id)
    version = outcome.state.version
    if not by_htmx():
        session["saved"] = [version, taken_back]
        return go_with_message(url, message)
    view = loading.load_game(access.game_id) if outcome.repeated else outcome.view
    notice = notice_of(view, message, taken_back=taken_back) if view.version == version else None
    if notice and _has_the_rest(outcome, view):
        news = _asking(notice, access)
        response: Response = page("scoreboard/news.html", board=board(view, access), message=message, card=news)
    else:
        response = shown(view, access, message, notice=notice)
    response.headers["HX-Push-Url"] = url
    return response if version % _RENEWED else remember(response)


def _asking(notice: ChangeNotice | None, access: Access) -> ChangeNotice | None:
    """Ask for the device's name in the notice of its first change in a game."""
    return replace(notice, ask_name=True) if notice and asks_for_name(access) else notice


def _has_the_rest(outcome: Outcome, view: GameView) -> bool:
    """Return whether the requesting page shows the board before this round, so that the changed part is enough."""
    was = request.form.get("board")
    last = outcome.state.last
    alike = last is not None and last.what == What.ADD and len(view.counting) > 2 and not view.standing.ended
    alike = alike and len(view.rounds) <= SHOWN  # else a row leaves at the other end
    return alike and not outcome.repeated and was == str(view.version - 1)


def posted_version() -> int:
    """Return the game version that the form was rendered for; 0, which no game has, if the field is missing."""
    return whole_number(request.form.get("version", ""), 9) or 0


def _change(game_id: str, what: str, do: Callable[[str, Received[NewChange], Precondition], Outcome]) -> Response:
    access = writer(game_id)
    version = posted_version()
    precondition = Precondition(frozenset({version}), f"web-{what}-{version}", what, access)
    try:
        outcome = do(game_id, received(NewChange, {}), precondition)
    except (Stale, KeyReused) as error:
        view = error.game if isinstance(error, Stale) else loading.load_game(game_id)
        return shown(view, access, say(_("The game has changed in the meantime. This is how it stands now.")), 409)
    except NotNow as error:
        return shown(loading.load_game(game_id), access, problem_words(error.problem), 409)
    message = _message(what, outcome.state)
    return saved(outcome, access, message, taken_back=what == "undo")


def _message(what: str, state: State) -> Markup:
    about, number = state.about, state.last.round if state.last else None
    if what == "end":
        return say(_("The game is over. To play on, undo the end."))
    if about == What.SETTINGS:
        return say(
            _("Undone: the settings are as before.") if what == "undo" else _("Redone: the settings are changed again.")
        )
    if about == What.NOTE:
        return say(_("Undone: the note is as before.") if what == "undo" else _("Redone: the note is changed again."))
    if about in RULING_CHANGES:
        return undone_sentence(what)
    if number is None:
        return say(_("Undone: the game goes on.") if what == "undo" else _("Redone: the game is over."))
    if what == "undo":
        return say(_("Undone: the last change of round {number}."), number=number)
    return say(_("Redone: the change of round {number}."), number=number)
