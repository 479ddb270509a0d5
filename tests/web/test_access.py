"""What a browser may see, with the game's device, a viewer's, another game's, none. Writes: `test_every_action.py`."""

import io

import pytest
from flask import Flask

from scorekeeper.services.access import invitations
from scorekeeper.services.access.access import Role, by_device, is_device

from .conftest import join
from .pages import Browser
from .phones import secret_of

READS = ["", "/history", "/rounds/1"]
FORMS = ["/rounds/new", "/rounds/1/edit", "/settings", "/delete"]


@pytest.fixture
def game(plain: Browser) -> str:
    """A game with a round that belongs to the browser `plain`."""
    address = plain.given_game("da-500", "Anna", "Bo")
    plain.given_round(address, "Anna", {"Anna": {"points": 35}, "Bo": {"points": -10}})
    return address


@pytest.mark.parametrize("address", READS + FORMS)
def test_a_device_that_does_not_know_the_game_learns_nothing(
    plain: Browser, stranger: Browser, game: str, address: str
) -> None:
    """The response equals that of a game that does not exist, and links to where codes are entered."""
    there = stranger.get(game + address)
    nowhere = stranger.get("/games/0123456789abcdef" + address)
    assert there.status == nowhere.status == 403
    assert there.html == nowhere.html
    assert there.root.all("a", href="/join")


@pytest.mark.parametrize("address", READS)
def test_a_viewer_reads_and_finds_nothing_to_write_with(app: Flask, game: str, address: str) -> None:
    """There are no forms, and no links to forms."""
    page = join(app, game, Role.VIEWER).get(game + address)
    assert page.status == 200
    assert not page.root.all("form")
    assert not [a for a in page.root.all("a") if a.attrs["href"].endswith(("/new", "/edit"))]


@pytest.mark.parametrize("address", FORMS)
def test_a_viewer_gets_no_form(app: Flask, game: str, address: str) -> None:
    """403, with what can be done about it."""
    page = join(app, game, Role.VIEWER).get(game + address)
    assert page.status == 403
    assert "This device can only view the game" in page.text


def test_a_joined_scorer_writes_and_finds_the_game_at_home(app: Flask, plain: Browser, game: str) -> None:
    """The link shows which game it is; afterwards the key is not in the URL."""
    guest = join(app, game, Role.SCORER)
    guest.enter(game, "p1", p0_points="0", p1_points="50")
    assert "Bo leads 40" in plain.get(game).text
    assert guest.get("/").root.all("a", href=game)


def test_a_link_tells_the_game_before_it_is_opened_and_gives_no_cookie(app: Flask, game: str) -> None:
    """It shows names and role; a GET does not join the game."""
    from scorekeeper.services.access import access

    with app.app_context():
        key = access.new_key(game.rsplit("/", 1)[1], Role.VIEWER)
    guest = Browser(app.test_client())
    page = guest.get(guest.get(f"/join/{key}").location)
    assert "Anna, Bo" in page.text
    assert "view the game on this device, but not change it" in page.text
    assert page.response.headers["Cache-Control"] == "no-store"
    assert guest.client.get_cookie("device") is None
    assert guest.get(game).status == 403


def test_a_wrong_link_is_told_as_such(plain: Browser) -> None:
    """404 with a message, by GET and by POST."""
    page = plain.get("/join/nonsense")
    assert page.status == 404
    assert "This link doesn’t work" in page.text
    token = plain.get("/games/new/da-500").fields("da-500")["csrf_token"]
    assert plain.post("/join/game", {"csrf_token": token, "key": "nonsense"}).status == 404
    assert plain.get("/join/game").status == 404


@pytest.mark.parametrize("cookie", ["", "x", "A" * 32, "A" * 33, "é" * 32, "A" * 3000])
def test_a_strange_cookie_is_no_device(app: Flask, cookie: str) -> None:
    """Clients cannot choose a secret of their own."""
    visitor = Browser(app.test_client())
    visitor.client.set_cookie("device", cookie)
    assert visitor.get("/").status == 200
    visitor.new_game("da-500", "Anna", "Bo")
    fresh = visitor.client.get_cookie("device")
    assert fresh is not None
    assert len(fresh.value) == 32
    assert fresh.value != cookie


@pytest.mark.parametrize("way", ["join", "code", "name", "import"])
def test_no_way_in_takes_over_a_secret_that_was_planted(app: Flask, plain: Browser, game: str, way: str) -> None:
    """Session fixation: whoever planted it would have access to later games."""
    planted = "A" * 32
    guest = Browser(app.test_client())
    guest.client.set_cookie("device", planted)
    if way == "name":
        guest.send(guest.get("/device"), "/device/name", name="Mine")
    elif way == "import":
        file = io.BytesIO(plain.client.get(f"{game}/export.json").data)
        guest.post("/import", {**guest.get("/import").fields("/import").to_dict(), "file": (file, "game.json")})
    else:
        with app.app_context():
            invited = invitations.share(by_device(game.rsplit("/", 1)[1], secret_of(plain)), Role.VIEWER)
        if way == "code":
            guest.send(guest.get("/join"), "/join", code=invited.code)
        else:
            guest.send(guest.get(guest.get(f"/join/{invited.key}").location), "/join/game")
    assert secret_of(guest) != planted
    with app.app_context():
        assert not is_device(planted)
        assert is_device(secret_of(guest))


@pytest.mark.parametrize("odd", ["%00", "a%00b", "%F0%9F%83%8F", "A" * 3000, "..%2f..", "%ED%A0%80"])
def test_an_odd_address_is_no_game(plain: Browser, game: str, odd: str) -> None:
    """The response is a page, never a 500."""
    assert plain.get(f"/games/{odd}").status in (403, 404)
    assert plain.get(f"/join/{odd}").status == 404
    assert plain.get(f"/games/new/{odd}").status == 404
    assert plain.get(f"{game}/rounds/{odd}").status == 404


@pytest.mark.parametrize("number", ["99999999999999999999", "9" * 5000, "-1", "٣"])
def test_a_round_of_an_odd_number_is_none(plain: Browser, game: str, number: str) -> None:
    """Also if the number is very large."""
    assert plain.get(f"{game}/rounds/{number}").status == 404
    token = plain.get(game).fields("/undo")
    assert plain.post(f"{game}/rounds/{number}/void", token).status == 404


@pytest.mark.parametrize("entry_id", ["", "\x00", "x" * 5000, "é", "a b"])
def test_an_odd_entry_id_saves_the_round(plain: Browser, game: str, entry_id: str) -> None:
    """An invalid id is replaced by a new one."""
    assert plain.enter(game, "p0", p0_points="5", p1_points="5", entry_id=entry_id).status == 303
