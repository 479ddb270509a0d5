"""An evening of a circle: its games together, who won how often, and the next one."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Blueprint, Response, request, url_for

from ...services.circles import circles
from ...services.circles.evenings import Evening, EveningSums, load_evening
from ...services.games.views import GameView
from ...services.wording import sentence
from ..device import circle_reader
from ..games.home import game_card, last_game
from ..responses import fresh, page
from ..text import _, points, signed

bp = Blueprint("evening", __name__, url_prefix="/circles/<circle_id>/evening")

_TONIGHT = timedelta(hours=12)  # since the last round: from then on it is last evening


@bp.get("")
def show(circle_id: str) -> Response:
    """Show the latest evening, or that of the query's `game`."""
    right = circle_reader(circle_id)
    evening = load_evening(right, request.args.get("game")) or load_evening(right)
    view = circles.load_circle(right)
    context: dict[str, Any] = {"evening": evening, "heading": _("Last evening")}
    if evening is not None:
        games = [(game, right.role) for game in evening.games]
        context = {
            "evening": evening,
            "heading": heading_of(evening.until, latest=evening.later is None),
            "games": [game_card(*game) for game in games],
            "people": [(each, _points(each, evening)) for each in evening.people],
            "apart": sentence(evening.apart) if evening.apart else "",
            "again": last_game(games[::-1]) if evening.later is None else None,
        }
    url = url_for("circles.show", circle_id=circle_id)
    return fresh(page("circles/evening.html", circle=view, right=right, url=url, **context))


def heading_of_latest(games: Iterable[GameView]) -> str:
    """Return what the evening of the latest of some games is called; empty without games."""
    played = [game.played_at for game in games]
    return heading_of(max(played)) if played else ""


def heading_of(until: datetime, *, latest: bool = True) -> str:
    """Return what an evening is called, by when its last round was played."""
    if not latest:
        return _("Earlier evening")
    return _("Tonight") if datetime.now(UTC) - until < _TONIGHT else _("Last evening")


def _points(sums: EveningSums, evening: Evening) -> str:
    chips = evening.games[0].variant.scoring.chips
    return signed(sums.points) if chips else points(sums.points)
