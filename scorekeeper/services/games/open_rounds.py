"""Open rounds: everybody enters their own points on their own phone, before a scorer checks and saves the round.

A scorer opens the next round. Players enter their points, and change them, until a scorer closes it: nobody sees them
before. Then they wait in the round's form until it is saved, which is one revision as of any other round.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from ...documents import EntryDocument, OpenRoundDocument, OwnEntryDocument
from ...rules.errors import N_, Problem, RulesError
from ...store import queries
from ...store.database import db
from ...store.open_rounds import open_round_row, put_open_round
from ...store.rows import OpenRoundRow
from ..access.access import Access, Role, recheck
from ..errors import Invalid, NotNow
from ..payload_reading import Received
from ..payloads import OwnEntryPayload
from ..views.game_view import GameView, game_view
from ..views.round_entries import read_entry
from .changes import changing

_OVER = N_("The game is over. Undo or correct a round to play on.")
_WAITING = N_("Points for round {number} are waiting. Save the rounds before it first.")
_CLOSED = N_("Round {number} is closed, and your points weren’t saved. Tell a scorer.")
_NOT_OPEN = N_("Round {number} isn’t open.")
_OTHERS = N_("{name}: another phone has entered these points. A scorer can change them when the round is closed.")
_NOTHING = N_("Enter your points.")
_UNSEEN = N_("Players have entered their own points for this round. To save it anyway, send “opened” with {number}.")


class EntriesWait(NotNow):
    """A round was submitted without the points that players have entered in its open round `opened`."""

    def __init__(self, opened: "OpenRoundState") -> None:
        super().__init__(Problem(_UNSEEN, ("opened",), {"number": opened.number}))
        self.opened = opened


@dataclass(frozen=True)
class OpenRoundState:
    """What players have entered for the next round, `round`: entries by player id, seats by device id.

    `number` counts the changes; 0 if the game never had an open round. `round` is 0 while none is open or waits.
    """

    number: int = 0
    round: int = 0
    is_open: bool = False
    for_viewers: bool = False
    entries: Mapping[str, OwnEntryDocument] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Whether it is closed, and what players have entered waits in the round's form."""
        return bool(self.entries) and not self.is_open

    def may_enter(self, access: Access) -> bool:
        """Return whether a device may enter points now."""
        return self.is_open and (self.for_viewers or access.role is Role.SCORER)

    def seat_of(self, access: Access) -> str | None:
        """Return the id of the player whose device it is; None if it has not said so."""
        return self.seats.get(str(access.device_id))


def load_open_round(view: GameView) -> OpenRoundState:
    """Return the open round of a game; one of another round than the next one counts as none."""
    found = _read(open_round_row(db.session(), view.id))
    is_next = found.round == len(view.rounds) + 1 and not view.standing.ended
    return found if is_next else OpenRoundState(found.number, seats=found.seats)


def open_round(view: GameView, *, for_viewers: bool, right: Access | None = None) -> None:
    """Open the next round of a game, or open it again; viewers may enter points only with `for_viewers`.

    Raises:
        NoAccess, NotAllowed: there is no such game, or `right` has ended.
        NotNow: the game is over, or a later round has points already, after one was undone.
    """
    with _changing(view, right) as (session, present, before):
        if present.standing.ended:
            raise NotNow(Problem(_OVER))
        number = len(present.rounds) + 1
        if before.round > number and before.entries:
            raise NotNow(Problem(_WAITING, (), {"number": before.round}))
        entries = before.entries if before.round == number else {}
        _write(session, view.id, before, OpenRoundState(0, number, True, for_viewers, entries))


def close_round(view: GameView, number: int, right: Access | None = None) -> None:
    """Close round `number`: nobody enters points any more, and a scorer sees them. Closing it again changes nothing.

    Raises:
        NoAccess, NotAllowed: there is no such game, or `right` has ended.
        NotNow: that round is not the open one.
    """
    with _changing(view, right) as (session, _present, before):
        if before.round != number:
            raise NotNow(Problem(_NOT_OPEN, (), {"number": number}))
        _write(session, view.id, before, OpenRoundState(0, number, False, before.for_viewers, before.entries))


