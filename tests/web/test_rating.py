"""Rating points on pages and paper: a second column beside the points."""

from dataclasses import replace
from itertools import product
from zoneinfo import ZoneInfo

from flask import Flask

from scorekeeper.rules.variants import get_variant
from scorekeeper.services.paper.blank_sheets import blank_sheet
from scorekeeper.services.paper.game_sheet import SheetChoices, game_sheet
from scorekeeper.services.views.loading import load_game
from scorekeeper.sheets.blank_layout import blank_layout, with_writable_columns
from scorekeeper.sheets.html import blank_html, game_html, single_part, split_parts
from scorekeeper.sheets.layout import Paper, game_layouts
from scorekeeper.sheets.model import TotalsColumn

from ..api.conftest import only_sqlite
from .pages import Browser, Page

FOUR = ("Anna", "Bo", "Cleo", "Dag")


def rows(page: Page) -> list[tuple[str, str, str]]:
    """Return name, rating points and total of each player, the best first."""
    items = page.root.all(cls="totals")[0].all("li")
    rated = [item.all(cls="rated")[0].text.removeprefix("Rating points ") for item in items]
    return [(i.all("bdi")[0].text, r, i.all("b")[0].text) for i, r in zip(items, rated, strict=True)]


def series(browser: Browser) -> str:
    """Return a series of two rounds, the second one a Hand by Dag."""
    game = browser.new_game("de-turnier", *FOUR, **{"rule-agreed_rounds": "2"})
    browser.enter(game, "p0", p1_minus="12", p2_minus="31", p3_minus="30")
    browser.enter(game, "p3", way="hand_romme", p0_points="-20", p1_minus="11", p2_minus="40")
    return game


def test_the_board_has_both_columns_and_is_ordered_by_the_rating_points(visitor: Browser) -> None:
    """By the form, with htmx and without; the round's page, the big view and the question about the end have them."""
    board = visitor.get(game := series(visitor))
    assert rows(board) == [("Dag", "9", "−30"), ("Anna", "8", "−20"), ("Bo", "4", "−34"), ("Cleo", "0", "−111")]
    assert board.root.all(cls="headline")[0].text == "Dag wins."
    assert "By one rating point, ahead of Anna." in board.text
    assert "The game lasts 2 rounds. The most rating points win." in board.text
    assert "How the rating points went" in board.text
    drawn = board.root.all(cls="chart")[0].all("desc")[0].text
    assert drawn == "After 2 rounds: Dag 9, Anna 8, Bo 4, Cleo 0"
    latest = board.root.all(cls="rounds")[0].all("tbody")[0].all("tr")[0]
    assert [cell.all("small")[0].text for cell in latest.all("td")] == ["3", "2", "0", "8"]
    sums = board.root.all(cls="rounds")[0].all("tfoot")[0]
    assert [cell.all("small")[0].text for cell in sums.all("td")] == ["8", "4", "0", "9"]
    assert [each.text for each in visitor.get(f"{game}/rounds/2").root.all(cls="rated")][-1] == "8 rating points"
    assert rows(visitor.get(f"{game}/big"))[0] == ("Dag", "9", "−30")
    verdict = visitor.send(visitor.get(f"{game}/referee/game-end"), "/game-end")
    assert verdict.root.all(cls="word")[0].text == "Dag has won with 9 rating points"


@only_sqlite
def test_equal_rating_points_are_said_where_the_points_decide(plain: Browser) -> None:
    game = plain.new_game("de-turnier", "Anna", "Bo", **{"rule-agreed_rounds": "2"})
    plain.enter(game, "p0", p1_minus="12")
    ended = plain.follow(plain.enter(game, "p1", p0_minus="15"))
    assert "With equal rating points: by 3 points, ahead of Anna." in ended.text


@only_sqlite
def test_a_table_may_let_the_points_decide(plain: Browser) -> None:
    game = plain.new_game("de-turnier", *FOUR, **{"rule-winner_by": "points"})
    saved = plain.follow(plain.enter(game, "p0", p1_minus="12", p2_minus="0", p3_minus="30"))
    assert [name for name, _, _ in rows(saved)] == ["Anna", "Cleo", "Bo", "Dag"]
    assert not saved.root.all(cls="by-rating")
    assert "Anna and Cleo are now tied for the lead." in saved.text
    plain.enter(game, "p1", p0_minus="12", p2_minus="0", p3_minus="30")
    question = plain.get(f"{game}/referee/game-end")
    assert "The rating points" not in question.text


@only_sqlite
def test_the_list_of_games_names_the_rating_points_of_the_leader(plain: Browser) -> None:
    plain.enter(plain.new_game("de-turnier", "Anna", "Bo"), "p0", p1_minus="12")
    assert "Ahead: Anna, 5" in plain.get("/").text


@only_sqlite
def test_a_sheet_has_them_by_round_and_in_all(plain: Browser, app: Flask) -> None:
    """On A4 and Letter with totals beside and below, and carried over to a second page."""
    game = series(plain)
    with app.test_request_context():
        sheet = game_sheet(load_game(game.rsplit("/", 1)[1]), SheetChoices(ZoneInfo("UTC")))
    assert [[cell.rating for cell in line.cells if cell] for line in sheet.lines] == [
        ["5", "2", "0", "1"],
        ["3", "2", "0", "8"],
    ]
    assert (sheet.rating, sheet.totals) == (("8", "4", "0", "9"), ("−20", "−34", "−111", "−30"))
    assert sheet.standing == "Dag wins with 9 rating points."
    for paper, running in product((Paper.A4, Paper.LETTER), TotalsColumn):
        shown = replace(sheet, running=running)
        layout = next(game_layouts(shown, paper))
        assert not layout.landscape
        html = game_html(shown, layout, single_part(shown))
        assert html.count(">rating<") == 1 + 4 * (running is TotalsColumn.BESIDE)
        assert "−12\u00a0· 2" in game_html(shown, layout, split_parts(shown, [0, 1]))


def test_a_blank_sheet_has_a_column_for_them_and_the_hand() -> None:
    for rules, ways in (({}, ("Hand-Rommé × 2",)), ({"hand_doubles": False}, ("Hand-Rommé",))):
        sheet = blank_sheet(get_variant("de-turnier", rules), FOUR)
        assert [column.heading for column in sheet.columns] == ["hand −", "rating", "total"]
        assert sheet.of_round[1:] == ways
        brought = "for going out: 5 · Hand-Rommé: 8 · 0–10 in hand: 3 · 11–20 in hand: 2 · 21–30 in hand: 1"
        assert dict(sheet.facts)["Rating"] == brought
    for paper in (Paper.A4, Paper.LETTER, Paper.A5):
        written = with_writable_columns(sheet, paper)
        assert "rating" in [column.heading for column in written.columns]
        layout = blank_layout(written, paper)
        assert layout.cell >= 8.5
        assert blank_html(written, layout, 20).count(">rating<") == len(FOUR) + 1  # each column, and the sums
