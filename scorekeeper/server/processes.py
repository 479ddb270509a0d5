"""A supervisor of several processes that serve one address: start them, restart those that end, reload them in turn.

This process opens the sockets and keeps them open: whatever happens to the others, connections are never refused.
On Linux each process has sockets of its own, between which the kernel spreads connections evenly (SO_REUSEPORT).
A pair of sockets, the line, connects it with each child: the child reports when it serves, and notices when we end.

The children write their metrics to a common folder, so that each can report those of all (`services.monitoring`).
"""

import logging
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count

from prometheus_client.multiprocess import mark_process_dead

from ..config.settings import Settings
from ..config.shared_figures import FOLDER, NUMBER
from .limits import limits_of
from .listening import listen, passed
from .run import Server

READY, DRAIN = b"ready", b"drain"
"""What a child says when it serves, and what it is told when another one has taken its place."""
_SPREADS = sys.platform == "linux"
_START = 60.0
"""Seconds within which a new process must serve."""
_STOP = 20.0
"""Seconds for a process to end; then it is killed."""
_AGAIN = 1.0
"""Seconds before a process that ended by itself is started again."""
_MEMORY = "/dev/shm"
"""A folder in memory. Files of figures are mapped, and a process that writes to one on a full disk is killed."""
_ENDING = (signal.SIGINT, signal.SIGTERM)
RESTART = signal.SIGUSR1
"""Not SIGHUP, which a terminal sends when it is closed."""
_log = logging.getLogger(__name__)

ChildCommand = Callable[[Sequence[int]], list[str]]
"""Returns the command of a child from the numbers of its files: the line, then its listening sockets."""


class _Stopped(Exception):
    """A signal to end has come."""


@dataclass
class _Child:
    process: subprocess.Popen[bytes]
    line: socket.socket
    number: int
    """Names the files with its figures. The next one to have it goes on counting in them, so they do not add up."""
    figures: str

    def end(self, message: bytes | None = None) -> None:
        """Terminate the process: at once, or gracefully by a `message`."""
        with suppress(OSError):  # it has ended
            if message is None:
                self.process.terminate()
            else:
                self.line.send(message)

    def wait(self) -> None:
        """Wait until it has ended; kill it if that takes too long."""
        try:
            self.process.wait(_STOP)
        except subprocess.TimeoutExpired:
            _log.error("A process did not stop within %d seconds, and was killed.", _STOP)
            self.process.kill()
            self.process.wait()
        self.line.close()
        mark_process_dead(self.number, self.figures)  # type: ignore[no-untyped-call]  # forgets its streams


@dataclass
class _Slot:
    """The place of one process: its sockets, which outlive it."""

    sockets: list[socket.socket]
    child: _Child | None = None
    start_at: float = 0.0


