"""Rows that the queries return."""

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
    """A game of a device, with the best role that the device has."""

    game: GameRow
    role: str


class GameVersion(NamedTuple):
    """The version of a game, and the number of its turn clock."""

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
    """A request that was executed under an idempotency key, and the resulting version."""

    game_id: str
    key: str
    fingerprint: str
    version: int


class RulingRow(NamedTuple):
    """A ruling of a game; the columns are described in `models.GameRuling`."""

    game_id: str
    number: int
    question: str
    codes: str
    who: str | None
    at: datetime
    document: RulingDocument
    device_id: int | None = None


class ClockRow(NamedTuple):
    """The turn clock of a game; the columns are described in `models.TurnClock`."""

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
