"""Rate limits with Retry-After, the setting that switches them off, and the limit of a body's size."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.extensions import limiter
from scorekeeper.services.transfer import importing
from scorekeeper.services.transfer.work_queue import Queue
from scorekeeper.store.database import db

from .conftest import PREFIX, PROBLEM, ROUND, CheckedClient, Game, Table, document_of, only_sqlite

NEW_GAME = {"variant": "da-500", "players": ["A", "B"]}


@pytest.fixture
def limited(settings: Settings) -> Iterator[Table]:
    """An application with rate limits."""
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


def with_melds(number: int) -> dict[str, object]:
    return {**ROUND, "entries": {**ROUND["entries"], "Bo": {"melds": [["7H", "8H", "9H"]] * number}}}


LARGE = {
    "melds": json.dumps(with_melds(3_000)).encode(),
    "very many melds": json.dumps(with_melds(12_000)).encode(),
    "empty melds": json.dumps({**ROUND, "entries": {"Bo": {"melds": [[]] * 9_000}}}).encode(),
    "players": json.dumps({**ROUND, "entries": {f"p{number}": {} for number in range(300)}}).encode(),
    "empty players": b'{"entries": [' + b"{}," * 300_000 + b"{}]}",
    "keys": json.dumps({f"k{number}": 1 for number in range(20_000)}).encode(),
    "a long key": json.dumps({**ROUND, "k" * 900_000: {f"k{number}": 1 for number in range(100)}}).encode(),
    "a long name": json.dumps({**ROUND, "closer": "B" * 900_000}).encode(),
    "a long text": json.dumps({**ROUND, "why": "e\u0301\u0316" * 80_000}).encode(),
    "a long card": json.dumps({**ROUND, "entries": {"Bo": {"hand": ["7" * 900_000]}}}).encode(),
}


@only_sqlite
@pytest.mark.parametrize("kind", LARGE)
def test_a_round_with_far_too_much_of_something_is_refused_in_a_sentence(game: Game, kind: str) -> None:
    game.enter(ROUND)
    for method, action in (("POST", "/rounds"), ("PUT", "/rounds/1")):
        answer = game.ask(method, action, data=LARGE[kind], content_type="application/json")
        assert answer.status_code == 422
        assert document_of(answer)["errors"]
        assert len(answer.data) < 30_000, "what was sent is not sent back"
    assert game.see()["version"] == 2


@only_sqlite
def test_errors_in_a_large_body_come_after_a_repeated_sending_and_a_stale_version(game: Game) -> None:
    """The body is parsed first, but its errors are reported last."""
    sent = {"data": LARGE["empty players"], "content_type": "application/json"}
    assert game.ask("POST", "/rounds", key="wrong", **sent).status_code == 401
    assert game.enter(ROUND, idempotency_key="once").status_code == 201
    again = game.ask("POST", "/rounds", headers={"Idempotency-Key": "once"}, **sent)
    assert again.status_code == 422
    assert "Idempotency-Key" in document_of(again)["detail"]
    assert game.ask("POST", "/rounds", headers={"If-Match": '"1"'}, **sent).status_code == 412
    assert game.ask("PUT", "/rounds/7", **sent).status_code == 404
    game.end()
    assert game.ask("POST", "/rounds", **sent).status_code == 422
    assert game.enter(ROUND).status_code == 409


def test_an_import_that_finds_others_importing_is_asked_to_come_again(
    table: Table, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = game.ask("GET", "/export").json
    monkeypatch.setattr(importing, "ONE_IMPORT", queue := Queue(waiting=0, seconds=1))
    with queue.turn():
        answer = table.api.post(f"{PREFIX}/games/import", json=exported)
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert game.enter(ROUND).status_code == 201, "whoever saves is not kept waiting"
    assert table.api.post(f"{PREFIX}/games/import", json=exported).status_code == 201
