"""Quotas for an hour, of a device and of a network, with a message when they are used up."""

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from limits.storage import MemoryStorage

from scorekeeper import create_app
from scorekeeper.api.games import MOST_AN_HOUR
from scorekeeper.config.settings import Settings
from scorekeeper.extensions import limiter
from scorekeeper.services.access.access import new_secret
from scorekeeper.services.access.grants import name_device
from scorekeeper.services.transfer.export import export_everything, file_of
from scorekeeper.store.database import db
from scorekeeper.web.games import quotas

from .web.pages import Browser, Page

NEW = {"variant": "da-500", "players": ["A", "B"]}
MIB = 1024 * 1024

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # nothing of it lies there


@pytest.fixture
def limited(settings: Settings) -> Iterator[Flask]:
    """The application with its limits."""
    app = create_app(replace(settings, ratelimit_enabled=True))
    limiter.reset()
    yield app
    app.extensions["live"].close()
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    limiter.reset()
    limiter.enabled = False


def a_minute_later() -> None:
    """Reset the limits of a minute."""
    for key in [key for key in counted() if key.endswith("/minute")]:
        limiter.storage.clear(key)


def counted() -> list[str]:
    """Return the keys of all counters."""
    assert isinstance(limiter.storage, MemoryStorage)
    return list(limiter.storage.storage)


def browser(app: Flask) -> Browser:
    """Return a browser with a device cookie."""
    client, secret = app.test_client(), new_secret()
    with app.app_context():
        name_device(secret, {})
    client.set_cookie("device", secret)
    return Browser(client)


def make(guest: Browser) -> Page:
    a_minute_later()
    page = guest.get("/games/new/da-500")
    return guest.send(page, "da-500", player_0="A", player_1="B", player_2="", player_3="")


def test_a_device_makes_sixty_games_an_hour_and_no_more(limited: Flask) -> None:
    """Refused requests do not count, rematches do; another device of the network is served."""
    guest = browser(limited)
    page = guest.get("/games/new/da-500")
    for _ in range(3):
        assert guest.send(page, "da-500", player_0="A", player_1="A").status == 422
    games = [make(guest) for _ in range(quotas.NEW_GAMES)]
    assert {game.status for game in games} == {303}
    refused = make(guest)
    assert refused.status == 429
    assert "Too many new games within an hour" in refused.text
    assert 60 < int(refused.response.headers["Retry-After"]) <= 3600
    assert guest.post(f"{games[0].location}/again", page.fields("da-500")).status == 429
    assert make(browser(limited)).status == 303


def test_an_address_has_a_quota_for_all_its_devices(limited: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """New devices do not extend it; two hundred phones of a club stay far below it."""
    statuses = {make(browser(limited)).status for _ in range(quotas.NEW_GAMES_OF_ALL // 10)}
    assert statuses == {303}
    key = next(key for key in counted() if "by address/" in key and key.endswith("/hour"))
    limiter.storage.incr(key, 3600, quotas.NEW_GAMES_OF_ALL)
    assert make(browser(limited)).status == 429


def test_a_device_makes_twenty_circles_an_hour_and_no_more(limited: Flask) -> None:
    """Refused ones do not count; another device of the network goes on."""
    guest, other = browser(limited), browser(limited)

    def circle(of: Browser, name: str) -> Page:
        a_minute_later()
        return of.send(of.get("/circles/new"), "/circles/new", name=name)

    assert circle(guest, "").status == 422
    assert {circle(guest, "Sunday").status for _ in range(quotas.NEW_CIRCLES)} == {303}
    refused = circle(guest, "Sunday")
    assert refused.status == 429
    assert "Too many new circles within an hour" in refused.text
    assert circle(other, "Monday").status == 303


def test_programs_have_one_too(limited: Flask) -> None:
    client = limited.test_client()

    def ask(address: str = "192.0.2.1") -> int:
        a_minute_later()
        return client.post("/api/v1/games", json=NEW, environ_base={"REMOTE_ADDR": address}).status_code

    assert {ask() for _ in range(MOST_AN_HOUR)} == {201}
    assert ask() == 429
    told = client.post("/api/v1/games", json=NEW, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert told.mimetype == "application/problem+json"
    assert "within an hour" in told.json["detail"]
    assert int(told.headers["Retry-After"]) > 60
    assert ask("192.0.2.2") == 201


def take_in(guest: Browser, content: bytes) -> Page:
    a_minute_later()
    data = {**guest.get("/import").fields("/import"), "file": (io.BytesIO(content), "games.json")}
    answer = guest.client.post("/import", data=data)
    answer.request.environ["wsgi.input"].close()  # large ones lie in a file, which the test client leaves open
    return Page(answer)


def test_files_are_counted_by_their_bytes(limited: Flask) -> None:
    """64 MiB an hour: four files of the largest size."""
    guest = browser(limited)
    file = b'{"games": "' + b"x" * (16 * MIB - 4096) + b'"}'
    assert [take_in(guest, file).status for _ in range(4)] == [422] * 4
    refused = take_in(guest, file)
    assert refused.status == 429
    assert "Too much was imported" in refused.text
    program = limited.test_client()
    for expected in (422, 422, 422, 422, 429):
        a_minute_later()
        assert program.post("/api/v1/games/import", data=file, content_type="application/json").status_code == expected


def test_games_in_files_are_counted(limited: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device may import all games of another, but not again and again."""
    with limited.app_context():
        old = browser(limited)
        for _ in range(3):
            assert make(old).status == 303
        secret = old.client.get_cookie("device")
        assert secret is not None
        file = file_of(export_everything(secret.value))
    new = browser(limited)
    assert take_in(new, file).status == 303
    key = next(key for key in counted() if "new games by device, from files" in key)
    assert limiter.storage.get(key) == 3
    limiter.storage.incr(key, 3600, quotas.GAMES_IN)
    assert take_in(new, file).status == 429
