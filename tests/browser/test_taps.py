"""Nothing moves between touch and click: every control of every form gets the tap that was aimed at it."""

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
_FIELDS = "textarea, input:not([type=hidden], [type=file], [type=radio], [type=checkbox])"
_CONTROLS = f"label:has(:is([type=radio], [type=checkbox])), button:enabled:not(.key), {_FIELDS}"
# Open the folds; return how many controls and folds the forms have.
_BEGIN = """([forms, controls]) => {
  window.found = (kind) => [...document.querySelectorAll(forms)].flatMap((form) => [...form.querySelectorAll(kind)]);
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  return [found(controls).length, found("summary").length];
}"""
# When the clicks have arrived: focus the first field of cards or numbers, and scroll a control to where nothing covers
# it; its centre, or null if it is not shown. All in one call: four calls took as long as what the page does with a tap.
_AIM = """async ([kind, number, clicks]) => {
  const began = Date.now();
  while (window.clicks < clicks) {
    if (Date.now() - began > 5000) throw new Error(`the tap before ${kind} ${number} gave no click`);
    await new Promise((done) => setTimeout(done, 5));
  }
  const shown = (element) => element.getClientRects().length && element.checkVisibility({ visibilityProperty: true });
  found(".held-cards, .cell").find(shown)?.focus();
  const element = found(kind)[number];
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


def touch(page: Page, forms: str) -> int:
    """Touch every control of the forms, each while another field of cards or numbers is active.

    Return how many were touched. The folds are open; they are touched at last.
    """
    page.evaluate(_WATCH)
    controls, folds = page.evaluate(_BEGIN, [forms, _CONTROLS])
    clicks = 0
    for kind, number in [
        *((_CONTROLS, each) for each in range(controls)),
        *(("summary", each) for each in range(folds)),
    ]:
        place = page.evaluate(_AIM, [kind, number, clicks])
        if place:
            page.touchscreen.tap(*place)
            clicks += 1
    becomes(page, f"window.clicks >= {clicks}")
    assert page.evaluate("window.moved") == [], page.url
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


def test_every_control_of_a_game_gets_the_tap_that_was_aimed_at_it(phone: Page, made: dict[str, str]) -> None:
    for variant, address in (
        ("da-500", "/rounds/new"),
        ("nb-rummy", "/rounds/new"),
        ("is-rommi", "/rounds/new"),
        ("da-500", "/settings"),
        ("da-500", "/share"),
    ):
        phone.goto(made[variant] + address)
        assert touch(phone, "main form"), (variant, address)


def test_every_control_of_the_other_forms_gets_the_tap_that_was_aimed_at_it(phone: Page) -> None:
    for address in ("/games/new/da-500", "/games/new/nb-rummy", "/join", "/device", "/import"):
        answer = phone.goto(address)
        assert answer
        assert answer.ok, address
        assert touch(phone, "main form"), address
