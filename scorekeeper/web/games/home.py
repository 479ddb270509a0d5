"""The first page: what this is, and the games that this device knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from ...rules.variants import CARD_GAMES
from ...services.access.access import Role
from ...services.circles.circles import circles_of_device
from ...services.circles.deleting import deleted_circles_of_device
from ...services.games.deleting import deleted_games_of_device
from ...services.views.game_view import HIDDEN, GameView
from ...services.views.loading import games_of_device
from ...services.views.sides import sided
from ...services.wording import game_name
from ..device import secret
from ..responses import fresh, page
from ..text import _, moment, name_language, names, plural, points, say

bp = Blueprint("home", __name__)

_LEFT_ALONE = timedelta(hours=6)  # without a change for so long, a game belongs to another evening


@dataclass(frozen=True)
class GameCard:
    """A game in the list."""

    id: str
    title: str
    facts: list[Markup]
    standing: Markup
    ended: bool


@dataclass(frozen=True)
class LastGame:
    """The last game, offered as a rematch."""

    id: str
    players: Markup
    variant: str
    language: str


@bp.get("/")
def index() -> Response:
    """Show the games of this device, the latest changed first, and those that it can restore."""
    games = games_of_device(secret())
    response = page(
        "home/index.html",
        games=[game_card(view, role) for view, role in games],
        card_games=len(CARD_GAMES),
        again=last_game(games),
        circles=circles_of_device(secret()),
        deleted_circles=deleted_circles_of_device(secret()),
        deleted=[game_card(view, Role.SCORER) for view in deleted_games_of_device(secret())],
    )
    return fresh(response)


def game_card(view: GameView, role: Role) -> GameCard:
    """Return a game as lists show it, to somebody with that role."""
    count = len(view.counting)
    facts = [
        names(view.players),
        say(plural("one round", "{num} rounds", count) if count else _("no round yet")),
        moment(view.changed_at),
    ]
    if view.name:
        facts.insert(0, escape(game_name(view.variant)))
    if role is Role.VIEWER:
        facts.append(say(_("view only")))
    return GameCard(view.id, view.name or game_name(view.variant), facts, _standing(view), view.standing.ended)


def last_game(games: Sequence[tuple[GameView, Role]]) -> LastGame | None:
    """Return the latest game if it is over, or of another evening: else it is the one to go on with."""
    if not games or games[0][1] is Role.VIEWER:
        return None
    view = games[0][0]
    if not view.standing.ended and datetime.now(UTC) - view.changed_at < _LEFT_ALONE:
        return None
    return LastGame(view.id, names(view.players), game_name(view.variant), name_language(view.variant))


def _standing(view: GameView) -> Markup:
    """Who leads or has won."""
    view = sided(view)
    if view.standing.winners:
        return say(_("Won: {names}"), names=names(view.standing.winners))
    if not view.counting:
        return Markup()
    if view.totals_hidden:
        return say(_(HIDDEN))
    leading = [name for place, name in view.placings if place == 1]
    if len(leading) == len(view.totals):
        return say(_("All tied"))
    best = (view.apart if view.variant.ending.ranks_apart else view.totals)[leading[0]]
    return say(_("Ahead: {names}, {points}"), names=names(leading), points=Markup(points(best)))
