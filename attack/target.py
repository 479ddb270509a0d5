"""The target of an attack, and the state of a running one."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from random import Random

from .browser import Answer, Broken, Browser

_PATIENCE = 20.0  # seconds that an attacker waits for an answer


@dataclass(frozen=True)
class Target:
    """The server under attack, and what is the attacker's in it: a long game, and those of the device (`games`)."""

    port: int
    seconds: float
    seed: int
    game_id: str = ""
    key: str = ""
    rounds: int = 0
    source: str = ""
    """The loopback address that the attacker connects from."""
    device: str = ""
    """The secret of a device that keeps the circle `games.CIRCLE`, and may write the game `games.PRINTED`."""

    def document(self) -> dict[str, object]:
        """Return the fields as a JSON object."""
        return asdict(self)


@dataclass
class AttackRun:
    """One running attack: its end on the monotonic clock, and the counted results."""

    target: Target
    end: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.end = time.monotonic() + self.target.seconds

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.end

    def rng(self, number: int) -> Random:
        """Return the seeded random generator of worker `number`."""
        return Random(f"{self.target.seed} {self.target.source} {number}")

    def count(self, answer: str, times: int = 1) -> None:
        """Count a result."""
        with self._lock:
            self.answers[answer] += times

    def pause(self, seconds: float) -> None:
        """Sleep for `seconds`, but not beyond the end."""
        time.sleep(max(0.0, min(seconds, self.end - time.monotonic())))

    def browser(self, patience: float = _PATIENCE) -> Browser:
        """Return a client from the attacker's address."""
        return Browser(self.target.port, self.target.source, patience)

    def device(self) -> Browser:
        """Return a client that is the target's device."""
        return Browser(self.target.port, self.target.source, _PATIENCE, {"device": self.target.device})

    def repeat(self, ask: Callable[[Browser, Random], Answer], workers: int, most: int = 100_000) -> None:
        """Call `ask` in a loop on each of `workers` connections, at most `most` times each."""
        self.at_once([partial(self._ask, ask, number, most) for number in range(workers)])

    def at_once(self, workers: list[Callable[[], None]]) -> None:
        """Run all `workers` in threads, and wait until they have ended."""
        threads = [threading.Thread(target=hand, daemon=True) for hand in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.1, self.end + 1 - time.monotonic()))

    def _ask(self, ask: Callable[[Browser, Random], Answer], number: int, most: int) -> None:
        browser, rng = self.browser(), self.rng(number)
        for _ in range(most):
            if self.over:
                break
            try:
                self.count(str(ask(browser, rng).status))
            except (*Broken, LookupError) as error:
                self.count(type(error).__name__)
                self.pause(0.05)
        with suppress(OSError):
            browser.close()
