"""Database failures, as messages of pages and API."""

from pathlib import Path

from ..rules.errors import Problem
from ..store.database import db
from ..store.errors import RETRY_AFTER as RETRY_AFTER
from ..store.errors import trouble_of


def give_up(error: BaseException, copies: Path) -> tuple[Problem, int | None] | None:
    """Roll back; return the message if `error` is a failure of the database, None if it is a bug.

    See `store.errors.trouble_of`.
    """
    trouble = trouble_of(error, copies)
    if trouble is not None:
        db.session.rollback()
    return trouble
