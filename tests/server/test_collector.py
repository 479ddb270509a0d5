"""When the garbage collector runs a full collection."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from scorekeeper.server import collector as module
from scorekeeper.server.collector import Collector


@pytest.fixture
def looks() -> Iterator[list[int]]:
    """The generations of the collections so far."""
    noted: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            noted.append(info["generation"])

    gc.callbacks.append(note)
    yield noted
    gc.callbacks.remove(note)


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """A running collector, which freezes and unfreezes; afterwards the heap is frozen again, as for all tests."""
    monkeypatch.setattr(module, "gc", gc)
    usual = gc.get_threshold()
    made = Collector()
    made.start()
    yield made
    made.stop()
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0
    gc.freeze()


@pytest.mark.parametrize(
    ("spent", "after_idle", "after_lull"),
    [(0.9, 0, 0), (1.1, 1, 0), (2.1, 1, 1), (6.1, 1, 1)],
    ids=["not yet", "due", "overdue", "at once"],
)
def test_it_looks_when_it_is_time(
    collector: Collector, looks: list[int], spent: float, after_idle: int, after_lull: int
) -> None:
    for moment, expected in ((collector.idle, after_idle), (collector.lull, after_lull)):
        looks.clear()
        collector.add(spent)
        assert looks.count(2) == (spent > 6)
        moment()
        assert looks.count(2) == expected
        collector.add(7)  # so that nothing is left over


def test_the_interpreter_itself_looks_through_new_objects_only(collector: Collector, looks: list[int]) -> None:
    looks.clear()
    kept = [[] for _ in range(100_000)]  # type: list[list[int]]
    assert len(kept) == 100_000
    assert 0 in looks
    assert 2 not in looks


def test_what_was_frozen_and_became_garbage_is_found_after_some_collections(collector: Collector) -> None:
    """A cache's entry is frozen while it is alive; its cycles would stay for ever once it is forgotten."""

    class Node:
        itself: object

    node = Node()
    node.itself = node
    alive = weakref.ref(node)
    gc.freeze()
    del node
    for _ in range(module._THAW_EVERY):
        assert alive() is not None
        collector.add(1.1)
        collector.idle()
    assert alive() is None
