"""What machines that watch a server are told."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.services import health
from scorekeeper.store.database import writing

from .pages import Browser

pytestmark = pytest.mark.both_databases


def _other_schema(app: Flask, _patch: pytest.MonkeyPatch) -> None:
    with app.app_context(), writing() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")


def _no_schema(app: Flask, _patch: pytest.MonkeyPatch) -> None:
    with app.app_context(), writing() as session:
        session.connection().exec_driver_sql("DROP TABLE alembic_version")


def _full_disk(_app: Flask, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(health, "free", lambda _folder: health.LEAST_FREE - 1)


def test_a_server_that_can_serve_says_so_to_whoever_asks(app: Flask) -> None:
    client = app.test_client()
    alive, ready = client.get("/healthz"), client.get("/readyz")
    assert (alive.status_code, alive.text) == (200, "ok\n")
    assert (ready.status_code, ready.json) == (200, {"ready": True, "database": "ok", "disk": "ok"})
    assert not ready.headers.getlist("Set-Cookie")
    assert "no-cache" in ready.headers["Cache-Control"]


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


def test_search_engines_keep_out_of_games_and_circles(visitor: Browser) -> None:
    lines = visitor.client.get("/robots.txt").text.splitlines()
    assert {"Disallow: /games/", "Disallow: /circles/"} <= set(lines)
