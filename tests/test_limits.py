"""Rate limits: each route has a class, page and API share it, and one address cannot block others."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse_many

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.extensions import limiter
from scorekeeper.http.rate_limits import CLASS_OF, MAX_CONCURRENT, ORDINARY, SLOW, ConcurrencyLimit, class_of
from scorekeeper.services.access.access import Role, new_key, new_secret
from scorekeeper.services.games.creating import create_game_for
from scorekeeper.services.views import game_view
from scorekeeper.store.database import db
from scorekeeper.web.referee.pages import PAGES

ARRANGE = {"variant": "nb-rummy", "situation": {"cards": ["3S", "4S", "5S"], "aim": "most_points"}}


@pytest.fixture
def limited(settings: Settings) -> Iterator[Flask]:
    """An application with rate limits."""
    app = create_app(replace(settings, ratelimit_enabled=True))
    app.testing = True
    limiter.reset()
    yield app
    with app.app_context():
        db.engine.dispose()
    app.extensions["live"].close()
    limiter.reset()
    limiter.enabled = False


@pytest.fixture
def game(limited: Flask) -> tuple[str, FlaskClient, dict[str, str]]:
    """A game's id, a browser that may write it, and API headers that may."""
    client, secret = limited.test_client(), new_secret()
    client.set_cookie("device", secret)
    with limited.app_context():
        game_id = create_game_for(secret, {"variant": "nb-rummy", "players": ["Anna", "Bo"]})
        return game_id, client, {"Authorization": f"Bearer {new_key(game_id, Role.SCORER)}"}


def test_what_is_called_slow_is_there_and_of_one_class(app: Flask) -> None:
    """A renamed route must not lose its limits."""
    known = set(app.view_functions)
    for route in CLASS_OF:
        endpoint, _, slug = route.partition("/")
        assert endpoint in known
        assert not slug or slug in PAGES
    assert sum(len(each.routes) for each in SLOW) == len(CLASS_OF)


SLOWEST = {
    "search": ("api.referee_arrange", "referee.judge/arrange"),
    "export": ("api.export_game", "exchange.game", "exchange.table"),
    "everything": ("exchange.everything", "copies.document"),
    "import": ("api.import_game", "exchange.take_in", "copies.take_in"),
    "history": ("api.read_history", "history.show", "rounds.show"),
}


@pytest.mark.parametrize(("name", "routes"), SLOWEST.items())
def test_the_same_question_has_one_limit_as_page_and_in_the_api(name: str, routes: tuple[str, ...]) -> None:
    classes = {class_of(*_asked(route)).name for route in routes}
    assert classes == {name}
    assert all(class_of(*_asked(route)).concurrency_limited for route in routes)


def _asked(route: str) -> tuple[str, dict[str, str]]:
    endpoint, _, slug = route.partition("/")
    return endpoint, {"slug": slug}


def test_every_route_that_loads_a_game_or_changes_something_has_a_limit(app: Flask) -> None:
    """Routes of a game also limit concurrency, unless they are served from a cache or wait for the press."""
    apart = {"live.events", "live.show", "sharing.show", "sharing.invite", "sharing.hand", "sharing.withdraw"}
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    of_games = {rule.endpoint for rule in rules if "game_id" in rule.arguments} - apart
    limited = {endpoint for endpoint in of_games if not endpoint.startswith("sheets.")}
    assert limited
    assert all(parse_many(class_of(rule.endpoint).rate) for rule in rules)
    for endpoint in limited:
        assert class_of(endpoint) is not ORDINARY, endpoint
        assert class_of(endpoint).concurrency_limited, endpoint


def test_a_club_of_two_hundred_phones_behind_one_address_is_not_held_up(
    limited: Flask, game: tuple[str, FlaskClient, dict[str, str]]
) -> None:
    """Each fetches the board once a round and polls every ten seconds."""
    game_id, client, _ = game
    statuses = {client.get(f"/games/{game_id}/board").status_code for _ in range(1_200)}
    assert statuses == {200}
    assert client.get(f"/games/{game_id}").status_code == 200


def test_pages_are_limited_too(limited: Flask) -> None:
    client = limited.test_client()
    style = client.get("/").text.split('<link rel="stylesheet" href="')[1].split('"')[0]
    statuses = [client.get("/manifest.webmanifest").status_code for _ in range(2_402)]
    assert statuses[:2_399] == [200] * 2_399
    assert set(statuses[2_399:]) == {429}
    assert client.get(style).status_code == 200, "static files are not counted"
    answer = client.get("/join")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "Too fast" in answer.text
    assert client.get("/join", environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).status_code == 200


