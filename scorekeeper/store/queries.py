"""What is asked of the tables. The statements are built once: building them costs more than running them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from typing import cast as typed

from sqlalchemy import Table, Text, bindparam, cast, delete, exists, func, insert, select, update
from sqlalchemy.orm import Session

from .models import Device, Game, Grant, Receipt, Revision, Ruling, Tabletop, TurnClock
from .notify import CHANNEL
from .rights import GRANTS_OF_DEVICE

Row = dict[str, Any]


class GameVersion(NamedTuple):
    """How far a game has come: its version, and how often its clock was turned."""

    version: int
    clock: int = 0


_game = typed(Table, Game.__table__)
_revision = typed(Table, Revision.__table__)
_receipt = typed(Table, Receipt.__table__)
_ruling = typed(Table, Ruling.__table__)
_tabletop = typed(Table, Tabletop.__table__)
_clock = typed(Table, TurnClock.__table__)
_device = typed(Table, Device.__table__)
_grant = typed(Table, Grant.__table__)

_GAME = select(_game).where(_game.c.id == bindparam("game_id"))
_GAME_LOCKED = _GAME.with_for_update()
_LOCK_GAMES = (
    select(_game.c.id)
    .where(_game.c.id.in_(bindparam("game_ids", expanding=True)))
    .order_by(_game.c.id)  # all lock in the same order, so that no two wait for each other
    .with_for_update()
)
_ALL_GAMES = select(_game).where(_game.c.deleted_at.is_(None)).order_by(_game.c.changed_at.desc(), _game.c.id)
_REVISIONS = select(
    *(_revision.c[name] for name in ("number", "what", "round", "who", "why", "at", "before", "after", "undoes"))
).order_by(_revision.c.number)
_REVISIONS_OF_GAME = _REVISIONS.where(_revision.c.game_id == bindparam("game_id"))
_REVISIONS_UPTO = _REVISIONS_OF_GAME.where(_revision.c.number <= bindparam("upto"))
_REVISIONS_OF_GAMES = _REVISIONS.add_columns(_revision.c.game_id).where(
    _revision.c.game_id.in_(bindparam("game_ids", expanding=True))
)
_rights = GRANTS_OF_DEVICE.subquery()
_best = select(_rights.c.game_id, func.min(_rights.c.role).label("role")).group_by(_rights.c.game_id).subquery()
_GAMES_OF_DEVICE = (
    select(_game, _best.c.role)
    .join(_best, _best.c.game_id == _game.c.id)
    .where(_game.c.deleted_at.is_(None))
    .order_by(_game.c.changed_at.desc(), _game.c.id)
    .limit(bindparam("most"))
)
_DELETED_OF_DEVICE = (
    select(_game)
    .join(_best, _best.c.game_id == _game.c.id)
    .where(_game.c.deleted_at > bindparam("since"), _best.c.role == "scorer")
    .order_by(_game.c.deleted_at.desc(), _game.c.id)
)
_MARK_DELETED = update(_game).where(_game.c.id == bindparam("game_id")).values(deleted_at=bindparam("at"))
_PURGE = delete(_game).where(_game.c.deleted_at <= bindparam("until"))
_of_game = (_revision, _ruling, _tabletop, _clock)
_UNPLAYED = (  # a game begun on paper, with points to begin with, has been played
    *(~exists().where(table.c.game_id == _game.c.id) for table in _of_game),
    _game.c.deleted_at.is_(None),
    cast(_game.c.start, Text).not_like('%"points"%'),
)
_LAST_GIVEN = select(func.max(_grant.c.given_at)).where(_grant.c.game_id == _game.c.id).scalar_subquery()
_UNPLAYED_SINCE = select(_LAST_GIVEN).select_from(_game).where(_game.c.id == bindparam("game_id"), *_UNPLAYED)
_UNPLAYED_UNTIL = (
    *_UNPLAYED,
    _game.c.created_at <= bindparam("until"),
    ~exists().where(_grant.c.game_id == _game.c.id, _grant.c.given_at > bindparam("until")),
)
_LOCK_UNPLAYED = select(_game.c.id).where(*_UNPLAYED_UNTIL).limit(500).with_for_update()
_PURGE_UNPLAYED = delete(_game).where(_game.c.id.in_(bindparam("game_ids", expanding=True)), *_UNPLAYED_UNTIL)
_DEVICE_ID = select(_device.c.id).where(_device.c.secret_hash == bindparam("secret_hash"))
_RECEIPT = select(_receipt).where(_receipt.c.game_id == bindparam("game_id"), _receipt.c.key == bindparam("key"))
_COUNT_CHANGE = (
    update(_game)
    .where(_game.c.id == bindparam("game_id"))
    .values(version=bindparam("new_version"), changed_at=bindparam("at"))
)
_RULINGS = select(*(_ruling.c[name] for name in ("game_id", "number", "question", "codes", "who", "at", "document")))
_RULINGS_OF_GAME = _RULINGS.where(_ruling.c.game_id == bindparam("game_id")).order_by(_ruling.c.number)
_RULING = _RULINGS_OF_GAME.where(_ruling.c.number == bindparam("number"))
_LAST_RULING = _RULINGS.where(_ruling.c.game_id == bindparam("game_id")).order_by(_ruling.c.number.desc()).limit(1)
_RULINGS_LIKE = (
    _RULINGS.where(
        _ruling.c.game_id.in_(bindparam("game_ids", expanding=True)),
        _ruling.c.question == bindparam("question"),
        _ruling.c.codes == bindparam("codes"),
    )
    .order_by(_ruling.c.at.desc(), _ruling.c.game_id, _ruling.c.number.desc())
    .limit(bindparam("most"))
)
_ADD_RULING = insert(_ruling)
_TABLETOP = select(_tabletop.c.melds).where(_tabletop.c.game_id == bindparam("game_id"))
_CLEAR_TABLETOP = delete(_tabletop).where(_tabletop.c.game_id == bindparam("game_id"))
_ADD_TABLETOP = insert(_tabletop)
_CLOCK = select(_clock).where(_clock.c.game_id == bindparam("game_id"))
_CLEAR_CLOCK = delete(_clock).where(_clock.c.game_id == bindparam("game_id"))
_ADD_CLOCK = insert(_clock)
_STANDS = (
    select(_game.c.id, _game.c.version, func.coalesce(_clock.c.number, 0).label("clock"))
    .outerjoin(_clock, _clock.c.game_id == _game.c.id)
    .where(_game.c.id.in_(bindparam("game_ids", expanding=True)))
)
_STAND = _STANDS.where(_game.c.deleted_at.is_(None))
_TELL = select(func.pg_notify(CHANNEL, bindparam("game_id")))
_ADD_REVISION = insert(_revision)
_ADD_RECEIPT = insert(_receipt)


def game_row(session: Session, game_id: str, *, lock: bool = False) -> Row | None:
    """Return a game's row, locked against other writers if `lock`, or None."""
    row = session.execute(_GAME_LOCKED if lock else _GAME, {"game_id": game_id}).mappings().one_or_none()
    return dict(row) if row else None


