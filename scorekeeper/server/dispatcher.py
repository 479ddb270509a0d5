"""Fair scheduling of worker threads: networks take turns, and heavy users of processor time come last.

All threads share one interpreter lock, so whatever computes beside a save slows it down. Therefore a network computes
one response at a time. One over its share starts only while no other network asks, and then yields to the others
(`background`). Except for `_work` and `_on_blocked`, everything here runs on the event loop's thread.
"""

import asyncio
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

from ..background import begin_prompt, end_prompt, in_background, set_current_request
from .collector import Collector
from .limits import Limits


class QueueFull(Exception):
    """The queue of this network is full."""


_BLOCKED_AFTER = 1.0
"""Seconds after which a task counts as blocked, unless it has computed for a third of them."""
_QUIET = 1.0
"""Seconds without prompt tasks after which a due garbage collection runs."""
_LULL = 0.03
"""Seconds without tasks of others before a network over its share starts: a save is two requests, then the boards."""
_LEAST_USAGE_TTL = 0.01


@dataclass(slots=True, eq=False)
class _Task:
    network: str
    run: Callable[[], Any]
    done: "asyncio.Future[Any]"
    over_share: bool = False
    """Whether its network was over its share when the task started."""
    clock: int = 0
    """The CPU clock of its thread, for `time.clock_gettime`; 0 until the task runs."""
    began: float = 0.0
    """The reading of that clock when the task started."""
    slept: float = 0.0
    """Seconds that it slept to yield to others (`background`)."""

    def blocked(self, seconds: float) -> bool:
        """Whether the task, running for `seconds`, was mostly waiting; yielding does not count as waiting."""
        return not self.clock or time.clock_gettime(self.clock) - self.began < (seconds - self.slept) / 3


class _Usage:
    """Processor seconds used by a network, with exponential decay."""

    __slots__ = ("_at", "_half_life", "_seconds")

    def __init__(self, half_life: float) -> None:
        self._half_life, self._seconds, self._at = half_life, 0.0, time.monotonic()

    def at(self, now: float) -> float:
        """Return the decayed usage at `now`."""
        return self._seconds * 2 ** ((self._at - now) / self._half_life)

    def add(self, seconds: float, most: float) -> None:
        """Add usage, capped at `most` in all, so that no network is deprioritised for long."""
        now = time.monotonic()
        self._seconds, self._at = min(self.at(now) + seconds, most), now


