"""Sending a result from a phone: the picture follows the choices, and is shared with the text; without script, too."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.services.games import creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.sheets.printer import Press

from .table import becomes

Axe = Callable[[Page], None]
_SHARES = """
navigator.canShare = () => true;
navigator.share = async ({ files, text }) => {
    window.shared = `${files?.map((file) => `${file.name} ${file.type} ${file.size > 10000}`)} ${text}`;
};
"""

# htmx reads a page in a timer. On a busy phone that is after the page's own scripts.
_SLOW_TIMERS = """
const inTime = window.setTimeout.bind(window);
window.setTimeout = (run, wait = 0, ...rest) => inTime(run, wait + 300, ...rest);
"""


@pytest.fixture
def game(live_app: Flask, press: Press) -> str:
    """The address of a game that Anna has won."""
    live_app.extensions["press"] = press
    with live_app.app_context():
        made = creating.create_game_for("P" * 32, {"variant": "da-500", "players": ["Anna", "Bo"]})
        for _ in range(2):
            points = {"Anna": {"points": 255}, "Bo": {"points": 40}}
            entered = received(NewRound, {"closer": "Anna", "entries": points, "accept_warnings": True})
            rounds.enter_round(made, entered, Precondition())
    return f"/games/{made}"


def opened(page: Page, address: str) -> Page:
    page.goto("/")
    page.context.add_cookies([{"name": "device", "value": "P" * 32, "url": page.url}])
    page.goto(address)
    return page


def test_the_result_is_shared_as_picture_and_text(open_phone: Callable[..., Page], axe: Axe, game: str) -> None:
    """From the scoreboard, on a narrow phone; drawn again for other choices, and in the phone's time zone."""
    page = open_phone(timezone_id="Pacific/Auckland")
    page.add_init_script(_SHARES)
    page.add_init_script(_SLOW_TIMERS)
    opened(page, game).get_by_role("link", name="Send the result").tap()
    picture = page.locator("#result img[src*='tz=Pacific%2FAuckland']")
    expect(picture).to_have_js_property("naturalWidth", 1080, timeout=60_000)
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("radio", name="wide").check()
    page.get_by_role("checkbox", name="Leave names out").check()
    nameless = page.locator("#result img[src*='nameless=1'][src*='shape=wide']")
    expect(nameless).to_have_js_property("naturalWidth", 1200, timeout=60_000)
    expect(page.get_by_role("button", name="Share")).to_be_enabled()
    page.get_by_role("button", name="Share").tap()
    becomes(page, "window.shared?.startsWith('scorekeeper-result.png image/png true')")
    assert "\n1st: 510, 2nd: 80.\n" in page.evaluate("window.shared")


def test_without_script_it_is_downloaded(open_phone: Callable[..., Page], game: str) -> None:
    page = opened(open_phone(java_script_enabled=False), f"{game}/result")
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
    page.locator("[name='shape'][value='wide']").check()
    page.get_by_role("button", name="Show it with these choices").click()
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("link", name="Download the picture").click()
    assert download.value.suggested_filename == "scorekeeper-result.png"
    assert "shape=wide" in download.value.url
