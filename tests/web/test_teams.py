"""Teams of two: whoever sits across is the partner, and pages show a team as one player."""

import json

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.statistics.tally import tally_of
from scorekeeper.services.views.loading import load_game
from scorekeeper.web.board.names import shortened

from ..sheets import pdf
from .conftest import join
from .pages import Browser, Page
from .test_open_rounds import close, enter, open_for, sit
from .test_points import totals

FOUR = ("Άννα", "Bo", "Cleo", "Dan")
ONE, OTHER = "Άννα & Cleo", "Bo & Dan"


@pytest.fixture
def game(visitor: Browser) -> str:
    """A game of two teams to 100, of the visitor."""
    return visitor.given_game("points", *FOUR, teams=True, end="target", target=100)


def columns(page: Page) -> list[str]:
    """The headings of the list of rounds."""
    return [cell.attrs.get("title") or cell.text for cell in page.root.all(cls="rounds")[0].all("th", scope="col")]


def test_two_teams_play_to_a_target_by_the_forms(visitor: Browser) -> None:
    rules = {"rule-teams": "1", "rule-end": "target", "rule-target": "100"}
    game = visitor.new_game("points", *FOUR, **rules)
    assert totals(visitor.get(game)) == [(ONE, "", "0"), (OTHER, "", "0")]
    form = visitor.get(f"{game}/rounds/new")
    assert [node.attrs["data-name"] for node in form.root.all(cls="entry")] == [ONE, OTHER]
    told = visitor.follow(visitor.send(form, "/rounds", p0_points="40", p1_points="25"))
    assert "Άννα and Cleo are now in the lead." in told.text
    assert "Bo deals next." in told.text
    board = visitor.get(game)
    assert totals(board) == [(f"{ONE} lead", "1.", "40"), (f"{OTHER} 75 to go", "2.", "25")]
    assert columns(board) == ["Round", ONE, OTHER]
    lines = visitor.get(f"{game}/rounds/1").root.all(cls="shares")[0]
    assert [node.text for node in lines.all("dt")] == [ONE, OTHER]
    visitor.enter(game, "", p0_points="10", p1_points="80")
    ended = visitor.get(game)
    assert ended.root.all(cls="headline")[0].text == "Bo and Dan win."
    assert "By 55 points, ahead of Άννα & Cleo." in ended.text
    assert [note for note, _, _ in totals(ended)] == [f"{OTHER} win", ONE]
    assert f"Won: {OTHER}" in visitor.get("/").text
    verdict = visitor.send(visitor.get(f"{game}/referee/game-end"), "/game-end")
    assert verdict.root.all(cls="word")[0].text == "Bo and Dan have won with 105"
    rematch = visitor.follow(visitor.send(ended, "/rematch"))
    assert [name for name, _, _ in totals(rematch)] == [ONE, OTHER]


def test_somebody_without_a_partner_is_refused_at_the_players(visitor: Browser) -> None:
    named = {f"player_{row}": name for row, name in enumerate(FOUR[:3])}
    refused = visitor.send(visitor.get("/games/new/points"), "/points", **named, dealer="0", **{"rule-teams": "1"})
    assert refused.status == 422
    assert "Teams of two need an even number of players, at least 4, not 3." in refused.text
    assert refused.fields("points")["player-0"] == "Άννα"
    game = visitor.given_game("points", *FOUR[:3])
    refused = visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"rule-teams": "1"})
    assert refused.status == 422
    assert "at least 4, not 3." in refused.text


def test_a_team_without_points_is_named_once(visitor: Browser, game: str) -> None:
    refused = visitor.enter(game, "", p0_points="5", p1_points="")
    assert refused.status == 422
    assert refused.at("p1-points") == f"{OTHER} is missing."
    assert refused.text.count("is missing.") == 2, "in the summary and at the field"
    assert refused.fields("/rounds")["p0-points"] == "5"


def test_a_step_that_the_points_miss_names_the_team(visitor: Browser) -> None:
    game = visitor.given_game("points", *FOUR, teams=True, step=5, zero_sum=True)
    warned = visitor.enter(game, "", p0_points="7", p1_points="−7")
    assert f"{ONE}: only multiples of 5 can be entered." in warned.text
    assert "add up to zero" not in warned.text
    warned = visitor.enter(game, "", p0_points="10", p1_points="10")
    assert "This row adds up to 20." in warned.text


