"""Work in the background gives way: while somebody waits for a prompt answer, it runs a part of the time.

All threads of a process share one interpreter lock: beside one thread that computes, another one needs twice as long.
So a thread in the background looks at each call of a function whether a prompt request is at work, and if so it sleeps
most of the time. It never stops: a lock that it holds is released a little later.
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

_RUNS, _SLEEPS = 0.0004, 0.006
"""Seconds that a thread in the background runs, and sleeps, in turn, while a prompt request is at work."""


class Request(Protocol):
    """What a thread is at work on."""

    slept: float
    """Seconds for which it gave way to others."""


_prompt: set[object] = set()
_own = threading.local()


def prompt_begun(request: object) -> None:
    """Note that a prompt request begins."""
    _prompt.add(request)


def prompt_ended(request: object) -> None:
    """Note that a prompt request has ended; a second time does nothing."""
    _prompt.discard(request)


def at_work_on(request: Request | None) -> None:
    """Note on which request this thread is at work: it does not give way to that, and counts there what it sleeps."""
    _own.request = request


def own_request_waits() -> None:
    """Let nobody give way any more to the request that this thread is at work on: it waits for something itself."""
    prompt_ended(getattr(_own, "request", None))


@contextmanager
def in_background() -> Iterator[None]:
    """Let this thread give way until the end of the block."""
    own: Request | None = getattr(_own, "request", None)
    until, before = 0.0, sys.getprofile()

    def give_way(_frame: FrameType, _event: str, _arg: object) -> None:
        nonlocal until
        if _prompt and (began := time.perf_counter()) > until and len(_prompt) > (own in _prompt):
            time.sleep(_SLEEPS)
            ended = time.perf_counter()
            until = ended + _RUNS
            if own is not None:
                own.slept += ended - began

    sys.setprofile(give_way)
    try:
        yield
    finally:
        sys.setprofile(before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Do not give way until the end of the block: others wait for what this thread holds."""
    giving_way = sys.getprofile()
    sys.setprofile(None)
    try:
        yield
    finally:
        sys.setprofile(giving_way)
