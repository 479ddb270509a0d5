"""The scoreboard on a small phone in every state: light and dark, by touch, by keyboard, with large text."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.services.games import course, creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound

DEVICE = "A" * 32
EIGHT = (
    "Maximiliana-Theodora von Hohenstein-West",
    "Maximiliana-Theodora von Hohenstein-Ost",
    "شيماء محمد",
    "Dan",
    "Eva",
    "Fia",
    "Gus",
    "Hal",
)
_ANY = Precondition()
Open = Callable[..., Page]


@pytest.fixture
def made(live_app: Flask) -> dict[str, str]:
    """The URLs of games in every state, of one device."""
    with live_app.app_context():
        made = {
            "playing": _game("da-500", "Anna", "Bo", "Cleo"),
            "ended": _game("da-500", "Anna", "Bo", house_rules={"target": 100}),
            "again": _game("cs-500", "Anna", "Bo", house_rules={"target": 100}),
            "long": _game("cs-500", *EIGHT, house_rules={"target": 2500}),
            "chips": _game("is-rommi", "Ásta", "Björn", house_rules={"settlement": "chips"}),
        }
        for number in range(4):
            _enter(made["playing"], "Bo", Anna=5 * number, Bo=50 - 5 * number, Cleo=-5)
        rounds.void_round(made["playing"], 2, received(NewChange, {"why": "counted twice"}), _ANY)
        for _ in range(2):
            _enter(made["ended"], "Anna", Anna=60, Bo=20)
            _enter(made["again"], "Anna", Anna=55, Bo=60)
            _enter(made["chips"], "Ásta", Ásta=20, Björn=-20)
        course.end_game(made["chips"], received(NewChange, {}), _ANY)
        for number in range(60):
            _enter(made["long"], "Dan", **{name: (number * (seat + 3)) % 70 - 20 for seat, name in enumerate(EIGHT)})
    return {name: f"/games/{game}" for name, game in made.items()}


def _game(variant: str, *players: str, **more: object) -> str:
    return creating.create_game_for(DEVICE, {"variant": variant, "players": list(players), **more})


def _enter(game: str, closer: str, **points: int) -> None:
    entries = {name: {"points": each} for name, each in points.items()}
    rounds.enter_round(game, received(NewRound, {"closer": closer, "entries": entries, "accept_warnings": True}), _ANY)


def _opened(open_phone: Open, live_server: str, **more: object) -> Page:
    page = open_phone(**more)
    page.set_default_timeout(8_000)
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    return page


def test_axe_finds_nothing_in_any_state(
    open_phone: Open, live_server: str, made: dict[str, str], axe: Callable[[Page], None]
) -> None:
    """Voided and unfolded rounds, ended, dealt again, chips, long, the notice, the history."""
    page = _opened(open_phone, live_server)
    for game in made.values():
        page.goto(game)
        axe(page)
        page.locator(".rounds tbody th a").first.click()
        expect(page.locator(".under")).to_be_visible()
        axe(page)
        page.goto(game + "/history")
        axe(page)
    page.goto(made["ended"])
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("The game goes on.")
    axe(page)


_COVERED = "Boolean(document.elementFromPoint(innerWidth / 4, innerHeight * 0.79)?.closest('.actions'))"


def test_only_the_table_scrolls_sideways_and_the_buttons_leave_four_fifths_of_the_screen(
    open_phone: Open, live_server: str, made: dict[str, str]
) -> None:
    """In portrait, landscape and wide, at twice the text size, and with a round unfolded."""
    page = _opened(open_phone, live_server, viewport={"width": 320, "height": 640})
    assert made
    for game in made.values():
        page.goto(game)
        page.locator(".rounds tbody th a").first.click()
        expect(page.locator(".under")).to_be_visible()
        for width, height in ((320, 640), (360, 740), (740, 360), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            for text in ("100%", "200%"):
                page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", text)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (game, width, text)
                assert not page.evaluate(_COVERED), (game, width, text)
            box = page.locator(".under > td > div").bounding_box()
            assert box
            assert box["width"] <= width, game


_LABELS = """() => {
  const boxes = [...document.querySelectorAll(".chart svg text")].map((each) => each.getBoundingClientRect());
  const shown = boxes.filter((box) => box.width);
  const touch = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    cut: shown.filter((box) => box.left < 0 || box.right > innerWidth).length,
    touching: shown.filter((box, index) => shown.slice(0, index).some((other) => touch(box, other))).length,
    height: Math.min(...shown.map((box) => box.height)),
  };
}"""


def test_the_pictures_labels_grow_with_the_text_and_keep_clear_of_each_other(
    open_phone: Open, live_server: str, made: dict[str, str]
) -> None:
    """At 100 %, 150 % and 200 % of the browser's text size."""
    page = _opened(open_phone, live_server, viewport={"width": 320, "height": 740})
    assert made
    for game in made.values():
        page.goto(game)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 740})
            for text, height in (("100%", 12), ("150%", 18), ("200%", 23)):
                page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", text)
                labels = page.evaluate(_LABELS)
                assert (labels["cut"], labels["touching"]) == (0, 0), (game, width, text)
                assert labels["height"] >= height, (game, width, text)


