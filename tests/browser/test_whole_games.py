"""A whole game of each variant on a phone, from the home page to the winner and the rematch."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .table import begin, fill_round, rematch, save


def test_danish_500(page: Page) -> None:
    """Points, sums with a penalty, cards; the winner; undo and redo of the end; the game on the home page."""
    begin(page, "da-500", "Anna", "Bo", "Cleo")
    expect(page.get_by_text("Anna deals · 7 cards each · one pack · 3 jokers")).to_be_visible()
    fill_round(
        page,
        "Bo",
        p0_points="135",
        p1_melds="7♦ 8♦ 9♦\nKS KH KC JK",
        p1_laid_off="AS",
        p2_plus="40",
        p2_minus="15",
        p2_failed_pile_pickups="1",
    )
    save(page, "Anna 135", "Bo 85", "Cleo −25")
    expect(page.get_by_role("status")).to_contain_text("Round 1 saved.")
    fill_round(page, "Anna", p0_points="200+35", p1_points="100", p2_points="-5")
    save(page, "Anna 370", "Bo 185", "Cleo −30")
    fill_round(page, "Cleo", p0_points="130", p1_points="-40", p2_points="150")
    save(page, "Anna 500", "Bo 145", "Cleo 120")
    expect(page.get_by_text("Anna wins.")).to_be_visible()
    expect(page.get_by_role("link", name="Enter round")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Round 3 is next.")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_text("Anna wins.")).to_be_visible()
    page.get_by_role("link", name="Scorekeeper").click()
    expect(page.get_by_text("Won: Anna")).to_be_visible()
    page.go_back()
    rematch(page, "Anna", "Bo", "Cleo", told="Anna deals")


def test_norwegian_rummy(page: Page) -> None:
    """The leaflet's table with its misprint: the app suggests +47, and D wins after three rounds."""
    begin(page, "nb-rummy", "A", "B", "C", "D")
    fill_round(page, "A", p1_minus="12", p2_minus="18", p3_minus="9")
    save(page, "A 39", "D −9", "B −12", "C −18")
    fill_round(page, "B", p0_points="-20", p1_points="44", p2_points="-23", p3_points="-1")
    save(page, "B 32", "A 19", "D −10", "C −41")
    fill_round(page, "D", p0_points="-18", p1_points="-7", p2_points="-22", p3_points="-47")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="This row adds up to −94")).to_be_focused()
    page.get_by_role("button", name="Use +47 for D, and save").click()
    expect(page.get_by_text("D wins.")).to_be_visible()
    expect(page.locator(".totals li").first.locator("b")).to_have_text("37")
    rematch(page, "A", "B", "C", "D", told="14 tiles each")


def test_german_romme(page: Page) -> None:
    """Hands cost, Hand-Rommé doubles, an agreed number of rounds ends the game."""
    begin(page, "de-romme", "Anna", "Bo", "Cleo", rules={"After how many rounds the game ends.": "2"})
    expect(page.get_by_text("The game lasts 2 rounds.")).to_be_visible()
    fill_round(page, "Anna", "Hand-Rommé", p1_minus="20+15", p2_hand="KS JK")
    save(page, "Anna 0", "Bo −70", "Cleo −120")
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_text("Anna went out. Hand-Rommé: the round counts double.")).to_be_visible()
    fill_round(page, "Nobody: the stock is empty", p0_minus="80", p1_minus="0", p2_minus="10")
    save(page, "Bo −70", "Anna −80", "Cleo −130")
    expect(page.get_by_text("Bo wins.")).to_be_visible()
    rematch(page, "Anna", "Bo", "Cleo", told="The game lasts 2 rounds.")


def test_czech_500(page: Page) -> None:
    """Two past the target in one round: deal again; then one alone, and he wins."""
    begin(page, "cs-500", "Anna", "Bo", rules={"The total that ends the game.": "100"})
    fill_round(page, "Anna", p0_plus="120", p1_plus="130", p1_minus="20")
    save(page, "Anna 120", "Bo 110")
    expect(page.get_by_text("one more round")).to_be_visible()
    fill_round(page, "Bo", p0_minus="25", p0_plus="0", p1_melds="AS AH AD")
    save(page, "Bo 113", "Anna 95")
    expect(page.get_by_text("Bo wins.")).to_be_visible()
    rematch(page, "Anna", "Bo", told="The game is played to 100.")


