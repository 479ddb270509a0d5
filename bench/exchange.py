"""Requests of simulated phones: asyncio, with as little work for each as possible."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass

PATIENCE = 30.0
"""Seconds to wait for anything; then TimeoutError is raised."""


@dataclass
class Answer:
    """A response."""

    status: int
    head: str
    body: bytes


class Exchange:
    """A connection from a table's address."""

    def __init__(self, port: int, address: str, secret: str) -> None:
        self._port, self._address, self._secret = port, address, secret

    async def __aenter__(self) -> "Exchange":
        opening = asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address, 0))
        self.reader, self.writer = await asyncio.wait_for(opening, PATIENCE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()

    def send(self, method: str, path: str, body: bytes = b"", *headers: str) -> None:
        """Send a request."""
        length = [f"Content-Length: {len(body)}"] if method != "GET" else []
        cookie = f"Cookie: device={self._secret}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}", cookie, *length, *headers]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    async def head(self) -> tuple[int, str]:
        """Return status and head of the response."""
        head = (await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode("latin-1")
        return int(head.split(" ", 2)[1]), head

    async def ask(self, method: str, path: str, body: bytes = b"", *headers: str) -> Answer:
        """Send a request and return the response."""
        self.send(method, path, body, *headers)
        status, head = await self.head()
        return Answer(status, head, await asyncio.wait_for(self._body(status, head), PATIENCE))

    async def _body(self, status: int, head: str) -> bytes:
        if status in (204, 304):
            return b""
        if length := re.search(r"(?i)\r\ncontent-length: (\d+)", head):
            return await self.reader.readexactly(int(length[1]))
        body = b""
        while size := int(await self.reader.readline(), 16):
            body += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return body
