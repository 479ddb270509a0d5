"""Every route of pages and API is refused without access, and nothing changes.

A new route needs a row in the table; without one the first test fails.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import MapAdapter, Rule

from attack.world import World
from scorekeeper.services.access.access import Role, new_key, new_secret

from .conftest import join, member_of
from .pages import Browser
from .test_every_action import _stored, _token, _withdraw

EVERYBODY, VIEWER, SCORER = "everybody", "viewer", "scorer"
KEEPER = "keeper"  # of a circle
PAGES = {
    EVERYBODY: [
        *("home.index", "games.choose", "games.new", "games.create", "join.ask", "join.enter", "join.follow"),
        *("join.show", "join.accept", "this_device.show", "this_device.name", "this_device.offer"),
        *(
            "this_device.recovery",
            "this_device.language",
            "this_device.letters",
            "privacy.show",
            "exchange.show",
            "exchange.take_in",
            "exchange.everything",
            "rulebook.plain",
        ),
        *("sheets.plain_blank", "sheets.plain_card", "sheets.rules", "offline.manifest", "offline.show"),
        *("offline.worker", "offline.token", "static", "robots"),
        *("health.alive", "health.ready", "health.figures"),
        "rounds.index",  # leads to the scoreboard, whoever asks, and reads nothing
        *("circles.new", "circles.create"),
    ],
    VIEWER: [
        *("scoreboard.show", "history.show", "rounds.show", "live.events", "live.show", "live.big", "sharing.show"),
        *("sharing.invite", "exchange.game", "exchange.table", "sheets.show", "sheets.choose", "sheets.sheet"),
        *(
            "sheets.preview",
            "sheets.blank",
            "sheets.card",
            "sheets.rules_of_game",
            "sheets.result",
            "sheets.result_image",
            "rulebook.of_game",
            "referee.menu",
            "referee.ask",
            "referee.judge",
            "open_rounds.show",
            *("open_rounds.seat", "open_rounds.enter"),  # but not into a round that is open for scorers only
        ),
        *("rulings.index", "rulings.show"),
    ],
    SCORER: [
        *("notes.show", "notes.write", "notes.show_of_round", "notes.write_of_round"),
        *("games.again", "scoreboard.undo", "scoreboard.redo", "scoreboard.end", "scoreboard.rematch", "rounds.new"),
        *(
            "rounds.filled",
            "rounds.part",
            "rounds.enter",
            "rounds.edit",
            "rounds.correct",
            "rounds.void",
            "sharing.hand",
        ),
        *("open_rounds.begin", "open_rounds.close"),
        *("sharing.withdraw", "settings.show", "settings.change", "settings.ask", "settings.delete"),
        *("settings.restore", "live.clock", "referee.decide", "rulings.decide", "tabletop.keep"),
    ],
}
CIRCLES = {
    VIEWER: [
        *("circles.show", "people.index", "circle_sharing.show", "circle_sharing.invite"),
        *(
            "statistics.show",
            "statistics.over_time",
            "statistics.person",
            "statistics.pair",
            "statistics.table",
            "statistics.document",
        ),
        *("named_rules.index", "evening.show", "evening.history"),
        *("seasons.index", "seasons.show", "seasons.certificate", "seasons.document", "seasons.table", "years.sheet"),
        *("clubs.index", "clubs.show", "clubs.big", "clubs.sheet", "clubs.table", "clubs.document"),
    ],
    SCORER: [
        "clubs.codes",
        "play.show",
        "play.begin",
        "circles.put_in",
        "people.add",
        "named_rules.keep",
        "evening.note",
        "evening.write",
    ],
    KEEPER: [
        *("circles.rename", "circles.take_out", "people.change", "people.merge", "people.separate", "people.leave"),
        *("people.claim", "circle_sharing.hand", "circle_sharing.withdraw"),
        *("circle_deleting.ask", "circle_deleting.delete", "circle_deleting.restore"),
        *("copies.document", "copies.show", "copies.take_in"),
        *("named_rules.rename", "named_rules.replace", "named_rules.delete"),
        *("seasons.add", "seasons.change", "seasons.delete"),
        *("clubs.new", "clubs.add", "clubs.ask", "clubs.draw", "clubs.swap", "clubs.start", "clubs.undo_start"),
        *("clubs.end", "clubs.delete"),
    ],
}
API = {
    EVERYBODY: ["create_game", "import_game", "describe", "read_variants", "read_variant"],
    VIEWER: ["read_game", "read_history", "export_game", "read_rulings", "read_ruling"],
    SCORER: [
        *("undo", "redo", "end_game", "enter_round", "correct_round", "void_round", "ask_in_game"),
        *("accept_ruling", "overrule_ruling", "revoke_ruling", "adopt_reading"),
    ],
}
API_OF_CIRCLES = {
    VIEWER: ["read_circle", "read_statistics", "read_seasons"],
    SCORER: ["add_to_circle", "create_game_of_circle"],
}
NEEDED = {
    **{f"api.{name}": who for who, names in API_OF_CIRCLES.items() for name in names},
    **{endpoint: who for who, endpoints in PAGES.items() for endpoint in endpoints},
    **{endpoint: who for who, endpoints in CIRCLES.items() for endpoint in endpoints},
    **{f"api.{name}": who for who, names in API.items() for name in names},
}
OF_PAGES = [endpoint for who in (VIEWER, SCORER) for endpoint in PAGES[who]]
OF_API = [f"api.{name}" for who in (VIEWER, SCORER) for name in API[who]]


@pytest.fixture
def owner(app: Flask) -> Browser:
    """The device on which the game is."""
    return Browser(app.test_client())


@pytest.fixture
def game(owner: Browser) -> str:
    """The address of a game with a round."""
    address = owner.given_game("da-500", "Anna", "Bo")
    owner.given_round(address, "Anna", {"Anna": {"points": 35}, "Bo": {"points": 25}})
    return address


def test_every_route_says_whose_right_it_needs(app: Flask) -> None:
    """The referee's questions without a game need none."""
    routes = {rule.endpoint for rule in app.url_map.iter_rules() if not rule.endpoint.startswith("api.referee_")}
    assert routes == set(NEEDED)
    for rule in app.url_map.iter_rules():
        if rule.arguments & {"game_id", "circle_id"} and rule.endpoint != "rounds.index":
            assert NEEDED[rule.endpoint] != EVERYBODY, rule


