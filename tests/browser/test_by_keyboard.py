"""A whole game by keyboard alone: from the home page to the rematch, with a mistake, a correction and an undo."""

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
    """Somebody without mouse or touch; after each key it must be seen where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.look()

    def type(self, text: str) -> None:
        """Type over what stands in the field that was reached by Tab, which selected it."""
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        self.look()

    def look(self) -> None:
        """See where the focus is: outlined, on the screen. At the beginning of a page it is nowhere yet."""
        at = self.page.evaluate(_SEEN)
        if at["tag"] != "BODY":
            assert at["outlined"], f"no outline: {at}"
            assert at["onScreen"], f"not on the screen: {at}"

    def to(self, target: Locator, key: str = "Tab") -> None:
        """Go to an element by Tab, or backwards by Shift+Tab; `target` is at most one."""
        for _ in range(_MOST_TABS):
            self.press(key)
            if target.count() and target.evaluate("e => e === document.activeElement"):
                return
        raise AssertionError(f"{target} is not reached by {key}")

    def follow(self, target: Locator) -> None:
        """Go to a link or button and press Enter."""
        self.to(target)
        self.page.keyboard.press("Enter")

    def told(self, target: Locator) -> None:
        """After a swap of htmx: the focus is at what is told, not lost."""
        expect(target).to_be_focused()
        self.look()


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    """Tab, Shift+Tab, Enter, Space, arrows and typing are enough; the focus is always seen and never lost."""
    page.set_default_timeout(8_000)
    keys = Keyboard(page)
    page.goto("/")
    _begin(keys)
    _round_with_mistakes_mended(keys)
    _round(keys, 1, "10", "60")
    _round(keys, 0, "30", "5")
    _corrected(keys)
    keys.follow(page.get_by_role("button", name="Undo"))
    keys.told(page.get_by_role("status"))
    expect(page.locator(".totals li").first).to_contain_text("Anna leads 90")
    keys.follow(page.get_by_role("button", name="Redo"))
    keys.told(page.get_by_role("status"))
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
    keys.told(page.get_by_role("button", name="Player 2 one seat up"))
    expect(page.get_by_role("textbox", name="Player 2", exact=True)).to_have_value("Bo")
    keys.to(page.get_by_role("textbox", name="Player 3", exact=True))
    keys.press("Control+A", "Delete")
    keys.to(page.locator("summary", has_text="House rules"))
    keys.press("Space")
    keys.to(page.get_by_label("The total that ends the game."))
    keys.type("150")
    keys.follow(page.locator(".actions").get_by_role("button", name="Begin"))
    expect(page.get_by_text("The game goes to 150.")).to_be_visible()


def _open_round(keys: Keyboard, out: int) -> None:
    """Open the form of the next round and say that player `out` went out."""
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
    keys.told(page.get_by_role("status"))


def _round_with_mistakes_mended(keys: Keyboard) -> None:
    """Somebody is missing; then the points cannot be right, which the server says; then 50 and 20 are saved."""
    page = keys.page
    _open_round(keys, 0)
    keys.to(page.locator("#p0-points"))
    keys.type("51")
    keys.follow(page.locator(".actions").get_by_role("button", name="Save"))
    expect(page.get_by_text("Bo is missing.").first).to_be_visible()
    keys.told(page.locator("#p1-points"))
    keys.type("20")
    page.keyboard.press("Enter")
    keys.told(page.locator(".warn").filter(has_text=re.compile("multiple of 5")))
    keys.to(page.locator("#p0-points"))
    keys.type("50")
    keys.follow(page.locator(".actions").get_by_role("button", name="Save"))
    keys.told(page.get_by_role("status"))
    expect(page.locator(".totals li").first).to_contain_text("Anna leads 50")


def _corrected(keys: Keyboard) -> None:
    """Round 2 was 15 to 60: unfolded, opened, corrected with a reason."""
    page = keys.page
    keys.follow(page.get_by_role("link", name="2", exact=True))
    keys.follow(page.get_by_role("link", name=re.compile("^The whole round")))
    page.wait_for_url("**/rounds/2")
    keys.follow(page.get_by_role("link", name="Correct"))
    page.wait_for_url("**/rounds/2/edit")
    keys.to(page.locator("#p0-points"))
    keys.type("15")
    keys.to(page.get_by_label("Why (optional)"))
    keys.type("a card was hidden")
    keys.to(page.locator("#p0-points"), "Shift+Tab")
    keys.follow(page.locator(".actions").get_by_role("button", name="Save"))
    keys.told(page.get_by_role("status"))
    expect(page.locator(".totals li").first).to_contain_text("Anna leads 95")
