"""Health checks of this process, for `/readyz` and `scorekeeper doctor`."""

import shutil
import time
from pathlib import Path

from flask import current_app
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from ...store.database import begin_anew, db, schema_revision, takes_changes
from ...store.errors import Trouble, kind_of
from ...store.migrate import head

LEAST_FREE = 50 * 1024 * 1024
"""Bytes on the disk of the data folder below which no more games are promised."""
_REMEMBERED = 60.0
"""Seconds for which a failure is reported if nobody saves: a balancer sends no requests until all is well."""
_DAMAGE_REMEMBERED = 3600.0


class LastTrouble:
    """The last database failure that this process has met; a successful save clears it."""

    def __init__(self, engine: Engine) -> None:
        self._kind: Trouble | None = None
        self._until = 0.0
        event.listen(engine, "commit", self._committed)

    def note(self, kind: Trouble) -> None:
        """Remember a failure for a while."""
        remembered = _DAMAGE_REMEMBERED if kind is Trouble.DAMAGED else _REMEMBERED
        self._kind, self._until = kind, time.monotonic() + remembered

    @property
    def kind(self) -> Trouble | None:
        """The last failure; None if something was saved since, or nobody has met it for a while."""
        return self._kind if time.monotonic() < self._until else None

    def _committed(self, connection: Connection) -> None:
        saved = connection.get_execution_options().get("writing", False)
        if saved and self._kind is not Trouble.DAMAGED:  # other pages of the file may be whole
            self._until = 0.0


def checks(data_dir: Path) -> dict[str, str]:
    """Return `ok`, or what is wrong in a few words, for the database and the disks of it and of the data folder."""
    file = current_app.config["SCOREKEEPER"].sqlite_file
    room = min(free(folder) for folder in {data_dir, file.parent if file is not None else data_dir})
    return {"database": _database(), "disk": "ok" if room >= LEAST_FREE else "almost full"}


def free(folder: Path) -> int:
    """Return how many bytes are free where a folder is, or will be made."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _database() -> str:
    """Return `ok` if the database answers, accepts writes and has accepted the last one, else what is wrong."""
    last: LastTrouble = current_app.extensions["trouble"]
    try:
        found = schema_revision(db.session())
        kind = None if takes_changes(db.session()) else Trouble.READ_ONLY
    except SQLAlchemyError as error:
        kind = kind_of(error) or Trouble.AWAY
    if kind is not None:
        begin_anew(on_new_connections=True)  # the next question must not find what has passed
        return kind
    if found != head():
        return f"at revision {found}, not {head()}"
    return last.kind or "ok"
