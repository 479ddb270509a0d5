"""Queries of the house rules that circles keep under a name."""

from collections.abc import Collection
from typing import cast

from sqlalchemy import Table, bindparam, delete, select, update
from sqlalchemy.orm import Session

from ..models import NamedRules
from ..rows import NamedRulesRow

_rules = cast(Table, NamedRules.__table__)

_OF_CIRCLES = (
    select(*(_rules.c[name] for name in NamedRulesRow._fields))
    .where(_rules.c.circle_id.in_(bindparam("circle_ids", expanding=True)))
    .order_by(_rules.c.id)
)
_UPDATE = update(_rules).where(_rules.c.id == bindparam("of"))
_DELETE = delete(_rules).where(_rules.c.id == bindparam("of"))


def of_circles(session: Session, circle_ids: Collection[str]) -> list[NamedRulesRow]:
    """Return the named house rules of several circles, the oldest first."""
    rows = session.execute(_OF_CIRCLES, {"circle_ids": list(circle_ids)})
    return [NamedRulesRow._make(row) for row in rows]


def change(session: Session, rules_id: int, **values: object) -> None:
    """Set columns of named house rules."""
    session.execute(_UPDATE.values(**values), {"of": rules_id})


def remove(session: Session, rules_id: int) -> None:
    """Delete named house rules."""
    session.execute(_DELETE, {"of": rules_id})
