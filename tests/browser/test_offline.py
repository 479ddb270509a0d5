"""Without network: the cached scoreboard is shown, and rounds entered meanwhile are sent once each, in order."""

import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.config.settings import Settings
from scorekeeper.services.access import grants
from scorekeeper.services.access.access import Access, Role
from scorekeeper.services.games import rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.referee import decisions, rulings
from scorekeeper.services.referee.decisions import NewAcceptance
from scorekeeper.services.views import loading
from scorekeeper.web.assets import offline

from ..processes import serving
from .table import becomes, begin, fill_round, given, nothing_waits, save


@pytest.fixture
def phone(open_phone: Callable[..., Page], complaints: list[str]) -> Iterator[Page]:
    """A phone with service workers; the only errors that it may have are failed requests of htmx."""
    yield open_phone(service_workers="allow")
    complaints[:] = [each for each in complaints if "TypeError: Failed to fetch" not in each]


# Wait until the worker has cached a path with a text in it, and not before a moment. Not by `wait_for_function`, which
# takes the promise of an asynchronous function for true.
_UNTIL_KEPT = """async ([path, text, since]) => {
    for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 20))) {
        const kept = await (await caches.open("scorekeeper-seen")).match(path);
        if (kept && Date.parse(kept.headers.get("X-Seen")) > since && (await kept.text()).includes(text)) return;
    }
    throw new Error(`${path} is not cached with ${text}`);
}"""


def wait_until_cached(page: Page, path: str, text: str = "", since: int = 0) -> None:
    """Wait until the worker has cached `path` with `text` in it, after `since` (milliseconds)."""
    page.evaluate(_UNTIL_KEPT, [path, text, since])


def wait_for_worker(page: Page) -> None:
    """Wait until the worker controls the page and has cached scoreboard and form."""
    becomes(page, "Boolean(navigator.serviceWorker.controller)")
    page.evaluate(
        """async path => {
            const seen = await caches.open("scorekeeper-seen");
            while (!(await seen.match(path))) await new Promise(done => setTimeout(done, 50));
        }""",
        f"/games/{page.url.split('/')[4]}/rounds/new",
    )


@pytest.fixture
def game(phone: Page) -> str:
    """The URL of a game of Anna and Bo that the phone has made and cached."""
    given(phone, "da-500", "Anna", "Bo")
    wait_for_worker(phone)
    return phone.url


def enter_elsewhere(app: Flask, game: str, anna: int, bo: int) -> None:
    """Enter a round from another phone, in which Bo goes out."""
    body = {"how": "out", "closer": "Bo", "entries": {"Anna": {"points": anna}, "Bo": {"points": bo}}}
    with app.app_context():
        rounds.enter_round(game.rsplit("/", 1)[1], received(NewRound, body), Precondition())


def correct_elsewhere(app: Flask, game: str, anna: int) -> None:
    """Correct the first round from another phone."""
    body = {"how": "out", "closer": "Anna", "entries": {"Anna": {"points": anna}, "Bo": {"points": -10}}}
    with app.app_context():
        rounds.correct_round(game.rsplit("/", 1)[1], 1, received(NewRound, body), Precondition())


def totals(page: Page, *texts: str) -> None:
    """Wait until the page shows these totals."""
    expect(page.locator(".totals b")).to_have_text(list(texts))


def test_the_last_known_scoreboard_is_shown_without_network(phone: Page, game: str, live_app: Flask) -> None:
    """The latest board, marked as old; it is refreshed with the network, and deleted with the access."""
    fill_round(phone, "Anna", p0_points="35", p1_points="-10")
    save(phone, "Anna 35", "Bo −10")
    enter_elsewhere(live_app, game, 5, 100)
    totals(phone, "90", "40")
    wait_until_cached(phone, f"/games/{game.split('/')[4]}", "Round 3 is next.")
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_contain_text("Offline: scores as of")
    phone.reload()
    totals(phone, "90", "40")
    expect(phone.locator("#offline")).to_contain_text("Offline: scores as of")
    expect(phone.locator(".change")).to_have_count(0)
    phone.get_by_role("link", name="History").click()
    expect(phone.get_by_role("heading", name="Offline", exact=True)).to_be_visible()
    phone.locator("#kept-games a").click()
    enter_elsewhere(live_app, game, 0, 10)
    phone.context.set_offline(False)
    totals(phone, "100", "40")
    expect(phone.locator("#offline")).to_have_count(0)
    phone.get_by_role("button", name="Undo").click()  # with a token of now
    totals(phone, "90", "40")
    with live_app.app_context():
        grants.withdraw(Access(game.rsplit("/", 1)[1], Role.SCORER), grants.OTHERS)
    expect(phone.get_by_text("lost access to the game")).to_be_visible()
    phone.context.set_offline(True)
    phone.goto(game)
    expect(phone.get_by_role("heading", name="Offline", exact=True)).to_be_visible()
    expect(phone.locator("#kept-games")).to_be_hidden()


