"""A queue before work that takes much memory: one at a time in this process, a few wait, the others are refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from ...background import mark_current_request_blocked
from ..errors import Busy


class Queue:
    """Lets one at a time through; `waiting` others wait for at most `seconds`."""

    def __init__(self, waiting: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = BoundedSemaphore(waiting + 1)
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn, and have it until the end of the block.

        Raises:
            Busy: too many wait already, or it took too long.
        """
        if not self._places.acquire(blocking=False):
            raise Busy
        mark_current_request_blocked()
        try:
            if not self._turn.acquire(timeout=self.seconds):
                raise Busy
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()
