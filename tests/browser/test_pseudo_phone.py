"""The pseudo-language, 40 % longer than English, on the smallest phone and with doubled text."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.services.games import creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from translations import catalogues

from ..languages import offered
from ..pseudo import CLOSE, OPEN, TAG, pseudo_catalogue
from ..test_pseudo_language import PLAYERS, english
from .conftest import DEVICE

SOURCE = {"Kartenspiele", "Aus", "und", "Anlegen"}  # the title of a source, which is marked as German
# What sticks out of the page, or of an element that cuts it off; what only screen readers see may do so.
_CUT = """() => [...document.querySelectorAll("main *")].filter(each => {
    if (!each.checkVisibility() || each.closest(".vh, .default, .next, .scroll, svg")) return false;
    if (each.matches("[open] > summary > [aria-hidden]")) return false;
    const box = each.getBoundingClientRect();
    const hides = getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1
        && !["INPUT", "SELECT", "TEXTAREA"].includes(each.tagName);
    const bursts = each.matches(".button:not(.next)") && each.scrollWidth > box.width + 1;
    return box.right > innerWidth + 1 || box.left < -1 || hides || bursts;
}).map(each => each.outerHTML.slice(0, 200))"""


@pytest.fixture
def pseudo(live_app: Flask, tmp_path: Path) -> Iterator[None]:
    """The pseudo-language is offered."""
    template = tmp_path / "messages.pot"
    catalogues.extract_into(template)
    with offered(live_app, tmp_path / "compiled", pseudo_catalogue(catalogues.read(template), narrow=True)):
        yield


def _play(app: Flask) -> str:
    """Make a game with a round; return its address."""
    with app.app_context():
        game = creating.create_game_for(DEVICE, {"variant": "de-romme", "players": list(PLAYERS)})
        points = {"closer": PLAYERS[0], "entries": {PLAYERS[1]: {"points": -20}, PLAYERS[2]: {"points": -31}}}
        rounds.enter_round(game, received(NewRound, points), Precondition())
    return f"/games/{game}"


@pytest.mark.usefixtures("pseudo")
def test_longer_words_are_neither_cut_nor_scroll_sideways(
    open_phone: Callable[..., Page], live_app: Flask, live_server: str
) -> None:
    """And what the scripts add is marked, too."""
    page = open_phone(viewport={"width": 320, "height": 640})
    cookies = {"device": DEVICE, "language": TAG, "letters": "AKQJ"}
    page.context.add_cookies([{"name": name, "value": value, "url": live_server} for name, value in cookies.items()])
    game = _play(live_app)
    asked = [f"{game}/referee/meld", f"{game}/referee/pile"]
    for address in ["/", "/device", "/games/new/de-romme", game, f"{game}/rounds/new", f"{game}/settings", *asked]:
        page.goto(address)
        if address == asked[0]:
            page.locator("[name='cards']").fill("7h 8h 10h")
            page.locator(".asking .actions .main").locator("visible=true").click()
            page.locator("#verdict").wait_for()
        for summary in page.locator("summary").locator("visible=true").all():
            summary.click()
        shown = page.locator("main").inner_text().replace("⟦", OPEN).replace("⟧", CLOSE)
        assert not english([shown]).keys() - SOURCE, address
        for size in ("100%", "200%"):
            page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", size)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (address, size)
            assert page.evaluate(_CUT) == [], (address, size)


def test_times_are_in_figures_where_the_browser_lacks_the_language(
    open_phone: Callable[..., Page], live_app: Flask, live_server: str
) -> None:
    """Chromium has no Icelandic, and would write “2026 M11 23” or English months."""
    page = open_phone()
    cookies = {"device": DEVICE, "language": "is"}
    page.context.add_cookies([{"name": name, "value": value, "url": live_server} for name, value in cookies.items()])
    page.goto(f"{live_server}{_play(live_app)}/history")
    expect(page.locator("html")).to_have_attribute("lang", "is")
    expect(page.locator("time").first).to_have_text(re.compile(r"^\d{1,2}\.\d{1,2}\.\d{4}, \d\d:\d\d$"))
