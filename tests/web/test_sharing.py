"""Sharing, codes, hand-over and the list of access, with and without htmx; guessing codes is limited."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.extensions import limiter
from scorekeeper.http.public import is_loopback
from scorekeeper.services.access import access, invitations
from scorekeeper.services.access.access import Role
from scorekeeper.store.database import db

from .conftest import join
from .pages import Browser, Page
from .phones import secret_of


@pytest.fixture
def game(visitor: Browser) -> str:
    """A game of the visitor with a round."""
    address = visitor.new_game("da-500", "Anna", "Bo", name="Friday")
    visitor.enter(address, "p0", p0_points="35", p1_points="25")
    return address


@pytest.fixture
def guest(app: Flask, visitor: Browser) -> Browser:
    """A second phone, with or without htmx as the visitor."""
    return Browser(app.test_client(), htmx=visitor.htmx)


@pytest.fixture
def limited(settings: Settings) -> Iterator[Flask]:
    """An application with rate limits."""
    app = create_app(replace(settings, ratelimit_enabled=True))
    limiter.reset()
    yield app
    with app.app_context():
        db.engine.dispose()
    limiter.reset()
    limiter.enabled = False


def shared(visitor: Browser, game: str, role: str) -> Page:
    """Return the page with the codes of a new invitation."""
    token = visitor.get(f"{game}/share").fields("/hand-over")["csrf_token"]
    page = visitor.post(f"{game}/share", {"csrf_token": token, "role": role})
    assert page.status == 200
    return page


def link_of(page: Page) -> str:
    """Return the path of the link on a page with codes."""
    return page.root.all("input", id="link")[0].attrs["value"].removeprefix("http://localhost")


def code_of(page: Page) -> str:
    """Return the code on a page."""
    return next(node.text for node in page.root.all("p", cls="code")[0].all("span") if "aria-hidden" in node.attrs)


def typed(guest: Browser, code: str) -> Page:
    """Return the response to a code that is entered on the first page."""
    return guest.send(guest.get("/join"), "/join", code=code)


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_from_the_scoreboard_to_a_code_and_in_by_it(visitor: Browser, guest: Browser, game: str, role: str) -> None:
    """The other phone's first page links to the form for codes."""
    assert visitor.get(game).root.all("a", href=f"{game}/share")
    assert guest.get("/").root.all("a", href="/join")
    code = code_of(shared(visitor, game, role))
    assert re.fullmatch(r"[2-9A-Z]{5} [2-9A-Z]{5}", code)
    page = guest.follow(typed(guest, code.lower()))
    assert "Anna leads 35" in page.text
    assert bool(page.root.all("a", href=f"{game}/rounds/new")) is (role == "scorer")
    assert guest.get("/").root.all("a", href=game)


def test_the_qr_code_holds_the_link_and_is_dark_on_light(visitor: Browser, game: str) -> None:
    page = shared(visitor, game, "viewer")
    svg = page.root.all("svg", cls="qr")[0]
    assert [path.attrs.get("fill") or path.attrs["stroke"] for path in svg.all("path")] == ["#fff", "#000"]
    assert not [node for node in page.root.walk() if "style" in node.attrs]
    assert page.root.all("div", role="img")[0].attrs["aria-label"]
    assert re.fullmatch(r"/join/[A-Za-z0-9_-]{32}", link_of(page))
    assert page.response.headers["Cache-Control"] == "no-store"


def test_the_link_is_at_the_public_address_where_there_is_one(app: Flask, visitor: Browser, game: str) -> None:
    app.config["SCOREKEEPER"] = replace(app.config["SCOREKEEPER"], base_url="https://scores.example.org")
    page = shared(visitor, game, "viewer")
    assert page.root.all("input", id="link")[0].attrs["value"].startswith("https://scores.example.org/join/")
    assert "Or open scores.example.org/join" in page.text
    assert "can’t reach" not in page.text


@pytest.mark.parametrize(
    ("host", "here"),
    [("localhost", True), ("127.0.0.1", True), ("::1", True), ("192.168.1.7", False), ("scores.example.org", False)],
)
def test_an_address_that_others_cannot_reach_is_told(host: str, here: bool) -> None:
    assert is_loopback(host) is here


