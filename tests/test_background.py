"""Background threads yield to prompt requests."""

import gc
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from flask import Flask

from scorekeeper import background
from scorekeeper.background import (
    begin_prompt,
    end_prompt,
    in_background,
    in_foreground,
    mark_current_request_blocked,
    set_current_request,
    when_none_is_in_background,
)
from scorekeeper.store.database import writing


@dataclass(eq=False)
class _Request:
    slept: float = 0.0


@contextmanager
def _prompt() -> Iterator[None]:
    request = _Request()
    begin_prompt(request)
    try:
        yield
    finally:
        end_prompt(request)


def _rounds(seconds: float) -> int:
    """Return how often a function is called within so many seconds."""
    end, rounds = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        rounds += 1
    return rounds


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The times that a background thread sleeps; it does not really sleep."""
    slept: list[float] = []
    monkeypatch.setattr(background.time, "sleep", slept.append)
    return slept


def test_it_works_a_small_part_of_the_time_beside_a_prompt_request() -> None:
    began = time.thread_time()
    with in_background(), _prompt():
        _rounds(0.3)
    assert time.thread_time() - began < 0.15


def test_it_sleeps_beside_a_prompt_request_only(naps: list[float]) -> None:
    with in_background():
        _rounds(0.01)
        assert not naps
        with _prompt():
            _rounds(0.01)
        assert naps
        naps.clear()
        _rounds(0.01)
    assert not naps


def test_what_it_sleeps_is_counted_for_its_request() -> None:
    own = _Request()
    set_current_request(own)
    began = time.perf_counter()
    try:
        with in_background(), _prompt():
            _rounds(0.2)
    finally:
        set_current_request(None)
    assert 0.1 < own.slept < time.perf_counter() - began  # a busy machine wakes it late: that is sleep, too


def test_it_never_stops() -> None:
    """A thread that holds something continues after some time."""
    with in_background(), _prompt():
        assert _rounds(0.1) > 100


def test_a_transaction_that_writes_does_not_give_way(app: Flask) -> None:
    """Others wait for its lock; after it the thread yields again."""
    with app.app_context(), in_background():
        giving_way = sys.getprofile()
        with writing():
            assert sys.getprofile() is None
        assert sys.getprofile() is giving_way is not None
    assert sys.getprofile() is None


def test_a_thread_that_is_not_in_the_background_is_left_alone() -> None:
    with in_foreground():
        pass
    assert sys.getprofile() is None


def test_nobody_gives_way_to_a_request_that_waits_itself(naps: list[float]) -> None:
    """Otherwise a sheet would yield to the request that waits for it."""
    waiting = _Request()
    begin_prompt(waiting)
    set_current_request(waiting)
    mark_current_request_blocked()
    set_current_request(None)
    with in_background():
        _rounds(0.01)
    assert not naps


def test_other_threads_are_left_alone() -> None:
    seen: list[object] = []
    with in_background():
        other = threading.Thread(target=lambda: seen.append(sys.getprofile()))
        other.start()
        other.join()
    assert seen == [None]


def test_a_thread_does_not_give_way_to_its_own_request(naps: list[float]) -> None:
    own = _Request()
    begin_prompt(own)
    set_current_request(own)
    try:
        with in_background():
            _rounds(0.01)
            assert not naps
            with _prompt():
                _rounds(0.01)
            assert naps
    finally:
        end_prompt(own)
        set_current_request(None)


@pytest.fixture
def nobody_in_background() -> None:
    """Wait for a sheet that an earlier test left to the printing thread."""
    end = time.monotonic() + 10
    while background._profiled and time.monotonic() < end:
        time.sleep(0.01)
    assert not background._profiled


@pytest.mark.usefixtures("nobody_in_background")
def test_no_garbage_is_collected_while_a_thread_is_in_the_background() -> None:
    """CPython 3.11 would crash: it visits objects that a running generator has let go."""
    assert gc.isenabled()
    with in_background():
        assert not gc.isenabled()
        with in_background():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


@pytest.mark.usefixtures("nobody_in_background")
def test_a_collection_comes_when_the_last_thread_leaves_the_background() -> None:
    """And whoever enters meanwhile waits for it, but not for long."""
    collected: list[str] = []
    when_none_is_in_background(lambda: collected.append("at once"))
    assert collected == ["at once"]
    seen: list[list[str]] = []

    def enter() -> None:
        with in_background():
            seen.append([*collected])

    with in_background():
        when_none_is_in_background(lambda: collected.append("replaced"))
        when_none_is_in_background(lambda: collected.append("later"))
        second = threading.Thread(target=enter)
        second.start()
        second.join(0.05)
        assert second.is_alive()
        assert not seen
    second.join(5)
    assert seen == [["at once", "later"]]


@pytest.mark.usefixtures("nobody_in_background")
def test_one_who_stays_in_the_background_keeps_others_waiting_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "_LONGEST_WAIT", 0.05)
    entered = threading.Event()

    def enter() -> None:
        with in_background():
            entered.set()

    with in_background():
        when_none_is_in_background(lambda: None)
        second = threading.Thread(target=enter)
        second.start()
        assert entered.wait(5)
        second.join(5)
