"""Without network: the last known scoreboard, and rounds that are entered all the same, each sent once, in order."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.services import holders, rounds
from scorekeeper.services.access import Access, Role
from scorekeeper.services.changes import Guard

from .table import begin, fill_round, save


@pytest.fixture
def phone(open_phone: Callable[..., Page]) -> Page:
    """A phone on which service workers may work."""
    return open_phone(service_workers="allow")


def wait_for_worker(page: Page) -> None:
    """Wait until the worker answers for the page, and the page is kept."""
    page.evaluate("navigator.serviceWorker.ready")
    game = "/games/" + page.url.split("/")[4]
    seen = "async path => Boolean(await (await caches.open('scorekeeper-seen')).match(path))"
    page.wait_for_function(seen, arg=game)


def enter_elsewhere(app: Flask, game: str, anna: int, bo: int) -> None:
    """Another phone enters a round, in which Bo goes out."""
    body = {"how": "out", "closer": "Bo", "entries": {"Anna": {"points": anna}, "Bo": {"points": bo}}}
    with app.app_context():
        rounds.enter_round(game.rsplit("/", 1)[1], lambda: body, Guard())


def totals(page: Page, *texts: str) -> None:
    """Wait until the page shows these totals."""
    expect(page.locator(".totals b")).to_have_text(list(texts))


def test_the_last_known_scoreboard_is_shown_without_network(phone: Page, live_app: Flask) -> None:
    """As saved here, as others wrote last, saying so; new again by itself; gone with the right to it."""
    begin(phone, "Rommy (500)", "Anna", "Bo")
    game = phone.url
    wait_for_worker(phone)
    fill_round(phone, "Anna", p0_points="35", p1_points="-10")
    save(phone, "Anna 35", "Bo −10")
    enter_elsewhere(live_app, game, 5, 100)
    totals(phone, "90", "40")
    phone.wait_for_timeout(300)
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_contain_text("Without network: this is as at")
    phone.reload()
    totals(phone, "90", "40")
    expect(phone.locator("#offline")).to_contain_text("Without network: this is as at")
    expect(phone.locator(".change")).to_have_count(0)
    phone.get_by_role("link", name="History").click()
    expect(phone.get_by_role("heading", name="Without network")).to_be_visible()
    phone.locator("#kept-games a").click()
    enter_elsewhere(live_app, game, 0, 10)
    phone.context.set_offline(False)
    totals(phone, "100", "40")
    expect(phone.locator("#offline")).to_have_count(0)
    phone.get_by_role("button", name="Undo").click()  # with a token of now
    totals(phone, "90", "40")
    with live_app.app_context():
        holders.withdraw(Access(game.rsplit("/", 1)[1], Role.SCORER), holders.OTHERS)
    phone.goto(game)
    expect(phone.get_by_text("no access to the game any more")).to_be_visible()
    phone.context.set_offline(True)
    phone.goto(game)
    expect(phone.get_by_role("heading", name="Without network")).to_be_visible()
    expect(phone.locator("#kept-games")).to_be_hidden()
