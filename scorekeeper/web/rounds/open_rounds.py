"""The page of an open round: every phone enters the points of its own player, and sees who is done."""

import re
from typing import Any

from flask import Blueprint, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from ...services.access.access import Access
from ...services.errors import Invalid, NotNow
from ...services.games.open_rounds import close_round, enter_own, load_open_round, open_round, take_seat
from ...services.payload_reading import read_ahead
from ...services.payloads import NewOwnEntry
from ...services.views.game_view import GameView
from ...services.views.loading import load_game
from ..board.board import board
from ..device import reader, writer
from ..responses import by_htmx, fresh, go, go_with_message, page
from ..text import _, problem_words, say
from .own_form import OwnForm, typed_line
from .round_clash import round_meant

bp = Blueprint("open_rounds", __name__, url_prefix="/games/<game_id>/rounds/open")
_SEAT = re.compile(r"p(\d{1,2})")


@bp.get("")
def show(game_id: str) -> Response:
    """Show the open round: who is done, and the form of this phone's player."""
    access = reader(game_id)
    return fresh(_page(load_game(game_id), access))


@bp.post("")
def begin(game_id: str) -> Response:
    """Open the next round for all phones."""
    access = writer(game_id)
    view = load_game(game_id)
    try:
        open_round(view, for_viewers=request.form.get("viewers") == "1", right=access)
    except NotNow as error:
        return _page(view, access, status=409, wrong=problem_words(error.problem))
    return go(_address(game_id))


@bp.post("/seat")
def seat(game_id: str) -> Response:
    """Remember whose phone this is."""
    access = reader(game_id)
    view = load_game(game_id)
    name = _chosen(view)
    try:
        if name:
            take_seat(view, _ids(view)[name], access)
    except NotNow as error:
        return _page(view, access, status=409, wrong=problem_words(error.problem))
    return go(_address(game_id))


@bp.post("/own")
def enter(game_id: str) -> Response:
    """Enter the points of one player, or change them."""
    access = reader(game_id)
    view = load_game(game_id)
    name = _chosen(view)
    if name is None:
        return fresh(_page(view, access, status=409, wrong=say(_("This player isn’t in the round."))))
    form = OwnForm(view, name, request.form)
    try:
        enter_own(view, round_meant(), _ids(view)[name], read_ahead(NewOwnEntry, form.body), access)
    except Invalid as error:
        return _page(view, access, form, 422, found=form.show(_placed(error, name)))
    except NotNow as error:
        return _page(view, access, form, 409, wrong=problem_words(error.problem))
    message = say(_("Your points are in. You can change them until a scorer checks the round."))
    if not by_htmx():
        return go_with_message(_address(game_id), message)
    response = _page(view, access, message=message)
    response.headers["HX-Push-Url"] = _address(game_id)
    return response


@bp.post("/close")
def close(game_id: str) -> Response:
    """Close the round, and show its form with what everybody has entered."""
    access = writer(game_id)
    view = load_game(game_id)
    try:
        close_round(view, round_meant(), access)
    except NotNow as error:
        return _page(view, access, status=409, wrong=problem_words(error.problem))
    return go(address_instead(view) or url_for("rounds.new", game_id=game_id))


def address_instead(view: GameView) -> str | None:
    """Return the address that replaces the form of the next round while that round is open, else None."""
    opened = load_open_round(view)
    if opened.is_open:
        return _address(view.id)
    return url_for("rounds.filled", game_id=view.id, opened=1) if opened.waits else None


def _page(
    view: GameView,
    access: Access,
    form: OwnForm | None = None,
    status: int = 200,
    message: Markup | None = None,
    **more: Any,
) -> Response:
    seen = board(view, access)
    opened = seen.opened
    name = form.own.name if form is not None else _name_of(view, opened.seat_of(access))
    known = opened.entries.get(_ids(view)[name]) if name else None
    others = known is not None and known["device"] != access.device_id
    if not opened.may_enter(access):
        more["kept"], form = typed_line(form.own) if form is not None else "", None
    elif form is None and name and not others:
        form = OwnForm(view, name, entered=known)
    context = {"board": seen, "form": form, "name": name, "others": others, "done": known is not None, **more}
    return page("rounds/open.html", status, message=message, **context)


def _address(game_id: str) -> str:
    return url_for("open_rounds.show", game_id=game_id)


def _ids(view: GameView) -> dict[str, str]:
    """Return the ids of those at the table, by name."""
    return {name: player for player, name in view.setup.players}


def _name_of(view: GameView, player: str | None) -> str | None:
    """Return the name of a player who is in the next round, None of any other."""
    name = view.state.names.get(player or "")
    return name if name in view.playing else None


def _chosen(view: GameView) -> str | None:
    """Return the name of the player whom the form names, None if nobody of that seat plays."""
    found = _SEAT.fullmatch(request.form.get("seat", ""))
    at = int(found[1]) if found else len(view.players)
    name = view.players[at] if at < len(view.players) else None
    return name if name in view.playing else None


def _placed(error: Invalid, name: str) -> Invalid:
    """Return the problems of a player's entry at the fields of the form."""
    placed = (each.within("entries", name) if each.path[:1] != ("entries",) else each for each in error.problems)
    return Invalid(*placed)
