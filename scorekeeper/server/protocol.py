"""A connection: uvicorn's HTTP protocol behind guards against clients that send slowly, too much, or do not read.

The guards stand where asyncio hands over what it has read. A head is passed on only when it is whole, and nothing of a
connection's next request before the answer to the one before has been sent, so that uvicorn never has two of them.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..http.addresses import network_of

if TYPE_CHECKING:
    from .connections import Connections, Ends

_END = b"\r\n\r\n"
_LINGER = 2.0
_UNSENT = 16 * 1024  # of answers that are kept here for the system to take; beyond that `send` waits
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connection(HttpToolsProtocol, asyncio.BufferedProtocol):
    """One connection. Every method belongs to the thread of the event loop."""

    of: "Connections"
    """All connections of the server; set by `guarded`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take a place; without one the connection ends unheard."""
        peer, own = (transport.get_extra_info(name) for name in ("peername", "sockname"))
        self.ends: Ends = (peer and (str(peer[0]), int(peer[1])), own and (str(own[0]), int(own[1])))
        self.network = network_of(str(peer[0])) if peer else ""
        self.since = time.monotonic()
        """When what the connection is at began."""
        self.written = 0
        """Bytes of answers so far."""
        self.stopping = False
        self._held = b""
        """Received, and not yet passed on."""
        self._received = 0
        """Bytes of the present request after its head."""
        self._body = 0
        """Bytes of its body; what chunks need besides is not counted."""
        self._busy = False
        """Whether a request has come that is not answered."""
        self._whole = True
        """Whether all of it has come."""
        self._refused = False
        self._blocked = False
        self._paused = False
        self._taken: tuple[float, int] | None = None
        """Since when something is unsent, and what had been taken by then."""
        self._ended: Callable[[], None] | None = None
        self.admitted = self.of.admit(self)
        if self.admitted:
            transport.set_write_buffer_limits(_UNSENT)
            super().connection_made(transport)
        else:
            self.of.turn_away(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        if not self.admitted:
            return
        self.of.forget(self)
        super().connection_lost(exc)
        if self._ended:
            self._ended()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return where asyncio shall put what it reads."""
        return self.of.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take what asyncio has read."""
        if self._refused or not self.admitted:
            return
        if not self._held and not self._busy:
            self.since = time.monotonic()
        self._held += self.of.buffer[:nbytes]
        self._pass_on()

    def pause_writing(self) -> None:
        """Begin nothing more while so much is unsent."""
        super().pause_writing()
        self._blocked = True

    def resume_writing(self) -> None:
        """Go on with what was held."""
        super().resume_writing()
        self._blocked = False
        self._pass_on()

    def shutdown(self) -> None:
        """End when what has begun is answered: the server stops."""
        self.stopping = True
        if self._ended:
            self._ended()
        if self._busy or not self._held:  # else half a head: it may still become a request
            super().shutdown()

    def on_body(self, body: bytes) -> None:
        """Count the body; httptools calls this."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that all of the request has come; httptools calls this."""
        super().on_message_complete()
        self._whole = True

    def answered(self) -> None:
        """Go on to the next request."""
        self._busy = False
        self.since = time.monotonic()
        if not self._refused and not self.transport.is_closing():
            self._pass_on()

    def when_ended(self, do: Callable[[], None]) -> None:
        """Call `do` when the connection is lost or the server stops; at once if that is so already."""
        self._ended = do
        if self.stopping or self.transport.is_closing():
            do()

    def drop(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    @property
    def idle(self) -> bool:
        """Whether nothing of a request has come that is to be answered, and nothing is to be sent."""
        return not self._busy and not self.transport.get_write_buffer_size()

    @property
    def gone(self) -> bool:
        """Whether nobody is there any more; any thread may ask."""
        return self.transport.is_closing()

    @property
    def unsent(self) -> int:
        """Bytes of answers that the system has not taken."""
        return self.transport.get_write_buffer_size()

    def check(self, now: float) -> None:
        """End the connection if a deadline is over."""
        if self._late(now, now - self.since) or self._unread(now):
            self.drop()

    def _late(self, now: float, seconds: float) -> bool:
        limits = self.of.limits
        if self._refused:
            return seconds > _LINGER
        if not self._busy:
            return seconds > (limits.head_seconds if self._held else limits.idle_seconds)
        if self._whole:
            return False
        due = limits.body_rate * (seconds - limits.body_grace)
        return seconds > limits.body_seconds or self._body < due

    def _unread(self, now: float) -> bool:
        unsent, limits = self.unsent, self.of.limits
        if not unsent:
            self._taken = None
            return False
        taken = self.written - unsent
        if self._taken is None:
            self._taken = now, taken
            return False
        since, before = self._taken
        if now - since < limits.unread_seconds:
            return False
        self._taken = now, taken
        return taken - before < limits.unread_rate * limits.unread_seconds

    def _pass_on(self) -> None:
        """Give uvicorn what may be passed on of what is held, a piece at a time; read no more while some is left.

        A head and a body in chunks end with an empty line: a piece that goes up to one has the end of one message or
        one head at most.
        """
        while self._held and not self._waits():
            if not self._busy:
                self._held = self._held.lstrip(b"\r\n")  # empty lines before a request are nothing (RFC 9112, 2.2)
            end = self._held.find(_END) + len(_END)
            if not self._busy and not self._begins(end):
                break
            piece = self._held[:end] if end >= len(_END) else self._held
            self._held = self._held[len(piece) :]
            self._received += len(piece)
            super().data_received(piece)
            if self._received - self._body > self.of.limits.framing_bytes:
                self.drop()
        if self.transport.is_closing():
            self._held = b""
        elif self._held and self._waits():
            self._paused = True
            self.transport.pause_reading()
        elif self._paused:  # else uvicorn may have done so, for a body that nobody takes
            self._paused = False
            self.transport.resume_reading()

    def _waits(self) -> bool:
        """Whether something must be sent before more is passed on."""
        return self._blocked or (self._busy and self._whole) or self.transport.is_closing()

    def _begins(self, end: int) -> bool:
        """Whether a whole head is held that ends at `end`; too large a one is refused."""
        most = self.of.limits.head_bytes
        if end > most or (end < len(_END) and len(self._held) > most):
            self._refuse()
            return False
        if end < len(_END):
            return False
        self._busy, self._whole, self._received, self._body = True, False, -end, 0
        self.since = time.monotonic()
        if self.stopping:
            asyncio.get_running_loop().call_soon(super().shutdown)
        return True

    def _refuse(self) -> None:
        """Say that the head is too large, and read on for a moment: what is unread would let the answer be lost."""
        self._refused, self._held = True, b""
        self.since = time.monotonic()
        self.transport.write(_TOO_LARGE)
        if self.transport.can_write_eof():
            self.transport.write_eof()


def guarded(connections: "Connections") -> type[Connection]:
    """Return the protocol class of a server with these connections; uvicorn takes a class."""
    attributes: dict[str, Any] = {"of": connections}
    return type("Guarded", (Connection,), attributes)
