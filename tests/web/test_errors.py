"""Errors are pages with a message and a link back, and lose no input."""

import sqlite3
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from flask import Flask
from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from scorekeeper.config.settings import Settings
from scorekeeper.store.database import db

from .pages import Browser, Page

ROUND = {"who": "p0", "p0-points": "35", "p1-points": "−10"}


@pytest.fixture
def game(visitor: Browser) -> str:
    """A Danish game of two."""
    return visitor.given_game("da-500", "Anna", "Bo")


def _form(visitor: Browser, game: str) -> dict[str, str]:
    return {**visitor.get(f"{game}/rounds/new").fields("/rounds"), **ROUND}


def _said(visitor: Browser, page: Page) -> str:
    """Return the error's message; under htmx it is put above the page, whose forms stay."""
    if visitor.htmx:
        assert page.response.headers["HX-Retarget"] == "#alert"
        assert page.response.headers["HX-Reselect"] == "#problem"
        assert not page.root.all("html")
    return page.root.all(id="problem")[0].text


def _rounds(visitor: Browser, game: str) -> str:
    return visitor.get(game).root.all(cls="headline")[0].text


def test_a_form_without_token_saves_nothing(visitor: Browser, game: str) -> None:
    """400, with a message."""
    data = _form(visitor, game)
    del data["csrf_token"]
    page = visitor.post(f"{game}/rounds", data)
    assert page.status == 400
    assert "This form is too old" in _said(visitor, page)
    assert _rounds(visitor, game) == "Round 1 is next."


@pytest.mark.parametrize("token", [None, "nonsense"])
def test_a_form_of_ours_that_is_too_old_can_be_sent_again_with_all_that_was_typed(
    plain: Browser, token: str | None
) -> None:
    """The page offers to send the input again with a fresh token."""
    game = plain.given_game("da-500", "Anna", "Bo")
    data = _form(plain, game)
    data.pop("csrf_token")
    if token:
        data["csrf_token"] = token
    response = plain.client.post(f"{game}/rounds", data=data, headers={"Origin": "http://localhost"})
    page = Page(response)
    assert page.status == 400
    assert "your entry is still here" in page.text
    assert plain.send(page, "/rounds").location == game
    assert _rounds(plain, game) == "Round 2 is next."


@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
def test_a_form_from_elsewhere_is_not_offered_again(plain: Browser, origin: str) -> None:
    """Otherwise a user could be talked into sending what another site prepared."""
    game = plain.given_game("da-500", "Anna", "Bo")
    data = _form(plain, game)
    del data["csrf_token"]
    page = Page(plain.client.post(f"{game}/rounds", data=data, headers={"Origin": origin}))
    assert page.status == 400
    assert not page.root.all("form")


def test_every_form_needs_a_token(visitor: Browser, game: str) -> None:
    """Every POST of the pages checks it."""
    paths = ("/games/new/da-500", f"{game}/undo", f"{game}/redo", f"{game}/end", f"{game}/rounds/1/void", "/join")
    assert [visitor.post(path, {}).status for path in paths] == [400] * len(paths)


def test_ten_megabytes_are_too_much(visitor: Browser, game: str) -> None:
    """413, and nothing is saved."""
    page = visitor.post(f"{game}/rounds", {**_form(visitor, game), "p0-melds": "7H " * 3_500_000})
    assert page.status == 413
    assert "too large" in _said(visitor, page)
    assert _rounds(visitor, game) == "Round 1 is next."


def test_an_address_that_leads_nowhere_has_a_way_back(plain: Browser) -> None:
    """404 with a link to the games."""
    page = plain.get("/nowhere")
    assert page.status == 404
    assert "Page not found" in page.text
    assert page.root.all("a", href="/", cls="button")


def test_a_method_that_does_not_work_is_told(visitor: Browser, game: str) -> None:
    """405 with the allowed methods."""
    page = visitor.get(f"{game}/undo")
    assert page.status == 405
    assert "POST" in page.response.headers["Allow"]
    assert visitor.post(f"{game}/history", {"csrf_token": _form(visitor, game)["csrf_token"]}).status == 405


