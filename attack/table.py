"""A simulated table of four: one phone saves a round every half second, three watch and fetch the board."""

import math
import re
import socket
import threading
import time
from dataclasses import dataclass, field

from .browser import Broken, Browser
from .games import PLAYERS, new_game

EVERY = 0.5  # seconds between two rounds
_WATCHERS = 3
_PATIENCE = 30.0  # seconds after which a save has failed


@dataclass
class Saves:
    """The saves of a period: the duration of each in seconds, and the failures."""

    took: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def p95(self) -> float:
        """The 95th percentile in seconds; the longest if there are few."""
        ordered = sorted(self.took)
        return ordered[math.ceil(0.95 * len(ordered)) - 1] if ordered else math.inf

    @property
    def longest(self) -> float:
        """The longest, in seconds."""
        return max(self.took, default=math.inf)


class Table:
    """Four phones at a game of their own."""

    def __init__(self, port: int) -> None:
        """Create the game, let all four phones join, and let three watch."""
        with Browser(port) as maker:
            made = new_game(maker)
        self.path = f"/games/{made['id']}"
        self._scorer = Browser(port, timeout=_PATIENCE)
        self._scorer.join(made["keys"]["scorer"])
        self._over = threading.Event()
        self.boards = self.refused = self._saves = 0
        self._threads = []
        for _ in range(_WATCHERS):
            watcher = Browser(port, timeout=_PATIENCE)
            watcher.join(made["keys"]["viewer"])
            self._threads.append(threading.Thread(target=self._watch, args=(watcher,), daemon=True))
            self._threads[-1].start()

    def play(self, seconds: float) -> Saves:
        """Save a round every half second for `seconds` seconds; a slow one delays the next."""
        saves = Saves()
        end = time.monotonic() + seconds
        while (began := time.monotonic()) < end:
            try:
                status = self._save()
            except (*Broken, LookupError) as error:
                saves.failed.append(f"{type(error).__name__}: {error}"[:80])
            else:
                if status == 303:
                    saves.took.append(time.monotonic() - began)
                else:
                    saves.failed.append(str(status))
            time.sleep(max(0.0, EVERY - (time.monotonic() - began)))
        return saves

    def leave(self) -> None:
        """Stop watching and close all connections."""
        self._over.set()
        self._scorer.close()
        for thread in self._threads:
            thread.join(_PATIENCE)

    def _save(self) -> int:
        """Fetch the form and send it; return the status. Every third time on a new connection, as after a pause."""
        self._saves += 1
        if self._saves % 3 == 0:
            self._scorer.close()
        fields = self._scorer.get(f"{self.path}/rounds/new").fields("/rounds")
        fields |= {"who": "p0", "p0-points": "15"} | {f"p{other}-points": "-5" for other in range(1, len(PLAYERS))}
        return self._scorer.send(f"{self.path}/rounds", fields).status

    def _watch(self, watcher: Browser) -> None:
        """Watch, and fetch the board after each event; reconnect when the stream ends, as phones do."""
        while not self._over.is_set():
            try:
                self._listen(watcher)
            except OSError:
                self._over.wait(1)
        watcher.close()

    def _listen(self, watcher: Browser) -> None:
        with socket.create_connection(("127.0.0.1", watcher.port), 5) as stream:
            head = f"GET {self.path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {_cookies(watcher)}\r\n\r\n"
            stream.sendall(head.encode())
            stream.settimeout(0.5)
            while not self._over.is_set():
                try:
                    heard = stream.recv(4096)
                except TimeoutError:
                    continue
                if not heard or b" 503 " in heard[:20]:
                    self.refused += 1
                    self._over.wait(2)
                    return
                if re.search(rb'"version"', heard):
                    self._fetch(watcher)

    def _fetch(self, watcher: Browser) -> None:
        try:
            answered = watcher.get(f"{self.path}/board", Accept_Encoding="gzip").status == 200
            self.boards += answered
        except Broken:
            pass  # the next event fetches again; only the saves are measured


def _cookies(browser: Browser) -> str:
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
