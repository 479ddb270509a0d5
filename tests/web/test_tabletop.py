"""The table of melds: judged as it was rearranged, kept from turn to turn, put back as it was."""

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role

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
    assert "Legal" in told.text
    visitor.send(told, "/tabletop")
    form = visitor.get(f"{game}/referee/table").fields("/referee/table")
    assert form["before"] == form["after"] == "2♠ 3♠ 4♠ 5♠\n8♥ 8♦ 8♣ 8♠"


def test_an_illegal_table_is_put_back_exactly_as_it_was(visitor: Browser, game: str) -> None:
    told = turn(visitor, game, before=BEFORE, played="5S", after="3S 4S 5S\n2S\n8H 8D 8C")
    assert "Illegal" in told.text
    assert "The table goes back" in told.text
    visitor.send(told, "/tabletop")
    assert visitor.get(f"{game}/referee/table").fields("/referee/table")["after"] == "2♠ 3♠ 4♠\n8♥ 8♦ 8♣"


def test_a_turn_that_took_too_long_costs_three_tiles(visitor: Browser, game: str) -> None:
    told = turn(visitor, game, before=BEFORE, played="5S", after="2S 3S 4S 5S\n8H 8D 8C", seconds_used="61")
    assert "The player draws 3 tiles" in told.text
    rules = turn(visitor, game, before=BEFORE, played="5S", after="2S 3S 4S 5S\n8H 8D 8C", seconds_used="60")
    assert "Legal" in rules.text


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
