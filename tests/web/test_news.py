"""The response to a saved round: the whole scoreboard, or only the changed parts for a tab that has the rest."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from .pages import Browser, Page


@pytest.fixture
def visitor(client: FlaskClient) -> Browser:
    """A browser with htmx."""
    return Browser(client, htmx=True)


@pytest.fixture
def game(visitor: Browser) -> str:
    """A Danish game of two with two rounds, so that it has a chart."""
    address = visitor.given_game("da-500", "Anna", "Bo")
    for number in (1, 2):
        visitor.enter(address, "p0", p0_points=str(5 * number), p1_points="0")
    return address


def _enter(visitor: Browser, game: str, seen: str, anna: str = "35") -> Page:
    page = visitor.get(f"{game}/rounds/new")
    seen = seen.replace("now", page.fields("/rounds")["version"])
    return visitor.send(page, "/rounds", who="p0", p0_points=anna, p1_points="-5", board=seen)


def test_whoever_has_seen_the_board_is_sent_only_what_is_new(visitor: Browser, game: str) -> None:
    """The notice, the standing, the dealer, one row, the totals, the chart; the tab has the undo button."""
    page = _enter(visitor, game, "now")
    assert page.response.headers["HX-Push-Url"] == game
    assert "Round 3 saved." in page.alerts
    assert len(page.root.all("table", cls="news")) == 1
    assert [row.all("th")[0].text for row in page.root.all("tr")] == ["3", "Total"]
    assert {node.attrs["id"] for node in page.root.walk() if "id" in node.attrs} >= {
        *("told", "headline", "totals", "next-deal", "picture", "chart"),
    }
    assert not page.root.all("form")
    assert "Enter round" not in page.text
    whole = visitor.get(game)
    for part in ("headline", "totals", "next-deal", "chart"):
        assert page.root.all(id=part)[0].text == whole.root.all(id=part)[0].text


@pytest.mark.parametrize("seen", ["", "1", "99", "x"])
def test_whoever_has_seen_another_board_is_sent_all_of_it(visitor: Browser, game: str, seen: str) -> None:
    """Also without a header, or with an invalid one."""
    page = _enter(visitor, game, seen)
    assert [row.all("th")[0].text for row in page.root.all("tr")] == ["Round", "3", "2", "1", "Total"]
    assert "Enter round" in page.text


def test_the_end_and_the_first_rounds_are_sent_whole(visitor: Browser, game: str) -> None:
    """They change more parts: the chart or the placings appear."""
    assert "Rematch" not in _enter(visitor, game, "now", "300").text
    assert "Rematch" in _enter(visitor, game, "now", "300").text
    other = visitor.given_game("da-500", "Anna", "Bo")
    for _ in range(2):
        assert _enter(visitor, other, "now").root.all("table", cls="rounds")


def test_a_form_sent_twice_is_answered_by_the_board_as_it_is(visitor: Browser, game: str) -> None:
    """The first response was lost: the tab's board is older than the header says."""
    page = visitor.get(f"{game}/rounds/new")
    seen = page.fields("/rounds")["version"]
    for _ in range(2):
        answer = visitor.send(page, "/rounds", who="p0", p0_points="35", p1_points="-5", board=seen)
    assert [row.all("th")[0].text for row in answer.root.all("tr")] == ["Round", "3", "2", "1", "Total"]


def test_a_part_of_a_page_carries_no_rules_for_pages(app: Flask, visitor: Browser, game: str) -> None:
    """The page's policy applies to it; `nosniff` is always sent."""
    headers = _enter(visitor, game, "now").response.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Cache-Control" not in headers  # nobody keeps what a POST is answered by
    assert "Content-Security-Policy" not in headers
    assert "Content-Security-Policy" in app.test_client().post(f"{game}/rounds").headers