def requests_of(app: Flask, endpoint: str, game: str) -> Iterator[tuple[str, str]]:
    """Yield each method and URL of a route, with the game and other values for its parameters."""
    for rule in app.url_map.iter_rules(endpoint):
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, _address(rule, game)


def _address(rule: Rule, game: str) -> str:
    known = {"game_id": game.rsplit("/", 1)[1], "number": "1", "ruling": "1", "slug": "meld"}
    known |= {"circle_id": game.rsplit("/", 1)[1], "person_id": "1", "other_id": "2", "rules_id": "1", "season_id": "1"}
    known |= {"club_id": "1", "year": "2026"}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: known[found[1]], rule.rule)


def _withdrawn(app: Flask, owner: Browser, game: str) -> Browser:
    guest = join(app, game, Role.SCORER)
    assert owner.post(*_withdraw(owner, game)).status in (200, 303)
    return guest


def _of_another_game(app: Flask, _owner: Browser, _game: str) -> Browser:
    stranger = Browser(app.test_client())
    stranger.given_game("cs-500", "Xaver", "Ylva")
    return stranger


def _with_a_made_up_cookie(app: Flask, _owner: Browser, _game: str) -> Browser:
    made_up = Browser(app.test_client())
    made_up.client.set_cookie("device", new_secret())
    return made_up


WITHOUT_RIGHT: dict[str, Callable[[Flask, Browser, str], Browser]] = {
    "no device": lambda app, _owner, _game: Browser(app.test_client()),
    "another game's device": _of_another_game,
    "a device that was withdrawn": _withdrawn,
    "a made-up cookie": _with_a_made_up_cookie,
}


