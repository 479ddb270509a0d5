"""When the database cannot do its work: what pages and API say then."""

from pathlib import Path

from ..rules.errors import Problem
from ..store.database import db
from ..store.errors import RETRY_AFTER as RETRY_AFTER
from ..store.errors import trouble_of


def give_up(error: BaseException, copies: Path) -> tuple[Problem, int | None] | None:
    """Roll back and return what is said if `error` is the database's own trouble; None if it is a mistake of ours.

    See `store.errors.trouble_of`.
    """
    trouble = trouble_of(error, copies)
    if trouble is not None:
        db.session.rollback()
    return trouble
