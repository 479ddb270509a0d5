"""A rematch: the same names, seats and rules, and the first dealer."""

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role

from .conftest import join
from .pages import Browser


def _ended(visitor: Browser, variant: str = "da-500", **rules: str) -> str:
    """A game of Anna and Bo that Bo has won 60 to 5 by closing its only round."""
    chosen = {f"rule-{key}": value for key, value in {"target": "50", **rules}.items()}
    game = visitor.new_game(variant, "Anna", "Bo", name="Friday", rules="1", **chosen)
    visitor.enter(game, "p1", p0_points="5", p1_points="60")
    return game


def _rematch(visitor: Browser, game: str) -> str:
    answer = visitor.send(visitor.get(game), "/rematch")
    assert answer.status == (200 if visitor.htmx else 303)
    return answer.location


def test_a_rematch_has_the_same_names_seats_and_rules(visitor: Browser) -> None:
    """A new game of this device without rounds; the old one is unchanged."""
    game = _ended(visitor)
    again = _rematch(visitor, game)
    assert again != game
    page = visitor.get(again)
    assert page.root.all("h1")[0].text == "Friday"
    assert "Round 1 is next." in page.text
    assert [row.all("bdi")[0].text for row in page.root.all("ol", cls="totals")[0].all("li")] == ["Anna", "Bo"]
    assert "The game is played to 50." in page.text
    assert "Bo wins." in visitor.get(game).text


@pytest.mark.parametrize(("dealer", "deals"), [("rotates", "Bo deals"), ("winner", "Bo deals")])
def test_the_first_dealer_is_whose_turn_it_is(visitor: Browser, dealer: str, deals: str) -> None:
    """Anna dealt, Bo closed: Bo is the next dealer and the winner."""
    assert deals in visitor.get(_rematch(visitor, _ended(visitor, dealer=dealer))).text


@pytest.mark.parametrize(("dealer", "deals"), [("rotates", "Anna deals"), ("winner", "Bo deals")])
def test_where_the_winner_deals_the_last_closer_does(visitor: Browser, dealer: str, deals: str) -> None:
    """After a second round, closed by Bo again, next dealer and winner differ."""
    game = visitor.new_game("da-500", "Anna", "Bo", rules="1", **{"rule-target": "50", "rule-dealer": dealer})
    visitor.enter(game, "p0", p0_points="5", p1_points="10")
    visitor.enter(game, "p1", p0_points="5", p1_points="60")
    assert deals in visitor.get(_rematch(visitor, game)).text


def test_a_second_tap_leads_to_the_same_game(visitor: Browser) -> None:
    """Until it has a round."""
    game = _ended(visitor)
    first = _rematch(visitor, game)
    assert _rematch(visitor, game) == first
    visitor.enter(first, "p0", p0_points="5", p1_points="0")
    assert _rematch(visitor, game) != first


def test_a_game_that_goes_on_has_no_rematch(visitor: Browser) -> None:
    """There is no button; a forged form gets a message."""
    game = visitor.given_game("da-500", "Anna", "Bo")
    page = visitor.get(game)
    assert not page.root.all("form", action=f"{game}/rematch")
    answer = visitor.post(f"{game}/rematch", page.fields("/undo"))
    assert answer.status == 409
    assert "The game has not ended yet." in answer.alerts


def test_others_make_no_rematch(app: Flask, plain: Browser, stranger: Browser) -> None:
    """Neither another game's device nor a viewer, who has no button."""
    game = _ended(plain)
    fields = plain.get(game).fields("/rematch")
    assert stranger.post(f"{game}/rematch", fields).status in (400, 403)
    token = stranger.get("/games/new/da-500").fields("/da-500")["csrf_token"]
    assert stranger.post(f"{game}/rematch", {"csrf_token": token}).status == 403
    viewer = join(app, game, Role.VIEWER)
    assert not viewer.get(game).root.all("form")
    token = viewer.get("/games/new/da-500").fields("/da-500")["csrf_token"]
    assert viewer.post(f"{game}/rematch", {"csrf_token": token}).status == 403
