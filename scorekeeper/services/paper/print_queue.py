"""The print queue: one worker thread, fair between networks, and requests wait only briefly for their sheets."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ...background import in_background, mark_current_request_blocked
from ...sheets.printer import PrintingError, TookTooLong, TooLarge, TooManyWaiting
from ..monitoring import metrics
from .printing import SheetCache

MAX_QUEUED = 16
MAX_PER_NETWORK = 2
_START_TIMEOUT = 3.0  # seconds that a request waits for its sheet to be started
TIMEOUT = 180.0  # seconds that it waits in all; a sheet takes longer only on a very busy machine
_TOO_LARGE_TTL = 15 * 60  # seconds that TooLarge is cached
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
    preview: bool
    begun: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    data: bytes | None = None
    error: Exception | None = None


class PrintQueue:
    """Prints sheets one after another in a thread of its own and caches them; networks take turns (round robin).

    Previews come after all sheets. A network's next preview replaces its earlier ones that have not been started.
    """

    def __init__(
        self, cache: SheetCache, *, most_held: int = 1, per_network: int = MAX_PER_NETWORK, most: int = MAX_QUEUED
    ) -> None:
        """Limit waiting requests to `most_held`, and queued sheets to `most`, `per_network` of one network."""
        self._cache, self._most_held, self._per_network, self._most = cache, most_held, per_network, most
        self._lock = threading.Lock()
        self._jobs: dict[str, _PrintJob] = {}  # queued or being printed, by key
        # queued, by whether they are previews and by network in round-robin order
        self._turns: dict[bool, dict[str, deque[_PrintJob]]] = {False: {}, True: {}}
        self._held: list[str] = []  # networks of the requests that are waiting
        self._failures: dict[str, tuple[Exception, float]] = {}
        self._working = False

    def sheet(
        self,
        key: str,
        address: str,
        make: Callable[[], bytes],
        size_key: str = "",
        timeout: float = TIMEOUT,
        *,
        preview: bool = False,
    ) -> bytes:
        """Return the sheet with this cache key: from the cache, or printed by `make` within `timeout` seconds.

        Behind a long queue, or when too many requests wait, `NotYet` is raised after 3 seconds or at once; the sheet
        stays queued. Sheets with the same `size_key` (default: the key) count as equally large: if one is too large,
        so are all. A sheet that is queued as a `preview` becomes an ordinary one when it is asked for as such.

        Raises:
            NotYet: the sheet is queued or being printed, or the preview was displaced.
            TooManyOfNetwork: the network has too many sheets in the queue.
            PrintingError: see `sheets.printer`. Whatever else `make` raises is raised, too.
        """
        data = self._cache.get(key)
        if data is not None:
            return data
        with self._lock:
            job = self._job(_PrintJob(key, size_key or key, address, make, preview))
            may_wait = self._may_wait(address)
            if may_wait:
                self._held.append(address)
        if may_wait:
            self._wait(job, address, timeout)
        if job.data is None:
            raise job.error or NotYet
        return job.data

    def __len__(self) -> int:
        return len(self._jobs)

    def _job(self, wanted: _PrintJob) -> _PrintJob:
        """Return the job of a sheet: the one there is, or `wanted`, which is enqueued."""
        self._raise_cached_failure(wanted.key, wanted.size_key)
        if wanted.key in self._jobs:
            job = self._jobs[wanted.key]
            if job.preview and not wanted.preview:
                self._promote(job)
            return job
        if wanted.preview:
            self._displace_previews(wanted.address)
        others = [job.address for job in self._jobs.values() if job.preview == wanted.preview]
        if others.count(wanted.address) >= self._per_network:
            raise TooManyOfNetwork
        if len(others) >= self._most:
            raise TooManyWaiting
        self._enqueue(wanted)
        return wanted

    def _enqueue(self, job: _PrintJob) -> None:
        self._jobs[job.key] = job
        metrics.SHEETS.set(len(self._jobs))
        self._turns[job.preview].setdefault(job.address, deque()).append(job)
        if not self._working:
            self._working = True
            threading.Thread(target=self._work, name="printing", daemon=True).start()

    def _promote(self, job: _PrintJob) -> None:
        """Make a preview an ordinary sheet, which is next among those of its network unless it has been begun."""
        job.preview = False
        if job in self._turns[True].get(job.address, ()):
            self._remove_previews(job.address, [job])
            self._enqueue(job)

    def _displace_previews(self, address: str) -> None:
        for job in self._remove_previews(address, list(self._turns[True].get(address, ()))):
            job.begun.set()
            job.done.set()

    def _remove_previews(self, address: str, jobs: list[_PrintJob]) -> list[_PrintJob]:
        """Take previews of a network out of the queue, and return them."""
        for job in jobs:
            del self._jobs[job.key]
            self._turns[True][address].remove(job)
        metrics.SHEETS.set(len(self._jobs))
        if not self._turns[True].get(address):
            self._turns[True].pop(address, None)
        return jobs

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
            turns = self._turns[False] or self._turns[True]
            if not turns:
                self._working = False
                return None
            address = next(iter(turns))
            waiting = turns.pop(address)
            job = waiting.popleft()
            if waiting:
                turns[address] = waiting
            return job

    def _end(self, job: _PrintJob) -> None:
        with self._lock:
            del self._jobs[job.key]
            metrics.SHEETS.set(len(self._jobs))
            if job.error is not None and not isinstance(job.error, NotYet | TookTooLong):
                too_large = isinstance(job.error, TooLarge)
                if len(self._failures) >= _MOST_FAILURES:
                    del self._failures[next(iter(self._failures))]
                ttl = _TOO_LARGE_TTL if too_large else _FAILURE_TTL
                self._failures[job.size_key if too_large else job.key] = job.error, time.monotonic() + ttl
        job.done.set()
