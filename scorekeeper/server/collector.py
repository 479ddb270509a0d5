"""When the cyclic garbage collector looks through everything: between requests, never in the middle of one."""

import gc

from .heap import give_back

_YOUNG = (700, 5, 1_000_000)
"""Thresholds (see `gc.set_threshold`): new objects are looked through as usual, what has survived that only by us.

Whoever asks for a game of 5,000 rounds makes a million objects; a look through them holds the interpreter lock for a
tenth of a second, and with it everybody else.
"""
_DUE = 1.0
"""Seconds of processor time after which it is time, if nobody waits."""
_OVERDUE = 2.0
"""Seconds of processor time after which it is time, in a lull."""
_LATEST = 6.0
"""Seconds of processor time after which it is time in any case."""


class Collector:
    """Looks through everything from time to time, while the server runs."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._usual = gc.get_threshold()

    def start(self) -> None:
        """Leave out of every look what the process has made until now: it stays."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_YOUNG)

    def stop(self) -> None:
        """Leave it to the interpreter again."""
        gc.set_threshold(*self._usual)
        gc.unfreeze()

    def spent(self, seconds: float) -> None:
        """Note that a request has taken so much processor time; collect if there has been no lull for long."""
        self._spent += seconds
        if self._spent > _LATEST:
            self._collect()

    def idle(self) -> None:
        """Collect if it is time: nobody waits."""
        if self._spent > _DUE:
            self._collect()
            gc.freeze()  # what is there now is cached: it stays

    def lull(self) -> None:
        """Collect if it is overdue: those who are waited for have just been answered."""
        if self.overdue:
            self._collect()

    @property
    def overdue(self) -> bool:
        """Whether the next lull is to be used."""
        return self._spent > _OVERDUE

    def _collect(self) -> None:
        self._spent = 0.0
        gc.collect()
        give_back()