def test_the_warning_stands_on_the_page(visitor: Browser, game: str) -> None:
    assert "Start Scorekeeper with --lan" in shared(visitor, game, "viewer").text


def test_a_link_leaves_the_address_at_once_and_is_never_a_referrer(visitor: Browser, guest: Browser, game: str) -> None:
    """Two taps: the QR code, “Open the game”. A reload in between asks again."""
    link = link_of(shared(visitor, game, "viewer"))
    moved = guest.get(link)
    assert (moved.status, moved.location) == (303, "/join/game")
    assert moved.response.headers["Referrer-Policy"] == "no-referrer"
    assert moved.response.headers["Cache-Control"] == "no-store"
    assert guest.get("/join/game").status == 200
    page = guest.get("/join/game")
    assert "Friday" in page.text
    answer = guest.send(page, "/join/game")
    assert answer.location == game
    assert guest.get("/join/game").status == 404


@pytest.mark.parametrize("code", ["", "ABCD", "ABCDE FGHJK", "x" * 60, "<b>"])
def test_a_bad_code_is_told_at_its_field_and_stays(visitor: Browser, code: str) -> None:
    page = typed(visitor, code)
    assert page.status == 422
    assert "This code doesn’t work" in page.at("code")
    assert page.fields("/join")["code"] == code
    assert visitor.client.get_cookie("device") is None


def test_whoever_takes_over_writes_and_the_other_only_looks(visitor: Browser, guest: Browser, game: str) -> None:
    """Also in an open page: its next round is refused, with a link back."""
    form = visitor.get(f"{game}/rounds/new")
    page = visitor.send(visitor.get(f"{game}/share"), "/hand-over", mine="end")
    assert "After the handover, this device can only view the game." in page.text
    assert guest.follow(typed(guest, code_of(page))).root.all("a", href=f"{game}/rounds/new")
    refused = visitor.send(form, "/rounds", **{"who": "p0", "p0_points": "5", "p1_points": "5"})
    assert refused.status == 403
    assert "This device can only view the game" in refused.text
    assert not visitor.get(game).root.all("form")


def test_the_list_tells_who_has_access_and_one_can_be_withdrawn(app: Flask, visitor: Browser, game: str) -> None:
    """Name, role and date; the withdrawn phone's open page gets a message."""
    guest = join(app, game, Role.SCORER)
    guest.htmx = visitor.htmx
    guest.send(guest.get("/device"), "/device/name", name="Bo’s <phone>")
    open_form = guest.get(f"{game}/rounds/new")
    page = visitor.get(f"{game}/share")
    mine, other, link = page.root.all("ul", cls="holders")[0].all("li")
    assert "This device scorer since" in mine.text
    assert "Bo’s <phone> scorer since" in other.text
    assert "A link, and one device that used it" in link.text
    assert not mine.all("form")
    assert "Give this device a name" in page.text
    assert "Give this device a name" not in guest.get(f"{game}/share").text
    data = {node.attrs["name"]: node.attrs["value"] for node in other.walk() if "name" in node.attrs}
    after = visitor.follow(visitor.post(f"{game}/withdraw", data))
    assert "Access withdrawn." in after.alerts
    assert "Bo’s" not in after.text
    refused = guest.send(open_form, "/rounds", **{"who": "p0", "p0_points": "5", "p1_points": "5"})
    assert refused.status == 403
    assert "This device has lost access to the game" in refused.text
    assert guest.get(game).status == 403
    assert "Anna" not in guest.get(game).text
    assert "That access had already ended" in visitor.follow(visitor.post(f"{game}/withdraw", data)).alerts