def lock_games(session: Session, game_ids: Collection[str]) -> None:
    """Lock several games against other writers."""
    session.execute(_LOCK_GAMES, {"game_ids": list(game_ids)}).all()


def revision_rows(session: Session, game_id: str, upto: int | None = None) -> list[Row]:
    """Return a game's revisions in their order, up to and with number `upto`."""
    statement = _REVISIONS_OF_GAME if upto is None else _REVISIONS_UPTO
    result = session.execute(statement, {"game_id": game_id, "upto": upto})
    keys = tuple(result.keys())
    return [dict(zip(keys, row, strict=True)) for row in result]


def revision_rows_of(session: Session, game_ids: Sequence[str]) -> dict[str, list[Row]]:
    """Return the revisions of several games, by game, each in their order."""
    found: dict[str, list[Row]] = {game_id: [] for game_id in game_ids}
    for row in session.execute(_REVISIONS_OF_GAMES, {"game_ids": list(game_ids)}).mappings():
        found[row["game_id"]].append(dict(row))
    return found


def games_of_device(session: Session, secret_hash: str, most: int) -> list[Row]:
    """Return the games that a device knows, each with its `role`, the latest changed first."""
    rows = session.execute(_GAMES_OF_DEVICE, {"secret_hash": secret_hash, "most": most})
    return [dict(row) for row in rows.mappings()]


def deleted_games_of_device(session: Session, secret_hash: str, since: datetime) -> list[Row]:
    """Return the games that a device may write and that were deleted after `since`, the latest first."""
    rows = session.execute(_DELETED_OF_DEVICE, {"secret_hash": secret_hash, "since": since})
    return [dict(row) for row in rows.mappings()]


def mark_deleted(session: Session, game_id: str, at: datetime | None) -> None:
    """Mark a game as deleted, or with None as not deleted."""
    session.execute(_MARK_DELETED, {"game_id": game_id, "at": at})


def purge(session: Session, until: datetime) -> None:
    """Remove the games for good that were deleted by `until`, with all that belongs to them."""
    session.execute(_PURGE, {"until": until})


def unplayed_since(session: Session, game_id: str) -> datetime | None:
    """Return when the last right to a game was given in which nothing has happened; None if something has."""
    found: datetime | None = session.execute(_UNPLAYED_SINCE, {"game_id": game_id}).scalar_one_or_none()
    return found