def enter(page: Page, who: str, anna: str, bo: str) -> None:
    """Fill in the form of the next round and save it."""
    fill_round(page, who, p0_points=anna, p1_points=bo)
    page.locator(".actions").get_by_role("button", name="Save").click()


def unsent(page: Page, number: int) -> None:
    """Wait until the page shows that so many rounds are unsent."""
    if number:
        expect(page.locator("#unsent summary")).to_have_text(f"Not sent yet ({number})")
    else:
        expect(page.locator("#unsent")).to_have_count(0)


def unfold(page: Page) -> None:
    """Open the list of unsent rounds."""
    page.locator("#unsent summary").click()


def test_the_board_counts_on_with_unsent_rounds(phone: Page, game: str) -> None:
    """Totals, order, round number and dealer; the same again when the page is reloaded, and when they are sent."""
    fill_round(phone, "Anna", p0_points="35", p1_points="-10")
    save(phone, "Anna 35", "Bo −10")
    expect(phone.locator("#next-deal")).to_contain_text("Bo deals")
    phone.context.set_offline(True)
    enter(phone, "Bo", "5", "100")
    unsent(phone, 1)
    totals(phone, "90", "40")
    expect(phone.locator(".totals .added")).to_have_text(["not sent", "not sent"])
    expect(phone.locator(".totals.gained .gain")).to_have_text(["+100", "+5"])
    expect(phone.locator(".totals .place")).to_have_text(["1.", "2."])
    expect(phone.locator("#headline")).to_have_text("Round 3 is next.")
    expect(phone.locator("#next-deal")).to_contain_text("Anna deals")
    expect(phone.locator("#unsent li")).to_be_hidden()
    enter(phone, "Anna", "410", "-25")
    totals(phone, "450", "65")
    phone.reload()
    totals(phone, "450", "65")
    expect(phone.locator(".totals .added")).to_have_text(["+415 not sent", "+75 not sent"])
    expect(phone.locator("#headline")).to_have_text("Round 4 is next.")
    enter(phone, "Anna", "50", "0")
    expect(phone.locator("#headline")).to_have_text("Anna wins. The scoreboard shows the end when it is sent.")
    unfold(phone)
    phone.get_by_role("button", name="Delete").last.click()
    phone.get_by_role("button", name="Delete it?").click()
    totals(phone, "450", "65")
    phone.context.set_offline(False)
    unsent(phone, 0)
    totals(phone, "450", "65")
    expect(phone.locator(".added")).to_have_count(0)
    expect(phone.locator("#headline")).to_have_text("Round 4 is next.")


def rows(page: Page, *texts: str) -> None:
    """Wait until the list of rounds has these rows, the latest first."""
    expect(page.locator(".rounds tbody tr:not(.under)")).to_have_text(list(texts), use_inner_text=True)


def test_corrections_and_voids_wait_in_the_outbox_too(
    phone: Page, game: str, live_app: Flask, axe: Callable[[Page], None]
) -> None:
    """They are counted and marked on the board, survive a reload, and another phone sees each once.

    A correction takes five taps: the row, the number, its digits, Save. An unsent correction is changed where it waits.
    """
    for anna, bo in (("35", "-10"), ("5", "100")):
        fill_round(phone, "Anna" if anna == "35" else "Bo", p0_points=anna, p1_points=bo)
        phone.locator(".actions").get_by_role("button", name="Save").click()
        expect(phone.locator(".change")).to_be_visible()
    wait_until_cached(phone, f"/games/{game.split('/')[4]}", "Round 3 is next.")
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_be_visible()
    phone.locator(".rounds tbody tr").last.click()
    phone.locator(".under").get_by_role("link", name="Change the 35 of Anna").click()
    expect(phone.get_by_role("heading", name="Correct round 1")).to_be_visible()
    expect(phone.locator("#p1-points")).to_have_value("−10")
    expect(phone.get_by_role("radio", name="Anna", exact=True)).to_be_checked()
    expect(phone.locator("#p0-points")).to_be_focused()
    phone.get_by_role("button", name="4", exact=True).click()
    phone.get_by_role("button", name="5", exact=True).click()
    phone.locator(".actions").get_by_role("button", name="Save").click()
    expect(phone.get_by_role("status").get_by_text("The correction of round 1 is kept on this device.")).to_be_visible()
    unsent(phone, 1)
    totals(phone, "90", "50")
    expect(phone.locator(".totals .gain")).to_have_text(["+10"])
    rows(phone, "2 5 ♠ went out 100", "1 not sent ♠ went out 45 −10")
    axe(phone)
    enter(phone, "Anna", "20", "5")
    totals(phone, "95", "70")
    expect(phone.locator(".totals.gained .gain")).to_have_text(["+5", "+20"])
    phone.locator(".rounds tbody tr").nth(1).click()
    phone.locator(".under").get_by_text("Void this round").click()
    phone.locator(".under").get_by_role("button", name="Void it").click()
    unsent(phone, 3)
    totals(phone, "65", "−5")
    rows(phone, "3 not sent ♠ went out 20 5", "2 void, not sent 5 ♠ went out 100", "1 not sent ♠ went out 45 −10")
    phone.locator(".kept").get_by_role("button", name="Undo").click()
    unsent(phone, 2)
    totals(phone, "95", "70")
    phone.locator(".rounds tbody tr").nth(1).click()
    phone.locator(".under").get_by_text("Void this round").click()
    phone.locator(".under").get_by_role("button", name="Void it").click()
    unsent(phone, 3)
    phone.reload()
    totals(phone, "65", "−5")
    expect(phone.locator("#headline")).to_have_text("Round 4 is next.")
    phone.locator(".rounds tbody tr").last.click()
    phone.locator(".under").get_by_role("link", name="Correct").click()
    expect(phone.get_by_role("heading", name="Correct round 1")).to_be_visible()
    expect(phone.locator("#p0-points")).to_have_value("45")
    phone.locator("#p0-points").fill("55")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    unsent(phone, 3)
    totals(phone, "75", "−5")
    phone.context.route("**/edit", lambda route: route.abort())
    since = phone.evaluate("Date.now()")
    phone.context.set_offline(False)
    wait_until_cached(phone, f"/games/{game.split('/')[4]}", since=since)
    phone.context.set_offline(True)
    phone.reload()
    totals(phone, "75", "−5")  # counted once: the board in the cache is the server's
    phone.context.unroute("**/edit")
    phone.context.set_offline(False)
    unsent(phone, 0)
    totals(phone, "75", "−5")
    rows(phone, "3 ♠ went out 20 5", "2 void 5 ♠ went out 100", "1 ♠ went out 55 −10")
    with live_app.app_context():
        view = loading.load_game(game.rsplit("/", 1)[1])
        assert [row.what for row in view.state.done] == ["add", "add", "correct", "add", "void"]
        assert view.totals == {"Anna": 75, "Bo": -5}


