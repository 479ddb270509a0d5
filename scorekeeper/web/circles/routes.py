"""Create, show and rename a circle; put games into it and take them out."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...services.access.access import Role
from ...services.circles import circles
from ...services.errors import Invalid, NotNow
from ...services.views.loading import games_of_device, load_game
from ...services.wording import game_name
from ..device import circle_reader, secret, secret_or_new, writer
from ..games.home import GameCard, game_card, last_game
from ..games.quotas import makes_circles
from ..responses import fresh, go, page
from ..text import _, problem_words, say
from .evening import heading_of_latest, heading_without_games

_LOOKED_AT = 12  # latest games of this device that may be put into the circle

bp = Blueprint("circles", __name__, url_prefix="/circles")


@bp.get("/new")
def new() -> Response:
    """Show the form for a new circle, of a game's players with the query `game`."""
    return _new_page(request.args.get("game", ""))


@bp.post("/new")
@limiter.limit("20/minute")
@makes_circles
def create() -> AnyResponse:
    """Make a circle that this device keeps."""
    game_id = request.form.get("game", "")
    game = writer(game_id) if game_id else None
    device = secret_or_new()
    try:
        circle_id = circles.create_circle(device, {"name": request.form.get("name", "")}, game)
    except Invalid as error:
        return _new_page(game_id, 422, problem_words(error.problems[0]))
    except NotNow as error:
        return go(url_for("scoreboard.show", game_id=game_id), device, problem_words(error.problem))
    return go(url_for("circles.show", circle_id=circle_id), device)


@bp.get("/<circle_id>")
def show(circle_id: str) -> Response:
    """Show a circle: its people, its latest games, and the next one."""
    right = circle_reader(circle_id)
    games = [(view, right.role) for view in circles.games_of_circle(right)]
    return fresh(
        page(
            "circles/show.html",
            circle=circles.load_circle(right),
            right=right,
            games=[game_card(*game) for game in games],
            evening=heading_of_latest(view for view, _role in games) or heading_without_games(circle_id),
            again=last_game(games),
            mine=_games_outside() if right.role is not Role.VIEWER else [],
        )
    )


@bp.post("/<circle_id>/name")
def rename(circle_id: str) -> AnyResponse:
    """Give the circle another name."""
    right = circle_reader(circle_id)
    right.must_keep()
    try:
        circles.rename_circle(right, {"name": request.form.get("name", "")})
    except Invalid as error:
        return go(url_for("people.index", circle_id=circle_id), message=problem_words(error.problems[0]))
    return go(url_for("circles.show", circle_id=circle_id))


@bp.post("/<circle_id>/games")
def put_in(circle_id: str) -> AnyResponse:
    """Put a game of this device into the circle."""
    right = circle_reader(circle_id)
    right.must_write()
    game = writer(request.form.get("game", ""))
    try:
        circles.put_in(right, game)
    except NotNow as error:
        return go(url_for("circles.show", circle_id=circle_id), message=problem_words(error.problem))
    return go(url_for("circles.show", circle_id=circle_id), message=say(_("The game belongs to the circle now.")))


@bp.post("/<circle_id>/games/<game_id>/out")
def take_out(circle_id: str, game_id: str) -> AnyResponse:
    """Take a game out of the circle."""
    circles.take_out(circle_reader(circle_id), game_id)
    message = say(_("The game is out of the circle. Only this device, and those it is shared with, have it now."))
    return go(url_for("circles.show", circle_id=circle_id), message=message)


def _games_outside() -> list[GameCard]:
    """Return the latest games of this device that belong to no circle and that it may write."""
    known = games_of_device(secret(), _LOOKED_AT)
    return [game_card(view, role) for view, role in known if role is not Role.VIEWER and view.circle_id is None]


def _new_page(game_id: str, status: int = 200, error: object = None) -> Response:
    view = load_game(writer(game_id).game_id) if game_id else None
    name = request.form.get("name", "")
    title = (view.name or game_name(view.variant)) if view else None
    return page("circles/new.html", status, view=view, title=title, name=name, error=error)
