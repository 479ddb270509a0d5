"""When the cyclic garbage collector looks through everything: between requests, never in the middle of one."""

import gc

_YOUNG = (700, 5, 1_000_000)
"""Thresholds (see `gc.set_threshold`): new objects are looked through as usual, what has survived that only by us.

Whoever asks for a game of 5,000 rounds makes a million objects; a look through them holds the interpreter lock for a
tenth of a second, and with it everybody else.
"""
_DUE = 2.0
"""Seconds of processor time after which it is time, if nobody waits."""
_OVERDUE = 4.0
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

    def spent(self, seconds: float, *, idle: bool) -> None:
        """Note that a request has taken so much processor time, and collect if it is time; `idle`: nobody waits."""
        self._spent += seconds
        if self._spent > (_DUE if idle else _OVERDUE):
            self._spent = 0.0
            gc.collect()
            if idle:  # what is there now is cached: it stays
                gc.freeze()
