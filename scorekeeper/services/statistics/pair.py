"""Two people of a circle head to head: pure functions of the games in which both sat, and how these are read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from ...store.circles import circles, tally_sums
from ...store.circles.tally_sums import Chosen
from ...store.database import db
from ...store.moments import in_utc
from ..access.access import CircleAccess
from .periods import Period, limited
from .tally_cache import Statistics

SHOWN = 5
"""The meetings that are listed."""


class MeetingResult(NamedTuple):
    """What one of two did in a game; `place` is None if it has not ended, or the person left the table."""

    place: int | None
    rounds: int
    points: int


class Meeting(NamedTuple):
    """A game in which both sat: when its last round was played, its variant's key, what the one did and the other."""

    game_id: str
    variant: str
    when: datetime
    one: MeetingResult
    other: MeetingResult


@dataclass
class Half:
    """The figures of one of two: games ahead of the other, won, the most games ahead in a row; the points of rounds."""

    ahead: int = 0
    won: int = 0
    streak: int = 0
    rounds: int = 0
    points: int = 0

    @property
    def average(self) -> float | None:
        """The average round; it means something only for games of one kind."""
        return self.points / self.rounds if self.rounds else None


@dataclass(frozen=True)
class Pair:
    """Two people: the games in which both sat, those of these in which both have a place, the latest first."""

    games: int
    ended: int
    one: Half
    other: Half
    latest: Sequence[Meeting]


def pair_of(meetings: Iterable[Meeting]) -> Pair:
    """Return what the games of two people add up to."""
    found = sorted(meetings, key=lambda meeting: (meeting.when, meeting.game_id))
    sides = [(each.one, each.other) for each in found]
    both = [(one.place, other.place) for one, other in sides if one.place is not None and other.place is not None]
    back = [(theirs, mine) for mine, theirs in both]
    return Pair(
        len(found),
        len(both),
        _half([one for one, _other in sides], both),
        _half([other for _one, other in sides], back),
        found[: -SHOWN - 1 : -1],
    )


def _half(sides: Sequence[MeetingResult], places: Sequence[tuple[int, int]]) -> Half:
    """Return the figures of one of two; `places` are those of both, the own ones first. Equals end a streak."""
    half, running = Half(), 0
    for mine, theirs in places:
        running = running + 1 if mine < theirs else 0
        half.ahead += mine < theirs
        half.won += mine == 1
        half.streak = max(half.streak, running)
    half.rounds = sum(side.rounds for side in sides)
    half.points = sum(side.points for side in sides)
    return half


def load_pair(
    right: CircleAccess, people: tuple[int, int], period: Period, statistics: Statistics, now: datetime
) -> Pair:
    """Return two people head to head, in the games that `statistics` of this period count."""
    session = db.session()
    season = next((each for each in statistics.seasons if each.id == period.season), None)
    chosen = limited(session, Chosen(right.circle_id, statistics.variant), period, season, now)
    known = circles.people(session, right.circle_id)
    one, other = ([each.id for each in known if who in (each.id, each.merged_into_id)] for who in people)
    return pair_of(
        Meeting(
            row.game_id,
            row.variant,
            in_utc(row.at),
            MeetingResult(row.place, row.rounds, row.points),
            MeetingResult(row.their_place, row.their_rounds, row.their_points),
        )
        for row in tally_sums.meetings(session, chosen, one, other)
    )
