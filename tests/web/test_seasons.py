"""The seasons of a circle on its pages: made, changed and deleted by a keeper, seen by all, with a champion."""

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role
from scorekeeper.web.circles import seasons

from ..sheets import pdf
from .conftest import member_of
from .pages import Browser

TODAY = date.today()


@pytest.fixture
def circle(visitor: Browser) -> str:
    """The address of a circle of Anna, Bo and Cleo with two ended games, both won by Anna."""
    address = ""
    for _number in range(2):
        again = visitor.send(visitor.get(address), "/again").location if address else ""
        game = again or visitor.given_game("da-500", "Anna", "Bo", "Cleo")
        entries: Any = {"Anna": {"points": 50}, "Bo": {"points": 15}, "Cleo": {"points": -5}}
        visitor.given_round(game, "Anna", entries)
        visitor.send(visitor.get(game), "/end")
        if not address:
            form = visitor.get(f"/circles/new?game={game.rsplit('/', 1)[1]}")
            address = visitor.send(form, "/circles/new", name="Sunday").location
    return address


def made(visitor: Browser, circle: str, **typed: str) -> str:
    """Make a season of this year and return its address."""
    typed = {"name": "Autumn", "zone": "UTC"} | typed
    return visitor.send(visitor.get(f"{circle}/seasons"), "/seasons", **typed).location


def test_a_season_has_a_table_and_a_champion_once_it_is_over(visitor: Browser, circle: str) -> None:
    """Whoever leads is said before, a tie too; deleted it leaves the games."""
    address = made(visitor, circle, counts="places", weights="10-7, 5", evenings="1")
    page = visitor.get(address)
    assert "Anna is in the lead." in page.text
    rows = page.root.all("table")[0].all("tr")[1:]
    assert [row.all("th")[0].text.strip() for row in rows] == ["Anna", "Bo", "Cleo"]
    figures = [[cell.text for cell in row.all("td")] for row in rows]  # place, points, evenings, games
    assert figures == [["1", "20", "1", "2"], ["2", "14", "1", "2"], ["3", "10", "1", "2"]]
    assert "10–7–5" in page.text
    document = visitor.client.get(f"{address}/table.json").json
    assert (document["season"]["name"], document["over"], document["champions"]) == ("Autumn", False, [])
    assert [list(each.values())[1:] for each in document["people"]] == [
        *(["Anna", 1, 20, 1, 2, 2], ["Bo", 2, 14, 1, 2, 0], ["Cleo", 3, 10, 1, 2, 0])
    ]
    rows = visitor.client.get(f"{address}/table.csv?separator=semicolon").text.splitlines()
    assert rows[0].endswith("name;place;figure;evenings;games;won")
    assert rows[1].endswith("Anna;1;20;1;2;2")
    days = {"first": "2020-01-01", "last": "2020-12-31"}
    visitor.send(page, address, **days)
    assert "No game of this season has ended yet." in visitor.get(address).text
    assert "Autumn" in visitor.get(visitor.get(circle).root.all("a", href=f"{circle}/seasons")[0].attrs["href"]).text
    visitor.send(visitor.get(address), address, first=f"{TODAY.year}-01-01", last=f"{TODAY.year}-12-31", evenings="2")
    assert "You need 2 evenings for a place." in visitor.get(address).text
    assert visitor.send(visitor.get(address), "/delete").location == f"{circle}/seasons"
    assert "Autumn" not in visitor.get(f"{circle}/seasons").text
    assert visitor.get(address).status == 404


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": " "}, "Give the season a name."),
        ({"first": "2026-13-01"}, "isn’t a date"),
        ({"first": "2026-12-01", "last": "2026-11-01"}, "end before it begins"),
        ({"zone": "Atlantis/Capital"}, "doesn’t know this time zone"),
        ({"zone": "../../etc/passwd"}, "doesn’t know this time zone"),
        ({"weights": "1 3 5"}, "the best place first"),
        ({"weights": "five"}, "Write whole numbers"),
        ({"evenings": "0"}, "from 1 to 366"),
        ({"counts": "points"}, "Choose one game."),
        ({"counts": "points", "game": "it-scala40"}, "whoever plays least would lead"),
        ({"counts": "luck"}, "one of"),
        ({"game": "chess"}, "no such game"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_stays(
    visitor: Browser, circle: str, typed: dict[str, str], told: str
) -> None:
    """For a new one; the other fields stay, too."""
    page = visitor.send(visitor.get(f"{circle}/seasons"), "/seasons", **{"name": "Autumn", **typed})
    assert page.status == 422
    assert told in " ".join(each.text for each in page.root.all(cls="error"))
    assert page.fields("/seasons")["name"] == typed.get("name", "Autumn")


def test_the_same_season_twice_is_one_and_two_of_a_name_are_refused(visitor: Browser, circle: str) -> None:
    assert made(visitor, circle) == made(visitor, circle)
    other = made(visitor, circle, name="Winter")
    assert visitor.send(visitor.get(other), other, name="autumn").status == 422


def test_a_viewer_sees_it_and_changes_nothing(app: Flask, visitor: Browser, circle: str) -> None:
    address = made(visitor, circle)
    member = member_of(app, circle, Role.SCORER)
    page = member.get(address)
    assert "Anna is in the lead." in page.text
    assert not page.root.all("form", action=address)
    token = member.get("/join").fields("/join")["csrf_token"]
    assert member.post(address, {"csrf_token": token, "name": "Mine"}).status == 403


def test_a_season_that_is_over_has_a_certificate_of_its_champion(
    visitor: Browser, circle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody gets one before."""
    address = made(visitor, circle)
    assert visitor.client.get(f"{address}/certificate.pdf").status_code == 404
    later = SimpleNamespace(now=lambda _zone: datetime.now(UTC) + timedelta(days=400))
    monkeypatch.setattr(seasons, "datetime", later)
    page = visitor.get(address)
    assert "Anna is the champion." in page.text
    link = next(each.attrs["href"] for each in page.root.all("a") if each.attrs["href"].endswith("certificate.pdf"))
    answer = visitor.client.get(f"{link}?paper=A5&lang=da")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert "december" in pdf.read(answer.data, scale=0.3).text  # in Danish
