"""Any game by its points on a phone: house rules that are needed, the keypad, players who are out and come back in."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import becomes

_BEYOND = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"


def _keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f".key[data-key='{key}']").tap()


def test_any_game_is_played_to_a_limit_by_the_keypad(page: Page, axe: Callable[[Page], None]) -> None:
    page.set_default_timeout(8_000)
    page.goto("/games/new/points")
    limit = page.get_by_label("The total that puts a player out.")
    expect(limit).to_be_hidden()
    page.get_by_label("What ends the game.").select_option("limit")
    expect(limit).to_be_visible()
    expect(page.get_by_label("The total that ends the game.")).to_be_hidden()
    axe(page)
    assert page.evaluate(_BEYOND) == 0
    limit.fill("50")
    page.get_by_label("Whether a player who is out").select_option("highest")
    page.get_by_label("What you play.").fill("Cabo & Co")
    for number, name in enumerate(("Ida", "Ole", "Eva"), 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Cabo & Co")).to_be_visible()
    page.get_by_role("link", name="Enter round").tap()
    becomes(page, "document.querySelector('form.round .result')")
    assert page.get_by_text("Who went out?").count() == 0
    _keys(page, "1", "2")
    page.get_by_role("button", name="Next: Ole").tap()
    _keys(page, "6", "0")
    page.get_by_role("button", name="Next: Eva").tap()
    _keys(page, "5", "sign")
    axe(page)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".change")).to_contain_text("Out of the game: Ole.")
    expect(page.locator("#totals li").last).to_contain_text("out")
    axe(page)
    page.get_by_role("link", name="Enter round").tap()
    back = page.get_by_label("Comes back in with 12")
    expect(page.locator("[name=p1-points]")).to_be_hidden()
    _keys(page, "3")
    page.get_by_role("button", name="Next: Eva").tap()
    expect(page.get_by_role("button", name="Next: Ole")).to_have_count(0)
    _keys(page, "4")
    back.check()
    page.get_by_role("button", name="Next: Ole").tap()
    _keys(page, "7")
    axe(page)
    assert page.evaluate(_BEYOND) == 0
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#totals li").last).to_contain_text("19")
    page.get_by_role("link", name="Enter round").tap()
    for name, points in (("p0", "0"), ("p1", "80"), ("p2", "60")):
        page.locator(f"[name={name}-points]").fill(points)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".won")).to_have_text("Ida wins.")
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    axe(page)
