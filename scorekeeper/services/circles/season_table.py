"""The table of a season: pure functions of its rules and of what was played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from ...store.rows import SeasonRow as SeasonRow
from ..statistics.statistics import Played, PlayerResult, evenings


class SeasonMeasure(StrEnum):
    """What the table of a season is by."""

    WINS = "wins"
    PLACES = "places"
    POINTS = "points"


class SeasonLine(NamedTuple):
    """A person's line: `figure` is what the table is by. `place` is None for too few evenings.

    `games` are those that ended and in which the person had a place, `evenings` those with such a game.
    """

    person: int
    place: int | None
    figure: int
    evenings: int
    games: int
    won: int


@dataclass
class _SeasonSum:
    figure: int = 0
    evenings: int = 0
    games: int = 0
    won: int = 0
    latest: int = -1  # the evening that was counted last


def evenings_of(season: SeasonRow, games: Iterable[Played]) -> list[list[Played]]:
    """Return the evenings of a season, the earliest first, each with the games of the season's variant.

    An evening belongs to the date, in the season's time zone, of its first game, whichever that is.
    """
    zone = ZoneInfo(season.zone)
    found = [each for each in evenings(games) if season.first <= each[0].when.astimezone(zone).date() <= season.last]
    chosen = ([game for game in each if season.variant in (None, game.variant)] for each in found)
    return [each for each in chosen if each]


def lines_of(season: SeasonRow, games: Iterable[Played]) -> list[SeasonLine]:
    """Return the table: those with enough evenings by place, then the others."""
    sums: dict[int, _SeasonSum] = {}
    for number, evening in enumerate(evenings_of(season, games)):
        for game in evening:
            for result in game.results:
                if result.place is not None:
                    _add(sums.setdefault(result.person, _SeasonSum()), season, result, number)
    figures = [each.figure for each in sums.values() if each.evenings >= season.least]
    lines = [
        SeasonLine(
            person,
            1 + sum(figure > each.figure for figure in figures) if each.evenings >= season.least else None,
            *(each.figure, each.evenings, each.games, each.won),
        )
        for person, each in sums.items()
    ]
    return sorted(lines, key=lambda line: (line.place is None, -line.figure, line.person))


def champions(season: SeasonRow, lines: Sequence[SeasonLine]) -> list[int]:
    """Return who is first: several if they are equal, nobody without a win, or without a point for a place."""
    return [
        line.person for line in lines if line.place == 1 and (line.figure > 0 or season.counts == SeasonMeasure.POINTS)
    ]


def _add(total: _SeasonSum, season: SeasonRow, result: PlayerResult, evening: int) -> None:
    place = result.place or 0
    total.games += 1
    total.won += place == 1
    total.evenings += total.latest != evening
    total.latest = evening
    total.figure += figure_of(season, result)


def figure_of(season: SeasonRow, result: PlayerResult) -> int:
    """Return what a game in which the person has a place adds to the figure of the table."""
    place = result.place or 0
    match season.counts:
        case SeasonMeasure.PLACES:
            return season.weights[place - 1] if place <= len(season.weights) else 0
        case SeasonMeasure.POINTS:
            return result.points
    return int(place == 1)