@dataclass
class Processes:
    """Some processes that serve the same address."""

    settings: Settings
    command: ChildCommand
    slots: list[_Slot] = field(default_factory=list)
    restart_wanted: bool = False

    def listen(self) -> int:
        """Open the sockets of all processes; return their port.

        Raises:
            ServerError: the port is in use or reserved, or the address is not this machine's.
        """
        size = limits_of(self.settings).send_buffer_bytes
        first = listen(self.settings, size)
        port: int = first[0].getsockname()[1]
        chosen = replace(self.settings, port=port)
        if passed() or not _SPREADS:
            self.slots = [_Slot(first) for _ in range(self.settings.processes)]
        else:
            for each in first:  # nobody else has the port; sockets that share it must all say so
                each.close()
            self.slots = [_Slot(listen(chosen, size, shared=True)) for _ in range(self.settings.processes)]
        return port

    def run(self, on_ready: Callable[[], None]) -> int:
        """Serve until SIGINT or SIGTERM; SIGUSR1 restarts one process after the other. `on_ready` is called once.

        Returns:
            0, or the exit status of the first process if it could not start.
        """
        with self._signals(), _folder_of_figures() as self._figures:
            try:
                first, *others = self.slots
                if not self._start(first):  # it migrates the database; its own message says what is wrong
                    return 2
                for slot in others:
                    self._start(slot)
                on_ready()
                while True:
                    self._look_after()
            except _Stopped:
                return 0
            finally:
                self._stop()

    def _look_after(self) -> None:
        """Wait for a signal or the exit of a process, and handle it."""
        dead = [slot for slot in self.slots if slot.child is None]
        wait = max(0.0, min(slot.start_at for slot in dead) - time.monotonic()) if dead else None
        if not self.restart_wanted:
            self._wait([slot.child.line for slot in self.slots if slot.child], wait)
        if self.restart_wanted:
            self.restart_wanted = False
            self._restart()
        for slot in self.slots:
            if slot.child is not None and slot.child.process.poll() is not None:
                _log.error("A process ended by itself, with status %d. Another one starts.", slot.child.process.wait())
                slot.child.wait()
                slot.child, slot.start_at = None, time.monotonic() + _AGAIN
            elif slot.child is None and time.monotonic() >= slot.start_at and not self._start(slot):
                slot.start_at = time.monotonic() + _START / 2

    def _restart(self) -> None:
        """Start a new process in each place, and let the old one end when the new one serves."""
        for slot in self.slots:
            old = slot.child
            if not self._start(slot):
                _log.error("A new process does not serve: the others go on as they are.")
                return
            if old is not None:
                old.end(DRAIN)
                old.wait()
        _log.info("All processes are new.")

    def _start(self, slot: _Slot) -> bool:
        """Start a process and wait until it serves; if it does not, leave the slot as it is and return False."""
        ours, theirs = socket.socketpair()
        files = [theirs.fileno(), *(each.fileno() for each in slot.sockets)]
        number = self._free_number()
        environ = {**os.environ, FOLDER: self._figures, NUMBER: str(number)}
        process = subprocess.Popen(self.command(files), pass_fds=files, start_new_session=True, env=environ)
        theirs.close()
        child = _Child(process, ours, number, self._figures)
        ours.setblocking(False)
        end = time.monotonic() + _START
        try:
            while time.monotonic() < end:
                self._wait([ours], end - time.monotonic())
                with suppress(BlockingIOError):
                    if ours.recv(len(READY)) == READY:
                        slot.child = child
                        return True
                    break  # it has ended
        finally:
            if slot.child is not child:
                child.end()
                child.wait()
        return False

    def _free_number(self) -> int:
        taken = {slot.child.number for slot in self.slots if slot.child}
        return next(number for number in count() if number not in taken)

    def _wait(self, lines: list[socket.socket], seconds: float | None) -> None:
        """Wait for a child's line or a signal.

        Raises:
            _Stopped: one of them asks to end.
        """
        with selectors.DefaultSelector() as selector:
            for each in (*lines, self._woken):
                selector.register(each, selectors.EVENT_READ)
            selector.select(seconds)
        with suppress(BlockingIOError):
            numbers = set(self._woken.recv(64))
            self.restart_wanted |= RESTART in numbers
            if numbers & set(_ENDING):
                raise _Stopped

    def _stop(self) -> None:
        children = [slot.child for slot in self.slots if slot.child]
        for each in children:
            each.end()
        for each in children:
            each.wait()
        for slot in self.slots:
            for listener in slot.sockets:
                listener.close()

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Have signals written to `_woken` until the block ends."""
        self._woken, waker = socket.socketpair()
        with self._woken, waker:
            self._woken.setblocking(False)
            waker.setblocking(False)
            before = {number: signal.signal(number, lambda *_: None) for number in (*_ENDING, RESTART)}
            signal.set_wakeup_fd(waker.fileno())
            try:
                yield
            finally:
                signal.set_wakeup_fd(-1)
                for number, handler in before.items():
                    signal.signal(number, handler)


def _folder_of_figures() -> tempfile.TemporaryDirectory[str]:
    folder = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    return tempfile.TemporaryDirectory(prefix="scorekeeper-figures-", dir=folder, ignore_cleanup_errors=True)


def follow(line: int, server: Server) -> None:
    """Report on the line that `server` answers; then follow the commands on it, and stop when its other end closes."""
    while not server.is_running:
        time.sleep(0.01)
    with socket.socket(fileno=line) as ours, suppress(OSError):  # the other process may be gone already
        ours.send(READY)
        while told := ours.recv(len(DRAIN)):
            if told == DRAIN:
                server.drain()
    shutil.rmtree(os.environ[FOLDER], ignore_errors=True)  # the other process was killed; what is mapped stays so
    server.stop()
