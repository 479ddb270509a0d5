"""“What is an ace worth?” on a phone: one tap from wherever it is asked, and nothing that was typed is lost."""

from playwright.sync_api import Page, expect

_SIZE = "element => { const { width, height } = element.getBoundingClientRect(); return [width, height]; }"
_TEXT_WIDTH = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}"""


def test_one_tap_shows_what_the_cards_count(phone: Page, made: dict[str, str]) -> None:
    """The link is in sight and large enough; on its page the values are in sight."""
    for place, value in (
        ("{game}", "joker"),
        ("{game}/rounds/new", "joker"),
        ("/", "K"),  # of games that began in the same moment any may stand first, also one without jokers
        ("/games/new", "joker"),
        ("/games/new/de-romme", "joker"),
    ):
        phone.goto(place.format(game=made["de-romme"]))
        link = phone.locator("a.rules").first
        expect(link, place).to_be_in_viewport(ratio=1)
        width, height = link.evaluate(_SIZE)
        assert width >= 47.9, place
        assert height >= 47.9, place
        link.tap()
        values = phone.locator(".values")
        expect(values, place).to_be_in_viewport(ratio=1)
        expect(values, place).to_contain_text(value)


def test_what_was_typed_is_still_there_afterwards(phone: Page, made: dict[str, str]) -> None:
    phone.goto(made["de-romme"] + "/rounds/new")
    phone.locator("#p1-minus").fill("35")
    phone.get_by_role("link", name="Rules", exact=True).tap()
    expect(phone.locator(".values")).to_be_visible()
    phone.go_back()
    expect(phone.locator("#p1-minus")).to_have_value("35")


def test_the_corner_of_a_card_leads_to_its_rules_and_the_rest_to_the_game(phone: Page, made: dict[str, str]) -> None:
    """The link lies over the card, and the game's name beside it is not covered."""
    phone.goto("/games/new")
    card = phone.locator(".cards li", has=phone.locator("[href='/games/new/de-romme']"))
    name, link = card.locator("strong"), card.locator(".rules")
    box, other = name.bounding_box(), link.bounding_box()
    assert box
    assert other
    assert box["x"] + name.evaluate(_TEXT_WIDTH) <= other["x"]
    name.tap()
    expect(phone.get_by_role("button", name="Begin")).to_be_visible()


def test_the_list_of_games_narrows_while_one_types(phone: Page) -> None:
    """The field keeps its text and the focus; no button is needed."""
    phone.goto("/games/new")
    games = phone.locator(".cards a.card")
    assert games.count() > 8
    search = phone.get_by_role("searchbox", name="Find a game")
    search.tap()
    search.press_sequentially("zoliky rommé")
    expect(games).to_have_count(0)
    expect(phone.get_by_role("link", name="Just points")).to_be_visible()
    search.fill("rommé")
    expect(games.first).to_contain_text("Germany")
    expect(phone.get_by_role("status")).to_contain_text("found")
    expect(search).to_be_focused()
    expect(search).to_have_value("rommé")