def test_icelandic_rommi(page: Page) -> None:
    """The closer gets what the others hold, doubled for rommí; the table ends the game early, then undoes that."""
    begin(page, "is-rommi", "Ásta", "Björn", "Dísa")
    fill_round(page, "Ásta", "Rommí", p1_hand="KS KH", p2_minus="11")
    save(page, "Ásta 62", "Björn 0", "Dísa 0")
    page.locator("summary", has_text="End the game").click()
    page.get_by_role("button", name="Yes, end it now").click()
    expect(page.get_by_text("Ásta wins.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    fill_round(page, "Björn", p0_points="0", p1_points="450", p2_points="0")
    page.locator(".actions").get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_text("Round 3 is next.")).to_be_visible()
    fill_round(page, "Björn", p0_minus="40", p2_minus="30")
    save(page, "Björn 520", "Ásta 62", "Dísa 0")
    expect(page.get_by_text("Björn wins.")).to_be_visible()
    rematch(page, "Ásta", "Björn", "Dísa", told="Ásta deals")


def test_without_javascript(plain_page: Page) -> None:
    """Forms and links alone: rounds, a mistake, a correction, voiding, undo, the winner."""
    page = plain_page
    begin(page, "da-500", "Anna", "Bo")
    page.get_by_role("link", name="Enter round").click()
    page.locator("#p0-points").fill("many")
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator("#p0-points")).to_have_value("many")
    expect(page.get_by_role("alert").filter(has_text="Say who went out")).to_be_focused()
    page.get_by_role("radio", name="Anna", exact=True).check()
    page.locator("#p0-points").fill("300")
    page.locator("#p1-points").fill("−25")
    save(page, "Anna 300", "Bo −25")
    fill_round(page, "Bo", p0_points="200", p1_plus="50")
    save(page, "Anna 500", "Bo 25")
    expect(page.get_by_text("Anna wins.")).to_be_visible()
    page.get_by_role("link", name="2", exact=True).click()
    page.get_by_role("link", name="Correct").click()
    page.locator("#p0-points").fill("100")
    save(page, "Anna 400", "Bo 25")
    page.get_by_role("link", name="1", exact=True).click()
    page.locator("summary", has_text="Void this round").click()
    page.get_by_label("Why (optional)").fill("counted twice")
    page.get_by_role("button", name="Void it").click()
    expect(page.locator(".totals li").first.locator("b")).to_have_text("100")
    page.get_by_role("link", name="History").click()
    expect(page.get_by_text("Why: counted twice")).to_be_visible()
    page.get_by_role("link", name="Rommy (500)").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".totals li").first.locator("b")).to_have_text("400")


def test_gin(page: Page, axe: Callable[[Page], None]) -> None:
    """Knocks with both hands, of which one lays off; an undercut; the referee; gin, and the bonuses of the end."""
    begin(page, "en-gin", "Ann", "Bob")
    fill_round(page, "Ann", p0_hand="2S 3S 4S 9H 9D 9C KS KH KD AC", p1_hand="5S 6S 9S QH QD QC 7H 8D TC 2H")
    axe(page)
    save(page, "Ann 26", "Bob 0")
    expect(page.get_by_text("Round 2 is next.")).to_be_visible()
    expect(page.locator(".rounds .out")).to_have_attribute("title", "knocked")
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_text("Ann knocked.")).to_be_visible()
    axe(page)
    fill_round(page, "Ann", p0_minus="8", p1_minus="5")
    save(page, "Bob 28", "Ann 26")
    page.get_by_role("link", name="Referee").first.click()
    page.get_by_role("link", name="May I knock?").click()
    page.wait_for_load_state()
    page.locator("[name='hand_after']").fill("2S 3S 4S 9H 9D 9C KS KH KD AC QD")
    page.locator(".asking .main").click()
    expect(page.get_by_text("Discarding one of these leaves least: Q♦.")).to_be_visible()
    axe(page)
    page.goto(page.url.split("/referee")[0])
    fill_round(page, "Ann", p0_minus="0", p1_minus="60")
    save(page, "Ann 111", "Bob 28")
    expect(page.get_by_text("Ann wins.")).to_be_visible()
    expect(page.get_by_text("With all bonuses: Ann 261, Bob 53.")).to_be_visible()
    expect(page.get_by_text("Game bonus (GN-29): Ann 100.")).to_be_visible()
    page.reload()  # the news of the end fades in
    axe(page)
