"""Fixtures for the pages: browsers on the application, with and without htmx."""

import pytest
from flask import Flask

from scorekeeper.services import access

from .pages import Browser


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def visitor(request: pytest.FixtureRequest, app: Flask) -> Browser:
    """A browser that sends forms plainly, and one that sends them by htmx."""
    return Browser(app.test_client(), htmx=request.param)


@pytest.fixture
def plain(app: Flask) -> Browser:
    """A browser without htmx."""
    return Browser(app.test_client())


@pytest.fixture
def stranger(app: Flask) -> Browser:
    """A browser with a game of its own, and no right to any other."""
    other = Browser(app.test_client())
    other.new_game("cs-500", "Xenia", "Yves")
    return other


def join(app: Flask, game: str, role: access.Role) -> Browser:
    """Return a browser that has joined the game at that address with a key of that role."""
    with app.app_context():
        key = access.new_key(game.rsplit("/", 1)[1], role)
    guest = Browser(app.test_client())
    assert guest.send(guest.get(guest.get(f"/join/{key}").location), "/join/game").location == game
    return guest
