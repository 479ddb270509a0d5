"""The referee on a phone of 360 px: number of taps, the card grid, every state under axe, a hidden hand."""

import json
import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.access import access
from scorekeeper.services.referee.tabletop import keep_tabletop

from ..sampled import covering
from .conftest import DEVICE
from .table import becomes

Axe = Callable[[Page], None]

# A row may be hidden until it matters, a control in it never is: its label would stand alone.
_HIDDEN_CONTROLS = """[...document.querySelectorAll(".row.field :is(input, select, textarea)")]
    .filter(each => getComputedStyle(each).display === "none").map(each => each.name)"""


class Thumb:
    """A user whose taps are counted, those on suits and ranks separately."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.on_cards = page, 0, 0

    def tap(self, target: Locator) -> None:
        """Tap on an element."""
        target.tap()
        self.taps += 1

    def lay(self, *cards: str) -> None:
        """Tap cards such as `7♥`; the suit only if it changes."""
        for card in cards:
            if card != "JK":
                suit = self.page.locator(f".grid [data-suit='{card[-1]}']")
                if suit.get_attribute("aria-pressed") != "true":
                    suit.tap()
                    self.on_cards += 1
            self.page.locator(f".grid [data-rank='{card if card == 'JK' else card[:-1]}']").tap(force=True)
            self.on_cards += 1


def word(page: Page) -> Locator:
    """Return the headline of the verdict."""
    return page.locator("#verdict .word")


def test_a_contested_meld_is_judged_by_three_taps_beside_the_cards(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"])
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="Referee"))
    thumb.tap(phone.get_by_role("link", name="Is this a meld?"))
    thumb.lay("7♥", "8♥", "10♥", "JK")
    thumb.tap(phone.get_by_role("button", name="Judge"))
    expect(word(phone)).to_have_text("A run of four: 45 points")
    assert thumb.taps == 3
    thumb.tap(phone.get_by_role("button", name="Accept"))
    expect(phone.get_by_text("The ruling stands.")).to_be_visible()
    assert thumb.taps == 4
    assert thumb.on_cards == 5


def test_a_call_is_judged_by_five_taps_beside_the_cards(phone: Page, made: dict[str, str], axe: Axe) -> None:
    phone.goto(made["da-500"])
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="Referee"))
    thumb.tap(phone.get_by_role("link", name="“Rommy!”"))
    expect(phone.get_by_text("1 of 2")).to_be_visible()
    axe(phone)
    thumb.lay("6♠")
    expect(phone.get_by_text("2 of 2")).to_be_visible()
    thumb.tap(phone.locator("#discarder-row").get_by_text("Eva", exact=True))
    thumb.tap(phone.locator("#callers-row").get_by_text("Ole", exact=True))
    thumb.lay("3♠", "4♠", "5♠")
    expect(phone.locator("#table")).to_be_in_viewport(ratio=1)
    dock = phone.locator(".dock").bounding_box()
    field = phone.locator("#table").bounding_box()
    assert dock
    assert field
    assert field["y"] + field["height"] <= dock["y"] + 1
    phone.get_by_role("button", name="New meld").tap()
    thumb.on_cards += 1
    thumb.lay("K♥", "K♦", "K♣")
    axe(phone)
    thumb.tap(phone.get_by_role("button", name="Judge"))
    expect(word(phone)).to_have_text("Ole gets the 6♠")
    expect(phone.locator("#verdict")).to_contain_text("Ole gets the 6♠")
    axe(phone)
    assert thumb.taps == 5


def test_a_call_on_the_kept_table_needs_the_discard_alone(live_app: Flask, phone: Page, made: dict[str, str]) -> None:
    with live_app.app_context():
        keep_tabletop(made["da-500"].rsplit("/", 1)[1], VARIANTS["da-500"], 3, [["3S", "4S", "5S"]])
    phone.goto(made["da-500"] + "/referee")
    phone.get_by_role("link", name="“Rommy!”").tap()
    thumb = Thumb(phone)
    thumb.lay("6♠")
    expect(phone.locator("#table")).to_have_value("3♠ 4♠ 5♠")
    thumb.tap(phone.locator("#discarder-row").get_by_text("Eva", exact=True))
    thumb.tap(phone.locator("#callers-row").get_by_text("Ole", exact=True))
    thumb.tap(phone.get_by_role("button", name="Judge"))
    expect(phone.locator("#verdict")).to_contain_text("Ole gets the 6♠")
    assert (thumb.taps, thumb.on_cards) == (3, 1)


@pytest.mark.parametrize(("variant", "name"), [("da-500", "Taking the whole pile"), ("cs-500", "Taking a card out")])
def test_a_quarrel_about_the_pile_starts_at_its_cards(
    phone: Page, made: dict[str, str], variant: str, name: str
) -> None:
    phone.goto(made[variant])
    phone.get_by_role("link", name="Referee").tap()
    phone.get_by_role("link", name=name).tap()
    expect(phone.locator("#pile")).to_be_focused()
    Thumb(phone).lay("4♣", "K♥")
    expect(phone.locator("#pile")).to_have_value("4♣ K♥")


def test_one_can_go_back_in_a_call_and_what_was_tapped_stays(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee/rummy-call")
    Thumb(phone).lay("6♠")
    phone.get_by_role("button", name="Back").tap()
    expect(phone.locator("#discard")).to_have_value("6♠")
    phone.locator("#discard").press("Enter")
    expect(phone.get_by_text("2 of 2")).to_be_visible()


def test_a_card_that_cannot_exist_any_more_is_refused_in_the_grid(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee/meld")
    thumb = Thumb(phone)
    thumb.lay("8♥", "8♥")
    expect(phone.locator("#cards")).to_have_value("8♥")
    expect(phone.locator("[data-rank='8']")).to_have_attribute("aria-disabled", "true")
    phone.goto(made["de-romme"] + "/referee/lay-off")
    thumb.lay("8♥", "8♠", "8♥", "8♥")
    expect(phone.locator("#table")).to_have_value("8♥ 8♠ 8♥")
    phone.locator("#cards").tap()
    thumb.lay("8♥", "8♠")
    expect(phone.locator("#cards")).to_have_value("8♠")


def test_a_card_laid_off_was_in_the_hand_before_and_may_be_tapped_in_both(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["cs-500"] + "/referee/pile")
    thumb = Thumb(phone)
    expect(phone.locator("#hand_before")).to_be_hidden()
    thumb.tap(phone.get_by_text("A card from the pile with all cards above it"))
    phone.locator("#hand_before").tap()
    thumb.lay("9♥")
    phone.locator("#table").tap()
    thumb.lay("6♥", "7♥", "8♥")
    phone.get_by_role("button", name="+ laid on it").tap()
    thumb.lay("9♥")
    expect(phone.locator("#table")).to_have_value("6♥ 7♥ 8♥ + 9♥")


def test_a_tapped_card_is_taken_away_by_a_tap(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee/meld")
    Thumb(phone).lay("7♥", "8♥", "K♠")
    phone.get_by_role("button", name="Remove eight of hearts").tap()
    expect(phone.locator("#cards")).to_have_value("7♥ K♠")


def test_cards_can_be_typed_too(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee/meld")
    expect(phone.locator("#cards")).to_be_focused()
    phone.keyboard.type("7h 8h 10h jk")
    phone.keyboard.press("Enter")
    expect(word(phone)).to_have_text("A run of four: 45 points")
    phone.goto(made["da-500"] + "/referee/meld")
    phone.get_by_role("button", name="Type instead").tap()
    expect(phone.locator("#cards")).to_have_attribute("inputmode", "text")
    expect(phone.locator("#cards")).to_be_focused()


def test_what_the_joker_stands_for_is_asked_and_tapped(phone: Page, made: dict[str, str], axe: Axe) -> None:
    phone.goto(made["cs-500"] + "/referee/meld")
    Thumb(phone).lay("7♥", "JK", "8♥")
    phone.get_by_role("button", name="Judge").tap()
    expect(word(phone)).to_have_text("A run of three: 30 points")
    axe(phone)
    phone.get_by_role("button", name="nine of hearts").tap()
    expect(word(phone)).to_have_text("A run of three: 30 points")
    expect(phone.locator("#cards")).to_have_value(re.compile("JK=9H"))


def test_a_joker_is_named_in_the_grid(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["cs-500"] + "/referee/meld")
    thumb = Thumb(phone)
    thumb.lay("7♥", "8♥", "JK")
    phone.get_by_role("button", name="The joker is…").tap()
    thumb.lay("9♥")
    expect(phone.locator("#cards")).to_have_value("7♥ 8♥ JK=9♥")
    phone.get_by_role("button", name="Judge").tap()
    expect(word(phone)).to_have_text("A run of three: 30 points")


def test_a_discreet_answer_goes_blank_and_nothing_of_it_stays(phone: Page, made: dict[str, str], axe: Axe) -> None:
    address = made["da-500"] + "/referee/hand-value"
    phone.clock.install()
    phone.goto(address)
    thumb = Thumb(phone)
    thumb.lay("K♦", "7♥")
    phone.get_by_role("checkbox", name="Only for me").check()
    phone.get_by_role("button", name="Count").tap()
    expect(word(phone)).to_have_text("Left in hand: 15 points")
    axe(phone)
    assert phone.url.endswith(address)
    phone.clock.run_for(9_000)  # the clock runs on by itself, too
    expect(word(phone)).to_be_visible()
    phone.clock.run_for(6_500)
    expect(phone.get_by_text("Gone. Nothing of it was kept.")).to_be_focused()
    axe(phone)
    left = phone.evaluate(
        "() => [document.documentElement.outerHTML, JSON.stringify({...localStorage, ...sessionStorage})]"
    )
    assert not [text for text in left if "K♦" in text or "KD" in text]
    phone.go_back()
    phone.goto(address)
    expect(phone.locator("#cards")).to_have_value("")


def test_a_discreet_answer_goes_blank_at_a_tap(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee/meld")
    Thumb(phone).lay("K♦", "7♥")
    phone.get_by_role("checkbox", name="Only for me").check()
    phone.get_by_role("button", name="Judge").tap()
    expect(phone.get_by_role("button", name="Accept")).to_have_count(0)
    phone.get_by_role("button", name="Blank now").tap()
    expect(word(phone)).to_have_count(0)
    phone.get_by_role("link", name="Ask again").tap()
    expect(phone.locator("#cards")).to_have_value("")


def test_a_wrong_number_of_cards_is_typed_and_judged(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["it-scala40"] + "/referee/irregularity")
    phone.get_by_label("Somebody has a wrong number of cards").check()
    phone.get_by_label("How many cards the player holds").fill("12")
    phone.get_by_label("before play began").check()
    phone.get_by_role("button", name="Judge").tap()
    expect(phone.locator("#verdict")).to_contain_text("dealt again")


def test_every_question_is_fit_for_everybody(
    open_phone: Callable[..., Page], live_server: str, made: dict[str, str], axe: Axe
) -> None:
    """The menu of each game; each question in a game, and each game with a question."""
    page = open_phone()
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    asked = []
    for variant in VARIANTS:
        page.goto(made[variant] + "/referee")
        _unfold(page)
        _keeps_its_width(page)
        _has_large_targets(page)
        addresses = [str(link.get_attribute("href")) for link in page.locator(".questions a").all()]
        assert addresses
        asked += [(variant, address.removeprefix(made[variant])) for address in addresses]
    axe(page)
    for variant, address in covering(asked, "questions"):
        page.goto(made[variant] + address)
        _unfold(page)
        axe(page)
        _keeps_its_width(page)
        _has_large_targets(page)
        assert page.evaluate(_HIDDEN_CONTROLS) == []


def test_what_could_i_lay_needs_the_cards_only(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee/arrange")
    Thumb(phone).lay("7♥", "8♥", "9♥", "K♠")
    phone.get_by_role("button", name="Show me").tap()
    expect(phone.locator("#verdict")).to_contain_text("7♥ 8♥ 9♥")


def test_the_referees_styles_stay_on_its_pages(phone: Page, made: dict[str, str]) -> None:
    """After a swap they were still loaded, and the heading of the round's form lost 35 px."""
    phone.goto(made["da-500"] + "/rounds/new")
    alone = phone.locator(".entries").bounding_box()
    phone.goto(made["da-500"] + "/referee/meld")
    Thumb(phone).lay("K♦", "7♥")
    phone.get_by_role("button", name="Judge").tap()
    phone.get_by_role("button", name="Overrule").tap()
    phone.get_by_role("link", name="Enter round").tap()
    expect(phone.locator(".entries")).to_be_visible()
    assert phone.locator(".entries").bounding_box() == alone


