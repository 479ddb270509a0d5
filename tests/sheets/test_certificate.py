"""The certificate of a season: one page with everything on it, also for long names and equals."""

import pytest

from scorekeeper.services.paper.labels import labels
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.model import Certificate, Emblem
from scorekeeper.sheets.page_printer import print_certificate
from scorekeeper.sheets.printer import Press

from .pdf import outside, overlapping, read

LONG = "Alexandra Konstantina Papadopoulou-Smith"


@pytest.mark.parametrize(("paper", "names"), [(Paper.A4, ("Anna",)), (Paper.A5, (LONG, LONG[::-1], "Bo"))])
def test_a_certificate_is_one_page_with_the_names_and_figures(
    press: Press, paper: Paper, names: tuple[str, ...]
) -> None:
    sheet = Certificate(
        language="en",
        labels=labels(),
        title="Autumn 2026",
        circle="Sunday table",
        honour="Champion of the season",
        names=names,
        dates="1 September 2026 to 30 November 2026",
        figures=(("Place points", "47"), ("Games won", "8"), ("Games", "15"), ("Evenings", "6")),
        others=(("2nd", "Cleo", "40"), ("3rd", LONG, "31")),
        counted="The points for places count.",
        emblem=Emblem("♠"),
    )
    found = read(print_certificate(press, sheet, paper), scale=0.3)
    assert len(found.sizes) == 1
    for word in (*" ".join(names).split(), "Autumn", "Sunday", "47", "Cleo", "31"):
        assert word in found.text
    assert not outside(found, 1)
    assert not overlapping(found.words)
