"""The first page: what this is, and the games that this device knows."""

from dataclasses import dataclass

from flask import Blueprint
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from ..services.access import Role
from ..services.games import games_of_device
from ..services.views import GameView
from .device import secret
from .page import page
from .words import _, moment, names, plural, points, say

bp = Blueprint("home", __name__)


@dataclass(frozen=True)
class Known:
    """A game in the list."""

    id: str
    title: str
    facts: list[Markup]
    standing: Markup
    ended: bool


@bp.get("/")
def index() -> Response:
    """Show the games of this device, the latest changed first."""
    return page("home/index.html", games=[_known(view, role) for view, role in games_of_device(secret())])


def _known(view: GameView, role: Role) -> Known:
    count = len(view.counting)
    facts = [
        names(view.players),
        say(plural("one round", "%(num)s rounds", count) if count else _("no round yet")),
        moment(view.changed_at),
    ]
    if view.name:
        facts.insert(0, escape(view.variant.name))
    if role is Role.VIEWER:
        facts.append(say(_("to look at only")))
    return Known(view.id, view.name or view.variant.name, facts, _standing(view), view.standing.ended)


def _standing(view: GameView) -> Markup:
    """Who leads or has won."""
    if view.standing.winners:
        return say(_("Won: %(names)s"), names=names(view.standing.winners))
    if not view.counting:
        return Markup()
    leading = [name for place, name in view.placings if place == 1]
    if len(leading) == len(view.totals):
        return say(_("All level"))
    return say(_("Ahead: %(names)s, %(points)s"), names=names(leading), points=Markup(points(view.totals[leading[0]])))
