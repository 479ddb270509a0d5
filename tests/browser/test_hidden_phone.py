"""A game that hides its totals, on two phones: they come out at its end, also where that is noticed without network."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.services.access import access
from scorekeeper.services.access.access import Role

from .table import fill_round, given, nothing_waits
from .test_offline import phone as phone  # one with service workers
from .test_offline import wait_for_worker

Open = Callable[..., Page]
TEXT = "The totals are hidden until the end."
_OVERFLOW = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"


@pytest.fixture
def watching(live_app: Flask, open_phone: Open, phone: Page) -> Page:
    """Another phone that watches the game of the first one."""
    given(phone, "da-500", "Anna", "Bo")
    with live_app.app_context():
        key = access.new_key(phone.url.rsplit("/", 1)[1], Role.VIEWER)
    other = open_phone()
    other.goto(f"/join/{key}")
    other.get_by_role("button").first.click()
    expect(other.locator(".totals")).to_be_visible()
    return other


def enter(page: Page, anna: int, bo: int) -> None:
    """Enter a round in which Anna goes out."""
    fill_round(page, "Anna", p0_points=str(anna), p1_points=str(bo))
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator(".change")).to_be_visible()


def shows(page: Page, *totals: str) -> None:
    """Wait until the board of a page shows these totals, dots where they are hidden."""
    expect(page.locator(".totals b")).to_have_text(list(totals))
    expect(page.locator(".rounds tfoot tr")).to_be_visible(visible="•••" not in totals)
    expect(page.locator(".chart")).to_have_count(int("•••" not in totals))


def test_totals_appear_on_every_phone_at_the_end(phone: Page, watching: Page, axe: Callable[[Page], None]) -> None:
    """The switch is turned in the settings; what each round brought is shown all the time."""
    phone.get_by_role("link", name="Settings").click()
    phone.get_by_label("Hide the totals until the end").check()
    phone.get_by_role("button", name="Save").last.click()
    expect(phone.get_by_text(TEXT)).to_be_visible()
    for anna, bo in ((150, 150), (0, 50), (0, 50), (160, 100)):  # from the third on, the answer has only what changed
        enter(phone, anna, bo)
    for page in (phone, watching):
        shows(page, "•••", "•••")
        expect(page.locator(".totals bdi")).to_have_text(["Anna", "Bo"])
        expect(page.get_by_text(TEXT)).to_be_visible()
        expect(page.locator(".rounds tbody td").first).to_contain_text("160")
        assert page.evaluate(_OVERFLOW) == 0
        axe(page)
    enter(phone, 100, 200)
    for page in (phone, watching):
        expect(page.locator(".won")).to_have_text("Bo wins.")
        shows(page, "550", "410")
        expect(page.get_by_text(TEXT)).to_have_count(0)


def test_the_end_is_noticed_without_network(phone: Page, watching: Page) -> None:
    """The phone adds up unseen; undone, the totals are hidden again."""
    phone.get_by_role("link", name="Settings").click()
    phone.get_by_label("Hide the totals until the end").check()
    phone.get_by_role("button", name="Save").last.click()
    enter(phone, 150, 250)
    wait_for_worker(phone)
    phone.context.set_offline(True)
    enter(phone, 160, 100)
    expect(phone.locator(".totals b")).to_have_text(["•••", "•••"])
    expect(phone.locator(".totals .added")).to_have_text(["not sent", "not sent"])
    expect(phone.locator("#headline")).to_have_text("Round 3 is next.")
    enter(phone, 100, 200)
    expect(phone.locator("#headline")).to_contain_text("Bo wins.")
    expect(phone.locator(".totals b")).to_have_text(["550", "410"])
    expect(phone.locator(".rounds tfoot td")).to_have_text(["410", "550"])
    phone.locator("#told").get_by_role("button", name="Undo").click()
    expect(phone.locator(".totals b")).to_have_text(["•••", "•••"])
    expect(phone.locator(".totals bdi")).to_have_text(["Anna", "Bo"])
    expect(phone.locator(".rounds tfoot tr")).to_be_hidden()
    phone.context.set_offline(False)
    nothing_waits(phone)
    expect(watching.get_by_text("Round 3 is next.")).to_be_visible()
    expect(watching.locator(".totals b")).to_have_text(["•••", "•••"])
