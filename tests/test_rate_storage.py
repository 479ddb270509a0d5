"""The storage of the rate limits' counters."""

import sys
from concurrent.futures import ThreadPoolExecutor

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


def test_flask_limiter_finds_it_by_its_address() -> None:
    assert isinstance(storage_from_string(LOCKED_MEMORY), LockedMemory)
