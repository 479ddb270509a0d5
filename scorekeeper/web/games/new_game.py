"""A new game: which of the games, then who plays and by which house rules; or the same once more."""

from flask import Blueprint, abort, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ...extensions import limiter
from ...numbers import whole_number
from ...rules.model.variant import Variant
from ...rules.variants import VARIANTS, get_variant
from ...services.circles.named_rules import sets_of_device
from ...services.errors import Invalid
from ...services.games.creating import create_game_for
from ...services.games.rematch import play_again
from ...services.views.loading import games_of_device, load_game
from ..device import secret, secret_or_new, writer
from ..forms import fingerprint
from ..responses import go, page, part
from ..text import _, say
from .game_list import LONGEST_SEARCH, games_to_play
from .new_game_form import Lineup, NewGameForm, emptied, filled_in, fitting, lineups_of, moved_up
from .quotas import makes_games
from .server_rules import rules_of_server

bp = Blueprint("games", __name__, url_prefix="/games")

_LOOKED_AT = 8  # latest games from which the lineups and the kinds played lately are taken
_PLAYED_FIRST = 3  # kinds of games that come first in the list


@bp.get("/new")
def choose() -> Response:
    """Show the games that can be played, by query `search` only some of them: those played lately first."""
    search = request.args.get("search", "")[:LONGEST_SEARCH].strip()
    views = (view for view, _role in games_of_device(secret(), _LOOKED_AT))
    played = list(dict.fromkeys(view.variant.key for view in views))[:_PLAYED_FIRST]
    return page("games/choose.html", games=games_to_play(played, search), search=search, longest=LONGEST_SEARCH)


@bp.get("/new/<key>")
def new(key: str) -> Response:
    """Show the form for a game of that kind, with the names of last time."""
    variant, lineups = _variant(key), _lineups()
    last = next(fitting(variant, lineups), None)
    data = filled_in(MultiDict(), last) if last else None
    return page("games/new.html", form=_form(variant, data, lineups))


@bp.post("/new/<key>")
@limiter.limit("60/minute")
@makes_games
def create(key: str) -> Response:
    """Make the game, known to this device; or arrange the form's rows, if one of its other buttons was tapped."""
    variant = _variant(key)
    if any(name in request.form for name in ("more", "up", "fill", "empty")):
        return _arranged(variant)
    if preset := request.form.get("preset"):
        return _with_preset(variant, preset)
    form = _form(variant, request.form)
    device = secret_or_new()
    try:
        game_id = create_game_for(device, *form.body(), _once(form))
    except Invalid as error:
        return page("games/new.html", 422, found=form.show(error), form=form)
    message = say(_("Drawn by lot: {name} deals first."), name=_first_dealer(game_id)) if form.drawn else None
    return go(url_for("scoreboard.show", game_id=game_id), device, message)


def _once(form: NewGameForm) -> str | None:
    """Return the idempotency key of a new game, from the CSRF token and the form; None without an `entry_id`."""
    return f"{session['csrf_token']} {fingerprint(request.form)}" if form.key_given else None


def _first_dealer(game_id: str) -> str:
    """Return the dealer that was drawn; after a double tap that of the first request."""
    start = load_game(game_id).start
    return start.names[start.dealer]


@bp.post("/<game_id>/again")
@limiter.limit("60/minute")
@makes_games
def again(game_id: str) -> Response:
    """Make another game with the same names, seats and rules."""
    access = writer(game_id)
    view = load_game(game_id)
    device = secret_or_new()
    try:
        new_id = play_again(view, device, access)
    except Invalid:  # played by a rulebook that has changed since
        return go(url_for("games.new", key=view.variant.key))
    return go(url_for("scoreboard.show", game_id=new_id), device)


def _arranged(variant: Variant) -> Response:
    """Return the form after one of its buttons: with more rows, a row moved up, last time's names, or no names."""
    data, lineups = request.form.copy(), _lineups()
    row = data.pop("up", "")
    rows, focus = NewGameForm(variant, data).rows, None
    number = whole_number(row, 3) or 0
    if 0 < number < rows:
        data, focus = moved_up(data, number), max(1, number - 1)  # the first row has no button
    for lineup in lineups:
        if lineup.game_id == data.get("fill"):
            data, focus = filled_in(data, lineup), len(lineup.names) - 1
    if "empty" in data:
        data, focus = emptied(data), 0
    if "more" in data:
        data["rows"], focus = data["more"], rows  # the first of the new ones
    return part(page("games/new.html", form=_form(variant, data, lineups), focus=focus), "#seats")


def _with_preset(variant: Variant, preset: str) -> Response:
    """Return the form with the house rules of a preset filled in."""
    form = _form(variant, request.form)
    try:
        data = form.rules.with_preset(request.form, preset)
    except Invalid as error:
        return page("games/new.html", 422, found=form.show(error), form=form)
    return part(page("games/new.html", form=_form(variant, data), preset=preset), "#rules")


def _form(
    variant: Variant, data: MultiDict[str, str] | None = None, lineups: list[Lineup] | None = None
) -> NewGameForm:
    return NewGameForm(variant, data, _lineups() if lineups is None else lineups, sets_of_device(secret(), variant.key))


def _lineups() -> list[Lineup]:
    return lineups_of(view for view, _role in games_of_device(secret(), _LOOKED_AT))


def _variant(key: str) -> Variant:
    """Return a game by the house rules of this server."""
    return get_variant(key, rules_of_server(key)) if key in VARIANTS else abort(404)
