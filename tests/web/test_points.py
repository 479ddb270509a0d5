"""The pages of a game without cards: points in, totals out, and players whom a limit puts out."""

from flask import Flask

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.paper.blank_sheets import blank_sheet
from scorekeeper.services.rulebook.rulebook import rulebook
from scorekeeper.sheets.blank_layout import blank_layout
from scorekeeper.sheets.html import blank_html
from scorekeeper.sheets.layout import Paper

from ..sheets.pdf import read
from .pages import Browser, Page

THREE = ("Anna", "Bo", "Cleo")


def totals(page: Page) -> list[tuple[str, str, str]]:
    """Return place, name and total of each player, in the order of the page, with the note beside the name."""
    rows = page.root.all(cls="totals")[0].all("li")
    return [(each.all(cls="name")[0].text, each.all(cls="place")[0].text, each.all("b")[0].text) for each in rows]


def test_any_game_stands_last_in_every_language(plain: Browser) -> None:
    for language, name in (("en", "Just points"), ("de", "Nur Punkte"), ("is", "Bara stig")):
        plain.client.set_cookie("language", language)
        cards = plain.get("/games/new").root.all("a", cls="card")
        assert cards[-1].attrs["href"] == "/games/new/points"
        assert cards[-1].all("strong")[0].text == name
        assert cards[-1].all("strong")[0].attrs["lang"] == language


def test_a_game_of_points_is_played_by_the_forms(visitor: Browser) -> None:
    """It has the table's name everywhere, asks nobody who went out, and has no question about cards."""
    rules = {"rule-name_of_game": "Doko <b>", "rule-end": "target", "rule-target": "30", "rule-lowest_wins": "1"}
    game = visitor.new_game("points", *THREE, **rules)
    board = visitor.get(game)
    assert board.root.all("h1")[0].text == "Doko <b>"
    assert "The game is played to 30. The lowest total wins." in board.text
    assert "Anna deals" in board.text
    assert "cards each" not in board.text
    form = visitor.get(f"{game}/rounds/new")
    assert "Who went out?" not in form.text
    assert not form.root.all("details")
    assert "p0-minus" not in form.fields("/rounds")
    visitor.send(form, "/rounds", p0_points="12", p1_points="−5", p2_points="20")
    assert totals(visitor.get(game)) == [
        ("Bo leads", "1.", "−5"),
        ("Anna 18 to go", "2.", "12"),
        ("Cleo 10 to go", "3.", "20"),
    ]
    edited = visitor.send(visitor.get(f"{game}/rounds/1/edit"), "/rounds/1/edit", p2_points="30")
    assert visitor.follow(edited).status == 200
    ended = visitor.get(game)
    assert ended.root.all(cls="headline")[0].text == "Bo wins."
    assert "By 17 points, ahead of Anna." in ended.text
    assert "went out" not in visitor.get(f"{game}/rounds/1").text
    assert not visitor.get(f"{game}/settings").root.all("input", name="no_advice"), "nothing could be laid"
    menu = visitor.get(f"{game}/referee")
    asked = [link.attrs["href"] for link in menu.root.all("a") if "/referee/" in link.attrs["href"]]
    assert asked == [f"{game}/referee/game-end", f"{game}/referee/rulings"]
    verdict = visitor.send(visitor.get(asked[0]), "/game-end")
    assert verdict.root.all(cls="word")[0].text == "Bo has won with −5"
    assert "Doko" in visitor.get("/").text
    assert visitor.get(f"{game}/rules").root.all("h1")[0].text == "Rules of Doko <b>"


