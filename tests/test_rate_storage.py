"""The storage of the rate limits' counters."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from limits.storage import storage_from_string

from scorekeeper.http.rate_storage import LOCKED_MEMORY, LockedMemory


def test_many_threads_count_at_once_and_none_is_lost() -> None:
    """The library's `MemoryStorage` would start a timer twice, which raises."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            counters = LockedMemory()
            with ThreadPoolExecutor(16) as pool:
                for future in [pool.submit(counters.incr, "key", 60.0) for _ in range(200)]:
                    future.result()
            assert counters.get("key") == 200
    finally:
        sys.setswitchinterval(usual)


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_limit_holds_for_as_long_as_it_should_though_the_clock_is_set(
    monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Its end moves with the clock, and so does what a client is told about it."""
    real, off, later = time.time, [0.0], [0.0]
    monotonic = time.monotonic
    monkeypatch.setattr(time, "time", lambda: real() + off[0] + later[0])
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + later[0])
    counters = LockedMemory()
    assert [counters.incr("key", 60) for _ in range(3)] == [1, 2, 3]
    off[0] = hours * 3600.0
    assert counters.get("key") == 3
    assert 59 < counters.get_expiry("key") - time.time() <= 60
    later[0] = 61.0
    assert counters.incr("key", 60) == 1


def test_flask_limiter_finds_it_by_its_address() -> None:
    assert isinstance(storage_from_string(LOCKED_MEMORY), LockedMemory)
