"""What machines that watch a server are told."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from scorekeeper.services.database_failures import give_up
from scorekeeper.services.monitoring import health
from scorekeeper.store.database import db, writing
from scorekeeper.store.migrate import head

from .pages import Browser

pytestmark = pytest.mark.both_databases


def _other_schema(app: Flask, _patch: pytest.MonkeyPatch) -> None:
    with app.app_context(), writing() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")


def _no_schema(app: Flask, _patch: pytest.MonkeyPatch) -> None:
    with app.app_context(), writing() as session:
        session.connection().exec_driver_sql("DROP TABLE alembic_version")


@pytest.fixture
def schema(app: Flask) -> Iterator[None]:
    """The schema as it was, after a test: that of PostgreSQL is one for all tests."""
    yield
    with app.app_context(), writing() as session:
        for statement in (
            "DROP TABLE IF EXISTS alembic_version",
            "CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)",
            f"INSERT INTO alembic_version VALUES ('{head()}')",
        ):
            session.connection().exec_driver_sql(statement)


def _full_disk(_app: Flask, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(health, "free", lambda _folder: health.LEAST_FREE - 1)


def test_a_server_that_can_serve_says_so_to_whoever_asks(app: Flask) -> None:
    client = app.test_client()
    alive, ready = client.get("/healthz"), client.get("/readyz")
    assert (alive.status_code, alive.text) == (200, "ok\n")
    assert (ready.status_code, ready.json) == (200, {"ready": True, "database": "ok", "disk": "ok"})
    assert not ready.headers.getlist("Set-Cookie")
    assert "no-cache" in ready.headers["Cache-Control"]


@pytest.mark.usefixtures("schema")
@pytest.mark.parametrize(
    ("happens", "part", "said"),
    [
        (_other_schema, "database", "at revision 0001, not "),
        (_no_schema, "database", "does not answer"),
        (_full_disk, "disk", "almost full"),
    ],
)
def test_a_server_that_cannot_serve_says_what_is_wrong_but_lives(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable[[Flask, pytest.MonkeyPatch], None],
    part: str,
    said: str,
) -> None:
    happens(app, monkeypatch)
    client = app.test_client()
    ready = client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json is not None
    assert ready.json["ready"] is False
    assert ready.json[part].startswith(said)
    assert client.get("/healthz").status_code == 200


@contextmanager
def _locked(app: Flask) -> Iterator[None]:
    with closing(sqlite3.connect(app.config["SCOREKEEPER"].sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def _read_only(app: Flask) -> Iterator[None]:
    statement = {"sqlite": "PRAGMA query_only = ON", "postgresql": "SET default_transaction_read_only = on"}

    def limit(connection: object, _record: object) -> None:
        connection.execute(statement[engine.dialect.name])  # type: ignore[attr-defined]  # of either driver
        if engine.dialect.name == "postgresql":
            connection.commit()  # type: ignore[attr-defined]  # as above

    with app.app_context():
        engine = db.engine
    engine.dispose()
    event.listen(engine, "connect", limit)
    yield
    event.remove(engine, "connect", limit)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_database_that_another_program_has_locked_is_not_ready(app: Flask) -> None:
    client = app.test_client()
    with _locked(app):
        assert client.get("/readyz").json["database"] == "busy"
    assert client.get("/readyz").status_code == 200


def test_a_database_that_can_only_be_read_is_not_ready(app: Flask) -> None:
    """Nobody need save before it is again, though connections stay read-only."""
    client = app.test_client()
    with _read_only(app):
        assert client.get("/readyz").json["database"] == "read-only"
    assert client.get("/readyz").status_code == 200


def _met(app: Flask, message: str) -> None:
    with app.app_context():
        give_up(OperationalError("", None, sqlite3.OperationalError(message)), Path("nowhere"))


def test_what_went_wrong_last_is_told_until_something_is_saved_or_a_minute_is_over(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk of PostgreSQL that is full is seen by nobody but whoever saves."""
    client = app.test_client()
    _met(app, "could not extend file: No space left on device")
    assert client.get("/readyz").json["database"] == "disk full"
    with app.app_context(), writing() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    assert client.get("/readyz").status_code == 200
    _met(app, "could not extend file: No space left on device")
    monkeypatch.setattr(health, "_REMEMBERED", 0.0)
    _met(app, "could not extend file: No space left on device")
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_that_a_page_is_damaged_is_told_though_others_can_be_written(app: Flask) -> None:
    client = app.test_client()
    _met(app, "database disk image is malformed")
    with app.app_context(), writing() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    assert client.get("/readyz").json["database"] == "damaged"


def test_the_disk_of_the_database_counts_too(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where SQLite’s file is not in the data folder."""
    folder = app.config["SCOREKEEPER"].data_dir
    monkeypatch.setattr(health, "free", lambda asked: health.LEAST_FREE - (asked != folder))
    is_elsewhere = app.config["SCOREKEEPER"].sqlite_file is not None
    assert app.test_client().get("/readyz").status_code == (503 if is_elsewhere else 200)


def test_search_engines_keep_out_of_games_and_circles(visitor: Browser) -> None:
    lines = visitor.client.get("/robots.txt").text.splitlines()
    assert {"Disallow: /games/", "Disallow: /circles/"} <= set(lines)