def take_seat(view: GameView, player: str, right: Access) -> None:
    """Remember that the device of `right` is that of a player, by id, in this game.

    Raises:
        NoAccess, NotAllowed: there is no such game, or `right` is not enough for the open round.
        NotNow: none is open.
    """
    with _changing(view, right, Role.VIEWER) as (session, present, before):
        _must_be_open(session, before, len(present.rounds) + 1, right, _NOT_OPEN)
        seats = {**before.seats, str(right.device_id): player}
        if seats != before.seats:
            put_open_round(session, OpenRoundRow(view.id, max(1, before.number), _document(before), seats))


def enter_own(view: GameView, number: int, player: str, received: Received[OwnEntryPayload], right: Access) -> None:
    """Enter the points of a player, by id, into the open round `number`, in place of what this device entered before.

    Raises:
        NoAccess, NotAllowed: there is no such game, or `right` is not enough for the open round.
        NotNow: the round is not open any more, or another device has entered this player's points.
        Invalid: with every problem found.
    """
    with _changing(view, right, Role.VIEWER) as (session, present, before):
        _must_be_open(session, before, number, right, _CLOSED)
        name = present.state.names[player]
        known = before.entries.get(player)
        if known is not None and known["device"] != right.device_id:
            raise NotNow(Problem(_OTHERS, (), {"name": name}))
        entry = {player: _read_own(present, name, received.payload, right.device_id)}
        after = OpenRoundState(0, number, True, before.for_viewers, {**before.entries, **entry})
        _write(session, view.id, before, after)


def settle(session: Any, game_id: str, number: int, seen: int | None) -> None:
    """Within the transaction that saves round `number`: end its open round, whose state `seen` the round takes up.

    Raises:
        EntriesWait: players have entered points that the saved round has not seen.
    """
    before = _read(open_round_row(session, game_id))
    if before.round != number:
        return
    if before.entries and seen != before.number:
        raise EntriesWait(before)
    _write(session, game_id, before, OpenRoundState())


def _read_own(view: GameView, name: str, payload: OwnEntryPayload, device: int | None) -> OwnEntryDocument:
    """Return a player's entry as it is stored."""
    out = bool(payload.out) and view.variant.has_cards
    if payload.entry is None:
        if out and view.variant.scoring.closer_may_be_left_out:
            return {"entry": None, "out": True, "device": device}
        raise Invalid(Problem(_NOTHING, ("entries", name)))
    try:
        _entry, kept = read_entry(cast("EntryDocument", payload.entry.model_dump(exclude_none=True)))
    except RulesError as error:
        raise Invalid(*(problem.within("entries", name) for problem in error.problems)) from None
    return {"entry": kept, "out": out, "device": device}


def _must_be_open(session: Any, opened: OpenRoundState, number: int, right: Access, refusal: str) -> None:
    if not opened.is_open or opened.round != number:
        raise NotNow(Problem(refusal, (), {"number": number}))
    if not opened.for_viewers:
        recheck(session, right).must_write()


@contextmanager
def _changing(
    view: GameView, right: Access | None, least: Role = Role.SCORER
) -> Iterator[tuple[Any, GameView, OpenRoundState]]:
    """Open a transaction that locks the game; yield its session, the game as it is now, and its open round."""
    with changing(view.id, right, least) as (session, game):
        same = view.version == game.version
        present = view if same else game_view(game, queries.revision_rows(session, game.id))
        yield session, present, _read(open_round_row(session, game.id))


def _read(row: OpenRoundRow | None) -> OpenRoundState:
    if row is None:
        return OpenRoundState()
    if row.document is None:
        return OpenRoundState(row.number, seats=row.seats)
    found = row.document
    return OpenRoundState(row.number, found["round"], found["open"], found["viewers"], found["entries"], row.seats)


def _document(opened: OpenRoundState) -> OpenRoundDocument | None:
    if not opened.round:
        return None
    entries = dict(opened.entries)
    return {"round": opened.round, "open": opened.is_open, "viewers": opened.for_viewers, "entries": entries}


def _write(session: Any, game_id: str, before: OpenRoundState, after: OpenRoundState) -> None:
    if (document := _document(after)) != _document(before):
        put_open_round(session, OpenRoundRow(game_id, before.number + 1, document, dict(before.seats)))
