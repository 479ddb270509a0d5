"""Database failures, as messages of pages and API."""

from pathlib import Path

from flask import current_app

from ..rules.errors import Problem
from ..store.database import begin_anew
from ..store.errors import RETRY_AFTER as RETRY_AFTER
from ..store.errors import Trouble, kind_of, trouble_of
from .monitoring.health import LastTrouble


def give_up(error: BaseException, copies: Path) -> tuple[Problem, int | None] | None:
    """Roll back; return the message if `error` is a failure of the database, None if it is a bug.

    The failure is noted for `/readyz`. See `store.errors.trouble_of`.
    """
    trouble = trouble_of(error, copies)
    kind = kind_of(error)
    if kind is not None:
        begin_anew(on_new_connections=kind in (Trouble.READ_ONLY, Trouble.AWAY))
        last: LastTrouble = current_app.extensions["trouble"]
        last.note(kind)
    return trouble
