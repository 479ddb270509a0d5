"""The letters on the cards, chosen on the device: on the keys, in fields, in verdicts, and as they are typed."""

from playwright.sync_api import Page, expect

from .table import becomes


def test_the_letters_of_a_danish_pack_are_shown_and_understood(phone: Page, made: dict[str, str]) -> None:
    """Chosen once, they are everywhere; English ones are understood as well."""
    phone.goto("/device")
    phone.get_by_text("E K D Kn").tap()
    phone.get_by_role("button", name="Save the letters").tap()
    expect(phone.get_by_role("status")).to_contain_text("kept on this device")
    phone.goto(f"{made['da-500']}/referee/meld")
    for key in ("[data-suit='♥']", "[data-rank='J']", "[data-rank='Q']", "[data-rank='K']"):
        phone.locator(f".grid {key}").tap()
    expect(phone.locator(".grid [data-rank='J'] span")).to_have_text("Kn")
    expect(phone.locator("[name='cards']")).to_have_value("Kn♥ D♥ K♥")
    phone.locator(".asking .actions .main").locator("visible=true").tap()
    expect(phone.locator("#verdict")).to_contain_text("A run of three")
    assert phone.locator("#verdict .face").all_inner_texts()[:3] == ["Kn♥", "D♥", "K♥"]
    phone.goto(f"{made['da-500']}/rounds/new")
    phone.locator(".who .choice").first.tap()
    phone.locator("#p1-hand").evaluate("field => field.closest('details').open = true")
    phone.locator("#p1-hand").fill("dh kns QC E♠")
    becomes(phone, "document.querySelectorAll('.entry [data-result]')[1].textContent === '−45'")
