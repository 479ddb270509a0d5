"""The ASGI application: boards that are ready, streams, and everything else through the WSGI application."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias, cast

from ..http.addresses import network_of
from ..web.board.live_ready import Answer as Ready
from ..web.board.live_ready import Look
from .bodies import Bodies, Gone, NoRoom, Receive
from .bridge import Answer, Scope, Wsgi, call, environ_of, headers_of
from .connections import Connections
from .dispatcher import Busy, Dispatcher
from .protocol import Connection
from .streams import Bell, Feed

Send: TypeAlias = Callable[[Any], Awaitable[None]]
Make: TypeAlias = Callable[[], Awaitable[Answer]]

_PIECE = 32 * 1024
_CLOSE = (b"connection", b"close")
_SENT = 0.0005
"""Seconds of processor time that a board takes which is ready."""
_AGAIN = 5
_TOO_MUCH = (429, 503)
_LATER = "The server has too many requests from your network just now. Try again in a few seconds."


class Application:
    """What uvicorn calls for each request."""

    def __init__(self, wsgi: Wsgi, look: Look, connections: Connections, dispatcher: Dispatcher, proxies: int) -> None:
        """Ask `wsgi` for what `look` does not find ready; `proxies` in front say who asks."""
        self._wsgi, self._look, self._connections, self._dispatcher = wsgi, look, connections, dispatcher
        self._proxies, self._limits = proxies, connections.limits
        self._bodies = Bodies(connections.limits)
        self._making: dict[Hashable, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or live from the server's start to its stop."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        connection = self._connections.find((scope["client"], scope["server"]))
        if connection is None:  # it is gone
            return
        try:
            await self._answer(connection, scope, receive, send)
        finally:
            connection.answered()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._bell = Bell()
        self._dispatcher.start()
        sweeping = asyncio.create_task(self._sweep())
        await send({"type": "lifespan.startup.complete"})
        with suppress(asyncio.CancelledError):  # that is how it ends in a hurry
            await receive()
        sweeping.cancel()
        self._connections.drop_all()
        await send({"type": "lifespan.shutdown.complete"})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._limits.sweep_seconds)
            self._connections.sweep()
            self._dispatcher.forget_idle()

    async def _answer(self, connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope, proxies=bool(self._proxies))
        network = self._network(connection, headers)
        make = partial(self._ask, connection, network, scope, headers, receive)
        try:
            if scope["method"] == "GET" and scope["path"].endswith("/board"):
                answer = await self._board(network, scope["path"], headers, make)
            else:
                answer = await make()
        except Gone:
            return
        except (Busy, NoRoom):
            answer = _later(scope["path"])
        if answer.status in _TOO_MUCH and not connection.stopping:
            await asyncio.sleep(self._limits.refusal_seconds)
        if "UPGRADE" in headers:  # to what we do not speak: what follows may be no request
            answer.close = True
        if answer.streams:
            answer.close = True  # no request follows on a stream: its end is the connection's
            await self._stream(connection, answer, send)
        else:
            await self._send(connection, network, answer, send)

    def _network(self, connection: Connection, headers: Mapping[str, str]) -> str:
        """Return under which key a request counts: what the first of the trusted proxies says, or the peer's own."""
        said = headers.get("X_FORWARDED_FOR", "").split(",") if self._proxies else []
        if not said or len(said) < self._proxies:
            return connection.network
        return network_of(said[-self._proxies].strip())

    async def _board(self, network: str, path: str, headers: Mapping[str, str], make: Make) -> Answer:
        """Return a board: out of memory, or made by `make`; while it is made for one, the others wait for it.

        Nobody waits for a network that has to wait itself: it makes boards for its own alone.
        """
        while (wanted := self._look(path, headers)) is not None:
            if wanted.answer is not None:
                if self._dispatcher.prompt(network):
                    self._dispatcher.used(network, _SENT)
                    return _ready(wanted.answer)
                return cast(Answer, await self._dispatcher.run(network, partial(_ready, wanted.answer)))
            key = wanted.key if self._dispatcher.prompt(network) else (network, wanted.key)
            making = self._making.get(key)
            if making is None:
                self._making[key] = made = asyncio.Event()
                try:
                    return await make()
                finally:
                    del self._making[key]
                    made.set()
            await making.wait()
        return await make()

    async def _ask(
        self, connection: Connection, network: str, scope: Scope, headers: Mapping[str, str], receive: Receive
    ) -> Answer:
        """Return what the WSGI application answers.

        Raises:
            Gone, Busy, NoRoom: it is not asked.
        """
        body = await self._bodies.receive(network, scope["path"], headers, receive)

        def answer() -> Answer:
            if scope["method"] == "GET" and connection.gone:
                raise Gone
            return call(self._wsgi, environ_of(scope, headers, body))

        try:
            answered: Answer = await self._dispatcher.run(network, answer)
        finally:
            body.close()
        answered.close = body.unread
        return answered

    async def _send(self, connection: Connection, network: str, answer: Answer, send: Send) -> None:
        """Send an answer as fast as the client takes it."""
        size = len(answer.body)
        self._dispatcher.sending(network, size)
        try:
            await send(_start(answer))
            for at in range(0, max(size, 1), _PIECE):
                piece = answer.body[at : at + _PIECE]
                connection.written += len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": at + _PIECE < size})
        finally:
            self._dispatcher.sending(network, -size)

    async def _stream(self, connection: Connection, answer: Answer, send: Send) -> None:
        """Send a stream until its end, or the connection's."""
        ((hub, stream),) = answer.streams
        feed = Feed(self._bell, self._limits.unread_hints, connection.drop)
        try:
            connection.when_ended(feed.end)
            await send(_start(answer))
            more: bytes | None = answer.body
            stream.open(feed.put)
            while more is not None:
                connection.written += len(more)
                await send({"type": "http.response.body", "body": more, "more_body": True})
                more = await feed.next()
            await send({"type": "http.response.body", "body": b""})
        finally:
            hub.leave(stream)


def _start(answer: Answer) -> dict[str, object]:
    headers = [*answer.headers, _CLOSE] if answer.close else answer.headers
    return {"type": "http.response.start", "status": answer.status, "headers": headers}


def _ready(answer: Ready) -> Answer:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    return Answer(int(answer.status[:3]), headers, answer.body)


def _later(path: str) -> Answer:
    """Return the answer to whoever has asked for too much at once."""
    kind, body = b"text/plain; charset=utf-8", _LATER.encode()
    if path.startswith("/api/"):
        problem = {"type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": _LATER}
        kind, body = b"application/problem+json", json.dumps(problem).encode()
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body)), (b"retry-after", b"%d" % _AGAIN)]
    return Answer(503, headers, body, close=True)
