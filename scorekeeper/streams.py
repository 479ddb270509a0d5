"""Streams on waitress: the task that began one gives its connection away, so that no thread stands by for a watcher."""

import time
from collections.abc import Hashable
from functools import partial
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask
from waitress.utilities import build_http_date

from .desk import Desk
from .services.live import HAND_OVER, Hub, Stream
from .web.live_ready import Answer, Look, Wanted

LAST_CHUNK = b"0\r\n\r\n"
_UNREAD = 1 << 16  # bytes of hints beyond what the system keeps: nobody reads them any more


class StreamTask(WSGITask):  # type: ignore[misc]  # waitress has no types
    """A task after which the answer may go on without a thread."""

    hub: Hub | None = None
    stream: Stream | None = None
    opened = False

    def get_environment(self) -> dict[str, Any]:
        """Return the environ, with the way to hand a stream over in it."""
        environ: dict[str, Any] = super().get_environment()
        environ[HAND_OVER] = self._hand_over
        return environ

    def service(self) -> None:
        """Answer; a stream that could not be opened is left."""
        try:
            super().service()
        finally:
            if self.hub is not None and self.stream is not None and not self.opened:
                self.hub.leave(self.stream)

    def execute(self) -> None:
        """Let the application answer, unless the answer is ready."""
        answer, self.channel.answer = self.channel.answer, None
        if answer is None:
            super().execute()
            return
        dated = (*answer.headers, ("Date", build_http_date(self.start_time)))
        head = "\r\n".join([f"HTTP/1.1 {answer.status}", *map(": ".join, dated)])
        self.wrote_header = True
        self.channel.write_soon(head.encode("latin-1") + b"\r\n\r\n" + answer.body)

    def set_close_on_finish(self) -> None:
        """Close after the answer; but not because a 304 has no length, as waitress would: it has no body."""
        if not self.status.startswith("304") or self.version != "1.1" or self.request.connection_close:
            super().set_close_on_finish()

    def finish(self) -> None:
        """End the answer, unless a stream goes on with it."""
        if self.hub is None or self.stream is None or not self.wrote_header:
            super().finish()
            return
        self.opened, self.close_on_finish = True, False
        self.channel.watch(self.hub, self.stream)
        self.stream.open(self._sink)

    def _hand_over(self, hub: Hub, stream: Stream) -> None:
        self.hub, self.stream = hub, stream

    def _sink(self, chunk: bytes | None) -> None:
        if self.chunked_response:
            data = LAST_CHUNK if chunk is None else b"%X\r\n%s\r\n" % (len(chunk), chunk)
        else:
            data = chunk or b""
        channel = self.channel
        if channel.desk.post(partial(channel.hint, data, ends=chunk is None)):
            channel.server.pull_trigger()


class StreamChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that may belong to a stream; then nothing more is read from it, but its end."""

    task_class = StreamTask
    watched: tuple[Hub, Stream] | None = None
    answer: Answer | None = None  # to its first request, if that is ready
    makes: Hashable = None  # what others wait for until its first request is answered

    @property
    def desk(self) -> Desk:
        """The server's."""
        desk: Desk = self.server.task_dispatcher
        return desk

    def wanted(self, look: Look) -> Wanted | None:
        """Return what the first request wants of what may be ready; nothing while an answer before is not sent.

        Of what is not read waitress keeps so much, and then lets the thread wait: that must not be the server's own.
        """
        request = self.requests[0]
        if self.total_outbufs_len or request.error or request.command != "GET":
            return None
        if request.version != "1.1" or request.connection_close:
            return None
        return look(request.path, request.headers)

    def service(self) -> None:
        """Answer the first request; then others may have what it made."""
        made, self.makes = self.makes, None
        try:
            super().service()
        finally:
            if made is not None:
                self.desk.made(made)
                self.server.pull_trigger()

    def watch(self, hub: Hub, stream: Stream) -> None:
        """Belong to a stream from now on."""
        self.watched = (hub, stream)
        if not self.connected:  # its end came before
            hub.leave(stream)

    def hint(self, data: bytes, *, ends: bool) -> None:
        """Send of a stream, by the server's own thread."""
        if not self.connected:
            return
        if self.total_outbufs_len > _UNREAD:
            self.handle_close()
            return
        try:
            with self.outbuf_lock:
                sent = 0 if self.total_outbufs_len else self.send(data)
                if sent:
                    self.last_activity = time.time()
                self.write_soon(data[sent:])
        except (OSError, ClientDisconnected):
            self.handle_close()
        if ends:
            self.close_when_flushed = True

    def received(self, data: bytes) -> bool:
        """Take what the client has sent."""
        return False if self.watched else bool(super().received(data))

    def handle_close(self) -> None:
        """Close, and leave the stream."""
        super().handle_close()
        if self.watched:
            hub, stream = self.watched
            hub.leave(stream)
