"""What a verdict offers on a phone: the next steps, more about it, and reading it aloud; under axe, at 360 px."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.referee.tabletop import keep_tabletop

Axe = Callable[[Page], None]
# A voice that notes what it is given to say; a browser without a voice has none of these.
_VOICE = """
  window.said = [];
  window.SpeechSynthesisUtterance = class extends EventTarget { constructor(text) { super(); this.text = text; } };
  const voice = { speaking: false, pending: false, cancel() { this.speaking = false; },
    speak(speech) { this.speaking = true; window.speech = speech; window.said.push([speech.lang, speech.text]); } };
  Object.defineProperty(window, "speechSynthesis", { value: voice, configurable: true });
"""
_NO_VOICE = "delete window.speechSynthesis; delete Window.prototype.speechSynthesis;"


def word(page: Page) -> Locator:
    """Return the large words of the verdict."""
    return page.locator("#verdict .word")


def judge(page: Page, address: str, **typed: str) -> None:
    """Ask a question by typing."""
    page.goto(address)
    for name, text in typed.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator(".asking .main").click()
    expect(page.locator("#verdict")).to_be_visible()


def test_a_verdict_is_read_aloud_after_a_tap_and_stops_at_the_next(phone: Page, made: dict[str, str]) -> None:
    phone.add_init_script(_VOICE)
    judge(phone, made["da-500"] + "/referee/meld", cards="7h 8h jk")
    assert phone.evaluate("said") == []
    phone.get_by_role("button", name="Read aloud").tap()
    [[language, text]] = phone.evaluate("said")
    assert language == "en"
    assert phone.locator("#word").inner_text().rstrip(".") in text
    assert "six of hearts, nine of hearts" in text
    assert "DA-" not in text
    phone.get_by_role("button", name="Stop reading").tap()
    assert not phone.evaluate("speechSynthesis.speaking")
    phone.get_by_role("button", name="Read aloud").tap()
    phone.evaluate("speech.dispatchEvent(new Event('end'))")
    expect(phone.get_by_role("button", name="Read aloud")).to_be_visible()


def test_the_next_verdict_stops_the_reading_of_the_one_before(phone: Page, made: dict[str, str]) -> None:
    phone.add_init_script(_VOICE)
    judge(phone, made["da-500"] + "/referee/meld", cards="7h 8h 10h")
    phone.get_by_role("button", name="Read aloud").tap()
    phone.get_by_text("Change what was asked").tap()
    phone.locator("#cards").fill("7h 8h 9h")
    phone.locator(".asking .main").click()
    expect(phone.get_by_role("button", name="Read aloud")).to_be_visible()
    assert not phone.evaluate("speechSynthesis.speaking")


def test_a_phone_without_a_voice_offers_none(phone: Page, made: dict[str, str]) -> None:
    phone.add_init_script(_NO_VOICE)
    judge(phone, made["da-500"] + "/referee/meld", cards="7h 8h 9h")
    expect(phone.get_by_text("Change what was asked")).to_be_visible()
    expect(phone.locator(".aloud")).to_have_count(0)


def test_a_verdict_without_network_is_read_aloud_too(phone: Page, made: dict[str, str]) -> None:
    phone.add_init_script(_VOICE)
    phone.goto(made["nb-rummy"] + "/referee/meld")
    phone.context.set_offline(True)
    phone.locator("#cards").fill("7h 8h 9h")
    phone.locator(".asking .main").click()
    phone.get_by_role("button", name="Read aloud").tap()
    [[_language, text]] = phone.evaluate("said")
    assert len(text) > 10
    assert "Explain more" not in text
    phone.context.set_offline(False)


def test_from_nobody_can_go_on_to_the_score(phone: Page, made: dict[str, str], axe: Axe) -> None:
    phone.goto(made["de-romme"])
    phone.get_by_role("link", name="Referee").tap()
    phone.get_by_role("link", name="Nobody can go on").tap()
    expect(phone.locator("#pile")).to_be_visible()
    axe(phone)
    phone.get_by_role("button", name="What now?").tap()
    expect(word(phone)).to_be_visible()
    axe(phone)
    phone.get_by_role("button", name="Enter it: nobody went out").tap()
    expect(phone.get_by_label("Nobody: the stock is empty")).to_be_checked()
    axe(phone)
    for index, points in enumerate(("10", "20", "30")):
        phone.locator(f"[name=p{index}-minus]").fill(points)
    phone.get_by_role("button", name="Save", exact=True).last.tap()
    expect(phone.get_by_text("Round 1 saved.")).to_be_visible()


def test_a_draft_does_not_cover_what_the_referee_filled_in(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["da-500"] + "/rounds/new")
    phone.locator("[name=p0-points]").fill("45")
    judge(phone, made["da-500"] + "/referee/go-out", laid_new_melds="5s 6s 7s", discard="2d")
    phone.locator(".next").get_by_role("button", name="Ole").tap()
    expect(phone.locator("[name=p1-melds]")).to_have_value("5♠ 6♠ 7♠")
    expect(phone.locator("[name=p0-points]")).to_have_value("")
    expect(phone.locator("[name=who][value=p1]")).to_be_checked()


def test_lost_tiles_leave_the_kept_table_by_one_tap(
    live_app: Flask, phone: Page, made: dict[str, str], axe: Axe
) -> None:
    with live_app.app_context():
        melds = [["2S", "3S", "4S", "5S"], ["8H", "8D", "8C"]]
        keep_tabletop(made["nb-rummy"].rsplit("/", 1)[1], VARIANTS["nb-rummy"], 3, melds)
    phone.goto(made["nb-rummy"] + "/referee")
    phone.get_by_role("link", name="Nobody remembers where the tiles lay").tap()
    expect(phone.locator("#played")).to_be_focused()
    axe(phone)
    phone.locator(".grid [data-suit='♠']").tap()
    phone.locator(".grid [data-rank='5']").tap()
    expect(phone.locator("#played")).to_have_value("5♠")
    phone.get_by_role("button", name="Judge").tap()
    expect(word(phone)).to_be_visible()
    axe(phone)
    phone.get_by_role("button", name="Take those tiles off the table").tap()
    expect(phone.get_by_text("The table is kept for the next turn.")).to_be_visible()
    expect(phone.locator("#before")).to_have_value("2♠ 3♠ 4♠\n8♥ 8♦ 8♣")


def test_what_explains_more_is_one_tap_away(phone: Page, made: dict[str, str], axe: Axe) -> None:
    judge(phone, made["da-500"] + "/referee/meld", cards="7h 8h 10h kd")
    phone.get_by_text("Explain more").tap()
    expect(phone.get_by_role("heading", name="Rule DA-").first).to_be_visible()
    axe(phone)


_LINES = "all => new Set(all.map(face => Math.round(face.getBoundingClientRect().top))).size"


def test_the_cards_asked_about_take_two_lines_below_the_headline(phone: Page, made: dict[str, str], axe: Axe) -> None:
    for variant, slug, typed in (
        ("da-500", "meld", {"cards": "2h ah kh"}),
        ("da-500", "meld", {"cards": "8h 5h 6h jk=9h"}),
        ("da-500", "meld", {"cards": "ah 2h 3h 4h 5h 6h 7h 8h 9h 10h jh qh kh jk"}),
        ("da-500", "hand-value", {"cards": "jk jk jk 10s js qs ks as 10h jh qh kh ah 10d jd qd kd ad"}),
        ("de-romme", "opening", {"melds": "10h jh qh jk=kh\n4s 4h jk=4d\n10s js qs ks as"}),
        ("nb-rummy", "meld", {"cards": "10h 10d 10c jk"}),
    ):
        judge(phone, f"{made[variant]}/referee/{slug}", **typed)
        cards = phone.locator("#verdict .asked-cards")
        assert cards.locator(".face").evaluate_all(_LINES) <= 2, typed
        box, above = cards.bounding_box(), word(phone).bounding_box()
        assert box is not None, typed
        assert above is not None, typed
        assert 0 <= above["y"] < above["y"] + above["height"] <= box["y"], typed
        assert box["height"] <= 56, typed
        assert box["x"] + box["width"] <= 360, typed
        assert phone.evaluate("document.documentElement.scrollWidth") == 360, typed
        axe(phone)


def test_without_network_the_verdict_shows_the_same_cards(phone: Page, made: dict[str, str], axe: Axe) -> None:
    judge(phone, made["da-500"] + "/referee/meld", cards="8h 5h 6h jk=9h")
    there = phone.locator("#verdict .asked-cards").inner_html()
    phone.goto(made["da-500"] + "/referee/meld")
    phone.context.set_offline(True)
    phone.locator("#cards").fill("8h 5h 6h jk=9h")
    phone.locator(".asking .main").click()
    expect(word(phone)).to_be_visible()
    assert phone.locator("#verdict .asked-cards").inner_html() == there
    axe(phone)
    phone.locator("summary", has_text="Change what was asked").tap()
    phone.locator("#cards").fill("7h 8h jk")
    phone.locator(".asking .main").click()
    expect(word(phone)).to_have_text("A run of three: 35 points")
    expect(phone.locator("#verdict.good")).to_be_visible()
    expect(phone.get_by_role("heading", name="Still missing")).to_be_visible()
    phone.locator("#verdict").get_by_role("button", name="nine of hearts").tap()
    expect(phone.locator("#verdict .asked-cards")).to_have_text("7♥ 8♥ Joker = 9♥")
    phone.context.set_offline(False)
