"""The round form by touch: number of taps, live results, drafts, the card grid."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .table import becomes, fill_round, given, nothing_waits, save

Axe = Callable[[Page], None]


class Thumb:
    """A user of the round form, whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, target: Locator) -> None:
        """Tap once."""
        target.tap()
        self.taps += 1

    def out(self, name: str) -> None:
        """Choose who went out."""
        self.tap(self.page.get_by_role("radio", name=name, exact=True))

    def keys(self, *keys: str) -> None:
        """Tap keys of the keypad."""
        for key in keys:
            self.tap(self.page.locator(f"[data-key='{key}']"))

    def next(self) -> None:
        """Go to the next player."""
        self.tap(self.page.locator(".next"))

    def save(self) -> None:
        """Tap on Save."""
        self.tap(self.page.locator(".actions").get_by_role("button", name="Save"))


@pytest.fixture
def four(page: Page) -> Thumb:
    """The form of the first round of a Danish game of four."""
    given(page, "da-500", "Anna", "Bo", "Cleo", "Dan")
    page.get_by_role("link", name="Enter round").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.wait_for_load_state()
    return Thumb(page)


def totals(page: Page) -> dict[str, str]:
    """Return the totals that the scoreboard shows."""
    expect(page.locator(".totals")).to_be_visible()
    rows = page.locator(".totals li").all()
    return {row.locator("bdi").inner_text(): row.locator("b").first.inner_text() for row in rows}


def counted(page: Page) -> dict[str, str]:
    """Return each player's result as the unsaved form shows it."""
    found: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.entry')].map("
        "e => [e.dataset.name, e.querySelector('[data-result]').textContent]))"
    )
    return found


def test_four_players_take_fourteen_taps_at_most(four: Thumb) -> None:
    """Who went out, two digits each, three times the next player, Save: 13."""
    four.out("Bo")
    for points in ("35", "60", "45", "20"):
        four.keys(*points)
        if points != "20":
            four.next()
    four.save()
    assert totals(four.page) == {"Bo": "60", "Cleo": "45", "Anna": "35", "Dan": "20"}
    assert four.taps == 13


@pytest.mark.parametrize(
    ("variant", "typed", "most"),
    [("nb-rummy", ("", "12", "7", "20"), 9), ("cs-500", ("35", "60", "45", "20", "15", "5", "85", "30"), 24)],
)
def test_no_tap_is_for_nothing(page: Page, variant: str, typed: tuple[str, ...], most: int) -> None:
    """Who went out, the digits, the next player, Save: nine for four with tiles, 24 for eight players with cards."""
    names = ("Anna", "Bo", "Cleo", "Dan", "Eva", "Fia", "Gus", "Hal")[: len(typed)]
    given(page, variant, *names)
    page.get_by_role("link", name="Enter round").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.wait_for_load_state()
    thumb = Thumb(page)
    thumb.out("Anna")
    filled = [digits for digits in typed if digits]
    for number, digits in enumerate(filled):
        if number:
            thumb.next()
        thumb.keys(*digits)
    thumb.save()
    assert totals(page)["Anna"] == (typed[0] or "39")
    assert thumb.taps == most


def test_a_minus_costs_one_tap_more(four: Thumb) -> None:
    """It may be tapped before or after the digits."""
    four.out("Bo")
    four.keys("sign", "3", "5")
    four.next()
    four.keys("6", "0")
    four.next()
    four.keys("2", "5", "sign")
    four.next()
    four.keys("zero")
    four.save()
    assert totals(four.page) == {"Bo": "60", "Dan": "0", "Cleo": "−25", "Anna": "−35"}
    assert four.taps == 14


def test_sums_stand_in_the_cell_with_their_value_beside(four: Thumb) -> None:
    """`40+35−15`: delete works, an unfinished sum is tidied, ± changes the sign of the last number."""
    four.out("Bo")
    cell = four.page.locator("#p0-points")
    expect(cell).to_be_focused()
    four.keys("4", "0", "+", "3", "5", "−", "1", "6", "back", "5")
    expect(cell).to_have_value("40+35−15")
    assert counted(four.page)["Anna"] == "60"
    four.keys("sign")
    expect(cell).to_have_value("40+35+15")
    four.keys("−")
    assert counted(four.page)["Anna"] == "?"
    four.next()
    expect(cell).to_have_value("40+35+15")
    expect(four.page.locator("#p1-points")).to_be_focused()
    four.tap(cell)
    four.keys("7")
    expect(cell).to_have_value("7")


