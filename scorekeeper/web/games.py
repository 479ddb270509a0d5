"""A new game: which of the games, then who plays and by which house rules."""

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from ..extensions import limiter
from ..rules.variant import Variant
from ..rules.variants import VARIANTS
from ..services.errors import Invalid
from ..services.games import create_game_for
from .device import secret_or_new
from .new_game_form import NewGameForm
from .page import go, page

bp = Blueprint("games", __name__, url_prefix="/games")


@bp.get("/new")
def choose() -> Response:
    """Show the games that can be played."""
    return page("games/choose.html", variants=list(VARIANTS.values()))


@bp.get("/new/<key>")
def new(key: str) -> Response:
    """Show the form for a game of that kind."""
    return page("games/new.html", form=NewGameForm(_variant(key)))


@bp.post("/new/<key>")
@limiter.limit("60/minute")
def create(key: str) -> Response:
    """Make the game, known to this device."""
    form = NewGameForm(_variant(key), request.form)
    if request.form.get("rows") == "all":
        return page("games/new.html", form=form)
    device = secret_or_new()
    try:
        game_id = create_game_for(device, form.body())
    except Invalid as error:
        return page("games/new.html", 422, found=form.show(error), form=form)
    return go(url_for("scoreboard.show", game_id=game_id), device)


def _variant(key: str) -> Variant:
    return VARIANTS[key] if key in VARIANTS else abort(404)
