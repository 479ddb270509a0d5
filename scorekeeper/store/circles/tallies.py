"""Queries of tallies: what is kept of the games of a circle, and which of it is out of date."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from json import dumps
from typing import Any, NamedTuple, cast

from sqlalchemy import Table, and_, bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from ...documents import ResultDocument, RulingDocument, TallyDocument
from ..game_columns import GAME_COLUMNS
from ..models import Circle, Game, GameRuling, Seat, Tally, TallyRow
from ..rows import GameRow

_game = cast(Table, Game.__table__)
_seat = cast(Table, Seat.__table__)
_tally = cast(Table, Tally.__table__)
_row = cast(Table, TallyRow.__table__)
_circle = cast(Table, Circle.__table__)
_ruling = cast(Table, GameRuling.__table__)

_OF_CIRCLE = _game.c.circle_id == bindparam("circle_id"), _game.c.deleted_at.is_(None)
_IS_OF = and_(  # with the circle, so that the tallies of others are not read
    _tally.c.game_id == _game.c.id, _tally.c.circle_id == bindparam("circle_id")
)
_CHANGED = (
    select(_game.c.id)
    .outerjoin(_tally, and_(_IS_OF, _tally.c.shape == bindparam("of_shape")))
    .where(*_OF_CIRCLE, func.coalesce(_tally.c.version, 0) != _game.c.version)
    .order_by(_game.c.id)
)
_EDITION = (
    select(
        _game.c.variant,
        func.count(),
        func.sum(_game.c.version),
        func.max(_game.c.changed_at),
        func.count(_game.c.deleted_at),
    )
    .where(_game.c.circle_id == bindparam("circle_id"))
    .group_by(_game.c.variant)
    .order_by(_game.c.variant)
)
_TALLIES = (
    select(_game.c.id, _game.c.variant, _tally.c.document).join(_tally, _IS_OF).where(*_OF_CIRCLE).order_by(_game.c.id)
)
_TIMES = (  # without the rest of the documents, which are large together
    select(_game.c.id, _tally.c.document["at"].as_string()).join(_tally, _IS_OF).where(*_OF_CIRCLE).order_by(_game.c.id)
)
_SEATS = (
    select(_seat.c.game_id, _seat.c.player, _seat.c.person_id)
    .join(_game, _game.c.id == _seat.c.game_id)
    .where(*_OF_CIRCLE, _seat.c.person_id.is_not(None))
)
_SEATED_IN = select(_seat.c.game_id, _seat.c.player, _seat.c.person_id).where(
    _seat.c.game_id.in_(bindparam("game_ids", expanding=True))
)
_GAMES = select(*GAME_COLUMNS).where(_game.c.id.in_(bindparam("game_ids", expanding=True)))
_RULINGS = select(_ruling.c.game_id, _ruling.c.number, _ruling.c.document).where(
    _ruling.c.game_id.in_(bindparam("game_ids", expanding=True))
)
_UNCHANGED = (  # while the transaction lasts
    _GAMES.where(_game.c.circle_id == bindparam("circle_id"), _game.c.deleted_at.is_(None))
    .order_by(_game.c.id)
    .with_for_update(read=True)
)
_CLEAR = [delete(table).where(table.c.game_id.in_(bindparam("game_ids", expanding=True))) for table in (_tally, _row)]
_CLEAR_ALL = [delete(table) for table in (_tally, _row)]
_ADD = insert(_tally)
_ADD_ROWS = insert(_row)
_CIRCLES = select(_circle.c.id).where(_circle.c.deleted_at.is_(None)).order_by(_circle.c.id)


Edition = tuple[tuple[Any, ...], ...]
"""What is counted of the games of each variant; see `edition`."""


class StoredTally(NamedTuple):
    """What is kept of a game."""

    game_id: str
    variant: str
    document: TallyDocument


def changed(session: Session, circle_id: str, shape: int) -> list[str]:
    """Return the games of a circle that have no tally of their version in this shape."""
    return list(session.scalars(_CHANGED, {"circle_id": circle_id, "of_shape": shape}))


def edition(session: Session, circle_id: str) -> Edition:
    """Return a cache key that changes with every change of a game of a circle: growing numbers, deleted games included.

    Games that join or leave, and changes of people, are counted by the circle itself: see `circles.count_renaming`.
    """
    return tuple(tuple(row) for row in session.execute(_EDITION, {"circle_id": circle_id}))


def games_by_variant(edition: Edition) -> dict[str, int]:
    """Return how many games of each variant are not deleted, the most frequent variant first."""
    games = {variant: count - deleted for variant, count, _versions, _at, deleted in edition if count > deleted}
    return dict(sorted(games.items(), key=lambda item: (-item[1], item[0])))


def tallies(session: Session, circle_id: str) -> list[StoredTally]:
    """Return what is kept of the games of a circle."""
    return [StoredTally._make(row) for row in session.execute(_TALLIES, {"circle_id": circle_id})]


def times(session: Session, circle_id: str) -> list[tuple[str, str]]:
    """Return the games of a circle, each with when its last round was played (ISO 8601)."""
    return [(game_id, at) for game_id, at in session.execute(_TIMES, {"circle_id": circle_id})]


def seated(session: Session, circle_id: str) -> dict[str, dict[str, int]]:
    """Return who sits in the games of a circle: the people's ids by game and player, without guests."""
    found: dict[str, dict[str, int]] = {}
    for game_id, player, person_id in session.execute(_SEATS, {"circle_id": circle_id}):
        found.setdefault(game_id, {})[player] = person_id
    return found


