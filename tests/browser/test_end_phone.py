"""The end of a game on a phone: a moment that moves, unless the phone asks for calm."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .table import begin, fill_round, given, save

Open = Callable[..., Page]
_MOVING = "document.getAnimations().map(each => each.animationName)"


def _play(page: Page) -> None:
    """Three rounds of a game to 100; Anna wins by the last."""
    begin(page, "da-500", "Anna", "Bo", rules={"The total that ends the game.": "100"})
    for anna, bo in ((10, 50), (40, 20)):
        fill_round(page, "Anna", p0_points=str(anna), p1_points=str(bo))
        page.locator(".actions").get_by_role("button", name="Save").click()
        expect(page.locator(".change")).to_be_visible()
    fill_round(page, "Anna", p0_points="60", p1_points="10")
    save(page, "Anna 110", "Bo 80")


@pytest.mark.parametrize("calm", [False, True])
def test_the_end_is_a_moment(open_phone: Open, axe: Callable[[Page], None], calm: bool) -> None:
    """Winner, margin, the round that decided it, the chart and the rematch; nothing moves if that is reduced."""
    page = open_phone(reduced_motion="reduce" if calm else "no-preference")
    _play(page)
    moving = page.evaluate(_MOVING)
    moves = {"fall", "grow", "draw", "appear"}
    assert moves.isdisjoint(moving) if calm else moves <= set(moving)
    expect(page.locator(".won")).to_have_text("Anna wins.")
    expect(page.get_by_text("By 30 points, ahead of Bo. The last round decided it.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport()
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    axe(page)
    page.reload()
    assert page.evaluate(_MOVING) == []
    expect(page.get_by_role("img", name="How the totals went")).to_be_in_viewport()


def test_a_game_without_end_has_its_button_in_sight(phone: Page, axe: Callable[[Page], None]) -> None:
    """Beside the sentence, above the next deal; one tap unfolds it, one ends the game."""
    given(phone, "de-romme", "Anna", "Bo", "Cleo")
    fill_round(phone, "Anna", p1_points="-20", p2_points="-10", p0_points="0")
    save(phone, "Anna 0", "Cleo −10", "Bo −20")
    expect(phone.get_by_text("No fixed end – finish whenever you like.")).to_be_in_viewport(ratio=1)
    finish = phone.locator("summary", has_text="End the game")
    expect(finish).to_be_in_viewport(ratio=1)
    axe(phone)
    finish.click()
    phone.get_by_role("button", name="Yes, end it now").click()
    expect(phone.locator(".won")).to_have_text("Anna wins.")
