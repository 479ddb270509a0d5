"""Five players and more, long names, large letters and corrections on a small phone."""

import io
from collections.abc import Callable

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.extensions import LANGUAGES
from scorekeeper.rules.variants import CARD_GAMES, VARIANTS
from scorekeeper.services.games import creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound

from .conftest import DEVICE

SIX = ("Anna", "Bo", "Cleo", "Dan", "Eva", "Fia")
EIGHT = (
    "Maximiliana-Theodora von Hohenstein-West",
    "Maximiliana-Theodora von Hohenstein-Ost",
    "شيماء محمد",
    "Anna-Katharina",
    "Christopher",
    "Fia",
    "Gus",
    "Hal",
)
Axe = Callable[[Page], None]
_BEYOND = "element => element.scrollWidth - element.clientWidth"


def _game(app: Flask, *players: str, variant: str = "cs-500") -> str:
    """Make a game, a Czech one to 2500, with two rounds; return its URL."""
    rules = {"target": 2500} if variant == "cs-500" else {}
    body = {"variant": variant, "players": list(players), "house_rules": rules}
    with app.app_context():
        game = creating.create_game_for(DEVICE, body)
        for number in (1, 2):
            entered = "points" if VARIANTS[variant].enters_points else "minus"
            entries = {name: {entered: 55 * number + 5 * seat} for seat, name in enumerate(players)}
            if entered == "minus":
                entries[players[-1]] = {"minus": 0}
            round_ = {"closer": players[-1], "entries": entries, "accept_warnings": True}
            rounds.enter_round(game, received(NewRound, round_), Precondition())
    return f"/games/{game}"


@pytest.fixture
def six(live_app: Flask) -> str:
    return _game(live_app, *SIX)


@pytest.fixture
def eight(live_app: Flask) -> str:
    return _game(live_app, *EIGHT)


def _tap(phone: Page, selector: str) -> int:
    phone.locator(selector).tap()
    return 1


def test_one_number_is_corrected_by_five_taps(phone: Page, six: str) -> None:
    """Unfold the round, tap the points, type two digits, save."""
    phone.goto(six)
    taps = _tap(phone, ".rounds tbody tr:first-child th a")
    expect(phone.locator(".under .shares")).to_be_visible()
    taps += _tap(phone, ".under .shares > div:nth-child(2) b a")
    expect(phone.locator("[name='p1-points']")).to_be_focused()
    taps += _tap(phone, "[data-key='9']") + _tap(phone, "[data-key='1']")
    taps += _tap(phone, ".actions .main")
    expect(phone.get_by_role("status")).to_contain_text("Round 2 corrected.")
    expect(phone.locator(".totals .gain")).to_have_text(["−24"])
    assert taps <= 5


def test_an_unfolded_round_is_corrected_or_voided_where_it_is(phone: Page, six: str, axe: Axe) -> None:
    """The board changes in place, without the round's page."""
    phone.goto(six)
    phone.locator(".rounds tbody th a").first.tap()
    under = phone.locator(".under")
    expect(under.get_by_role("link", name="Correct", exact=True)).to_be_visible()
    under.locator("summary", has_text="Void this round").tap()
    axe(phone)
    with phone.expect_response(lambda response: response.url.endswith("/void")) as answer:
        under.get_by_role("button", name="Void it").tap()
    assert answer.value.request.headers["hx-request"] == "true"
    expect(phone.get_by_role("status")).to_contain_text("Round 2 is void.")


def _edge(phone: Page) -> tuple[int, ...]:
    """Return the colour beside the right edge of the first row of points."""
    box = phone.locator(".rounds tbody td").first.bounding_box()
    scroll = phone.locator(".scroll").bounding_box()
    assert box
    assert scroll
    image = Image.open(io.BytesIO(phone.screenshot())).convert("RGB")
    scale = image.width / 360
    place = (scroll["x"] + scroll["width"] - 3) * scale, (box["y"] + 4) * scale
    colour = image.getpixel((int(place[0]), int(place[1])))
    assert isinstance(colour, tuple)
    return colour


def test_six_players_fit_and_a_shade_says_that_eight_go_on(phone: Page, six: str, eight: str) -> None:
    """The shade leaves when the table is scrolled to its end."""
    phone.goto(six)
    assert phone.locator(".scroll").evaluate(_BEYOND) == 0
    phone.locator(".rounds tbody th a").first.tap()
    expect(phone.locator(".under .shares")).to_be_visible()
    assert phone.locator(".scroll").evaluate(_BEYOND) == 0, "with an unfolded round"
    phone.goto(eight)
    region = phone.locator(".scroll")
    assert region.evaluate(_BEYOND) > 0
    region.scroll_into_view_if_needed()
    region.evaluate("element => element.scrollIntoView({ block: 'center' })")
    begun = _edge(phone)
    region.evaluate("element => element.scrollTo(1000, 0)")
    ended = _edge(phone)
    assert sum(begun) < sum(ended) - 40


_TWO_LINES = """() => [...document.querySelectorAll("main .button:not(.wide)")].filter(each => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom);
  const lines = 1 + (Math.max(...bottoms) > Math.min(...bottoms) + 12);
  return !each.querySelector("small, .vh") && each.checkVisibility() && lines > 1;
}).map(each => each.textContent.trim())"""