def test_points_of_partners_that_a_program_enters_are_added_up(app: Flask, visitor: Browser, game: str) -> None:
    points = dict(zip(FOUR, (30, 5, 12, 6), strict=True))
    with app.app_context():
        body = received(NewRound, {"entries": {name: {"points": each} for name, each in points.items()}})
        enter_round(game.rsplit("/", 1)[1], body, Precondition())
    assert totals(visitor.get(game)) == [(f"{ONE} lead", "1.", "42"), (f"{OTHER} 89 to go", "2.", "11")]
    page = visitor.get(f"{game}/rounds/1")
    assert "from the partner 12 PT-16" in page.text
    edit = visitor.get(f"{game}/rounds/1/edit")
    assert (edit.fields("/edit")["p0-points"], edit.fields("/edit")["p1-points"]) == ("42", "11")
    visitor.send(edit, "/rounds/1/edit", p1_points="13")
    changes = visitor.get(f"{game}/history").text
    assert f"{OTHER} 11 13" in changes or f"{OTHER} 11" in changes
    assert totals(visitor.get(game))[1][2] == "13"


def test_everybody_enters_their_own_points_and_the_form_adds_them_up(app: Flask, visitor: Browser, game: str) -> None:
    open_for(visitor, game)
    for seat, points in enumerate((20, 1, 3, 4)):
        phone = join(app, game, Role.SCORER)
        phone.htmx = visitor.htmx
        sit(phone, game, f"p{seat}")
        enter(phone, game, **{f"p{seat}_points": str(points)})
    form = close(visitor, game)
    assert (form.fields("/rounds")["p0-points"], form.fields("/rounds")["p1-points"]) == ("23", "5")
    visitor.send(form, "/rounds")
    assert [total for _, _, total in totals(visitor.get(game))] == ["23", "5"]


def test_partners_go_out_and_come_back_in_together(visitor: Browser) -> None:
    six = (*FOUR[:2], "Eli", *FOUR[2:], "Fay")
    game = visitor.given_game("points", *six, teams=True, end="limit", limit=50, rejoin="highest")
    told = visitor.follow(visitor.enter(game, "", p0_points="60", p1_points="10", p2_points="20"))
    assert f"Out of the game: {ONE}." in told.text
    assert totals(visitor.get(game))[-1][0] == f"{ONE} out may come back in with 20"
    form = visitor.get(f"{game}/rounds/new")
    assert "Comes back in with 20" in form.text
    visitor.send(form, "/rounds", p0_rejoins="1", p0_points="1", p1_points="2", p2_points="3")
    assert [total for _, _, total in totals(visitor.get(game))] == ["12", "21", "23"]
    visitor.enter(game, "", p0_points="40", p1_points="0", p2_points="30")
    assert visitor.get(game).root.all(cls="headline")[0].text == "Bo and Dan win."


def test_with_another_partner_everybody_keeps_a_total_of_their_own(app: Flask, visitor: Browser, game: str) -> None:
    """They have a column each from then on, and still enter their points together."""
    visitor.enter(game, "", p0_points="40", p1_points="25")
    seats = [{"id": id_, "name": name} for id_, name in zip("1243", (*FOUR[:2], FOUR[3], FOUR[2]), strict=True)]
    with app.app_context():
        change_settings(game.rsplit("/", 1)[1], received(NewSettings, {"players": seats}), Precondition())
    form = visitor.get(f"{game}/rounds/new")
    rows = [node.attrs["data-name"] for node in form.root.all(cls="entry")]
    assert rows == ["Άννα & Dan", "Bo & Cleo"]
    visitor.send(form, "/rounds", p0_points="10", p1_points="1")
    rows = visitor.get(game).root.all(cls="rounds")[0].all("tbody")[0].all("tr")
    assert rows[0].attrs["data-typed"], "a phone without network has no row of the form for each column"
    assert [(name.split()[0], place, total) for name, place, total in totals(visitor.get(game))] == [
        ("Άννα", "1.", "50"),
        ("Cleo", "2.", "41"),
        ("Dan", "3.", "35"),
        ("Bo", "4.", "26"),
    ]


def test_the_page_tells_a_phone_who_plays_with_whom(visitor: Browser, game: str) -> None:
    page = visitor.get(game)
    facts = json.loads(page.root.all(id="page")[0].attrs["data-facts"])
    assert facts["seats"] == [[FOUR[0], ONE], [FOUR[1], OTHER], [FOUR[2], ONE], [FOUR[3], OTHER]]
    assert "players" not in facts


