"""A bounded queue for work that needs much memory: one task runs in this process, a few wait, others are refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from ...background import mark_current_request_blocked
from ..errors import Busy


class Queue:
    """A lock for which at most `waiting` threads wait, for at most `seconds`."""

    def __init__(self, waiting: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = BoundedSemaphore(waiting + 1)
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the lock until the end of the block.

        Raises:
            Busy: too many wait already, or it took too long.
        """
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            self._acquire()
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def _acquire(self) -> None:
        if self._turn.acquire(blocking=False):
            return
        mark_current_request_blocked()
        if not self._turn.acquire(timeout=self.seconds):
            raise Busy
