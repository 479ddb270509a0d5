"""The queue before the one press: fair between addresses, and no request waits in it for long."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ...background import in_background, mark_current_request_blocked
from ...sheets.printer import PrintingError, TooLarge, TooManyWaiting
from .printing import Shelf

MOST_WAITING = 16
OF_ONE_ADDRESS = 2
_MOMENT = 3.0  # seconds that a request waits until its sheet is begun
PATIENCE = 180.0  # seconds that it waits in all; no sheet takes longer
_TOO_LARGE_FOR = 15 * 60  # seconds; a machine that was busy may have more time later
_FAILED_FOR = 5.0  # seconds that another failure is told without another try
_MOST_FAILURES = 1_000

_log = logging.getLogger(__name__)


class NotYet(PrintingError):
    """The sheet is being printed: ask again in a moment."""


class TooManyOfOne(PrintingError):
    """The address has as many sheets in the queue as one may: ask again when one is done."""


@dataclass(eq=False)
class _Job:
    key: str
    size_key: str
    address: str
    make: Callable[[], bytes]
    begun: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    data: bytes | None = None
    error: Exception | None = None


class PrintQueue:
    """Sheets that wait for the press. A thread of its own prints one after the other, and puts each on the shelf.

    The addresses take turns, so that one with many sheets does not hold up another with one.
    """

    def __init__(
        self, shelf: Shelf, *, most_held: int = 1, of_one: int = OF_ONE_ADDRESS, most: int = MOST_WAITING
    ) -> None:
        """Let at most `most_held` requests wait at a time for their sheets, and `of_one` sheets of an address."""
        self._shelf, self._most_held, self._of_one, self._most = shelf, most_held, of_one, most
        self._lock = threading.Lock()
        self._jobs: dict[str, _Job] = {}  # waiting or being printed, by their keys
        self._turns: dict[str, deque[_Job]] = {}  # waiting, by address; the address whose turn is next stands first
        self._held: list[str] = []  # the addresses of the requests that wait
        self._failures: dict[str, tuple[Exception, float]] = {}
        self._working = False

    def sheet(
        self, key: str, address: str, make: Callable[[], bytes], size_key: str = "", patience: float = PATIENCE
    ) -> bytes:
        """Return the sheet of that key: from the shelf, or as `make` prints it within `patience` seconds.

        Who finds others in front, or too many requests waiting, is told at once or after a moment.

        Sheets with the same `size_key` (by default the key) are about as large: if one is too large, all are.

        Raises:
            NotYet: it is being printed, or waits to be, and goes to the shelf.
            TooManyOfOne: the address has too many sheets in the queue.
            PrintingError: see `sheets.printer`; also what else `make` raises.
        """
        data = self._shelf.get(key)
        if data is not None:
            return data
        with self._lock:
            job = self._job(key, size_key or key, address, make)
            may_wait = self._may_wait(address)
            if may_wait:
                self._held.append(address)
        if may_wait:
            self._wait(job, address, patience)
        if not job.done.is_set():
            raise NotYet
        if job.error is not None or job.data is None:
            raise job.error or NotYet
        return job.data

    def _job(self, key: str, size_key: str, address: str, make: Callable[[], bytes]) -> _Job:
        """Return the job that prints the sheet, a new one if there is none."""
        self._raise_known(key, size_key)
        if key in self._jobs:
            return self._jobs[key]
        if sum(job.address == address for job in self._jobs.values()) >= self._of_one:
            raise TooManyOfOne
        if len(self._jobs) >= self._most:
            raise TooManyWaiting
        job = self._jobs[key] = _Job(key, size_key, address, make)
        self._turns.setdefault(address, deque()).append(job)
        if not self._working:
            self._working = True
            threading.Thread(target=self._work, name="printing", daemon=True).start()
        return job

    def _raise_known(self, *keys: str) -> None:
        for key in keys:
            error, until = self._failures.get(key, (None, 0.0))
            if error is not None and time.monotonic() < until:
                raise error.with_traceback(None)  # else it would hold the frames of all who have asked

    def _may_wait(self, address: str) -> bool:
        """Return whether one more request may hold its thread; the last place is not for who has one already."""
        free = self._most_held - len(self._held)
        return free > 1 or (free == 1 and address not in self._held)

    def _wait(self, job: _Job, address: str, patience: float) -> None:
        began = time.monotonic()
        mark_current_request_blocked()  # else the sheet would give way to the request that waits for it
        try:
            if job.begun.wait(min(_MOMENT, patience)):
                job.done.wait(began + patience - time.monotonic())
        finally:
            with self._lock:
                self._held.remove(address)

    def _work(self) -> None:
        """Print until nothing waits any more."""
        while (job := self._next()) is not None:
            job.begun.set()
            try:
                with in_background():
                    job.data = job.make()
                self._shelf.put(job.key, job.data)
            except Exception as error:
                job.error = error
                if not isinstance(error, PrintingError):
                    _log.exception("A sheet could not be made")
            self._end(job)

    def _next(self) -> _Job | None:
        """Return the job whose turn it is; the address stands last then."""
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

    def _end(self, job: _Job) -> None:
        with self._lock:
            del self._jobs[job.key]
            if job.error is not None and not isinstance(job.error, NotYet):
                too_large = isinstance(job.error, TooLarge)
                if len(self._failures) >= _MOST_FAILURES:
                    del self._failures[next(iter(self._failures))]
                lasting = _TOO_LARGE_FOR if too_large else _FAILED_FOR
                self._failures[job.size_key if too_large else job.key] = job.error, time.monotonic() + lasting
        job.done.set()
