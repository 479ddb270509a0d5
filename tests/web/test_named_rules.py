"""House rules that a circle keeps under a name: kept from a game, offered for the next one, changed by keepers."""

import json

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.services.access.access import Role
from scorekeeper.store.database import db

from .conftest import join, member_of
from .pages import Browser, Page

pytestmark = pytest.mark.both_databases  # queries that no service has tests of

NAME = "Our Sunday rules"


@pytest.fixture
def game(visitor: Browser) -> str:
    """The visitor's game to 300."""
    form = visitor.get("/games/new/da-500")
    typed = {"player-0": "Anna", "player-1": "Bo", "rule-target": "300"}
    return visitor.send(form, "/games/new/da-500", **typed).location


@pytest.fixture
def circle(visitor: Browser, game: str) -> str:
    """The circle of that game."""
    page = visitor.get(f"/circles/new?game={game.rsplit('/', 1)[1]}")
    return visitor.send(page, "/circles/new", name="Sunday").location


def kept(visitor: Browser, game: str, name: str = NAME) -> Page:
    """Keep the house rules of a game on its settings page; return the answer."""
    return visitor.send(visitor.get(f"{game}/settings"), "/rules", name=name)


def begun(visitor: Browser, circle: str, choice: str) -> str:
    """Begin a game of the circle by the choice that is called so; return its address."""
    page = visitor.get(f"{circle}/play")
    option = next(each for each in page.root.all("option") if each.text.startswith(choice))
    return visitor.send(page, "/play", variant=option.attrs["value"]).location


def target(visitor: Browser, game: str) -> str:
    """Return the target on a game's settings page."""
    return visitor.get(f"{game}/settings").fields("/settings")["rule-target"]


def forget_option(app: Flask) -> None:
    """Store a house rule that no version knows, and an impossible choice."""
    rules = json.dumps({"target": 300, "quick_deal": True, "aces": "purple"})
    with app.app_context():
        db.session.execute(text("UPDATE named_rules SET house_rules = :rules"), {"rules": rules})
        db.session.commit()


def test_the_rules_of_a_game_are_kept_and_offered_first(visitor: Browser, game: str, circle: str) -> None:
    """In the circle, and by the ordinary form of a new game; the page of the circle words them."""
    listed = visitor.follow(kept(visitor, game))
    assert "The total that ends the game: 300." in listed.text
    assert listed.root.all("strong")[0].text == NAME
    assert visitor.get(circle).root.all("a", href=f"{circle}/rules")
    assert target(visitor, begun(visitor, circle, NAME)) == "300"
    form = visitor.get("/games/new/da-500")
    button = form.root.all("button", name="preset")[0]
    assert (button.text, button.attrs["aria-pressed"]) == (NAME, "false")
    typed = {**form.fields("/da-500"), "player-0": "Cleo", "rule-target": "700"}
    filled = visitor.post("/games/new/da-500", {**typed, "preset": button.attrs["value"]})
    data = filled.fields("/da-500")
    assert (data["rule-target"], data["player-0"]) == ("300", "Cleo")
    assert filled.root.all("button", name="preset")[0].attrs["aria-pressed"] == "true"
    usual = visitor.post("/games/new/da-500", {**data, "preset": "usual"})
    assert usual.fields("/da-500")["rule-target"] == "500"
    assert not visitor.get("/games/new/cs-500").root.all("button", name="preset")


def test_a_change_counts_for_later_games_only(visitor: Browser, game: str, circle: str) -> None:
    kept(visitor, game)
    before = begun(visitor, circle, NAME)
    visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"rule-target": "900"})
    page = visitor.send(visitor.get(f"{circle}/rules"), "/replace", game=game.rsplit("/", 1)[1])
    assert "Games that have begun keep theirs." in visitor.follow(page).text
    visitor.send(visitor.get(f"{circle}/rules"), "/name", name="Monday rules")
    assert target(visitor, before) == "300"
    assert target(visitor, begun(visitor, circle, "Monday rules")) == "900"
    assert "deleted" in visitor.follow(visitor.send(visitor.get(f"{circle}/rules"), "/delete")).text
    assert NAME not in visitor.get(f"{circle}/play").text
    assert target(visitor, before) == "300"


