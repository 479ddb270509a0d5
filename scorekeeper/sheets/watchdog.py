"""Notice a child process that hangs."""

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def watched(process: subprocess.Popen[bytes], end: float, stall: float) -> Iterator[None]:
    """Kill the process at the time `end`, or when it has used no processor time for `stall` seconds (Linux)."""
    done = threading.Event()

    def watch() -> None:
        used, since = _used(process.pid), time.monotonic()
        while not done.wait(max(0.0, min(stall / 4, end - time.monotonic()))):
            now, before = time.monotonic(), used
            used = _used(process.pid)
            since = now if used is None or used != before else since
            if now >= end or now - since >= stall:
                process.kill()
                return

    thread = threading.Thread(target=watch, name="press", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _used(pid: int) -> str | None:
    """Return the processor time that a process has used, in the system's own units; None where it cannot be told."""
    with suppress(OSError):
        return " ".join(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])
    return None
