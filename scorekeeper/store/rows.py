"""Rows of the tables, as the queries return them."""

from datetime import datetime
from typing import NamedTuple

from ..documents import RulingDocument, SetupDocument, SubjectDocument


class GameRow(NamedTuple):
    """A game; the columns are described in `models.Game`."""

    id: str
    variant: str
    rulebook: str
    start: SetupDocument
    created_at: datetime
    changed_at: datetime
    version: int
    deleted_at: datetime | None = None


class DeviceGameRow(NamedTuple):
    """A game that a device knows, and the best role that it has there."""

    game: GameRow
    role: str


class GameVersion(NamedTuple):
    """How far a game has come: its version, and how often its clock was turned."""

    version: int
    clock: int = 0


class RevisionRow(NamedTuple):
    """A change of a game; the columns are described in `models.Revision`."""

    number: int
    what: str
    round: int | None
    who: str | None
    why: str | None
    at: datetime
    before: SubjectDocument | None
    after: SubjectDocument | None
    undoes: int | None


class ReceiptRow(NamedTuple):
    """A request that was carried out under a client's key, and the version that it led to."""

    game_id: str
    key: str
    fingerprint: str
    version: int


class RulingRow(NamedTuple):
    """A ruling that a game keeps; the columns are described in `models.GameRuling`."""

    game_id: str
    number: int
    question: str
    codes: str
    who: str | None
    at: datetime
    document: RulingDocument
    device_id: int | None = None


class ClockRow(NamedTuple):
    """The clock of a game's turn; the columns are described in `models.TurnClock`."""

    game_id: str
    number: int
    used: float
    since: datetime | None


class InvitationRow(NamedTuple):
    """An invitation; the columns are described in `models.Invitation`."""

    id: int
    code_hash: str
    link_hash: str | None
    game_id: str | None
    grant_id: int | None
    device_id: int | None
    ends_giver: bool
    uses_left: int
    until: datetime | None
