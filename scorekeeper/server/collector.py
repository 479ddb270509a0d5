"""Schedule full collections of the cyclic garbage collector between requests, never in the middle of one."""

import gc

from ..background import when_none_is_in_background
from .heap import trim

_THRESHOLDS = (700, 5, 1_000_000)
"""For `gc.set_threshold`: the interpreter collects young objects as usual, full collections are left to `Collector`.

A request for a game of 5,000 rounds makes a million objects. A full collection over them holds the interpreter lock
for a tenth of a second and delays every other request.
"""
_DUE = 1.0
"""Processor time in seconds after which an idle server collects."""
_OVERDUE = 2.0
"""Processor time in seconds after which a short lull is used."""
_LATEST = 3.0
"""Processor time in seconds after which a collection is forced: a busy server has no lull, and garbage piles up."""
_THAW_EVERY = 5
"""Of so many collections of an idle server, one also looks at what was frozen: some of it has become garbage."""


class Collector:
    """Triggers full collections according to the processor time that requests have used."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._idle_collections = 0
        self._default_thresholds = gc.get_threshold()

    def start(self) -> None:
        """Freeze all objects that exist now (they live as long as the process) and take over full collections."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_THRESHOLDS)

    def stop(self) -> None:
        """Hand full collections back to the interpreter."""
        gc.set_threshold(*self._default_thresholds)
        gc.unfreeze()

    def add(self, seconds: float) -> None:
        """Count the processor time of a request; collect at once if the limit is exceeded."""
        self._seconds += seconds
        if self._seconds > _LATEST:
            self._collect()

    def idle(self) -> None:
        """Collect if it is due; call this while no request is running."""
        if self._seconds > _DUE:
            self._seconds = 0.0
            when_none_is_in_background(self._collect_and_freeze)

    def lull(self) -> None:
        """Collect if it is overdue; call this shortly after a prompt request was answered."""
        if self.overdue:
            self._collect()

    @property
    def overdue(self) -> bool:
        """Whether the next lull should be used for a collection."""
        return self._seconds > _OVERDUE

    def _collect(self) -> None:
        self._seconds = 0.0
        when_none_is_in_background(_collect_all)

    def _collect_and_freeze(self) -> None:
        self._idle_collections += 1
        if self._idle_collections % _THAW_EVERY == 0:
            gc.unfreeze()
        _collect_all()
        gc.freeze()  # what is alive now is cached and mostly stays


def _collect_all() -> None:
    gc.collect()
    trim()
