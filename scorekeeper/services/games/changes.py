"""One change of a game: a transaction with the game locked, which writes one revision.

with change(game_id, precondition) as game:
    if game.repeated:
        return game.repeated
    …  # check against `game.view`, and raise to refuse the change
    return game.save(NewRevision(What.END))
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ...cached_property import cached_property
from ...documents import SubjectDocument
from ...rules.errors import N_, Problem
from ...store import grants, queries
from ...store.database import writing
from ...store.rows import GameRow, ReceiptRow, RevisionRow
from ..access.access import Access, Role, recheck
from ..bounds import MOST_CHANGES
from ..circles.seating import circle_names, seat
from ..errors import KeyReused, NoAccess, NotNow, ServiceError
from ..monitoring.metrics import CHANGES
from ..views.game_view import GameView, game_view, view_of
from ..views.round_views import ScoredRounds
from ..views.state import State, What, fold

_FULL = N_("This game has reached its limit of {most} changes. Start a new one.")


class Stale(ServiceError):
    """Optimistic lock failure: the game has changed since the client read it; `game` is its current view."""

    def __init__(self, game: GameView) -> None:
        super().__init__("stale")
        self.game = game


@dataclass(frozen=True)
class Precondition:
    """The conditions under which a request may change a game: not twice, and only a state that the client has seen.

    The game must have one of `versions` (an optimistic lock; None: any). `key` is the client's idempotency key,
    `fingerprint` distinguishes two requests with one key. `right` is the caller's; without one it is the program's own.
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
    before: SubjectDocument | None = None
    after: SubjectDocument | None = None
    undoes: int | None = None

    def row(self, number: int, at: datetime) -> RevisionRow:
        """Return the row of the revision."""
        return RevisionRow(number, self.what, self.round, self.who, self.why, at, self.before, self.after, self.undoes)


def undoing(state: State, who: str | None, why: str | None) -> NewRevision:
    """Return the revision that undoes the last change that is not undone.

    Raises:
        NotNow: none is left.
    """
    if not state.done:
        raise NotNow(Problem(N_("There is nothing to undo.")))
    row = state.done[-1]
    return NewRevision(What.UNDO, row.round, who, why, row.after, row.before, row.number)


def redoing(state: State, who: str | None, why: str | None) -> NewRevision:
    """Return the revision that redoes the last change that was undone.

    Raises:
        NotNow: none was, or there is a new change since.
    """
    if not state.undone:
        raise NotNow(Problem(N_("There is nothing to redo.")))
    row = state.undone[-1]
    return NewRevision(What.REDO, row.round, who, why, row.before, row.after, row.number)


@dataclass(frozen=True)
class Outcome:
    """The game after a request; `repeated` if an earlier request with the same key has made the change."""

    game: GameRow
    state: State
    scored: ScoredRounds
    repeated: bool = False

    @cached_property
    def view(self) -> GameView:
        """The game after the change."""
        return view_of(self.game, self.state, self.scored)


class LockedGame:
    """A game within the transaction that changes it: as it is, or `repeated`, as the first request has left it."""

    def __init__(self, session: Any, game: GameRow, precondition: Precondition, found: GameView | Outcome) -> None:
        self.session, self._game, self._precondition, self._found = session, game, precondition, found
        self.saved: str | None = None  # the kind of the revision that was written

    @property
    def repeated(self) -> Outcome | None:
        """The outcome of an earlier request with the same key, None if this is the first."""
        return self._found if isinstance(self._found, Outcome) else None

    @property
    def view(self) -> GameView:
        """The game before the change."""
        return self._found.view if isinstance(self._found, Outcome) else self._found

    @property
    def unchanged(self) -> Outcome:
        """The outcome of a request that has nothing to change."""
        return Outcome(self._game, self.view.state, self.view.scored)

    def save(self, revision: NewRevision) -> Outcome:
        """Write the revision, and the receipt of the request.

        Raises:
            NotNow: the game has `MOST_CHANGES` changes already; it can still be deleted and restored.
        """
        deletes = revision.what in (What.DELETE, What.RESTORE)
        if self.view.version > MOST_CHANGES and not deletes:
            raise NotNow(Problem(_FULL, (), {"most": MOST_CHANGES}))
        row = self._write(revision)
        self.saved = row.what
        if deletes:
            queries.mark_deleted(self.session, self._game.id, row.at if revision.what == What.DELETE else None)
        state = self.view.state.followed_by(row)
        if revision.what == What.SETTINGS:
            known = self.view.state.people
            seat(self.session, self._game, {who: name for who, name in state.people.items() if who not in known})
        scored = self.view.scored
        return Outcome(self._game, state, scored if scored.names == state.names else _scored(self._game, state))

    def _write(self, revision: NewRevision) -> RevisionRow:
        session, game_id, precondition = self.session, self._game.id, self._precondition
        row = revision.row(self.view.version, datetime.now(UTC).replace(microsecond=0))
        row = row._replace(who=row.who or device_name(session, precondition.device_id))
        queries.add_revision(session, game_id, row, precondition.device_id)
        if precondition.key is not None:
            receipt = ReceiptRow(game_id, precondition.key, precondition.fingerprint, self.view.version + 1)
            queries.add_receipt(session, receipt)
        return row


