"""Two teams of two on a phone of 360 px: one row, one column and one line for a team; a game to 100 and a rematch."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from .table import becomes, fill_round, given, nothing_waits, save
from .test_offline import wait_for_worker

_BEYOND = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
FOUR = ("Anneliese", "Bo", "Cleo", "Dan-Ole")
ONE, OTHER = "Anneliese & Cleo", "Bo & Dan-Ole"


@pytest.fixture
def phone(open_phone: Callable[..., Page], complaints: list[str]) -> Iterator[Page]:
    """A phone with service workers; the only errors that it may have are failed requests of htmx."""
    yield open_phone(service_workers="allow")
    complaints[:] = [each for each in complaints if "TypeError: Failed to fetch" not in each]


def test_two_teams_play_to_100_and_again(page: Page, axe: Callable[[Page], None]) -> None:
    page.set_default_timeout(8_000)
    page.goto("/games/new/points")
    for number, name in enumerate(FOUR[:3], 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    page.get_by_label("Teams of two").check()
    page.get_by_label("What ends the game.").select_option("target")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#summary")).to_contain_text("Teams of two need an even number of players")
    axe(page)
    expect(page.get_by_label("Teams of two")).to_be_checked()
    page.get_by_role("textbox", name="Player 4", exact=True).fill(FOUR[3])
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#totals li")).to_have_count(2)
    page.get_by_role("link", name="Enter round").tap()
    becomes(page, "document.querySelector('form.round .result')")
    for key in "40":
        page.locator(f".key[data-key='{key}']").tap()
    page.get_by_role("button", name=f"Next: {OTHER}").tap()
    for key in "25":
        page.locator(f".key[data-key='{key}']").tap()
    axe(page)
    assert page.evaluate(_BEYOND) == 0
    save(page, f"{ONE} 40", f"{OTHER} 25")
    expect(page.locator(".change")).to_contain_text("Anneliese and Cleo are now in the lead.")
    axe(page)
    fill_round(page, None, p0_points="10", p1_points="75")
    save(page, f"{OTHER} 100", f"{ONE} 50")
    expect(page.locator(".won")).to_have_text("Bo and Dan-Ole win.")
    assert page.evaluate(_BEYOND) == 0
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    axe(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("Round 1 is next.")).to_be_visible()
    assert page.locator("#totals bdi").all_text_contents() == [ONE, OTHER]


def test_a_phone_without_network_counts_on_for_teams(phone: Page) -> None:
    """The team that wins, and the dealer, who is one of a team; the server says the same later."""
    given(phone, "points", *FOUR, **{"rule-teams": "1", "rule-end": "target"})
    wait_for_worker(phone)
    phone.context.set_offline(True)
    for points in (("40", "25"), ("10", "75")):
        fill_round(phone, None, p0_points=points[0], p1_points=points[1])
        phone.locator(".actions").get_by_role("button", name="Save").click()
        expect(phone.locator("#totals bdi")).to_have_text([ONE, OTHER] if points[0] == "40" else [OTHER, ONE])
        if points[0] == "40":
            expect(phone.locator("#next-deal")).to_contain_text("Bo deals")
    expect(phone.locator("#headline")).to_contain_text("Bo and Dan-Ole win.")
    phone.context.set_offline(False)
    nothing_waits(phone)
    expect(phone.locator(".won")).to_have_text("Bo and Dan-Ole win.")
    expect(phone.locator("#totals b")).to_have_text(["100", "50"])
