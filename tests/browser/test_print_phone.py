"""Printing on a phone: choosing a sheet, waiting for it, without script, and by the browser itself."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from scorekeeper.services.games import creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.sheets.printer import LibraryMissing, Press

from ..sheets.held import HeldPress
from ..sheets.pdf import read

NAMES = ("Anna", "Bo", "Cleo", "Dagny", "Eva", "Frida", "Gro")
_NOTE_WHAT_IS_SAID = """() => new MutationObserver(() => {
    const said = document.getElementById("printing").textContent;
    if (said) sessionStorage.said = `${said} ${document.querySelector("#print .main").disabled}`;
}).observe(document.querySelector("#print"), {subtree: true, childList: true, attributes: true})"""
_LOW = """() => [...document.querySelectorAll("main .button, .choice, .links a")]
    .filter(e => e.checkVisibility() && e.offsetHeight < 47.9).map(e => e.outerHTML)"""
Axe = Callable[[Page], None]


class NoPress(Press):
    """A press on a machine without pango."""

    def do(self, work: Callable[..., bytes]) -> bytes:
        raise LibraryMissing("cannot load library 'libpango-1.0-0'")


@pytest.fixture
def held(live_app: Flask) -> Iterator[HeldPress]:
    """The application's press, held until released."""
    press = HeldPress()
    live_app.extensions["press"] = press
    yield press
    press.end()


def _game(app: Flask, page: Page, *names: str, count: int = 1) -> str:
    """Return the URL of a game with so many rounds that this phone may write."""
    secret = "P" * 32
    with app.app_context():
        game = creating.create_game_for(
            secret, {"variant": "da-500", "players": list(names), "house_rules": {"target": 9_999}}
        )
        for number in range(1, count + 1):
            entries = {name: {"points": 5 * ((number * seat) % 23 - 7)} for seat, name in enumerate(names, 1)}
            body = {"closer": names[number % len(names)], "entries": entries, "accept_warnings": True}
            rounds.enter_round(game, received(NewRound, body), Precondition())  # type: ignore[misc]  # bound at once
    page.goto("/")
    page.context.add_cookies([{"name": "device", "value": secret, "url": page.url}])
    return f"/games/{game}"


class _Complaints(list[str]):
    """Errors, except that Chromium's PDF viewer loads its own parts."""

    def append(self, each: str) -> None:
        if not each.startswith("a request to elsewhere: chrome"):
            super().append(each)


@pytest.fixture
def complaints() -> list[str]:
    """The browsers' errors; the list must be empty at the end."""
    return _Complaints()


