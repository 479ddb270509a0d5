"""A database that is locked, full, read-only or missing: a problem document names the cause, and nothing is lost."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from flask import Flask, request_finished
from sqlalchemy import create_engine, event, text

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.store.database import db
from scorekeeper.store.errors import trouble_sentence

from .conftest import PREFIX, ROUND, CheckedClient, Game, Table, document_of, only_sqlite, points

pytestmark = pytest.mark.both_databases  # each fails in its own way

On = Callable[..., None]


@pytest.fixture
def on_connect(app: Flask) -> Iterator[On]:
    """Run a statement on every new connection of the application."""
    with app.app_context():
        engine = db.engine
    listeners: list[Any] = []

    def run(**statements: str) -> None:
        def listener(connection: Any, _record: object) -> None:
            connection.execute(statements[engine.dialect.name])
            if engine.dialect.name == "postgresql":
                connection.commit()

        event.listen(engine, "connect", listener)
        listeners.append(listener)
        engine.dispose()

    yield run
    for listener in listeners:
        event.remove(engine, "connect", listener)
    engine.dispose()


def check_trouble(game: Game, word: str) -> None:
    """Check that each change is refused with a problem that contains `word`, and that reading works."""
    before = game.see(), game.history()
    for method, action, body in (
        ("POST", "/rounds", ROUND),
        ("PUT", "/rounds/1", ROUND),
        ("DELETE", "/rounds/1", None),
        ("POST", "/undo", None),
        ("POST", "/end", None),
    ):
        answer = game.ask(method, action, body, headers={"Idempotency-Key": action})
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert word in document_of(answer)["detail"]
    answer = game.api.post(f"{PREFIX}/games", json={"variant": "da-500", "players": ["A", "B"]})
    assert answer.status_code == 503
    assert (game.see(), game.history()) == before


def test_a_database_that_can_only_be_read(game: Game, on_connect: On) -> None:
    game.enter(ROUND)
    on_connect(sqlite="PRAGMA query_only = ON", postgresql="SET default_transaction_read_only = on")
    check_trouble(game, "read-only")
    on_connect(sqlite="PRAGMA query_only = OFF", postgresql="SET default_transaction_read_only = off")
    assert game.enter(ROUND, idempotency_key="/rounds").status_code == 201
    assert len(game.see()["rounds"]) == 2


def test_a_database_that_was_read_only_can_be_written_again_on_new_connections(game: Game) -> None:
    """One that was opened read-only stays so, on SQLite and on PostgreSQL."""
    statement = {"sqlite": "PRAGMA query_only = ON", "postgresql": "SET default_transaction_read_only = on"}
    read_only = [True]

    def limit(connection: Any, _record: object) -> None:
        if read_only:
            connection.execute(statement[engine.dialect.name])
            if engine.dialect.name == "postgresql":
                connection.commit()

    with game.app.app_context():
        engine = db.engine
    engine.dispose()
    event.listen(engine, "connect", limit)
    assert game.enter(ROUND).status_code == 503
    read_only.clear()
    assert game.enter(ROUND).status_code == 201


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_an_answer_that_is_made_is_given_though_the_connection_is_cut(game: Game, database_url: str) -> None:
    """The session is ended after it."""
    game.enter(ROUND)

    def cut(_app: Flask, **_made: object) -> None:
        own = db.session.scalar(text("SELECT pg_backend_pid()"))
        with psycopg.connect(database_url.replace("+psycopg", "", 1), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (own,))

    with request_finished.connected_to(cut, game.app):
        assert len(game.see()["rounds"]) == 1
    assert len(game.see()["rounds"]) == 1


def test_a_database_that_is_locked(game: Game, database_url: str, on_connect: On) -> None:
    game.enter(ROUND)
    on_connect(sqlite="PRAGMA busy_timeout = 20", postgresql="SET lock_timeout = 20")
    other = create_engine(database_url, isolation_level="AUTOCOMMIT")
    with other.connect() as connection:
        connection.execute(text("BEGIN IMMEDIATE" if other.dialect.name == "sqlite" else "BEGIN"))
        if other.dialect.name == "postgresql":
            connection.execute(text("LOCK TABLE game, revision, receipt IN EXCLUSIVE MODE"))
        check_trouble(game, "saving right now")
        connection.execute(text("ROLLBACK"))
    other.dispose()
    assert game.enter(ROUND, idempotency_key="/rounds").status_code == 201
    assert len(game.see()["rounds"]) == 2


@only_sqlite
def test_a_disk_that_is_full(game: Game, on_connect: On) -> None:
    """Rounds are saved until the disk is full; then each is refused, and the saved ones remain."""
    game.enter(ROUND)
    with game.app.app_context():
        pages = db.session.execute(text("PRAGMA page_count")).scalar_one()
    on_connect(sqlite=f"PRAGMA max_page_count = {pages + 1}")
    saved, round_ = 1, points(Anna=5, Bo=-5, Cleo=-5) | {"why": "x" * 200}  # few points: the game must not end before
    while (answer := game.enter(round_, idempotency_key=f"{saved}")).status_code == 201:
        saved += 1
        assert saved < 100
    assert answer.status_code == 503
    assert "disk is full" in document_of(answer)["detail"]
    assert len(game.see()["rounds"]) == saved
    on_connect(sqlite="PRAGMA max_page_count = 100000")
    assert game.enter(round_, idempotency_key=f"{saved}").status_code == 201
    assert len(game.see()["rounds"]) == saved + 1


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.sqlite3", "postgresql+psycopg://nobody@127.0.0.1:1/none"])
def test_a_database_that_is_gone(tmp_path: Any, url: str) -> None:
    app = create_app(Settings(data_dir=tmp_path, database_url=url, ratelimit_enabled=False))
    app.test_client_class = CheckedClient
    game = Game(app, f"{PREFIX}/games/x", {"scorer": "x"}, {})
    answers = [game.ask("GET"), game.enter(ROUND), Table(app).ask({"variant": "da-500", "players": ["A", "B"]})]
    assert [answer.status_code for answer in answers] == [503] * 3
    for answer in answers:
        assert "be reached right now" in document_of(answer)["detail"]
        assert "127.0.0.1" not in answer.text


def test_what_is_no_trouble_of_the_database() -> None:
    assert trouble_sentence(ValueError("database is locked")) is None
