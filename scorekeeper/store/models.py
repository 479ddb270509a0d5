"""The tables. Totals are derived from the revisions; only tallies hold some, as a cache that can be rebuilt."""

from datetime import date, datetime

from sqlalchemy import JSON, DateTime, Float, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from ..documents import (
    ClubDocument,
    KeptMeldDocument,
    LeftGameDocument,
    OpenRoundDocument,
    RulingDocument,
    SetupDocument,
    SubjectDocument,
    TallyDocument,
)
from ..rules.model.options import Choice
from .database import Base


class Circle(Base):
    """The people who play together. `names` counts the changes of what its people are called; boards depend on it.

    `left` has the games of a deleted circle by their ids, so that it can be restored.
    """

    __tablename__ = "circle"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    names: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    deleted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    left: Mapped[dict[str, LeftGameDocument] | None] = mapped_column(JSON(none_as_null=True), default=None)


class Person(Base):
    """Somebody of a circle; `mark` is the number of the sign beside the name.

    A person with `merged_into_id` is the same as that one, until the merge is undone. Whoever has `left_at` has no
    name any more: the seats are those of a guest.
    """

    __tablename__ = "person"
    __table_args__ = (Index("ix_person_circle", "circle_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[str] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    mark: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), default=None)
    left_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)


class NamedRules(Base):
    """House rules of a game that a circle keeps under a name; `house_rules` is what a game of it begins with."""

    __tablename__ = "named_rules"
    __table_args__ = (Index("ix_named_rules_circle", "circle_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[str] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    variant: Mapped[str] = mapped_column(String(40))
    house_rules: Mapped[dict[str, Choice]] = mapped_column(JSON)


class Seat(Base):
    """A player of a circle's game, with the id there and the name that was typed.

    A guest is no person of the circle.
    """

    __tablename__ = "seat"
    __table_args__ = (Index("ix_seat_person", "person_id"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    player: Mapped[str] = mapped_column(String(10), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), default=None)


class Season(Base):
    """Evenings of a circle that count together: those that begin from `first` to `last` in a time zone.

    `counts` is what its table is by, `weights` are the points of the places, `least` the evenings that it takes to
    have a place. It counts the games of one `variant`, or all.
    """

    __tablename__ = "season"
    __table_args__ = (Index("ix_season_circle", "circle_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[str] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(80))
    first: Mapped[date]
    last: Mapped[date]
    zone: Mapped[str] = mapped_column(String(60))
    counts: Mapped[str] = mapped_column(String(10))
    variant: Mapped[str | None] = mapped_column(String(40))
    weights: Mapped[list[int]] = mapped_column(JSON)
    least: Mapped[int]


class ClubEvening(Base):
    """An evening of a circle at several tables. Its games are ordinary ones; `version` counts its changes."""

    __tablename__ = "club_evening"
    __table_args__ = (Index("ix_club_evening_circle", "circle_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[str] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(80))
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    version: Mapped[int]
    document: Mapped[ClubDocument] = mapped_column(JSON)


class Game(Base):
    """A game: its initial state (`start`) and the number of its latest change (`version`).

    All changes are in the revisions. A game may belong to a circle.
    """

    __tablename__ = "game"
    __table_args__ = (Index("ix_game_circle", "circle_id", "changed_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    variant: Mapped[str] = mapped_column(String(40))
    rulebook: Mapped[str] = mapped_column(String(40))
    start: Mapped[SetupDocument] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    version: Mapped[int] = mapped_column(default=1)
    deleted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    circle_id: Mapped[str | None] = mapped_column(ForeignKey("circle.id", ondelete="SET NULL"), default=None)


class Revision(Base):
    """One change of a game; append-only.

    `before` and `after` are the document that changed (a round, the settings, a decision), None where there is none.
    `undoes` is the number of the revision that an undo or a redo refers to.
    """

    __tablename__ = "revision"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    what: Mapped[str] = mapped_column(String(20))
    round: Mapped[int | None]
    who: Mapped[str | None] = mapped_column(String(200))
    why: Mapped[str | None] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    before: Mapped[SubjectDocument | None] = mapped_column(JSON(none_as_null=True))
    after: Mapped[SubjectDocument | None] = mapped_column(JSON(none_as_null=True))
    undoes: Mapped[int | None] = mapped_column(default=None)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="SET NULL"), default=None)


class GameRuling(Base):
    """The referee's ruling on a question that was asked in a game; append-only.

    `codes` are those of its reasons, sorted; precedents are found by them. The table's decision is a revision.
    """

    __tablename__ = "ruling"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    question: Mapped[str] = mapped_column(String(20))
    codes: Mapped[str] = mapped_column(Text)
    who: Mapped[str | None] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    document: Mapped[RulingDocument] = mapped_column(JSON)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="SET NULL"), default=None)


class Device(Base):
    """A browser with access to games; its cookie has the secret, the table its hash.

    `name` is shown with the device's changes; None if the user was not asked yet, empty if the user declined.
    """

    __tablename__ = "device"

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    name: Mapped[str | None] = mapped_column(String(40), default=None)


class Grant(Base):
    """The right to read (viewer) or write (scorer) a game or a circle's games, held by a key or by a device.

    It is of a game or of a circle, which a keeper may also manage.

    `from_id` is the grant of the key by which a device joined; it ends with that. `made_by_id` is the grant of the
    device that made the key or handed the right over; None if it was made on the server.
    """

    __tablename__ = "grant"
    __table_args__ = (
        Index("ix_grant_device_game", "device_id", "game_id"),
        Index("ix_grant_game", "game_id"),
        Index("ix_grant_circle", "circle_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), default=None)
    circle_id: Mapped[str | None] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"), default=None)
    role: Mapped[str] = mapped_column(String(10))
    given_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    key_hash: Mapped[str | None] = mapped_column(String(64), unique=True, default=None)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="CASCADE"), default=None)
    from_id: Mapped[int | None] = mapped_column(ForeignKey("grant.id", ondelete="CASCADE"), default=None)
    withdrawn_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)
    made_by_id: Mapped[int | None] = mapped_column(default=None)


class Invitation(Base):
    """A short code, with or without a link, by which other devices get access; deleted when used up or expired.

    With a `grant_id` it stands for that grant's key. Otherwise it hands over the rights of `device_id`: to one game, to
    one circle, or without either to all; `ends_giver` withdraws that device's own right. Without `until` it is a
    recovery code.
    """

    __tablename__ = "invitation"

    id: Mapped[int] = mapped_column(primary_key=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    link_hash: Mapped[str | None] = mapped_column(String(64), unique=True, default=None)
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), default=None)
    circle_id: Mapped[str | None] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"), default=None)
    grant_id: Mapped[int | None] = mapped_column(ForeignKey("grant.id", ondelete="CASCADE"), default=None)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="CASCADE"), default=None)
    ends_giver: Mapped[bool] = mapped_column(default=False)
    uses_left: Mapped[int] = mapped_column(default=1)
    until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)


class Tabletop(Base):
    """The melds on a game's table between two turns, as codes; no part of the score."""

    __tablename__ = "tabletop"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    melds: Mapped[list[KeptMeldDocument]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class TurnClock(Base):
    """The clock of a turn: seconds `used` until it was last started, and `since` when it runs, None while paused.

    `number` counts its changes, so that phones can tell whether theirs is outdated.
    """

    __tablename__ = "turn_clock"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int]
    used: Mapped[float] = mapped_column(Float)
    since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)


