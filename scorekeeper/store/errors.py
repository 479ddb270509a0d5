"""Failures of the database: busy, full, read-only, missing, damaged. The request itself was valid."""

import sqlite3
from enum import StrEnum
from pathlib import Path

from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import InterfaceError as NoConnection
from sqlalchemy.exc import TimeoutError as NoneFree

from ..rules.errors import N_, Problem
from .backups import newest

RETRY_AFTER = 5  # seconds

_OURS = (DataError, IntegrityError, NotSupportedError, ProgrammingError)  # a mistake of this program, no trouble


class Trouble(StrEnum):
    """A kind of failure; its value is what `/readyz` says."""

    BUSY = "busy"
    FULL = "disk full"
    READ_ONLY = "read-only"
    AWAY = "does not answer"
    DAMAGED = "damaged"


_BUSY = N_("Too many people are saving right now. Nothing was saved: try again in a few seconds.")
_FULL = N_("The server’s disk is full. Nothing was saved, but everything saved earlier is safe.")
_READ_ONLY = N_("The scores are read-only right now. Nothing was saved.")
_OUT_OF_REACH = N_("The scores can’t be reached right now. Try again in a few seconds.")
_DAMAGED = N_(
    "The file with the scores is damaged. Nothing was saved. "
    "Whoever runs Scorekeeper can restore a backup: ./run restore FILE"
)
_DAMAGED_WITH_COPY = N_(
    "The file with the scores is damaged. Nothing was saved. "
    "Whoever runs Scorekeeper can restore the newest backup: ./run restore {file}"
)
_DAMAGED_SERVER = N_(
    "The database with the scores is damaged. Nothing was saved. "
    "Whoever runs Scorekeeper can restore a backup with PostgreSQL’s pg_restore."
)
_DAMAGE = ("disk image is malformed", "malformed database schema", "file is not a database")
_DAMAGE_STATES = ("XX001", "XX002")  # PostgreSQL: data_corrupted, index_corrupted
_SIGNS = (
    (("locked", "busy", "lock timeout", "deadlock"), Trouble.BUSY),
    (("disk is full", "no space left", "disk full", "could not extend file"), Trouble.FULL),
    (("readonly", "read-only"), Trouble.READ_ONLY),
)
_SENTENCES = {
    Trouble.BUSY: _BUSY,
    Trouble.FULL: _FULL,
    Trouble.READ_ONLY: _READ_ONLY,
    Trouble.AWAY: _OUT_OF_REACH,
}


def trouble_of(error: BaseException, copies: Path) -> tuple[Problem, int | None] | None:
    """Return (message, seconds until a retry) if `error` is a failure of the database, None if it is a bug.

    The seconds are None if the database is damaged and must be restored from one of the backups in the folder `copies`.
    """
    sentence = trouble_sentence(error)
    if sentence is None or kind_of(error) is not Trouble.DAMAGED:
        return None if sentence is None else (Problem(sentence), RETRY_AFTER)
    copy = newest(copies) if sentence == _DAMAGED else None
    if copy is None:
        return Problem(sentence), None
    # No absolute path: whoever asks from elsewhere need not know how this machine is set up.
    return Problem(_DAMAGED_WITH_COPY, (), {"file": "/".join(copy.parts[-3:])}), None


def trouble_sentence(error: BaseException) -> str | None:
    """Return a marked message for users if `error` is a failure of the database, None if it is a bug."""
    kind = kind_of(error)
    if kind is Trouble.DAMAGED:
        return _DAMAGED if isinstance(getattr(error, "orig", None), sqlite3.Error) else _DAMAGED_SERVER
    return None if kind is None else _SENTENCES[kind]


def kind_of(error: BaseException) -> Trouble | None:
    """Return which failure of the database `error` is, None if it is a bug."""
    if isinstance(error, NoneFree):
        return Trouble.BUSY
    if _is_damage(error):
        return Trouble.DAMAGED
    if isinstance(error, _OURS) or not isinstance(error, DatabaseError | NoConnection):
        return None
    message = str(error.orig).lower()
    return next((kind for signs, kind in _SIGNS if any(sign in message for sign in signs)), Trouble.AWAY)


def _is_damage(error: BaseException) -> bool:
    orig = error.orig if isinstance(error, DatabaseError) else None
    state = getattr(orig, "sqlstate", None)
    return state in _DAMAGE_STATES or (state is None and any(sign in str(orig).lower() for sign in _DAMAGE))
