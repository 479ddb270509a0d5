"""The sheet of a club evening: on two pages at most, whatever the names, with everything on it."""

import pytest

from scorekeeper.services.paper.labels import labels
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.model import ClubSheet
from scorekeeper.sheets.page_printer import print_club
from scorekeeper.sheets.printer import Press

from .pdf import outside, overlapping, read

LONG = "Alexandra Konstantina Papadopoulou-Smith"


@pytest.mark.parametrize(
    ("people", "size", "name", "played", "pages"),
    [(8, 4, "Bo", True, 1), (13, 4, LONG, False, 1), (40, 4, LONG, True, 2)],
)
def test_everybody_is_on_it(press: Press, people: int, size: int, name: str, played: bool, pages: int) -> None:
    """In the tables, and in the standings once a game has ended."""
    names = [f"{name} {number}" for number in range(100, 100 + people)]
    seats = [names[first : first + size] for first in range(0, people, size)]
    sheet = ClubSheet(
        language="en",
        labels=labels(),
        title="Tuesday 24 November 2026",
        lead="Sitting 2 of 3 · Rommy (500)",
        tables=tuple((f"Table {number}", tuple(each)) for number, each in enumerate(seats, 1)),
        head="Standings",
        standings=tuple((f"{place}=", each, "12") for place, each in enumerate(names, 1)) if played else (),
        counted="A game counts once it has ended." if played else "",
    )
    found = read(print_club(press, sheet, Paper.A4), scale=0.4)
    assert len(found.sizes) == pages
    words = [word.text for word in found.words]
    assert {words.count(str(number)) for number in range(100, 100 + people)} == {1 + played}
    assert not outside(found, 1)
    assert not overlapping(found.words)