_PATHS = "[...document.querySelectorAll('#chart path, #chart text')].map(each => each.outerHTML)"


def _open_and_cut(page: Page, game: str) -> None:
    """Open a scoreboard, and take the network away when the worker has cached it."""
    since = page.evaluate("Date.now()")
    page.goto(game)
    wait_until_cached(page, f"/games/{game.split('/')[4]}", since=since)
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()


def test_a_game_with_a_limit_goes_on_without_network(phone: Page) -> None:
    """Whoever is out is asked for no points, or comes back in; after a correction the form asks as it has to."""
    rules = {
        "What ends the game.": "limit",
        "The total that puts a player out.": "50",
        "Whether a player who is out": "highest",
    }
    begin(phone, "points", "Ida", "Ole", "Eva", rules=rules)
    wait_for_worker(phone)
    _open_and_cut(phone, phone.url)
    save = phone.locator(".actions").get_by_role("button", name="Save")
    enter_round = phone.locator(".actions").get_by_role("link", name="Enter round")
    fill_round(phone, None, p0_points="10", p1_points="60", p2_points="20")
    save.click()
    unsent(phone, 1)
    expect(phone.locator("#totals li").last).to_contain_text("out may come back in with 20")
    enter_round.click()
    expect(phone.locator("#p1-points")).to_be_hidden()
    phone.locator("#p0-points").fill("5")
    phone.locator("#p2-points").fill("7")
    save.click()
    unsent(phone, 2)
    totals(phone, "15", "27", "60")
    enter_round.click()
    phone.get_by_label("Comes back in with 27").check()
    for row, points in enumerate(("1", "2", "3")):
        phone.locator(f"#p{row}-points").fill(points)
    save.click()
    unsent(phone, 3)
    totals(phone, "16", "29", "30")
    phone.context.set_offline(False)
    unsent(phone, 0)
    phone.reload()
    totals(phone, "16", "29", "30")
    _open_and_cut(phone, phone.url)
    phone.locator(".rounds th a").last.click()
    phone.get_by_role("link", name="Correct", exact=True).click()
    expect(phone.locator("#p1-points")).to_have_value("60")
    phone.locator("#p2-points").fill("40")
    save.click()
    unsent(phone, 1)
    totals(phone, "16", "49", "50")
    enter_round.click()
    expect(phone.get_by_label("Comes back in with 49")).to_be_visible()
    phone.context.set_offline(False)
    unsent(phone, 0)
    phone.goto(phone.url.split("/rounds")[0])
    totals(phone, "16", "49", "50")


