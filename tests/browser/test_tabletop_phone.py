"""The tile table on a phone: tiles moved by taps, taken back, and the turn clock."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.games import creating
from scorekeeper.services.referee import clock
from scorekeeper.services.referee.tabletop import keep_tabletop

DEVICE = "T" * 32
BEFORE = [["4H", "5H", "6H", "7H", "8H"], ["9S", "9D", "9C"]]


@pytest.fixture
def game(live_app: Flask) -> str:
    """A game with a stored table."""
    with live_app.app_context():
        made = creating.create_game_for(DEVICE, {"variant": "nb-rummy", "players": ["Ida", "Ole"]})
        keep_tabletop(made, VARIANTS["nb-rummy"], 2, BEFORE)
    return f"/games/{made}/referee/table"


@pytest.fixture
def phone(page: Page, live_server: str, game: str) -> Page:
    """A phone that shows the table."""
    page.set_default_timeout(8_000)
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    page.goto(game)
    return page


@pytest.fixture
def wait(phone: Page, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A function that advances the time of the server and of the phone."""
    passed = [timedelta()]

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # no kind of its own
            return datetime.now(tz) + passed[0]

    monkeypatch.setattr(clock, "datetime", Later)
    phone.add_init_script("performance.getEntriesByType = () => [];")  # they know the time that really passes
    phone.clock.install()
    phone.reload()

    def wait(seconds: int) -> None:
        passed[0] += timedelta(seconds=seconds)
        phone.clock.run_for(seconds * 1000)

    return wait


def turn_clock(page: Page, button: str) -> None:
    """Tap a button of the clock, and wait until the server has the new state."""
    with page.expect_response("**/clock"):
        page.get_by_role("button", name=button, exact=True).tap()


def melds(page: Page) -> list[str]:
    return [
        row
        for row in page.eval_on_selector_all(
            ".tabletop .melds .tiles", "all => all.map(e => [...e.children].map(b => b.textContent).join(' '))"
        )
        if row
    ]


def play(page: Page, *cards: str) -> None:
    page.locator("[name=played]").tap()
    for card in cards:
        page.locator(f".grid [data-suit='{card[-1]}']").tap()
        page.locator(f".grid [data-rank='{card[:-1]}']").tap()


def tile(page: Page, text: str, nth: int = 0) -> None:
    page.locator(".tabletop .tile", has_text=text).nth(nth).tap()


def test_a_run_is_split_by_taps_and_judged(phone: Page, axe: Callable[[Page], None]) -> None:
    """A second six in the middle of five tiles makes two runs, as in the rules (NO-14)."""
    play(phone, "6♥")
    tile(phone, "6♥", 1)  # the one from the rack
    tile(phone, "7♥")
    tile(phone, "8♥")
    axe(phone)
    phone.get_by_role("button", name="New meld with them").tap()
    assert melds(phone) == ["4♥ 5♥ 6♥", "9♠ 9♦ 9♣", "6♥ 7♥ 8♥"]
    phone.get_by_role("button", name="Judge").tap()
    expect(phone.locator("#verdict .word")).to_have_text("All right: every meld on the table is complete")
    axe(phone)
    phone.get_by_role("button", name="Keep it, next turn").tap()
    expect(phone.get_by_text("The table is kept")).to_be_visible()
    assert melds(phone) == ["4♥ 5♥ 6♥", "9♠ 9♦ 9♣", "6♥ 7♥ 8♥"]


def test_a_joker_kept_with_its_name_is_one_tile_on_the_table(live_app: Flask, game: str, phone: Page) -> None:
    with live_app.app_context():
        keep_tabletop(game.split("/")[2], VARIANTS["nb-rummy"], 2, [["9S", "9D", "JK=9C"]])
    phone.reload()
    expect(phone.locator("[name=before]")).to_have_value("9♠ 9♦ JK=9♣")
    assert melds(phone) == ["9♠ 9♦ JK"]
    expect(phone.locator(".tabletop .rack button")).to_have_count(0)


def test_put_it_back_shows_exactly_the_table_before(phone: Page) -> None:
    expect(phone.locator("#played")).to_be_focused()  # the table is known: what is played comes next
    before = melds(phone)
    play(phone, "9♥")
    tile(phone, "9♥")
    phone.locator(".tabletop li", has_text="9♠").get_by_role("button", name="Put here").tap()
    tile(phone, "8♥")
    phone.get_by_role("button", name="New meld with them").tap()
    assert melds(phone) != before
    phone.get_by_role("button", name="One move back").tap()
    assert melds(phone) == ["4♥ 5♥ 6♥ 7♥ 8♥", "9♠ 9♦ 9♣ 9♥"]
    phone.get_by_role("button", name="Put it back").tap()
    assert melds(phone) == before
    expect(phone.locator("[name=played]")).to_have_value("")