def test_sheet_and_result_have_a_column_for_each_team(visitor: Browser, game: str) -> None:
    for points in ((30, 25), (20, 80)):
        visitor.enter(game, "", p0_points=str(points[0]), p1_points=str(points[1]))
    sheet = pdf.read(visitor.client.get(f"{game}/sheet.pdf?lang=en").data).text
    assert "Bo and Dan win with 105" in sheet
    assert (ONE in sheet, OTHER in sheet) == (True, True)
    text = "".join(map(str, visitor.get(f"{game}/result").root.all("textarea")[0].children))
    assert "Just points: Bo and Dan win with 105.\nΆννα & Cleo 50.\n2 rounds, " in text
    blank = pdf.read(visitor.client.get(f"{game}/blank.pdf?lang=en").data).text
    assert (ONE in blank, OTHER in blank) == (True, True)


def test_hidden_totals_show_the_teams_in_the_order_of_their_seats(visitor: Browser) -> None:
    game = visitor.new_game("points", *FOUR, **{"rule-teams": "1", "hide_totals": "1"})
    visitor.enter(game, "", p0_points="10", p1_points="25")
    board = visitor.get(game)
    assert [node.text for node in board.root.all(cls="totals")[0].all(cls="name")] == [ONE, OTHER]
    assert "lead" not in board.text
    facts = json.loads(board.root.all(id="page")[0].attrs["data-facts"])
    assert facts["hidden"]


def test_statistics_know_both_partners_as_winners(app: Flask, visitor: Browser, game: str) -> None:
    visitor.enter(game, "", p0_points="10", p1_points="125")
    with app.app_context():
        view = load_game(game.rsplit("/", 1)[1])
        results = tally_of(view, [])["results"]
    assert view.standing.winners == ("Bo", "Dan")
    assert [(results[str(number)]["place"], results[str(number)]["points"]) for number in (1, 2, 3, 4)] == [
        (2, 10),
        (1, 125),
        (2, 10),
        (1, 125),
    ]


def test_two_teams_that_are_level_play_another_round_but_partners_are_no_tie(visitor: Browser) -> None:
    game = visitor.given_game("points", *FOUR, teams=True, end="target", target=50, tie="another_round")
    visitor.enter(game, "", p0_points="60", p1_points="60")
    board = visitor.get(game)
    assert f"Deal again. {ONE} and {OTHER} are level at the top with 60: one more round." in board.text
    assert [(name, place) for name, place, _ in totals(board)] == [(ONE, "1."), (OTHER, "1.")]
    visitor.enter(game, "", p0_points="1", p1_points="0")
    assert visitor.get(game).root.all(cls="headline")[0].text == "Άννα and Cleo win."


def test_short_names_of_teams_have_the_beginnings_of_both() -> None:
    sides = {
        f"{one} & {other}": (one, other)
        for one, other in (("Ann", "Bo"), ("Άννα-Μαρία", "Cleopatra"), ("Bo", "Dan-Ole"))
    }
    assert [*shortened(list(sides), sides).values()] == ["Ann & Bo", "Άνν & Cle", "Bo & Dan"]
    twins = {"Anna-Lisa & Daniel": ("Anna-Lisa", "Daniel"), "Anneliese & Danny": ("Anneliese", "Danny")}
    assert len({*shortened(list(twins), twins).values()}) == 2


def test_two_phones_with_the_same_round_see_a_row_for_each_team(visitor: Browser, game: str) -> None:
    form = visitor.get(f"{game}/rounds/new")
    visitor.enter(game, "", p0_points="40", p1_points="25")
    refused = visitor.send(form, "/rounds", p0_points="30", p1_points="25")
    assert refused.status == 409
    rows = refused.root.all(cls="clash")[0].all("tr")[1:]
    assert [row.text for row in rows] == [f"{ONE}4030", f"{OTHER}2525"]


def test_what_partners_have_entered_stands_beside_what_a_scorer_typed_for_the_team(
    app: Flask, visitor: Browser, game: str
) -> None:
    form = visitor.get(f"{game}/rounds/new")
    open_for(visitor, game)
    for seat, points in ((0, 20), (2, 3), (3, 4)):
        phone = join(app, game, Role.SCORER)
        phone.htmx = visitor.htmx
        sit(phone, game, f"p{seat}")
        enter(phone, game, **{f"p{seat}_points": str(points)})
    refused = visitor.send(form, "/rounds", p0_points="25", p1_points="4")
    assert refused.status == 409
    assert [row.text for row in refused.root.all("tbody")[0].all("tr")] == [f"{ONE}2325"]
    assert refused.fields("/rounds")["p0-points"] == "25"
