"""A PostgreSQL cluster for the tests, in a temporary folder that is deleted at the end."""

import getpass
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from attack.ports import free_port

FAST = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=60")
DURABLE = ("-c", "max_connections=100")
"""PostgreSQL's own settings: what is committed is on the disk."""


class NoPostgres(Exception):
    """PostgreSQL is not installed, or does not start."""


class Cluster:
    """A cluster in `folder`, which is its user's; it can be stopped, killed and started again."""

    def __init__(self, folder: Path, *make: str, run: Sequence[str] = ()) -> None:
        """Make the cluster with the arguments `make` of initdb; it runs with the arguments `run` of postgres."""
        self.folder, self.data, self.port, self._arguments = folder, folder / "data", free_port(), run
        self._server: subprocess.Popen[bytes] | None = None
        os.chmod(folder, 0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        own = ["-U", "scorekeeper", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        _run([_program("initdb"), "-D", str(self.data), *own, *make])

    @property
    def url(self) -> str:
        """The URL of its database `postgres`, which needs no password."""
        return f"postgresql+psycopg://scorekeeper@127.0.0.1:{self.port}/postgres"

    @property
    def runs(self) -> bool:
        """Whether the server runs."""
        return self._server is not None and self._server.poll() is None

    def start(self) -> int:
        """Start the server, wait until it accepts sessions (it listens before that), and return its process's ID.

        Raises:
            NoPostgres: it does not start.
        """
        place = ["-k", str(self.folder), "-h", "127.0.0.1", "-p", str(self.port)]
        command = _as_postgres([_program("postgres"), "-D", str(self.data), *place, *self._arguments])
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        end = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(
                    f"host=127.0.0.1 port={self.port} user=scorekeeper dbname=postgres connect_timeout=2"
                ).close()
            except psycopg.OperationalError as error:
                if not self.runs or time.monotonic() > end:
                    log_text = (self.folder / "log").read_text(errors="replace")
                    raise NoPostgres(f"PostgreSQL does not start: {log_text}") from error
                time.sleep(0.05)
            else:
                return self._server.pid

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server by pg_ctl, if it runs: under runuser it is not our child process, but our child's."""
        if self._server is not None:
            if self.runs:
                _run([_program("pg_ctl"), "stop", "-D", str(self.data), "-m", mode])
            self._server.wait(30)

    def kill(self) -> None:
        """Kill the server and its children, which would otherwise end a moment later (Linux)."""
        server = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        for pid in (server, *map(int, children)):
            os.kill(pid, signal.SIGKILL)
        if self._server is not None:
            self._server.wait(30)


@contextmanager
def cluster(options: Sequence[str] = FAST, started: Callable[[int], None] = lambda _id: None) -> Iterator[str]:
    """Run a cluster until the block ends; yield the URL of its database `postgres`, which needs no password.

    `started` gets the ID of its process.
    """
    folder = Path(tempfile.mkdtemp(prefix="sk-pg-", dir="/tmp"))  # a socket's path may have 107 characters at most
    try:
        made = Cluster(folder, run=options)
        try:
            started(made.start())
            yield made.url
        finally:
            made.stop()
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
