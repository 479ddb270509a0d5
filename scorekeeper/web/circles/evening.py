"""An evening of a circle: its games together, who won how often, and the next one."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...services.access.access import CircleAccess
from ...services.circles import circles
from ...services.circles.evenings import Evening, EveningSums, load_evening, write_note
from ...services.errors import Invalid, NoSuchEvening
from ...services.games.notes import NewNote, NoteChanged
from ...services.games.views import GameView
from ...services.payload_reading import received
from ...services.wording import sentence
from ..device import circle_reader
from ..games.home import game_card, last_game
from ..games.notes import note_form, note_typed
from ..responses import fresh, go, page
from ..text import _, points, problem_words, say, signed

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


@bp.get("/note")
def note(circle_id: str) -> Response:
    """Show the form of the note on the evening of the query's `game`."""
    right = circle_reader(circle_id)
    right.must_write()
    return _note_form(right, request.args.get("game", ""))


@bp.post("/note")
def write(circle_id: str) -> AnyResponse:
    """Write, change or delete the note on the evening of a game."""
    right, game_id, body = circle_reader(circle_id), request.form.get("game", ""), note_typed()
    right.must_write()
    try:
        write_note(right, game_id, received(NewNote, body))
    except Invalid as error:
        return _note_form(right, game_id, 422, problem_words(error.problems[0]), **body)
    except NoteChanged as error:
        return _note_form(right, game_id, 409, problem_words(error.problem), note=body["note"], seen=error.note)
    message = say(_("Note saved.") if body["note"].strip() else _("The note is deleted."))
    return go(url_for("evening.show", circle_id=circle_id, game=game_id), message=message)


def _note_form(
    right: CircleAccess, game_id: str, status: int = 200, error: Markup | None = None, **typed: str | None
) -> Response:
    evening = load_evening(right, game_id)
    if evening is None:
        raise NoSuchEvening
    url = url_for("evening.show", circle_id=right.circle_id)
    heading = heading_of(evening.until, latest=evening.later is None)
    present = evening.note.note if evening.note else None
    more = {"back": (f"{url}?game={game_id}", heading), "action": f"{url}/note", "game": game_id}
    more |= {"heading": _("Note on the evening"), "of": circles.load_name(right.circle_id)}
    return note_form(typed.get("note", present), typed.get("seen", present), status, error, **more)


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
