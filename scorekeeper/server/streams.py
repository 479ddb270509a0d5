"""Carry chunks of event streams from worker threads to connections on the event loop; no stream needs a thread."""

import asyncio
from collections import deque
from collections.abc import Callable


class LoopWaker:
    """Wakes many stream queues with one call into the event loop: a saved round reaches hundreds of phones at once."""

    def __init__(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._pending: deque[StreamQueue] = deque()
        self._scheduled = False

    def wake(self, queue: "StreamQueue") -> None:
        """Wake a queue soon; thread-safe.

        Raises:
            RuntimeError: the event loop is closed.
        """
        self._pending.append(queue)
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        self._scheduled = False  # first: what is appended from now on schedules another call
        while self._pending:
            self._pending.popleft().wake()


class StreamQueue:
    """The chunks of one stream that wait to be sent, bounded in bytes."""

    __slots__ = ("_chunks", "_drop", "_ended", "_limit", "_waiter", "_waker")

    def __init__(self, waker: LoopWaker, limit: int, drop: Callable[[], None]) -> None:
        """Keep up to `limit` bytes; beyond that the client does not read, and `drop` closes its connection."""
        self._waker, self._limit, self._drop = waker, limit, drop
        self._chunks: deque[bytes | None] = deque()
        self._ended = False
        self._waiter: asyncio.Future[None] | None = None

    def put(self, chunk: bytes | None) -> None:
        """Append a chunk; None ends the stream. Thread-safe.

        Raises:
            ConnectionError: the connection is closed.
        """
        if self._ended:
            raise ConnectionError
        self._chunks.append(chunk)
        self._waker.wake(self)

    def end(self) -> None:
        """End the stream and discard what waits."""
        self._ended = True
        self.wake()

    def wake(self) -> None:
        """Resume `next`; if nobody waits there and the queue is over its limit, drop the connection."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        elif not self._ended and sum(len(chunk or b"") for chunk in self._chunks) > self._limit:
            self._ended = True
            self._drop()

    async def next(self) -> bytes | None:
        """Wait for chunks and return all of them joined; None at the end of the stream."""
        while not self._chunks and not self._ended:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
            self._waiter = None
        taken = []
        while self._chunks and not self._ended:
            chunk = self._chunks.popleft()
            if chunk is None:
                self._ended = True
            else:
                taken.append(chunk)
        return b"".join(taken) or None
