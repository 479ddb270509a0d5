"""Notes on a game and on its rounds: a line that somebody wrote, changed and undone like any other change."""

from ...documents import NoteDocument, RoundDocument
from ...rules.errors import N_, Problem
from ..errors import NoSuchRound, NotNow
from ..payload_reading import Received
from ..payload_types import Shape, Text
from ..views.game_view import GameView
from ..views.state import State, What
from .changes import NewRevision, Outcome, Precondition, change

_CHANGED = N_("Somebody has changed this note meanwhile. Save yours to replace it.")


class NewNote(Shape):
    """A note; without one the present note is deleted. `seen` is the note that its writer saw before."""

    note: Text | None = None
    seen: Text | None = None
    by: Text | None = None
    why: Text | None = None


class NoteChanged(NotNow):
    """The note is not the one that its writer saw; `note` is the present one."""

    def __init__(self, note: str | None) -> None:
        super().__init__(Problem(_CHANGED))
        self.note = note


def write_note(game_id: str, number: int | None, received: Received[NewNote], precondition: Precondition) -> Outcome:
    """Write, change or delete the note on round `number` of a game, or on the game; the same note changes nothing.

    Raises:
        NoSuchRound: the game has no round `number`.
        NoteChanged: the note is not the one that was seen.
        NoAccess, KeyReused, Stale, Invalid: as in `rounds.enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload, present = received.payload, note_of(game.view, number)
        if payload.note == present:
            return game.unchanged
        check_seen(payload, present)
        return game.save(noting(game.view.state, number, payload.note, payload.by, payload.why))


def noting(state: State, number: int | None, note: str | None, who: str | None, why: str | None) -> NewRevision:
    """Return the revision that sets the note on round `number`, which there must be, or on the game."""
    if number is None:
        before, after = _document(state.note), _document(note)
        return NewRevision(What.NOTE, None, who, why, before, after)
    round_ = state.rounds[number].document
    return NewRevision(What.NOTE, number, who, why, round_, with_note(round_, note))


def _document(note: str | None) -> NoteDocument | None:
    return {"note": note} if note else None


def note_of(view: GameView, number: int | None) -> str | None:
    """Return the note on round `number` of a game, or on the game; None without one.

    Raises:
        NoSuchRound: the game has no round `number`.
    """
    if number is None:
        return view.note
    if number not in view.state.rounds:
        raise NoSuchRound
    return view.state.rounds[number].document.get("note")


def check_seen(payload: NewNote, present: str | None) -> None:
    """Check that who writes a note has seen the present one.

    Raises:
        NoteChanged: it is another one.
    """
    if payload.seen != present:
        raise NoteChanged(present)


def with_note(document: RoundDocument, note: str | None) -> RoundDocument:
    """Return the document of a round with a note, or without any."""
    bare: RoundDocument = {**document}
    bare.pop("note", None)
    return {**bare, "note": note} if note else bare
