"""Phones that listen to a game's event stream, each on a connection to a server."""

import socket
import time
from collections.abc import Callable

from .pages import Browser


class Phone:
    """A connection with a game's event stream."""

    def __init__(self, port: int, game: str, cookie: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 20)
        head = f"GET {game}/events HTTP/1.1\r\nHost: localhost\r\nCookie: device={cookie}\r\n\r\n"
        self.socket.sendall(head.encode())
        self.heard = b""

    def hear(self, words: bytes) -> bytes:
        """Read until an event has come; return everything read."""
        while words not in self.heard:
            self._read()
        return self.heard

    def hear_all(self) -> bytes:
        """Read until the connection is closed."""
        while self._read():
            pass
        return self.heard

    def _read(self) -> bool:
        data = self.socket.recv(4096)
        self.heard += data
        return bool(data)

    def is_open(self) -> bool:
        """Return whether the server has not closed the connection, as far as is known now."""
        self.socket.setblocking(False)
        try:
            while self._read():
                pass
        except BlockingIOError:
            return True
        except ConnectionResetError:
            pass
        return False

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()


def secret_of(browser: Browser) -> str:
    """Return the secret in a browser's cookie."""
    cookie = browser.client.get_cookie("device")
    assert cookie is not None
    return cookie.value


def wait_until(true: Callable[[], bool], seconds: float = 5) -> None:
    """Wait for something that happens in another thread."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