def test_undo_without_network_takes_back_the_change_that_was_shown(phone: Page, game: str, live_app: Flask) -> None:
    """Board, chart and big view show it at once. After another phone's change nothing is undone: the table is asked."""
    for who, anna, bo in (("Anna", "35", "-10"), ("Bo", "5", "100"), ("Anna", "20", "0")):
        fill_round(phone, who, p0_points=anna, p1_points=bo)
        phone.locator(".actions").get_by_role("button", name="Save").click()
        expect(phone.locator(".change")).to_be_visible()
    phone.goto(f"{game}/big")
    totals(phone, "90", "60")
    _open_and_cut(phone, game)
    undo, redo = (phone.locator(".more").get_by_role("button", name=name) for name in ("Undo", "Redo"))
    undo.click()
    unsent(phone, 1)
    expect(phone.get_by_role("status").get_by_text("The last change of round 3 is undone.")).to_be_visible()
    totals(phone, "90", "40")
    rows(phone, "2 5 ♠ went out 100", "1 ♠ went out 35 −10")
    undo.click()
    expect(phone.get_by_role("alert")).to_have_text("Offline you can undo one change. Go online to undo more.")
    redo.click()
    unsent(phone, 0)
    totals(phone, "90", "60")
    undo.click()
    unsent(phone, 1)
    phone.reload()
    totals(phone, "90", "40")
    expect(phone.locator("#headline")).to_have_text("Round 3 is next.")
    enter(phone, "Bo", "15", "30")
    unsent(phone, 2)
    totals(phone, "120", "55")
    expect(phone.locator("#chart desc")).to_have_text("Bo 120, Anna 55")
    drawn = phone.evaluate(_PATHS)
    phone.goto(f"{game}/big")
    totals(phone, "120", "55")
    expect(phone.locator("#headline")).to_have_text("Round 4 is next.")
    phone.context.set_offline(False)
    unsent(phone, 0)
    totals(phone, "120", "55")
    _open_and_cut(phone, game)
    totals(phone, "120", "55")
    assert phone.evaluate(_PATHS) == drawn
    undo.click()
    totals(phone, "90", "40")
    enter_elsewhere(live_app, game, 0, 10)
    phone.context.set_offline(False)
    expect(phone.locator("#unsent .error")).to_have_text(
        "Nothing was undone: another phone has changed the game meanwhile. Round 3 is now: Anna 15 · Bo 30."
    )
    totals(phone, "130", "55")
    phone.get_by_role("button", name="Void it anyway").click()
    unsent(phone, 0)
    totals(phone, "100", "40")
    with live_app.app_context():
        view = loading.load_game(game.rsplit("/", 1)[1])
        assert [row.what for row in view.state.done] == ["add", "add", "add", "add", "void"]