def test_page_and_api_of_arrange_are_counted_together(
    limited: Flask, game: tuple[str, FlaskClient, dict[str, str]]
) -> None:
    game_id, client, _ = game
    for _ in range(60):
        assert client.post("/api/v1/referee/arrange", json=ARRANGE).status_code == 200
    page = f"/games/{game_id}/referee/arrange"
    limited.config["WTF_CSRF_METHODS"] = ()  # no form is fetched for its token
    for _ in range(60):
        assert client.post(page, data={"cards": "3S 4S 5S", "aim": "most_points"}).status_code == 200
    assert client.post(page, data={"cards": "3S 4S 5S", "aim": "most_points"}).status_code == 429
    assert client.post("/api/v1/referee/arrange", json=ARRANGE).status_code == 429
    assert client.post("/api/v1/referee/meld", json=ARRANGE).status_code == 422, "other questions go on"


def test_all_addresses_of_one_ipv6_network_are_one(limited: Flask) -> None:
    client = limited.test_client()
    for number in range(10):
        elsewhere = {"REMOTE_ADDR": f"2001:db8::{number}"}
        assert client.post("/api/v1/games/import", json={}, environ_overrides=elsewhere).status_code == 422
    there = {"REMOTE_ADDR": "2001:db8::ffff"}
    assert client.post("/api/v1/games/import", json={}, environ_overrides=there).status_code == 429
    other = {"REMOTE_ADDR": "2001:db8:0:1::1"}
    assert client.post("/api/v1/games/import", json={}, environ_overrides=other).status_code == 422


class _Held:
    """Work that runs until it is released."""

    def __init__(self, result: Any) -> None:
        self.result, self.begun, self.go = result, threading.Semaphore(0), threading.Event()

    def __call__(self, *_args: object) -> Any:
        self.begun.release()
        assert self.go.wait(20)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def _post(app: Flask, found: list[int], address: str = "127.0.0.1") -> threading.Thread:
    def ask() -> None:
        answer = app.test_client().post(
            "/api/v1/referee/arrange", json=ARRANGE, environ_overrides={"REMOTE_ADDR": address}
        )
        found.append(answer.status_code)

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


@pytest.mark.parametrize("fails", [False, True])
def test_the_third_at_once_is_asked_to_wait_a_second(
    limited: Flask,
    game: tuple[str, FlaskClient, dict[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    fails: bool,
) -> None:
    """By page and API; other networks are served, and so are all after one has finished or failed."""
    game_id, client, headers = game
    limited.testing = limited.config["PROPAGATE_EXCEPTIONS"] = False
    held, found = _Held(RuntimeError("broken") if fails else {"facts": {}}), list[int]()
    monkeypatch.setattr("scorekeeper.api.referee.rule_on_document", held)
    threads = [_post(limited, found) for _ in range(MAX_CONCURRENT)]
    for _ in threads:
        assert held.begun.acquire(timeout=20)
    answer = client.get(f"/api/v1/games/{game_id}/export", headers=headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert answer.mimetype == "application/problem+json"
    page = client.get(f"/games/{game_id}/export.json")
    assert (page.status_code, page.headers["Retry-After"]) == (429, "1")
    assert "Try again in a few seconds." in page.text
    assert client.get(f"/games/{game_id}").status_code == 200, "what is not slow goes on"
    threads.append(_post(limited, found, "192.0.2.7"))
    assert held.begun.acquire(timeout=20)
    held.go.set()
    for thread in threads:
        thread.join(20)
    assert found == [500 if fails else 200] * 3
    assert client.get(f"/games/{game_id}/export.json").status_code == 200


def test_a_very_long_game_is_gated_wherever_it_is_loaded(
    limited: Flask, game: tuple[str, FlaskClient, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, client, _ = game
    held = _Held({"facts": {}})
    monkeypatch.setattr("scorekeeper.api.referee.rule_on_document", held)
    threads = [_post(limited, []) for _ in range(MAX_CONCURRENT)]
    for _ in threads:
        assert held.begun.acquire(timeout=20)
    assert client.get(f"/games/{game_id}/history").status_code == 200
    monkeypatch.setattr(game_view, "_long", {game_id: None})
    assert [client.get(f"/games/{game_id}{part}").status_code for part in ("", "/history", "/rounds/1")] == [429] * 3
    held.go.set()
    for thread in threads:
        thread.join(20)


def test_a_limit_forgets_networks_without_requests() -> None:
    limit = ConcurrencyLimit(2)
    assert [limit.acquire("a"), limit.acquire("a"), limit.acquire("a"), limit.acquire("b")] == [True, True, False, True]
    limit.release("a")
    assert limit.acquire("a")
    for who in "aab":
        limit.release(who)
    assert not limit._running
