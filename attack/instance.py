"""A Scorekeeper server in a child process, started like users start it, with its memory use."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from .ports import free_port

ROOT = Path(__file__).parent.parent
_EVERY = 0.05  # seconds between two memory samples
_FAILED_TO_START = 60.0


class Instance:
    """A running server: its port, its process, and the peak memory of it, and of its press, in MB."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self.process = port, process
        self.server_mb = self.press_mb = 0.0
        self._stopped = threading.Event()
        self._watching = threading.Thread(target=self._watch, name="memory", daemon=True)
        self._watching.start()

    @property
    def runs(self) -> bool:
        """Whether the process is running."""
        return self.process.poll() is None

    def answers(self, patience: float) -> bool:
        """Return whether a new client gets a response within `patience` seconds."""
        request = b"GET /join HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        try:
            with socket.create_connection(("127.0.0.1", self.port), patience) as connection:
                connection.sendall(request)
                return b" 200 " in connection.recv(64)
        except OSError:
            return False

    def stop(self) -> None:
        """Terminate the process; kill it if that takes too long."""
        self._stopped.set()
        self._watching.join()
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _watch(self) -> None:
        while not self._stopped.wait(_EVERY):
            self.server_mb = max(self.server_mb, _resident_mb(self.process.pid))
            self.press_mb = max(self.press_mb, sum(map(_resident_mb, below(self.process.pid))))


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process and of all its children, in MB (10**6 bytes)."""
    return sum(map(_resident_mb, (pid, *below(pid))))


def below(pid: int) -> Iterator[int]:
    """Yield the ids of all children of a process, and of theirs."""
    with suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                yield int(child)
                yield from below(int(child))


def _resident_mb(pid: int) -> float:
    """Return the resident memory of a process in MB (10**6 bytes); 0 if it is gone."""
    with suppress(OSError):
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
        return int(found[1]) * 1024 / 1e6 if found else 0.0
    return 0.0


@contextmanager
def serving(folder: Path, database_url: str | None = None) -> Iterator[Instance]:
    """Run `python -m scorekeeper serve` with its data in `folder` and default rate limits until the block ends.

    Raises:
        RuntimeError: it did not start.
    """
    instance = start(free_port(), environment(folder, database_url), folder / "log")
    try:
        _wait_for(instance, folder / "log")
        yield instance
    finally:
        instance.stop()


def start(port: int, environ: Mapping[str, str], log: Path) -> Instance:
    """Start `python -m scorekeeper serve`, which logs to the end of the file `log`, and do not wait for it."""
    with log.open("ab") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port)],
            cwd=ROOT,
            env=environ,
            stdout=subprocess.DEVNULL,
            stderr=written,
        )
    return Instance(port, process)


def environment(folder: Path, database_url: str | None = None) -> dict[str, str]:
    """Return the environment of an instance with its data in `folder`, without the settings of another instance."""
    ours = {"SCOREKEEPER_DATA_DIR": str(folder), **({"SCOREKEEPER_DATABASE_URL": database_url} if database_url else {})}
    return {key: value for key, value in os.environ.items() if not key.startswith("SCOREKEEPER_")} | ours


def _wait_for(instance: Instance, log: Path) -> None:
    end = time.monotonic() + _FAILED_TO_START
    while not instance.answers(2):
        if not instance.runs or time.monotonic() > end:
            raise RuntimeError(f"The server did not start: {log.read_text()[-2000:]}")
        time.sleep(0.05)


def interrupted_is_stopped() -> None:
    """Turn SIGTERM into KeyboardInterrupt, so that it stops the server, too."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))
