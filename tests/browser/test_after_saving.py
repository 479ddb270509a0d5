"""The scoreboard right after "Save": what everybody gained, all totals, undo and redo."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from .table import fill_round, given, save

SIX = ("Anna", "Bo", "Cleo", "Dan", "Eva", "Fia")


def _save_one(phone: Page) -> None:
    given(phone, "da-500", *SIX)
    fill_round(phone, "Anna", **{f"p{seat}_points": str(35 - 5 * seat) for seat in range(6)})
    save(phone, *(f"{name} {35 - 5 * seat}" for seat, name in enumerate(SIX)))


def _bottom(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_the_notice_and_six_totals_with_their_gains_are_in_sight(phone: Page, axe: Callable[[Page], None]) -> None:
    """Above the buttons of a small phone, also while the notice asks for the device's name."""
    _save_one(phone)
    expect(phone.get_by_role("link", name="Name this device")).to_be_in_viewport()
    expect(phone.locator("#told").get_by_role("button", name="Undo")).to_be_in_viewport()
    gains = phone.locator(".totals .gain")
    expect(gains).to_have_text(["+35", "+30", "+25", "+20", "+15", "+10"])
    bar = phone.locator(".actions").bounding_box()
    assert bar
    assert _bottom(gains.last) < bar["y"]
    assert _bottom(phone.locator(".totals li").last) < bar["y"] + 12  # where the bar's gradient begins
    axe(phone)
    lines = "note => { note.textContent = 'mangler 4900 point i alt'; return note.getClientRects().length; }"
    assert phone.locator(".totals .name small").last.evaluate(lines) == 1, "a long note is whole below the name"


def test_redo_stands_beside_undo(phone: Page) -> None:
    """In the notice, after a round that came as differences, too."""
    _save_one(phone)
    for number in (2, 3, 4):
        fill_round(phone, "Anna", **{f"p{seat}_points": "5" for seat in range(6)})
        save(phone, *(f"{name} {30 + 5 * number - 5 * seat}" for seat, name in enumerate(SIX)))
    buttons = phone.locator("#told").get_by_role("button")
    expect(buttons).to_have_text(["Undo"])
    buttons.first.click()
    expect(buttons).to_have_text(["Undo", "Redo"])
    undo, redo = buttons.evaluate_all("all => all.map(each => each.getBoundingClientRect().y)")  # at one moment
    assert undo == redo
    buttons.last.click()
    expect(phone.locator(".totals .gain").first).to_have_text("+5")
    expect(buttons).to_have_text(["Undo"])
    phone.reload()
    expect(phone.locator(".more").get_by_role("button")).to_have_text(["Undo"])


def test_a_switch_shows_the_last_rounds_points_beside_the_totals(phone: Page, axe: Callable[[Page], None]) -> None:
    """Off by default, stored on the phone."""
    _save_one(phone)
    phone.reload()
    gains = phone.locator(".totals .gain")
    expect(gains.first).to_be_hidden()
    phone.get_by_label("Show the last round’s points beside the totals").check()
    expect(gains.first).to_be_visible()
    phone.reload()
    expect(gains.first).to_be_visible()
    expect(gains).to_have_text(["+35", "+30", "+25", "+20", "+15", "+10"])
    axe(phone)
