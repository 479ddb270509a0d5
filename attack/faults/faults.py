"""Every fault by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import databases, processes
from .places import Place, Postgresql, Sqlite
from .scene import Scene

_BOTH: tuple[type[Place], ...] = (Sqlite, Postgresql)


@dataclass(frozen=True)
class Fault:
    """A fault, and what is told while it lasts: `says` in a sentence to phones and programs, `ready` by `/readyz`."""

    run: Callable[[Scene], None]
    places: tuple[type[Place], ...] = _BOTH
    says: str = ""
    ready: str = ""
    environ: Callable[[Path], dict[str, str]] = lambda _folder: {}
    status: int = 503
    """That of all refusals."""
    loses_answers: bool = False


def _nothing(scene: Scene) -> None:
    """Let the proxy do what it does."""
    scene.hold()


_SQLITE, _POSTGRESQL = (Sqlite,), (Postgresql,)
_AWAY = "can’t be reached right now"
FAULTS: Mapping[str, Fault] = {
    "killed": Fault(processes.killed),
    "stopped": Fault(processes.stopped),
    "clock": Fault(processes.clock_jumps, environ=processes.clock_environment),
    "answers lost": Fault(_nothing, loses_answers=True),
    "press killed": Fault(processes.press_killed, _SQLITE),
    "press hangs": Fault(processes.press_hangs, _SQLITE),
    "press without memory": Fault(processes.press_without_memory, _SQLITE),
    "disk full": Fault(databases.sqlite_disk_full, _SQLITE, "disk is full", "disk almost full"),
    "read-only": Fault(databases.sqlite_read_only, _SQLITE, "read-only", "database read-only"),
    "damaged": Fault(databases.sqlite_damaged, _SQLITE, "is damaged", "database damaged", status=500),
    "locked": Fault(databases.sqlite_locked, _SQLITE, "saving right now", "database busy"),
    "database killed": Fault(databases.postgresql_killed, _POSTGRESQL, _AWAY, "database does not answer"),
    "database restarted": Fault(databases.postgresql_restarted, _POSTGRESQL),
    "connections cut": Fault(databases.postgresql_cut, _POSTGRESQL, _AWAY),
    "database’s disk full": Fault(databases.postgresql_disk_full, _POSTGRESQL, "", "database"),
    "database read-only": Fault(databases.postgresql_read_only, _POSTGRESQL, "read-only", "database read-only"),
    "database locked": Fault(databases.postgresql_locked, _POSTGRESQL, "saving right now", "database busy"),
}
