"""What an attacker knows, and how long he goes on."""

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
    """An instance, and the attacker's own long game in it, imported before."""

    port: int
    seconds: float
    seed: int
    game_id: str = ""
    key: str = ""
    rounds: int = 0
    source: str = ""
    """The attacker's address."""

    def document(self) -> dict[str, object]:
        """Return all of it as JSON."""
        return asdict(self)


@dataclass
class Siege:
    """One attack while it lasts: its end, its source address, what it was answered."""

    target: Target
    end: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.end = time.monotonic() + self.target.seconds

    @property
    def over(self) -> bool:
        """Whether it is time to stop."""
        return time.monotonic() >= self.end

    def chance(self, number: int) -> Random:
        """Return the source of chance of hand `number`."""
        return Random(f"{self.target.seed} {self.target.source} {number}")

    def count(self, answer: str, times: int = 1) -> None:
        """Note what came back."""
        with self._lock:
            self.answers[answer] += times

    def pause(self, seconds: float) -> None:
        """Wait so long, but not beyond the end."""
        time.sleep(max(0.0, min(seconds, self.end - time.monotonic())))

    def browser(self, patience: float = _PATIENCE) -> Browser:
        """Return a client from the attacker's address."""
        return Browser(self.target.port, self.target.source, patience)

    def repeat(self, ask: Callable[[Browser, Random], Answer], hands: int, most: int = 100_000) -> None:
        """Let `hands` connections ask as fast as they are answered, each `most` times at most."""
        self.at_once([partial(self._ask, ask, number, most) for number in range(hands)])

    def at_once(self, hands: list[Callable[[], None]]) -> None:
        """Run all `hands` in threads of their own, and wait until they have ended."""
        threads = [threading.Thread(target=hand, daemon=True) for hand in hands]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.1, self.end + 1 - time.monotonic()))

    def _ask(self, ask: Callable[[Browser, Random], Answer], number: int, most: int) -> None:
        browser, chance = self.browser(), self.chance(number)
        for _ in range(most):
            if self.over:
                break
            try:
                self.count(str(ask(browser, chance).status))
            except (*Broken, LookupError) as error:
                self.count(type(error).__name__)
                self.pause(0.05)
        with suppress(OSError):
            browser.close()
