"""The storage of the rate limits' counters."""

import logging
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from limits.storage import storage_from_string

from attack.ports import free_port
from scorekeeper.http import rate_storage
from scorekeeper.http.rate_storage import LOCKED_MEMORY, LockedMemory, SharedCounters, storage_uri

from .redis import redis_server


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


def test_counters_are_shared_and_end_with_their_window() -> None:
    """Of two processes, each with its own connection."""
    with redis_server(free_port()) as url:
        one, other = (storage_from_string(storage_uri(url)) for _ in range(2))
        assert [one.incr("key", 1), other.incr("key", 1, 2), one.get("key")] == [1, 3, 3]
        assert 0 < other.get_expiry("key") - time.time() <= 1
        one.clear("key")
        assert other.get("key") == 0
        other.incr("key", 60)
        one.reset()
        assert other.get("key") == 0


def test_without_the_server_a_process_counts_by_itself_and_says_so_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the server is back, they count together again."""
    port = free_port()
    counters = SharedCounters(storage_uri(f"redis://127.0.0.1:{port}"))
    assert [counters.incr("key", 60) for _ in range(3)] == [1, 2, 3]
    assert not counters.check()
    monkeypatch.setattr(rate_storage, "_AGAIN", 0.0)
    assert counters.incr("key", 60) == 4
    with redis_server(port):
        assert counters.check()
        assert [counters.incr("key", 60), counters.incr("key", 60)] == [1, 2]
    assert counters.get("key") == 4
    said = [record.message for record in caplog.records if record.levelno == logging.WARNING]
    assert [("again" in each, "does not answer" in each) for each in said] == [
        (False, True),
        (True, False),
        (False, True),
    ]


def test_a_server_that_hangs_costs_half_a_second_and_then_nothing() -> None:
    """It takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        counters = SharedCounters(storage_uri(f"redis://127.0.0.1:{silent.getsockname()[1]}"))
        assert counters.incr("key", 60) == 1
        began = time.monotonic()
        assert counters.incr("key", 60) == 2
        assert time.monotonic() - began < 0.1
