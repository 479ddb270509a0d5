"""Servers and clients for measurements, the same for both sides of a comparison."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from attack.ports import free_port

THREADS = 8
CONNECTIONS = 4
_SERVE = """
import sys
from pathlib import Path
from scorekeeper.server import Server
from scorekeeper.config.settings import Settings
from {module} import {factory}
settings = Settings(data_dir=Path(), database_url="", port=int(sys.argv[1]), threads={threads}, ratelimit_enabled=False)
server = Server({factory}(), settings)
server.stop_on_signals()
server.run()
"""


@dataclass
class Server:
    """A running server: its port, its process."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def resident_mb(self) -> float:
        """Resident memory of the process, in MB (10**6 bytes)."""
        with open(f"/proc/{self.process.pid}/status") as status:
            found = re.search(r"VmRSS:\s+(\d+) kB", status.read())
        return int(found[1]) * 1024 / 1e6 if found else 0.0


@contextmanager
def serving(module: str, factory: str, env: dict[str, str]) -> Iterator[Server]:
    """Serve the application `module.factory()` by `scorekeeper.server` in a child process until the block ends."""
    with running(_SERVE.format(module=module, factory=factory, threads=THREADS), env) as server:
        yield server


@contextmanager
def running(code: str, env: dict[str, str]) -> Iterator[Server]:
    """Run Python `code` that serves the port in `sys.argv[1]` in a child process until the block ends."""
    port = free_port()
    command = [sys.executable, "-c", code, str(port)]
    process = subprocess.Popen(command, env={**os.environ, **env}, stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(15)


def wait_for(port: int, seconds: float = 20) -> None:
    """Wait until a server listens on `port`."""
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.005)
        else:
            return


@dataclass
class Answer:
    """A response: status, header lines in lower case, the body as sent."""

    status: int
    headers: dict[str, list[str]]
    body: bytes


@dataclass
class Client:
    """A minimal HTTP client: one persistent connection with cookies, and little work for each request."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    connection: socket.socket | None = None

    def request(self, method: str, path: str, body: bytes = b"", headers: tuple[str, ...] = ()) -> Answer:
        """Send a request and return the response."""
        if self.connection is None:
            self.connection = socket.create_connection(("127.0.0.1", self.port))
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        cookie = [f"Cookie: {'; '.join(f'{k}={v}' for k, v in self.cookies.items())}"] if self.cookies else []
        length = [f"Content-Length: {len(body)}"] if method != "GET" else []
        head = "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *cookie, *length, *headers])
        self.connection.sendall(head.encode() + b"\r\n\r\n" + body)
        return self._read()

    def _read(self) -> Answer:
        assert self.connection is not None
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._receive()
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers: dict[str, list[str]] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers.setdefault(name.lower(), []).append(value)
        for value in headers.get("set-cookie", ()):
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        length = int(headers.get("content-length", ["0"])[0])
        while len(body) < length:
            body += self._receive()
        if "close" in headers.get("connection", ["keep-alive"])[0].lower():
            self.connection.close()
            self.connection = None
        return Answer(int(first.split()[1]), headers, body)

    def _receive(self) -> bytes:
        assert self.connection is not None
        data = self.connection.recv(1 << 16)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data


def throughput(port: int, path: str, cookies: dict[str, str], seconds: float) -> float:
    """Return the GET requests per second of a server for `path`."""

    def get(client: Client, _number: int) -> None:
        if client.request("GET", path).status != 200:
            raise RuntimeError(f"{path} was not answered by 200")

    return requests_per_second(lambda: Client(port, dict(cookies)), get, seconds)


def requests_per_second(connect: Callable[[], Client], ask: Callable[[Client, int], None], seconds: float) -> float:
    """Return how often per second `ask` returns on `CONNECTIONS` concurrent connections.

    It gets a client, and a number that differs from one request to the next.
    """
    counts = [0] * CONNECTIONS
    end = time.monotonic() + seconds

    def keep_asking(index: int) -> None:
        client = connect()
        while time.monotonic() < end:
            ask(client, counts[index] * CONNECTIONS + index)
            counts[index] += 1

    threads = [threading.Thread(target=keep_asking, args=(index,)) for index in range(CONNECTIONS)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - began)