def test_too_many_new_games_are_slowed_down(settings: Settings) -> None:
    """429 with a message and the time to wait."""
    from dataclasses import replace

    from scorekeeper import create_app

    limited = Browser(create_app(replace(settings, ratelimit_enabled=True)).test_client())
    data = limited.get("/games/new/da-500").fields("da-500")
    answers = [limited.post("/games/new/da-500", data) for _ in range(61)]
    assert answers[0].status == 422
    assert answers[-1].status == 429
    assert "Too fast" in answers[-1].text
    assert int(answers[-1].response.headers["Retry-After"]) > 0


def test_a_mistake_of_ours_is_a_page_too(app: Flask, visitor: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 says that it is not the user's fault, and discloses nothing."""
    app.testing = False
    monkeypatch.setattr("scorekeeper.web.games.home.games_of_device", lambda _: 1 / 0)
    page = visitor.get("/")
    assert page.status == 500
    assert "It isn’t your fault." in page.text
    assert "ZeroDivisionError" not in page.html


def _reconnected(app: Flask, *statements: str) -> None:
    """Run `statements` on every new connection of the application."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()

        @event.listens_for(db.engine, "connect")
        def _begin(connection: Any, _record: object) -> None:
            if isinstance(connection, sqlite3.Connection):
                for statement in statements:
                    connection.execute(statement)
            else:
                connection.autocommit = True
                for statement in statements:
                    connection.execute(statement)
                connection.autocommit = False


def _read_only(app: Flask, settings: Settings) -> Callable[[], None]:
    lite = settings.sqlite_file is not None
    _reconnected(app, "PRAGMA query_only = ON" if lite else "SET default_transaction_read_only = on")
    return lambda: None


def _full(app: Flask, settings: Settings) -> Callable[[], None]:
    """Simulate a full disk by its error message."""
    driver = sqlite3 if settings.sqlite_file is not None else psycopg
    message = "database or disk is full" if driver is sqlite3 else "could not extend file: No space left on device"

    def no_room(_conn: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.startswith("INSERT"):
            raise OperationalError(statement, None, driver.OperationalError(message))

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", no_room)
    return lambda: None


def _locked(app: Flask, settings: Settings) -> Callable[[], None]:
    if settings.sqlite_file is not None:
        other = sqlite3.connect(settings.sqlite_file, isolation_level=None)
        _reconnected(app, "PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        return other.close
    engine = create_engine(settings.database_url, poolclass=NullPool)
    held = engine.connect()
    held.execute(text("SELECT * FROM game FOR UPDATE"))
    _reconnected(app, "SET lock_timeout = '50ms'")
    return held.close


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (_read_only, "are read-only right now"),
        (_full, "disk is full"),
        (_locked, "Too many people are saving right now"),
    ],
    ids=["read-only", "full", "locked"],
)
def test_a_database_in_trouble_is_told_and_nothing_is_half_saved(
    app: Flask, settings: Settings, visitor: Browser, game: str, trouble: Any, sentence: str
) -> None:
    """503 with Retry-After; htmx keeps the form and its input; reading works."""
    data = {**_form(visitor, game), "p0-melds": "", "p0-points": "35"}
    before = visitor.get(f"{game}/history").html
    done = trouble(app, settings)
    try:
        page = visitor.post(f"{game}/rounds", data)
        assert page.status == 503
        said = _said(visitor, page)
        assert sentence in said
        assert "othing was saved" in said
        assert int(page.response.headers["Retry-After"]) > 0
        assert visitor.get(f"{game}/history").html == before
    finally:
        done()


def test_a_database_out_of_reach_is_told(app: Flask, settings: Settings, visitor: Browser, game: str) -> None:
    """Reading answers with an error page, too."""
    driver = sqlite3 if settings.sqlite_file is not None else psycopg

    def unreachable(*_args: object) -> None:
        raise driver.OperationalError("unable to open database file")

    with app.app_context():
        db.session.remove()
        db.engine.dispose()
        event.listen(db.engine, "do_connect", unreachable)
    page = visitor.get(f"{game}/rounds?before=3")
    assert page.status == 503
    assert "be reached right now" in page.text
    (link,) = [link for link in page.root.all("a", "button") if link.text.strip() == "Try again"]
    assert link.attrs["href"] == f"{game}/rounds?before=3"