def test_who_is_out_is_shown_and_comes_back_by_a_tick(visitor: Browser) -> None:
    rules = {"rule-end": "limit", "rule-limit": "50", "rule-rejoin": "highest_plus_one"}
    game = visitor.new_game("points", *THREE, **rules)
    saved = visitor.enter(game, "", p0_points="10", p1_points="60", p2_points="30")
    assert "Out of the game: Bo." in visitor.follow(saved).text
    board = visitor.get(game)
    assert totals(board) == [
        ("Anna leads", "1.", "10"),
        ("Cleo 20 left", "2.", "30"),
        ("Bo out may come back in with 31", "3.", "60"),
    ]
    assert "Whoever reaches 50 is out. The last one in wins." in board.text
    assert "Cleo deals" in board.text
    form = visitor.get(f"{game}/rounds/new")
    assert [each.text for each in form.root.all(cls="rejoins")] == ["Comes back in with 31"]
    refused = visitor.send(form, "/rounds", p0_points="1", p1_points="3", p2_points="2")
    assert "Bo is out of the game, and gets no points." in refused.text
    visitor.send(
        visitor.get(f"{game}/rounds/new"), "/rounds", p0_points="1", p1_points="3", p2_points="2", p1_rejoins="1"
    )
    assert totals(visitor.get(game))[2] == ("Bo 16 left", "3.", "34")
    assert "Back in before this round: Bo" in visitor.get(f"{game}/rounds/2").text
    correction = visitor.get(f"{game}/rounds/2/edit")
    assert correction.fields("/edit")["p1-rejoins"] == "1"
    visitor.send(correction, "/rounds/2/edit", without=("p1-rejoins",), p1_points="")
    assert totals(visitor.get(game))[2][0].startswith("Bo out may come back in with ")
    visitor.send(visitor.get(f"{game}/rounds/new"), "/rounds", p0_points="1", p2_points="40")
    ended = visitor.get(game)
    assert ended.root.all(cls="headline")[0].text == "Anna wins."
    assert totals(ended) == [("Anna wins", "1.", "12"), ("Cleo out", "2.", "72"), ("Bo out", "3.", "60")]


def test_its_sheets_need_no_cards(plain: Browser) -> None:
    game = plain.new_game("points", *THREE, **{"rule-end": "limit", "rule-name_of_game": "Tichu"})
    plain.enter(game, "", p0_points="10", p1_points="160", p2_points="30")
    words = [word.text for word in read(plain.client.get(f"{game}/sheet.pdf").data).words]
    assert words.count("out") == 1, "Bo’s place"
    for address in (
        f"{game}/rules",
        f"{game}/history",
        f"{game}/settings",
        f"{game}/print",
        f"{game}/big",
    ):
        assert plain.get(address).status == 200, address


def test_the_fields_of_a_form_mean_the_same_players_after_somebody_went_out(visitor: Browser) -> None:
    """A phone without network enters rounds by an older form: nobody gets the points of another."""
    game = visitor.new_game("points", *THREE, **{"rule-end": "limit", "rule-limit": "30"})
    older = visitor.get(f"{game}/rounds/new")
    fields = dict(older.fields("/rounds").items())
    visitor.send(older, "/rounds", p0_points="1", p1_points="40", p2_points="2")
    fields |= {"version": str(int(fields["version"]) + 1), "meant": "2", "p0-points": "5", "p2-points": "7"}
    refused = visitor.post(f"{game}/rounds", {**fields, "entry_id": "1" * 32, "p1-points": "6"})
    assert refused.status == 422
    assert "Bo is out of the game, and gets no points." in refused.text
    visitor.post(f"{game}/rounds", {**fields, "entry_id": "2" * 32})
    assert [(name.split()[0], total) for name, _, total in totals(visitor.get(game))] == [
        ("Anna", "6"),
        ("Cleo", "9"),
        ("Bo", "40"),
    ]
    links = [
        link.attrs["href"] for link in visitor.get(f"{game}/rounds/2").root.all("a") if "edit#p" in link.attrs["href"]
    ]
    assert [link.rpartition("#")[2] for link in links] == ["p0", "p2"]
    form = visitor.get(f"{game}/rounds/2/edit")
    assert {key: text for key, text in form.fields("/edit").items() if key.endswith("points")} == {
        "p0-points": "5",
        "p2-points": "7",
    }


def test_a_game_without_cards_has_no_empty_chapter_nor_box(plain: Browser, app: Flask) -> None:
    """The rules on the page have a line below each heading; the blank sheet has no box where the deal would stand."""
    for key in VARIANTS:
        page = plain.get(f"/rules/{key}")
        assert "()" not in page.text
        assert "Usual: ·" not in page.text
        with app.test_request_context():
            assert all(chapter.lead or chapter.lines for chapter in rulebook(VARIANTS[key]).chapters), key
    with app.test_request_context():
        sheet = blank_sheet(VARIANTS["points"], ["Ida", "Ole"])
        assert 'class="corner small"' not in blank_html(sheet, blank_layout(sheet, Paper.A4), 20)
