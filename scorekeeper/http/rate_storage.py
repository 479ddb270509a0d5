"""Thread-safe counters for rate limits: of this process, or of all processes in a Redis or Valkey server.

`MemoryStorage` starts a timer when it counts and none is running. Two threads may start the same timer, which raises;
the fix (alisaifee/limits, pull request 352) is in no release yet. Without the lock one request in some thousands fails.
"""

import logging
import time
from threading import Lock, RLock
from typing import Any

from limits.storage import MemoryStorage, RedisStorage, Storage

_PATIENCE = 0.5
"""Seconds to wait for an answer; the server is near, and answers in a fraction of a millisecond."""
_AGAIN = 5.0
"""Seconds after which a server that did not answer is asked again."""
_log = logging.getLogger(__name__)

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


class SharedCounters(Storage):
    """Counters in a Redis or Valkey server; while it does not answer, this process counts by itself.

    The counters of the process begin at zero then: a client may do once more what it was allowed in a window.
    """

    STORAGE_SCHEME = ("shared+redis", "shared+rediss")  # type: ignore[assignment]  # as above

    def __init__(self, uri: str, **options: Any) -> None:
        """Count at the address behind `shared+` in `uri`; nothing is sent yet."""
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        super().__init__(uri, **options)
        self._server = RedisStorage(
            uri.removeprefix("shared+"),
            key_prefix="scorekeeper",
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            retry=Retry(NoBackoff(), 1),  # type: ignore[arg-type]  # passed on to redis; once more: the server may have closed a connection
        )
        self._own = LockedMemory()
        self._lock = Lock()
        self._ask_at = 0.0
        self.shared = True
        """Whether the server answered when it was asked last."""

    @property
    def base_exceptions(self) -> type[Exception]:
        """The errors that a caller may see: none of the server's."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Increment a counter, which lives for `expiry` seconds, and return it."""
        return int(self._ask("incr", key, expiry, amount))

    def get(self, key: str) -> int:
        """Return a counter; 0 if there is none."""
        return int(self._ask("get", key))

    def get_expiry(self, key: str) -> float:
        """Return the Unix time until which a counter lives."""
        return float(self._ask("get_expiry", key))

    def clear(self, key: str) -> None:
        """Remove a counter."""
        self._ask("clear", key)

    def reset(self) -> int | None:
        """Remove all counters; return how many there were, if that is known."""
        removed: int | None = self._ask("reset")
        return removed

    def check(self) -> bool:
        """Ask the server now; return whether it answers."""
        self._ask_at = 0.0
        self._ask("get", "check")
        return self.shared

    def _ask(self, method: str, *arguments: Any) -> Any:
        """Call a method of the server's counters, or of our own while the server does not answer."""
        if self._may_ask():
            try:
                answer = getattr(self._server, method)(*arguments)
            except self._server.base_exceptions:
                self._note(shared=False)
            else:
                self._note(shared=True)
                return answer
        return getattr(self._own, method)(*arguments)

    def _may_ask(self) -> bool:
        """Whether to ask the server: always while it answers, else one thread every few seconds."""
        if self.shared:
            return True
        with self._lock:
            due = time.monotonic() >= self._ask_at
            if due:
                self._ask_at = time.monotonic() + _AGAIN
            return due

    def _note(self, *, shared: bool) -> None:
        """Note whether the server answered, and log a change."""
        if shared == self.shared:
            return
        with self._lock:
            changed, self.shared = shared != self.shared, shared
            if not shared:
                self._ask_at = time.monotonic() + _AGAIN
        if changed and shared:
            _log.warning("Rate limits are counted for all processes together again.")
        elif changed:
            _log.warning("The server at SCOREKEEPER_LIMITS_URL does not answer: each process counts its own limits.")


LOCKED_MEMORY = "locked-memory://"
"""The storage URI for Flask-Limiter."""


def storage_uri(limits_url: str | None) -> str:
    """Return the storage URI for Flask-Limiter: the counters of this process, or shared ones at `limits_url`."""
    return f"shared+{limits_url}" if limits_url else LOCKED_MEMORY
