"""Who gets a thread next: networks take turns, and one that has used much processor time comes after the others.

All of it belongs to the thread of the event loop, but what the workers do.
"""

import asyncio
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from .limits import Limits


class Busy(Exception):
    """Too many requests of this network wait already."""


@dataclass(slots=True)
class _Job:
    network: str
    run: Callable[[], Any]
    done: "asyncio.Future[Any]"


class _Budget:
    """A token bucket of processor time: `rate` seconds a second, up to `burst`. It may be overdrawn."""

    __slots__ = ("_at", "_seconds")

    def __init__(self, burst: float) -> None:
        self._seconds, self._at = burst, time.monotonic()

    def left(self, rate: float, burst: float) -> float:
        """Return the seconds that are left."""
        now = time.monotonic()
        self._seconds, self._at = min(burst, self._seconds + rate * (now - self._at)), now
        return self._seconds

    def spend(self, seconds: float, burst: float) -> None:
        """Take seconds out. A debt has an end, so that nobody pays for an hour."""
        self._seconds = max(self._seconds - seconds, -5 * burst)


class Dispatcher:
    """Runs functions in threads, fairly among networks."""

    def __init__(self, threads: int, limits: Limits) -> None:
        """Take that many threads; `start` starts them."""
        self._limits, self._free = limits, threads
        self._most_of_one = max(1, threads // 2)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=f"worker-{n}", daemon=True) for n in range(threads)]
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()  # by network, who is next first
        self._at_work: Counter[str] = Counter()
        self._unsent: Counter[str] = Counter()
        self._budgets: dict[str, _Budget] = {}

    def start(self) -> None:
        """Start the threads, for the running event loop."""
        self._loop = asyncio.get_running_loop()
        for thread in self._threads:
            thread.start()

    def stop(self, patience: float) -> None:
        """End the threads that have nothing to do; wait so many seconds for the others."""
        end = time.monotonic() + patience
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, end - time.monotonic()))

    async def run(self, network: str, function: Callable[[], Any]) -> Any:
        """Return what `function` returns in a thread, when it is the turn of `network`; raises what it raises.

        Raises:
            Busy: too many of this network wait already.
        """
        queue = self._waiting.setdefault(network, deque())
        if len(queue) >= self._limits.waiting_of_one:
            raise Busy
        job = _Job(network, function, self._loop.create_future())
        queue.append(job)
        self._assign()
        return await job.done

    def prompt(self, network: str) -> bool:
        """Whether a request of a network would have its turn soon."""
        return network not in self._waiting and not self._over(network)

    def sending(self, network: str, size: int) -> None:
        """Count bytes of answers of a network that are to be sent; negative when they are."""
        self._unsent[network] += size
        if size < 0:
            if not self._unsent[network]:
                del self._unsent[network]
            self._assign()

    def forget_idle(self) -> None:
        """Forget the budgets that are full again."""
        rate, burst = self._limits.share_of_one, self._limits.burst_of_one
        for network in [each for each, budget in self._budgets.items() if budget.left(rate, burst) >= burst]:
            del self._budgets[network]
        self._assign()

    def _assign(self) -> None:
        """Give free threads to who is next."""
        while self._free and self._waiting and (network := self._next()) is not None:
            queue = self._waiting[network]
            job = queue.popleft()
            if queue:
                self._waiting.move_to_end(network)
            else:
                del self._waiting[network]
            if job.done.cancelled():
                continue
            self._free -= 1
            self._at_work[network] += 1
            self._jobs.put(job)

    def _next(self) -> str | None:
        """Return the network whose turn it is; None if nobody may begin now.

        One over its budget gets a thread only while nobody else has one.
        """
        over = None
        for network in self._waiting:
            if self._at_work[network] >= self._most_of_one or self._unsent[network] > self._limits.unread_of_one:
                continue
            if not self._over(network):
                return network
            over = network if over is None else over
        return over if not self._at_work else None

    def _over(self, network: str) -> bool:
        budget = self._budgets.get(network)
        return budget is not None and budget.left(self._limits.share_of_one, self._limits.burst_of_one) <= 0

    def _work(self) -> None:
        """Run jobs; the only part that other threads do."""
        while (job := self._jobs.get()) is not None:
            began = time.thread_time()
            result, error = None, None
            try:
                result = job.run()
            except BaseException as raised:
                error = raised
            took = time.thread_time() - began
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._finished, job, result, error, took)
            del job, result, error

    def _finished(self, job: _Job, result: Any, error: BaseException | None, took: float) -> None:
        self._free += 1
        self._at_work[job.network] -= 1
        if not self._at_work[job.network]:
            del self._at_work[job.network]
        budget = self._budgets.get(job.network)
        if budget is None:
            budget = self._budgets[job.network] = _Budget(self._limits.burst_of_one)
        budget.spend(took, self._limits.burst_of_one)
        if job.done.cancelled():
            pass
        elif error is None:
            job.done.set_result(result)
        else:
            job.done.set_exception(error)
        self._assign()
