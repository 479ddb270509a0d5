"""What goes from the threads that tell of changes to the watchers' connections, without a thread for any of them."""

import asyncio
from collections import deque
from collections.abc import Callable


class Bell:
    """Wakes the event loop once for many feeds: a saved round is told to hundreds of phones at a time."""

    def __init__(self) -> None:
        """Belong to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._rung: deque[Feed] = deque()
        self._ringing = False

    def ring(self, feed: "Feed") -> None:
        """Wake a feed soon, from whatever thread.

        Raises:
            RuntimeError: the event loop has ended.
        """
        self._rung.append(feed)
        if not self._ringing:
            self._ringing = True
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._ringing = False  # first: for what comes from now on it rings again
        while self._rung:
            self._rung.popleft().wake()


class Feed:
    """The bytes of a stream on their way to its connection."""

    __slots__ = ("_bell", "_chunks", "_drop", "_ended", "_most", "_size", "_waiter")

    def __init__(self, bell: Bell, most: int, drop: Callable[[], None]) -> None:
        """Keep up to `most` bytes; with more, `drop` the connection: nobody reads them."""
        self._bell, self._most, self._drop = bell, most, drop
        self._chunks: deque[bytes | None] = deque()
        self._size = 0
        self._ended = False
        self._waiter: asyncio.Future[None] | None = None

    def put(self, chunk: bytes | None) -> None:
        """Send this, None as the end; from whatever thread.

        Raises:
            ConnectionError: the connection is gone.
        """
        if self._ended:
            raise ConnectionError
        self._chunks.append(chunk)
        self._bell.ring(self)

    def end(self) -> None:
        """Send nothing more."""
        self._ended = True
        self.wake()

    def wake(self) -> None:
        """Let `next` go on, or drop a connection that takes nothing."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        elif not self._ended and sum(len(chunk or b"") for chunk in self._chunks) > self._most:
            self._ended = True
            self._drop()

    async def next(self) -> bytes | None:
        """Return what is to be sent next, all there is at once; None at the end."""
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
