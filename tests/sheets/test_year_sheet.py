"""The sheet of a year: exactly two pages with everything on them, whatever the number of people and evenings."""

import pytest

from scorekeeper.services.paper.labels import labels
from scorekeeper.services.paper.year_sheet import LABELS
from scorekeeper.sheets.curves import ChartData, Curve
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.model import ChartText
from scorekeeper.sheets.page_printer import print_year
from scorekeeper.sheets.printer import Press
from scorekeeper.sheets.year_model import YearSheet

from .pdf import outside, overlapping, read

POINTS = ChartText(
    ChartData((Curve("Anna 1", 0, 0, (0, 60, 150)), Curve("Anna 2", 1, 0, (0, 35, 80))), (1, 2)),
    "At the end",
    "",
    "Rommy (500) over time",
)
LONG = "Alexandra Konstantina Papadopoulou-Smith"


def year(people: int, evenings: int, *, names: str = "Anna", seasons: int = 1) -> YearSheet:
    """A year of so many people and evenings."""
    known = [f"{names} {number}" for number in range(1, people + 1)]
    curves = tuple(Curve(name, at, 0, (0, *range(at, 24 + at, 2))) for at, name in enumerate(known[:12]))
    rivals = tuple(known[:12])
    return YearSheet(
        language="en",
        labels={**labels(), **LABELS},
        title="2026",
        circle="Sunday table",
        facts=("200 games", f"{evenings} evenings", "3 January 2026 to 28 December 2026"),
        heads=("Won", "Games", "Share won", "Average place"),
        people=tuple((name, "17", "100", "17%", "2.4") for name in known[:15]),
        more="and 3 more people" if people > 15 else "",
        chart=ChartText(ChartData(curves, tuple(range(1, 13))), "At the end", "", "Games won, month by month"),
        champions=tuple((f"Season {number}", f"{names} 1, {names} 2") for number in range(1, seasons + 1)),
        rivals=rivals,
        ahead=tuple(tuple("" if one == other else "100" for other in rivals) for one in rivals),
        records=(("Wins in a row", f"7 – {names} 1"), ("Best round, Rommy (500)", f"240 – {names} 2")),
        evenings_title="The evenings",
        evenings=tuple((f"{1 + number % 28} Nov", "3 games", f"{names} 1, {names} 2") for number in range(evenings)),
        told=(f"{names} 1 won 7 games in a row.", f"{names} 2: “Took the pile without a meld”, 11 times"),
    )


@pytest.mark.parametrize(
    ("paper", "sheet"),
    [
        (Paper.A4, year(2, 1, seasons=0)),
        (Paper.A4, year(4, 30)),
        (Paper.A4, year(12, 60, seasons=3)),
        (Paper.LETTER, year(12, 90, seasons=4)),
        (Paper.A4, year(20, 90, names=LONG, seasons=6)),
    ],
)
def test_a_year_takes_two_pages(press: Press, paper: Paper, sheet: YearSheet) -> None:
    found = read(print_year(press, sheet, paper), scale=0.5)
    assert len(found.sizes) == 2
    first, second = (" ".join(word.text for word in found.of_page(number)) for number in (0, 1))
    for word in ("Sunday", "2026", "month", sheet.people[-1][0].split()[0]):
        assert word in first
    assert second.count("Nov") == len(sheet.evenings)
    for word in ("ahead", "row", "240", "11"):
        assert word in second
    assert not outside(found, 10)
    assert not overlapping(found.words)


def test_many_long_notes_follow_on_pages_of_their_own(press: Press) -> None:
    """The two pages are as large as without them."""
    sheet = year(3, 4)
    notes = tuple((f"{1 + number % 28} Nov", f"{number} " + "Ännu en Åse " * 15) for number in range(40))
    plain = read(print_year(press, sheet, Paper.A4), scale=0.5)
    found = read(print_year(press, YearSheet(**{**sheet.__dict__, "notes": notes}), Paper.A4), scale=0.5)
    assert len(found.sizes) > 3
    assert [word.text for word in found.of_page(0)] == [word.text for word in plain.of_page(0)]
    assert found.text.count("Ännu") == 40 * 15
    assert not outside(found, 10)
    assert not overlapping(found.words)


def test_points_fill_the_second_page_where_it_has_room(press: Press) -> None:
    """In a year of many people and evenings it has none."""
    few, many = (
        read(print_year(press, YearSheet(**{**sheet.__dict__, "points": POINTS}), Paper.A4), scale=0.5)
        for sheet in (year(3, 4), year(12, 90, seasons=4))
    )
    assert "Rommy (500) over time" in few.text
    assert "Rommy (500) over time" not in many.text
    assert len(few.sizes) == len(many.sizes) == 2
    assert not outside(few, 10)
    assert not overlapping(few.words)


def test_a_year_without_a_win_has_no_picture(press: Press) -> None:
    sheet = YearSheet(**{**year(2, 1).__dict__, "chart": None, "champions": (), "told": (), "records": ()})
    found = read(print_year(press, sheet, Paper.A4), scale=0.5)
    assert len(found.sizes) == 2
    assert "month" not in found.text
