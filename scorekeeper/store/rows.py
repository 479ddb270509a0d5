"""Rows that the queries return."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from ..documents import ClubDocument, OpenRoundDocument, RulingDocument, SetupDocument, SubjectDocument
from ..rules.model.options import Choice


class Subject(NamedTuple):
    """What a right is of: a game or a circle; one of the two ids is None."""

    game_id: str | None = None
    circle_id: str | None = None

    @property
    def is_circle(self) -> bool:
        """Whether it is a circle."""
        return self.circle_id is not None


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
    circle_id: str | None = None
    seated: Mapping[str, str | None] | None = None
    """What the circle calls its people who sit in the game, by the players' ids; None has left the circle."""


class DeviceGameRow(NamedTuple):
    """A game of a device, with the best role that the device has."""

    game: GameRow
    role: str


class GameVersion(NamedTuple):
    """The version of a game, and the numbers of its turn clock and of its open round.

    `names` is how often its circle has changed somebody's name.
    """

    version: int
    clock: int = 0
    names: int = 0
    opened: int = 0


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


class OpenRoundRow(NamedTuple):
    """The open round of a game; the columns are described in `models.OpenRound`."""

    game_id: str
    number: int
    document: OpenRoundDocument | None
    seats: dict[str, str]


class InvitationRow(NamedTuple):
    """An invitation; the columns are described in `models.Invitation`."""

    id: int
    code_hash: str
    link_hash: str | None
    game_id: str | None
    circle_id: str | None
    grant_id: int | None
    device_id: int | None
    ends_giver: bool
    uses_left: int
    until: datetime | None


class CircleRow(NamedTuple):
    """A circle; the columns are described in `models.Circle`."""

    id: str
    name: str
    names: int
    made_at: datetime
    deleted_at: datetime | None


class PersonRow(NamedTuple):
    """Somebody of a circle; the columns are described in `models.Person`."""

    id: int
    name: str
    mark: int
    made_at: datetime
    merged_into_id: int | None
    left_at: datetime | None


class SeasonRow(NamedTuple):
    """Evenings of a circle that count together; the columns are described in `models.Season`."""

    id: int
    circle_id: str
    name: str
    first: date
    last: date
    zone: str
    counts: str
    variant: str | None
    weights: list[int]
    least: int


class ClubRow(NamedTuple):
    """An evening at several tables; the columns are described in `models.ClubEvening`."""

    id: int
    circle_id: str
    name: str
    made_at: datetime
    version: int
    document: ClubDocument


class SeatRow(NamedTuple):
    """A player of a circle's game; the columns are described in `models.Seat`."""

    game_id: str
    player: str
    name: str
    person_id: int | None


class NamedRulesRow(NamedTuple):
    """House rules that a circle keeps under a name; the columns are described in `models.NamedRules`."""

    id: int
    circle_id: str
    name: str
    variant: str
    house_rules: Mapping[str, Choice]


class EveningNoteRow(NamedTuple):
    """A change of the note on an evening; the columns are described in `models.EveningNote`."""

    number: int
    evening: datetime
    note: str | None
    who: str | None
    at: datetime
    device_id: int | None = None
