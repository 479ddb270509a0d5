"""The columns of a `GameRow`: those of a game, and what its circle calls the people who sit in it, all in one query."""

from typing import Any, Final, cast

from sqlalchemy import JSON, Table, case, func, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from .models import Game, Person, Seat
from .rows import GameRow

_game = cast(Table, Game.__table__)
_person = cast(Table, Person.__table__)
_seat = cast(Table, Seat.__table__)
_same = _person.alias("same")


class _JsonObject(GenericFunction[dict[str, str | None]]):
    """An aggregate function: the JSON object of keys and values, `{}` or NULL without any."""

    type = JSON()
    name = "json_group_object"
    inherit_cache = True


@compiles(_JsonObject, "postgresql")
def _of_postgresql(element: _JsonObject, compiler: Any, **options: Any) -> str:
    return f"json_object_agg{compiler.function_argspec(element, **options)}"


_SEATED = (  # a merged person has the name of whom they are merged into, which is one step: see `merge`
    select(_JsonObject(_seat.c.player, case((_same.c.left_at.is_(None), _same.c.name))))
    .join(_person, _person.c.id == _seat.c.person_id)
    .join(_same, _same.c.id == func.coalesce(_person.c.merged_into_id, _person.c.id))
    .where(_seat.c.game_id == _game.c.id)
    .correlate(_game)
    .scalar_subquery()
)
GAME_COLUMNS: Final = (*(_game.c[name] for name in GameRow._fields[:-1]), _SEATED.label(GameRow._fields[-1]))
"""What a `select` of games takes, so that `GameRow(*row)` is one."""
