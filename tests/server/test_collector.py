"""When the garbage collector looks through everything."""

import gc
from collections.abc import Iterator

import pytest

from scorekeeper.server.collector import Collector


@pytest.fixture
def looks() -> Iterator[list[int]]:
    """What is noted of each look: its generation."""
    noted: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            noted.append(info["generation"])

    gc.callbacks.append(note)
    yield noted
    gc.callbacks.remove(note)


def test_it_looks_when_nobody_waits_and_it_is_time(looks: list[int]) -> None:
    collector = Collector()
    usual = gc.get_threshold()
    collector.start()
    try:
        looks.clear()
        collector.spent(1.5, idle=True)
        collector.spent(1.5, idle=False)
        assert 2 not in looks
        collector.spent(0.1, idle=True)
        assert looks.count(2) == 1
        collector.spent(1.5, idle=True)
        assert looks.count(2) == 1
        collector.spent(5.0, idle=False)
        assert looks.count(2) == 2
    finally:
        collector.stop()
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0


def test_the_interpreter_itself_looks_through_new_objects_only(looks: list[int]) -> None:
    collector = Collector()
    collector.start()
    try:
        looks.clear()
        kept = [[] for _ in range(100_000)]  # type: list[list[int]]
        assert len(kept) == 100_000
        assert 0 in looks
        assert 2 not in looks
    finally:
        collector.stop()
