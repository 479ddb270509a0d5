"""One change of a game, in one transaction: repeated sending, stale versions, the revision, the receipt."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ...cached_property import cached_property
from ...documents import Document
from ...rules.errors import N_, Problem
from ...store import grants, queries
from ...store.database import writing
from ..access.access import Access, Role, recheck
from ..bounds import MOST_CHANGES
from ..errors import KeyReused, NoAccess, NotNow, Stale
from .state import Row, State, What
from .views import GameView, game_view

_FULL = N_("This game has had {most} changes, and takes no more: begin another one.")


@dataclass(frozen=True)
class Precondition:
    """What a client says so that nothing is done twice or blindly.

    `versions` are those of which one must be the game's (None: any); `key` is the
    client's name for the request, `fingerprint` tells two requests apart. `right` is whose change it is; without one it
    is the program's own.
    """

    versions: frozenset[int] | None = None
    key: str | None = None
    fingerprint: str = ""
    right: Access | None = None

    @property
    def device_id(self) -> int | None:
        """The device that makes the change, if it is one."""
        return self.right.device_id if self.right is not None else None


@dataclass(frozen=True)
class NewRevision:
    """A revision to be written."""

    what: str
    round: int | None = None
    who: str | None = None
    why: str | None = None
    before: Document | None = None
    after: Document | None = None
    undoes: int | None = None


def undoing(state: State, who: str | None, why: str | None) -> NewRevision:
    """Return the revision that takes back the last one that stands; there is one."""
    row = state.done[-1]
    return NewRevision(What.UNDO, row["round"], who, why, row["after"], row["before"], row["number"])


def redoing(state: State, who: str | None, why: str | None) -> NewRevision:
    """Return the revision that brings forward the one that was taken back last; there is one."""
    row = state.undone[-1]
    return NewRevision(What.REDO, row["round"], who, why, row["before"], row["after"], row["number"])


@dataclass(frozen=True)
class Outcome:
    """What a change led to; `repeated` if an earlier sending of the same request did it."""

    game: Row
    revisions: Sequence[Row]
    repeated: bool = False

    @property
    def about(self) -> str:
        """What the last revision did, or of an undo and a redo what they took back or brought forward."""
        last = self.revisions[-1]
        number = last["undoes"] or last["number"]
        return str(next(row["what"] for row in reversed(self.revisions) if row["number"] == number))

    @cached_property
    def view(self) -> GameView:
        """The game after the change."""
        return game_view(self.game, self.revisions)


def lock_game(
    session: Any, game_id: str, right: Access | None, least: Role = Role.SCORER, *, deleted: bool = False
) -> Row:
    """Return a game's row, locked within a transaction, after `right` was looked at again: nothing is written once it
    is withdrawn. Without one the program itself writes. A deleted game is none, unless `deleted`.

    Raises:
        NoAccess: there is no such game, or the right has ended.
        NotAllowed: `least` is a scorer's right, and this is a viewer's.
    """
    game = queries.game_row(session, game_id, lock=True)
    if right is not None:
        now = recheck(session, right)
        if now.game_id != game_id:
            raise NoAccess
        if least is Role.SCORER:
            now.must_write()
    if game is None or (game["deleted_at"] is not None and not deleted):
        raise NoAccess
    return game


@contextmanager
def changing(
    game_id: str, right: Access | None, least: Role = Role.SCORER, *, deleted: bool = False
) -> Iterator[tuple[Any, Row]]:
    """One transaction that changes a game: gives its session, and the game's row; arguments and errors: `lock_game`."""
    with writing() as session:
        yield session, lock_game(session, game_id, right, least, deleted=deleted)


def change_game(
    game_id: str, precondition: Precondition, make: Callable[[GameView], NewRevision | None], *, deleted: bool = False
) -> Outcome:
    """Change a game by the revision that `make` returns; None changes nothing.

    `make` is called with the game locked, after repeated sending and `precondition.versions` were
    looked at, and may raise to refuse the change. Of a deleted game only `deleted` ones can be made.

    Raises:
        NoAccess, NotAllowed: there is no such game, or `precondition.right` has ended.
        KeyReused: `precondition.key` was used for another request.
        Stale: the game has none of `precondition.versions`.
        NotNow: the game has `MOST_CHANGES` changes already.
    """
    with changing(game_id, precondition.right, deleted=deleted) as (session, game):
        key = precondition.key
        if key is not None and (receipt := queries.receipt(session, game_id, key)) is not None:
            if receipt["fingerprint"] != precondition.fingerprint:
                raise KeyReused
            return Outcome(game, queries.revision_rows(session, game_id, receipt["version"] - 1), repeated=True)
        revisions = queries.revision_rows(session, game_id)
        view = game_view(game, revisions)
        if precondition.versions is not None and view.version not in precondition.versions:
            raise Stale(view)
        made = make(view)
        if made is not None:
            _check_room(view, made)
            revisions.append(_write(session, view, made, precondition))
            if made.what in (What.DELETE, What.RESTORE):
                queries.mark_deleted(session, game_id, revisions[-1]["at"] if made.what == What.DELETE else None)
        return Outcome(game, revisions)


def _check_room(view: GameView, made: NewRevision) -> None:
    """Check that the game takes one more change; to be deleted and restored it always does."""
    if view.version > MOST_CHANGES and made.what not in (What.DELETE, What.RESTORE):
        raise NotNow(Problem(_FULL, (), {"most": MOST_CHANGES}))


def row_of(made: NewRevision, number: int, at: datetime) -> dict[str, Any]:
    """Return the stored row of a revision."""
    return {
        "number": number,
        "what": made.what,
        "round": made.round,
        "who": made.who,
        "why": made.why,
        "at": at,
        "before": made.before,
        "after": made.after,
        "undoes": made.undoes,
    }


def name_of(session: Any, device_id: int | None) -> str | None:
    """Return what the device that writes is called: it stands for who does, where nobody is named."""
    return (grants.device_name(session, device_id) or None) if device_id is not None else None


def _write(session: Any, view: GameView, made: NewRevision, precondition: Precondition) -> dict[str, Any]:
    row = row_of(made, view.version, datetime.now(UTC).replace(microsecond=0))
    row["who"] = row["who"] or name_of(session, precondition.device_id)
    queries.add_revision(session, {"game_id": view.id, "device_id": precondition.device_id, **row}, view.version + 1)
    if precondition.key is not None:
        receipt = {"key": precondition.key, "fingerprint": precondition.fingerprint, "version": view.version + 1}
        queries.add_receipt(session, {"game_id": view.id, **receipt})
    return row