@pytest.mark.parametrize("who", WITHOUT_RIGHT)
def test_no_page_of_a_game_is_for_a_device_without_a_right_to_it(
    app: Flask, owner: Browser, game: str, who: str
) -> None:
    """403, nothing of the game disclosed, nothing changed."""
    other = WITHOUT_RIGHT[who](app, owner, game)
    token, before = _token(other), _stored(app, game)
    for endpoint in OF_PAGES:
        for method, url in requests_of(app, endpoint, game):
            answer = _sent(other.client, method, url, token)
            assert answer.status_code == 403, (method, url, answer.status_code)
            assert "Anna" not in answer.text
    assert _stored(app, game) == before


def test_a_viewers_device_gets_no_form_and_changes_nothing(app: Flask, game: str) -> None:
    """Every route for scorers is 403; those for viewers are not."""
    viewer = join(app, game, Role.VIEWER)
    token, before = _token(viewer), _stored(app, game)
    for endpoint in PAGES[SCORER]:
        for method, url in requests_of(app, endpoint, game):
            assert _sent(viewer.client, method, url, token).status_code == 403, (method, url)
    for endpoint in PAGES[VIEWER]:
        for method, url in requests_of(app, endpoint, game):
            if not url.endswith(".pdf"):
                assert _sent(viewer.client, method, url, token).status_code not in (401, 403), (method, url)
    assert _stored(app, game) == before


def _sent(client: FlaskClient, method: str, url: str, token: str) -> Any:
    data = {"csrf_token": token} if method == "POST" else None
    with client.open(url, method=method, data=data) as answer:
        answer.get_data()
        return answer


@pytest.fixture
def keys(app: Flask, owner: Browser, game: str) -> dict[str, str]:
    """Keys that do not open this game, or no longer."""
    with app.app_context():
        other = owner.given_game("cs-500", "Xaver", "Ylva").rsplit("/", 1)[1]
        game_id = game.rsplit("/", 1)[1]
        withdrawn = new_key(game_id, Role.SCORER)
        found = {"another game's": new_key(other, Role.SCORER), "nobody's": new_secret(), "withdrawn": withdrawn}
    assert owner.post(*_withdraw(owner, game)).status in (200, 303)
    return {**found, "none": "", "with odd characters": "é\x7f"}


def test_no_operation_on_a_game_is_for_a_key_that_does_not_open_it(app: Flask, game: str, keys: dict[str, str]) -> None:
    """401 with the same WWW-Authenticate for each; nothing changed."""
    before, answers = _stored(app, game), set()
    for endpoint in OF_API:
        for method, url in requests_of(app, endpoint, game):
            for whose, key in keys.items():
                headers = {"Authorization": f"Bearer {key}"} if key else {}
                answer = app.test_client().open(url, method=method, json={}, headers=headers)
                assert answer.status_code == 401, (method, url, whose)
                assert answer.headers["WWW-Authenticate"]
                answers.add(answer.text)
    assert len(answers) == 1
    assert _stored(app, game) == before


def test_a_viewers_key_reads_and_changes_nothing(app: Flask, game: str) -> None:
    """403 on every operation that changes something."""
    with app.app_context():
        headers = {"Authorization": f"Bearer {new_key(game.rsplit('/', 1)[1], Role.VIEWER)}"}
    before = _stored(app, game)
    for name in API[SCORER]:
        for method, url in requests_of(app, f"api.{name}", game):
            answer = app.test_client().open(url, method=method, json={}, headers=headers)
            assert answer.status_code == 403, (method, url)
    for name in API[VIEWER]:
        for method, url in requests_of(app, f"api.{name}", game):
            assert app.test_client().open(url, method=method, headers=headers).status_code in (200, 404), url
    assert _stored(app, game) == before


def test_a_devices_cookie_opens_nothing_of_the_api(app: Flask, owner: Browser, game: str) -> None:
    """So a page of another site cannot use it."""
    of_circles = [f"api.{name}" for names in API_OF_CIRCLES.values() for name in names]
    requests = [request for endpoint in OF_API + of_circles for request in requests_of(app, endpoint, game)]
    assert requests
    for method, url in requests:
        assert owner.client.open(url, method=method, json={}).status_code == 401, (method, url)


@pytest.fixture
def circle(owner: Browser, game: str) -> str:
    """The address of a circle with that game."""
    form = owner.get(f"/circles/new?game={game.rsplit('/', 1)[1]}")
    return owner.send(form, "/circles/new", name="Sunday").location


