"""Nothing moves between touch and click: every control of every form gets the tap that was aimed at it."""

import pytest
from playwright.sync_api import Page

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.referee.pages import PAGES as QUESTIONS

from .table import becomes

# What a touch aimed at, and where its click arrived; `moved` has the taps that missed or whose target moved.
_WATCH = """() => {
  window.moved = [];
  window.clicks = 0;
  addEventListener("submit", (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
  let aimed = null;
  const at = (element) => {
    const { left, top } = element.getBoundingClientRect();
    return [Math.round(left), Math.round(top)];
  };
  addEventListener("pointerdown", ({ target }) => {
    const hit = target.closest("button, label") ?? target;
    aimed = { hit, place: at(hit) };
  }, true);
  addEventListener("click", ({ target, detail }) => {
    if (!aimed || !detail) return;
    const { hit, place } = aimed;
    aimed = null;
    window.clicks += 1;
    const same = hit.contains(target) && at(hit).every((each, index) => Math.abs(each - place[index]) < 2); // :active
    if (!same) window.moved.push(`${hit.outerHTML.slice(0, 90)} at ${place}: ${target.tagName} at ${at(hit)}`);
  }, true);
}"""
# Scroll a control to where nothing covers it; its centre, or null if it is not shown.
_AIM = """(element) => {
  const at = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return width && height ? [left + width / 2, top + height / 2] : null;
  };
  if (!at()) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const place = at();
  const there = document.elementFromPoint(...place);
  return there && (element.contains(there) || there.contains(element)) ? place : null;
}"""
_FIELDS = "textarea, input:not([type=hidden], [type=file], [type=radio], [type=checkbox])"
_CONTROLS = f"label:has(:is([type=radio], [type=checkbox])), button:enabled:not(.key), {_FIELDS}"
_OPEN = "root => { for (const fold of root.querySelectorAll('details')) fold.open = true; }"


def touch(page: Page, forms: str) -> int:
    """Touch every control of the forms, each while another field of cards or numbers is active.

    Return how many were touched. The folds are open; they are touched at last.
    """
    page.evaluate(_WATCH)
    main = page.locator("main")
    main.evaluate(_OPEN)
    form = page.locator(forms)
    clicks = 0
    for control in [*form.locator(_CONTROLS).all(), *form.locator("summary").all()]:
        active = form.locator(".held-cards:visible, .cell:visible").first
        if active.count():
            active.focus()
        place = control.evaluate(_AIM)
        if place:
            page.touchscreen.tap(*place)
            clicks += 1
            becomes(page, f"window.clicks >= {clicks}")
    assert page.evaluate("window.moved") == []
    return clicks


def test_every_control_of_the_referee_gets_the_tap_that_was_aimed_at_it(phone: Page, made: dict[str, str]) -> None:
    """With the card grid open: a radio button once closed it on touch, the page jumped, and nothing was chosen."""
    seen: set[str] = set()
    for variant in VARIANTS:
        phone.goto(made[variant] + "/referee")
        addresses = [link.get_attribute("href") or "" for link in phone.locator(".questions a").all()]
        for address in addresses:
            question = address.partition("/referee/")[2].partition("?")[0]
            if question not in seen:
                seen.add(question)
                phone.goto(address)
                assert touch(phone, "form.asking"), address
    assert seen == set(QUESTIONS)


@pytest.mark.parametrize(
    ("variant", "address"),
    [
        ("da-500", "/rounds/new"),
        ("nb-rummy", "/rounds/new"),
        ("is-rommi", "/rounds/new"),
        ("da-500", "/settings"),
        ("da-500", "/share"),
    ],
)
def test_every_control_of_a_game_gets_the_tap_that_was_aimed_at_it(
    phone: Page, made: dict[str, str], variant: str, address: str
) -> None:
    phone.goto(made[variant] + address)
    assert touch(phone, "main form")


@pytest.mark.parametrize("address", ["/games/new/da-500", "/games/new/nb-rummy", "/join", "/device", "/import"])
def test_every_control_of_the_other_forms_gets_the_tap_that_was_aimed_at_it(phone: Page, address: str) -> None:
    answer = phone.goto(address)
    assert answer
    assert answer.ok
    assert touch(phone, "main form")