def test_a_correction_without_network_has_cards_penalties_and_rulings(phone: Page, game: str, live_app: Flask) -> None:
    """The form has what was entered, and the ruling's points stay. Without a cached form one sentence says why not."""
    game_id = game.rsplit("/", 1)[1]
    bo: dict[str, object] = {"melds": [["7D", "8D", "9D"]], "hand": ["KS"]}
    body = {"closer": "Anna", "entries": {"Anna": {"plus": 40, "minus": 0, "peeks": 1}, "Bo": bo}}
    call = {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Anna", "callers": ["Bo"]}
    with live_app.app_context():
        asked = rulings.ask_in_game(game_id, lambda: {"question": "rummy-call", "situation": call}, Precondition())
        decisions.accept_ruling(game_id, asked.id, received(NewAcceptance, {}), Precondition())
        before = rounds.enter_round(game_id, received(NewRound, body), Precondition()).view
    totals(phone, "15", "−45")
    assert dict(before.totals) == {"Anna": 15, "Bo": -45}
    wait_until_cached(phone, f"/games/{game_id}", "Round 2 is next.")
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_be_visible()
    phone.locator(".rounds tbody tr").click()
    phone.locator(".under").get_by_role("link", name="Correct").click()
    expect(phone.locator("#p1-melds")).to_have_value("7♦ 8♦ 9♦")
    expect(phone.locator("#p0-peeks")).to_have_value("1")
    expect(phone.locator("[data-name=Bo] .ruled p")).to_have_text("5 − 50 ruling = −45")
    expect(phone.locator("[data-name=Anna] .ruled")).to_be_hidden()
    phone.get_by_label("Why (optional)").fill("miscounted")
    phone.locator("[data-name=Anna] summary").click()
    phone.locator("#p0-plus").fill("60")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    rows(phone, "1 not sent ♠ went out 35 −45")
    phone.reload()
    rows(phone, "1 not sent ♠ went out 35 −45")
    phone.locator(".more").get_by_role("button", name="Undo").click()
    unsent(phone, 0)
    rows(phone, "1 ♠ went out 15 −45")
    phone.evaluate(
        "path => caches.open('scorekeeper-seen').then(seen => seen.delete(path))", f"/games/{game_id}/rounds/new"
    )
    phone.locator(".rounds tbody tr").click()
    expect(phone.locator(".under")).to_contain_text(
        "Correcting round 1 needs the network: this phone has no form for it."
    )
    phone.context.set_offline(False)
    expect(phone.locator("#offline")).to_have_count(0)
    phone.locator(".under").get_by_text("Void this round").click()
    phone.locator(".under").get_by_role("button", name="Void it").click()
    rows(phone, "1 void ♠ went out 15 −45")
    unsent(phone, 0)


def test_a_conflict_of_a_correction_or_void_shows_both_values_and_later_entries_wait(
    phone: Page, game: str, live_app: Flask
) -> None:
    """The form opens with the server's own notice; a void can be repeated on the round as it is now."""
    fill_round(phone, "Anna", p0_points="35", p1_points="-10")
    save(phone, "Anna 35", "Bo −10")
    wait_until_cached(phone, f"/games/{game.split('/')[4]}", "Round 2 is next.")
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_be_visible()
    phone.locator(".rounds tbody tr").click()
    phone.locator(".under").get_by_role("link", name="Change the −10 of Bo").click()
    expect(phone.locator("#p1-points")).to_have_value("−10")
    phone.locator("#p1-points").fill("-15")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    enter(phone, "Bo", "5", "100")
    unsent(phone, 2)
    correct_elsewhere(live_app, game, 60)
    phone.context.set_offline(False)
    expect(phone.locator("#unsent .error")).to_have_text(
        "The game has changed on another phone meanwhile. Look at both, then choose."
    )
    unsent(phone, 2)
    totals(phone, "60", "−10")
    expect(phone.locator(".added")).to_have_count(0)
    phone.get_by_role("link", name="Open and save again").click()
    expect(phone.get_by_text("The game has changed since you opened this form.")).to_be_visible()
    expect(phone.locator("main .clash tbody tr")).to_have_text(["Anna 60 35", "Bo −10 −15"], use_inner_text=True)
    expect(phone.locator("#p1-points")).to_have_value("-15")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    totals(phone, "85", "40")
    unsent(phone, 0)
    rows(phone, "2 5 ♠ went out 100", "1 ♠ went out 35 −15")
    wait_until_cached(phone, f"/games/{game.split('/')[4]}", "Round 3 is next.")
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_be_visible()
    phone.locator(".rounds tbody tr").last.click()
    phone.locator(".under").get_by_text("Void this round").click()
    phone.get_by_label("Why (optional)").fill("played twice")
    phone.locator(".under").get_by_role("button", name="Void it").click()
    enter(phone, "Bo", "10", "20")
    totals(phone, "120", "15")
    correct_elsewhere(live_app, game, 50)
    phone.context.set_offline(False)
    expect(phone.locator("#unsent .error")).to_have_text(
        "The game has changed on another phone meanwhile. Round 1 is now: Anna 50 · Bo −10."
    )
    totals(phone, "90", "55")
    phone.get_by_role("button", name="Void it anyway").click()
    unsent(phone, 0)
    totals(phone, "120", "15")
    rows(phone, "3 10 ♠ went out 20", "2 5 ♠ went out 100", "1 void ♠ went out 50 −10")
    phone.get_by_role("link", name="History").click()
    expect(phone.get_by_text("Why: played twice")).to_be_visible()


def test_rounds_entered_without_network_are_sent_later_each_once_in_order(
    phone: Page, game: str, axe: Callable[[Page], None]
) -> None:
    """Also if the tab was closed, one was changed and one deleted meanwhile."""
    phone.context.set_offline(True)
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    enter(phone, "Bo", "5", "50")
    unsent(phone, 2)
    enter(phone, "Bo", "10", "70")
    unsent(phone, 3)
    rows(phone, "3 not sent 10 ♠ went out 70", "2 not sent 5 ♠ went out 50", "1 not sent ♠ went out 35 −10")
    unfold(phone)
    axe(phone)
    expect(phone.locator("#unsent li strong")).to_have_text(["Round 1", "Round 2", "Round 3"])
    phone.get_by_role("button", name="Delete").nth(1).click()
    phone.get_by_role("button", name="Delete it?").click()
    unsent(phone, 2)
    expect(phone.locator("#unsent li strong")).to_have_text(["Round 1", "Round 2"])
    phone.get_by_role("link", name="Change").last.click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.locator("#p1-points")).to_have_value("70")
    other = phone.context.new_page()
    other.goto(phone.url)
    expect(other.locator("#p1-points")).to_have_value("70")
    other.locator("#p1-points").fill("65")
    other.locator(".actions").get_by_role("button", name="Save").click()
    expect(other.locator("#unsent li span")).to_have_text(["Anna 35 · Bo −10", "Anna 10 · Bo 65"])
    other.close()
    phone.locator("#p1-points").fill("75")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    expect(phone.get_by_text("Another tab changed this round meanwhile: Anna 10 · Bo 65.")).to_be_visible()
    phone.locator(".actions").get_by_role("button", name="Save").click()
    expect(phone.locator("#unsent li span")).to_have_text(["Anna 35 · Bo −10", "Anna 10 · Bo 75"])
    context = phone.context
    phone.close()
    context.route("**/rounds", lambda route: route.abort())
    context.set_offline(False)
    again = context.new_page()
    again.goto("/")
    expect(again.get_by_role("heading", name="Your games")).to_be_visible()
    unsent(again, 2)
    context.unroute("**/rounds")
    again.close()  # from here on the outbox may reload the list of games at any moment: no page is navigated twice
    watcher = context.new_page()
    watcher.goto("/static/icon.svg")
    sender = context.new_page()
    sender.goto("/", wait_until="commit")
    nothing_waits(watcher)
    expect(sender.locator(".card")).to_contain_text("2 rounds")
    unsent(sender, 0)
    sender.close()
    board = context.new_page()
    board.goto(game)
    totals(board, "65", "45")
    expect(board.locator(".rounds tbody tr")).to_have_count(2)