def test_every_verdict_is_fit_for_everybody(
    open_phone: Callable[..., Page], live_server: str, made: dict[str, str], axe: Axe
) -> None:
    page = open_phone()
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    for variant, slug, fields, said in [
        ("da-500", "meld", {"cards": "7h 8h 9h"}, "A run of three: 15 points"),
        ("da-500", "meld", {"cards": "7h 8h 10h kd"}, "Not a meld: neither one suit nor one rank"),
        ("cs-500", "meld", {"cards": "7h jk 8h"}, "A run of three: 30 points"),
        ("de-romme", "opening", {"melds": "6h 7h 8h 9h\njd jc jk=js"}, "Enough to open: 60, 40 needed"),
        ("nb-rummy", "hand-value", {"cards": "7h 8d 9c jk"}, "Left on the rack: 54 points"),
        ("da-500", "meld", {"cards": "7h 8h 7x"}, ""),
    ]:
        page.goto(f"{made[variant]}/referee/{slug}")
        for name, typed in fields.items():
            page.locator(f"[name={name}]").fill(typed)
        page.locator(".asking .main").click()
        expect(word(page) if said else page.locator("#summary")).to_be_visible()
        if said:
            expect(word(page)).to_have_text(said)
        _unfold(page)
        axe(page)
        _keeps_its_width(page)


