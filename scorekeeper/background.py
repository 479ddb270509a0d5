"""Background work yields to prompt requests: while one runs, a background thread sleeps most of the time.

All threads of a process share one interpreter lock, so beside one thread that computes another takes twice as long.
Therefore a profile function (`sys.setprofile`) in the background thread checks at each function call whether a prompt
request is running, and sleeps if so. It never stops entirely: a lock that it holds is released a little later.

CPython 3.11 leaves a running generator with an outdated stack depth after the profile function was called at its start.
The garbage collector then visits objects that are gone, and the process dies. So there is no garbage collection while
any thread is in the background, and one that is due comes as soon as none is.
"""

import gc
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


_LONGEST_WAIT = 1.0
"""Seconds that a thread waits for a collection that is due before it works in the background all the same."""

_prompt: set[object] = set()
_thread = threading.local()
_profiled: set[int] = set()  # the threads in the background
_collections: list[Callable[[], None]] = []  # the one that is due, if any
_none_profiled = threading.Condition()


def when_none_is_in_background(collect: Callable[[], None]) -> None:
    """Call `collect` at once if no thread is in the background; otherwise the last one that leaves it does."""
    with _none_profiled:
        if _profiled:
            _collections[:] = [collect]  # the latest: several at once would find the same
        else:
            collect()


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
    """Mark this thread's request as waiting: no thread yields to it any more, and its network may start another."""
    end_prompt(getattr(_thread, "request", None))
    getattr(_thread, "on_blocked", lambda: None)()


@contextmanager
def in_background() -> Iterator[None]:
    """Make this thread yield to prompt requests within the block."""
    entered, before = _enter(), sys.getprofile()
    sys.setprofile(_yielding(getattr(_thread, "request", None)))
    try:
        yield  # with an empty stack: this generator, too, is outdated when the last one out collects garbage
    finally:
        sys.setprofile(before)
        if entered:
            _leave()


def _enter() -> bool:
    """Suspend garbage collection, after a short wait for one that is due; return whether this thread is new here."""
    thread = threading.get_ident()
    if thread in _profiled:
        return False
    with _none_profiled:
        _none_profiled.wait_for(lambda: not _collections, _LONGEST_WAIT)
        _profiled.add(thread)
        gc.disable()
    return True


def _leave() -> None:
    """Resume garbage collection if this thread is the last one, beginning with what is due."""
    with _none_profiled:
        _profiled.remove(threading.get_ident())
        if not _profiled:
            gc.enable()
            while _collections:
                _collections.pop()()
            _none_profiled.notify_all()


def _yielding(own: TrackedRequest | None) -> Callable[[FrameType, str, object], None]:
    """Return a profile function that sleeps while a prompt request other than this thread's `own` is running."""
    until = 0.0

    def yield_to_prompt(_frame: FrameType, _event: str, _arg: object) -> None:
        nonlocal until
        if _prompt and (began := time.perf_counter()) > until and len(_prompt) > (own in _prompt):
            time.sleep(_SLEEP)
            ended = time.perf_counter()
            until = ended + _RUN
            if own is not None:
                own.slept += ended - began

    return yield_to_prompt


@contextmanager
def in_foreground() -> Iterator[None]:
    """Do not yield within the block: other threads wait for a lock that this one holds."""
    before = sys.getprofile()
    sys.setprofile(None)
    try:
        yield
    finally:
        sys.setprofile(before)
