"""Streams on waitress: the task that began one gives its connection away, so that no thread stands by for a watcher."""

from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from .services.live import HAND_OVER, Hub, Stream

LAST_CHUNK = b"0\r\n\r\n"


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
        if chunk is not None:
            self.write(chunk)
            return
        if self.chunked_response:
            self.channel.write_soon(LAST_CHUNK)
        self.channel.close_when_flushed = True
        self.channel.server.pull_trigger()


class StreamChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that may belong to a stream; then nothing more is read from it, but its end."""

    task_class = StreamTask
    watched: tuple[Hub, Stream] | None = None

    def watch(self, hub: Hub, stream: Stream) -> None:
        """Belong to a stream from now on."""
        self.watched = (hub, stream)
        if not self.connected:  # its end came before
            hub.leave(stream)

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what waits; a hint may come from another thread while the server's own sends."""
        with self.outbuf_lock:
            return bool(super()._flush_some(do_close=do_close))

    def received(self, data: bytes) -> bool:
        """Take what the client has sent."""
        return False if self.watched else bool(super().received(data))

    def handle_close(self) -> None:
        """Close, and leave the stream."""
        super().handle_close()
        if self.watched:
            hub, stream = self.watched
            hub.leave(stream)
