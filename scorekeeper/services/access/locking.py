"""Transactions that lock the game or circle of an access, and check that access again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from ...store.circles import circles
from ...store.database import writing
from ...store.rows import CircleRow, Subject
from ..errors import NoAccess, NotAllowed
from ..games.changes import changing
from .access import Access, CircleAccess, Role, recheck_circle

AnyAccess: TypeAlias = Access | CircleAccess


def best_of(subject: Subject) -> Role:
    """Return the best role that exists for a subject: keeper of a circle, scorer of a game."""
    return Role.KEEPER if subject.is_circle else Role.SCORER


@contextmanager
def locking(right: AnyAccess, least: Role) -> Iterator[Any]:
    """Open a transaction that locks the game or circle of `right`, check the right again, and yield the session.

    Raises:
        NoAccess: it does not exist, or the right has ended; NotAllowed: the role is less than `least`.
    """
    if isinstance(right, CircleAccess):
        with changing_circle(right, least) as (session, _circle):
            yield session
    else:
        with changing(right.game_id, right, least) as (session, _game):
            yield session


@contextmanager
def changing_circle(right: CircleAccess, least: Role = Role.SCORER) -> Iterator[tuple[Any, CircleRow]]:
    """Open a transaction that locks a circle; yield its session and the circle's row. Errors: `locking`."""
    with writing() as session:
        yield session, lock_circle(session, right, least)


def lock_circle(session: Any, right: CircleAccess, least: Role = Role.SCORER) -> CircleRow:
    """Lock a circle within a transaction, check the right again, and return the circle's row. Errors: `locking`."""
    circle = circles.circle_row(session, right.circle_id, lock=True)
    now = recheck_circle(session, right)
    if circle is None or circle.deleted_at is not None:
        raise NoAccess
    if now.role > least:
        raise NotAllowed
    return circle
