"""Phones in a real browser on a real server; an error in the browser fails the test."""

import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from jinja2 import BytecodeCache
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

from bench.browsing import browser_path
from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.server import Server
from scorekeeper.services.games import creating
from scorekeeper.sheets.printer import Press
from scorekeeper.store.database import db

DEVICE = "A" * 32
PHONE = {"width": 360, "height": 740}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # of a context: about:blank hands its process on, and no spare one is started
    "--host-resolver-rules=MAP *.home.arpa 127.0.0.1",
]
ALONE = {"service_workers": "block"}  # tests that reroute requests see those of the page only
_PARTS = ("stylesheet", "script", "image", "font", "manifest")
_AXE = Axe().axe_script
_EVERYTHING = "{resultTypes: ['violations']}"
_COLOURS = "{resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']}"
_SCHEMES: Mapping[Literal["light", "dark"], str] = {"light": _EVERYTHING, "dark": _COLOURS}  # only colours differ


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the system's Chromium; Playwright downloads none."""
    try:
        found = browser_path()
    except RuntimeError as error:
        pytest.fail(str(error), pytrace=False)
    return {**browser_type_launch_args, "executable_path": found, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Emulate a small phone."""
    return {**browser_context_args, "viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB", **ALONE}


@pytest.fixture
def live_app(migrated_sqlite: Path, tmp_path: Path, compiled_templates: BytecodeCache, press: Press) -> Iterator[Flask]:
    """An application on a new SQLite database, for a server, with the press that all tests share."""
    file = tmp_path / "scorekeeper.sqlite3"
    shutil.copyfile(migrated_sqlite, file)
    app = create_app(Settings(data_dir=tmp_path, database_url=f"sqlite:///{file}", ratelimit_enabled=False))
    app.jinja_env.bytecode_cache = compiled_templates
    app.extensions["press"] = press
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def live_server(live_app: Flask) -> Iterator[str]:
    """The URL of a server in a thread, the same server as in production, that runs `live_app`."""
    server = Server(
        live_app,
        replace(live_app.config["SCOREKEEPER"], port=0),
        live_app.extensions["live"].close,
        live_app.extensions["ready"],
    )
    address = f"http://127.0.0.1:{server.port}"
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield address
    server.stop(grace=2)
    thread.join()


@pytest.fixture(scope="session")
def base_url() -> str:
    """Empty: `goto` of these tests takes whole URLs, from `live_server`."""
    return ""


@pytest.fixture
def complaints() -> list[str]:
    """The browsers' errors; the list must be empty at the end."""
    return []


@pytest.fixture
def open_phone(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str, complaints: list[str]
) -> Iterator[Callable[..., Page]]:
    """A function that opens a page on another phone; its arguments are those of a Playwright context.

    The test fails on an error on the console (for example of the Content-Security-Policy), an exception in a script, a
    request to another host, a missing file, or a response of 5xx.
    """
    contexts: list[BrowserContext] = []

    def open_one(**more: Any) -> Page:
        context = browser.new_context(**{**browser_context_args, "base_url": live_server, **more})
        contexts.append(context)
        context.on("console", lambda message: _note(message, complaints))
        context.on("weberror", lambda error: complaints.append(f"script: {error.error}"))
        home = more.get("base_url", live_server)
        context.on("request", lambda request: _note_elsewhere(request.url, home, complaints))
        context.on("response", lambda response: _note_missing(response, complaints))
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints, "The browser complained:\n" + "\n".join(complaints)


@pytest.fixture
def page(open_phone: Callable[..., Page]) -> Page:
    """A page on a phone; its `goto` also takes paths."""
    return open_phone()


@pytest.fixture
def made(live_app: Flask) -> dict[str, str]:
    """The URLs of games of `DEVICE`, one of each variant: each is made when it is asked for first."""

    class Made(dict[str, str]):
        def __missing__(self, variant: str) -> str:
            body = {"variant": variant, "players": ["Ida", "Ole", "Eva"][: VARIANTS[variant].most_players]}
            with live_app.app_context():
                self[variant] = "/games/" + creating.create_game_for(DEVICE, body)
            return self[variant]

    return Made()


@pytest.fixture
def phone(page: Page, live_server: str) -> Page:
    """A phone with access to the games of `DEVICE`."""
    page.set_default_timeout(8_000)
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    return page


@pytest.fixture
def plain_page(open_phone: Callable[..., Page]) -> Page:
    """A page on a phone without JavaScript."""
    return open_phone(java_script_enabled=False)


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """A function that fails with the violations that axe finds on a page, in the light and the dark theme."""
    met: set[Page] = set()

    def check(page: Page) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(_AXE)
            if page in met:  # for all later documents: sending its half megabyte takes longer than compiling it
                page.add_init_script(_AXE)
            met.add(page)
        found = []
        for scheme, options in _SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            found += page.evaluate(f"axe.run({options}).then(result => result.violations)")
        page.emulate_media(color_scheme="light")
        lines = [
            f"{each['id']} ({each['impact']}): {each['help']}\n    {node['html']}\n    {node['failureSummary']}"
            for each in found
            for node in each["nodes"]
        ]
        assert not lines, f"axe on {page.url}:\n" + "\n".join(lines)

    return check


def _note(message: ConsoleMessage, complaints: list[str]) -> None:
    # A refused request is written to the console too, and is often just what a test wants; see _note_missing.
    told = ("Failed to load resource", "Service Worker registration blocked by Playwright")
    if message.type in ("error", "warning") and not any(each in message.text for each in told):
        complaints.append(f"{message.type}: {message.text}")


def _note_missing(response: Response, complaints: list[str]) -> None:
    """Note files that are missing; a page itself may be refused."""
    if response.status >= 500 or (response.status >= 400 and response.request.resource_type in _PARTS):
        complaints.append(f"{response.status} for {response.url}")


def _note_elsewhere(url: str, server: str, complaints: list[str]) -> None:
    if not url.startswith((server, "data:", "blob:", "about:")):
        complaints.append(f"a request to elsewhere: {url}")
