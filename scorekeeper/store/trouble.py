"""When the database cannot do its work: busy, full, read-only, gone. Nobody's request is wrong then."""

from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import InterfaceError as NoConnection
from sqlalchemy.exc import TimeoutError as NoneFree

from ..rules.errors import N_

RETRY_AFTER = 5  # seconds

_OURS = (DataError, IntegrityError, NotSupportedError, ProgrammingError)  # a mistake of this program, no trouble
_BUSY = N_("Too many are writing at this moment. Nothing was saved: try again in a few seconds.")
_FULL = N_("There is no room left where the scores are kept. Nothing was saved; what was there is still there.")
_READ_ONLY = N_("The scores can only be read at the moment, not changed. Nothing was saved.")
_OUT_OF_REACH = N_("The scores are out of reach at the moment: try again in a few seconds.")
_SIGNS = (
    (("locked", "busy", "lock timeout", "deadlock"), _BUSY),
    (("disk is full", "no space left", "disk full", "could not extend file"), _FULL),
    (("readonly", "read-only"), _READ_ONLY),
)


def trouble_sentence(error: BaseException) -> str | None:
    """Return a marked sentence for people if `error` is the database's own trouble, None if it is a mistake of ours."""
    if isinstance(error, NoneFree):
        return _BUSY
    if isinstance(error, _OURS) or not isinstance(error, DatabaseError | NoConnection):
        return None
    said = str(error.orig).lower()
    return next((sentence for signs, sentence in _SIGNS if any(sign in said for sign in signs)), _OUT_OF_REACH)
