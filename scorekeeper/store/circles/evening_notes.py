"""Queries of the notes on the evenings of circles: every change of them, in order."""

from collections.abc import Collection
from typing import cast

from sqlalchemy import Table, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from ..models import EveningNote
from ..rows import EveningNoteRow

_note = cast(Table, EveningNote.__table__)

_ALL = (
    select(*(_note.c[name] for name in EveningNoteRow._fields))
    .where(_note.c.circle_id == bindparam("of"))
    .order_by(_note.c.number)
)
_LAST = select(func.coalesce(func.max(_note.c.number), 0)).where(_note.c.circle_id == bindparam("of"))
_ADD = insert(_note)
_FORGET = (
    update(_note)
    .where(_note.c.circle_id == bindparam("of"), _note.c.who.in_(bindparam("names", expanding=True)))
    .values(who=None)
)


def of_circle(session: Session, circle_id: str) -> list[EveningNoteRow]:
    """Return all changes of notes on evenings of a circle, in order."""
    return [EveningNoteRow._make(row) for row in session.execute(_ALL, {"of": circle_id})]


def next_number(session: Session, circle_id: str) -> int:
    """Return the number of the next change; the circle must be locked."""
    return (session.scalar(_LAST, {"of": circle_id}) or 0) + 1


def add(session: Session, circle_id: str, changes: Collection[EveningNoteRow]) -> None:
    """Add changes with numbers from `next_number` on."""
    if changes:
        session.execute(_ADD, [{"circle_id": circle_id, **change._asdict()} for change in changes])


def forget_author(session: Session, circle_id: str, names: Collection[str]) -> None:
    """Take names from the authors of the notes on a circle's evenings."""
    session.execute(_FORGET, {"of": circle_id, "names": list(names)})
