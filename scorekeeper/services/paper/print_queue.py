"""The print queue: one worker thread, fair between networks, and requests wait only briefly for their sheets."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ...background import in_background, mark_current_request_blocked
from ...sheets.printer import PrintingError, TooLarge, TooManyWaiting
from .printing import SheetCache

MAX_QUEUED = 16
MAX_PER_NETWORK = 2
_START_TIMEOUT = 3.0  # seconds that a request waits for its sheet to be started
TIMEOUT = 180.0  # seconds that it waits in all; no sheet takes longer
_TOO_LARGE_TTL = 15 * 60  # seconds that TooLarge is cached; a busy machine may have more time later
_FAILURE_TTL = 5.0  # seconds that another failure is cached
_MOST_FAILURES = 1_000

_log = logging.getLogger(__name__)


class NotYet(PrintingError):
    """The sheet is queued or being printed: retry later."""


class TooManyOfNetwork(PrintingError):
    """The network has reached its limit of queued sheets: retry later."""


@dataclass(eq=False)
class _PrintJob:
    key: str
    size_key: str
    address: str
    make: Callable[[], bytes]
    begun: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    data: bytes | None = None
    error: Exception | None = None


class PrintQueue:
    """Prints sheets one after another in a thread of its own and caches them; networks take turns (round robin)."""

    def __init__(
        self, cache: SheetCache, *, most_held: int = 1, per_network: int = MAX_PER_NETWORK, most: int = MAX_QUEUED
    ) -> None:
        """Limit waiting requests to `most_held`, and queued sheets to `most`, `per_network` of one network."""
        self._cache, self._most_held, self._per_network, self._most = cache, most_held, per_network, most
        self._lock = threading.Lock()
        self._jobs: dict[str, _PrintJob] = {}  # queued or being printed, by key
        self._turns: dict[str, deque[_PrintJob]] = {}  # queued, by network in round-robin order
        self._held: list[str] = []  # networks of the requests that are waiting
        self._failures: dict[str, tuple[Exception, float]] = {}
        self._working = False

    def sheet(
        self, key: str, address: str, make: Callable[[], bytes], size_key: str = "", timeout: float = TIMEOUT
    ) -> bytes:
        """Return the sheet with this cache key: from the cache, or printed by `make` within `timeout` seconds.

        Behind a long queue, or when too many requests wait, `NotYet` is raised after 3 seconds or at once; the sheet
        stays queued. Sheets with the same `size_key` (default: the key) count as equally large: if one is too large,
        so are all.

        Raises:
            NotYet: the sheet is queued or being printed.
            TooManyOfNetwork: the network has too many sheets in the queue.
            PrintingError: see `sheets.printer`. Whatever else `make` raises is raised, too.
        """
        data = self._cache.get(key)
        if data is not None:
            return data
        with self._lock:
            job = self._job(key, size_key or key, address, make)
            may_wait = self._may_wait(address)
            if may_wait:
                self._held.append(address)
        if may_wait:
            self._wait(job, address, timeout)
        if not job.done.is_set():
            raise NotYet
        if job.error is not None or job.data is None:
            raise job.error or NotYet
        return job.data

    def _job(self, key: str, size_key: str, address: str, make: Callable[[], bytes]) -> _PrintJob:
        """Return the job of a sheet; enqueue a new one if there is none."""
        self._raise_cached_failure(key, size_key)
        if key in self._jobs:
            return self._jobs[key]
        if sum(job.address == address for job in self._jobs.values()) >= self._per_network:
            raise TooManyOfNetwork
        if len(self._jobs) >= self._most:
            raise TooManyWaiting
        job = self._jobs[key] = _PrintJob(key, size_key, address, make)
        self._turns.setdefault(address, deque()).append(job)
        if not self._working:
            self._working = True
            threading.Thread(target=self._work, name="printing", daemon=True).start()
        return job

    def _raise_cached_failure(self, *keys: str) -> None:
        for key in keys:
            error, until = self._failures.get(key, (None, 0.0))
            if error is not None and time.monotonic() < until:
                raise error.with_traceback(None)  # the traceback would keep the frames of all requests alive

    def _may_wait(self, address: str) -> bool:
        """Whether one more request may block its thread; the last slot is not for a network that has one already."""
        free = self._most_held - len(self._held)
        return free > 1 or (free == 1 and address not in self._held)

    def _wait(self, job: _PrintJob, address: str, timeout: float) -> None:
        began = time.monotonic()
        mark_current_request_blocked()  # the printing thread must not yield to the request that waits for it
        try:
            if job.begun.wait(min(_START_TIMEOUT, timeout)):
                job.done.wait(began + timeout - time.monotonic())
        finally:
            with self._lock:
                self._held.remove(address)

    def _work(self) -> None:
        """Print until the queue is empty; the target of the printing thread."""
        while (job := self._next()) is not None:
            job.begun.set()
            try:
                with in_background():
                    job.data = job.make()
                self._cache.put(job.key, job.data)
            except Exception as error:
                job.error = error
                if not isinstance(error, PrintingError):
                    _log.exception("A sheet could not be made")
            self._end(job)

    def _next(self) -> _PrintJob | None:
        """Return the job whose turn it is, and move its network to the end; None if the queue is empty."""
        with self._lock:
            if not self._turns:
                self._working = False
                return None
            address = next(iter(self._turns))
            waiting = self._turns.pop(address)
            job = waiting.popleft()
            if waiting:
                self._turns[address] = waiting
            return job

    def _end(self, job: _PrintJob) -> None:
        with self._lock:
            del self._jobs[job.key]
            if job.error is not None and not isinstance(job.error, NotYet):
                too_large = isinstance(job.error, TooLarge)
                if len(self._failures) >= _MOST_FAILURES:
                    del self._failures[next(iter(self._failures))]
                ttl = _TOO_LARGE_TTL if too_large else _FAILURE_TTL
                self._failures[job.size_key if too_large else job.key] = job.error, time.monotonic() + ttl
        job.done.set()
