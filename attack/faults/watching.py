"""Whoever only looks while phones save: a watching phone, and a machine that asks whether the server is ready."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ..browser import Answer, Broken, Browser
from .phones import Ledger
from .sentences import sentence_in

_VERSION = re.compile(rb'"version":(\d+)')
_EVERY = 0.5  # seconds between two questions of the onlooker
_SILENT = 40.0  # seconds without an event, not even a keep-alive, after which a phone connects again
_PATIENCE = 8.0


class Watcher:
    """A phone that watches the scoreboard by its stream, and fetches it after each event."""

    def __init__(self, port: int, game: dict[str, Any]) -> None:
        self._browser = Browser(port, timeout=_PATIENCE)
        self._path = f"/games/{game['id']}"
        self._browser.join(game["keys"]["viewer"])
        self.version = 0
        """The latest version whose board it has."""
        self.connections = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def has(self, version: int, seconds: float) -> bool:
        """Return whether it gets the board of a version within some seconds."""
        end = time.monotonic() + seconds
        while self.version < version and time.monotonic() < end:
            time.sleep(0.02)
        return self.version >= version

    def leave(self) -> None:
        """Stop watching."""
        self._over.set()
        self._thread.join(2)
        self._browser.close()

    def _watch(self) -> None:
        while not self._over.is_set():
            with suppress(*Broken):
                self._listen()
            self._over.wait(1)

    def _listen(self) -> None:
        with socket.create_connection(("127.0.0.1", self._browser.port), _PATIENCE) as stream:
            cookies = "; ".join(f"{name}={value}" for name, value in self._browser.cookies.items())
            stream.sendall(f"GET {self._path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n\r\n".encode())
            stream.settimeout(0.5)
            self.connections += 1
            last = time.monotonic()
            while not self._over.is_set() and time.monotonic() - last < _SILENT:
                try:
                    heard = stream.recv(4096)
                except TimeoutError:
                    continue
                if not heard:
                    return
                last = time.monotonic()
                if told := _VERSION.findall(heard):
                    self._fetch(int(told[-1]))

    def _fetch(self, version: int) -> None:
        """Fetch the board until it comes; a page asks again, too."""
        while not self._over.is_set() and self.version < version:
            with suppress(*Broken):
                if self._browser.get(f"{self._path}/board").status == 200:
                    self.version = version
                    return
            self._over.wait(1)


@contextmanager
def onlooker(port: int, game: dict[str, Any], ledger: Ledger) -> Iterator[None]:
    """Ask for `/readyz`, a page and an operation twice a second until the block ends; note what is not in order."""
    over = threading.Event()
    key, path = game["keys"]["viewer"], f"/games/{game['id']}"
    browser = Browser(port, timeout=_PATIENCE)
    browser.join(key)

    def ask(what: str, address: str, **headers: str) -> None:
        try:
            answer = browser.get(address, **headers)
        except Broken as error:
            ledger.hear(what, 0, type(error).__name__)
            return
        if answer.status >= 400 or what == "/readyz":
            ledger.hear(what, answer.status, _not_ready(answer) if what == "/readyz" else sentence_in(answer))

    def look() -> None:
        while not over.wait(_EVERY):
            ask("/readyz", "/readyz")
            ask("page", path)
            ask("API", f"/api/v1{path}", Authorization=f"Bearer {key}")

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(3 * _PATIENCE)
        browser.close()


def _not_ready(answer: Answer) -> str:
    return ", ".join(f"{part} {said}" for part, said in answer.json.items() if part != "ready" and said != "ok")
