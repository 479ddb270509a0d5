"""The log: text or JSON, with where an error came from, and without keys, addresses, games and what people typed."""

import io
import json
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NoReturn

import pytest
from flask import Flask, request
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.config import logs
from scorekeeper.config.settings import Settings
from scorekeeper.store.database import db

from .server.conftest import Client, running

KEY, NAME, GAME, ADDRESS = "k3yK3Yk3yK3Yk3y", "Ragnheiður", "gAm3gAm3", "192.0.2.77"


@pytest.fixture(params=logs.FORMATTERS)
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[Callable[[], str]]:
    """A function that returns what was logged, in one of the formats, as the server logs."""
    root, written = logging.getLogger(), io.StringIO()
    before, level, hook = root.handlers[:], root.level, threading.excepthook
    monkeypatch.setattr("sys.stderr", written)
    root.handlers[:] = []
    logs.configure(Settings(data_dir=tmp_path, database_url="", log_format=request.param))
    try:
        yield written.getvalue
    finally:
        root.handlers[:], threading.excepthook = before, hook
        root.setLevel(level)


def _by_link(key: str) -> NoReturn:
    raise KeyError(key, request.url)


def _by_form(game_id: str) -> NoReturn:
    """The database refuses a row, and PostgreSQL says which."""
    row = {"id": game_id, "start": request.form["name"]}
    db.session.execute(text("INSERT INTO game (id, start) VALUES (:id, :start)"), row)
    raise AssertionError


def _by_json() -> NoReturn:
    try:
        raise OSError(2, "none", f"/tmp/{NAME}")
    except OSError as error:
        raise ValueError(f"{request.get_json()} {error}") from error


def secrets_in(said: str) -> list[str]:
    return [secret for secret in (KEY, NAME, GAME, ADDRESS) if secret in said]


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """An application whose errors are logged, as those of users are, with three views that fail."""
    app = create_app(replace(settings, ratelimit_enabled=True))
    app.view_functions |= {"join.follow": _by_link, "scoreboard.undo": _by_form, "api.create_game": _by_json}
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def test_the_log_says_where_an_error_came_from_but_not_what_was_sent(app: Flask, log: Callable[[], str]) -> None:
    client = app.test_client()
    assert client.get(f"/join/{KEY}?next={NAME}").status_code == 500
    form = {"name": NAME, "csrf_token": client.get("/token").text}
    address = {"REMOTE_ADDR": ADDRESS}
    assert client.post(f"/games/{GAME}/undo", data=form, environ_base=address).status_code == 500
    headers = {"Authorization": f"Bearer {KEY}"}
    assert client.post("/api/v1/games", json={"players": [NAME]}, headers=headers).status_code == 500
    for _ in range(70):
        client.get("/exchange/everything", environ_base=address)
    said = log()
    assert secrets_in(said) == []
    assert form["csrf_token"] not in said
    for wanted in (
        *("POST /games/<game_id>/undo", "KeyError", "FileNotFoundError ENOENT", "ValueError", "_by_json: raise"),
        "sqlalchemy.exc.",
    ):
        assert wanted in said


def test_neither_a_server_nor_a_thread_that_fails_tells_more(log: Callable[[], str]) -> None:
    def broken(environ: dict[str, Any], _start: Any) -> NoReturn:
        raise ValueError(environ["PATH_INFO"])

    with running(broken) as server:
        assert Client(server).ask(f"/join/{KEY}")[0] == 500
    thread = threading.Thread(target=_by_link, args=(KEY,))
    thread.start()
    thread.join()
    logging.getLogger("asyncio").error("Never retrieved\nfuture: %r", ValueError(NAME))
    logging.getLogger("any").warning("Not done: %s", ValueError(NAME))
    said = log()
    assert secrets_in(said) == []
    for wanted in ("ValueError", "broken", "A thread ended", "Never retrieved", "Not done: ValueError"):
        assert wanted in said


def test_each_line_of_json_is_a_record(log: Callable[[], str]) -> None:
    try:
        int("x")
    except ValueError:
        logging.getLogger("any").exception("Two\nlines of %s", "Ý")
    lines = log().splitlines()
    if lines[0].startswith("{"):
        (found,) = map(json.loads, lines)
        assert (found["level"], found["logger"], found["message"]) == ("ERROR", "any", "Two\nlines of Ý")
        assert found["error"][-1] == "ValueError"
        assert datetime.fromisoformat(found["time"]).tzinfo is UTC
    else:
        assert lines[0].endswith(" ERROR any: Two")
        assert lines[-1] == "ValueError"
