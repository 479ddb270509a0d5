"""The content of a year sheet, worded in the reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass

from .model import ChartText

FigureRows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class YearSheet:
    """Two pages about a year of a circle: `people` are rows below `heads`, the best first.

    `ahead` is the matrix of who was ahead of whom, a row for each of `rivals`. `evenings` have day, games and winners.
    `points` is a second chart, which is left out where the two pages have no room for it.
    `notes` have day and text; where they leave no room they follow on pages of their own.
    """

    language: str
    labels: Mapping[str, str]
    title: str
    circle: str
    facts: tuple[str, ...]
    heads: tuple[str, ...]
    people: FigureRows
    more: str
    chart: ChartText | None
    champions: tuple[tuple[str, str], ...]
    rivals: tuple[str, ...]
    ahead: FigureRows
    records: tuple[tuple[str, str], ...]
    evenings_title: str
    evenings: FigureRows
    told: tuple[str, ...]
    notes: tuple[tuple[str, str], ...] = ()
    points: ChartText | None = None
