"""The rules pages: of a variant with its defaults, or of a game with its house rules."""

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from ...rules.variants import VARIANTS
from ...services.rulebook.rulebook import rulebook
from ...services.views.loading import load_game
from ..board.board import board
from ..device import reader
from ..responses import page

bp = Blueprint("rulebook", __name__)


@bp.get("/rules/<key>")
def plain(key: str) -> Response:
    """Show the rules of a variant with its defaults."""
    if key not in VARIANTS:
        abort(404)
    return page("rulebook/show.html", book=rulebook(VARIANTS[key]), pdf=url_for("sheets.rules", key=key))


@bp.get("/games/<game_id>/rules")
def of_game(game_id: str) -> Response:
    """Show the rules that the next round of a game is played by."""
    access = reader(game_id)
    view = load_game(game_id)
    book, pdf = rulebook(view.variant.at_play), url_for("sheets.rules_of_game", game_id=game_id)
    return page("rulebook/show.html", book=book, pdf=pdf, board=board(view, access))