def test_the_rulings_are_fit_for_everybody(phone: Page, made: dict[str, str], axe: Axe) -> None:
    phone.goto(made["da-500"] + "/referee/rulings")
    axe(phone)
    phone.goto(made["da-500"] + "/referee/meld")
    Thumb(phone).lay("K♦", "7♥")
    phone.get_by_role("button", name="Judge").tap()
    phone.get_by_role("button", name="Overrule").tap()
    expect(phone.get_by_text("Noted: the table decided differently.")).to_be_visible()
    axe(phone)
    for address in ("/referee/rulings", "/referee/rulings/1", "/history"):
        phone.goto(made["da-500"] + address)
        _unfold(phone)
        axe(phone)
        _keeps_its_width(phone)


@pytest.mark.parametrize(("width", "zoom"), [(320, 100), (360, 200)])
def test_small_phones_and_large_letters_keep_everything(
    open_phone: Callable[..., Page], live_server: str, made: dict[str, str], width: int, zoom: int
) -> None:
    page = open_phone(viewport={"width": width, "height": 640})
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    for slug in ("", "/meld", "/rummy-call", "/pile", "/go-out"):
        page.goto(made["da-500"] + "/referee" + slug)
        page.evaluate("zoom => document.documentElement.style.setProperty('font-size', `${zoom}%`)", zoom)
        _keeps_its_width(page)
    page.goto(made["da-500"] + "/referee/meld")
    page.locator("#cards").fill("7h 8h 10h")
    page.locator(".asking .main").click()
    expect(word(page)).to_be_visible()
    page.evaluate("zoom => document.documentElement.style.setProperty('font-size', `${zoom}%`)", zoom)
    _keeps_its_width(page)


