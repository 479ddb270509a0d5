"""Limits of rate: told with the time to wait, and off when they are switched off."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper import create_app
from scorekeeper.extensions import limiter
from scorekeeper.settings import Settings
from scorekeeper.store.database import db

from .conftest import PREFIX, PROBLEM, CheckedClient, Table, document_of

NEW_GAME = {"variant": "da-500", "players": ["A", "B"]}


@pytest.fixture
def limited(settings: Settings) -> Iterator[Table]:
    """An application that limits how often it is asked."""
    app = create_app(replace(settings, ratelimit_enabled=True))
    app.test_client_class = CheckedClient
    limiter.reset()
    yield Table(app)
    with app.app_context():
        db.engine.dispose()
    limiter.reset()
    limiter.enabled = False


def test_games_cannot_be_made_without_end(limited: Table) -> None:
    statuses = [limited.ask(NEW_GAME).status_code for _ in range(31)]
    assert statuses == [201] * 30 + [429]
    answer = limited.ask(NEW_GAME)
    assert answer.mimetype == PROBLEM
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert document_of(answer).keys() == {"title", "status", "detail"}


def test_imports_cannot_either(limited: Table) -> None:
    statuses = [limited.api.post(f"{PREFIX}/games/import", json={}).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]


def test_all_other_addresses_share_a_limit(limited: Table) -> None:
    game = limited.game()
    statuses = [game.ask("GET", address).status_code for address in ("", "/history") * 301]
    assert statuses == [200] * 600 + [429] * 2
    assert game.undo().status_code == 429
    assert limited.ask(NEW_GAME).status_code == 201


def test_who_asks_from_elsewhere_is_not_held_up(limited: Table) -> None:
    for _ in range(31):
        limited.ask(NEW_GAME)
    elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}
    assert limited.api.post(f"{PREFIX}/games", json=NEW_GAME, **elsewhere).status_code == 201


def test_without_limits_there_are_none(table: Table) -> None:
    assert {table.ask(NEW_GAME).status_code for _ in range(40)} == {201}
