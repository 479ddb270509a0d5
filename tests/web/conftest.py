"""Fixtures for the pages: browsers with and without htmx, and a real server."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.server import Server
from scorekeeper.services.access import access
from scorekeeper.services.live.hub import Hub
from scorekeeper.store.database import writing
from scorekeeper.store.rows import Subject

from .pages import Browser
from .phones import Phone, secret_of, wait_until


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def visitor(request: pytest.FixtureRequest, app: Flask) -> Browser:
    """Two browsers: one sends forms plainly, the other by htmx."""
    return Browser(app.test_client(), htmx=request.param)


@pytest.fixture
def plain(app: Flask) -> Browser:
    """A browser without htmx."""
    return Browser(app.test_client())


@pytest.fixture
def stranger(app: Flask) -> Browser:
    """A browser with a game of its own, and access to no other."""
    other = Browser(app.test_client())
    other.given_game("cs-500", "Xenia", "Yves")
    return other


@pytest.fixture
def hub(app: Flask) -> Hub:
    """The application's hub of streams."""
    hub: Hub = app.extensions["live"]
    return hub


@pytest.fixture
def server(app: Flask, hub: Hub) -> Iterator[Server]:
    """A server with two threads that runs the application."""
    server = Server(app, replace(app.config["SCOREKEEPER"], port=0, threads=2), hub.close, app.extensions["ready"])
    thread = threading.Thread(target=server.run, name="server")
    thread.start()
    yield server
    server.stop(grace=2)
    thread.join(5)
    assert not thread.is_alive()
    wait_until(lambda: not [each for each in threading.enumerate() if each.name == "live"])


@pytest.fixture
def listen(server: Server, game: str) -> Iterator[Callable[[Browser], Phone]]:
    """A function that opens a browser's event stream of the game."""
    opened: list[Phone] = []

    def one(browser: Browser) -> Phone:
        opened.append(Phone(server.port, game, secret_of(browser)))
        return opened[-1]

    yield one
    for phone in opened:
        phone.close()


def join(app: Flask, game: str, role: access.Role) -> Browser:
    """Return a browser that has joined the game at a URL with a key of that role."""
    with app.app_context():
        key = access.new_key(game.rsplit("/", 1)[1], role)
    guest = Browser(app.test_client())
    assert guest.send(guest.get(guest.get(f"/join/{key}").location), "/join/game").location == game
    return guest


def member_of(app: Flask, circle: str, role: access.Role) -> Browser:
    """Return a browser that has joined the circle at an address."""
    secret, subject = access.new_secret(), Subject(circle_id=circle.rsplit("/", 1)[1])
    with app.app_context(), writing() as session:
        access.admit(session, subject, role, secret)
    browser = Browser(app.test_client())
    browser.client.set_cookie("device", secret)
    return browser