def test_what_is_not_taken_stays_with_the_reason_until_somebody_solves_it(
    phone: Page, game: str, live_app: Flask
) -> None:
    """A conflict and an implausible row are shown and solved; later rounds of the game wait."""
    phone.context.set_offline(True)
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    enter(phone, "Bo", "7", "50")
    unsent(phone, 2)
    enter_elsewhere(live_app, game, 5, 100)
    phone.context.set_offline(False)
    expect(phone.locator("#unsent .error")).to_have_text(
        "Another phone entered this round meanwhile. Open it to compare both and choose."
    )
    unsent(phone, 2)
    totals(phone, "100", "5")
    both = ["Anna 5 35", "Bo 100 −10"]
    expect(phone.locator("#unsent .clash tbody tr")).to_have_text(both, use_inner_text=True)
    phone.get_by_role("link", name="Open and save again").click()
    expect(phone.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(phone.locator("#p1-points")).to_have_value("-10")
    expect(phone.locator("main .clash tbody tr")).to_have_text(both, use_inner_text=True)
    unsent(phone, 2)
    phone.get_by_role("button", name="Replace round 1 with mine").click()
    expect(phone.locator("#unsent .error")).to_contain_text("Anna: every card of this game counts a multiple of 5.")
    totals(phone, "35", "−10")
    unsent(phone, 1)
    phone.get_by_role("link", name="Open and save again").click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    phone.locator("#p0-points").fill("10")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    totals(phone, "45", "40")
    unsent(phone, 0)


def test_what_is_typed_and_what_is_saved_outlives_a_bad_network(phone: Page, game: str) -> None:
    """A captive portal's answer is no answer of ours. Settings stay as typed when the network comes back."""
    phone.context.route("**/rounds", lambda route: route.fulfill(body="<html>Log in to the hotel", status=200))
    phone.context.route("**/token", lambda route: route.fulfill(body="<html>Log in to the hotel", status=200))
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    phone.goto(f"{game}/settings")
    phone.get_by_label("A name for this game").fill("Friday")
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_be_visible()
    phone.context.unroute("**/rounds")
    phone.context.unroute("**/token")
    phone.context.set_offline(False)
    expect(phone.locator("#offline")).to_have_count(0)
    nothing_waits(phone)
    expect(phone.get_by_label("A name for this game")).to_have_value("Friday")
    phone.goto(game)
    totals(phone, "35", "−10")


def test_a_page_in_the_language_of_before_says_so(phone: Page, game: str) -> None:
    """The form is cached again as soon as the board is opened in the new language."""
    path = f"/games/{game.split('/')[4]}"
    phone.goto("/")
    phone.get_by_role("button", name="Dansk").click()
    expect(phone.locator("html")).to_have_attribute("lang", "da")
    _update_worker(phone)
    phone.context.set_offline(True)
    phone.goto(f"{path}/rounds/new")
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect(phone.locator("#offline")).to_contain_text("Siden bliver på det tidligere sprog")
    phone.context.set_offline(False)
    phone.goto(game)
    wait_until_cached(phone, f"{path}/rounds/new", '<html lang="da"')
    phone.context.set_offline(True)
    phone.goto(f"{path}/rounds/new")
    expect(phone.locator("#offline")).to_be_visible()
    expect(phone.locator("#offline")).not_to_contain_text("det tidligere sprog")


@pytest.mark.usefixtures("game")
def test_an_answer_that_is_lost_saves_one_round(phone: Page, complaints: list[str]) -> None:
    """The server has saved the round, the phone does not know: it is sent again, and there is one round."""

    def cut(route: Route) -> None:
        route.fetch()
        phone.context.set_offline(True)
        route.abort("connectionreset")

    phone.context.route("**/rounds", cut, times=1)
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    totals(phone, "35", "−10")
    expect(phone.locator(".added")).to_have_count(2)
    phone.context.set_offline(False)
    unsent(phone, 0)
    totals(phone, "35", "−10")
    expect(phone.locator(".rounds tbody tr")).to_have_count(1)
    complaints.clear()  # of the connection


def test_a_page_left_in_the_blink_of_saving_does_not_call_unsent_what_was_saved(
    phone: Page, complaints: list[str]
) -> None:
    """The round is sent once more without a notice; a notice appears if that fails."""
    given(phone, "da-500", "Anna", "Bo")
    game = phone.url
    phone.add_init_script(
        """new MutationObserver(() => document.getElementById("unsent") && (sessionStorage.told = "1"))
            .observe(document, { childList: true, subtree: true })"""
    )

    def leave_while_saving(answer: Callable[[Route], object]) -> None:
        phone.route("**/rounds", answer, times=1)
        with phone.expect_request("**/rounds"):
            enter(phone, "Anna", "35", "-10")
        phone.goto(game)

    leave_while_saving(lambda route: route.fetch())
    totals(phone, "35", "−10")
    nothing_waits(phone)
    assert phone.evaluate("sessionStorage.told") is None
    expect(phone.locator(".rounds tbody tr")).to_have_count(1)
    phone.route("**/rounds", lambda route: route.abort())
    leave_while_saving(lambda _: None)
    unsent(phone, 1)
    phone.unroute("**/rounds")
    unsent(phone, 0)
    totals(phone, "70", "−20")
    complaints.clear()  # of the connection


def _update_worker(page: Page) -> None:
    """Have the browser install the worker of now, unless it has, and wait until it has taken over."""
    page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            const over = new Promise((done) => (navigator.serviceWorker.oncontrollerchange = () => done()));
            await registration.update();
            if (registration.installing || registration.waiting) await over;
        }"""
    )


def test_a_new_release_loses_no_round(phone: Page, game: str, live_app: Flask) -> None:
    """Its worker takes over while rounds are in the outbox; open pages still get their files."""
    phone.context.set_offline(True)
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    phone.context.route("**/token", lambda route: route.abort())
    phone.context.set_offline(False)
    offline.FILES.append("print.js")
    offline._script.cache_clear()
    try:
        _update_worker(phone)
        phone.context.set_offline(True)
        phone.goto(game)
        unsent(phone, 1)
        assert phone.evaluate("getComputedStyle(document.querySelector('.totals')).display") == "grid"
        phone.context.unroute("**/token")
        phone.context.set_offline(False)
        unsent(phone, 0)
        totals(phone, "35", "−10")
    finally:
        offline.FILES.remove("print.js")
        offline._script.cache_clear()


_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) {}"
_SAFARI, _CHROME = (_IPHONE.format(f"{each} Mobile/15E148 Safari/604.1") for each in ("Version/17.5", "CriOS/126.0"))
_INSTALLED = """installed => {
    Object.defineProperty(navigator, "standalone", { value: installed });
    navigator.storage.persist = navigator.storage.persisted = async () => false;
}"""


def test_safari_on_an_iphone_says_what_installing_changes(
    open_phone: Callable[..., Page], complaints: list[str]
) -> None:
    """One line on the device's page and in the unfolded outbox, until it is dismissed; not elsewhere."""
    for agent, installed in ((_SAFARI, "true"), (_CHROME, "false")):
        other = open_phone(user_agent=agent)
        other.add_init_script(f"({_INSTALLED})({installed})")
        other.goto("/device")
        other.wait_for_load_state("networkidle")
        expect(other.locator(".installing")).to_be_hidden()
    page = open_phone(service_workers="allow", user_agent=_SAFARI)
    page.add_init_script(f"({_INSTALLED})(false)")
    page.goto("/device")
    line = page.locator(".installing")
    expect(line).to_be_visible()
    given(page, "da-500", "Anna", "Bo")
    wait_for_worker(page)
    page.context.set_offline(True)
    enter(page, "Anna", "35", "-10")
    unsent(page, 1)
    expect(line).to_be_hidden()
    unfold(page)
    expect(line).to_contain_text("Share → Add to Home Screen.")
    line.get_by_role("button", name="Got it").click()
    page.reload()
    unsent(page, 1)
    unfold(page)
    expect(line).to_have_count(0)
    complaints[:] = [each for each in complaints if "TypeError: Failed to fetch" not in each]


