"""The form of a note: on a game, or on one of its rounds."""

from typing import Any

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...services.access.access import Access
from ...services.bounds import LONGEST_TEXT
from ...services.errors import Invalid
from ...services.games.changes import Precondition
from ...services.games.notes import NewNote, NoteChanged, note_of, write_note
from ...services.payload_reading import received
from ...services.views.loading import load_game
from ...services.wording import game_name
from ..board.routes import saved
from ..device import writer
from ..responses import fresh, go, page
from ..text import _, problem_words, say

bp = Blueprint("notes", __name__, url_prefix="/games/<game_id>")


@bp.get("/note")
def show(game_id: str) -> Response:
    """Show the form of the note on the game."""
    return _form(writer(game_id))


@bp.post("/note")
def write(game_id: str) -> AnyResponse:
    """Write, change or delete the note on the game."""
    return _save(writer(game_id))


@bp.get("/rounds/<int:number>/note")
def show_of_round(game_id: str, number: int) -> Response:
    """Show the form of the note on a round."""
    return _form(writer(game_id), number)


@bp.post("/rounds/<int:number>/note")
def write_of_round(game_id: str, number: int) -> AnyResponse:
    """Write, change or delete the note on a round."""
    return _save(writer(game_id), number)


def note_typed() -> dict[str, str]:
    """Return the body of a note from the form of the current request; a line break counts as a space."""
    return {key: " ".join(request.form.get(key, "").splitlines()) for key in ("note", "seen")}


def note_form(
    note: str | None, seen: str | None, status: int = 200, error: Markup | None = None, **more: Any
) -> Response:
    """Return the page with the form of a note; `seen` is the note as it is kept."""
    more |= {"note": note or "", "seen": seen or "", "error": error, "longest": LONGEST_TEXT}
    return fresh(page("games/note.html", status, **more))


def _save(access: Access, number: int | None = None) -> AnyResponse:
    body = note_typed()
    precondition = Precondition(right=access)
    try:
        outcome = write_note(access.game_id, number, received(NewNote, body), precondition)
    except Invalid as error:
        return _form(access, number, 422, problem_words(error.problems[0]), **body)
    except NoteChanged as error:
        return _form(access, number, 409, problem_words(error.problem), note=body["note"], seen=error.note)
    message = say(_("Note saved.") if note_of(outcome.view, number) else _("The note is deleted."))
    if number is None:
        return saved(outcome, access, message)
    return go(url_for("rounds.show", game_id=access.game_id, number=number), message=message)


def _form(
    access: Access, number: int | None = None, status: int = 200, error: Markup | None = None, **typed: str | None
) -> Response:
    view = load_game(access.game_id)
    present = note_of(view, number)
    url = url_for("scoreboard.show", game_id=view.id)
    title = view.name or game_name(view.variant)
    heading, back = _("Note on the game"), (url, title)
    if number is not None:
        heading = _("Note on round {number}", number=number)
        back = f"{url}/rounds/{number}", _("Round {number}", number=number)
        url = back[0]
    more = {"heading": heading, "back": back, "action": f"{url}/note", "of": title}
    return note_form(typed.get("note", present), typed.get("seen", present), status, error, **more)
