"""Home, a new game and the settings on a phone: number of taps, accessibility in every state."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect
from sqlalchemy import text

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.games import course, creating, deleting, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import Received, received
from scorekeeper.services.payloads import NewChange, NewRound, RoundPayload
from scorekeeper.store.database import writing

DEVICE = "B" * 32
FOUR = ("Anna", "Bo", "Cleo", "Dagny")
_ANY = Precondition()
_SMALL = """() => [...document.querySelectorAll(
        "main .button, input:not([type=hidden], [type=radio], [type=checkbox]), select, .choice, summary")]
    .filter(e => e.checkVisibility() && (e.getBoundingClientRect().height < 47.9
        || parseFloat(getComputedStyle(e).fontSize) < 16))
    .map(e => e.outerHTML)"""


def _game(variant: str, *players: str, **more: object) -> str:
    return creating.create_game_for(DEVICE, {"variant": variant, "players": list(players), **more})


def _points(*values: int) -> Received[RoundPayload]:
    entries = {name: {"points": value} for name, value in zip(FOUR, values, strict=False)}
    return received(NewRound, {"closer": FOUR[0], "entries": entries})


@pytest.fixture
def last_week(live_app: Flask) -> str:
    """A game of four players that was played last week and has ended."""
    with live_app.app_context():
        game = _game("da-500", *FOUR, house_rules={"target": 300})
        rounds.enter_round(game, _points(50, 25, -10, 5), _ANY)
        course.end_game(game, received(NewChange, {}), _ANY)
        then = datetime.now(UTC) - timedelta(days=7)
        with writing() as session:
            session.execute(text("UPDATE game SET changed_at = :then"), {"then": then.replace(tzinfo=None)})
    return f"/games/{game}"


@pytest.fixture
def running(live_app: Flask) -> str:
    """A running game that a player has left, a deleted game, and one with long and unusual names."""
    with live_app.app_context():
        deleting.delete_game(_game("cs-500", "Xenia", "Yves", name="Old"), received(NewChange, {}), _ANY)
        _game("de-romme", "Maximiliana-Theodora von Hohenstein-West", "شيماء محمد", "<b>", name="W" * 80)
        game = _game("da-500", *FOUR)
        rounds.enter_round(game, _points(50, 25, -10, 5), _ANY)
        away = [{"id": number, "name": name} for number, name in zip("134", ("Anna", "Cleo", "Dagny"), strict=True)]
        change_settings(game, received(NewSettings, {"players": away}), _ANY)
    return f"/games/{game}"


@pytest.fixture
def tapped(page: Page, live_server: str) -> list[str]:
    """The taps on the phone that has the games."""
    taps: list[str] = []
    page.set_default_timeout(8_000)
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    page.expose_function("noteTap", lambda what: taps.append(what))
    page.add_init_script("addEventListener('click', e => e.isTrusted && noteTap(e.target.textContent), true)")
    return taps


def test_last_weeks_four_begin_by_two_taps(page: Page, last_week: str, tapped: list[str]) -> None:
    """From opening the app to the form of the first round: “again”, “enter round”."""
    page.goto("/")
    page.get_by_role("button", name="Again: Anna, Bo, Cleo, Dagny").tap()
    page.get_by_role("link", name="Enter round").tap()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert len(tapped) <= 4, tapped
    for name in FOUR:
        expect(page.get_by_text(name, exact=True).first).to_be_attached()


def test_last_weeks_four_begin_another_game_by_four_taps(page: Page, last_week: str, tapped: list[str]) -> None:
    """New game, variant, begin (the names are filled in), enter round."""
    page.goto("/")
    page.get_by_role("link", name="New game").tap()
    page.get_by_role("link", name="Iceland").tap()
    for number, name in enumerate(FOUR, 1):
        expect(page.get_by_role("textbox", name=f"Player {number}", exact=True)).to_have_value(name)
    page.locator(".actions").get_by_role("button", name="Begin").tap()
    page.get_by_role("link", name="Enter round").tap()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert len(tapped) <= 4, tapped
    for name in FOUR:
        expect(page.get_by_text(name, exact=True).first).to_be_attached()


def test_other_players_are_one_tap_away(page: Page, last_week: str, tapped: list[str]) -> None:
    """The names are cleared and restored, the first row has the cursor, the rest of the form stays."""
    page.goto("/games/new/da-500")
    page.locator("summary", has_text="House rules").click()
    page.get_by_label("The total that ends the game.").fill("300")
    page.get_by_role("button", name="Other players").tap()
    first = page.get_by_role("textbox", name="Player 1", exact=True)
    expect(first).to_have_value("")
    expect(first).to_be_focused()
    expect(page.get_by_label("The total that ends the game.")).to_have_value("300")
    page.get_by_role("button", name="Anna, Bo, Cleo, Dagny").tap()
    expect(page.get_by_role("textbox", name="Player 4", exact=True)).to_have_value("Dagny")


def test_a_double_tap_on_begin_makes_one_game(open_phone: Callable[..., Page]) -> None:
    """With and without script, on a phone without a game."""
    for script in (True, False):
        page = open_phone(java_script_enabled=script)
        page.goto("/games/new/da-500")
        for number, name in enumerate(FOUR, 1):
            page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
        page.locator(".actions").get_by_role("button", name="Begin").dblclick(no_wait_after=True)
        expect(page.get_by_role("link", name="Enter round")).to_be_visible()
        page.goto("/")
        expect(page.locator(".card")).to_have_count(1)


def test_seats_move_and_the_rest_of_the_form_stays(page: Page) -> None:
    """The page does not scroll, the moved row's button keeps the focus, folds stay open."""
    page.goto("/games/new/da-500")
    page.locator("summary", has_text="House rules").click()
    page.get_by_label("The total that ends the game.").fill("300")
    for number, name in enumerate(FOUR[:3], 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Player 3 one seat up").click()
    expect(page.get_by_role("textbox", name="Player 2", exact=True)).to_have_value("Cleo")
    expect(page.get_by_role("button", name="Player 2 one seat up")).to_be_focused()
    expect(page.get_by_label("The total that ends the game.")).to_have_value("300")
    page.get_by_role("button", name="More players").click()
    expect(page.get_by_role("textbox", name="Player 7", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Player 5 one seat up")).to_be_focused()
    page.get_by_label("Draw the first dealer by lot").check()
    page.locator(".actions").get_by_role("button", name="Begin").click()
    expect(page.get_by_role("status")).to_contain_text("Drawn by lot")


def test_somebody_joins_somebody_leaves_the_game_goes_and_comes_back(
    page: Page, running: str, tapped: list[str]
) -> None:
    """By htmx: settings with a mistake, then saved; the game deleted, then restored."""
    page.goto(running)
    page.get_by_role("link", name="Settings").click()
    page.locator("summary", has_text="Somebody joins").click()
    page.get_by_label("Name", exact=True).fill("anna")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator("#summary")).to_be_focused()
    page.get_by_label("Name", exact=True).fill("Eva")
    page.get_by_label("the average: ").check()
    page.get_by_label("comes back").check()
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Settings saved")
    expect(page.locator(".totals li")).to_have_count(5)
    page.get_by_role("link", name="Settings").click()
    page.locator("summary", has_text="Delete the game").click()
    page.get_by_role("link", name="Delete the game…").click()
    page.get_by_role("button", name="Yes, delete it").click()
    expect(page.get_by_role("status")).to_contain_text("is deleted")
    page.locator("summary", has_text="Deleted games (2)").click()
    page.locator(".deleted li", has_text="Rommy (500)").get_by_role("button").click()
    expect(page.get_by_role("status")).to_have_text("The game is restored.")


def test_two_join_at_once_and_the_second_deals(page: Page, running: str, tapped: list[str]) -> None:
    """The new row has the cursor, and the fold stays open."""
    page.goto(f"{running}/settings")
    page.locator("summary", has_text="Somebody joins").tap()
    page.get_by_label("Name", exact=True).fill("Eva")
    page.get_by_role("button", name="Add another player").tap()
    second = page.get_by_role("group", name="Newcomer 2")
    expect(second.get_by_label("Name", exact=True)).to_be_focused()
    second.get_by_label("Name", exact=True).fill("Frida")
    _nothing_typed_is_lost(page)
    second.get_by_label("deals the next round").check()
    page.locator("summary", has_text="Who changes this, and why (for the history)").tap()
    page.get_by_label("Why (optional)").fill("they came late")
    page.locator(".actions").get_by_role("button", name="Save").tap()
    expect(page.locator(".totals li")).to_have_count(6)
    expect(page.get_by_text("Frida deals")).to_be_visible()
    page.get_by_role("link", name="History").tap()
    expect(page.get_by_text("Why: they came late")).to_be_visible()


def _nothing_typed_is_lost(page: Page) -> None:
    """While one more row is on its way: what is typed in a field stays with the cursor, else it goes to the new row."""
    waiting: list[Route] = []
    for row, target, name, typed in ((2, "#new-0-name", "Eva", "Evald"), (3, "", "", "Gerd")):
        page.route("**/settings", lambda route: waiting.append(route), times=1)
        with page.expect_request("**/settings"):
            page.get_by_role("button", name="Add another player").click()
        if target:
            page.locator(target).focus()
            page.keyboard.press("End")
        page.keyboard.type(typed.removeprefix(name))
        waiting.pop().continue_()
        expect(page.locator(f"#new-{row}-name")).to_be_visible()
        field = page.locator(target or f"#new-{row}-name")
        expect(field).to_be_focused()
        expect(field).to_have_value(typed)
    page.locator("#new-0-name").fill("Eva")
    page.locator("#new-3-name").fill("")


def _two_join(page: Page) -> None:
    page.locator("summary", has_text="Somebody joins").click()
    page.get_by_role("button", name="Add another player").click()
    expect(page.locator("#new-1-name")).to_be_focused()


def _unfolded(page: Page) -> None:
    folded = page.locator("details:not([open]) > summary")
    while folded.count():
        folded.first.click()


def _wrong(page: Page) -> None:
    _unfolded(page)
    page.locator("[name='name-1']").fill("")
    page.locator("#new-0-name").fill("cleo")
    page.locator("[name='rule-target']").fill("0")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator("#summary")).to_be_focused()


def _moved(page: Page) -> None:
    page.locator(".up").last.click()
    expect(page.locator(".seats .up")).to_have_count(4)


STATES: dict[str, tuple[str, Callable[[Page], None] | None]] = {
    "home": ("/", _unfolded),
    "names": ("/games/new/da-500", None),
    "new": ("/games/new/de-romme", _unfolded),
    "moved": ("/games/new/da-500", _moved),
    "settings": ("{}/settings", None),
    "unfolded": ("{}/settings", _unfolded),
    "joining": ("{}/settings", _two_join),
    "wrong": ("{}/settings", _wrong),
    "delete": ("{}/delete", None),
}


def test_every_state_is_for_everybody(
    open_phone: Callable[..., Page], live_server: str, running: str, axe: Callable[[Page], None]
) -> None:
    """axe finds nothing; targets and text are large; nothing scrolls sideways at 320 px or at twice the text size."""
    page = open_phone()
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    for state, (address, bring_about) in STATES.items():
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(address.format(running))
        if bring_about:
            bring_about(page)
        axe(page)
        assert not page.evaluate(_SMALL), state
        for width in (320, 740):
            page.set_viewport_size({"width": width, "height": 360 if width == 740 else 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (state, width)
        page.set_viewport_size({"width": 360, "height": 740})
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, state


def test_the_first_page_is_light(page: Page, running: str, tapped: list[str]) -> None:
    """At most five requests and 50 kB, also with games."""
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto("/", wait_until="networkidle")
    assert len(sizes) <= 5
    assert sum(sizes) <= 50_000, sizes


def test_all_of_it_works_without_javascript(plain_page: Page) -> None:
    """Moving seats, more rows, drawing a dealer, saving settings, deleting and restoring."""
    page = plain_page
    page.set_default_timeout(8_000)
    page.goto("/games/new/da-500")
    for number, name in enumerate(FOUR, 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Player 4 one seat up").click()
    expect(page.get_by_role("textbox", name="Player 3", exact=True)).to_have_value("Dagny")
    page.get_by_label("Draw the first dealer by lot").check()
    page.locator(".actions").get_by_role("button", name="Begin").click()
    expect(page.get_by_role("status")).to_contain_text("Drawn by lot")
    page.get_by_role("link", name="Settings").click()
    page.locator("[name='name-1']").fill("Anne")
    page.get_by_role("button", name="Cleo one seat up").click()
    expect(page.locator("[name='name-1']")).to_have_value("Anne")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Settings saved")
    page.get_by_role("link", name="Settings").click()
    page.locator("summary", has_text="Delete the game").click()
    page.get_by_role("link", name="Delete the game…").click()
    page.get_by_role("button", name="Yes, delete it").click()
    page.locator("summary", has_text="Deleted games (1)").click()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("status")).to_have_text("The game is restored.")


_CUT_OFF = """() => [...document.querySelectorAll("select")].flatMap((select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = (one, other, size) => size - parseFloat(style[one]) - parseFloat(style[other]);
  const width = room("paddingLeft", "paddingRight", select.clientWidth);
  const high = parseFloat(style.lineHeight) || 1.3 * parseFloat(style.fontSize); // "normal" depends on the font
  const lines = Math.floor(room("paddingTop", "paddingBottom", select.clientHeight) / high);
  const fits = (text) => {
    if (style.whiteSpace !== "normal") return pen.measureText(text).width <= width;
    let [used, line] = [1, ""];
    for (const word of text.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (pen.measureText(longer).width <= width) line = longer;
      else [used, line] = [used + 1, word];
    }
    return used <= lines;
  };
  return [...select.options].filter((option) => !fits(option.text)).map((option) => option.text);
})"""


def test_no_choice_of_a_house_rule_is_cut_off(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for variant in VARIANTS:
        page.goto(f"/games/new/{variant}")
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        page.evaluate("for (const rule of document.querySelectorAll('[data-needs]')) rule.hidden = false")
        assert page.locator("select").count() > 0, variant
        assert page.evaluate(_CUT_OFF) == [], variant


def test_a_variation_shows_the_house_rules_that_it_makes_possible(page: Page) -> None:
    """What needs a box to be ticked appears with it; the tapped button keeps the focus, and the names stay."""
    page.goto("/games/new/en-gin")
    page.get_by_label("Player 1", exact=True).fill("Anna")
    spades = page.get_by_label("If the first upcard is a spade, the round counts double.")
    page.locator("summary", has_text="House rules").click()
    expect(spades).to_be_hidden()
    page.get_by_role("button", name="Oklahoma Gin").click()
    expect(page.get_by_role("button", name="Oklahoma Gin", pressed=True)).to_be_focused()
    expect(spades).to_be_visible()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Anna")
    assert page.evaluate(_SMALL) == []
    page.get_by_label("The first upcard says with how many points you may knock.").uncheck()
    expect(spades).to_be_hidden()
    expect(page.get_by_role("button", name="Oklahoma Gin")).to_be_visible()
