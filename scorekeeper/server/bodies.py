"""Bodies of requests: received whole, on the event loop, before a thread is taken for them."""

import asyncio
import io
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any

from .limits import IMPORTS, Limits

Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class Gone(Exception):
    """The client has gone away."""


class NoRoom(Exception):
    """Too many large bodies are being received."""


class RequestBody:
    """A body as WSGI reads it."""

    def __init__(self, length: int | None = None, *, unread: bool = False) -> None:
        """Begin an empty body; `unread` tells that not all that was sent has been received."""
        self.length, self.unread = length, unread
        self.file: IO[bytes] = io.BytesIO()

    def close(self) -> None:
        """Remove the temporary file, if there is one."""
        self.file.close()


class Bodies:
    """Receives bodies; counts the large ones."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._large: Counter[str] = Counter()

    async def receive(self, network: str, path: str, headers: Mapping[str, str], receive: Receive) -> RequestBody:
        """Return the body. Of one that is too large, no more than the application needs to see that.

        Raises:
            Gone: the client has.
            NoRoom: it is large, and there are enough large ones.
        """
        declared = int(headers["CONTENT_LENGTH"]) if "CONTENT_LENGTH" in headers else None
        if not declared and "TRANSFER_ENCODING" not in headers:
            return RequestBody(declared)
        most = self._limits.import_bytes if path in IMPORTS else self._limits.body_bytes
        if declared is not None and declared > most:
            waits = "EXPECT" in headers or declared > most + self._limits.body_discarded
            return RequestBody(declared, unread=waits or not await self._discard(receive))
        large = declared is None or declared > self._limits.body_memory
        if large and self._full(network):
            raise NoRoom
        self._large[network] += large
        try:
            return await self._keep(receive, most, large=large)
        finally:
            self._large[network] -= large
            if not self._large[network]:
                del self._large[network]

    def _full(self, network: str) -> bool:
        of_all, limits = sum(self._large.values()), self._limits
        return self._large[network] >= limits.large_bodies_of_one or of_all >= limits.large_bodies

    async def _keep(self, receive: Receive, most: int, *, large: bool) -> RequestBody:
        """Receive a body; if it has more than `most` bytes, keep one more than that, and discard the rest."""
        body, size, more = RequestBody(), 0, True
        if large:
            body.file = tempfile.SpooledTemporaryFile(self._limits.body_memory)  # noqa: SIM115  # closed by who has it
        try:
            while more and size <= most:
                piece, more = await _piece(receive)
                body.file.write(piece[: most + 1 - size])
                size += len(piece)
                if large:  # as slowly as a good line sends: the event loop is for all
                    await asyncio.sleep(len(piece) / self._limits.large_body_rate)
            body.unread = more and not await self._discard(receive)
        except BaseException:
            body.close()
            raise
        body.length = min(size, most + 1)
        body.file.seek(0)
        return body

    async def _discard(self, receive: Receive) -> bool:
        """Receive the rest and keep nothing; False if that is too much."""
        left, more = self._limits.body_discarded, True
        while more and left > 0:
            piece, more = await _piece(receive)
            left -= len(piece)
        return not more


async def _piece(receive: Receive) -> tuple[bytes, bool]:
    """Return the next piece, and whether there are more."""
    message = await receive()
    if message["type"] != "http.request":
        raise Gone
    return message.get("body", b""), message.get("more_body", False)
