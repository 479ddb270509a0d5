"""Circles at 360 px: kept from a game, played in by three taps, shared with another phone, without a finding of axe."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from .table import fill_round, given, save

Axe = Callable[[Page], None]


@pytest.fixture
def circle(page: Page) -> str:
    """The address of a circle that was kept from a finished game; the page shows it."""
    given(page, "da-500", "Anna", "Bo", "Cleo")
    fill_round(page, "Anna", p0_points="35", p1_points="25", p2_points="10")
    save(page, "Anna 35", "Bo 25", "Cleo 10")
    page.get_by_text("End the game").click()
    page.get_by_role("button", name="Yes, end it now").click()
    expect(page.locator("#headline")).to_contain_text("Anna wins")
    page.get_by_role("link", name="Share").click()
    page.get_by_role("link", name="Keep this circle").click()
    page.get_by_label("Name of the circle").fill("Sunday table")
    page.get_by_role("button", name="Make the circle").click()
    expect(page.get_by_role("heading", name="Sunday table")).to_be_visible()
    return page.url


def test_the_next_game_of_the_circle_begins_by_three_taps(page: Page, circle: str) -> None:
    """Again, enter round: two. With the choice of people: three."""
    page.get_by_role("button", name="Again").click()
    page.get_by_role("link", name="Enter round").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.goto(circle)
    page.get_by_role("link", name="New game").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Enter round").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


def test_axe_finds_nothing_and_nothing_is_cut_off(page: Page, circle: str, axe: Axe) -> None:
    """Every page of a circle, unfolded, at 360 px and at twice the text size."""
    seen = []
    page.goto(circle + "/rules")
    page.get_by_label("Name of these house rules").fill("Our Sunday rules")
    page.get_by_role("button", name="Keep them").click()
    page.goto(circle + "/statistics")
    one = page.get_by_role("link", name="Anna").get_attribute("href") or ""
    page.goto(circle + one.removeprefix(urlsplit(circle).path))
    pair = page.get_by_role("link", name="Bo").get_attribute("href") or ""
    page.goto(circle + "/seasons")
    page.get_by_label("Name of the season").fill("Autumn")
    page.get_by_role("button", name="Make the season").click()
    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()
    season = urlsplit(page.url).path
    page.goto(circle + "/evening")
    note = page.get_by_role("link", name="Add a note").get_attribute("href") or ""
    paths = (
        "",
        "/play",
        "/people",
        "/rules",
        "/delete",
        "/share",
        "/evening",
        "/import",
        "/seasons",
        "/statistics",
        "/statistics/over-time",
    )
    for path in (*paths, *(each.removeprefix(urlsplit(circle).path) for each in (one, pair, season, note))):
        page.goto(circle + path)
        for summary in page.locator("main summary").all():
            if summary.is_visible():
                summary.click()
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.url
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.url
        seen.append(" ".join(page.get_by_role("heading", level=1).inner_text().split()))
    page.goto(circle + "/statistics")  # which takes the picture, or the sentence that there is none, by itself
    expect(page.get_by_text("Too few games for a picture yet.")).to_be_visible()
    own = [
        "House rules",
        "Delete this circle?",
        "Share the circle",
        "Tonight",
        "Copy of the circle",
        "Seasons",
        "Statistics",
        "Sunday table",
        "Anna",
        "Anna – Bo",
        "Autumn",
        "Note on the evening",
    ]
    assert seen == ["Sunday table", "New game", "People", *own]
