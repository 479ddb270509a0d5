"""An evening of a circle: its games together, who won how often, the next one, and its note."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...numbers import whole_number
from ...services.access.access import CircleAccess, Role
from ...services.circles import circles
from ...services.circles.evening_notes import EveningKey, load_changes, noted_evenings, write_note
from ...services.circles.evenings import Evening, EveningSums, load_evening
from ...services.errors import Invalid, NoSuchEvening
from ...services.games.notes import NewNote, NoteChanged
from ...services.payload_reading import received
from ...services.views.game_view import GameView
from ...services.wording import sentence
from ..board.history import PAGE, note_differences
from ..device import circle_reader
from ..games.home import game_card, last_game
from ..games.notes import note_form, note_typed
from ..pagination import page_before
from ..responses import Context, fresh, go, page
from ..text import _, points, problem_words, say, signed

bp = Blueprint("evening", __name__, url_prefix="/circles/<circle_id>/evening")

_TONIGHT = timedelta(hours=12)  # since the last round: from then on it is last evening


@bp.get("")
def show(circle_id: str) -> Response:
    """Show an evening that the query names, or the latest one."""
    right = circle_reader(circle_id)
    key = _key(request.args)
    evening = (load_evening(right, key) if key else None) or load_evening(right)
    view, url = circles.load_circle(right), url_for("circles.show", circle_id=circle_id)
    context: Context = {"evening": evening, "heading": _("Last evening"), "games": []}
    if evening is not None:
        games = [(game, right.role) for game in evening.games]
        context = {
            "evening": evening,
            "heading": heading_of(evening.until, latest=evening.latest),
            "games": [game_card(*game) for game in games],
            "people": [(each, _points(each, evening)) for each in evening.people],
            "apart": sentence(evening.apart) if evening.apart else "",
            "again": last_game(games[::-1]) if evening.latest and games else None,
            "here": _query(evening.key),
            "earlier": evening.earlier and f"{url}/evening{_query(evening.earlier)}",
            "later": evening.later and f"{url}/evening{_query(evening.later)}",
        }
    return fresh(page("circles/evening.html", circle=view, right=right, url=url, **context))


@bp.get("/note")
def note(circle_id: str) -> Response:
    """Show the form of the note on the evening that the query names."""
    right = circle_reader(circle_id)
    right.must_write()
    return _note_form(right, _asked(request.args))


@bp.post("/note")
def write(circle_id: str) -> AnyResponse:
    """Write, change or delete the note on an evening, or restore an earlier one."""
    right, body = circle_reader(circle_id), note_typed()
    right.must_write()
    key = _asked(request.form)
    try:
        write_note(right, key, received(NewNote, body))
    except Invalid as error:
        return _note_form(right, key, 422, problem_words(error.problems[0]), **body)
    except NoteChanged as error:
        return _note_form(right, key, 409, problem_words(error.problem), note=body["note"], seen=error.note)
    message = say(_("Note saved.") if body["note"].strip() else _("The note is deleted."))
    return go(url_for("evening.show", circle_id=circle_id) + _query(key), message=message)


@bp.get("/note/history")
def history(circle_id: str) -> Response:
    """Show every change of the note on an evening, the latest first."""
    right = circle_reader(circle_id)
    key = _asked(request.args)
    evening, url = load_changes(right, key), url_for("evening.show", circle_id=circle_id)
    part = page_before(len(evening.changes), PAGE)
    before = [None, *(change.note for change in evening.changes)]
    shown = [(evening.changes[at - 1], before[at - 1]) for at in reversed(part.numbers)]
    return fresh(
        page(
            "circles/evening_history.html",
            name=circles.load_name(circle_id),
            evening=evening,
            changes=[(change, note_differences(old, change.note)) for change, old in shown],
            present=evening.note.note if evening.note else "",
            part=part,
            may_write=right.role is not Role.VIEWER,
            url=url,
            here=_query(key),
            named=_named(key),
        )
    )


def _asked(given: Mapping[str, str]) -> EveningKey:
    key = _key(given)
    if key is None:
        raise NoSuchEvening
    return key


def _key(given: Mapping[str, str]) -> EveningKey | None:
    """Return what names an evening: `game`, the id of one, or `change`, the number of a change of its note."""
    return given.get("game") or whole_number(given.get("change", ""), 9)


def _named(key: EveningKey) -> tuple[str, EveningKey]:
    """Return the name and the value of the query parameter from which `_key` reads it."""
    return ("game" if isinstance(key, str) else "change"), key


def _query(key: EveningKey) -> str:
    return "?" + urlencode([_named(key)])


def _note_form(
    right: CircleAccess, key: EveningKey, status: int = 200, error: Markup | None = None, **typed: str | None
) -> Response:
    evening = load_evening(right, key)
    if evening is None:
        raise NoSuchEvening
    url = url_for("evening.show", circle_id=right.circle_id)
    heading = heading_of(evening.until, latest=evening.latest)
    present = evening.note.note if evening.note else None
    more = {"back": (url + _query(key), heading), "action": f"{url}/note", "evening": _named(key)}
    more |= {"heading": _("Note on the evening"), "of": circles.load_name(right.circle_id)}
    return note_form(typed.get("note", present), typed.get("seen", present), status, error, **more)


def heading_of_latest(games: Iterable[GameView]) -> str:
    """Return the heading of the evening with the latest of some games; empty without games."""
    played = [game.played_at for game in games]
    return heading_of(max(played)) if played else ""


def heading_without_games(circle_id: str) -> str:
    """Return the heading of the latest evening of a circle that has no games; empty without a note on any."""
    known = noted_evenings(circle_id)
    return heading_of(known[-1].until) if known else ""


def heading_of(until: datetime, *, latest: bool = True) -> str:
    """Return the heading of an evening, by the time of its last round."""
    if not latest:
        return _("Earlier evening")
    return _("Tonight") if datetime.now(UTC) - until < _TONIGHT else _("Last evening")


def _points(sums: EveningSums, evening: Evening) -> str:
    chips = evening.games[0].variant.scoring.chips
    return signed(sums.points) if chips else points(sums.points)