def test_a_withdrawn_right_keeps_what_was_typed(phone: Page, game: str, live_app: Flask) -> None:
    """The round cannot be sent: the reason and the points stay until somebody deletes them."""
    phone.context.set_offline(True)
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    with live_app.app_context():
        grants.withdraw(Access(game.rsplit("/", 1)[1], Role.SCORER), grants.OTHERS)
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="This device has lost access")).to_be_visible()
    expect(phone.locator("#unsent li")).to_contain_text("Anna 35 · Bo −10")
    expect(phone.locator("#unsent .error")).to_contain_text("lost access to the game")
    phone.get_by_role("button", name="Delete").click()
    phone.get_by_role("button", name="Delete it?").click()
    unsent(phone, 0)


@pytest.mark.usefixtures("game")
def test_a_round_that_was_sent_while_somebody_changed_it_is_shown_beside_the_other(phone: Page) -> None:
    """The form of an unsent round stays open while the round is sent: saving it then is a correction."""
    phone.context.set_offline(True)
    enter(phone, "Anna", "35", "-10")
    unfold(phone)
    phone.get_by_role("link", name="Change").click()
    expect(phone.locator("#p0-points")).to_have_value("35")
    phone.locator("#p0-points").fill("45")
    phone.evaluate("dispatchEvent(new Event('pagehide'))")  # as of a page that fell asleep
    phone.context.set_offline(False)
    unsent(phone, 0)
    phone.locator(".actions").get_by_role("button", name="Save").click()
    expect(phone.locator(".clash tbody tr")).to_have_text(["Anna 35 45", "Bo −10 −10"], use_inner_text=True)
    phone.get_by_role("button", name="Replace round 1 with mine").click()
    totals(phone, "45", "−10")


