"""What the server's own thread does at once: it sends hints, and boards that are ready. Other threads do the rest.

When a round is saved all phones ask for the board at once; to hand each request to a thread costs more than to answer.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Hashable
from functools import partial
from typing import Protocol

from waitress.task import ThreadedTaskDispatcher

from .web.live_ready import Answer, Look, Wanted

_log = logging.getLogger(__name__)


class Channel(Protocol):
    """A connection with a request."""

    answer: Answer | None
    """To the request, if it is ready."""
    makes: Hashable
    """What others wait for until the request is answered."""

    def wanted(self, look: Look) -> Wanted | None:
        """Return what the request wants of what may be ready."""

    def service(self) -> None:
        """Answer the request."""


class Desk(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Takes the channels that have a request: answers it if what is wanted is ready, else lets a thread do so."""

    def __init__(self, look: Look) -> None:
        """Find what is ready by `look`."""
        super().__init__()
        self._look = look
        self._soon: deque[Callable[[], None]] = deque()
        self._rung = False
        self._waiting: dict[Hashable, list[Channel]] = {}  # by what a thread is making just now
        self._waiting_lock = threading.Lock()

    def add_task(self, task: Channel) -> None:
        """Take a channel: for the next `turn` if its answer is ready, else for a thread."""
        wanted = task.wanted(self._look)
        if wanted is None:
            super().add_task(task)
        elif wanted.answer is not None:
            task.answer = wanted.answer
            self._soon.append(task.service)
        elif not self._waits(wanted.key, task):
            task.makes = wanted.key
            super().add_task(task)

    def made(self, key: Hashable) -> None:
        """Take those who wait for it once more, at the next `turn`: a thread has made it, or could not."""
        with self._waiting_lock:
            waiting = self._waiting.pop(key, [])
        self._soon.extend(partial(self.add_task, task) for task in waiting)

    def post(self, act: Callable[[], None]) -> bool:
        """Keep something for the next `turn`; return whether the server's own thread must be woken for it."""
        self._soon.append(act)
        rung, self._rung = self._rung, True
        return not rung

    def turn(self) -> None:
        """Do what has come up; only the server's own thread may."""
        self._rung = False  # first: for what comes from now on it is woken again
        while self._soon:
            act = self._soon.popleft()
            try:
                act()
            except Exception:  # one phone's trouble is not the others'
                _log.exception("Something could not be sent")

    def _waits(self, key: Hashable, task: Channel) -> bool:
        """Let a channel wait for what another's request makes; False if its own is the first."""
        with self._waiting_lock:
            first = key not in self._waiting
            others = self._waiting.setdefault(key, [])
            if not first:
                others.append(task)
            return not first