def test_four_players_and_the_keypad_are_seen_without_scrolling(four: Thumb) -> None:
    """At 360×740, also with the message about the draft and the one about a missing player."""
    four.out("Bo")
    four.keys("5")
    four.page.reload()
    expect(four.page.locator(".draft")).to_be_visible()
    four.save()
    expect(four.page.locator(".said")).to_have_text("Bo is missing.")
    assert four.page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [
        740,
        360,
    ]
    dock = four.page.locator(".dock").bounding_box()
    last = four.page.locator("#p3-points").bounding_box()
    assert dock
    assert last
    assert last["y"] + last["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= 740
    for key in four.page.locator(".keys .key, .actions .button:visible").all():
        box = key.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 48


def test_save_says_who_is_missing_and_goes_there(four: Thumb) -> None:
    """The form checks this without the server; the button is always enabled."""
    posts: list[str] = []
    four.page.on("request", lambda request: posts.append(request.method) if request.method == "POST" else None)
    said = four.page.locator(".said")
    four.save()
    expect(said).to_contain_text("Say who went out")
    expect(four.page.locator("#who-0")).to_be_focused()
    four.out("Bo")
    four.keys("5")
    four.next()
    four.keys("0")
    four.save()
    expect(said).to_have_text("Cleo is missing.")
    expect(four.page.locator("#p2-points")).to_be_focused()
    expect(four.page.locator("#p2-points")).to_have_attribute("aria-invalid", "true")
    four.keys("1")
    expect(said).to_have_text("")
    assert posts == []


def test_a_round_by_hardware_keyboard(four: Thumb) -> None:
    """Arrows, digits, Enter; the first player's field has the focus."""
    page = four.page
    page.locator("#who-0").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Bo", exact=True)).to_be_focused()
    for typed in ("40+35", "-5", "20", "0"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    assert totals(page) == {"Anna": "75", "Cleo": "20", "Dan": "0", "Bo": "−5"}


def test_the_draft_outlives_the_page(four: Thumb) -> None:
    """It survives a reload and a new tab, and is deleted after saving."""
    four.out("Cleo")
    four.keys("3", "5")
    entry = four.page.locator("#entry_id").input_value()
    address = four.page.url
    four.page.reload()
    expect(four.page.locator(".draft")).to_contain_text(re.compile(r"Your draft from \d\d:\d\d is back\."))
    expect(four.page.locator("#p0-points")).to_have_value("35")
    other = four.page.context.new_page()
    four.page.close()
    other.goto(address)
    expect(other.get_by_role("radio", name="Cleo")).to_be_checked()
    expect(other.locator("#entry_id")).to_have_value(entry)
    for number in (1, 2, 3):
        other.locator(f"#p{number}-points").fill("5")
    save(other, "Anna 35", "Bo 5", "Cleo 5", "Dan 5")
    nothing_waits(other)
    other.goto(address)
    expect(other.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(other.locator("#p0-points")).to_have_value("")
    expect(other.locator(".draft")).to_have_count(0)


def test_the_draft_may_be_dropped(four: Thumb) -> None:
    """“Start over” empties the form."""
    four.out("Cleo")
    four.keys("3", "5")
    four.page.reload()
    four.page.get_by_role("button", name="Start over").tap()
    expect(four.page.locator("#p0-points")).to_have_value("")
    expect(four.page.locator(".draft")).to_have_count(0)
    four.page.reload()
    expect(four.page.locator(".draft")).to_have_count(0)


def test_a_lost_answer_saves_no_second_round(page: Page) -> None:
    """The phone loses the response: the draft is restored, saved again, and there is one round."""
    given(page, "da-500", "Anna", "Bo")
    game = page.url
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    draft = page.evaluate("JSON.stringify(localStorage)")
    save(page, "Anna 35", "Bo 0")
    nothing_waits(page)
    page.evaluate("draft => Object.entries(JSON.parse(draft)).forEach(pair => localStorage.setItem(...pair))", draft)
    page.goto(game + "/rounds/new")
    expect(page.locator(".draft")).to_be_visible()
    save(page, "Anna 35", "Bo 0")
    expect(page.get_by_text("Round 2 is next.")).to_be_visible()
    becomes(page, "!Object.keys(localStorage).some(key => key.startsWith('scorekeeper-round-'))")


def test_without_storage_the_form_works(open_phone: Callable[..., Page]) -> None:
    """If storage is forbidden or full, only the draft is lost."""
    page = open_phone()
    page.add_init_script("Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error('full'); };")
    given(page, "da-500", "Anna", "Bo")
    fill_round(page, "Anna", p0_points="35", p1_points="0")
    save(page, "Anna 35", "Bo 0")


def test_cards_are_tapped_in_a_grid_that_counts(four: Thumb, axe: Axe) -> None:
    """Melds, one copy more than the pack has, a removed chip, penalties by steps."""
    page = four.page
    four.out("Bo")
    page.locator(".entry").first.locator("summary").tap()
    expect(page.locator("#p0-plus")).to_be_focused()
    page.locator("#p0-melds").tap()
    for rank in ("7", "8", "9"):
        page.locator(f"[data-rank='{rank}']").tap()
    page.get_by_role("button", name="New meld").tap()
    page.get_by_role("button", name="hearts").tap()
    for rank in ("K", "JK", "Q"):
        page.locator(f"[data-rank='{rank}']").tap()
    page.locator("[data-rank='K']").tap(force=True)  # the one pack has no other
    expect(page.locator("#p0-melds")).to_have_value("7♠ 8♠ 9♠\nK♥ JK Q♥")
    page.get_by_role("button", name="Remove joker").tap()
    expect(page.locator("#p0-melds")).to_have_value("7♠ 8♠ 9♠\nK♥ Q♥")
    assert counted(page)["Anna"] == "35"
    page.locator("#p0-hand").tap()
    page.locator("[data-rank='A']").tap()
    assert counted(page)["Anna"] == "20"
    axe(page)
    more = page.locator("#p0-peeks + [data-step='1']")
    more.tap()
    more.tap()
    expect(page.locator("#p0-peeks")).to_have_value("2")
    assert counted(page)["Anna"] == "−30"


# The game, its house rules, who went out and what is ticked, the fields: every way of scoring a round.
ROUNDS: list[Any] = [
    ("da-500", ("Bo",), {"p0_points": "40+35−15", "p1_plus": "90", "p1_minus": "5", "p2_melds": "7H 8H 9H"}),
    (
        "da-500",
        ("Nobody: the stock is empty",),
        {
            "p0_plus": "20",
            "p0_peeks": "2",
            "p0_false_calls": "1",
            "p1_hand": "JK KS",
            "p2_melds": "QS QH QD\nAS 2S 3S",
            "p2_laid_off": "10♣",
        },
    ),
    ("de-romme", ("Anna",), {"p1_minus": "20+15", "p2_hand": "KS JK"}),
    ("de-romme", ("Anna", "Hand-Rommé"), {"p1_minus": "20", "p2_points": "-30"}),
    ("de-romme", ("Nobody: the stock is empty",), {"p0_minus": "80", "p1_minus": "0", "p2_minus": "10"}),
    ("nb-rummy", ("Bo",), {"p0_minus": "18", "p2_hand": "JK KS"}),
    ("nb-rummy", ("Bo",), {"p0_points": "-20", "p2_minus": "5"}),
    ("nb-rummy", ("Nobody: the pool is empty",), {"p0_minus": "18", "p1_minus": "7", "p2_minus": "40"}),
    ("cs-500", ("Anna",), {"p0_plus": "120", "p1_plus": "30", "p1_minus": "45", "p2_melds": "AS AH AD"}),
    ("is-rommi", ("Cleo",), {"p0_minus": "11", "p1_hand": "KS KH"}),
    ("is-rommi", ("Cleo", "Rommí"), {"p0_minus": "11", "p1_minus": "20"}),
    ("is-rommi", ("Nobody: the stock is empty",), {"p0_minus": "11", "p1_minus": "20", "p2_minus": "3"}),
]


def test_the_form_counts_as_the_server_does(page: Page) -> None:
    """The results beside the names before saving equal the scores after it."""
    for variant, ending, fields in ROUNDS:
        given(page, variant, "Anna", "Bo", "Cleo")
        fill_round(page, *ending, **fields)
        before = counted(page)
        assert all(before.values()), (variant, ending, before)
        page.locator(".actions").get_by_role("button", name="Save").click()
        expect(page.locator(".totals, .notice.warn").first).to_be_visible()
        if page.locator(".notice.warn").is_visible():
            assert counted(page) == before, (variant, ending)
            page.get_by_role("button", name="Save anyway").click()
        assert totals(page) == before, (variant, ending)


def test_axe_finds_nothing(open_phone: Callable[..., Page], axe: Axe) -> None:
    """Empty, half filled, a player missing, unfolded, restored, in landscape, light and dark."""
    page = open_phone()
    given(page, "da-500", "Anna", "Bo", "Cleo", "Dan")
    page.get_by_role("link", name="Enter round").click()
    axe(page)
    thumb = Thumb(page)
    thumb.out("Bo")
    thumb.keys("3", "5", "+")
    thumb.save()
    expect(page.locator(".said")).to_have_text("Bo is missing.")
    axe(page)
    page.locator(".entry").nth(1).locator("summary").tap()
    page.locator("#p1-hand").tap()
    page.locator("[data-rank='7']").tap()
    axe(page)
    page.reload()
    axe(page)
    page.set_viewport_size({"width": 740, "height": 360})
    axe(page)


@pytest.mark.parametrize("size", [(320, 640), (344, 740), (360, 740), (740, 360), (1280, 800)])
def test_every_key_is_large_enough_for_a_thumb(four: Thumb, size: tuple[int, int]) -> None:
    """At least 48 px: keypad and card grid with chips, in portrait and in landscape."""
    page = four.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    four.out("Bo")
    if size[0] >= 640:
        dock, rows = page.locator(".dock").bounding_box(), page.locator(".sheet").bounding_box()
        assert dock
        assert rows
        assert (dock["x"] > rows["x"] + rows["width"], dock["y"]) == (True, rows["y"])
    page.locator(".entry").first.locator("summary").click()
    for field, rank in (("#p0-points", ""), ("#p0-melds", "7"), ("#p0-hand", "8")):
        page.locator(field).click()
        if rank:
            page.locator(f"[data-rank='{rank}']").click()
        small = page.evaluate(
            "[...document.querySelectorAll('.dock button')].filter(b => b.offsetParent)"
            ".map(b => [b.textContent, b.getBoundingClientRect()])"
            ".filter(([, box]) => Math.min(box.width, box.height) < 47.99).map(([text, box]) => [text, box.width])"
        )
        assert small == [], field


def test_penalties_beside_final_points_are_told_and_the_points_still_shown(four: Thumb) -> None:
    """Final points include penalties; Save leads to the field, without a request, until one of the two is removed."""
    page = four.page
    four.out("Bo")
    for number in range(4):
        page.locator(f"#p{number}-points").fill("35")
    page.locator(".entry").nth(1).locator("summary").tap()
    page.locator("#p1-peeks + [data-step='1']").tap()
    assert counted(page) == {"Anna": "35", "Bo": "35", "Cleo": "35", "Dan": "35"}
    said = page.locator(".said")
    told = "Bo has points and penalties. Subtract the penalties, or clear them if the points include them."
    expect(said).to_have_text(told)
    four.save()
    expect(said).to_have_text(told)
    expect(page.locator("#p1-points")).to_be_focused()
    page.locator("#p1-peeks + [data-step='1']").locator("xpath=../*[@data-step='-1']").tap()
    expect(said).to_have_text("")
    four.save()
    assert totals(page)["Bo"] == "35"


def test_one_tap_takes_penalties_off_the_points(four: Thumb) -> None:
    page = four.page
    four.out("Bo")
    for number in range(4):
        page.locator(f"#p{number}-points").fill("65")
    page.locator(".entry").nth(1).locator("summary").tap()
    page.locator("#p1-peeks + [data-step='1']").tap()
    page.get_by_role("button", name="65 − 25 = 40").tap()
    expect(page.locator("#p1-points")).to_have_value("40")
    expect(page.locator("#p1-peeks")).to_have_value("")
    expect(page.locator(".said")).to_have_text("")
    four.save()
    assert totals(page)["Bo"] == "40"


def test_penalties_are_reached_before_the_fields_for_cards(four: Thumb) -> None:
    page = four.page
    fold = page.locator(".entry").first.locator("summary")
    expect(fold).to_contain_text("Details")
    fold.tap()
    fields = page.locator("#p0-peeks, #p0-melds")
    expect(fields).to_have_count(2)
    for field in fields.all():
        expect(field).to_be_visible()
    # both at one moment: the tap may have begun to scroll the page
    penalty, melds = page.evaluate(
        "['#p0-peeks', '#p0-melds'].map(each => document.querySelector(each).getBoundingClientRect().y)"
    )
    assert penalty < melds


def test_the_chips_of_cards_never_cover_the_field_that_they_fill(four: Thumb) -> None:
    """The dock grows with each row of chips."""
    page = four.page
    page.locator(".entry").first.locator("summary").tap()
    page.locator("#p0-hand").tap()
    expect(page.locator(".grid")).to_be_visible()
    page.wait_for_timeout(600)  # until it has scrolled
    page.evaluate(
        "scrollBy(0, document.querySelector('#p0-hand').getBoundingClientRect().bottom + 9"
        " - document.querySelector('.dock').getBoundingClientRect().top)"
    )
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9"):
        key = page.locator(f".grid [data-rank='{rank}']").bounding_box()
        assert key
        page.touchscreen.tap(key["x"] + 9, key["y"] + 9)  # `tap` of a locator would scroll
    expect(page.locator(".chips button")).to_have_count(8)
    becomes(
        page,
        "document.querySelector('#p0-hand').getBoundingClientRect().bottom"
        " < document.querySelector('.dock').getBoundingClientRect().top",
    )


def test_next_leads_from_the_sum_on_the_table_to_the_sum_in_hand(four: Thumb) -> None:
    page = four.page
    page.locator(".entry").first.locator("summary").tap()
    page.locator("#p0-plus").tap()
    four.keys("4", "0")
    expect(page.locator(".next")).to_have_text("Next: Sum in hand")
    four.next()
    expect(page.locator("#p0-minus")).to_be_focused()
    four.keys("5")
    expect(page.locator(".next")).to_have_text("Next: Bo")


@pytest.mark.parametrize("ticked", [False, True])
def test_the_row_shows_what_a_ruling_takes_off(page: Page, ticked: bool) -> None:
    given(page, "da-500", "Anna", "Bo")
    _false_call(page, "Bo")
    page.get_by_role("link", name="Enter round").click()
    ruled = page.locator(".entry").nth(1).locator(".ruled")
    expect(ruled.locator("p")).to_have_text("A ruling takes 50 off.")
    page.get_by_role("radio", name="Anna", exact=True).tap()
    page.locator("#p0-points").fill("35")
    page.locator("#p1-points").fill("20")
    expect(ruled.locator("p")).to_have_text("20 − 50 ruling = −30")
    if ticked:
        ruled.get_by_text("Points include it").tap()
        expect(ruled.locator("p")).to_have_text("20, including the ruling’s −50")
    page.locator(".actions").get_by_role("button", name="Save").tap()
    assert totals(page) == {"Anna": "35", "Bo": "20" if ticked else "−30"}


def _false_call(page: Page, name: str) -> None:
    """Have the referee judge a call by `name` as wrong, and accept the penalty."""
    board = page.url
    page.goto(board + "/referee/rummy-call")
    page.locator("[name=discard]").fill("9h")
    page.get_by_role("button", name="Next").click()
    page.locator("#discarder-row").get_by_role("radio").first.check()
    page.locator("#callers-row").get_by_text(name, exact=True).tap()
    page.locator("[name=table]").fill("3h 4h 5h")
    page.get_by_role("button", name="Judge").tap()
    page.get_by_role("button", name="Accept with penalty").tap()
    expect(page.get_by_text(f"{name} has −50 from a ruling.")).to_be_visible()


@pytest.mark.parametrize("text", ["100%", "200%"])
def test_nothing_is_lost_on_a_narrow_phone_with_large_letters(four: Thumb, text: str) -> None:
    """At 320 px nothing scrolls sideways, and no label is cut off."""
    page = four.page
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", text)
    four.out("Bo")
    four.keys("4", "0", "+", "3", "5")
    page.locator(".entry").first.locator("summary").tap()
    for field in ("#p0-points", "#p0-melds"):
        page.locator(field).tap()
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        cut = page.evaluate(
            "[...document.querySelectorAll('.dock button')]"
            ".filter(b => b.offsetParent && b.scrollWidth > b.clientWidth + 1)"
            ".map(b => b.textContent)"
        )
        assert cut == []