def test_heading_first_column_and_totals_stay_while_a_long_table_moves(
    open_phone: Open, live_server: str, made: dict[str, str]
) -> None:
    """The table scrolls in a focusable region, and shows the latest round first."""
    page = _opened(open_phone, live_server)
    page.goto(made["long"])
    region = page.get_by_role("region", name="Rounds")
    expect(region.locator("tbody tr").first.get_by_role("link")).to_have_text("60")
    places = "() => ['thead th:last-child', 'tbody th', 'tfoot th', 'thead th'].map(s => {"
    places += " const b = document.querySelector('.rounds ' + s).getBoundingClientRect(); return [b.x, b.y]})"
    region.focus()
    before = page.evaluate(places)
    region.evaluate("region => region.scrollTo(150, 1000)")
    after = page.evaluate(places)
    assert after[0] == [before[0][0] - 150, before[0][1]]
    assert after[1][0] == before[1][0]
    assert after[1][1] == pytest.approx(before[1][1] - 1000)
    assert after[2:] == before[2:]


def test_long_names_are_cut_to_see_and_whole_to_hear(open_phone: Open, live_server: str, made: dict[str, str]) -> None:
    """Two names that begin alike are shortened differently; three columns fit side by side."""
    page = _opened(open_phone, live_server)
    page.goto(made["long"])
    for name in EIGHT:
        expect(page.get_by_role("columnheader", name=name, exact=True)).to_be_attached()
    seen = page.locator(".rounds thead th bdi[aria-hidden]").all_inner_texts()
    assert seen == ["Maxi…West", "Maxi…-Ost", "شيماء مح…"]
    third = page.locator(".rounds thead th").nth(2).bounding_box()
    assert third
    assert third["x"] + third["width"] < 330


def test_a_tap_on_a_round_unfolds_its_lines_and_folds_them_again(
    open_phone: Open, live_server: str, made: dict[str, str]
) -> None:
    """By touch and by keyboard, announced to screen readers; the round's page is one tap further."""
    page = _opened(open_phone, live_server)
    page.goto(made["playing"])
    link = page.get_by_role("link", name="4", exact=True)
    expect(link).to_have_attribute("aria-expanded", "false")
    link.click()
    expect(link).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".under")).to_contain_text("Bo went out.")
    link.press("Enter")
    expect(page.locator(".under")).to_be_hidden()
    expect(link).to_have_attribute("aria-expanded", "false")
    page.locator("tbody tr", has=link).locator("td").first.click()
    expect(page.locator(".under")).to_be_visible()
    page.get_by_role("link", name="The whole round").click()
    expect(page.get_by_role("heading", name="Round 4")).to_be_visible()


def test_without_script_a_round_has_its_page(open_phone: Open, live_server: str, made: dict[str, str]) -> None:
    """The same link opens the page."""
    page = _opened(open_phone, live_server, java_script_enabled=False)
    page.goto(made["playing"])
    page.get_by_role("link", name="4", exact=True).click()
    expect(page.get_by_role("heading", name="Round 4")).to_be_visible()


def test_the_winner_the_placings_and_a_rematch(open_phone: Open, live_server: str, made: dict[str, str]) -> None:
    """The next game takes one tap; the ended one can still be corrected."""
    page = _opened(open_phone, live_server)
    page.goto(made["ended"])
    expect(page.get_by_text("Anna wins.")).to_be_visible()
    expect(page.get_by_role("heading", name="Placings")).to_be_visible()
    page.get_by_role("link", name="Not over? Correct a round").click()
    expect(page.get_by_role("region", name="Rounds")).to_be_in_viewport()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("Round 1 is next.")).to_be_visible()
    expect(page.get_by_role("link", name="Enter round")).to_be_visible()


def test_undo_is_one_tap_in_the_card(open_phone: Open, live_server: str, made: dict[str, str]) -> None:
    """The change is announced first and has the focus; targets are 48 px; images have alternative text."""
    page = _opened(open_phone, live_server)
    page.goto(made["playing"] + "/rounds/4")
    page.locator("summary", has_text="Void this round").click()
    page.get_by_role("button", name="Void it").click()
    status = page.get_by_role("status")
    expect(status).to_be_focused()
    expect(status).to_contain_text("Round 4 is void.")
    expect(status).to_contain_text("Bo −35")
    undo = page.get_by_role("button", name="Undo")
    box = undo.bounding_box()
    assert box
    assert box["height"] >= 48
    assert box["y"] < 370
    undo.click()
    expect(status).to_contain_text("Bo +35")
    expect(page.get_by_role("img", name="How the totals went")).to_be_visible()
