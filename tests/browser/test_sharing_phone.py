"""Two phones: a game is shared, viewed, handed over, and access is withdrawn while its page is open."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .table import given

Phone = Callable[..., Page]


@pytest.fixture
def owner(page: Page) -> Page:
    """A phone with a game of two players and a round."""
    given(page, "da-500", "Anna", "Bo", rounds=[{"who": "p0", "p0-points": "35", "p1-points": "20"}])
    return page


def _enter(page: Page, *points: str) -> None:
    page.get_by_role("link", name="Enter round").click()
    page.get_by_role("radio", name="Anna", exact=True).check()
    for number, typed in enumerate(points):
        page.locator(f"[name='p{number}-points']").fill(typed)


def _shared(owner: Page, who: str) -> Page:
    owner.get_by_role("link", name="Share").click()
    owner.get_by_role("button", name=who).click()
    expect(owner.get_by_role("img", name="QR code of the link")).to_be_visible()
    return owner


def _link(owner: Page) -> str:
    owner.locator("summary", has_text="The link as text").click()
    return owner.get_by_label("Link", exact=True).input_value()


def _code(owner: Page) -> str:
    return owner.locator(".code [aria-hidden]").inner_text()


def test_two_taps_from_the_qr_code_to_the_scoreboard(owner: Page, open_phone: Phone) -> None:
    """Opening the link is the first; afterwards the key is in no URL and no referrer."""
    link = _link(_shared(owner, "View the game"))
    key = link.rsplit("/", 1)[1]
    guest = open_phone()
    sent: list[str] = []
    guest.on("request", lambda request: sent.append(request.url + " " + request.headers.get("referer", "")))
    guest.goto(link)
    assert guest.url.endswith("/join/game")
    guest.get_by_role("button", name="Open the game").click()
    expect(guest.locator(".totals li").first).to_contain_text("Anna")
    expect(guest.get_by_role("link", name="Enter round")).to_have_count(0)
    assert [line for line in sent if key in line] == [f"{link} "]
    guest.go_back()
    assert key not in guest.url


def test_a_code_read_aloud_and_then_withdrawn_in_the_open_page(owner: Page, open_phone: Phone) -> None:
    """The next round of the withdrawn phone is refused with a sentence, and its input stays."""
    code = _code(_shared(owner, "Keep the score together"))
    guest = open_phone()
    guest.goto("/")
    guest.get_by_role("link", name="Enter a code").click()
    guest.get_by_label("Code").fill(code.lower())
    guest.get_by_role("button", name="Open").click()
    _enter(guest, "15", "5")
    owner.get_by_role("link", name="Share").click()
    owner.locator("summary", has_text="Lost a phone").click()
    owner.get_by_role("button", name="Withdraw all others").click()
    expect(owner.get_by_role("status")).to_contain_text("Access withdrawn.")
    guest.locator(".actions").get_by_role("button", name="Save").click()
    expect(guest.locator("#alert")).to_contain_text("This device has lost access to the game")
    expect(guest.locator("[name='p0-points']")).to_have_value("15")
    guest.reload()
    expect(guest.get_by_role("heading", level=1)).to_have_text("This device has lost access to the game")
    guest.get_by_role("link", name="Your games").click()
    expect(guest.get_by_text("No games on this device yet.")).to_be_visible()


def test_the_score_is_handed_over_without_script(owner: Page, open_phone: Phone) -> None:
    """The other phone writes; this one becomes a viewer."""
    owner.get_by_role("link", name="Share").click()
    owner.locator("summary", has_text="Let somebody else keep the score").click()
    owner.get_by_role("button", name="View only").click()
    code = _code(owner)
    guest = open_phone(java_script_enabled=False)
    guest.goto("/join")
    guest.get_by_label("Code").fill(code)
    guest.get_by_role("button", name="Open").click()
    expect(guest.get_by_role("link", name="Enter round")).to_be_visible()
    owner.get_by_role("link", name="Back to the game").click()
    expect(owner.get_by_role("link", name="Enter round")).to_have_count(0)
    expect(owner.get_by_role("link", name="Referee")).to_be_visible()


def test_axe_finds_nothing_and_nothing_is_cut_off(owner: Page, open_phone: Phone, axe: Callable[[Page], None]) -> None:
    """Every page of sharing, at 360 px and at twice the text size."""
    game = owner.url

    def look() -> None:
        axe(owner)
        assert owner.evaluate("document.documentElement.scrollWidth") <= 360, owner.url
        owner.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert owner.evaluate("document.documentElement.scrollWidth") <= 360, owner.url
        owner.evaluate("document.documentElement.style.removeProperty('font-size')")

    look()  # the saved round asks for the device's name
    _shared(owner, "Keep the score together")
    look()
    guest = open_phone()
    guest.goto(_link(owner))
    look()
    guest.get_by_role("button", name="Open the game").click()
    owner.goto(f"{game}/share")
    for summary in owner.locator("summary").all():
        summary.click()
    look()
    owner.get_by_role("button", name="View only").click()
    expect(owner.get_by_role("img", name="QR code of the link")).to_be_visible()
    look()
    for address, button in (("/device", "Show the code"), ("/device", "Make a recovery code")):
        owner.goto(address)
        look()
        owner.get_by_role("button", name=button).click()
        expect(owner.locator(".code")).to_be_visible()
        look()
    owner.goto("/join")
    look()
    owner.get_by_label("Code").fill("nonsense")
    owner.get_by_role("button", name="Open").click()
    expect(owner.get_by_label("Code")).to_be_focused()
    expect(owner.get_by_role("alert").filter(has_text="doesn’t work")).to_be_visible()
    look()
