"""Queries of seasons."""

from typing import cast

from sqlalchemy import Table, bindparam, delete, select, update
from sqlalchemy.orm import Session

from ..models import Season
from ..rows import SeasonRow

_season = cast(Table, Season.__table__)

_SEASONS = (
    select(*(_season.c[name] for name in SeasonRow._fields))
    .where(_season.c.circle_id == bindparam("circle_id"))
    .order_by(_season.c.last.desc(), _season.c.first.desc(), _season.c.id.desc())
)
_UPDATE = update(_season).where(_season.c.id == bindparam("of"))
_DELETE = delete(_season).where(_season.c.id == bindparam("of"))


def seasons(session: Session, circle_id: str) -> list[SeasonRow]:
    """Return the seasons of a circle, the one that ends last first."""
    return [SeasonRow._make(row) for row in session.execute(_SEASONS, {"circle_id": circle_id})]


def set_season(session: Session, season_id: int, **values: object) -> None:
    """Set columns of a season."""
    session.execute(_UPDATE.values(**values), {"of": season_id})


def delete_season(session: Session, season_id: int) -> None:
    """Delete a season; its games stay."""
    session.execute(_DELETE, {"of": season_id})
