"""A server with short deadlines, and clients at other addresses of this machine."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

from scorekeeper.config.settings import Settings
from scorekeeper.server import Limits, Server
from scorekeeper.web.board.live_ready import Look

PATIENCE = 10
SCRIPT = b"x" * 100_000
SHORT = Limits(
    connections=60,
    connections_per_network=20,
    refusal_delay=0.05,
    idle_seconds=60,
    head_seconds=0.5,
    body_grace=0.5,
    body_seconds=4,
    slow_read_seconds=0.5,
    sweep_seconds=0.05,
)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """A WSGI application: it sends a long script, the length of the body, or the path."""
    body = environ["wsgi.input"].read()
    answers = {"/script": SCRIPT, "/length": b"%d of %s" % (len(body), environ.get("CONTENT_LENGTH", "-").encode())}
    text = answers.get(environ["PATH_INFO"], environ["PATH_INFO"].encode("latin-1"))
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [text]


@contextmanager
def running(
    app: Any = application, limits: Limits = SHORT, threads: int = 2, look: Look = lambda *_: None, **settings: Any
) -> Iterator[Server]:
    """Run a server until the block ends."""
    chosen = replace(Settings(data_dir=Path(), database_url="", port=0, threads=threads), **settings)
    server = Server(app, chosen, look=look, limits=limits)
    thread = threading.Thread(target=server.run, name="server")
    thread.start()
    try:
        yield server
    finally:
        for client in [each for each in Client.opened if each.port == server.port]:
            client.socket.close()
            Client.opened.remove(client)
        server.stop(grace=2)
        thread.join(5)
        assert not thread.is_alive()


@pytest.fixture
def server() -> Iterator[Server]:
    """A server with short deadlines."""
    with running() as one:
        yield one


class Client:
    """A connection from one of this machine's addresses; it is closed when its server stops."""

    opened: ClassVar[list["Client"]] = []

    def __init__(self, server: Server, address: str = "127.0.0.1", receive_buffer: int | None = None) -> None:
        self.socket, self.port = socket.socket(), server.port
        self.opened.append(self)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.bind((address, 0))
        self.socket.connect(("127.0.0.1", server.port))

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self.socket.sendall(data)

    def ask(self, path: str = "/", *lines: str, method: str = "GET", body: bytes = b"") -> tuple[int, bytes]:
        """Send a request; return the response's status and body."""
        self.send(request(path, *lines, method=method) + body)
        return self.answer()

    def answer(self) -> tuple[int, bytes]:
        """Return status and body of the next response."""
        head = self._until(b"\r\n\r\n")
        self.head = head
        length = next((int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"content-length:")), 0)
        body = b""
        while len(body) < length:
            body += self._receive(length - len(body))
        return int(head.split()[1]), body

    def is_closed(self) -> bool:
        """Read until the server closes the connection; return False if it does not."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionError:
            pass
        except TimeoutError:
            return False
        return True

    def _until(self, end: bytes) -> bytes:
        data = b""
        while not data.endswith(end):
            data += self._receive(1)
        return data

    def _receive(self, size: int) -> bytes:
        data = self.socket.recv(size)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data


def request(path: str = "/", *lines: str, method: str = "GET") -> bytes:
    """Return the head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode("latin-1")


@pytest.fixture
def connect(server: Server) -> Callable[..., Client]:
    """A function that connects to the server from an address."""
    return partial(Client, server)
