"""A whole game by keyboard: from the home page to the rematch, with a mistake, a correction and an undo."""

import re

from playwright.sync_api import Locator, Page, expect

_SEEN = """() => {
    const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
    return {tag: e.tagName, text: (e.textContent || e.name || "").trim().slice(0, 40), id: e.id,
        outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        onScreen: box.bottom > 0 && box.top < innerHeight && box.width > 0};
}"""
_MOST_TABS = 120


class Keyboard:
    """A user without mouse or touch; the focus must be visible after each key."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.look()

    def type(self, text: str) -> None:
        """Replace the text of the focused field, which Tab has selected."""
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        self.look()

    def look(self) -> None:
        """Check that the focus is outlined and on the screen. At the start of a page nothing has the focus yet."""
        at = self.page.evaluate(_SEEN)
        if at["tag"] != "BODY":
            assert at["outlined"], f"no outline: {at}"
            assert at["onScreen"], f"not on the screen: {at}"

    def to(self, target: Locator, key: str = "Tab") -> None:
        """Move the focus to an element by Tab, or backwards by Shift+Tab; `target` matches at most one."""
        for _ in range(_MOST_TABS):
            self.press(key)
            if target.count() and target.evaluate("e => e === document.activeElement"):
                return
        raise AssertionError(f"{target} is not reached by {key}")

    def follow(self, target: Locator) -> None:
        """Move the focus to a link or button and press Enter."""
        self.to(target)
        self.page.keyboard.press("Enter")

    def expect_focus(self, target: Locator) -> None:
        """Check that `target` has the focus after a swap of htmx."""
        expect(target).to_be_focused()
        self.look()


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    """Tab, Shift+Tab, Enter, Space, arrows and typing are enough; the focus is always visible."""
    page.set_default_timeout(8_000)
    keys = Keyboard(page)
    page.goto("/")
    _begin(keys)
    _round_with_mistakes_mended(keys)
    _round(keys, 1, "10", "60")
    _round(keys, 0, "30", "5")
    _corrected(keys)
    keys.follow(page.get_by_role("button", name="Undo"))
    keys.expect_focus(page.get_by_role("status"))
    expect(page.locator(".totals li").first).to_contain_text("Anna leads 90")
    keys.follow(page.get_by_role("button", name="Redo"))
    keys.expect_focus(page.get_by_role("status"))
    _round(keys, 0, "80", "0")
    expect(page.get_by_text("Anna wins.").first).to_be_visible()
    played = page.url
    keys.follow(page.get_by_role("button", name="Rematch"))
    expect(page.get_by_text("Round 1 is next.")).to_be_visible()
    expect(page).not_to_have_url(played)
    expect(page.locator(".totals li bdi")).to_have_text(["Anna", "Bo"])


def _begin(keys: Keyboard) -> None:
    page = keys.page
    keys.follow(page.get_by_role("link", name="New game"))
    page.wait_for_url("**/games/new")
    keys.follow(page.get_by_role("link", name="Rommy (500)"))
    page.wait_for_url("**/games/new/da-500")
    for number, name in enumerate(("Anna", "Cleo", "Bo"), 1):
        keys.to(page.get_by_role("textbox", name=f"Player {number}", exact=True))
        keys.type(name)
    keys.to(page.get_by_role("button", name="Player 3 one seat up"))
    keys.press("Space")
    keys.expect_focus(page.get_by_role("button", name="Player 2 one seat up"))
    expect(page.get_by_role("textbox", name="Player 2", exact=True)).to_have_value("Bo")
    keys.to(page.get_by_role("textbox", name="Player 3", exact=True))
    keys.press("Control+A", "Delete")
    keys.to(page.locator("summary", has_text="House rules"))
    keys.press("Space")
    keys.to(page.get_by_label("The total that ends the game."))
    keys.type("150")
    keys.follow(page.locator(".actions").get_by_role("button", name="Begin"))
    expect(page.get_by_text("The game is played to 150.")).to_be_visible()


def _open_round(keys: Keyboard, out: int) -> None:
    """Open the form of the next round and choose `out` as the player who went out."""
    page = keys.page
    keys.follow(page.get_by_role("link", name="Enter round"))
    page.wait_for_url("**/rounds/new")
    keys.to(page.locator("#who-0"))
    keys.press(*["ArrowDown"] * out if out else ["Space"])
    expect(page.locator(f"#who-{out}")).to_be_checked()


def _round(keys: Keyboard, out: int, anna: str, bo: str) -> None:
    page = keys.page
    _open_round(keys, out)
    for player, points in enumerate((anna, bo)):
        keys.to(page.locator(f"#p{player}-points"))
        keys.type(points)
    page.keyboard.press("Enter")
    keys.expect_focus(page.get_by_role("status"))


def _round_with_mistakes_mended(keys: Keyboard) -> None:
    """Save without a player's points, then with implausible points, which the server refuses, then 50 and 20."""
    page = keys.page
    _open_round(keys, 0)
    keys.to(page.locator("#p0-points"))
    keys.type("51")
    keys.follow(page.locator(".actions").get_by_role("button", name="Save"))
    expect(page.get_by_text("Bo is missing.").first).to_be_visible()
    keys.expect_focus(page.locator("#p1-points"))
    keys.type("20")
    page.keyboard.press("Enter")
    keys.expect_focus(page.locator(".warn").filter(has_text=re.compile("multiple of 5")))
    keys.to(page.locator("#p0-points"))
    keys.type("50")
    keys.follow(page.locator(".actions").get_by_role("button", name="Save"))
    keys.expect_focus(page.get_by_role("status"))
    expect(page.locator(".totals li").first).to_contain_text("Anna leads 50")


def _corrected(keys: Keyboard) -> None:
    """Correct round 2 from 15 to 60, with a reason."""
    page = keys.page
    keys.follow(page.get_by_role("link", name="2", exact=True))
    whole_round = page.get_by_role("link", name=re.compile("^The whole round"))
    expect(whole_round).to_be_visible()  # it unfolds under the row and may push what Tab had reached off the screen
    keys.follow(whole_round)
    page.wait_for_url("**/rounds/2")
    keys.follow(page.get_by_role("link", name="Correct"))
    page.wait_for_url("**/rounds/2/edit")
    keys.to(page.locator("#p0-points"))
    keys.type("15")
    keys.to(page.get_by_label("Why (optional)"))
    keys.type("a card was hidden")
    keys.to(page.locator("#p0-points"), "Shift+Tab")
    keys.follow(page.locator(".actions").get_by_role("button", name="Save"))
    keys.expect_focus(page.get_by_role("status"))
    expect(page.locator(".totals li").first).to_contain_text("Anna leads 95")
