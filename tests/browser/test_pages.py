"""Every page in every state: no violations of axe in light and dark, no sideways scrolling, few requests."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.services.access import access
from scorekeeper.services.games import creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound

from .table import fill_round, nothing_waits

DEVICE = "A" * 32
EIGHT = ("Maximiliana-Theodora von Hohenstein-West", "Bo", "شيماء محمد", "Dan", "Eva", "Fia", "Gus", "Hal")
_ANY = Precondition()
_TOO_SMALL = """() => [...document.querySelectorAll(
        "main .button, input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea, .choice, summary")]
    .filter(e => e.checkVisibility() && (e.getBoundingClientRect().height < 47.9
        || parseFloat(getComputedStyle(e).fontSize) < 16)).map(e => e.outerHTML)"""


@pytest.fixture
def made(live_app: Flask) -> dict[str, str]:
    """The URLs of games in every state, of one device."""
    with live_app.app_context():
        made = {
            "empty": _game("da-500", "Anna", "Bo", "Cleo"),
            "running": _game("da-500", "Anna", "Bo", house_rules={"target": 300, "runs_only": True}),
            "tiles": _game("nb-rummy", "Anna", "Bo", "Cleo"),
            "won": _game("is-rommi", "Ásta", "Björn", house_rules={"target": 50}),
            "long": _game("cs-500", *EIGHT, house_rules={"target": 99999}),
        }
        mixed = {"Anna": {"melds": [["7D", "8D", "9D"]]}, "Bo": {"plus": 40, "minus": 15, "peeks": 1}}
        rounds.enter_round(made["running"], received(NewRound, {"closer": "Anna", "entries": mixed}), _ANY)
        odd = {"Anna": {"points": 51}, "Bo": {"points": -5}}
        accepted = {"closer": "Anna", "entries": odd, "accept_warnings": True}
        rounds.enter_round(made["running"], received(NewRound, accepted), _ANY)
        rounds.void_round(made["running"], 1, received(NewChange, {"why": "counted twice", "by": "Bo"}), _ANY)
        won = {"closer": "Ásta", "entries": {"Björn": {"minus": 60}}}
        rounds.enter_round(made["won"], received(NewRound, won), _ANY)
        for number in range(60):
            entries = {name: {"points": number - 30} for name in EIGHT}
            rounds.enter_round(made["long"], received(NewRound, {"closer": "Bo", "entries": entries}), _ANY)
        key = access.new_key(made["empty"], access.Role.VIEWER)
    return {**{name: f"/games/{game}" for name, game in made.items()}, "join": f"/join/{key}"}


def _game(variant: str, *players: str, **more: object) -> str:
    return creating.create_game_for(DEVICE, {"variant": variant, "players": list(players), **more})


def _known(context: BrowserContext, live_server: str) -> None:
    context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])


def _bad_game(page: Page, made: dict[str, str]) -> None:
    page.goto("/games/new/da-500")
    page.locator("#player-0").fill("Anna")
    page.locator("#player-1").fill("anna")
    page.locator("summary", has_text="House rules").click()
    page.get_by_label("The total that ends the game.").fill("0")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#summary")).to_be_focused()


def _house_rules(page: Page, made: dict[str, str]) -> None:
    page.goto("/games/new/de-romme")
    page.locator("summary", has_text="House rules").click()


def _folded_out(page: Page, made: dict[str, str]) -> None:
    page.goto(made["empty"] + "/rounds/new")
    for summary in page.locator("summary").all():
        summary.click()


def _bad_round(page: Page, made: dict[str, str]) -> None:
    page.goto(made["empty"])
    fill_round(page, "Anna", p0_points="many", p1_hand="7X", p2_points="1", p2_minus="5")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator("#summary")).to_be_focused()
    nothing_waits(page)


def _warned(page: Page, made: dict[str, str]) -> None:
    page.goto(made["tiles"])
    fill_round(page, "Anna", p0_points="-30", p1_points="-10", p2_points="-20")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator(".warn")).to_be_focused()
    nothing_waits(page)


def _saved(page: Page, made: dict[str, str]) -> None:
    page.goto(made["tiles"])
    page.evaluate("localStorage.clear()")  # a draft of before could come back a moment after the form is filled in
    fill_round(page, "Anna", p0_points="", p1_points="", p2_points="", p1_minus="10", p2_minus="20")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_be_focused()


def _ending(page: Page, made: dict[str, str]) -> None:
    page.goto(made["running"])
    page.locator("summary", has_text="End the game").click()
    page.locator("summary", has_text="House rules").click()


def _round(page: Page, made: dict[str, str]) -> None:
    page.goto(made["running"] + "/rounds/2")
    for summary in page.locator("summary").all():
        summary.click()


STATES: dict[str, str | Callable[[Page, dict[str, str]], None]] = {
    "home": "/",
    "choose": "/games/new",
    "new-game": "/games/new/cs-500",
    "house-rules": _house_rules,
    "bad-game": _bad_game,
    "empty": "empty",
    "running": "running",
    "won": "won",
    "long": "long",
    "ending": _ending,
    "round-form": "empty/rounds/new",
    "tiles-form": "tiles/rounds/new",
    "folded-out": _folded_out,
    "bad-round": _bad_round,
    "warned": _warned,
    "saved": _saved,
    "round": _round,
    "void-round": "running/rounds/1",
    "correct": "running/rounds/1/edit",
    "history": "running/history",
    "rules": "/rules/de-romme",
    "privacy": "/privacy",
    "rules-of-game": "running/rules",
    "join": "join",
    "unknown-game": "/games/0123456789abcdef",
    "nowhere": "/nowhere",
}


def _show(page: Page, made: dict[str, str], state: str) -> None:
    where = STATES[state]
    if callable(where):
        where(page, made)
    elif where.startswith("/"):
        page.goto(where)
    else:
        name, slash, rest = where.partition("/")
        page.goto(made[name] + slash + rest)


def test_every_page_in_any_state_is_for_everybody(
    open_phone: Callable[..., Page], live_server: str, made: dict[str, str], axe: Callable[[Page], None]
) -> None:
    """Check names, contrast, targets and order of headings in light and dark, the width, and doubled text.

    Buttons, fields, choices and folds are at least 48 px high; inputs have at least 16 px text.
    """
    page = open_phone()
    _known(page.context, live_server)
    for state in STATES:
        _show(page, made, state)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, state
        small = page.evaluate(_TOO_SMALL)
        assert not small, state
        axe(page)
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, state


def test_no_page_scrolls_sideways(open_phone: Callable[..., Page], live_server: str, made: dict[str, str]) -> None:
    """A wide table scrolls in a region of its own."""
    page = open_phone()
    _known(page.context, live_server)
    for state in STATES:
        page.set_viewport_size({"width": 320, "height": 740})
        _show(page, made, state)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, state
        page.set_viewport_size({"width": 1280, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280, state


def test_a_first_load_takes_at_most_five_requests(page: Page) -> None:
    """Page, style, htmx, our script and the icon; no file is requested twice."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("/", wait_until="networkidle")
    assert len(requests) <= 5, requests


def test_the_main_action_is_within_the_thumbs_reach(
    open_phone: Callable[..., Page], live_server: str, made: dict[str, str]
) -> None:
    """The button is in the lowest quarter of the screen, however long the page is."""
    page = open_phone()
    _known(page.context, live_server)
    for state in ("home", "long", "running", "round-form", "round"):
        _show(page, made, state)
        page.evaluate("scrollTo(0, 0)")
        box = page.locator(".actions .main").bounding_box()
        assert box
        assert 555 <= box["y"] <= 740 - box["height"], state


def test_times_are_shown_in_the_readers_zone(
    open_phone: Callable[..., Page], live_server: str, made: dict[str, str]
) -> None:
    """The script converts times; without it they are in UTC."""
    with_script, without = open_phone(timezone_id="Asia/Tokyo"), open_phone(java_script_enabled=False)
    for page in (with_script, without):
        _known(page.context, live_server)
        page.goto(made["running"] + "/history")
    assert "UTC" in without.locator("time").first.inner_text()
    assert "UTC" not in with_script.locator("time").first.inner_text()
