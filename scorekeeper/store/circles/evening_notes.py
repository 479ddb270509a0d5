"""Queries of the notes on the evenings of circles."""

from collections.abc import Collection
from typing import cast

from sqlalchemy import Table, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from ..models import EveningNote
from ..rows import EveningNoteRow

_note = cast(Table, EveningNote.__table__)

_OF_GAMES = _note.c.circle_id == bindparam("of"), _note.c.game_id.in_(bindparam("game_ids", expanding=True))
_LATEST = (
    select(*(_note.c[name] for name in EveningNoteRow._fields)).where(*_OF_GAMES).order_by(_note.c.at.desc()).limit(1)
)
_ALL = select(*(_note.c[name] for name in EveningNoteRow._fields)).where(_note.c.circle_id == bindparam("of"))
_CLEAR = delete(_note).where(*_OF_GAMES)
_ADD = insert(_note)
_FORGET = (
    update(_note)
    .where(_note.c.circle_id == bindparam("of"), _note.c.who.in_(bindparam("names", expanding=True)))
    .values(who=None)
)


def latest(session: Session, circle_id: str, game_ids: Collection[str]) -> EveningNoteRow | None:
    """Return the latest note on an evening with these games; several evenings with notes may have become one."""
    row = session.execute(_LATEST, {"of": circle_id, "game_ids": list(game_ids)}).one_or_none()
    return EveningNoteRow._make(row) if row else None


def of_circle(session: Session, circle_id: str) -> list[EveningNoteRow]:
    """Return all notes on evenings of a circle."""
    return [EveningNoteRow._make(row) for row in session.execute(_ALL, {"of": circle_id})]


def put(session: Session, circle_id: str, game_ids: Collection[str], note: EveningNoteRow | None) -> None:
    """Replace the notes on an evening with these games, or delete them; the circle must be locked."""
    session.execute(_CLEAR, {"of": circle_id, "game_ids": list(game_ids)})
    if note is not None:
        session.execute(_ADD, {"circle_id": circle_id, **note._asdict()})


def forget_author(session: Session, circle_id: str, names: Collection[str]) -> None:
    """Take names from the authors of the notes on a circle's evenings."""
    session.execute(_FORGET, {"of": circle_id, "names": list(names)})
