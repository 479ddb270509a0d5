"""The queue before the press is fair and bounded, and no request waits in it for long."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper.services.paper.print_queue import NotYet, PrintQueue, TooManyOfNetwork
from scorekeeper.services.paper.printing import SheetCache
from scorekeeper.sheets.printer import LibraryMissing, TookTooLong, TooLarge, TooManyWaiting

from ...web.phones import wait_until


class Held:
    """A printer that waits until it is released, and records the order."""

    def __init__(self) -> None:
        self.may, self.made = threading.Event(), list[str]()

    def __call__(self, name: str) -> Callable[[], bytes]:
        def make() -> bytes:
            self.may.wait(20)
            self.made.append(name)
            return name.encode()

        return make


@pytest.fixture
def held() -> Iterator[Held]:
    """A printer that waits."""
    held = Held()
    yield held
    held.may.set()


@pytest.fixture
def cache(tmp_path: Path) -> SheetCache:
    """An empty cache."""
    return SheetCache(tmp_path / "sheets")


def ask(queue: PrintQueue, name: str, address: str, make: Callable[[], bytes]) -> None:
    with pytest.raises(NotYet):
        queue.sheet(name, address, make, timeout=0.02)


def test_a_sheet_that_is_made_at_once_is_the_answer(cache: SheetCache) -> None:
    queue = PrintQueue(cache)
    assert queue.sheet("a", "home", lambda: b"a") == b"a"
    assert queue.sheet("a", "home", lambda: b"not made again") == b"a"


def test_a_sheet_that_takes_long_is_there_the_next_time(cache: SheetCache, held: Held) -> None:
    queue = PrintQueue(cache)
    ask(queue, "a", "home", held("a"))
    ask(queue, "a", "elsewhere", held("the same once more"))
    held.may.set()
    wait_until(lambda: cache.get("a") == b"a")
    assert queue.sheet("a", "home", held("never")) == b"a"
    assert held.made == ["a"]


def test_an_address_has_two_sheets_at_once(cache: SheetCache, held: Held) -> None:
    """A third is refused for now; the same sheet again does not count; other addresses are served."""
    queue = PrintQueue(cache)
    for name in ("a", "b", "a", "b"):
        ask(queue, name, "home", held(name))
    with pytest.raises(TooManyOfNetwork):
        queue.sheet("c", "home", held("c"))
    ask(queue, "d", "elsewhere", held("d"))
    held.may.set()
    wait_until(lambda: len(held.made) == 3)
    wait_until(lambda: not queue._jobs)
    assert queue.sheet("c", "home", held("c")) == b"c"


def test_the_addresses_take_turns(cache: SheetCache, held: Held) -> None:
    queue = PrintQueue(cache, per_network=9)
    ask(queue, "a1", "a", held("a1"))
    for name in ("a2", "a3", "a4", "b1", "b2", "c1"):
        ask(queue, name, name[0], held(name))
    held.may.set()
    wait_until(lambda: not queue._jobs)
    assert held.made == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


def test_a_queue_that_is_full_says_so(cache: SheetCache, held: Held) -> None:
    queue = PrintQueue(cache, most=3)
    for number in range(3):
        ask(queue, f"{number}", f"home {number}", held("x"))
    with pytest.raises(TooManyWaiting):
        queue.sheet("3", "home 3", held("x"))


def test_few_requests_wait_and_the_last_place_is_for_another_address(cache: SheetCache, held: Held) -> None:
    """All others are refused at once."""
    queue, waiting = PrintQueue(cache, most_held=2), []

    def wait(name: str, address: str) -> None:
        waiting.append(queue.sheet(name, address, held(name)))

    threads = [threading.Thread(target=wait, args=("a", "home"))]
    threads[0].start()
    wait_until(lambda: queue._held == ["home"])
    began = time.monotonic()
    with pytest.raises(NotYet):
        queue.sheet("b", "home", held("b"))
    assert time.monotonic() - began < 1
    threads.append(threading.Thread(target=wait, args=("a", "elsewhere")))
    threads[1].start()
    wait_until(lambda: queue._held == ["home", "elsewhere"])
    with pytest.raises(NotYet):
        queue.sheet("c", "third", held("c"))
    assert time.monotonic() - began < 2
    held.may.set()
    for thread in threads:
        thread.join(5)
    assert waiting == [b"a", b"a"]


def test_what_was_too_large_is_known_to_be(cache: SheetCache) -> None:
    """Also for other settings of the same sheet; other failures are cached for a moment only, a busy machine not."""
    tried = []

    def make(error: Exception) -> Callable[[], bytes]:
        def fail() -> bytes:
            tried.append(error)
            raise error

        return fail

    queue = PrintQueue(cache)
    for key in ("A4", "A4", "A5"):
        with pytest.raises(TooLarge):
            queue.sheet(key, "home", make(TooLarge()), "game 7")
    assert len(tried) == 1
    assert queue.sheet("A4 without history", "home", lambda: b"x", "game 7 short") == b"x"
    for _ in range(2):
        with pytest.raises(LibraryMissing):
            queue.sheet("B", "home", make(LibraryMissing()), "game 8")
    assert len(tried) == 2
    assert queue.sheet("C", "home", lambda: b"x", "game 8") == b"x"
    with pytest.raises(TookTooLong):
        queue.sheet("D", "home", make(TookTooLong()), "game 9")
    assert queue.sheet("D", "home", lambda: b"x", "game 9") == b"x"


def preview(queue: PrintQueue, name: str, address: str, make: Callable[[], bytes]) -> None:
    with pytest.raises(NotYet):
        queue.sheet(name, address, make, timeout=0.02, preview=True)


def test_previews_come_after_all_sheets_and_keep_none_from_being_queued(cache: SheetCache, held: Held) -> None:
    queue = PrintQueue(cache, most_held=9)
    ask(queue, "first", "home", held("first"))
    preview(queue, "shown", "home", held("shown"))
    preview(queue, "shown elsewhere", "elsewhere", held("shown elsewhere"))
    ask(queue, "second", "home", held("second"))
    ask(queue, "third", "elsewhere", held("third"))
    held.may.set()
    wait_until(lambda: not queue._working)
    assert held.made == ["first", "second", "third", "shown", "shown elsewhere"]


def test_the_next_preview_displaces_one_that_was_not_begun(cache: SheetCache, held: Held) -> None:
    """Its request gets an answer at once; a sheet that was asked for meanwhile stays, and comes with the sheets."""
    queue = PrintQueue(cache, most_held=9)
    ask(queue, "first", "home", held("first"))
    preview(queue, "wanted", "home", held("wanted"))
    ask(queue, "wanted", "home", held("the same once more"))
    ask(queue, "other", "elsewhere", held("other"))
    waiting = threading.Thread(target=preview, args=(queue, "old", "home", held("old")))
    waiting.start()
    wait_until(lambda: "old" in queue._jobs or not waiting.is_alive())
    preview(queue, "new", "home", held("new"))
    waiting.join(20)
    held.may.set()
    wait_until(lambda: not queue._working)
    assert held.made == ["first", "wanted", "other", "new"]
