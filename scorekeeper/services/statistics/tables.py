"""The statistics of a circle, and the table of a season, as files: JSON documents, and tables for spreadsheets."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ...documents import JsonObject
from ...store.rows import PersonRow
from ..circles.seasons import SeasonStanding
from ..transfer.export import csv_text, no_formula
from .periods import Period
from .statistics import Sums
from .tally_cache import Statistics

FORMAT_VERSION = 1
COLUMNS = (
    *("id", "name", "games", "ended", "won", "share", "share_low", "share_high", "average_place", "rounds", "points"),
    *("average_round", "best_round", "went_out", "penalties", "longest_streak"),
    *("rulings_won", "rulings_lost", "out_in_a_row"),
)
SEASON_COLUMNS = ("id", "name", "place", "figure", "evenings", "games", "won")
_DIGITS = 4  # behind the decimal point


def statistics_document(statistics: Statistics, period: Period) -> JsonObject:
    """Return the statistics as a document; see docs/statistics.md."""
    return {
        "format_version": FORMAT_VERSION,
        "span": period.span.value,
        "year": period.year,
        "season": period.season,
        "game": statistics.variant,
        "games": statistics.games,
        "people": [
            {
                **_columns(person, sums, statistics.variant),
                "ways": _kinds(sums.ways),
                "penalties_by_kind": _kinds(sums.kinds),
                "against": _against(sums),
            }
            for person, sums in statistics.people
        ],
    }


def statistics_csv(statistics: Statistics, separator: str) -> str:
    """Return the statistics as CSV (RFC 4180): a row a person, and a column for each special way and penalty."""
    both = [sums.ways + sums.kinds for _person, sums in statistics.people]
    kinds = sorted({kind for counted in both for kind in _kinds(counted)})
    rows: list[list[object]] = [[*COLUMNS, *kinds]]
    for (person, sums), counted in zip(statistics.people, both, strict=True):
        columns = _columns(person, sums, statistics.variant) | {"name": no_formula(person.name)}
        cells = ["" if value is None else value for value in columns.values()]
        rows.append([*cells, *(_kinds(counted).get(kind, 0) for kind in kinds)])
    return csv_text(rows, separator)


def season_document(standing: SeasonStanding) -> JsonObject:
    """Return the table of a season as a document; see docs/statistics.md."""
    season = standing.season
    days = {"first": season.first.isoformat(), "last": season.last.isoformat(), "zone": season.zone}
    rules = {"counts": season.counts, "game": season.variant, "weights": season.weights, "evenings": season.least}
    return {
        "format_version": FORMAT_VERSION,
        "season": {"id": season.id, "name": season.name, **days, **rules},
        "over": standing.over,
        "champions": [person.id for person in standing.leads] if standing.over else [],
        "people": [dict(zip(SEASON_COLUMNS, row, strict=True)) for row in _season_rows(standing)],
    }


def season_csv(standing: SeasonStanding, separator: str) -> str:
    """Return the table of a season as CSV (RFC 4180), a row a person."""
    rows = [["" if cell is None else cell for cell in row] for row in _season_rows(standing)]
    names = [[person, no_formula(name), *figures] for person, name, *figures in rows]
    return csv_text([[*SEASON_COLUMNS], *names], separator)


def _season_rows(standing: SeasonStanding) -> list[tuple[Any, ...]]:
    return [
        (person.id, person.name, line.place, line.figure, line.evenings, line.games, line.won)
        for person, line in standing.lines
    ]


def _columns(person: PersonRow, sums: Sums, variant: str | None) -> dict[str, object]:
    """Return the figures of a person by name; points only of games of one kind."""
    share = sums.share
    points = (sums.points, _rounded(sums.average), sums.best) if variant else (None, None, None)
    figures = (
        *(person.id, person.name, sums.games, sums.ended, sums.won),
        *((None, None, None) if share is None else map(_rounded, share)),
        *(_rounded(sums.place), sums.rounds, *points, sums.out, sums.penalties, sums.streak),
        *(sums.rulings_won, sums.rulings_lost, sums.out_run),
    )
    return dict(zip(COLUMNS, figures, strict=True))


def _kinds(counted: Mapping[tuple[str, str], int]) -> dict[str, int]:
    return {"/".join(key): times for key, times in sorted(counted.items())}


def _against(sums: Sums) -> list[Mapping[str, int]]:
    return [{"id": other, **asdict(each)} for other, each in sorted(sums.against.items())]


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, _DIGITS)
