"""Deleting a game, which needs a confirmation, and restoring it."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.cli import housekeeping
from scorekeeper.services.access.access import Role
from scorekeeper.store import queries
from scorekeeper.store.database import writing

from .conftest import join
from .pages import Browser, Page

pytestmark = pytest.mark.both_databases  # rows that hang on others


@pytest.fixture
def game(visitor: Browser) -> str:
    """A game of the visitor with a round."""
    address = visitor.new_game("da-500", "Anna", "Bo", name="Friday")
    visitor.enter(address, "p0", p0_points="35", p1_points="25")
    return address


def _delete(visitor: Browser, game: str) -> Page:
    return visitor.send(visitor.get(f"{game}/delete"), "/delete")


def test_deleting_is_asked_before_it_is_done(visitor: Browser, game: str) -> None:
    """The settings link to a page with a button; only the button deletes."""
    assert visitor.get(f"{game}/settings").root.all("a", href=f"{game}/delete")
    page = visitor.get(f"{game}/delete")
    assert "Delete this game?" in page.text
    assert "Anna 35" in page.text
    assert visitor.get(game).status == 200
    home = visitor.follow(_delete(visitor, game))
    assert "“Friday” is deleted." in home.alerts
    assert not home.root.all("a", cls="card")
    assert visitor.get(game).status == 403


def test_a_deleted_game_is_restored_from_the_first_page(visitor: Browser, game: str) -> None:
    _delete(visitor, game)
    home = visitor.get("/")
    assert "Deleted games (1)" in home.text
    page = visitor.follow(visitor.send(home, "/restore"))
    assert "The game is restored." in page.alerts
    assert "Anna leads 35" in page.text
    assert "Deleted games" not in visitor.get("/").text
    history = visitor.get(f"{game}/history").text
    assert "The game was deleted." in history
    assert "The game was restored." in history


def test_a_second_tap_on_restore_does_no_harm(visitor: Browser, game: str) -> None:
    _delete(visitor, game)
    home = visitor.get("/")
    visitor.send(home, "/restore")
    page = visitor.follow(visitor.send(home, "/restore"))
    assert "The game isn’t deleted." in page.alerts


def test_a_game_that_changed_meanwhile_is_not_deleted(visitor: Browser, game: str) -> None:
    page = visitor.get(f"{game}/delete")
    visitor.enter(game, "p0", p0_points="5", p1_points="5")
    answer = visitor.send(page, "/delete")
    assert answer.status == 409
    assert "The game has changed in the meantime." in answer.alerts
    assert "Anna 40" in answer.text
    assert visitor.follow(visitor.send(answer, "/delete")).status == 200
    assert visitor.get(game).status == 403


def test_a_second_tap_on_delete_does_no_harm(visitor: Browser, game: str) -> None:
    page = visitor.get(f"{game}/delete")
    visitor.send(page, "/delete")
    assert visitor.send(page, "/delete").status == 403
    assert "Deleted games (1)" in visitor.get("/").text


def test_a_viewer_is_not_offered_to_restore_and_may_not(app: Flask, visitor: Browser, game: str) -> None:
    viewer = join(app, game, Role.VIEWER)
    home = visitor.get("/")
    _delete(visitor, game)
    assert "Deleted games" not in viewer.get("/").text
    token = viewer.get("/games/new/da-500").fields("da-500")["csrf_token"]
    assert viewer.post(f"{game}/restore", {"csrf_token": token}).status == 403
    assert visitor.get(game).status == 403
    assert home.status == 200


def test_after_thirty_days_it_is_offered_no_more(app: Flask, visitor: Browser, game: str) -> None:
    _delete(visitor, game)
    with app.app_context(), writing() as session:
        queries.mark_deleted(session, game.rsplit("/", 1)[1], datetime.now(UTC) - timedelta(days=31))
    assert "Deleted games" not in visitor.get("/").text


def test_the_start_of_the_server_removes_it_then_for_good(app: Flask, visitor: Browser, game: str) -> None:
    """Only what was deleted more than thirty days ago."""
    kept = visitor.given_game("cs-500", "Xenia", "Yves")
    _delete(visitor, kept)
    _delete(visitor, game)
    home = visitor.get("/")
    with app.app_context(), writing() as session:
        queries.mark_deleted(session, game.rsplit("/", 1)[1], datetime.now(UTC) - timedelta(days=31))
    housekeeping.purge(app)
    assert visitor.send(home, f"{game}/restore").status == 403
    assert visitor.send(home, f"{kept}/restore").location == kept
