"""Queries of club evenings, and of what has become of their games."""

from collections.abc import Collection
from typing import NamedTuple, cast

from sqlalchemy import Table, bindparam, delete, select, update
from sqlalchemy.orm import Session

from ...documents import ClubDocument, TallyDocument
from ..models import ClubEvening, Game, Tally
from ..queries import UNPLAYED, notify
from ..rows import ClubRow

_club = cast(Table, ClubEvening.__table__)
_game = cast(Table, Game.__table__)
_tally = cast(Table, Tally.__table__)

_CLUBS = (
    select(*(_club.c[name] for name in ClubRow._fields))
    .where(_club.c.circle_id == bindparam("circle_id"))
    .order_by(_club.c.made_at.desc(), _club.c.id.desc())
)
_CLUB = _CLUBS.where(_club.c.id == bindparam("of"))
_UPDATE = update(_club).where(_club.c.id == bindparam("of"))
_DELETE = delete(_club).where(_club.c.id == bindparam("of"))
_THERE = _game.c.id.in_(bindparam("game_ids", expanding=True)), _game.c.deleted_at.is_(None)
_TALLIES = (
    select(_game.c.id, _game.c.version, _tally.c.document)
    .join(_tally, _tally.c.game_id == _game.c.id)
    .where(*_THERE, _game.c.circle_id == bindparam("circle_id"))
)
_LOCK = select(_game.c.id).where(*_THERE).order_by(_game.c.id).with_for_update()
_UNPLAYED = select(_game.c.id).where(_game.c.id.in_(bindparam("game_ids", expanding=True)), *UNPLAYED)
_REMOVE = delete(_game).where(_game.c.id.in_(bindparam("game_ids", expanding=True)))


class GameTally(NamedTuple):
    """A game that is still in the circle: its version, and what each did in it."""

    game_id: str
    version: int
    document: TallyDocument


def clubs(session: Session, circle_id: str) -> list[ClubRow]:
    """Return the club evenings of a circle, the latest first."""
    return [ClubRow._make(row) for row in session.execute(_CLUBS, {"circle_id": circle_id})]


def club(session: Session, circle_id: str, club_id: int) -> ClubRow | None:
    """Return a club evening of a circle, None if there is none of that id."""
    row = session.execute(_CLUB, {"circle_id": circle_id, "of": club_id}).one_or_none()
    return ClubRow._make(row) if row else None


def set_document(session: Session, club_id: int, version: int, document: ClubDocument) -> None:
    """Set what a club evening is at a new version."""
    session.execute(_UPDATE.values(version=version, document=document), {"of": club_id})


def delete_club(session: Session, club_id: int) -> None:
    """Delete a club evening; its games stay."""
    session.execute(_DELETE, {"of": club_id})


def tallies(session: Session, circle_id: str, game_ids: Collection[str]) -> dict[str, GameTally]:
    """Return what is kept of several games, as far as they are in the circle and not deleted."""
    rows = session.execute(_TALLIES, {"circle_id": circle_id, "game_ids": list(game_ids)})
    return {row.id: GameTally(row.id, row.version, row.document) for row in rows}


def remove_unplayed(session: Session, game_ids: Collection[str]) -> bool:
    """Remove several games for good, unless something has happened in one of them; return whether they are gone."""
    there = set(session.scalars(_LOCK, {"game_ids": list(game_ids)}))
    if there - set(session.scalars(_UNPLAYED, {"game_ids": list(there)})):
        return False
    for game_id in sorted(there):
        notify(session, game_id)
    session.execute(_REMOVE, {"game_ids": list(there)})
    return True
