"""The ASGI application: cached boards, event streams, and everything else through the WSGI application."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias, cast

from ..http.addresses import network_of
from ..services.live.hub import MAX_STREAMS
from ..services.monitoring.metrics import MOST_STREAMS, RECEIVED, REFUSED, UNTRUSTED, UNTRUSTED_PROXY, count_request
from ..web.board.live_ready import CachedResponse, Look
from .bodies import BodyReceiver, ClientDisconnected, Receive, TooManyBodies
from .bridge import Response, Scope, Wsgi, call_wsgi, environ_of, headers_of
from .connections import Connections
from .dispatcher import Dispatcher, QueueFull
from .protocol import Connection
from .streams import LoopWaker, StreamQueue

Send: TypeAlias = Callable[[Any], Awaitable[None]]
Render: TypeAlias = Callable[[], Awaitable[Response]]

_CHUNK = 32 * 1024
_CLOSE = (b"connection", b"close")
_BOARD = "/games/<game_id>/board"
_CACHED_COST = 0.0005
"""Processor time in seconds that sending a cached board is counted with."""
_RETRY_AFTER = 5
_OVERLOADED = (429, 503)
_TRY_LATER = "The server has too many requests from your network just now. Try again in a few seconds."


class Application:
    """The ASGI 3 application that uvicorn calls for each request."""

    def __init__(self, wsgi: Wsgi, look: Look, connections: Connections, dispatcher: Dispatcher, proxies: int) -> None:
        """Answer from the cache that `look` reads, else by `wsgi`; `proxies` counts the trusted reverse proxies."""
        self._wsgi, self._look, self._connections, self._dispatcher = wsgi, look, connections, dispatcher
        self._proxies, self._limits = proxies, connections.limits
        self._bodies = BodyReceiver(connections.limits)
        self._rendering: dict[Hashable, asyncio.Event] = {}
        MOST_STREAMS.set(MAX_STREAMS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or run the lifespan protocol."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        connection = self._connections.find((scope["client"], scope["server"]))
        if connection is None:  # closed meanwhile
            return
        try:
            await self._respond(connection, scope, receive, send)
        finally:
            connection.response_complete()

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        self.loop = asyncio.get_running_loop()
        self._waker = LoopWaker()
        self._dispatcher.start()
        sweeper = asyncio.create_task(self._sweep())
        await send({"type": "lifespan.startup.complete"})
        with suppress(asyncio.CancelledError):  # a forced exit cancels
            await receive()
        sweeper.cancel()
        self._connections.drop_all()
        await send({"type": "lifespan.shutdown.complete"})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._limits.sweep_seconds)
            self._connections.sweep()
            self._dispatcher.sweep()

    async def _respond(self, connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope, proxies=bool(self._proxies))
        network = self._network(connection, headers)
        render = partial(self._call_application, connection, network, scope, headers, receive)
        try:
            if scope["method"] == "GET" and scope["path"].endswith("/board"):
                response = await self._board(network, scope["path"], headers, render)
            else:
                response = await render()
        except ClientDisconnected:
            return
        except (QueueFull, TooManyBodies):
            REFUSED.inc()
            response = _overloaded(scope["path"])
        if response.status in _OVERLOADED and not connection.stopping:
            await asyncio.sleep(self._limits.refusal_delay)
        if "UPGRADE" in headers or self._connections.draining:  # no protocol is supported: what follows may not be HTTP
            response.close = True
        if response.streams:
            response.close = True  # a stream ends with its connection
            await self._stream(connection, response, send)
        else:
            await self._send(connection, network, response, send)

    def _network(self, connection: Connection, headers: Mapping[str, str]) -> str:
        """Return the network key that a request counts for, by X-Forwarded-For if there are trusted proxies."""
        forwarded = headers.get("X_FORWARDED_FOR", "").split(",") if self._proxies else []
        if not forwarded or len(forwarded) < self._proxies:
            return connection.network
        return network_of(forwarded[-self._proxies].strip())

    async def _board(self, network: str, path: str, headers: Mapping[str, str], render: Render) -> Response:
        """Return a board from the cache, or render it; concurrent requests for the same board share one rendering.

        A network that is over its share renders for itself alone, so that nobody waits for its turn.
        """
        while (wanted := self._look(path, headers)) is not None:
            if wanted.answer is not None:
                return await self._cached_board(network, wanted.answer)
            key = wanted.key if self._dispatcher.is_prompt(network) else (network, wanted.key)
            rendering = self._rendering.get(key)
            if rendering is None:
                self._rendering[key] = rendered = asyncio.Event()
                try:
                    return await render()
                finally:
                    del self._rendering[key]
                    rendered.set()
            await rendering.wait()
        return await render()

    async def _cached_board(self, network: str, board: CachedResponse) -> Response:
        began = perf_counter()
        if self._dispatcher.is_prompt(network):
            self._dispatcher.add_usage(network, _CACHED_COST)
            response = _from_cache(board)
        else:
            response = cast(Response, await self._dispatcher.run(network, partial(_from_cache, board)))
        count_request("GET", _BOARD, response.status, perf_counter() - began)
        return response

    async def _call_application(
        self, connection: Connection, network: str, scope: Scope, headers: Mapping[str, str], receive: Receive
    ) -> Response:
        """Return the response of the WSGI application.

        Raises:
            ClientDisconnected, QueueFull, TooManyBodies: the application was not called.
        """
        body = await self._bodies.receive(network, scope["path"], headers, receive)
        marks = {RECEIVED: perf_counter(), UNTRUSTED: self._is_by_untrusted_proxy(scope)}

        def respond() -> Response:
            if scope["method"] == "GET" and connection.closed:
                raise ClientDisconnected
            return call_wsgi(self._wsgi, {**environ_of(scope, headers, body), **marks})

        try:
            response: Response = await self._dispatcher.run(network, respond)
        finally:
            body.close()
        response.close = body.unread
        return response

    def _is_by_untrusted_proxy(self, scope: Scope) -> bool:
        untrusted = not self._proxies and any(name == b"x-forwarded-for" for name, _value in scope["headers"])
        if untrusted:
            UNTRUSTED_PROXY.inc()
        return untrusted

    async def _send(self, connection: Connection, network: str, response: Response, send: Send) -> None:
        """Send a response in chunks, as fast as the client reads."""
        size = len(response.body)
        self._dispatcher.add_unsent(network, size)
        try:
            await send(_start(response))
            for at in range(0, max(size, 1), _CHUNK):
                chunk = response.body[at : at + _CHUNK]
                connection.written += len(chunk)
                await send({"type": "http.response.body", "body": chunk, "more_body": at + _CHUNK < size})
        finally:
            self._dispatcher.add_unsent(network, -size)

    async def _stream(self, connection: Connection, response: Response, send: Send) -> None:
        """Send a stream until it ends or the connection closes."""
        ((hub, stream),) = response.streams
        queue = StreamQueue(self._waker, self._limits.stream_buffer_bytes, connection.drop)
        try:
            connection.on_close(queue.end)
            await send(_start(response))
            chunk: bytes | None = response.body
            stream.open(queue.put)
            while chunk is not None:
                connection.written += len(chunk)
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
                chunk = await queue.next()
            await send({"type": "http.response.body", "body": b""})
        finally:
            hub.unsubscribe(stream)


def _start(response: Response) -> dict[str, object]:
    headers = [*response.headers, _CLOSE] if response.close else response.headers
    return {"type": "http.response.start", "status": response.status, "headers": headers}


def _from_cache(board: CachedResponse) -> Response:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in board.headers]
    return Response(int(board.status[:3]), headers, board.body)


def _overloaded(path: str) -> Response:
    """Return a 503 with Retry-After: problem details under /api/, plain text elsewhere."""
    kind, body = b"text/plain; charset=utf-8", _TRY_LATER.encode()
    if path.startswith("/api/"):
        problem = {"type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": _TRY_LATER}
        kind, body = b"application/problem+json", json.dumps(problem).encode()
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body)), (b"retry-after", b"%d" % _RETRY_AFTER)]
    return Response(503, headers, body, close=True)