def test_what_this_version_does_not_know_is_left_out_and_said(
    app: Flask, visitor: Browser, game: str, circle: str
) -> None:
    kept(visitor, game)
    forget_option(app)
    words = "left out, because this version doesn’t know them: quick_deal, aces."
    assert words in visitor.get(f"{circle}/rules").text
    assert "They are left out: quick_deal, aces." in visitor.get(f"{circle}/play").text
    assert target(visitor, begun(visitor, circle, NAME)) == "300"
    form = visitor.get("/games/new/da-500")
    tag = form.root.all("button", name="preset")[0].attrs["value"]
    assert "quick_deal" in visitor.post("/games/new/da-500", {**form.fields("/da-500"), "preset": tag}).text
    with app.app_context():
        db.session.execute(text("UPDATE named_rules SET variant = 'xx-gone'"))
        db.session.commit()
    assert "doesn’t have that game" in visitor.get(f"{circle}/rules").text
    assert NAME not in visitor.get(f"{circle}/play").text


def test_bad_input_is_refused_at_its_field_and_stays(visitor: Browser, game: str, circle: str) -> None:
    """Without a name, a name too long or taken; a game of no circle, of another kind, or none."""
    kept(visitor, game)
    outside = visitor.given_game("cs-500", "Anna", "Bo")
    for name, problem in (("", "cannot be empty"), ("x" * 41, "40"), (NAME.upper(), "already"), ("\x00", "")):
        page = kept(visitor, game, name)
        assert page.status == 422
        assert problem in page.alerts
        if name != NAME.upper():  # its own
            page = visitor.send(visitor.get(f"{circle}/rules"), "/name", name=name)
            assert (page.status, page.fields("/name")["name"]) == (422, name)
    visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"rule-target": "900"})
    page = kept(visitor, game)  # other rules by the same name
    assert page.status == 422
    assert (page.fields("/rules")["name"], page.fields("/rules")["game"]) == (NAME, game.rsplit("/", 1)[1])
    assert page.at("name")
    for chosen in (outside.rsplit("/", 1)[1], "nothing", ""):
        for action in ("/rules", "/replace"):
            page = visitor.send(visitor.get(f"{circle}/rules"), action, name="Others", game=chosen)
            assert page.status == 422
            assert "Choose a game of the circle." in page.alerts
    cards = visitor.get(circle)
    visitor.send(cards, "/games", game=outside.rsplit("/", 1)[1])
    page = visitor.send(visitor.get(f"{circle}/rules"), "/replace", game=outside.rsplit("/", 1)[1])
    assert "for another game" in page.alerts


def test_scorers_add_and_keepers_change_and_nobody_else_learns_of_them(
    app: Flask, visitor: Browser, stranger: Browser, game: str, circle: str
) -> None:
    """Who only scores a game of the circle sees neither the sets nor the form to keep one."""
    kept(visitor, game)
    scorer, viewer = member_of(app, circle, Role.SCORER), member_of(app, circle, Role.VIEWER)
    guest = join(app, game, Role.SCORER)
    assert kept(scorer, game, "Mine").location.endswith("/rules")
    listed = scorer.get(f"{circle}/rules")
    assert not [form for form in listed.root.all("form") if not form.attrs["action"].endswith("/rules")]
    tag = visitor.get("/games/new/da-500").root.all("button", name="preset")[0].attrs["value"]
    seen = viewer.get(f"{circle}/rules")
    assert NAME in seen.text
    assert not seen.root.all("form")
    for action in (f"{tag.removeprefix('rules-')}/delete", f"{tag.removeprefix('rules-')}/name"):
        assert scorer.post(f"{circle}/rules/{action}", {"name": "x", **token(scorer)}).status == 403
    for other in (guest, stranger):
        assert other.get(f"{circle}/rules").status == 403
        assert NAME not in other.get("/games/new/da-500").text
    assert "Keep these house rules" not in guest.get(f"{game}/settings").text
    form = stranger.get("/games/new/da-500")
    assert stranger.post("/games/new/da-500", {**form.fields("/da-500"), "preset": tag}).status == 422


def token(browser: Browser) -> dict[str, str]:
    """Return the field of a browser's token."""
    return {"csrf_token": browser.get("/join").fields("/join")["csrf_token"]}
