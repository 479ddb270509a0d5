"""Queries of open rounds."""

from typing import cast as typed

from sqlalchemy import Table, bindparam, delete, insert, select
from sqlalchemy.orm import Session

from .models import OpenRound
from .queries import notify
from .rows import OpenRoundRow

_open_round = typed(Table, OpenRound.__table__)

_OPEN_ROUND = select(*(_open_round.c[name] for name in OpenRoundRow._fields)).where(
    _open_round.c.game_id == bindparam("game_id")
)
_CLEAR_OPEN_ROUND = delete(_open_round).where(_open_round.c.game_id == bindparam("game_id"))
_ADD_OPEN_ROUND = insert(_open_round)


def open_round_row(session: Session, game_id: str) -> OpenRoundRow | None:
    """Return a game's open round; None if it never had one."""
    row = session.execute(_OPEN_ROUND, {"game_id": game_id}).one_or_none()
    return OpenRoundRow._make(row) if row else None


def put_open_round(session: Session, row: OpenRoundRow) -> None:
    """Store a game's open round; the game must be locked."""
    session.execute(_CLEAR_OPEN_ROUND, {"game_id": row.game_id})
    session.execute(_ADD_OPEN_ROUND, row._asdict())
    notify(session, row.game_id)
