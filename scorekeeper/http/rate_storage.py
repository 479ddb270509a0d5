"""The counters of the limits of rate, safe for threads.

`MemoryStorage` starts a timer when it counts and none runs. Two threads at once may start the same timer, which raises:
alisaifee/limits, pull request 352, is in no release yet. Without the lock one request in some thousands fails.
"""

from threading import Lock

from limits.storage import MemoryStorage


class LockedMemory(MemoryStorage):
    """Counters in the memory of this process, one thread at a time."""

    STORAGE_SCHEME = ("locked-memory",)  # type: ignore[assignment]  # a list there, which nobody changes
    _one = Lock()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count, and return how many there are; see `MemoryStorage.incr`."""
        with self._one:
            return super().incr(key, expiry, amount)

    def decr(self, key: str, amount: int = 1) -> int:
        """Take back, and return how many are left; see `MemoryStorage.decr`."""
        with self._one:
            return super().decr(key, amount)


LOCKED_MEMORY = "locked-memory://"
"""The address by which Flask-Limiter finds it."""
