"""Notes on the evenings of a circle: each a log of changes, found by the time of the evening.

A note belongs to no game: it stays when games leave the circle or are deleted.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from ...store import queries
from ...store.circles import evening_notes, tallies
from ...store.database import db
from ...store.moments import in_utc
from ...store.rows import EveningNoteRow
from ..access.access import CircleAccess, circle_by_device
from ..access.locking import changing_circle
from ..errors import NoAccess, NoSuchEvening
from ..games.changes import device_name
from ..games.notes import NewNote, check_seen
from ..payload_reading import Received
from ..statistics.statistics import evenings
from ..statistics.tally_cache import count_changed

_NEAR = timedelta(hours=12)
"""A note is on the evening of the nearest game within this time: its game may have gone on for hours since."""

EveningKey: TypeAlias = str | int
"""What names an evening: the id of any of its games, or the number of any change of its note."""


class PlayedAt(NamedTuple):
    """A game, and when its last round was played."""

    game_id: str
    when: datetime


class NoteChange(NamedTuple):
    """A change of the note on the evening with the moment `when`; without a `note` it was deleted."""

    number: int
    when: datetime
    note: str | None
    who: str | None
    at: datetime


@dataclass(frozen=True)
class NotedEvening:
    """The games of an evening, the earliest first, and all changes of its note, in order; it has games or a note."""

    games: Sequence[PlayedAt]
    changes: Sequence[NoteChange]

    @property
    def key(self) -> EveningKey:
        """What identifies the evening: its first game, or the first change of its note."""
        return self.games[0].game_id if self.games else self.changes[0].number

    @property
    def until(self) -> datetime:
        """When the last round was played; without games, a moment of the evening."""
        return self.games[-1].when if self.games else self.changes[-1].when

    @property
    def day(self) -> date:
        """The day on which it began, in the server's time zone."""
        return (self.games or self.changes)[0].when.astimezone().date()

    @property
    def note(self) -> NoteChange | None:
        """The note as it is now, None without one."""
        return self.changes[-1] if self.changes and self.changes[-1].note else None

    def has(self, key: EveningKey) -> bool:
        """Whether `key` names this evening."""
        return key in {*(game.game_id for game in self.games), *(change.number for change in self.changes)}


def noted_evenings(circle_id: str) -> list[NotedEvening]:
    """Return the evenings of a circle, the earliest first; only changed games are loaded for it."""
    return noted(_played(circle_id), changes_of(db.session(), circle_id))


def noted(played: Iterable[PlayedAt], changes: Iterable[NoteChange]) -> list[NotedEvening]:
    """Return evenings with their notes, the earliest first; a note without a game near it is an evening of its own."""
    found: list[tuple[Sequence[PlayedAt], list[NoteChange]]] = [(each, []) for each in evenings(played)]
    times = [(game.when, log) for games, log in found for game in games]
    alone: list[NoteChange] = []
    for change in changes:
        at = bisect_left(times, change.when, key=lambda each: each[0])
        near = min(times[max(at - 1, 0) : at + 1], key=lambda each: abs(each[0] - change.when), default=None)
        (alone if near is None or abs(near[0] - change.when) >= _NEAR else near[1]).append(change)
    found += [((), each) for each in evenings(alone)]
    made = [NotedEvening(games, sorted(log, key=lambda change: change.number)) for games, log in found]
    return sorted(made, key=lambda evening: evening.until)


def changes_of(session: Any, circle_id: str) -> list[NoteChange]:
    """Return all changes of notes on evenings of a circle, in order."""
    return [
        NoteChange(row.number, in_utc(row.evening), row.note, row.who, in_utc(row.at))
        for row in evening_notes.of_circle(session, circle_id)
    ]


def add_changes(session: Any, circle_id: str, changes: Sequence[NoteChange], device_id: int | None = None) -> None:
    """Add changes, which get the next numbers, to a locked circle."""
    first = evening_notes.next_number(session, circle_id)
    rows = [
        EveningNoteRow(first + at, change.when, change.note, change.who, change.at, device_id)
        for at, change in enumerate(changes)
    ]
    evening_notes.add(session, circle_id, rows)


def load_changes(right: CircleAccess, key: EveningKey) -> NotedEvening:
    """Return an evening of a circle with the changes of its note.

    Raises:
        NoSuchEvening: there is none of that key.
    """
    return _with(noted_evenings(right.circle_id), key)


def note_of_game(game_id: str, device_secret: str | None) -> str | None:
    """Return the note on the evening of a game, for a device that sees the game's circle; None for all others."""
    game = queries.game_row(db.session(), game_id)
    if game is None or game.circle_id is None:
        return None
    try:
        circle_by_device(game.circle_id, device_secret)
    except NoAccess:
        return None
    evening = next((each for each in noted_evenings(game.circle_id) if each.has(game_id)), None)
    return evening.note.note if evening and evening.note else None


def write_note(right: CircleAccess, key: EveningKey, received: Received[NewNote]) -> None:
    """Write, change or delete the note on an evening, for a scorer; the same note changes nothing.

    Raises:
        NoteChanged: the note is not the one that was seen; Invalid: it cannot be a note.
        NoSuchEvening: see `load_changes`; NoAccess, NotAllowed: see `changing_circle`.
    """
    played = _played(right.circle_id)
    with changing_circle(right) as (session, circle):
        evening = _with(noted(played, changes_of(session, circle.id)), key)
        payload, present = received.payload, evening.note and evening.note.note
        if payload.note == present:
            return
        check_seen(payload, present)
        when = evening.changes[-1].when if evening.changes else evening.until
        who, now = device_name(session, right.device_id), datetime.now(UTC).replace(microsecond=0)
        add_changes(session, circle.id, [NoteChange(0, when, payload.note, who, now)], right.device_id)


def _played(circle_id: str) -> list[PlayedAt]:
    count_changed(circle_id)
    played = tallies.times(db.session(), circle_id)
    return [PlayedAt(game_id, datetime.fromisoformat(at)) for game_id, at in played]


def _with(known: Iterable[NotedEvening], key: EveningKey) -> NotedEvening:
    found = next((evening for evening in known if evening.has(key)), None)
    if found is None:
        raise NoSuchEvening
    return found
