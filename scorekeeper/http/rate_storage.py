"""Thread-safe counters for rate limits.

`MemoryStorage` starts a timer when it counts and none is running. Two threads may start the same timer, which raises;
the fix (alisaifee/limits, pull request 352) is in no release yet. Without the lock one request in some thousands fails.
"""

from threading import Lock

from limits.storage import MemoryStorage


class LockedMemory(MemoryStorage):
    """In-memory counters behind a lock."""

    STORAGE_SCHEME = ("locked-memory",)  # type: ignore[assignment]  # a list there, which nobody changes
    _counting = Lock()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Increment a counter and return it; see `MemoryStorage.incr`."""
        with self._counting:
            return super().incr(key, expiry, amount)

    def decr(self, key: str, amount: int = 1) -> int:
        """Decrement a counter and return it; see `MemoryStorage.decr`."""
        with self._counting:
            return super().decr(key, amount)


LOCKED_MEMORY = "locked-memory://"
"""The storage URI for Flask-Limiter."""
