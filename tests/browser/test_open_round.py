"""Everybody enters their own points on four phones, one of which is offline."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.services.access.access import Role, new_key

from .table import given, save

Open = Callable[..., Page]


def joined(app: Flask, open_phone: Open, url: str, name: str, role: Role = Role.SCORER) -> Page:
    """Return another phone in the open round of the game at `url`, which has said whose it is."""
    with app.app_context():
        key = new_key(url.rsplit("/", 1)[1], role)
    phone = open_phone()
    phone.set_default_timeout(8_000)
    phone.goto(f"/join/{key}")
    phone.get_by_role("button").first.click()
    phone.get_by_role("link", name="Enter your points").click()
    phone.get_by_role("button", name=name, exact=True).click()
    expect(phone.locator("form.own")).to_be_visible()
    phone.wait_for_load_state()
    return phone


def enter(phone: Page, points: str) -> None:
    """Type points on the keypad, and tap Done."""
    for digit in points:
        phone.locator(f"[data-key='{digit}']").tap()
    phone.get_by_role("button", name="Done").tap()


def open_round(scorer: Page, url: str) -> None:
    """Open the next round for all phones, viewers too."""
    scorer.goto(f"{url}/rounds/open")
    scorer.get_by_role("checkbox", name="Viewers may enter their points, too").check()
    scorer.get_by_role("button", name="Open").click()
    expect(scorer.get_by_role("button", name="Close and check")).to_be_visible()


def test_four_phones_enter_a_round(
    live_app: Flask, open_phone: Open, axe: Callable[[Page], None], complaints: list[str]
) -> None:
    """The scorer sees live who is done; a phone without network sends later, or is told that it came too late."""
    anna = open_phone()
    given(anna, "da-500", "Anna", "Bo", "Cleo", "Dora")
    url = anna.url
    anna.get_by_role("link", name="Share").click()
    anna.get_by_role("link", name="Everybody enters their points").click()
    open_round(anna, url)
    bo, cleo = (joined(live_app, open_phone, url, name) for name in ("Bo", "Cleo"))
    dora = joined(live_app, open_phone, url, "Dora", Role.VIEWER)
    axe(dora)
    done = anna.locator("#opened .done bdi")
    enter(bo, "65")
    expect(bo.get_by_text("Your points are in.")).to_be_visible()
    expect(done).to_have_text(["Bo"])
    expect(cleo.locator("#opened .done bdi")).to_have_text(["Bo"])
    dora.context.set_offline(True)
    enter(dora, "30")
    expect(dora.get_by_text("Your points are kept on this device.")).to_be_visible()
    expect(dora.locator("#unsent")).to_contain_text("Your points, round 1")
    enter(cleo, "20")
    expect(done).to_have_text(["Bo", "Cleo"])
    dora.context.set_offline(False)
    expect(done).to_have_text(["Bo", "Cleo", "Dora"])
    expect(dora.locator("#unsent")).to_have_count(0)
    anna.get_by_role("button", name="Anna", exact=True).click()
    anna.get_by_role("radio", name="Yes").check()
    enter(anna, "45")
    expect(done).to_have_count(4)
    axe(anna)
    anna.get_by_role("button", name="Close and check").click()
    expect(anna.locator("[name='p3-points']")).to_have_value("30")
    expect(anna.get_by_role("radio", name="Anna", exact=True)).to_be_checked()
    expect(bo.get_by_text("Round 1 is being checked.")).to_be_visible()
    save(anna, "Bo 65", "Anna 45", "Dora 30", "Cleo 20")
    expect(dora.get_by_text("Round 1")).not_to_have_count(0)

    anna.get_by_role("link", name="Everybody enters their points").click()
    open_round(anna, url)
    dora.goto(f"{url}/rounds/open")
    expect(dora.locator("form.own")).to_be_visible()
    dora.wait_for_load_state()
    dora.context.set_offline(True)
    enter(dora, "95")
    expect(dora.locator("#unsent")).to_be_visible()
    anna.get_by_role("button", name="Close and check").click()
    anna.get_by_role("radio", name="Bo", exact=True).check()
    for seat in range(4):
        anna.locator(f"[name='p{seat}-points']").fill("10")
    save(anna, "Bo 75", "Anna 55", "Dora 40", "Cleo 30")
    dora.context.set_offline(False)
    told = dora.locator("#unsent")
    expect(told).to_contain_text("Round 2 is closed, and your points weren’t saved.")
    expect(told).to_contain_text("Dora 95")
    axe(dora)
    complaints[:] = [each for each in complaints if "TypeError: Failed to fetch" not in each]
