"""A cached property computes its value once, and has no lock that objects share."""

import threading
from functools import partial

from scorekeeper.cached_property import cached_property


class _Slow:
    """An object whose value waits for `ready`."""

    def __init__(self, ready: threading.Event) -> None:
        self._ready, self.times = ready, 0

    @cached_property
    def value(self) -> int:
        """The number of times that it was computed."""
        assert self._ready.wait(10)
        self.times += 1
        return self.times


def test_one_object_does_not_wait_for_another() -> None:
    never_yet, at_once = threading.Event(), threading.Event()
    at_once.set()
    slow = _Slow(never_yet)
    other = threading.Thread(target=partial(getattr, slow, "value"))
    other.start()
    try:
        assert _Slow(at_once).value == 1
        assert slow.times == 0
    finally:
        never_yet.set()
        other.join()
    assert slow.value == 1


def test_a_value_is_worked_out_once() -> None:
    ready = threading.Event()
    ready.set()
    one = _Slow(ready)
    assert (one.value, one.value, one.times) == (1, 1, 1)
