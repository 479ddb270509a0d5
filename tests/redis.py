"""A Redis or Valkey server for the tests, which keeps nothing on the disk."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PROGRAMS = ("redis-server", "valkey-server")


class NoRedis(Exception):
    """Neither Redis nor Valkey is installed, or it does not start."""


@contextmanager
def redis_server(port: int, started: Callable[[int], None] = lambda _id: None) -> Iterator[str]:
    """Run a server on a port until the block ends; yield its URL. `started` gets the ID of its process."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise NoRedis("Redis is missing: `./run test` says what to install.")
    with tempfile.TemporaryDirectory(prefix="sk-redis-") as folder:
        address = ("--bind", "127.0.0.1", "--port", str(port), "--dir", folder)
        process = subprocess.Popen([program, *address, "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL)
        try:
            _wait(process, port)
            started(process.pid)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError as error:
            if process.poll() is not None or time.monotonic() > end:
                raise NoRedis("The server does not start.") from error
            time.sleep(0.005)
        else:
            return
