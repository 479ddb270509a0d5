"""The course of a game: undo and redo its changes, end it."""

from collections.abc import Callable

from ...rules.errors import N_, Problem
from ..errors import NotNow
from ..payload_reading import Received
from ..payloads import NewChange
from ..views.state import State, What
from .changes import NewRevision, Outcome, Precondition, change, redoing, undoing


def undo(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Undo the last change that is not undone.

    Raises:
        NotNow: none is left.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    return _move(game_id, received, precondition, undoing)


def redo(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Redo the last change that was undone.

    Raises:
        NotNow: none was, or there is a new change since.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    return _move(game_id, received, precondition, redoing)


def _move(
    game_id: str,
    received: Received[NewChange],
    precondition: Precondition,
    revision: Callable[[State, str | None, str | None], NewRevision],
) -> Outcome:
    """Move by one change through the history: `revision` is `undoing` or `redoing`."""
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        return game.save(revision(game.view.state, received.payload.by, received.payload.why))


def end_game(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """End the game here, as the table wishes.

    Raises:
        NotNow: it has ended, or no round counts.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload = received.payload
        if game.view.standing.ended:
            raise NotNow(Problem(N_("The game has ended already.")))
        if not game.view.counting:
            raise NotNow(Problem(N_("No round counts yet: there is nothing to end.")))
        return game.save(NewRevision(What.END, None, payload.by, payload.why))