class OpenRound(Base):
    """The next round of a game while everybody enters their own points: `document`, None once the round is saved.

    `number` counts its changes, so that phones can tell whether theirs is outdated. `seats` has the player's id of each
    device, by the device's id, and stays for the rounds to come.
    """

    __tablename__ = "open_round"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int]
    document: Mapped[OpenRoundDocument | None] = mapped_column(JSON(none_as_null=True))
    seats: Mapped[dict[str, str]] = mapped_column(JSON)


class Tally(Base):
    """What each player did in a game at a `version`; a cache, rebuilt where it is outdated.

    `shape` is the number of the kind of document that the program makes; `at` is when the last round was entered.
    """

    __tablename__ = "tally"
    __table_args__ = (Index("ix_tally_circle", "circle_id"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    circle_id: Mapped[str] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"))
    version: Mapped[int]
    shape: Mapped[int]
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    document: Mapped[TallyDocument] = mapped_column(JSON)


class TallyRow(Base):
    """The figures of one player in a tally, as columns that the database adds up.

    The rows of a person of a circle lie together, in the order in which the games were played; `person_id` is 0 for a
    guest. `counts` is JSON, or None where there is nothing in it: what the tally counts by kind.
    """

    __tablename__ = "tally_row"
    __table_args__ = (Index("ix_tally_row_game", "game_id"), {"sqlite_with_rowid": False})

    circle_id: Mapped[str] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"), primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    player: Mapped[str] = mapped_column(String(10), primary_key=True)
    variant: Mapped[str] = mapped_column(String(40))
    lowest_wins: Mapped[bool]
    place: Mapped[int | None]
    rounds: Mapped[int]
    points: Mapped[int]
    best: Mapped[int | None]
    out: Mapped[int]
    penalties: Mapped[int]
    out_run: Mapped[int]
    rulings_won: Mapped[int]
    rulings_lost: Mapped[int]
    counts: Mapped[str | None] = mapped_column(Text)


class EveningNote(Base):
    """One change of the note on an evening of a circle; append-only. Without a `note` it was deleted.

    `evening` is a moment of that evening: the note is of no game, and stays when its games leave or are deleted.
    """

    __tablename__ = "evening_note"

    circle_id: Mapped[str] = mapped_column(ForeignKey("circle.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    evening: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    note: Mapped[str | None] = mapped_column(String(200))
    who: Mapped[str | None] = mapped_column(String(200), default=None)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="SET NULL"), default=None)


class Receipt(Base):
    """A request that was executed under an idempotency key: its fingerprint, and the resulting version."""

    __tablename__ = "receipt"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
