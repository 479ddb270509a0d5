"""What the games of a circle add up to, for each person and between two: pure functions of what was played.

Only an ended game is won or lost. Points are added up only where all games are of one kind.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import sqrt
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

FEWEST = 5
"""Games below which no share is given, alone or together."""
EVENING = timedelta(hours=6)
"""Games that are less apart belong to one evening."""
_Z = 1.959964  # of 95 %


class Timed(Protocol):
    """A game, by when its last round was played."""

    @property
    def when(self) -> datetime:
        """When its last round was played, or when it began."""


_Timed = TypeVar("_Timed", bound=Timed)


class PlayerResult(NamedTuple):
    """What a person did in a game. `place` is None if it has not ended, or the person left the table."""

    person: int
    place: int | None
    rounds: int  # played
    points: int  # in these rounds
    best: int | None  # the best round
    out: int  # how often gone out
    ways: Mapping[str, int]  # of these in a special way, by its key
    penalties: int
    kinds: Mapping[str, int] = MappingProxyType({})  # of these by key
    out_run: int = 0  # the most rounds gone out in a row
    rulings_won: int = 0
    rulings_lost: int = 0


class Played(NamedTuple):
    """A game: when its last round was played, its variant's key, and the results of the people in it."""

    when: datetime
    variant: str
    lowest_wins: bool
    results: Sequence[PlayerResult]


class WinShare(NamedTuple):
    """A share between 0 and 1, and the interval that contains the true one with 95 % confidence (Wilson)."""

    share: float
    low: float
    high: float


@dataclass
class Between:
    """A person's games with another one: those that ended, where each was ahead, and where each won."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    won: int = 0
    lost: int = 0  # won by the other one

    @property
    def lead(self) -> float:
        """How much more often the person is ahead than behind, between -1 and 1."""
        return (self.ahead - self.behind) / self.games


@dataclass
class Sums:
    """What a person's games add up to. `points` and `best` mean something only for games of one kind."""

    games: int = 0
    ended: int = 0
    won: int = 0  # equals at the top have all won
    places: int = 0  # the sum
    rounds: int = 0
    points: int = 0
    best: int | None = None
    out: int = 0
    ways: Counter[tuple[str, str]] = field(default_factory=Counter)  # by variant and way
    penalties: int = 0
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)  # by variant and key
    out_run: int = 0  # the most rounds of a game gone out in a row
    rulings_won: int = 0
    rulings_lost: int = 0
    streak: int = 0  # the most games won in a row
    running: int = 0  # the games won in a row until now
    against: dict[int, Between] = field(default_factory=dict)

    @property
    def share(self) -> WinShare | None:
        """The share of games won; None below `FEWEST` games."""
        return wilson(self.won, self.ended) if self.ended >= FEWEST else None

    @property
    def place(self) -> float | None:
        """The average place."""
        return self.places / self.ended if self.ended else None

    @property
    def average(self) -> float | None:
        """The average round."""
        return self.points / self.rounds if self.rounds else None

    @property
    def nemesis(self) -> int | None:
        """Who is most often ahead of the person, more often than behind; None if nobody is, or in too few games."""
        return self._extreme(-1)

    @property
    def favourite(self) -> int | None:
        """Whom the person is most often ahead of, more often than behind; None if nobody is, or in too few games."""
        return self._extreme(1)

    def _extreme(self, sign: int) -> int | None:
        known = {other: each for other, each in self.against.items() if each.games >= FEWEST and each.lead * sign > 0}
        return max(known, key=lambda other: (known[other].lead * sign, known[other].games, -other), default=None)


def wilson(won: int, games: int) -> WinShare:
    """Return the share of games won with its Wilson score interval at 95 % (E. B. Wilson 1927); `games` > 0."""
    share, spread = won / games, _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return WinShare(share, max(0.0, middle - half), min(1.0, middle + half))


def evenings(games: Iterable[_Timed]) -> list[list[_Timed]]:
    """Split games into evenings, the earliest first, and so the games of each."""
    found: list[list[_Timed]] = []
    for game in sorted(games, key=lambda game: game.when):
        if found and game.when - found[-1][-1].when < EVENING:
            found[-1].append(game)
        else:
            found.append([game])
    return found


def last_evening(games: Iterable[_Timed]) -> list[_Timed]:
    """Return the games of the latest evening, the earliest first."""
    return next(reversed(evenings(games)), [])


def sums_of(games: Iterable[Played]) -> dict[int, Sums]:
    """Return what games add up to, for everybody in them."""
    found: dict[int, Sums] = {}
    for game in sorted(games, key=lambda game: game.when):
        for result in game.results:
            sums = found.get(result.person)
            if sums is None:
                sums = found[result.person] = Sums()
            _add(sums, result, game)
        placed = [result for result in game.results if result.place is not None]
        for one in placed:
            _compare(found[one.person].against, one, placed)
    return found


def _add(sums: Sums, result: PlayerResult, game: Played) -> None:
    sums.games += 1
    sums.rounds += result.rounds
    sums.points += result.points
    sums.out += result.out
    sums.penalties += result.penalties
    sums.out_run = max(sums.out_run, result.out_run)
    sums.rulings_won += result.rulings_won
    sums.rulings_lost += result.rulings_lost
    for found, counted in ((sums.ways, result.ways), (sums.kinds, result.kinds)):
        for kind, times in counted.items():
            found[game.variant, kind] += times
    if result.best is not None:
        better = min if game.lowest_wins else max
        sums.best = result.best if sums.best is None else better(sums.best, result.best)
    if result.place is None:
        return
    sums.ended += 1
    sums.places += result.place
    sums.won += result.place == 1
    sums.running = sums.running + 1 if result.place == 1 else 0
    sums.streak = max(sums.streak, sums.running)


def _compare(against: dict[int, Between], one: PlayerResult, placed: Sequence[PlayerResult]) -> None:
    place = one.place or 0
    for other in placed:
        if other is one:
            continue
        between = against.get(other.person)
        if between is None:
            between = against[other.person] = Between()
        theirs = other.place or 0
        between.games += 1
        between.ahead += place < theirs
        between.behind += place > theirs
        between.won += place == 1
        between.lost += theirs == 1
