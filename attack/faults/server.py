"""A Scorekeeper that is started again whenever it ends, as systemd does it."""

import os
import signal
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from ..instance import Instance, below, environment, start
from ..ports import free_port

_PAUSE = 0.2  # seconds from the end of a process to the start of the next
_STARTED = 180.0  # on a machine that does much else


class Server:
    """The instance that runs at `port` at the moment."""

    def __init__(self, data: Path, log: Path, database_url: str | None, more: Mapping[str, str]) -> None:
        """Start it with its data in `data`, and `more` variables of the environment."""
        self.port, self._log = free_port(), log
        self._environ = {**environment(data, database_url), **more}
        self.starts = 0
        self._over = threading.Event()
        self._start()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The id of the process that runs, or has ended just now."""
        return self.instance.process.pid

    @property
    def press(self) -> int | None:
        """The id of the child process that prints; None if none runs."""
        for pid in below(self.pid):
            if b"press.py" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
        return None

    def wait(self, seconds: float = _STARTED) -> None:
        """Wait until it answers a page.

        Raises:
            TimeoutError: it does not within `seconds`.
        """
        end = time.monotonic() + seconds
        while not self.instance.answers(2):
            if time.monotonic() > end:
                raise TimeoutError(f"no answer: {self._log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill the process, wherever it is."""
        os.kill(self.pid, signal.SIGKILL)
        self.instance.process.wait()

    def stop(self) -> None:
        """Stop for good."""
        self._over.set()
        self._thread.join()
        self.instance.stop()

    def _keep(self) -> None:
        while not self._over.wait(0.01):
            if not self.instance.runs:
                self.instance.stop()
                self._over.wait(_PAUSE)
                self._start()

    def _start(self) -> None:
        self.instance: Instance = start(self.port, self._environ, self._log)
        self.starts += 1
