"""Thread-safe counters for rate limits.

`MemoryStorage` starts a timer when it counts and none is running. Two threads may start the same timer, which raises;
the fix (alisaifee/limits, pull request 352) is in no release yet. Without the lock one request in some thousands fails.
"""

import time
from threading import RLock

from limits.storage import MemoryStorage

_SET = 2.0  # seconds by which the clock differs if it was set


class LockedMemory(MemoryStorage):
    """In-memory counters behind a lock.

    They end by the time of day. When the clock is set, so are their ends: set back by an hour, a minute's limit would
    hold for an hour.
    """

    STORAGE_SCHEME = ("locked-memory",)  # type: ignore[assignment]  # a list there, which nobody changes
    _counting = RLock()
    _offset = time.time() - time.monotonic()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Increment a counter and return it; see `MemoryStorage.incr`."""
        with self._counting:
            self._follow_the_clock()
            return super().incr(key, expiry, amount)

    def decr(self, key: str, amount: int = 1) -> int:
        """Decrement a counter and return it; see `MemoryStorage.decr`."""
        with self._counting:
            return super().decr(key, amount)

    def get(self, key: str) -> int:
        """Return a counter; 0 if there is none."""
        if abs(time.time() - time.monotonic() - self._offset) >= _SET:
            with self._counting:
                self._follow_the_clock()
        return super().get(key)

    def _follow_the_clock(self) -> None:
        offset = time.time() - time.monotonic()
        if abs(moved := offset - self._offset) >= _SET:
            self._offset = offset
            for key, until in list(self.expirations.items()):  # a timer of the library deletes some meanwhile
                self.expirations[key] = until + moved


LOCKED_MEMORY = "locked-memory://"
"""The storage URI for Flask-Limiter."""
