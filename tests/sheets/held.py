"""A press that waits until a test releases it."""

import threading
from collections.abc import Callable

from scorekeeper.sheets.printer import Press, TooManyWaiting


class HeldPress(Press):
    """A press that begins no sheet until `may_begin` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.may_begin = threading.Event()
        self._inside = 0
        self._is_over = False
        self._left_one = threading.Condition()

    def do(self, work: Callable[..., bytes]) -> bytes:
        with self._left_one:
            if self._is_over:
                raise TooManyWaiting
            self._inside += 1
        try:
            self.may_begin.wait(20)
            return super().do(work)
        finally:
            with self._left_one:
                self._inside -= 1
                self._left_one.notify_all()

    def end(self) -> None:
        """Release it, wait for what it does, and stop it. A page that asks again is refused: it would start anew."""
        self.may_begin.set()
        with self._left_one:
            self._is_over = True
            assert self._left_one.wait_for(lambda: not self._inside, 60)
        self.stop()
