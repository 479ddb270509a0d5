"""One connection: uvicorn's HTTP protocol with guards against slow, oversized and unread traffic.

The guards sit between asyncio and the HTTP parser. They forward a request head only when it is complete, and nothing
of the next request before the response to the current one is sent. So uvicorn never pipelines.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, TypeAlias

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..http.addresses import network_of
from .limits import Limits

Endpoints: TypeAlias = tuple[tuple[str, int] | None, tuple[str, int | None] | None]
"""Client and server address of a connection, as in an ASGI scope."""

_END = b"\r\n\r\n"
_LINGER = 2.0
_WRITE_BUFFER = 16 * 1024  # bytes of responses in user space; beyond that `send` waits
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Registry(Protocol):
    """What a connection needs of the registry of all of them: `connections.Connections`."""

    limits: Limits
    buffer: memoryview

    def admit(self, connection: "Connection", /) -> bool:
        """Register a connection; False if there is no room."""

    def forget(self, connection: "Connection", /) -> None:
        """Remove a connection."""

    def tarpit(self, transport: asyncio.Transport, /) -> None:
        """Take over a connection that was not admitted."""


class Connection(HttpToolsProtocol, asyncio.BufferedProtocol):
    """One connection. Call its methods on the event loop's thread only; `closed` may be read from any."""

    registry: Registry
    """Set by `protocol_class`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Register the connection; without room it goes to the tarpit."""
        peer, own = (transport.get_extra_info(name) for name in ("peername", "sockname"))
        self.endpoints: Endpoints = (peer and (str(peer[0]), int(peer[1])), own and (str(own[0]), int(own[1])))
        self.network = network_of(str(peer[0])) if peer else ""
        self.since = time.monotonic()
        """When the current phase began: idle, head, body or linger. On the monotonic clock."""
        self.written = 0
        """Bytes of responses written so far."""
        self.stopping = False
        """Whether the server is shutting down."""
        self._pending = b""
        """Bytes received and not yet forwarded to the parser."""
        self._received = 0
        """Bytes of the current request after its head."""
        self._body = 0
        """Bytes of the current body, without chunk framing."""
        self._busy = False
        """Whether a request is in progress: its head was forwarded and its response is not complete."""
        self._complete = True
        """Whether the current request was received completely."""
        self._rejected = False
        self._blocked = False
        self._paused = False
        self._progress: tuple[float, int] | None = None
        """While there is unsent data: when it was last sampled, and how many bytes the client had read by then."""
        self._on_close: Callable[[], None] | None = None
        self.admitted = self.registry.admit(self)
        if self.admitted:
            transport.set_write_buffer_limits(_WRITE_BUFFER)
            super().connection_made(transport)
        else:
            self.registry.tarpit(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the registry."""
        if not self.admitted:
            return
        self.registry.forget(self)
        super().connection_lost(exc)
        if self._on_close:
            self._on_close()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return the buffer that asyncio reads into."""
        return self.registry.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take `nbytes` bytes out of the buffer."""
        if self._rejected or not self.admitted:
            return
        if not self._pending and not self._busy:
            self.since = time.monotonic()
        self._pending += self.registry.buffer[:nbytes]
        self._forward()

    def pause_writing(self) -> None:
        """Apply back-pressure: forward nothing while the write buffer is full."""
        super().pause_writing()
        self._blocked = True

    def resume_writing(self) -> None:
        """Release back-pressure."""
        super().resume_writing()
        self._blocked = False
        self._forward()

    def shutdown(self) -> None:
        """Close the connection once the current request is answered: the server stops."""
        self.stopping = True
        if self._on_close:
            self._on_close()
        if self._busy or not self._pending:  # else part of a head: it may still become a request
            super().shutdown()

    def on_body(self, body: bytes) -> None:
        """Count bytes of the body; a callback of httptools."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note the end of the request; a callback of httptools."""
        super().on_message_complete()
        self._complete = True

    def response_complete(self) -> None:
        """Continue with the next request."""
        self._busy = False
        self.since = time.monotonic()
        if not self._rejected and not self.transport.is_closing():
            self._forward()

    def on_close(self, callback: Callable[[], None]) -> None:
        """Call `callback` when the connection closes or the server stops; at once if either has happened."""
        self._on_close = callback
        if self.stopping or self.transport.is_closing():
            callback()

    def drop(self) -> None:
        """Abort the connection, discarding unsent data."""
        self.transport.abort()

    @property
    def idle(self) -> bool:
        """Whether no request is in progress and nothing is unsent."""
        return not self._busy and not self.unsent

    @property
    def closed(self) -> bool:
        """Whether the connection is closed or closing; thread-safe."""
        return self.transport.is_closing()

    @property
    def unsent(self) -> int:
        """Bytes of responses that the kernel has not taken yet."""
        return self.transport.get_write_buffer_size()

    def check(self, now: float) -> None:
        """Drop the connection if it has missed a deadline at `now`, on the monotonic clock."""
        if self._sends_too_slowly(now - self.since) or self._reads_too_slowly(now):
            self.drop()

    def _sends_too_slowly(self, seconds: float) -> bool:
        limits = self.registry.limits
        if self._rejected:
            return seconds > _LINGER
        if not self._busy:
            return seconds > (limits.head_seconds if self._pending else limits.idle_seconds)
        if self._complete:
            return False
        due = limits.body_rate * (seconds - limits.body_grace)
        return seconds > limits.body_seconds or self._body < due

    def _reads_too_slowly(self, now: float) -> bool:
        unsent, limits = self.unsent, self.registry.limits
        if not unsent:
            self._progress = None
            return False
        read = self.written - unsent
        if self._progress is None:
            self._progress = now, read
            return False
        since, read_before = self._progress
        if now - since < limits.slow_read_seconds:
            return False
        self._progress = now, read
        return read - read_before < limits.slow_read_rate * limits.slow_read_seconds

    def _forward(self) -> None:
        """Forward pending bytes to uvicorn message by message; pause reading while some must wait.

        A head and a chunked body both end with an empty line. A slice up to one contains the end of one message or one
        head at most.
        """
        while self._pending and not self._must_wait():
            if not self._busy:
                self._pending = self._pending.lstrip(b"\r\n")  # a server ignores empty lines here (RFC 9112, 2.2)
            end = self._pending.find(_END) + len(_END)
            if not self._busy and not self._start_request(end):
                break
            part = self._pending[:end] if end >= len(_END) else self._pending
            self._pending = self._pending[len(part) :]
            self._received += len(part)
            super().data_received(part)
            if self._received - self._body > self.registry.limits.framing_bytes:
                self.drop()
        if self.transport.is_closing():
            self._pending = b""
        elif self._pending and self._must_wait():
            self._paused = True
            self.transport.pause_reading()
        elif self._paused:  # else uvicorn may have paused, for a body that the application does not read
            self._paused = False
            self.transport.resume_reading()

    def _must_wait(self) -> bool:
        """Whether a response must be sent before more is forwarded."""
        return self._blocked or (self._busy and self._complete) or self.transport.is_closing()

    def _start_request(self, end: int) -> bool:
        """Start a request if its head is complete, which ends at `end`; reject a head that is too large."""
        most = self.registry.limits.head_bytes
        if end > most or (end < len(_END) and len(self._pending) > most):
            self._reject()
            return False
        if end < len(_END):
            return False
        self._busy, self._complete, self._received, self._body = True, False, -end, 0
        self.since = time.monotonic()
        if self.stopping:
            asyncio.get_running_loop().call_soon(super().shutdown)
        return True

    def _reject(self) -> None:
        """Send a 431 and linger: closing with unread data would reset the connection and lose the response."""
        self._rejected, self._pending = True, b""
        self.since = time.monotonic()
        self.transport.write(_TOO_LARGE)
        if self.transport.can_write_eof():
            self.transport.write_eof()


def protocol_class(registry: Registry) -> type[Connection]:
    """Return a subclass bound to `registry`: uvicorn takes a class and makes the instances."""
    return type("BoundConnection", (Connection,), {"registry": registry})
