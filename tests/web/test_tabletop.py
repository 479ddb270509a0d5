"""The table of melds: judged after rearranging, stored between turns, restored."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.access.access import Role
from scorekeeper.services.referee.tabletop import keep_tabletop
from scorekeeper.store import queries
from scorekeeper.store.database import db

from .conftest import join
from .pages import Browser, Page

BEFORE = "2S 3S 4S\n8H 8D 8C"


@pytest.fixture
def game(visitor: Browser) -> str:
    """The address of a game with tiles."""
    return visitor.given_game("nb-rummy", "Ida", "Ole", "Eva")


def turn(browser: Browser, game: str, **typed: str) -> Page:
    return browser.send(browser.get(f"{game}/referee/table"), "/referee/table", **typed)


def test_a_legal_table_is_kept_for_the_next_turn(visitor: Browser, game: str) -> None:
    told = turn(visitor, game, before=BEFORE, played="5S 8S", after="2S 3S 4S 5S\n8H 8D 8C 8S")
    assert "All right: every meld on the table is complete" in told.text
    visitor.send(told, "/tabletop")
    form = visitor.get(f"{game}/referee/table").fields("/referee/table")
    assert form["before"] == form["after"] == "2♠ 3♠ 4♠ 5♠\n8♥ 8♦ 8♣ 8♠"


def test_an_illegal_table_is_put_back_exactly_as_it_was(visitor: Browser, game: str) -> None:
    told = turn(visitor, game, before=BEFORE, played="5S", after="3S 4S 5S\n2S\n8H 8D 8C")
    assert "All goes back, not a meld: 2♠" in told.text
    assert "The table goes back" in told.text
    visitor.send(told, "/tabletop")
    assert visitor.get(f"{game}/referee/table").fields("/referee/table")["after"] == "2♠ 3♠ 4♠\n8♥ 8♦ 8♣"


def test_a_turn_that_took_too_long_costs_three_tiles(visitor: Browser, game: str) -> None:
    told = turn(visitor, game, before=BEFORE, played="5S", after="2S 3S 4S 5S\n8H 8D 8C", seconds_used="61")
    assert "The player draws 3 tiles" in told.text
    rules = turn(visitor, game, before=BEFORE, played="5S", after="2S 3S 4S 5S\n8H 8D 8C", seconds_used="60")
    assert "All right: every meld on the table is complete" in rules.text


def test_nothing_is_kept_that_cannot_lie_there(visitor: Browser, game: str) -> None:
    told = turn(visitor, game, before=BEFORE, played="", after=BEFORE)
    for wrong in ("XX YY ZZ", "2S 2S 2S", "JK JK JK"):
        assert visitor.send(told, "/tabletop", melds=wrong).status == 422
    assert visitor.get(f"{game}/referee/table").fields("/referee/table")["before"] == ""


def test_a_viewer_and_a_stranger_change_no_table(visitor: Browser, game: str, app: Flask, stranger: Browser) -> None:
    viewer = join(app, game, Role.VIEWER)
    told = turn(viewer, game, before=BEFORE, played="", after=BEFORE)
    assert not [form for form in told.root.all("form") if form.attrs["action"].endswith("/tabletop")]
    token = visitor.get(f"{game}/referee/table").fields("/referee/table")["csrf_token"]
    for browser, status in ((viewer, 403), (stranger, 403)):
        token = browser.get("/games/new/nb-rummy").fields("/nb-rummy")["csrf_token"]
        answer = browser.client.post(f"{game}/tabletop", data={"csrf_token": token, "melds": BEFORE})
        assert answer.status_code == status
    assert visitor.get(f"{game}/referee/table").fields("/referee/table")["before"] == ""


def test_games_that_do_not_rearrange_have_no_such_page(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole")
    assert visitor.get(f"{game}/referee/table").status == 404
    german = visitor.new_game("de-romme", "Käthe", "Jörg", rules="1", **{"rule-rearrange": "1"})
    assert visitor.get(f"{german}/referee/table").status == 200


def test_the_table_leaves_the_game_as_it_is(visitor: Browser, game: str) -> None:
    told = turn(visitor, game, before=BEFORE, played="", after=BEFORE)
    before = visitor.get(f"{game}/history").text
    visitor.send(told, "/tabletop")
    assert visitor.get(f"{game}/history").text == before


def keep(app: Flask, game: str, variant: str, melds: list[list[str]]) -> None:
    with app.app_context():
        keep_tabletop(game.rsplit("/", 1)[1], VARIANTS[variant], 3, melds)


@pytest.mark.parametrize(
    ("variant", "slug"),
    [("da-500", "rummy-call"), ("da-500", "pile"), ("is-rommi", "lay-off"), ("cs-500", "go-out"), ("de-romme", "play")],
)
def test_every_question_about_the_table_starts_with_the_kept_one(
    plain: Browser, app: Flask, variant: str, slug: str
) -> None:
    game = plain.given_game(variant, "Ida", "Ole", "Eva")
    assert plain.get(f"{game}/referee/{slug}").fields(f"/{slug}")["table"] == ""
    keep(app, game, variant, [["3S", "4S", "5S"]])
    assert plain.get(f"{game}/referee/{slug}").fields(f"/{slug}")["table"] == "3♠ 4♠ 5♠"


def test_the_next_round_starts_with_an_empty_table(plain: Browser, app: Flask) -> None:
    game = plain.given_game("cs-500", "Ida", "Ole", "Eva")
    with app.app_context(), db.session().begin():
        before = datetime.now(UTC) - timedelta(minutes=1)
        queries.put_tabletop(db.session(), game.rsplit("/", 1)[1], [["3S", "4S", "5S"]], before)
    assert plain.get(f"{game}/referee/lay-off").fields("/lay-off")["table"] == "3♠ 4♠ 5♠"
    assert plain.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10").location
    assert plain.get(f"{game}/referee/lay-off").fields("/lay-off")["table"] == ""
    keep(app, game, "cs-500", [["7S", "8S", "9S"]])
    assert plain.get(f"{game}/referee/lay-off").fields("/lay-off")["table"] == "7♠ 8♠ 9♠"


RUN_AND_SET = "JK=9H TH JH\n8S 8D 8C"


@pytest.mark.parametrize(
    ("played", "after", "kept"),
    [
        ("QH", "JK TH JH QH\n8S 8D 8C", "JK=9♥ 10♥ J♥ Q♥\n8♠ 8♦ 8♣"),  # added to
        ("9H QH KH", "9H TH JH\nQH KH JK\n8S 8D 8C", "9♥ 10♥ J♥\nQ♥ K♥ JK\n8♠ 8♦ 8♣"),  # replaced: it may be any card
        ("9H 8H 9D 9C", "8H 9H TH JH\n9D 9C JK\n8S 8D 8C", "8♥ 9♥ 10♥ J♥\n9♦ 9♣ JK=9♥\n8♠ 8♦ 8♣"),  # the same card
        ("QH", "JK=9H TH JH QH\n8S 8D 8C", "JK=9♥ 10♥ J♥ Q♥\n8♠ 8♦ 8♣"),  # typed again
        ("9H", "9H TH JH JK=QH\n8S 8D 8C", "9♥ 10♥ J♥ JK=Q♥\n8♠ 8♦ 8♣"),  # typed anew
    ],
)
def test_a_rearranged_table_keeps_what_its_jokers_were_laid_as(
    visitor: Browser, app: Flask, played: str, after: str, kept: str
) -> None:
    game = visitor.new_game("nb-rummy", "Ida", "Ole", rules="1", **{"rule-freed_joker": "any_meld"})
    told = turn(visitor, game, before=RUN_AND_SET, played=played, after=after)
    assert "All right: every meld on the table is complete" in told.text, told.text
    visitor.send(told, "/tabletop")
    assert visitor.get(f"{game}/referee/table").fields("/referee/table")["before"].replace("\r", "") == kept


def test_a_table_without_lost_tiles_keeps_what_its_jokers_were_laid_as(visitor: Browser, app: Flask, game: str) -> None:
    keep(app, game, "nb-rummy", [["JK=9H", "TH", "JH", "QH"], ["8S", "8D", "8C"]])
    page = visitor.get(f"{game}/referee/tiles-lost")
    assert page.fields("/tiles-lost")["before"].startswith("JK=9♥ 10♥")
    told = visitor.send(page, "/tiles-lost", played="QH")
    assert "go back into the pool" in told.text
    visitor.send(told, "/tabletop")
    kept = visitor.get(f"{game}/referee/table").fields("/referee/table")["before"]
    assert kept.replace("\r", "") == "JK=9♥ 10♥ J♥\n8♠ 8♦ 8♣"


def test_whether_a_hand_could_have_gone_out_respects_the_jokers_of_the_table(visitor: Browser, game: str) -> None:
    """The nine would free the joker, and only a run that lies there already would take it."""
    page = visitor.get(f"{game}/referee/could-go-out")
    told = visitor.send(page, "/could-go-out", cards="9h 8s", table="jk=9h 10h jh\n4s 5s 6s")
    assert "No: the 8♠ stays on the rack" in told.text
    assert "to open" not in told.text.partition("Left:")[2].partition("Ask again")[0], "the player has opened"
    told = visitor.send(page, "/could-go-out", cards="qh", table="jk=9h 10h jh\n4s 5s 6s")
    assert "Yes: you can lay everything" in told.text