def test_the_clock_runs_is_paused_and_rings_where_it_covers_nothing(
    phone: Page, axe: Callable[[Page], None], wait: Callable[[int], None]
) -> None:
    about_fifty = re.compile(r"0:(5[01]|4\d)")
    left = phone.locator(".clock .left")
    expect(left).to_have_text("1:00")
    turn_clock(phone, "Start")
    wait(10)
    expect(left).to_have_text(about_fifty)
    turn_clock(phone, "Pause")
    wait(30)
    expect(left).to_have_text(about_fifty)
    phone.reload()
    expect(left).to_have_text(about_fifty)
    turn_clock(phone, "Start")
    wait(55)
    expect(phone.get_by_role("alert").get_by_text("Time’s up.")).to_be_visible()
    axe(phone)
    box, table = phone.locator(".clock").bounding_box(), phone.locator(".tabletop").bounding_box()
    assert box
    assert table
    assert box["y"] + box["height"] <= table["y"] or table["y"] + table["height"] <= box["y"]


def test_time_that_was_used_is_judged_with_the_turn(phone: Page, wait: Callable[[int], None]) -> None:
    turn_clock(phone, "Start")
    wait(75)
    play(phone, "3♥")
    tile(phone, "3♥")
    phone.locator(".tabletop li", has_text="4♥").get_by_role("button", name="Put here").tap()
    phone.get_by_role("button", name="Judge").tap()
    expect(phone.locator("#verdict")).to_contain_text("The player draws 3 tiles for it.")
    expect(phone.get_by_role("button", name="Put it back, next turn")).to_be_visible()


def test_without_script_the_table_is_typed(plain_page: Page, live_server: str, game: str) -> None:
    plain_page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    plain_page.goto(game)
    plain_page.locator("[name=before]").fill("4H 5H 6H 7H\n9S 9D 9C")
    plain_page.locator("[name=after]").fill("4H 5H 6H 7H\n9S 9D 9C 9H")
    plain_page.locator("[name=played]").fill("9H")
    plain_page.get_by_role("button", name="Judge").tap()
    expect(plain_page.locator("#verdict .word")).to_have_text("All right: every meld on the table is complete")


def test_the_table_has_room_on_a_phone(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    for box in [each.bounding_box() for each in phone.locator(".tile").all()]:
        assert box
        assert box["width"] >= 48
        assert box["height"] >= 48


_SEEN_WHOLE = """each => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const corners = [[left + 6, top + 6], [right - 6, top + 6], [left + 6, bottom - 6], [right - 6, bottom - 6]];
  return corners.every(([x, y]) => each.contains(document.elementFromPoint(x, y)));
}"""


def test_keys_leave_the_melds_and_the_clock_stays_while_tiles_are_moved(
    phone: Page, axe: Callable[[Page], None]
) -> None:
    play(phone, "9♥")
    expect(phone.locator(".grid")).to_be_visible()
    tile(phone, "4♥")
    expect(phone.locator(".grid")).to_be_hidden()
    for part in phone.locator(".tabletop :is(.tile, .here, [data-move=undo])").all():
        part.evaluate("each => each.scrollIntoView({ block: 'center' })")
        assert part.evaluate(_SEEN_WHOLE), part.inner_text()
        assert phone.locator(".clock .time").evaluate(_SEEN_WHOLE)
    expect(phone.locator(".clock").get_by_text("Time left")).to_be_visible()
    expect(phone.get_by_role("timer", name="Time left")).to_have_text("1:00")
    axe(phone)
    phone.get_by_role("button", name="New meld with them").tap()
    expect(phone.locator(".grid")).to_be_hidden()
    phone.locator("[name=played]").tap()
    expect(phone.locator(".grid")).to_be_visible()


def test_beside_the_melds_the_keys_stay(phone: Page) -> None:
    phone.set_viewport_size({"width": 1280, "height": 800})
    play(phone, "9♥")
    tile(phone, "4♥")
    expect(phone.locator(".grid")).to_be_visible()
    assert phone.locator(".tabletop .tile").first.evaluate(_SEEN_WHOLE)