OF_CIRCLES = [endpoint for endpoints in CIRCLES.values() for endpoint in endpoints]


@pytest.mark.parametrize("who", WITHOUT_RIGHT)
def test_no_page_of_a_circle_is_for_a_device_without_a_right_to_it(
    app: Flask, owner: Browser, game: str, circle: str, who: str
) -> None:
    """Nor for one that may write the circle's game and no more."""
    others = [WITHOUT_RIGHT[who](app, owner, game), join(app, game, Role.SCORER)]
    other_circle = others[0].send(others[0].get("/circles/new"), "/circles/new", name="Mine").location
    assert other_circle
    for other in others:
        token, before = _token(other), _stored(app, game)
        for endpoint in OF_CIRCLES:
            for method, url in requests_of(app, endpoint, circle):
                answer = _sent(other.client, method, url, token)
                assert answer.status_code == 403, (method, url, answer.status_code)
                assert "Sunday" not in answer.text
        assert _stored(app, game) == before


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_a_circles_roles_do_what_they_may_and_no_more(app: Flask, game: str, circle: str, role: Role) -> None:
    """What a better role may do is 403 and changes nothing; in the circle's game the role is the same."""
    member, better = member_of(app, circle, role), {VIEWER: [SCORER, KEEPER], SCORER: [KEEPER]}[role.value]
    token, before = _token(member), _stored(app, game)
    for endpoint in [each for who in better for each in CIRCLES[who]]:
        for method, url in requests_of(app, endpoint, circle):
            assert _sent(member.client, method, url, token).status_code == 403, (method, url)
    assert _stored(app, game) == before
    for endpoint in [each for who in CIRCLES if who not in better for each in CIRCLES[who]]:
        for method, url in requests_of(app, endpoint, circle):
            sent = _sent(member.client, method, url, token)
            assert sent.status_code != 403 or url.endswith("/games"), (method, url)  # no game is named
    assert (_sent(member.client, "GET", f"{game}/rounds/new", token).status_code == 403) is (role is Role.VIEWER)


def test_no_circle_reaches_into_another_by_its_numbers(app: Flask) -> None:
    """People, seasons, club evenings and house rules have numbers that count through all circles."""
    world, keeper = World(app, "da-500"), Browser(app.test_client())
    own = keeper.send(keeper.get("/circles/new"), "/circles/new", name="Mine").location.rsplit("/", 1)[1]
    exported = f"/circles/{world.circle_id}/export.json"
    token, before = _token(keeper), world.client.get(exported).json
    ids = {"circle_id": own, "person_id": world.people[0], "other_id": world.people[1], "rules_id": world.rules[0]}
    ids |= {"season_id": world.season, "club_id": world.club, "game_id": world.game_id, "year": "2026"}
    for endpoint in OF_CIRCLES:
        for rule in app.url_map.iter_rules(endpoint):
            url = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: ids[found[1]], rule.rule)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}) if len(rule.arguments) > 1 else ():
                answer = _sent(keeper.client, method, url, token)
                assert answer.status_code < 500, (method, url)
                assert not re.search("Dora|Anna|Autumn|Fay|Sunday rules", answer.text), (method, url)
    assert before is not None
    assert world.client.get(exported).json == before


def test_a_number_that_no_database_can_hold_is_no_address(app: Flask) -> None:
    """SQLite would refuse to compare it: 2³¹ − 1 is the largest."""
    urls = app.url_map.bind("localhost")
    rules = [rule for rule in app.url_map.iter_rules() if "<int" in rule.rule]
    assert len(rules) > 20
    for rule in rules:
        method = "GET" if "GET" in (rule.methods or ()) else "POST"
        path = re.sub(r"<(?!int)[^>]*>", "x", rule.rule)
        for number, is_there in ((2**31 - 1, True), (2**31, False), (10**30, False)):
            assert _matches(urls, re.sub(r"<int[^>]*>", str(number), path), method) is is_there, rule


def _matches(urls: MapAdapter, path: str, method: str) -> bool:
    try:
        urls.match(path, method)
    except (NotFound, MethodNotAllowed):  # or an address of another route
        return False
    return True
