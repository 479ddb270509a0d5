"""The round form in a real browser: double taps, lost responses, focus, two tabs."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .table import fill_round, given, nothing_waits, save


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def phone(request: pytest.FixtureRequest, open_phone: Callable[..., Page]) -> Page:
    """A phone, with and without JavaScript."""
    return open_phone(java_script_enabled=request.param)


def test_a_double_tap_on_save_gives_one_round(phone: Page) -> None:
    """Two quick taps are one round."""
    given(phone, "da-500", "Anna", "Bo")
    fill_round(phone, "Anna", p0_points="35", p1_points="0")
    phone.locator(".actions").get_by_role("button", name="Save").dblclick(no_wait_after=True)
    expect(phone.locator(".totals li").first.locator("b")).to_have_text("35")
    phone.reload()
    expect(phone.get_by_text("Round 2 is next.")).to_be_visible()


def test_a_tap_that_waits_for_the_server_is_seen_at_once(page: Page) -> None:
    """On a slow network the button shows that the tap was registered."""
    given(page, "da-500", "Anna", "Bo")
    held: list[Route] = []
    page.route("**/rounds/form*", lambda route: held.append(route))
    page.get_by_role("link", name="Enter round").tap()
    expect(page.get_by_role("link", name="Enter round")).to_have_css("opacity", "0.6")
    _nth(page, held, 1).continue_()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.locator("#p0-points").fill("35")
    page.locator("#p1-points").fill("0")
    page.get_by_role("radio", name="Anna", exact=True).check()
    page.route("**/rounds", lambda route: held.append(route))
    page.locator(".actions").get_by_role("button", name="Save").tap(no_wait_after=True)
    expect(page.locator(".actions").get_by_role("button", name="Save")).to_have_css("opacity", "0.6")
    _nth(page, held, 2).continue_()
    expect(page.get_by_text("Round 2 is next.")).to_be_visible()


def _nth(page: Page, held: list[Route], number: int) -> Route:
    """Return the `number`th held request, from 1, as soon as it is there."""
    while len(held) < number:
        page.wait_for_timeout(20)
    return held[number - 1]


def test_the_address_after_saving_is_the_games(page: Page) -> None:
    """A reload shows the scoreboard, and the back button leads to a new form."""
    given(page, "da-500", "Anna", "Bo")
    game = page.url
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    save(page, "Anna 35", "Bo 0")
    expect(page).to_have_url(game)
    page.go_back()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.locator("#p0-points")).to_have_value("")


def test_coming_back_shows_the_game_as_it_stands(page: Page) -> None:
    """The back button shows the present scoreboard and list, never an old one."""
    given(page, "da-500", "Anna", "Bo")
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    save(page, "Anna 35", "Bo 0")
    page.get_by_role("link", name="Scorekeeper").click()
    expect(page.get_by_text("Ahead: Anna, 35")).to_be_visible()
    page.go_back()
    expect(page.locator(".totals li").first).to_contain_text("35")
    page.get_by_role("link", name="1", exact=True).click()
    page.get_by_role("link", name="The whole round").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.get_by_role("link", name="Correct").click()
    page.locator("#p0-points").fill("50")
    save(page, "Anna 50", "Bo 0")
    page.go_back()
    expect(page.get_by_role("heading", name="Correct round 1")).to_be_visible()
    page.wait_for_load_state()
    page.go_back()
    expect(page.locator("#lines")).to_contain_text("50")
    page.wait_for_load_state()
    page.go_back()
    expect(page.locator(".totals li").first).to_contain_text("50")


def test_two_tabs_lose_nothing(page: Page) -> None:
    """The second tab's form is outdated: a notice says so, the input stays, and it can be saved as the next round."""
    given(page, "da-500", "Anna", "Bo")
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Start over").click()
    expect(other.locator(".draft")).to_have_count(0)
    other.get_by_role("radio", name="Bo", exact=True).check()
    other.locator("#p0-points").fill("0")
    other.locator("#p1-points").fill("50")
    save(page, "Anna 35", "Bo 0")
    other.locator(".actions").get_by_role("button", name="Save").click()
    conflict = "The game has changed since you opened this form."
    expect(other.get_by_role("alert").filter(has_text=conflict)).to_be_focused()
    expect(other.locator("#p1-points")).to_have_value("50")
    expect(other).to_have_url(re.compile(r"/rounds/new$"))
    save(other, "Bo 50", "Anna 35")


def test_a_correction_without_network_is_kept_on_the_phone_and_sent_later(page: Page, complaints: list[str]) -> None:
    """Also on plain HTTP, without a service worker: the input stays, and the page says when it is saved."""
    given(page, "da-500", "Anna", "Bo")
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    save(page, "Anna 35", "Bo 0")
    nothing_waits(page)
    page.goto(f"{page.url}/rounds/1/edit")
    page.locator("#p0-points").fill("40")
    page.context.set_offline(True)
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Kept on this device")).to_be_visible()
    expect(page.locator("#unsent summary")).to_have_text("Not sent yet (1)")
    expect(page.locator("#p0-points")).to_have_value("40")
    page.context.set_offline(False)
    expect(page.get_by_role("status").filter(has_text="The correction is saved now.")).to_be_visible()
    expect(page.locator("#unsent")).to_have_count(0)
    page.locator("#p0-points").fill("45")
    save(page, "Anna 45", "Bo 0")
    assert all("Failed to fetch" in each for each in complaints), complaints
    complaints.clear()


def test_an_error_of_the_server_leaves_the_form_as_it_is(page: Page, complaints: list[str]) -> None:
    """The database is busy: the message is shown above the form, and a second tap saves."""
    given(page, "da-500", "Anna", "Bo")
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    token = page.locator("form [name=csrf_token]").first
    kept = token.input_value()
    token.evaluate("field => field.value = 'old'")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator("#alert")).to_contain_text("This form is too old")
    expect(page.locator("#p0-points")).to_have_value("35")
    page.locator("main [name=csrf_token]").first.evaluate("(field, kept) => field.value = kept", kept)
    save(page, "Anna 35", "Bo 0")


def test_the_summary_leads_to_the_field(page: Page) -> None:
    """A tap on a problem moves the cursor to its field, which the button does not cover."""
    given(page, "da-500", "Anna", "Bo", "Cleo", "Dan")
    fill_round(page, "Anna", p0_points="5", p1_points="5", p2_points="5", p3_hand="7X")
    page.locator(".actions").get_by_role("button", name="Save").click()
    summary = page.locator("#summary")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name=re.compile("7X")).click()
    field = page.locator("#p3-hand")
    expect(field).to_be_focused()
    box, bar = field.bounding_box(), page.locator(".actions").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]


def test_every_form_works_by_keyboard_alone(page: Page) -> None:
    """Tab, arrows, typing and enter are enough for a round."""
    given(page, "da-500", "Anna", "Bo")
    page.get_by_role("link", name="Enter round").click()
    page.locator("#who-0").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#p0-points").focus()
    page.keyboard.type("35")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("-5")
    page.keyboard.press("Enter")
    expect(page.locator(".totals li").first.locator("b")).to_have_text("35")
    expect(page.get_by_role("status")).to_be_focused()
