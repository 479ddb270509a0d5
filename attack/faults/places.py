"""Where the rounds are saved: a database that can be hurt, and a disk that can be full."""

import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg

from tests.postgres import Cluster

from ..instance import below

_MEGABYTES = 200  # of the disk: a cluster of PostgreSQL takes 50
_SMALL_LOG = ("--wal-segsize=1",)  # so that a full disk is noticed by tables, too, not only by the log of changes
_SMALL = ["-c", "max_wal_size=8MB", "-c", "min_wal_size=2MB", "-c", "max_connections=60"]


Admin = psycopg.Connection[tuple[object, ...]]


class Disk:
    """A small disk at `folder`: a tmpfs, or where none may be mounted a folder whose writers are stopped by a limit."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder, self._filler = folder, folder / "filler"
        size = f"size={_MEGABYTES}m"
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], capture_output=True)
        self.is_mounted = mounted.returncode == 0

    def fill(self, *writers: int) -> None:
        """Leave no room for the processes `writers`, their children, and whatever these start."""
        if not self.is_mounted:
            _limit_files("0", *writers)
            return
        block = bytes(1 << 20)
        with self._filler.open("wb", buffering=0) as filler:
            while block:
                try:
                    filler.write(block)
                except OSError:
                    block = block[: len(block) // 2]

    def clear(self, *writers: int) -> None:
        """Make room again."""
        if self.is_mounted:
            self._filler.unlink()
        else:
            _limit_files("unlimited", *writers)

    def close(self) -> None:
        """Take the disk away, with all that is on it."""
        if self.is_mounted:
            subprocess.run(["umount", str(self.folder)], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)


def _limit_files(size: str, *writers: int) -> None:
    """Limit the size of files to which processes and their children write, as their own user, who may do that."""
    for writer in writers:
        for pid in (writer, *below(writer)):
            command = ["prlimit", f"--pid={pid}", f"--fsize={size}:"]
            with suppress(FileNotFoundError):  # it has ended
                owner = Path(f"/proc/{pid}").stat().st_uid
                own = owner == os.geteuid()
                as_owner = [] if own else ["runuser", "-u", pwd.getpwuid(owner).pw_name, "--"]
                subprocess.run([*as_owner, *command], capture_output=True)


class Sqlite:
    """An SQLite file on a disk of its own."""

    name = "SQLite"
    url = None

    def __init__(self, folder: Path) -> None:
        self.disk = Disk(folder / "disk")
        self.data = self.disk.folder / "data"
        self.data.mkdir()
        self.file = self.data / "scorekeeper.sqlite3"

    @contextmanager
    def connected(self) -> Iterator[sqlite3.Connection]:
        """Open a connection as another program's until the block ends."""
        with closing(sqlite3.connect(self.file, isolation_level=None, timeout=10)) as connection:
            yield connection

    def close(self) -> None:
        """Delete it."""
        self.disk.close()


class Postgresql:
    """A cluster of PostgreSQL on a disk of its own, as durable as it comes; Scorekeeper's own files are elsewhere."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        self._folder = Path(tempfile.mkdtemp(prefix="sk-pg-", dir="/tmp"))  # a socket's path is short
        os.chmod(self._folder, 0o755)
        self.disk = Disk(self._folder / "disk")
        try:
            self.cluster = Cluster(self.disk.folder, *_SMALL_LOG, run=_SMALL)
            self.cluster.start()
        except BaseException:
            self.disk.close()
            raise
        self.url = self.cluster.url

    @contextmanager
    def connected(self) -> Iterator[Admin]:
        """Open a connection as an administrator's until the block ends."""
        address = self.url.replace("+psycopg", "", 1)
        with psycopg.connect(address, autocommit=True, options="-c default_transaction_read_only=off") as connection:
            yield connection

    @property
    def pid(self) -> int:
        """The id of the server's process."""
        return int((self.cluster.data / "postmaster.pid").read_text().split()[0])

    def close(self) -> None:
        """Stop and delete it."""
        self.cluster.stop()
        self.disk.close()
        shutil.rmtree(self._folder, ignore_errors=True)


Place = Sqlite | Postgresql
