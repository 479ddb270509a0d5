"""Simulated phones that watch a game, many in one process: each has a stream, and fetches each new board.

`python -m bench.watchers PORT GAME`, with the phones' cookies on the first line. It answers with how many streams it
got; then to each line "watch" with "watching", and with the moment at which each phone had its board, when all have.
"""

import json
import re
import resource
import selectors
import socket
import sys
import time
from dataclasses import dataclass

_PATIENCE = 30.0


@dataclass
class Phone:
    """A phone: one connection with the event stream, and one to fetch the board."""

    port: int
    game: str
    cookies: str
    version: int = 0
    etag: str = "none"
    shown_at: float = 0.0
    stream: socket.socket | None = None
    asking: socket.socket | None = None
    answer: bytes = b""

    def listen(self) -> bool:
        """Open the stream and read the first event; return whether the server accepted it."""
        self.stream = socket.create_connection(("127.0.0.1", self.port), _PATIENCE)
        self.stream.sendall(self._get("events"))
        heard = b""
        while b"\ndata:" not in heard:
            data = self.stream.recv(4096)
            heard += data
            if b" 503 " in heard[:20] or not data:
                self.stream.close()
                return False
        self._hear(heard)
        return True

    def hear(self) -> bool:
        """Read from the stream; return whether there is a new version to fetch."""
        assert self.stream is not None
        before = self.version
        self._hear(self.stream.recv(4096))
        return self.version > before

    def ask(self) -> socket.socket:
        """Request the board; return the connection for the response."""
        if self.asking is None:
            self.asking = socket.create_connection(("127.0.0.1", self.port), _PATIENCE)
            self.asking.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.answer = b""
        self.asking.sendall(self._get("board", f'If-None-Match: "{self.etag}"', "Accept-Encoding: br"))
        return self.asking

    def read(self) -> bool:
        """Read from the response; return whether it is complete."""
        assert self.asking is not None
        self.answer += self.asking.recv(1 << 16)
        head, found, body = self.answer.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        if not found or length is None or len(body) < int(length[1]):
            return False
        if b" 200 " not in head[:20]:
            raise RuntimeError(head.decode())
        mark = re.search(rb'(?i)\r\netag: "([^"]+)"', head)
        self.etag, self.shown_at = mark[1].decode() if mark else "none", time.perf_counter()
        return True

    def _hear(self, data: bytes) -> None:
        for version in re.findall(rb'"version":(\d+)', data):
            self.version = max(self.version, int(version))

    def _get(self, part: str, *headers: str) -> bytes:
        lines = (
            f"GET /games/{self.game}/{part} HTTP/1.1",
            "Host: localhost",
            f"Cookie: {self.cookies}",
            *headers,
        )
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def watch(phones: list[Phone]) -> list[float]:
    """Wait until every phone has fetched the next version; return when each had it, on the monotonic clock."""
    with selectors.DefaultSelector() as selector:
        for phone in phones:
            assert phone.stream is not None
            selector.register(phone.stream, selectors.EVENT_READ, phone)
        waiting, end = len(phones), time.monotonic() + _PATIENCE
        while waiting and time.monotonic() < end:
            for key, _events in selector.select(1):
                phone = key.data
                if key.fileobj is not phone.stream:
                    if phone.read():
                        selector.unregister(key.fileobj)
                        waiting -= 1
                elif phone.hear():
                    selector.register(phone.ask(), selectors.EVENT_READ, phone)
    if waiting:
        raise RuntimeError(f"{waiting} phones heard nothing")
    return [phone.shown_at for phone in phones]


def main() -> None:
    """Execute the commands on stdin."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    port, game = int(sys.argv[1]), sys.argv[2]
    phones = [Phone(port, game, cookies) for cookies in json.loads(sys.stdin.readline())]
    listening = [phone for phone in phones if phone.listen()]
    print(len(listening), flush=True)
    for _line in sys.stdin:
        print("watching", flush=True)
        print(json.dumps(watch(listening)), flush=True)


if __name__ == "__main__":
    main()
