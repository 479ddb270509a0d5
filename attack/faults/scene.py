"""What a fault happens to."""

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ..instance import ROOT, environment
from .phones import Phones
from .places import Place, Postgresql, Sqlite
from .server import Server

_HEARD = 30.0  # seconds within which everybody must hear of a fault that lasts


@dataclass(frozen=True)
class Size:
    """How much of each fault there is."""

    kills: int = 200
    seconds: float = 60.0
    """Of what lasts: a lock, a process that is stopped."""
    moment: float = 6.0
    """Seconds of what need not last: a database that is gone, a full disk."""
    quiet: float = 3.0
    """Seconds for which the table saves before and after."""


@dataclass
class Scene:
    """A server with its database, and four phones that save."""

    folder: Path
    place: Place
    server: Server
    phones: Phones
    size: Size
    rng: Random
    says: str = ""
    """What pages and API tell while the present fault lasts."""
    ready: str = ""
    """What `/readyz` tells."""

    @property
    def sqlite(self) -> Sqlite:
        """The database, which is an SQLite file."""
        assert isinstance(self.place, Sqlite)
        return self.place

    @property
    def postgresql(self) -> Postgresql:
        """The database, which is a PostgreSQL server."""
        assert isinstance(self.place, Postgresql)
        return self.place

    @property
    def untold(self) -> list[str]:
        """Who has not heard yet what is wrong."""
        return self.phones.ledger.untold(self.says, self.ready)

    def hold(self, seconds: float | None = None, do: Callable[[], None] = lambda: None) -> None:
        """Let the fault last for `seconds`, or a moment, and until everybody has heard of it; `do` something then."""
        end = time.monotonic() + (self.size.moment if seconds is None else seconds)
        while time.monotonic() < end + (_HEARD if self.untold else 0.0):
            do()
            time.sleep(0.1)

    def command(self, *arguments: str) -> None:
        """Run a command of whoever hosts the server.

        Raises:
            RuntimeError: it failed.
        """
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper", *arguments],
            cwd=ROOT,
            env=environment(self.place.data, self.place.url),
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"scorekeeper {arguments[0]}: {done.stderr or done.stdout}")