def test_without_javascript_a_call_is_one_form(plain_page: Page, live_server: str, made: dict[str, str]) -> None:
    plain_page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    plain_page.goto(made["da-500"])
    plain_page.get_by_role("link", name="Referee").click()
    plain_page.get_by_role("link", name="“Rommy!”").click()
    plain_page.get_by_label("Which card was discarded?").fill("6s")
    plain_page.get_by_label("Which melds lie on the table?").fill("3s 4s 5s")
    plain_page.locator("#discarder-row").get_by_label("Eva").check()
    plain_page.locator("#callers-row").get_by_label("Ole").check()
    plain_page.get_by_role("button", name="Judge").click()
    expect(word(plain_page)).to_have_text("Ole gets the 6♠")
    plain_page.get_by_role("button", name="Accept").click()
    expect(plain_page.get_by_text("The ruling stands.")).to_be_visible()


def test_a_viewer_asks_but_does_not_decide(
    live_app: Flask, open_phone: Callable[..., Page], made: dict[str, str]
) -> None:
    with live_app.app_context():
        key = access.new_key(made["da-500"].rsplit("/", 1)[1], access.Role.VIEWER)
    page = open_phone()
    page.goto(f"/join/{key}")
    page.get_by_role("button").first.click()
    page.get_by_role("link", name="Referee").click()
    page.get_by_role("link", name="Is this a meld?").click()
    Thumb(page).lay("7♥", "8♥", "9♥")
    page.get_by_role("button", name="Judge").tap()
    expect(word(page)).to_have_text("A run of three: 15 points")
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)


def _unfold(page: Page) -> None:
    page.evaluate("() => document.querySelectorAll('details').forEach(each => (each.open = true))")


def _keeps_its_width(page: Page) -> None:
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} scrolls sideways by {wide} px"


