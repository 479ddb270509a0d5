"""The scoreboard after a saved round: parts that the phone has already are not sent again, and no part is stale."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from bench.wire import counted, metered

from .table import fill_round, given, nothing_waits, save

_FOUR = (("Dagny", 85), ("Anna", 35), ("Bo", 25), ("Cleo", 10))
_PARTS = (".headline", ".totals", ".goal", ".deal", ".rounds", ".chart", ".more", ".fold")


def _seen(page: Page) -> list[str]:
    """Return the text of the scoreboard's parts, without the notice of the last change and its gains."""
    page.locator(".totals").evaluate("totals => totals.classList.remove('gained')")
    seen: list[str] = page.evaluate(
        "parts => parts.map(part => [...document.querySelectorAll(part)].map(each => each.innerText).join('|'))",
        list(_PARTS),
    )
    return seen


def _save(page: Page, *totals: str) -> str:
    """Save the round; return the response body."""
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response) if response.request.method == "POST" else None)
    save(page, *totals)
    return answers[0].text()


@pytest.fixture
def game(page: Page) -> str:
    """The URL of a game of two with two rounds, whose scoreboard is open."""
    given(page, "da-500", "Anna", "Bo")
    for anna in ("5", "10"):
        fill_round(page, "Anna", p0_points=anna, p1_points="0")
        page.locator(".actions").get_by_role("button", name="Save").click()
        expect(page.locator(".change")).to_be_visible()
    return page.url


def test_what_is_new_is_put_into_the_board_that_was_seen(page: Page, game: str) -> None:
    """The page equals a freshly loaded one; undo, redo and the next round work from it."""
    fill_round(page, "Anna", p0_points="35", p1_points="-5")
    assert 'class="news"' in _save(page, "Anna 50", "Bo −5")
    expect(page.locator(".rounds tbody tr")).to_have_count(3)
    expect(page.get_by_role("status")).to_be_focused()
    expect(page.locator(".rounds tbody a[aria-expanded='false']")).to_have_count(3)
    merged = _seen(page)
    expect(page).to_have_title("Rommy (500) – Scorekeeper")
    nothing_waits(page)
    page.goto(game)
    whole = _seen(page)
    assert merged[:6] == whole[:6]
    fill_round(page, "Bo", p0_points="0", p1_points="50")
    assert 'class="news"' in _save(page, "Anna 50", "Bo 45")
    page.locator(".rounds tbody a").first.click()
    expect(page.locator(".under")).to_contain_text("Bo went out.")
    page.locator(".change").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone: the last change of round 4.")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".rounds tbody tr")).to_have_count(4)


def test_a_board_that_another_tab_has_changed_is_sent_whole(page: Page, game: str) -> None:
    """This tab is outdated: its form is refused first, then saved on top, and the whole board is sent."""
    other = page.context.new_page()
    other.goto(game)
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    other.locator(".more").get_by_role("button", name="Undo").click()
    expect(other.get_by_text("Undone: the last change of round 2.")).to_be_visible()
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.get_by_text("The game has changed since you opened this form.")).to_be_visible()
    assert 'class="news"' not in _save(page, "Anna 40", "Bo 0")
    expect(page.locator(".rounds tbody tr")).to_have_count(2)
    merged = _seen(page)
    nothing_waits(page)
    page.goto(game)
    assert merged[:6] == _seen(page)[:6]


def test_the_big_view_is_no_board_to_put_a_round_into(page: Page, game: str) -> None:
    """It has no list of rounds; the board seen before it is still the one in the cache."""
    nothing_waits(page)
    page.goto(f"{game}/big")
    page.goto(f"{game}/rounds/new")
    page.get_by_role("radio", name="Anna", exact=True).check()
    page.locator("[name='p0-points']").fill("35")
    page.locator("[name='p1-points']").fill("-5")
    assert 'class="news"' in _save(page, "Anna 50", "Bo −5")
    expect(page.locator(".rounds tbody tr")).to_have_count(3)


def test_without_storage_the_whole_board_comes(page: Page, game: str) -> None:
    """Storage is missing in private windows and on full phones."""
    page.add_init_script("Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error('full'); };")
    nothing_waits(page)
    page.goto(game)
    fill_round(page, "Anna", p0_points="35", p1_points="-5")
    assert 'class="news"' not in _save(page, "Anna 50", "Bo −5")
    expect(page.locator(".rounds tbody tr")).to_have_count(3)


def test_what_is_empty_is_not_sent(page: Page, game: str) -> None:
    """The form of a round of two has more than ten empty fields."""
    bodies: list[str] = []
    page.on("request", lambda request: bodies.append(request.post_data or "") if request.method == "POST" else None)
    fill_round(page, "Anna", p0_points="35", p1_points="-5")
    save(page, "Anna 50", "Bo −5")
    names = {pair.split("=")[0] for pair in bodies[0].split("&")}
    assert names == {"csrf_token", "version", "entry_id", "meant", "who", "p0-points", "p1-points", "board"}


def test_a_round_costs_less_than_six_kilobytes(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str
) -> None:
    """All bytes from one scoreboard to the next, headers included, in both directions.

    The event stream stays open. There is no service worker: it fetches the form once a game, at a time of its own.
    """
    phone = {**browser_context_args, "service_workers": "block"}
    with (
        metered(int(live_server.rpartition(":")[2])) as meter,
        browser.new_context(**{**phone, "base_url": f"http://127.0.0.1:{meter.port}"}) as context,
    ):
        page = context.new_page()
        given(page, "da-500", "Anna", "Bo", "Cleo", "Dagny")
        for number in range(1, 4):
            before = counted(page, meter)
            fill_round(page, "Anna", p0_points="35", p1_points="25", p2_points="10", p3_points="85")
            save(page, *(f"{name} {number * points}" for name, points in _FOUR))
            assert counted(page, meter) - before <= 6_000, number


def test_nothing_moves_while_a_page_is_drawn(page: Page, game: str) -> None:
    """The layout of form and scoreboard does not shift when their scripts run."""
    nothing_waits(page)  # whoever leaves sooner is told that a round may not be sent yet
    for address in (game, f"{game}/rounds/new", "/"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        moved = page.evaluate(
            "new Promise(done => { new PerformanceObserver(list => done(list.getEntries().map(e => e.value)))"
            ".observe({type: 'layout-shift', buffered: true}); setTimeout(() => done([]), 300); })"
        )
        assert sum(moved) < 0.01, (address, moved)
