"""Background work yields to prompt requests: while one runs, a background thread sleeps most of the time.

All threads of a process share one interpreter lock, so beside one thread that computes another takes twice as long.
Therefore a profile function (`sys.setprofile`) in the background thread checks at each function call whether a prompt
request is running, and sleeps if so. It never stops entirely: a lock that it holds is released a little later.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

_RUN, _SLEEP = 0.0004, 0.006
"""Seconds that a background thread runs and sleeps in turn while a prompt request is running."""


class TrackedRequest(Protocol):
    """A request that a thread works on."""

    slept: float
    """Seconds that the thread slept to yield to prompt requests."""


_prompt: set[object] = set()
_thread = threading.local()


def begin_prompt(request: object) -> None:
    """Register a running request that must be answered promptly."""
    _prompt.add(request)


def end_prompt(request: object) -> None:
    """Unregister a prompt request; idempotent."""
    _prompt.discard(request)


def set_current_request(request: TrackedRequest | None, on_blocked: Callable[[], None] = lambda: None) -> None:
    """Set the request of this thread: the thread does not yield to it, and adds to its `slept`.

    `on_blocked` is called, in this thread, by `mark_current_request_blocked`.
    """
    _thread.request, _thread.on_blocked = request, on_blocked


def mark_current_request_blocked() -> None:
    """Say that this thread's request waits for other work: nothing yields to it, and its network may start another."""
    end_prompt(getattr(_thread, "request", None))
    getattr(_thread, "on_blocked", lambda: None)()


@contextmanager
def in_background() -> Iterator[None]:
    """Make this thread yield to prompt requests within the block."""
    own: TrackedRequest | None = getattr(_thread, "request", None)
    until, before = 0.0, sys.getprofile()

    def yield_to_prompt(_frame: FrameType, _event: str, _arg: object) -> None:
        nonlocal until
        if _prompt and (began := time.perf_counter()) > until and len(_prompt) > (own in _prompt):
            time.sleep(_SLEEP)
            ended = time.perf_counter()
            until = ended + _RUN
            if own is not None:
                own.slept += ended - began

    sys.setprofile(yield_to_prompt)
    try:
        yield
    finally:
        sys.setprofile(before)


@contextmanager
def in_foreground() -> Iterator[None]:
    """Do not yield within the block: other threads wait for a lock that this one holds."""
    before = sys.getprofile()
    sys.setprofile(None)
    try:
        yield
    finally:
        sys.setprofile(before)