def test_paper_is_within_reach_and_everybody_can_choose_it(
    live_app: Flask, open_phone: Callable[..., Page], axe: Axe, held: HeldPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linked from the scoreboard; axe finds nothing, it fits a narrow phone, targets are large enough.

    The picture follows the choices, is asked for again while the press is busy, and nothing moves when it comes, not
    even when the script that asks for it is late. None is made with another time zone than the phone's.
    """
    monkeypatch.setattr("scorekeeper.web.sheets.printed.PICTURE_TIMEOUT", 0.1)
    page = open_phone(viewport={"width": 320, "height": 640}, timezone_id="Pacific/Auckland")
    pictures: list[tuple[int, str]] = []
    page.on("response", lambda got: pictures.append((got.status, got.url)) if "/sheet.png" in got.url else None)
    page.goto(_game(live_app, page, "Anna", "Bo"))
    late: list[Route] = []
    page.route("**/print.js*", lambda route: late.append(route))
    with page.expect_request("**/print.js*"):
        page.get_by_role("link", name="Print").tap()
    expect(page.get_by_role("heading", name="Print", level=1)).to_be_visible()
    below = "() => document.querySelector('.links').getBoundingClientRect().top + scrollY"
    before = page.evaluate(below)
    late[0].continue_()
    page.unroute("**/print.js*")
    expect(page.locator("#preview img[src*='tz=Pacific%2FAuckland']")).to_have_count(1)
    page.get_by_role("radio", name="A5").check()
    picture = page.locator("#preview img[src*='paper=A5'][src*='tz=Pacific%2FAuckland']")
    expect(picture).to_have_js_property("naturalWidth", 210)
    held.may_begin.set()
    expect(picture).to_have_js_property("naturalWidth", 840, timeout=60_000)
    assert page.evaluate(below) == before
    assert {status for status, _url in pictures} == {202, 200}
    assert all("tz=Pacific%2FAuckland" in url for _status, url in pictures)
    for path in (page.url, "/import"):
        page.goto(path)
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate(_LOW) == []


def test_the_sheet_is_made_while_the_person_is_told_and_the_time_zone_goes_along(
    live_app: Flask, open_phone: Callable[..., Page], held: HeldPress
) -> None:
    """A message is shown until the PDF comes; the page behind it keeps the choices and can be sent again."""
    page = open_phone(timezone_id="Pacific/Auckland")
    page.goto(_game(live_app, page, "Anna", "Bo") + "/print")
    page.get_by_role("radio", name="A5").check()
    page.get_by_role("checkbox", name="signature lines").check()
    page.evaluate(_NOTE_WHAT_IS_SAID)
    threading.Timer(1, held.may_begin.set).start()
    # On a busy machine a page that refreshes itself (202) comes first.
    ready = page.expect_response(lambda answer: "/sheet.pdf" in answer.url and answer.status != 202, timeout=60_000)
    with ready as waiting:
        page.get_by_role("button", name="Make the sheet").tap(no_wait_after=True)
    answer = waiting.value
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    assert "paper=A5" in answer.url
    assert "tz=Pacific%2FAuckland" in answer.url
    found = read(page.request.get(answer.url).body())
    assert sorted(round(side / 72 * 25.4) for side in found.sizes[0]) == [148, 210]
    if not page.url.endswith("/print"):  # a browser that shows no PDF downloads it, and stays
        page.go_back()
    page.wait_for_url("**/print")
    assert page.evaluate("sessionStorage.said") == "Making the sheet… A long one takes a few seconds. true"
    expect(page.get_by_role("radio", name="A5")).to_be_checked()
    expect(page.get_by_role("checkbox", name="signature lines")).to_be_checked()


def test_without_script_the_sheet_is_made_as_well(live_app: Flask, open_phone: Callable[..., Page]) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(_game(live_app, page, "Anna", "Bo") + "/print")
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
    page.locator("[name='running'][value='below']").check()
    # On a busy machine a page that refreshes itself (202) comes first.
    with page.expect_response(
        lambda answer: "/sheet.pdf" in answer.url and answer.status != 202, timeout=60_000
    ) as waiting:
        page.get_by_role("button", name="Make the sheet").click()
    assert waiting.value.status == 200
    assert "running=below" in waiting.value.url


def test_where_no_pdf_can_be_made_the_browser_prints(
    live_app: Flask, page: Page, axe: Axe, complaints: list[str]
) -> None:
    """The page says so and links to the scoreboard, which has a print style."""
    live_app.extensions["press"] = NoPress()
    game = _game(live_app, page, "Anna", "Bo")
    page.goto(f"{game}/print")
    page.get_by_role("button", name="Make the sheet").tap()
    expect(page.get_by_text("Print the scoreboard with your browser instead")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Back to the game").tap()
    expect(page.get_by_role("link", name="Enter round")).to_be_visible()
    page.wait_for_url(f"**{game}")
    assert all(each.startswith("503 for ") for each in complaints)
    complaints.clear()


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_the_scoreboard_on_paper_is_the_whole_table_and_no_button(
    live_app: Flask, open_phone: Callable[..., Page], scheme: str, width: int
) -> None:
    """Black on white also in the dark theme; sixty rounds of seven players, nothing cut off."""
    page = open_phone(color_scheme=scheme, viewport={"width": width, "height": 740})
    page.goto(_game(live_app, page, *NAMES, count=60))
    page.emulate_media(media="print")
    shown = "[...document.querySelectorAll('button, .button, .rules, input, nav, .top')]"
    shown += ".filter(e => e.checkVisibility())"
    assert page.evaluate(f"{shown}.map(e => e.outerHTML)") == []
    stuck = "[...document.querySelectorAll('*')].filter(e => /sticky|fixed/.test(getComputedStyle(e).position))"
    assert page.evaluate(f"{stuck}.filter(e => e.checkVisibility()).map(e => e.outerHTML)") == [], "would hide rounds"
    arrow = "e => getComputedStyle(e.querySelector('tbody th a'), '::before').display"
    assert page.locator("table.rounds").evaluate(arrow) == "none", "nothing unfolds on paper"
    cells = page.locator("table.rounds tbody tr:visible")
    assert cells.count() >= 60
    hidden: Any = page.evaluate(
        """() => [...document.querySelectorAll('table')].flatMap(table => {
            const found = [];
            for (let box = table.parentElement; box; box = box.parentElement) {
                const style = getComputedStyle(box);
                if (style.overflowX !== 'visible' && box !== document.documentElement && box !== document.body
                    && (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1))
                    found.push(box.className);
            }
            return found;
        })"""
    )
    assert hidden == []
    beside = "e => e.getBoundingClientRect().left - document.querySelector('main').getBoundingClientRect().left"
    assert page.locator("table.rounds").evaluate(beside) < 20
    colours = page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
    assert colours[1] == "rgb(0, 0, 0)"
    printed = read(page.pdf(format="A4"))
    words = {word.text for word in printed.words}
    assert {*NAMES, *(str(number) for number in range(1, 61))} <= words
    assert "Print" not in words
