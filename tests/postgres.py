"""A PostgreSQL cluster for the tests, in a temporary folder that is deleted at the end."""

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60"
DURABLE = "-c max_connections=100"
"""PostgreSQL's own settings: what is committed is on the disk."""


class NoPostgres(Exception):
    """PostgreSQL is not installed, or does not start."""


@contextmanager
def cluster(options: str = FAST, started: Callable[[int], None] = lambda _id: None) -> Iterator[str]:
    """Run a cluster until the block ends; yield the URL of its database `postgres`, which needs no password.

    `started` gets the ID of its process.
    """
    initdb, postgres = _program("initdb"), _program("postgres")
    folder = Path(tempfile.mkdtemp(prefix="sk-pg-", dir="/tmp"))  # a socket's path may have 107 characters at most
    try:
        os.chmod(folder, 0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data, port = folder / "data", free_port()
        _run([initdb, "-D", str(data), "-U", "scorekeeper", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                _as_postgres([postgres, "-D", str(data), "-k", str(folder), "-h", "127.0.0.1", "-p", str(port)])
                + options.split(),
                stdout=log,
                stderr=log,
                cwd=folder,
            )
        try:
            _wait(server, port, folder / "log")
            started(server.pid)
            yield f"postgresql+psycopg://scorekeeper@127.0.0.1:{port}/postgres"
        finally:
            _stop(data, server)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> str:
    """Return the path of a server program; Debian installs them in a folder for each version."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name))
    found = shutil.which(name, path=os.pathsep.join(map(str, reversed(places)))) or shutil.which(name)
    if found is None:
        raise NoPostgres(f"PostgreSQL's {name} is missing: `./run test` says what to install.")
    return found


def _as_postgres(command: list[str]) -> list[str]:
    """Return `command` as the user postgres if we are root: PostgreSQL does not run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


def _run(command: list[str]) -> None:
    done = subprocess.run(_as_postgres(command), capture_output=True, text=True, cwd="/")
    if done.returncode:
        raise NoPostgres(f"{command[0]} as {getpass.getuser()} failed: {done.stderr or done.stdout}")


def _stop(data: Path, server: subprocess.Popen[bytes]) -> None:
    """Stop the server by pg_ctl: under runuser it is not our child process, but our child's."""
    if server.poll() is None:
        _run([_program("pg_ctl"), "stop", "-D", str(data), "-m", "immediate"])
    server.wait(30)


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until the server accepts sessions; it listens before that."""
    end = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=scorekeeper dbname=postgres connect_timeout=2").close()
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > end:
                raise NoPostgres(f"PostgreSQL does not start: {log.read_text(errors='replace')}") from error
            time.sleep(0.05)
        else:
            return
