"""A club evening on a phone at 360 px: drawn, begun, played, drawn again by result, and on the large view."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.course import end_game
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound

Axe = Callable[[Page], None]
NAMES = ["Anna", "Bo", "Cleo", "Dora", "Eli", "Fay", "Gus", "Hal"]


def tables(page: Page) -> list[list[str]]:
    """Return the names at each table."""
    cards = page.locator(".club-tables > .card").all()
    return [[name.strip() for name in card.locator("ol li").all_inner_texts()] for card in cards]


def games(page: Page) -> list[tuple[str, list[str]]]:
    """Return the game of each table, by its id, and the names."""
    links = page.locator(".club-tables strong a").all()
    ids = [str(link.get_attribute("href")).rsplit("/", 1)[1] for link in links]
    assert len(ids) == 2
    return list(zip(ids, tables(page), strict=True))


def play(app: Flask, seated: list[tuple[str, list[str]]]) -> None:
    """Play several games to their end: who is earlier in the alphabet is ahead."""
    with app.app_context():
        for game_id, names in seated:
            points = {name: {"points": 80 - 5 * NAMES.index(name)} for name in names}
            enter_round(game_id, received(NewRound, {"closer": min(names), "entries": points}), Precondition())
            end_game(game_id, received(NewChange, {}), Precondition())


@pytest.fixture
def club(page: Page) -> str:
    """The address of an evening of eight at two tables, made by its form; the page shows it, drawn."""
    page.set_default_timeout(8_000)
    page.goto("/circles/new")
    page.get_by_label("Name of the circle").fill("Tuesday club")
    page.get_by_role("button", name="Make the circle").click()
    page.get_by_role("link", name="Club evenings").click()
    page.get_by_role("link", name="New club evening").click()
    page.get_by_label("Others, one name on each line").fill("\n".join(NAMES))
    page.get_by_label("Game").select_option("da-500")
    page.get_by_label("Sittings").select_option("2")
    page.get_by_role("button", name="Draw the tables").click()
    expect(page.get_by_role("button", name="Start the games")).to_be_visible()
    return urlsplit(page.url).path


def test_eight_people_play_two_sittings_and_one_keeps_her_table(live_app: Flask, page: Page, club: str) -> None:
    """By result; the large view fetches what has changed by itself."""
    page.get_by_role("link", name="Who is here?").click()
    page.locator("summary", has_text="Always at the same table").click()
    page.get_by_role("group", name="Always at the same table").get_by_label("Hal").check()
    page.get_by_role("button", name="Draw the tables").click()
    expect(page.get_by_text("The games haven’t begun yet.")).to_be_visible()
    first = tables(page)
    assert sorted(name for table in first for name in table) == NAMES
    page.get_by_role("button", name="Start the games").click()
    expect(page.get_by_text("The games have begun")).to_be_visible()
    play(live_app, games(page))
    page.reload()
    expect(page.locator(".figures tbody tr")).to_have_count(8)
    best = {name.strip() for name in page.locator(".figures tbody th").all_inner_texts()[:4]}
    page.get_by_role("link", name="Next sitting").click()
    page.get_by_role("button", name="Draw the tables").click()
    expect(page.get_by_text("Sitting 2 of 2")).to_be_visible()
    second = tables(page)
    assert ["Hal" in table for table in second] == ["Hal" in table for table in first]
    assert best in [set(table) for table in second]
    page.get_by_role("button", name="Start the games").click()
    expect(page.get_by_text("The games have begun")).to_be_visible()
    seated = games(page)
    page.clock.install()
    page.goto(f"{club}/big")
    expect(page.locator("ol.standings li")).to_have_count(8)
    expect(page.locator(".club-big")).not_to_contain_text("Won:")
    play(live_app, seated)
    page.clock.run_for(16_000)
    expect(page.locator(".club-big")).to_contain_text("Won: Anna")
    assert page.locator("ol.standings li").first.inner_text().split() == ["1", "Anna", "10"]


def test_axe_finds_nothing_and_nothing_is_cut_off(live_app: Flask, page: Page, club: str, axe: Axe) -> None:
    """Every page of an evening, unfolded, at 360 px and at twice the text size."""
    lists = club.rsplit("/", 1)[0]
    pages = [club, f"{club}/draw", lists, f"{lists}/new"]

    def check() -> None:
        for summary in page.locator("main summary").all():
            summary.click()
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.url
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.url

    for path in pages:
        page.goto(path)
        check()
    page.goto(club)
    page.get_by_role("button", name="Start the games").click()
    page.get_by_role("button", name="Codes for the tables").click()
    expect(page.get_by_role("heading", name=re.compile("Codes"))).to_be_visible()
    check()
    page.goto(club)
    play(live_app, games(page))
    for path in (club, f"{club}/big"):
        page.goto(path)
        check()