def _has_large_targets(page: Page) -> None:
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(button, a.button, input, select, textarea, summary)")]
        .filter(e => e.checkVisibility() && !e.matches("[type=radio], [type=checkbox]"))
        .filter(e => e.getBoundingClientRect().height < 47.9).map(e => e.outerHTML)"""
    )
    assert not small, json.dumps(small[:3])


def test_the_grid_never_hides_the_field_that_it_fills(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["cs-500"] + "/referee/go-out")
    thumb = Thumb(phone)
    for name in ("laid_new_melds", "table", "discard", "hand_after"):
        phone.locator(f"#{name}").tap()
        thumb.lay("7♥")
        field, dock = (f"document.querySelector('{each}').getBoundingClientRect()" for each in (f"#{name}", ".dock"))
        becomes(phone, f"{field}.top >= 0 && {field}.bottom <= {dock}.top + 1")
        phone.locator(f"#{name}").fill("")


def test_on_a_phone_on_its_side_everything_is_in_reach(
    open_phone: Callable[..., Page], live_server: str, made: dict[str, str]
) -> None:
    page = open_phone(viewport={"width": 740, "height": 360})
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    page.goto(made["da-500"] + "/referee/meld")
    Thumb(page).lay("7♥", "8♥", "9♥")
    for target in (page.locator("#cards"), page.locator("[data-rank='K']"), page.get_by_role("button", name="Judge")):
        expect(target).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Judge").tap()
    expect(word(page)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    _keeps_its_width(page)


def test_what_was_asked_is_changed_under_the_verdict_and_judged_again(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee/meld")
    thumb = Thumb(phone)
    thumb.lay("7♥", "8♥", "10♥")
    phone.get_by_role("button", name="Judge").tap()
    expect(word(phone)).to_have_text("Not a run: there’s a gap in 7♥, 8♥ and 10♥")
    phone.get_by_text("Change what was asked").tap()
    phone.locator("#cards").tap()
    thumb.lay("9♥")
    judge = phone.get_by_role("button", name="Judge")
    expect(judge).to_be_in_viewport(ratio=1)
    judge.tap()
    expect(word(phone)).to_have_text("A run of four: 25 points")


def test_who_pays_is_chosen_before_the_ruling_is_accepted(phone: Page, made: dict[str, str], axe: Axe) -> None:
    phone.goto(made["da-500"] + "/referee/pile")
    phone.get_by_text("The whole pile was taken").tap()
    phone.locator("#pile").tap()
    Thumb(phone).lay("4♣", "K♥")
    phone.get_by_role("checkbox", name="No new meld was laid").check()
    phone.get_by_role("button", name="Judge").tap()
    expect(word(phone)).to_have_text("No covered card melded: −50 points")
    phone.get_by_role("button", name="Accept").tap()
    expect(phone.get_by_role("link", name="Say whom the penalty is for")).to_be_visible()
    axe(phone)
    phone.get_by_label("Who pays").select_option("Eva")
    phone.get_by_role("button", name="Accept").tap()
    expect(phone.get_by_text("Eva has −50 from a ruling.")).to_be_visible()


def test_a_dispute_is_settled_by_keyboard_alone(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/referee")
    phone.get_by_role("link", name="Is this a meld?").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#cards")).to_be_focused()
    phone.keyboard.type("7h 8h 9h")
    phone.keyboard.press("Enter")
    expect(phone.locator("#verdict")).to_be_focused()
    for _step in range(12):
        phone.keyboard.press("Tab")
        if phone.evaluate("() => document.activeElement.textContent.trim()") == "Accept":
            break
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("The ruling stands.")).to_be_visible()


def test_what_a_joker_on_the_table_is_takes_one_tap(phone: Page, made: dict[str, str], axe: Axe) -> None:
    phone.goto(f"{made['da-500']}/referee/go-out")
    phone.fill("#table", "8h 9h jk + 10h")
    phone.fill("#discard", "kd")
    phone.get_by_role("button", name="Judge").tap()
    expect(word(phone)).to_have_text("First: which card is the joker?")
    buttons = phone.locator("#verdict .jokers button")
    expect(buttons).to_have_text(["7♥", "10♥"])
    for number in range(2):
        box = buttons.nth(number).bounding_box()
        assert box is not None
        assert box["height"] >= 48
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    axe(phone)
    buttons.first.tap()
    expect(word(phone)).not_to_have_text("First: which card is the joker?")
    expect(phone.locator("#table")).to_have_value("8h 9h JK=7H + 10h")
