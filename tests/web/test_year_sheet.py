"""The sheet of a year: from the statistics of a year, for everybody who sees the circle."""

from datetime import datetime

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role

from ..sheets import pdf
from .conftest import member_of
from .pages import Browser
from .test_circle_statistics import circle as circle
from .test_circle_statistics import visitor as visitor

YEAR = datetime.now().year


def test_a_year_with_games_has_a_sheet(app: Flask, visitor: Browser, circle: str) -> None:
    """In the reader's language; a year without games has none."""
    page = visitor.get(f"{circle}/statistics?span=year")
    link = next(each.attrs["href"] for each in page.root.all("a") if each.attrs["href"].endswith(".pdf"))
    assert link == f"{circle}/years/{YEAR}.pdf"
    answer = member_of(app, circle, Role.VIEWER).client.get(f"{link}?lang=da")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    found = pdf.read(answer.data, scale=0.5)
    assert len(found.sizes) == 2
    for word in (str(YEAR), "Sunday", "Anna", "Bo", "Cleo", "80", "Årets"):
        assert word in found.text
    again = visitor.client.get(f"{link}?lang=da", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert visitor.client.get(f"{circle}/years/{YEAR - 1}.pdf").status_code == 404


@pytest.mark.parametrize("year", ["0", "99999999"])
def test_a_year_that_cannot_be_is_not_found(visitor: Browser, circle: str, year: str) -> None:
    assert visitor.client.get(f"{circle}/years/{year}.pdf").status_code == 404


def test_only_a_year_offers_its_sheet(visitor: Browser, circle: str) -> None:
    assert ".pdf" not in str([link.attrs["href"] for link in visitor.get(f"{circle}/statistics").root.all("a")])