@pytest.mark.parametrize("ticked", [True, False])
def test_with_a_device_ends_what_it_let_in_unless_the_tick_is_taken_away(
    app: Flask, visitor: Browser, game: str, ticked: bool
) -> None:
    """The checkbox says how many devices and links."""
    guest = join(app, game, Role.SCORER)
    guest.send(guest.get("/device"), "/device/name", name="Bo’s phone")
    link = link_of(shared(guest, game, "viewer"))
    _mine, other, *_links, made = visitor.get(f"{game}/share").root.all("ul", cls="holders")[0].all("li")
    assert "made by Bo’s phone" in made.text
    assert "This also removes: one link" in other.text
    fields = [node.attrs for node in other.walk() if "name" in node.attrs]
    sent = [each for each in fields if ticked or each.get("type") != "checkbox"]
    visitor.post(f"{game}/withdraw", MultiDict((each["name"], each["value"]) for each in sent))
    assert guest.get(game).status == 403
    assert guest.get(link).status == (404 if ticked else 303)


def test_a_form_that_did_not_ask_ends_what_was_let_in(app: Flask, visitor: Browser, game: str) -> None:
    guest = join(app, game, Role.SCORER)
    early = visitor.get(f"{game}/share").root.all("ul", cls="holders")[0].all("li")[1]
    link = link_of(shared(guest, game, "viewer"))
    data = {node.attrs["name"]: node.attrs["value"] for node in early.walk() if "name" in node.attrs}
    visitor.post(f"{game}/withdraw", data)
    assert guest.get(link).status == 404


def test_nobody_withdraws_the_device_in_hand(visitor: Browser, game: str) -> None:
    token = visitor.get(f"{game}/share").fields("/hand-over")["csrf_token"]
    with visitor.client.application.app_context():
        mine = access.by_device(game.rsplit("/", 1)[1], secret_of(visitor)).device_id
    page = visitor.follow(visitor.post(f"{game}/withdraw", {"csrf_token": token, "holder": f"device-{mine}"}))
    assert "let somebody else keep the score" in page.alerts
    assert visitor.get(f"{game}/rounds/new").status == 200


def test_a_viewer_shares_with_viewers_and_sees_no_one_else(app: Flask, game: str) -> None:
    viewer = join(app, game, Role.VIEWER)
    page = viewer.get(f"{game}/share")
    assert len(page.root.all("form")) == 1
    assert "Who has access" not in page.text
    token = page.fields("/share")["csrf_token"]
    assert viewer.post(f"{game}/share", {"csrf_token": token, "role": "viewer"}).status == 200
    assert viewer.post(f"{game}/share", {"csrf_token": token, "role": "scorer"}).status == 403


def test_a_stranger_learns_nothing(stranger: Browser, game: str) -> None:
    page, nowhere = stranger.get(f"{game}/share"), stranger.get("/games/0123456789abcdef/share")
    assert page.status == nowhere.status == 403
    assert page.html == nowhere.html


def test_all_games_go_to_another_phone(visitor: Browser, guest: Browser, game: str) -> None:
    """By the link of the QR code; the page says that it is all games."""
    offered = visitor.send(visitor.get("/device"), "/device/games")
    page = guest.get(guest.get(link_of(offered)).location)
    assert "Take all games to this device?" in page.text
    home = guest.follow(guest.send(page, "/join/game"))
    assert "The games are now on this device." in home.alerts
    assert home.root.all("a", href=game)
    assert visitor.get("/").root.all("a", href=game)


def test_a_recovery_code_is_shown_once_and_brings_the_games_back(visitor: Browser, guest: Browser, game: str) -> None:
    page = visitor.send(visitor.get("/device"), "/device/recovery")
    code = code_of(page)
    assert re.fullmatch(r"([2-9A-Z]{4} ){4}[2-9A-Z]{4}", code)
    again = visitor.get("/device")
    assert code not in again.text
    assert "A new one replaces it." in again.text
    home = guest.follow(typed(guest, code))
    assert home.root.all("a", href=game)
    assert visitor.get(game).status == 403


@pytest.mark.parametrize("form", ["/device/games", "/device/recovery"])
def test_without_games_there_is_nothing_to_take_along(visitor: Browser, form: str) -> None:
    page = visitor.follow(visitor.send(visitor.get("/device"), form))
    assert "This device has no games yet" in page.alerts