@contextmanager
def change(
    game_id: str, precondition: Precondition, seen: GameView | None = None, *, deleted: bool = False
) -> Iterator[LockedGame]:
    """Open a transaction, lock a game and check the precondition; commit at the end of the block.

    `seen` is the game as the request has loaded it already: unless it has changed since, it is not loaded again. A
    deleted game can be changed only with `deleted`. Where `repeated` is set the request was carried out before: the
    block returns that outcome.

    Raises:
        NoAccess, NotAllowed: there is no such game, or `precondition.right` has ended.
        KeyReused: `precondition.key` was used for another request.
        Stale: the game has none of `precondition.versions`.
    """
    with changing(game_id, precondition.right, deleted=deleted) as (session, game):
        repeated = _repeated(session, game, precondition)
        if repeated is not None:
            yield LockedGame(session, game, precondition, repeated)
            return
        view = seen
        if view is None or view.version != game.version:
            view = game_view(game, queries.revision_rows(session, game_id))
        if precondition.versions is not None and view.version not in precondition.versions:
            raise Stale(view)
        locked = LockedGame(session, game, precondition, view)
        yield locked
    if locked.saved is not None:  # and committed
        CHANGES.labels(locked.saved).inc()


def _repeated(session: Any, game: GameRow, precondition: Precondition) -> Outcome | None:
    """Return the outcome of an earlier request with the same key, None if there was none.

    Raises:
        KeyReused: it was another request.
    """
    receipt = queries.receipt(session, game.id, precondition.key) if precondition.key is not None else None
    if receipt is None:
        return None
    if receipt.fingerprint != precondition.fingerprint:
        raise KeyReused
    state = fold(game.start, queries.revision_rows(session, game.id, receipt.version - 1), circle_names(game))
    return Outcome(game, state, _scored(game, state), repeated=True)


def _scored(game: GameRow, state: State) -> ScoredRounds:
    return ScoredRounds(game.variant, state.names)


@contextmanager
def changing(
    game_id: str, right: Access | None, least: Role = Role.SCORER, *, deleted: bool = False
) -> Iterator[tuple[Any, GameRow]]:
    """Open a transaction that locks a game; yield its session and the game's row. Arguments and errors: `lock_game`."""
    with writing() as session:
        yield session, lock_game(session, game_id, right, least, deleted=deleted)


def lock_game(
    session: Any, game_id: str, right: Access | None, least: Role = Role.SCORER, *, deleted: bool = False
) -> GameRow:
    """Lock a game within a transaction, then check `right` again: nothing is written once it is withdrawn.

    Without a right the program itself writes. A deleted game counts as none, unless `deleted`.

    Raises:
        NoAccess: there is no such game, or the right has ended.
        NotAllowed: `least` is a scorer's right, and this is a viewer's.
    """
    game = queries.game_row(session, game_id, lock=True)
    if right is not None:
        now = recheck(session, right)
        if now.game_id != game_id:
            raise NoAccess
        if least is not Role.VIEWER:
            now.must_write()
    if game is None or (game.deleted_at is not None and not deleted):
        raise NoAccess
    return game


def device_name(session: Any, device_id: int | None) -> str | None:
    """Return the name of the device that writes, used if no author is given; None without a device."""
    return (grants.device_name(session, device_id) or None) if device_id is not None else None
