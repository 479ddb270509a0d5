"""A link or printed code that makes a game known to another device."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from ..services.access import Role, find_game
from ..services.access import join as join_game
from ..services.games import load_game
from .device import secret_or_new
from .page import go, page

bp = Blueprint("join", __name__, url_prefix="/join/<key>")


@bp.get("")
def show(key: str) -> Response:
    """Show which game the link leads to."""
    access = find_game(key)
    view = load_game(access.game_id)
    response = page("join/show.html", view=view, key=key, may_write=access.role is Role.SCORER)
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("")
def accept(key: str) -> Response:
    """Make the game known to this device, and leave the key behind."""
    device = secret_or_new()
    access = join_game(key, device)
    return go(url_for("scoreboard.show", game_id=access.game_id), device)
