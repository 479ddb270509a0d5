"""Whether this process can serve: for the machines that watch it, and for `scorekeeper doctor`."""

import shutil
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from ..store.database import db, schema_revision
from ..store.migrate import head

LEAST_FREE = 50 * 1024 * 1024
"""Bytes on the disk of the data folder below which no more games are promised."""


def checks(data_dir: Path) -> dict[str, str]:
    """Return `ok`, or what is wrong in a few words, for the database and the disk of the data folder."""
    return {"database": _database(), "disk": "ok" if free(data_dir) >= LEAST_FREE else "almost full"}


def free(folder: Path) -> int:
    """Return how many bytes are free where a folder is, or will be made."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _database() -> str:
    try:
        found = schema_revision(db.session())
    except SQLAlchemyError:
        return "does not answer"
    return "ok" if found == head() else f"at revision {found}, not {head()}"