def test_the_worker_sends_while_no_page_is_open(phone: Page, game: str, live_app: Flask) -> None:
    """With Background Sync, when the network is back."""
    registered: list[str] = []
    browser = phone.context.new_cdp_session(phone)
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    browser.send("ServiceWorker.enable")
    phone.context.set_offline(True)
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    phone.goto("about:blank")
    phone.context.set_offline(False)
    there = {"origin": game[: game.index("/games")], "registrationId": registered[0]["registrationId"]}
    for _ in range(20):  # the browser, too, asks again if it was too early
        browser.send("ServiceWorker.dispatchSyncEvent", {**there, "tag": "unsent", "lastChance": False})
        phone.wait_for_timeout(300)
        with live_app.app_context():
            if loading.load_version(game.rsplit("/", 1)[1]) == 2:
                return
    pytest.fail("nothing was sent")


_REFUSED = """async () => {
    const opening = indexedDB.open("scorekeeper", 1);
    const kept = await new Promise(done => (opening.onsuccess = () => done(opening.result)));
    const all = await new Promise(
        done => (kept.transaction("unsent").objectStore("unsent").getAll().onsuccess = e => done(e.target.result)));
    kept.close();
    return all.some(({ refused }) => refused);
}"""


def test_a_conflict_that_the_worker_met_shows_both_values_at_once(phone: Page, game: str, live_app: Flask) -> None:
    """The page that is opened next reads what the server answered to the worker."""
    registered: list[str] = []
    browser = phone.context.new_cdp_session(phone)
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    browser.send("ServiceWorker.enable")
    phone.context.set_offline(True)
    enter(phone, "Anna", "35", "-10")
    unsent(phone, 1)
    enter_elsewhere(live_app, game, 5, 100)
    phone.goto("about:blank")
    phone.context.set_offline(False)
    there = {"origin": game[: game.index("/games")], "registrationId": registered[0]["registrationId"]}
    for _ in range(20):
        browser.send("ServiceWorker.dispatchSyncEvent", {**there, "tag": "unsent", "lastChance": False})
        phone.wait_for_timeout(300)
        phone.goto(f"{there['origin']}/static/icon.svg")
        if phone.evaluate(_REFUSED):
            break
        phone.goto("about:blank")
    both = ["Anna 5 35", "Bo 100 −10"]
    phone.goto(game)
    expect(phone.locator("#unsent .clash tbody tr")).to_have_text(both, use_inner_text=True)
    phone.get_by_role("link", name="Open and save again").click()
    expect(phone.locator("main .clash tbody tr")).to_have_text(both, use_inner_text=True)
    phone.get_by_role("button", name="Replace round 1 with mine").click()
    totals(phone, "35", "−10")
    unsent(phone, 0)


def test_a_server_killed_between_saving_and_answering_has_the_round_once(
    browser: Browser, browser_context_args: dict[str, Any], migrated_sqlite: Path, tmp_path: Path
) -> None:
    """On plain HTTP, without worker and locks: the page waits, and sends the round again."""
    shutil.copyfile(migrated_sqlite, tmp_path / "once.sqlite3")
    settings = Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / 'once.sqlite3'}")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    context = browser.new_context(**browser_context_args, base_url=f"http://scores.home.arpa:{port}")
    page = context.new_page()
    with serving(settings, port, dies="after"):
        begin(page, "da-500", "Anna", "Bo")
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]") == [False] * 3
        enter(page, "Anna", "35", "-10")
        unsent(page, 1)
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.locator("#p0-points")).to_have_value("")
    page.get_by_role("radio", name="Bo", exact=True).check()
    page.locator("#p0-points").fill("10")
    page.locator("#p1-points").fill("50")
    page.locator(".actions").get_by_role("button", name="Save").click()
    unsent(page, 2)
    with serving(settings, port):
        page.evaluate("dispatchEvent(new Event('online'))")
        unsent(page, 0)
        expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
        page.get_by_role("link", name="Rommy (500)").click()
        totals(page, "45", "40")
        expect(page.locator(".rounds tbody tr")).to_have_count(2)
    context.close()