class Dispatcher:
    """A thread pool with fair queueing by network."""

    def __init__(self, threads: int, limits: Limits) -> None:
        """Make a pool of `threads` threads; `start` starts them."""
        self._limits, self._free = limits, threads
        self._running_per_network = max(1, threads // 2)
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=f"worker-{n}", daemon=True) for n in range(threads)]
        self._queues: OrderedDict[str, deque[_Task]] = OrderedDict()  # by network, in round-robin order
        self._running: Counter[str] = Counter()
        self._computing: dict[_Task, float] = {}  # running tasks that are not blocked, with their start
        self._last_prompt = "", 0.0  # the network of the last prompt task that ended, and when
        self._lull_timer: asyncio.TimerHandle | None = None
        self._unsent: Counter[str] = Counter()
        self._usage: dict[str, _Usage] = {}
        self._least_usage = 0.0, 0.0  # when it was computed, and the value
        self._collector = Collector()

    def start(self) -> None:
        """Start the threads; call it on the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._collector.start()
        for thread in self._threads:
            thread.start()

    def stop(self, timeout: float) -> None:
        """Stop idle threads, and wait up to `timeout` seconds for busy ones."""
        end = time.monotonic() + timeout
        self._collector.stop()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, end - time.monotonic()))

    async def run(self, network: str, function: Callable[[], Any]) -> Any:
        """Call `function` in a worker thread when it is the turn of `network`; return its result or raise its error.

        Raises:
            QueueFull: too many tasks of this network are queued.
        """
        queue = self._queues.setdefault(network, deque())
        if len(queue) >= self._limits.queued_per_network:
            raise QueueFull
        task = _Task(network, function, self._loop.create_future())
        queue.append(task)
        self._assign()
        return await task.done

    def is_prompt(self, network: str) -> bool:
        """Whether a network is within its share, so that cached responses may be sent to it without queueing."""
        return not self._over_share(network, time.monotonic())

    def add_usage(self, network: str, seconds: float) -> None:
        """Charge processor time to a network."""
        if network not in self._usage:
            self._usage[network] = _Usage(self._limits.usage_half_life)
        self._usage[network].add(seconds, 8 * self._limits.usage_share)

    def add_unsent(self, network: str, size: int) -> None:
        """Add `size` bytes to what is still to be sent to a network; negative once they are sent."""
        self._unsent[network] += size
        if size < 0:
            if not self._unsent[network]:
                del self._unsent[network]
            self._assign()

    def sweep(self) -> None:
        """Forget networks whose usage has decayed, detect blocked tasks, and start what may start now."""
        now = time.monotonic()
        for network in [each for each, used in self._usage.items() if used.at(now) < self._limits.usage_negligible]:
            del self._usage[network]
        self._detect_blocked(now)
        self._assign()

    def _assign(self) -> None:
        """Hand queued tasks to free threads."""
        while self._free and self._queues and (network := self._next()) is not None:
            queue = self._queues[network]
            task = queue.popleft()
            if queue:
                self._queues.move_to_end(network)
            else:
                del self._queues[network]
            if task.done.cancelled():
                continue
            self._free -= 1
            self._running[network] += 1
            self._computing[task] = now = time.monotonic()
            task.over_share = self._over_share(network, now)
            if not task.over_share:
                begin_prompt(task)
            self._tasks.put(task)

    def _next(self) -> str | None:
        """Return the network whose turn it is; None if none may start a task now."""
        now = time.monotonic()
        self._detect_blocked(now)
        computing = Counter(task.network for task in self._computing)
        over = None
        for network in self._queues:
            if computing[network] or self._running[network] >= self._running_per_network:
                continue
            if self._unsent[network] > self._limits.unsent_bytes_per_network:
                continue
            if not self._over_share(network, now):
                return network
            over = network if over is None else over
        return over if over is not None and not computing and self._lull(over, now) else None

    def _detect_blocked(self, now: float) -> None:
        """Remove tasks from `_computing` that have mostly waited for a second."""
        for task in [t for t, began in self._computing.items() if now - began > _BLOCKED_AFTER]:
            if task.blocked(now - self._computing[task]):
                self._stop_computing(task)

    def _stop_computing(self, task: _Task) -> None:
        """Remove a task from `_computing`; idempotent."""
        if self._computing.pop(task, None) is not None and not task.over_share:
            end_prompt(task)

    def _lull(self, network: str, now: float) -> bool:
        """Whether no other network had a prompt task within `_LULL`; if one had, `_assign` runs again after that."""
        other, ended = self._last_prompt
        left = ended + _LULL - now if other != network else 0.0
        if left > 0 and self._lull_timer is None:
            self._lull_timer = self._loop.call_later(left, self._lull_over)
        return left <= 0

    def _lull_over(self) -> None:
        self._lull_timer = None
        self._assign()

    def _over_share(self, network: str, now: float) -> bool:
        """Whether a network has a long queue, or has used its share and 1.5 times as much as another active one."""
        if len(self._usage) - (network in self._usage) == 0:
            return False
        if len(self._queues.get(network, ())) >= self._limits.queued_before_deprioritised:
            return True
        used = self._usage[network].at(now) if network in self._usage else 0.0
        return used > self._limits.usage_share and used > 1.5 * self._least(now)

    def _least(self, now: float) -> float:
        """Return the least usage of any network, cached for 10 ms."""
        if now - self._least_usage[0] > _LEAST_USAGE_TTL:
            self._least_usage = now, min(each.at(now) for each in self._usage.values())
        return self._least_usage[1]

    def _collect(self) -> None:
        """Let the garbage collector run if no prompt task is waiting for its response."""
        if not self._running:
            self._collector.idle()
        elif time.monotonic() - self._last_prompt[1] >= _LULL and all(task.over_share for task in self._computing):
            self._collector.lull()

    def _work(self) -> None:
        """Run tasks until None comes; the target of the worker threads."""
        while (task := self._tasks.get()) is not None:
            task.began, task.clock = time.thread_time(), time.pthread_getcpuclockid(threading.get_ident())
            set_current_request(task, partial(self._on_blocked, task))
            result, error = None, None
            try:
                with in_background() if task.over_share else nullcontext():
                    result = task.run()
            except BaseException as raised:
                error = raised
            seconds = time.thread_time() - task.began
            with suppress(RuntimeError):  # the loop is closed: nobody waits for the result
                self._loop.call_soon_threadsafe(self._finish, task, result, error, seconds)
            del task, result, error

    def _on_blocked(self, task: _Task) -> None:
        """Let the network of a task that waits start another at once; runs in the task's thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits for the result
            self._loop.call_soon_threadsafe(self._blocked, task)

    def _blocked(self, task: _Task) -> None:
        self._stop_computing(task)
        self._assign()

    def _finish(self, task: _Task, result: Any, error: BaseException | None, seconds: float) -> None:
        self._free += 1
        self._stop_computing(task)
        self._running[task.network] -= 1
        if not self._running[task.network]:
            del self._running[task.network]
        self._account(task, seconds)
        if task.done.cancelled():
            pass
        elif error is None:
            task.done.set_result(result)
        else:
            task.done.set_exception(error)
        self._assign()

    def _account(self, task: _Task, seconds: float) -> None:
        """Charge the processor time of a finished task, and collect garbage if it is time."""
        if not task.over_share:
            self._last_prompt = task.network, time.monotonic()
            if self._collector.overdue:  # soon after a response the next request is least likely
                self._loop.call_later(_LULL, self._collect)
        self.add_usage(task.network, seconds)
        self._collector.add(seconds)
        if time.monotonic() - self._last_prompt[1] > _QUIET:
            self._collect()
