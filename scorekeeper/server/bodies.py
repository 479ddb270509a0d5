"""Receive whole request bodies on the event loop, before a worker thread is taken for them."""

import asyncio
import io
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any

from .limits import IMPORTS, Limits

Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class ClientDisconnected(Exception):
    """The client closed its connection before the request was complete or answered."""


class TooManyBodies(Exception):
    """The limit of large bodies that are received at the same time is reached."""


class RequestBody:
    """A received body, as a file for WSGI."""

    def __init__(self, length: int | None = None, *, unread: bool = False) -> None:
        """Make an empty body; `length` is its Content-Length, `unread` whether the client sent more than was read."""
        self.length, self.unread = length, unread
        self.file: IO[bytes] = io.BytesIO()

    def close(self) -> None:
        """Close the file, which deletes it if it is a temporary one."""
        self.file.close()


class BodyReceiver:
    """Receives bodies and limits how many large ones are received at the same time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._large: Counter[str] = Counter()

    async def receive(self, network: str, path: str, headers: Mapping[str, str], receive: Receive) -> RequestBody:
        """Return the body of a request, empty or cut after one byte too many if it exceeds the limit of its path.

        The application refuses a body that is too large by its length. `headers` are those of `bridge.headers_of`.

        Raises:
            ClientDisconnected: before the body was complete.
            TooManyBodies: the body is large, and so are too many others.
        """
        declared = int(headers["CONTENT_LENGTH"]) if "CONTENT_LENGTH" in headers else None
        if not declared and "TRANSFER_ENCODING" not in headers:
            return RequestBody(declared)
        most = self._limits.import_bytes if IMPORTS.fullmatch(path) else self._limits.body_bytes
        if declared is not None and declared > most:
            skip = "EXPECT" in headers or declared > most + self._limits.body_drain_bytes
            return RequestBody(declared, unread=skip or not await self._drain(receive))
        large = declared is None or declared > self._limits.body_memory_bytes
        if large and self._full(network):
            raise TooManyBodies
        self._large[network] += large
        try:
            return await self._read(receive, most, large=large)
        finally:
            self._large[network] -= large
            if not self._large[network]:
                del self._large[network]

    def _full(self, network: str) -> bool:
        total, limits = sum(self._large.values()), self._limits
        return self._large[network] >= limits.large_bodies_per_network or total >= limits.large_bodies

    async def _read(self, receive: Receive, most: int, *, large: bool) -> RequestBody:
        """Read a body; if it exceeds `most` bytes, keep `most` + 1 of them and drain the rest."""
        body, size, more = RequestBody(), 0, True
        if large:
            body.file = tempfile.SpooledTemporaryFile(self._limits.body_memory_bytes)  # noqa: SIM115  # `close` does
        try:
            while more and size <= most:
                chunk, more = await _next_chunk(receive)
                body.file.write(chunk[: most + 1 - size])
                size += len(chunk)
                if large:  # throttled, so that one upload does not occupy the event loop
                    await asyncio.sleep(len(chunk) / self._limits.large_body_rate)
            body.unread = more and not await self._drain(receive)
        except BaseException:
            body.close()
            raise
        body.length = min(size, most + 1)
        body.file.seek(0)
        return body

    async def _drain(self, receive: Receive) -> bool:
        """Receive and discard the rest of a body; return False if it exceeds `body_drain_bytes`."""
        left, more = self._limits.body_drain_bytes, True
        while more and left > 0:
            chunk, more = await _next_chunk(receive)
            left -= len(chunk)
        return not more


async def _next_chunk(receive: Receive) -> tuple[bytes, bool]:
    """Return the next chunk of a body, and whether more follow."""
    message = await receive()
    if message["type"] != "http.request":
        raise ClientDisconnected
    return message.get("body", b""), message.get("more_body", False)