def purge_unplayed(session: Session, until: datetime) -> None:
    """Remove the games that were begun, and to which the last right was given, by `until`, and nothing has happened.

    They are locked first, and looked at again: a round that is being entered at this moment counts.
    """
    while game_ids := list(session.scalars(_LOCK_UNPLAYED, {"until": until})):
        session.execute(_PURGE_UNPLAYED, {"game_ids": game_ids, "until": until})


def all_games(session: Session) -> list[Row]:
    """Return every game, the latest changed first."""
    return [dict(row) for row in session.execute(_ALL_GAMES).mappings()]


def device_id(session: Session, secret_hash: str) -> int | None:
    """Return the id of the device with that secret."""
    return session.scalar(_DEVICE_ID, {"secret_hash": secret_hash})


def receipt(session: Session, game_id: str, key: str) -> Row | None:
    """Return the receipt of a request that was carried out under `key`."""
    row = session.execute(_RECEIPT, {"game_id": game_id, "key": key}).mappings().one_or_none()
    return dict(row) if row else None


def add_revision(session: Session, row: Row, version: int) -> None:
    """Add a revision to its game, which takes `version` and the revision's time."""
    session.execute(_ADD_REVISION, row)
    session.execute(_COUNT_CHANGE, {"game_id": row["game_id"], "new_version": version, "at": row["at"]})
    tell(session, row["game_id"])


def tell(session: Session, game_id: str) -> None:
    """Tell every process of a change of a game, or of the rights to it, once it is committed; SQLite does by itself."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_TELL, {"game_id": game_id})


def stands(session: Session, game_ids: Collection[str]) -> dict[str, GameVersion]:
    """Return how far several games have come."""
    rows = session.execute(_STANDS, {"game_ids": list(game_ids)})
    return {row.id: GameVersion(row.version, row.clock) for row in rows}


def stand(session: Session, game_id: str) -> GameVersion | None:
    """Return how far a game has come; None if there is none, or it is deleted."""
    row = session.execute(_STAND, {"game_ids": [game_id]}).one_or_none()
    return None if row is None else GameVersion(row.version, row.clock)


def add_receipt(session: Session, row: Row) -> None:
    """Keep what a client's key was used for."""
    session.execute(_ADD_RECEIPT, row)


def ruling_rows(session: Session, game_id: str) -> list[Row]:
    """Return a game's rulings in the order in which they were asked for."""
    return [dict(row) for row in session.execute(_RULINGS_OF_GAME, {"game_id": game_id}).mappings()]


def ruling_row(session: Session, game_id: str, number: int) -> Row | None:
    """Return one of a game's rulings."""
    row = session.execute(_RULING, {"game_id": game_id, "number": number}).mappings().one_or_none()
    return dict(row) if row else None


def last_ruling(session: Session, game_id: str) -> Row | None:
    """Return the ruling that a game asked for last."""
    row = session.execute(_LAST_RULING, {"game_id": game_id}).mappings().one_or_none()
    return dict(row) if row else None


def rulings_like(session: Session, game_ids: Sequence[str], question: str, codes: str, most: int) -> list[Row]:
    """Return the rulings on a question, for these reasons, in several games, the latest first."""
    values = {"game_ids": list(game_ids), "question": question, "codes": codes, "most": most}
    return [dict(row) for row in session.execute(_RULINGS_LIKE, values).mappings()]


def add_ruling(session: Session, row: Row) -> None:
    """Keep a ruling."""
    session.execute(_ADD_RULING, row)


def tabletop(session: Session, game_id: str) -> list[list[str]] | None:
    """Return the codes of the melds on a game's table; None if nobody said what lies there."""
    found: list[list[str]] | None = session.execute(_TABLETOP, {"game_id": game_id}).scalar_one_or_none()
    return found


def put_tabletop(session: Session, game_id: str, melds: list[list[str]], at: datetime) -> None:
    """Keep what lies on a game's table instead of what was kept before; the game must be locked."""
    session.execute(_CLEAR_TABLETOP, {"game_id": game_id})
    session.execute(_ADD_TABLETOP, {"game_id": game_id, "melds": melds, "at": at})


def clock_row(session: Session, game_id: str) -> Row | None:
    """Return a game's clock; None if nobody has turned it yet."""
    row = session.execute(_CLOCK, {"game_id": game_id}).mappings().one_or_none()
    return dict(row) if row else None


def put_clock(session: Session, row: Row) -> None:
    """Keep a game's clock instead of what was kept before; the game must be locked."""
    session.execute(_CLEAR_CLOCK, {"game_id": row["game_id"]})
    session.execute(_ADD_CLOCK, row)
    tell(session, row["game_id"])