def games(session: Session, game_ids: Sequence[str]) -> list[GameRow]:
    """Return several games."""
    return [GameRow(*row) for row in session.execute(_GAMES, {"game_ids": list(game_ids)})]


def rulings(session: Session, game_ids: Sequence[str]) -> dict[str, dict[str, RulingDocument]]:
    """Return the rulings of several games, by game and the ruling's id."""
    found: dict[str, dict[str, RulingDocument]] = {}
    if game_ids:
        for game_id, number, document in session.execute(_RULINGS, {"game_ids": list(game_ids)}):
            found.setdefault(game_id, {})[str(number)] = document
    return found


def still_there(session: Session, circle_id: str, game_ids: Sequence[str]) -> set[str]:
    """Return which games are still in a circle and not deleted; that stays so until the transaction ends."""
    values = {"circle_id": circle_id, "game_ids": list(game_ids)}
    return {row.id for row in session.execute(_UNCHANGED, values)}


def put(session: Session, circle_id: str, games: Iterable[tuple[GameRow, TallyDocument]], shape: int) -> None:
    """Keep what games of a circle, which must be locked, add up to at their versions."""
    documents = {game.id: (game, document) for game, document in games}
    if not documents:
        return
    drop(session, list(documents))
    seated = {
        (row.game_id, row.player): row.person_id for row in session.execute(_SEATED_IN, {"game_ids": [*documents]})
    }
    session.execute(
        _ADD,
        [
            {
                "game_id": game.id,
                "circle_id": circle_id,
                "version": game.version,
                "shape": shape,
                "at": _at(document),
                "document": document,
            }
            for game, document in documents.values()
        ],
    )
    rows = [
        {
            "circle_id": circle_id,
            "person_id": seated.get((game.id, player)) or 0,
            "at": _at(document),
            "game_id": game.id,
            "player": player,
            "variant": game.variant,
            "lowest_wins": document["lowest_wins"],
            **_columns(result),
        }
        for game, document in documents.values()
        for player, result in document["results"].items()
    ]
    if rows:
        session.execute(_ADD_ROWS, rows)


def _at(document: TallyDocument) -> datetime:
    return datetime.fromisoformat(document["at"])


def _columns(result: ResultDocument) -> Mapping[str, object]:
    counts = {key: each for key in ("ways", "kinds") if (each := result.get(key))}
    return {
        "place": result.get("place"),
        "rounds": result.get("rounds", 0),
        "points": result.get("points", 0),
        "best": result.get("best"),
        "out": result.get("out", 0),
        "penalties": result.get("penalties", 0),
        "out_run": result.get("out_run", 0),
        "rulings_won": result.get("rulings_won", 0),
        "rulings_lost": result.get("rulings_lost", 0),
        "counts": dumps(counts, sort_keys=True) if counts else None,
    }


def drop(session: Session, game_ids: Sequence[str]) -> None:
    """Throw the tallies of games away."""
    for statement in _CLEAR:
        session.execute(statement, {"game_ids": list(game_ids)})


def clear(session: Session) -> None:
    """Throw all tallies away."""
    for statement in _CLEAR_ALL:
        session.execute(statement)


def circle_ids(session: Session) -> list[str]:
    """Return all circles."""
    return list(session.scalars(_CIRCLES))
