"""A club evening as files: a JSON document, and the standings for spreadsheets."""

from ...documents import JsonObject
from ..transfer.export import csv_text, no_formula
from .clubs import ClubView

FORMAT_VERSION = 1
COLUMNS = ("id", "name", "place", "points", "won", "average_place", "games")
_DIGITS = 4  # behind the decimal point


def club_document(view: ClubView) -> JsonObject:
    """Return an evening as a document; see docs/club-evening.md."""
    document = view.document
    return {
        "format_version": FORMAT_VERSION,
        "name": view.name,
        "game": document["variant"],
        "sittings": document["sittings"],
        "ended": document["ended"],
        "standings": [{**row, "sittings": by_sitting} for row, by_sitting in _rows(view)],
    }


def standings_csv(view: ClubView, separator: str) -> str:
    """Return the standings as CSV (RFC 4180), with a column for the points of each sitting."""
    numbers = [str(number) for number in range(1, len(view.document["sittings"]) + 1)]
    rows: list[list[object]] = [[*COLUMNS, *(f"sitting_{number}" for number in numbers)]]
    for row, by_sitting in _rows(view):
        cells = ["" if value is None else value for value in {**row, "name": no_formula(str(row["name"]))}.values()]
        rows.append([*cells, *(by_sitting.get(number, "") for number in numbers)])
    return csv_text(rows, separator)


def _rows(view: ClubView) -> list[tuple[dict[str, object], dict[str, int]]]:
    """Return the figures of each person by name, and the points by the number of the sitting."""
    found: list[tuple[dict[str, object], dict[str, int]]] = []
    for person, line in view.lines:
        average = None if line.average is None else round(float(line.average), _DIGITS)
        figures = (person.id, person.name, line.place, line.points, line.won, average, line.games)
        by_sitting = {str(number): points for number, points in line.by_sitting.items()}
        found.append((dict(zip(COLUMNS, figures, strict=True)), by_sitting))
    return found