def test_a_device_is_asked_for_its_name_once_and_the_history_tells_it(visitor: Browser) -> None:
    """After its first change; declining is remembered."""
    game = visitor.given_game("da-500", "Anna", "Bo")
    asked = "Name this device"
    assert asked not in visitor.get(game).text
    page = visitor.follow(visitor.enter(game, "p0", p0_points="35", p1_points="25"))
    assert asked in page.text
    visitor.send(visitor.get("/device"), "/device/name", name="")
    second = visitor.new_game("da-500", "Anna", "Bo", name="Saturday")
    assert asked not in visitor.follow(visitor.enter(second, "p0", p0_points="35", p1_points="25")).text
    visitor.send(visitor.get("/device"), "/device/name", name="Anna’s phone")
    assert asked not in visitor.follow(visitor.enter(second, "p0", p0_points="5", p1_points="5")).text
    assert "Round 2 was entered. – Anna’s phone" in visitor.get(f"{second}/history").text
    assert "Round 1 was entered. – " not in visitor.get(f"{second}/history").text


def guess(app: Flask, times: int, address: str = "192.0.2.7") -> list[int]:
    """Return the statuses of so many wrong codes from an address."""
    guesser = app.test_client()
    token = Browser(guesser).get("/join").fields("/join")["csrf_token"]
    at = {"REMOTE_ADDR": address}
    data = {"csrf_token": token, "code": "ABCDEFGHJK"}
    return [guesser.post("/join", data=data, environ_overrides=at).status_code for _ in range(times)]


def _code(app: Flask) -> str:
    owner = Browser(app.test_client())
    game = owner.given_game("da-500", "Anna", "Bo").rsplit("/", 1)[1]
    with app.app_context():
        return invitations.share(access.Access(game, Role.VIEWER), Role.VIEWER).code


def test_guessing_ends_after_ten_codes_a_minute_and_others_are_not_held_up(limited: Flask) -> None:
    """429, also for the right code, with the time to wait."""
    code = _code(limited)
    assert guess(limited, 12) == [422] * 10 + [429] * 2
    guesser = limited.test_client()
    token = Browser(guesser).get("/join").fields("/join")["csrf_token"]
    data, at = {"csrf_token": token, "code": code}, {"REMOTE_ADDR": "192.0.2.7"}
    refused = guesser.post("/join", data=data, environ_overrides=at)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert guesser.post("/join", data=data, environ_overrides={"REMOTE_ADDR": "192.0.2.8"}).status_code == 303


def test_guessing_ends_after_two_hundred_codes_an_hour(limited: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly one guesses. Both clocks go on: limits follow the time of day if that alone is set."""
    began, started, waited = time.time(), time.monotonic(), 0.0
    monkeypatch.setattr("time.time", lambda: began + waited)
    monkeypatch.setattr("time.monotonic", lambda: started + waited)
    for _ in range(20):
        assert set(guess(limited, 10)) == {422}
        waited += 61
    assert guess(limited, 1) == [429]
    waited += 3600
    assert guess(limited, 1) == [422]


def test_wrong_codes_of_others_keep_nobody_from_entering_the_right_one(limited: Flask) -> None:
    """Each network is counted separately."""
    code = _code(limited)
    for number in range(15):
        assert guess(limited, 11, f"192.0.2.{number}") == [422] * 10 + [429]
    assert typed(Browser(limited.test_client()), code).status == 303


def test_wrong_codes_are_counted_by_network(limited: Flask) -> None:
    """By IPv6 /64: a client has 2⁶⁴ addresses in it."""
    assert guess(limited, 5, "2001:db8:0:1::1") == [422] * 5
    assert guess(limited, 6, "2001:db8:0:1:ffff:ffff:ffff:ffff") == [422] * 5 + [429]
    assert guess(limited, 1, "2001:db8:0:2::1") == [422]
    assert guess(limited, 10, "::ffff:192.0.2.40") == [422] * 10
    assert guess(limited, 1, "192.0.2.40") == [429]


def test_right_codes_count_for_no_limit(limited: Flask) -> None:
    code = _code(limited)
    for _ in range(12):
        assert typed(Browser(limited.test_client()), code).status == 303
