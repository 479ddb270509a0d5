"""One round in two tabs of a browser: no input is lost, and no round is entered twice by mistake."""

import pytest
from playwright.sync_api import Page, expect

from .table import given, save

Tabs = tuple[Page, Page]


@pytest.fixture
def tabs(page: Page) -> Tabs:
    """Two tabs with the empty form of the first round."""
    given(page, "da-500", "Anna", "Bo")
    page.goto(page.url + "/rounds/new")
    other = page.context.new_page()
    other.goto(page.url)
    return page, other


def _shows(page: Page, *points: str) -> None:
    for number, typed in enumerate(points):
        expect(page.locator(f"#p{number}-points")).to_have_value(typed)


def test_both_tabs_show_what_is_typed_in_either(tabs: Tabs) -> None:
    """They share one draft and say so; saving in both saves one round."""
    one, other = tabs
    one.get_by_role("radio", name="Bo", exact=True).check()
    one.locator("#p0-points").fill("35")
    expect(other.locator("#p0-points")).to_have_value("35")
    expect(other.get_by_role("radio", name="Bo", exact=True)).to_be_checked()
    expect(other.get_by_role("status")).to_have_text("This round is also open in another tab. Both show the same.")
    other.locator("#p1-points").fill("40")
    expect(one.locator("#p1-points")).to_have_value("40")
    expect(one.locator("[data-result]").last).to_have_text("40")
    expect(other.locator("#entry_id")).to_have_value(one.locator("#entry_id").input_value())


def test_the_other_tab_learns_that_the_round_is_saved(tabs: Tabs) -> None:
    """It offers the form of the next round, which is empty."""
    one, other = tabs
    one.get_by_role("radio", name="Bo", exact=True).check()
    one.locator("#p0-points").fill("35")
    one.locator("#p1-points").fill("40")
    save(one, "Bo 40", "Anna 35")
    expect(other.get_by_role("status")).to_contain_text("This round was saved in another tab.")
    other.locator("#p0-points").fill("55")
    other.get_by_role("button", name="Next round").click()
    expect(other.get_by_role("heading", name="Round 2")).to_be_visible()
    _shows(other, "", "")
    expect(other.locator(".draft")).to_have_count(0)


def test_two_rounds_in_two_tabs_are_kept_apart(tabs: Tabs) -> None:
    """“Start over” begins a second draft; both survive a reload, and both can be saved."""
    one, other = tabs
    one.locator("#p0-points").fill("35")
    expect(other.locator("#p0-points")).to_have_value("35")
    other.reload()
    with other.expect_navigation():  # what is typed before the page's script runs is not kept
        other.get_by_role("button", name="Start over").click()
    expect(other.locator("#p0-points")).to_have_value("")
    other.locator("#p0-points").fill("60")
    expect(one.get_by_role("status")).to_have_text("Another tab is also entering a round. Your entry here stays.")
    for tab in (one, other):
        tab.reload()
    _shows(one, "35")
    _shows(other, "60")
    for tab, totals in ((one, ("Anna 35", "Bo 0")), (other, ("Anna 95", "Bo 0"))):
        tab.get_by_role("radio", name="Anna", exact=True).check()
        tab.locator("#p1-points").fill("0")
        tab.locator(".actions").get_by_role("button", name="Save").click()
        expect(tab.locator(".totals, .notice.bad").first).to_be_visible()
        if tab.locator(".notice.bad").count():
            _shows(tab, "60", "0")
        else:
            continue
        save(tab, *totals)


def test_a_tab_that_slept_looks_again_when_it_is_seen(tabs: Tabs) -> None:
    """Phones freeze hidden tabs, which get no events; a tab reads the draft when it becomes visible."""
    one, other = tabs
    one.locator("#p0-points").fill("35")
    expect(other.locator("#p0-points")).to_have_value("35")
    one.evaluate(
        "() => { const key = Object.keys(localStorage).find(each => each.startsWith('scorekeeper-round-'));"
        " const draft = JSON.parse(localStorage[key]); draft.at += 1000; draft.values['p0-points'] = '70';"
        " localStorage[key] = JSON.stringify(draft); document.dispatchEvent(new Event('visibilitychange')); }"
    )
    expect(one.locator("#p0-points")).to_have_value("70")
