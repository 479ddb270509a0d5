"""Network traffic of a saved round: all bytes between Chromium and the server, counted by a proxy."""

import socket
import statistics
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import Page, expect

from .browsing import phone
from .figures import APP, Figure
from .serving import serving
from .store import PLAYERS, fresh_store

_SAVES = 8
_POINTS = ("35", "25", "10", "85")
_QUIET = 500  # ms without traffic after which a page or a save is complete
_GAME = "kT3v_9QwLx2a"  # as long as a real game id


class Meter:
    """A TCP proxy that counts all bytes to and from a server."""

    def __init__(self, target: int) -> None:
        self.count = 0
        self._target, self._lock, self._threads = target, threading.Lock(), list[threading.Thread]()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)

    def _start(self, act: Callable[..., None], *args: socket.socket) -> None:
        self._threads.append(threading.Thread(target=act, args=args, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with suppress(OSError):  # closed: the measurement is over
            while True:
                self._start(self._connect, self._listener.accept()[0])

    def _connect(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as server:
            back = threading.Thread(target=self._pass_on, args=(server, client), daemon=True)
            back.start()
            self._pass_on(client, server)
            back.join()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                with self._lock:
                    self.count += len(data)
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Stop listening, and wait for the connections to end; the clients must have closed them."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5)


@contextmanager
def metered(target: int) -> Iterator[Meter]:
    """Yield a counting proxy in front of the server on port `target`; clients must end within the block."""
    meter = Meter(target)
    yield meter
    meter.close()


def counted(page: Page, meter: Meter) -> int:
    """Wait until there is no traffic; return the bytes counted."""
    before = -1
    while before < meter.count:
        before = meter.count
        page.wait_for_timeout(_QUIET)
    return before


def saved_bytes(*, secure: bool) -> Figure:
    """Bytes that Chromium sends and receives from "Enter round" to the next scoreboard, median of some rounds.

    Browsers count this machine's own address as secure: they send and take there what they do over HTTPS, Brotli
    too, and the server adds what it says under https. By any other name it is plain http, where they take gzip.
    """
    name = "127.0.0.1" if secure else "scores.home.arpa"
    https = {"SCOREKEEPER_BASE_URL": "https://scores.example.org"} if secure else {}
    with fresh_store() as store, serving(*APP, {**store.env, **https}) as server, metered(server.port) as meter:
        game, address = store.add_game(_GAME, 10), f"http://{name}:{meter.port}"
        with phone(address, store.secret) as page:
            page.goto(f"{address}/games/{game}")
            _round(page, meter)  # warm-up: the service worker fills its cache
            sizes = [_round(page, meter) for _ in range(_SAVES)]
    found = statistics.median(sizes)
    how = "as over HTTPS, Brotli" if secure else "plain HTTP, gzip"
    words = f"{found / 1000:.1f} kB (from {min(sizes) / 1000:.1f} to {max(sizes) / 1000:.1f})"
    return Figure(f"traffic of a saved round, {how}", words, "≤ 6 kB", max(sizes) <= 6_000)


def _round(page: Page, meter: Meter) -> int:
    """Enter a round like a user; return the bytes in both directions."""
    before = counted(page, meter)
    page.get_by_role("link", name="Enter round").tap()
    page.get_by_role("radio", name=PLAYERS[1], exact=True).tap()
    for number, points in enumerate(_POINTS):
        for digit in points:
            page.locator(f"[data-key='{digit}']").tap()
        if number < len(PLAYERS) - 1:
            page.locator(".next").tap()
    page.locator(".actions").get_by_role("button", name="Save").tap()
    expect(page.locator("#told strong")).to_be_visible()
    return counted(page, meter) - before