def test_words_fit_in_every_language(phone: Page, live_app: Flask, live_server: str) -> None:
    """No button takes two lines, four columns fit, and a result stands beside the points that were typed."""
    hands = _game(live_app, "Anna", "Bo", "Cleo", "Dagny", variant="de-romme")
    danish = _game(live_app, "Anna", "Bo", "Cleo", "Dagny", variant="da-500")
    for language in LANGUAGES:
        phone.context.add_cookies([{"name": "language", "value": language, "url": live_server}])
        for path in ("/", hands + "/share", "/device", hands, hands + "/rounds/2", hands + "/referee/lay-off"):
            phone.goto(path)
            assert phone.locator("html").get_attribute("lang") == language
            phone.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
            assert phone.evaluate(_TWO_LINES) == [], (language, path)
            if path == hands:
                assert phone.locator(".scroll").evaluate(_BEYOND) == 0, language
        phone.goto(danish + "/referee/pile?take=whole_pile")
        phone.locator("[name='pile']").fill("4c kh 9d")
        phone.locator("[name='hand_before']").fill("2s 2d 7h")
        phone.locator(".asking .actions .main").locator("visible=true").click()
        expect(phone.locator("#verdict")).to_be_visible()
        assert phone.evaluate(_TWO_LINES) == [], language
    phone.goto(hands + "/rounds/2/edit")
    rows = phone.locator(".entry").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert max(rows) < 60


_TALL = """() => [...document.querySelectorAll("form.round .button, .js .who .choice")]
  .filter(each => each.getClientRects().length && each.getBoundingClientRect().height > 58)
  .map(each => each.textContent.trim())"""


def test_long_names_never_make_a_button_of_two_lines(phone: Page, eight: str, axe: Axe) -> None:
    """Not even those of two who begin alike, which stay different; screen readers hear the whole name."""
    phone.goto(eight + "/rounds/new")
    expect(phone.get_by_role("button", name="Next: Maxi")).to_be_visible()
    assert [each for each in phone.evaluate(_TALL) if not each.startswith("Nobody")] == []
    expect(phone.get_by_role("radio", name=EIGHT[0], exact=True)).to_be_attached()
    shown = phone.locator(".who .choice bdi[aria-hidden]").all_inner_texts()
    assert len(set(shown)) == len(shown) >= 2
    axe(phone)


@pytest.mark.parametrize(("size", "text"), [((360, 740), "200%"), ((740, 360), "100%"), ((740, 360), "200%")])
def test_save_stays_in_sight(phone: Page, eight: str, size: tuple[int, int], text: str) -> None:
    """With large letters and in landscape, at the beginning and after a field was filled in."""
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(eight + "/rounds/1/edit")
    phone.evaluate("size => document.documentElement.style.setProperty('font-size', size)", text)
    button = phone.locator(".dock .actions").get_by_role("button", name="Save")
    expect(button).to_be_in_viewport(ratio=1)
    phone.locator("[name='p5-points']").tap()
    expect(button).to_be_in_viewport(ratio=1)


_CUT = """() => [...document.querySelectorAll(".big li")].filter(row => {
  const name = row.querySelector(".name"), bdi = name.querySelector("bdi"), box = row.getBoundingClientRect();
  const inner = bdi.getBoundingClientRect();
  return bdi.scrollWidth > bdi.clientWidth + 1 || inner.top < box.top
    || name.getBoundingClientRect().bottom > box.bottom + 1
    || inner.right > row.querySelector("b").getBoundingClientRect().left + 1;
}).map(row => row.textContent.trim())"""


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 800)])
def test_eight_names_are_whole_in_the_big_view_and_begin_at_one_side(
    phone: Page, eight: str, size: tuple[int, int], axe: Axe
) -> None:
    """Also a name that is written from right to left."""
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(eight + "/big")
    assert phone.evaluate(_CUT) == []
    assert phone.evaluate("document.documentElement.scrollHeight") <= size[1]
    starts = (
        "rows => rows.map(row => { const [a, b] = [row, row.querySelector('bdi')].map(e => e.getBoundingClientRect());"
    )
    starts += " return Math.round(b.left - a.left); })"
    assert len(set(phone.locator(".big li").evaluate_all(starts))) == 1
    axe(phone)


def test_each_device_with_access_is_one_line(phone: Page, six: str, axe: Axe) -> None:
    """Since when and by whom is folded."""
    phone.goto(six + "/share")
    row = phone.locator(".holders li")
    box = row.first.bounding_box()
    assert box
    assert box["height"] <= 56
    axe(phone)
    row.locator("summary").tap()
    expect(row.first.get_by_text("since")).to_be_visible()
    axe(phone)


def test_the_facts_of_the_rules_name_themselves_in_whole_words(open_phone: Callable[..., Page]) -> None:
    """In the language of each game."""
    lines = """terms => terms.filter(term => {
      const range = document.createRange();
      range.selectNodeContents(term);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return tops.size > term.textContent.trim().split(/ +/).length;
    }).map(term => term.textContent)"""
    for variant in CARD_GAMES.values():
        phone = open_phone(locale=variant.language)
        phone.goto(f"/rules/{variant.key}")
        terms = phone.locator(".rulefacts dt")
        assert terms.count() > 3
        assert terms.evaluate_all(lines) == []
