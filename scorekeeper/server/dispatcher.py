"""Who gets a thread next: networks take turns, and one that uses much processor time comes after the others.

All threads share one interpreter lock: what computes beside a save slows it down. So a network computes one answer at a
time, and one that has used more than its share begins only while nobody else asks, and gives way (`background`). All of
this belongs to the thread of the event loop, but what the workers do.
"""

import asyncio
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from ..background import at_work_on, in_background, prompt_begun, prompt_ended
from .collector import Collector
from .limits import Limits


class Busy(Exception):
    """Too many requests of this network wait already."""


_WAITS = 1.0
"""Seconds after which a job is taken for one that waits for something, unless it computes at least a third of them."""
_QUIET = 1.0
"""Seconds without a request of others after which the garbage collector may run."""
_LULL = 0.03
"""Seconds without a request of others before one over its share begins: a save is two requests, and then the boards."""


@dataclass(slots=True, eq=False)
class _Job:
    network: str
    run: Callable[[], Any]
    done: "asyncio.Future[Any]"
    over: bool = False
    """Whether its network was over its share when it began."""
    clock: int = 0
    """The clock of the processor time of its thread (see `time.clock_gettime`), once it is at work."""
    began: float = 0.0
    """What that clock said at its beginning."""
    slept: float = 0.0
    """Seconds for which it gave way to others (see `background`)."""

    def waits(self, seconds: float) -> bool:
        """Whether the job, at work for so many seconds, has mostly waited; to give way is not to wait."""
        return not self.clock or time.clock_gettime(self.clock) - self.began < (seconds - self.slept) / 3


class _Usage:
    """Processor seconds that a network has used; after `half_life` seconds half of them are forgotten."""

    __slots__ = ("_at", "_half_life", "_seconds")

    def __init__(self, half_life: float) -> None:
        self._half_life, self._seconds, self._at = half_life, 0.0, time.monotonic()

    def at(self, now: float) -> float:
        """Return what counts at this time."""
        return self._seconds * 2 ** ((self._at - now) / self._half_life)

    def add(self, seconds: float, most: float) -> None:
        """Count some more, up to `most` in all, so that nobody pays for an hour."""
        now = time.monotonic()
        self._seconds, self._at = min(self.at(now) + seconds, most), now


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
        self._young: dict[_Job, float] = {}  # what computes, or began in the last second; when it began
        self._last_prompt = "", 0.0  # the network of the last prompt request that has ended, and when
        self._looking: asyncio.TimerHandle | None = None
        self._unsent: Counter[str] = Counter()
        self._usage: dict[str, _Usage] = {}
        self._least_at = 0.0, 0.0
        self._collector = Collector()

    def start(self) -> None:
        """Start the threads, for the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._collector.start()
        for thread in self._threads:
            thread.start()

    def stop(self, patience: float) -> None:
        """End the threads that have nothing to do; wait so many seconds for the others."""
        end = time.monotonic() + patience
        self._collector.stop()
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
        """Whether what is ready may be sent to a network at once: it has not asked for more than others do."""
        return not self._over(network, time.monotonic())

    def used(self, network: str, seconds: float) -> None:
        """Count processor time of a network."""
        if network not in self._usage:
            self._usage[network] = _Usage(self._limits.usage_half_life)
        self._usage[network].add(seconds, 8 * self._limits.usage_of_one)

    def sending(self, network: str, size: int) -> None:
        """Count bytes of answers of a network that are to be sent; negative when they are."""
        self._unsent[network] += size
        if size < 0:
            if not self._unsent[network]:
                del self._unsent[network]
            self._assign()

    def forget_idle(self) -> None:
        """Forget the networks that have not asked for a while."""
        now = time.monotonic()
        for network in [each for each, used in self._usage.items() if used.at(now) < self._limits.usage_forgotten]:
            del self._usage[network]
        self._forget_waiting(now)
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
            self._young[job] = now = time.monotonic()
            job.over = self._over(network, now)
            if not job.over:
                prompt_begun(job)
            self._jobs.put(job)

    def _next(self) -> str | None:
        """Return the network whose turn it is; None if nobody may begin now."""
        now = time.monotonic()
        self._forget_waiting(now)
        computing = Counter(job.network for job in self._young)
        over = None
        for network in self._waiting:
            if computing[network] or self._at_work[network] >= self._most_of_one:
                continue
            if self._unsent[network] > self._limits.unread_of_one:
                continue
            if not self._over(network, now):
                return network
            over = network if over is None else over
        return over if over is not None and not computing and self._lull(over, now) else None

    def _forget_waiting(self, now: float) -> None:
        """Count no longer as computing what has mostly waited for a second."""
        for job in [job for job, began in self._young.items() if now - began > _WAITS and job.waits(now - began)]:
            self._grown(job)

    def _grown(self, job: _Job) -> None:
        """Count a job no longer among those that compute; a second time does nothing."""
        if self._young.pop(job, None) is not None and not job.over:
            prompt_ended(job)

    def _lull(self, network: str, now: float) -> bool:
        """Whether no other network has asked for a moment; if one has, look again when the moment is over."""
        other, ended = self._last_prompt
        left = ended + _LULL - now if other != network else 0.0
        if left > 0 and self._looking is None:
            self._looking = self._loop.call_later(left, self._look)
        return left <= 0

    def _look(self) -> None:
        self._looking = None
        self._assign()

    def _over(self, network: str, now: float) -> bool:
        """Whether a network wants much at once, or has used much and more than another one that asks, too."""
        if len(self._usage) - (network in self._usage) == 0:
            return False
        if len(self._waiting.get(network, ())) >= self._limits.prompt_of_one:
            return True
        used = self._usage[network].at(now) if network in self._usage else 0.0
        return used > self._limits.usage_of_one and used > 1.5 * self._least(now)

    def _least(self, now: float) -> float:
        """Return how much the network has used that has used least; looked at a hundred times a second at most."""
        if now - self._least_at[0] > 0.01:
            self._least_at = now, min(each.at(now) for each in self._usage.values())
        return self._least_at[1]

    def _collect(self) -> None:
        """Let the garbage collector work, unless somebody has asked just now."""
        if not self._at_work:
            self._collector.idle()
        elif time.monotonic() - self._last_prompt[1] >= _LULL and all(job.over for job in self._young):
            self._collector.lull()

    def _work(self) -> None:
        """Run jobs; the only part that other threads do."""
        while (job := self._jobs.get()) is not None:
            job.began, job.clock = time.thread_time(), time.pthread_getcpuclockid(threading.get_ident())
            at_work_on(job)
            result, error = None, None
            try:
                with in_background() if job.over else nullcontext():
                    result = job.run()
            except BaseException as raised:
                error = raised
            took = time.thread_time() - job.began
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._finished, job, result, error, took)
            del job, result, error

    def _finished(self, job: _Job, result: Any, error: BaseException | None, took: float) -> None:
        self._free += 1
        self._grown(job)
        if not job.over:
            self._last_prompt = job.network, time.monotonic()
            if self._collector.overdue:  # soon after an answer the next request is least likely
                self._loop.call_later(_LULL, self._collect)
        self._at_work[job.network] -= 1
        if not self._at_work[job.network]:
            del self._at_work[job.network]
        self.used(job.network, took)
        self._collector.spent(took)
        if time.monotonic() - self._last_prompt[1] > _QUIET:
            self._collect()
        if job.done.cancelled():
            pass
        elif error is None:
            job.done.set_result(result)
        else:
            job.done.set_exception(error)
        self._assign()
