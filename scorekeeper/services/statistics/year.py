"""A year of a circle: its games, its figures, and the seasons that ended in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ..access.access import CircleAccess
from ..circles.circles import load_name
from ..circles.evening_notes import noted_evenings
from ..circles.seasons import standings
from .circle_series import series_of_points
from .periods import Period, Span
from .points import PointsSeries
from .statistics import Played, evenings
from .tally_cache import Statistics, games_played, statistics_of


@dataclass(frozen=True)
class Year:
    """A year with games: `games` are all of them, `champions` the names of each season that ended in it.

    `until` is the day up to which it is known: its last one, or today. `notes` are those on its evenings, by day;
    `points` is how those of the most played game grew.
    """

    year: int
    until: date
    circle: str
    statistics: Statistics
    games: Sequence[Played]
    champions: Sequence[tuple[str, Sequence[str]]]
    notes: Sequence[tuple[date, str]]
    points: PointsSeries | None

    @property
    def names(self) -> dict[int, str]:
        """The names of those who have played, the most games won first."""
        return {person.id: person.name for person, _sums in self.statistics.people}


def load_year(right: CircleAccess, year: int, now: datetime) -> Year | None:
    """Return a year of a circle, in the server's time zone; None if nobody of it has played then.

    Raises:
        NoAccess: the circle is deleted.
    """
    statistics = statistics_of(right, Period(Span.YEAR, year), None, now, "all")
    if not statistics.people:
        return None
    games = [game for game in games_played(right.circle_id) if game.when.astimezone().year == year]
    ended = [each for each in standings(right, now) if each.over and each.leads and each.season.last.year == year]
    champions = [(each.season.name, [person.name for person in each.leads]) for each in reversed(ended)]
    until = min(date(year, 12, 31), now.astimezone().date())
    points = series_of_points(right, None, Period(Span.YEAR, year), statistics, now)
    noted = notes_of(right.circle_id, year)
    return Year(year, until, load_name(right.circle_id), statistics, games, champions, noted, points)


def notes_of(circle_id: str, year: int) -> list[tuple[date, str]]:
    """Return the notes on the evenings of a year, the earliest first, each with its day."""
    found = [(evening.day, evening.note) for evening in noted_evenings(circle_id)]
    return [(day, note.note) for day, note in found if note is not None and note.note and day.year == year]


def won_by_month(games: Sequence[Played], months: int) -> dict[int, list[int]]:
    """Return how many games each person had won after each of the first months of a year, 0 first."""
    found: dict[int, list[int]] = {}
    for game in games:
        month = game.when.astimezone().month
        for result in game.results:
            won = found.setdefault(result.person, [0] * (months + 1))
            for at in range(month, months + 1):
                won[at] += result.place == 1
    return found


def evenings_won(games: Sequence[Played]) -> list[tuple[date, int, list[int]]]:
    """Return each evening: its day, its number of games, and who won most of them, several if they are equal."""
    return [(each[0].when.astimezone().date(), len(each), most_wins(each)) for each in evenings(games)]


def months_won(games: Sequence[Played]) -> list[tuple[date, int, list[int]]]:
    """Return each month with games as `evenings_won` does evenings; the day is one of it."""
    found: dict[int, list[Played]] = {}
    for game in sorted(games, key=lambda game: game.when):
        found.setdefault(game.when.astimezone().month, []).append(game)
    return [(each[0].when.astimezone().date(), len(each), most_wins(each)) for each in found.values()]


def most_wins(games: Sequence[Played]) -> list[int]:
    """Return who has won the most of some games, nobody if nobody has won any."""
    won = Counter(result.person for game in games for result in game.results if result.place == 1)
    return [person for person, times in won.items() if times == max(won.values())]


def best_rounds(games: Sequence[Played]) -> Mapping[str, tuple[int, list[int]]]:
    """Return the best round of each variant and whose it was, those of the most played variant first.

    Where the lowest points win, everybody who goes out has 0, so a best round of 0 is left out.
    """
    played = Counter(game.variant for game in games)
    found = {}
    for variant, _times in played.most_common():
        lowest = next(game.lowest_wins for game in games if game.variant == variant)
        results = [result for game in games if game.variant == variant for result in game.results]
        rounds = [(result.best, result.person) for result in results if result.best is not None]
        if rounds:
            best = (min if lowest else max)(points for points, _person in rounds)
            if best == 0:
                continue
            found[variant] = best, list(dict.fromkeys(person for points, person in rounds if points == best))
    return found
