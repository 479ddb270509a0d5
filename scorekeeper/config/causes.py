"""Why a file or a database could not be used, in the language of the commands."""

import errno
import sqlite3
from collections.abc import Mapping

from .messages import _


def cause_of(error: BaseException) -> str:
    """Return why `error` occurred, as a whole sentence.

    The system's and SQLite's own texts are English: the usual ones are worded anew, of the others the first
    line is quoted.
    """
    if isinstance(error, OSError) and error.errno is not None and error.errno in (known := _of_the_system()):
        return known[error.errno]
    code = getattr(error, "sqlite_errorcode", None)  # none where Python itself found the error
    if code is not None and code & 0xFF in (known := _of_sqlite()):  # the low byte is the primary code
        return known[code & 0xFF]
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return _("The system says: {text}", text=" ".join(said.strip().partition("\n")[0].split()))


def _of_the_system() -> Mapping[int, str]:
    not_allowed, full = _("You do not have the permission."), _("The disk is full.")
    return {
        errno.ENOENT: _("There is no such file or folder."),
        errno.EACCES: not_allowed,
        errno.EPERM: not_allowed,
        errno.EROFS: _("The disk is read-only."),
        errno.ENOSPC: full,
        errno.EDQUOT: full,
        errno.EISDIR: _("It is a folder."),
        errno.ENOTDIR: _("A part of the path is a file, not a folder."),
        errno.EEXIST: _("There is a file with this name already."),
        errno.ENAMETOOLONG: _("The name is too long."),
        errno.EIO: _("The disk has failed."),
        errno.ETIMEDOUT: _("Another program uses it all the time."),
    }


def _of_sqlite() -> Mapping[int, str]:
    return {
        sqlite3.SQLITE_BUSY: _("Another program uses it all the time."),
        sqlite3.SQLITE_LOCKED: _("Another program uses it all the time."),
        sqlite3.SQLITE_READONLY: _("The file or its folder is read-only."),
        sqlite3.SQLITE_CANTOPEN: _("There is no such file, or you do not have the permission."),
        sqlite3.SQLITE_FULL: _("The disk is full."),
        sqlite3.SQLITE_IOERR: _("The disk has failed."),
        sqlite3.SQLITE_CORRUPT: _("Its content is damaged."),
        sqlite3.SQLITE_NOTADB: _("It is not an SQLite database."),
    }
