"""Many phones at once: on one round, and with several server processes."""

import http.client
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from scorekeeper.config.settings import Settings
from scorekeeper.services.access import access
from scorekeeper.services.access.access import Role
from scorekeeper.services.access.grants import name_device

from ..processes import serving
from .conftest import join
from .pages import Browser, Page
from .phones import Phone, secret_of

MANY = 8


@pytest.fixture
def game(plain: Browser) -> str:
    """A game of two."""
    return plain.given_game("da-500", "Anna", "Bo")


def test_of_eight_phones_that_enter_one_round_one_is_first_and_seven_choose(
    app: Flask, plain: Browser, game: str
) -> None:
    """They see both rounds; theirs are stored only after a choice."""
    phones = [plain, *(join(app, game, Role.SCORER) for _ in range(1, MANY))]
    for number, phone in enumerate(phones):
        with app.app_context():
            name_device(secret_of(phone), {"name": f"Phone {number}"})
    forms = [phone.get(f"{game}/rounds/new") for phone in phones]
    together = Barrier(MANY)

    def enter(number: int) -> Page:
        typed = {"who": "p0", "p0-points": str(5 * number), "p1-points": "100"}
        data = {**forms[number].fields("/rounds").to_dict(), **typed}
        together.wait(20)
        return phones[number].post(f"{game}/rounds", data)

    with ThreadPoolExecutor(MANY) as pool:
        answers = list(pool.map(enter, range(MANY)))
    (first,) = [number for number, answer in enumerate(answers) if answer.status == 303]
    for number, answer in enumerate(answers):
        if number != first:
            assert answer.status == 409
            (clash,) = answer.root.all("table", "clash")
            assert clash.all("caption")[0].text == f"Round 1, by Phone {first}"
            assert [row.text for row in clash.all("tr")[1:]] == [f"Anna{5 * first}{5 * number}", "Bo100100"]
    assert plain.get(f"{game}/history").text.count("was entered") == 1


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_what_is_saved_through_one_process_shows_on_the_phones_at_the_other(
    app: Flask, settings: Settings, plain: Browser, game: str
) -> None:
    """In both directions: an event comes, and the board fetched then is new."""
    with app.app_context():
        key = access.new_key(game.rsplit("/", 1)[1], Role.SCORER)
    with serving(settings) as one, serving(settings) as other:
        phones = [Phone(port, game, secret_of(plain)) for port in (one, other)]
        for saving, version in ((one, 2), (other, 3)):
            for phone in phones:
                phone.hear(b'"version":%d' % (version - 1))
            ask = _asker(saving, f"Bearer {key}")
            assert ask("POST", f"/api/v1{game}/rounds", version)[0] == 201
            for phone, port in zip(phones, (one, other), strict=True):
                phone.hear(b'"version":%d' % version)
                status, board = _asker(port, None, secret_of(plain))("GET", f"{game}/board", version)
                assert status == 200
                assert f'data-version="{version}"' in board
        for phone in phones:
            phone.close()


def _asker(port: int, bearer: str | None, secret: str = "") -> Callable[[str, str, int], tuple[int, str]]:
    """Return a function that saves a round with a key, or fetches with a device's secret."""
    body = json.dumps({"closer": "Anna", "entries": {"Anna": {"points": 5}, "Bo": {"points": 10}}}) if bearer else None

    def ask(method: str, path: str, version: int) -> tuple[int, str]:
        headers = {"Cookie": f"device={secret}"}
        if bearer:
            once = {"If-Match": f'"{version - 1}"', "Idempotency-Key": f"round-{version}"}
            headers = {"Authorization": bearer, "Content-Type": "application/json", **once}
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    return ask
