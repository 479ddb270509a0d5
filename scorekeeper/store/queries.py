"""Queries of games, revisions, rulings, tables and clocks. Building a statement is slow, so each is built once."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import cast as typed

from sqlalchemy import Table, Text, and_, bindparam, cast, delete, exists, func, insert, select, update
from sqlalchemy.orm import Session

from ..documents import KeptMeldDocument, SetupDocument
from .circles import tallies
from .game_columns import GAME_COLUMNS
from .models import Circle, Device, Game, GameRuling, Grant, OpenRound, Receipt, Revision, Tabletop, TurnClock
from .notify import CHANNEL
from .rights import GAMES_OF_DEVICE
from .rows import ClockRow, DeviceGameRow, GameRow, GameVersion, ReceiptRow, RevisionRow, RulingRow

_game = typed(Table, Game.__table__)
_revision = typed(Table, Revision.__table__)
_receipt = typed(Table, Receipt.__table__)
_ruling = typed(Table, GameRuling.__table__)
_tabletop = typed(Table, Tabletop.__table__)
_clock = typed(Table, TurnClock.__table__)
_circle = typed(Table, Circle.__table__)
_open_round = typed(Table, OpenRound.__table__)
_device = typed(Table, Device.__table__)
_grant = typed(Table, Grant.__table__)

_GAMES = select(*GAME_COLUMNS)
_GAME = _GAMES.where(_game.c.id == bindparam("game_id"))
_GAME_LOCKED = _GAME.with_for_update()
_LOCK_GAMES = (
    select(_game.c.id)
    .where(_game.c.id.in_(bindparam("game_ids", expanding=True)))
    .order_by(_game.c.id)  # all lock in the same order, so that no two wait for each other
    .with_for_update()
)
_ALL_GAMES = _GAMES.where(_game.c.deleted_at.is_(None)).order_by(_game.c.changed_at.desc(), _game.c.id)
_REVISIONS = select(*(_revision.c[name] for name in RevisionRow._fields)).order_by(_revision.c.number)
_REVISIONS_OF_GAME = _REVISIONS.where(_revision.c.game_id == bindparam("game_id"))
_LAST_WRITER = (
    select(_revision.c.who)
    .where(_revision.c.game_id == bindparam("game_id"), _revision.c.round == bindparam("round"))
    .order_by(_revision.c.number.desc())
    .limit(1)
)
_undone = _revision.alias("undone")
_LAST_SETUP = (  # of a change of the settings, or of an undo or a redo of one
    select(_revision.c.after)
    .outerjoin(_undone, and_(_undone.c.game_id == _revision.c.game_id, _undone.c.number == _revision.c.undoes))
    .where(_revision.c.game_id == bindparam("game_id"), func.coalesce(_undone.c.what, _revision.c.what) == "settings")
    .order_by(_revision.c.number.desc())
    .limit(1)
)
_REVISIONS_UPTO = _REVISIONS_OF_GAME.where(_revision.c.number <= bindparam("upto"))
_REVISIONS_OF_GAMES = _REVISIONS.add_columns(_revision.c.game_id).where(
    _revision.c.game_id.in_(bindparam("game_ids", expanding=True))
)
_rights = GAMES_OF_DEVICE.subquery()
_best = select(_rights.c.game_id, func.min(_rights.c.role).label("role")).group_by(_rights.c.game_id).subquery()
_GAMES_OF_DEVICE = (
    _GAMES.add_columns(_best.c.role)
    .join(_best, _best.c.game_id == _game.c.id)
    .where(_game.c.deleted_at.is_(None))
    .order_by(_game.c.changed_at.desc(), _game.c.id)
    .limit(bindparam("most"))
)
_DELETED_OF_DEVICE = (
    _GAMES.join(_best, _best.c.game_id == _game.c.id)
    .where(_game.c.deleted_at > bindparam("since"), _best.c.role == "scorer")
    .order_by(_game.c.deleted_at.desc(), _game.c.id)
)
_MARK_DELETED = update(_game).where(_game.c.id == bindparam("game_id")).values(deleted_at=bindparam("at"))
_PURGE = delete(_game).where(_game.c.deleted_at <= bindparam("until"))
_of_game = (_revision, _ruling, _tabletop, _clock, _open_round)
UNPLAYED = (  # a game begun on paper, with points to begin with, has been played
    *(~exists().where(table.c.game_id == _game.c.id) for table in _of_game),
    _game.c.deleted_at.is_(None),
    cast(_game.c.start, Text).not_like('%"points"%'),
)
"""The conditions on a game in which nothing has happened."""
_LAST_GIVEN = select(func.max(_grant.c.given_at)).where(_grant.c.game_id == _game.c.id).scalar_subquery()
_UNPLAYED_SINCE = select(_LAST_GIVEN).select_from(_game).where(_game.c.id == bindparam("game_id"), *UNPLAYED)
_UNPLAYED_UNTIL = (
    *UNPLAYED,
    _game.c.created_at <= bindparam("until"),
    ~exists().where(_grant.c.game_id == _game.c.id, _grant.c.given_at > bindparam("until")),
)
_LOCK_UNPLAYED = select(_game.c.id).where(*_UNPLAYED_UNTIL).limit(500).with_for_update()
_PURGE_UNPLAYED = delete(_game).where(_game.c.id.in_(bindparam("game_ids", expanding=True)), *_UNPLAYED_UNTIL)
_DEVICE_ID = select(_device.c.id).where(_device.c.secret_hash == bindparam("secret_hash"))
_RECEIPT = select(*(_receipt.c[name] for name in ReceiptRow._fields)).where(
    _receipt.c.game_id == bindparam("game_id"), _receipt.c.key == bindparam("key")
)
_COUNT_CHANGE = (
    update(_game)
    .where(_game.c.id == bindparam("game_id"))
    .values(version=bindparam("new_version"), changed_at=bindparam("at"))
)
_RULINGS = select(*(_ruling.c[name] for name in RulingRow._fields))
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
_ROUND_ADDED = _revision.c.game_id == _tabletop.c.game_id, _revision.c.what == "add", _revision.c.at > _tabletop.c.at
_TABLETOP = select(_tabletop.c.melds).where(_tabletop.c.game_id == bindparam("game_id"), ~exists().where(*_ROUND_ADDED))
_CLEAR_TABLETOP = delete(_tabletop).where(_tabletop.c.game_id == bindparam("game_id"))
_ADD_TABLETOP = insert(_tabletop)
_CLOCK = select(*(_clock.c[name] for name in ClockRow._fields)).where(_clock.c.game_id == bindparam("game_id"))
_CLEAR_CLOCK = delete(_clock).where(_clock.c.game_id == bindparam("game_id"))
_ADD_CLOCK = insert(_clock)
_COUNTS = (_clock.c.number, _circle.c.names, _open_round.c.number)
_VERSIONS = (
    select(_game.c.id, _game.c.version, *(func.coalesce(each, 0) for each in _COUNTS))
    .outerjoin(_clock, _clock.c.game_id == _game.c.id)
    .outerjoin(_circle, _circle.c.id == _game.c.circle_id)
    .outerjoin(_open_round, _open_round.c.game_id == _game.c.id)
    .where(_game.c.id.in_(bindparam("game_ids", expanding=True)))
)
_VERSION = _VERSIONS.where(_game.c.deleted_at.is_(None))
_TELL = select(func.pg_notify(CHANNEL, bindparam("game_id")))
_ADD_REVISION = insert(_revision)
_ADD_RECEIPT = insert(_receipt)


def game_row(session: Session, game_id: str, *, lock: bool = False) -> GameRow | None:
    """Return a game's row, locked against other writers if `lock`, or None."""
    row = session.execute(_GAME_LOCKED if lock else _GAME, {"game_id": game_id}).one_or_none()
    return GameRow(*row) if row else None


def lock_games(session: Session, game_ids: Collection[str]) -> None:
    """Lock several games against other writers."""
    session.execute(_LOCK_GAMES, {"game_ids": list(game_ids)}).all()


def revision_rows(session: Session, game_id: str, upto: int | None = None) -> list[RevisionRow]:
    """Return a game's revisions in their order, up to and with number `upto`."""
    statement = _REVISIONS_OF_GAME if upto is None else _REVISIONS_UPTO
    return [RevisionRow._make(row) for row in session.execute(statement, {"game_id": game_id, "upto": upto})]


def revision_rows_of(session: Session, game_ids: Sequence[str]) -> dict[str, list[RevisionRow]]:
    """Return the revisions of several games, by game, each in order."""
    found: dict[str, list[RevisionRow]] = {game_id: [] for game_id in game_ids}
    for *row, game_id in session.execute(_REVISIONS_OF_GAMES, {"game_ids": list(game_ids)}):
        found[game_id].append(RevisionRow._make(row))
    return found


def games_of_device(session: Session, secret_hash: str, most: int) -> list[DeviceGameRow]:
    """Return the games of a device, each with its role, the latest changed first."""
    rows = session.execute(_GAMES_OF_DEVICE, {"secret_hash": secret_hash, "most": most})
    return [DeviceGameRow(GameRow(*game), role) for *game, role in rows]


def deleted_games_of_device(session: Session, secret_hash: str, since: datetime) -> list[GameRow]:
    """Return the games that a device may write and that were deleted after `since`, the latest first."""
    rows = session.execute(_DELETED_OF_DEVICE, {"secret_hash": secret_hash, "since": since})
    return [GameRow(*row) for row in rows]


def mark_deleted(session: Session, game_id: str, at: datetime | None) -> None:
    """Set the time of a game's deletion; None restores it."""
    session.execute(_MARK_DELETED, {"game_id": game_id, "at": at})
    tallies.drop(session, [game_id])


def purge(session: Session, until: datetime) -> None:
    """Delete the games that were marked as deleted by `until`, with everything that belongs to them."""
    session.execute(_PURGE, {"until": until})


def unplayed_since(session: Session, game_id: str) -> datetime | None:
    """Return when the last grant of a game without changes was given; None if the game has changes."""
    found: datetime | None = session.execute(_UNPLAYED_SINCE, {"game_id": game_id}).scalar_one_or_none()
    return found


def purge_unplayed(session: Session, until: datetime) -> None:
    """Delete games without changes that were made, and last shared, by `until`.

    They are locked first and checked again, so that a round entered at this moment counts.
    """
    while game_ids := list(session.scalars(_LOCK_UNPLAYED, {"until": until})):
        session.execute(_PURGE_UNPLAYED, {"game_ids": game_ids, "until": until})


def all_games(session: Session) -> list[GameRow]:
    """Return every game, the latest changed first."""
    return [GameRow(*row) for row in session.execute(_ALL_GAMES)]


def device_id(session: Session, secret_hash: str) -> int | None:
    """Return the id of the device with that secret."""
    return session.scalar(_DEVICE_ID, {"secret_hash": secret_hash})


def receipt(session: Session, game_id: str, key: str) -> ReceiptRow | None:
    """Return the receipt of a request with the idempotency key `key`."""
    row = session.execute(_RECEIPT, {"game_id": game_id, "key": key}).one_or_none()
    return ReceiptRow._make(row) if row else None


def add_revision(session: Session, game_id: str, row: RevisionRow, device_id: int | None) -> None:
    """Add a revision, made by a device or by the program, and set the game's version and time."""
    session.execute(_ADD_REVISION, {"game_id": game_id, "device_id": device_id, **row._asdict()})
    session.execute(_COUNT_CHANGE, {"game_id": game_id, "new_version": row.number + 1, "at": row.at})
    notify(session, game_id)


def notify(session: Session, game_id: str) -> None:
    """Notify every process of a change of a game or its grants, at the commit; SQLite needs no call."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_TELL, {"game_id": game_id})


def game_versions(session: Session, game_ids: Collection[str]) -> dict[str, GameVersion]:
    """Return the versions of several games."""
    rows = session.execute(_VERSIONS, {"game_ids": list(game_ids)})
    return {game_id: GameVersion(*numbers) for game_id, *numbers in rows}


def game_version(session: Session, game_id: str) -> GameVersion | None:
    """Return the version of a game; None if there is none, or it is deleted."""
    row = session.execute(_VERSION, {"game_ids": [game_id]}).one_or_none()
    return None if row is None else GameVersion(*row[1:])


def last_writer(session: Session, game_id: str, round_number: int) -> str | None:
    """Return the author of the last revision of a round; None if it has no author, or there is none."""
    return session.scalar(_LAST_WRITER, {"game_id": game_id, "round": round_number})


def last_setup(session: Session, game_id: str) -> SetupDocument | None:
    """Return a game's setup after the last revision that changed it; None if none did."""
    return session.scalar(_LAST_SETUP, {"game_id": game_id})


def add_receipt(session: Session, row: ReceiptRow) -> None:
    """Store the receipt of a request with an idempotency key."""
    session.execute(_ADD_RECEIPT, row._asdict())


def ruling_rows(session: Session, game_id: str) -> list[RulingRow]:
    """Return a game's rulings, the oldest first."""
    return [RulingRow._make(row) for row in session.execute(_RULINGS_OF_GAME, {"game_id": game_id})]


def ruling_row(session: Session, game_id: str, number: int) -> RulingRow | None:
    """Return one of a game's rulings."""
    row = session.execute(_RULING, {"game_id": game_id, "number": number}).one_or_none()
    return RulingRow._make(row) if row else None


def last_ruling(session: Session, game_id: str) -> RulingRow | None:
    """Return the latest ruling of a game."""
    row = session.execute(_LAST_RULING, {"game_id": game_id}).one_or_none()
    return RulingRow._make(row) if row else None


def rulings_like(session: Session, game_ids: Sequence[str], question: str, codes: str, most: int) -> list[RulingRow]:
    """Return the rulings on a question, for these reasons, in several games, the latest first."""
    values = {"game_ids": list(game_ids), "question": question, "codes": codes, "most": most}
    return [RulingRow._make(row) for row in session.execute(_RULINGS_LIKE, values)]


def add_ruling(session: Session, row: RulingRow) -> None:
    """Store a ruling."""
    session.execute(_ADD_RULING, row._asdict())


def tabletop(session: Session, game_id: str) -> list[KeptMeldDocument] | None:
    """Return the melds on a game's table; None if they were not entered in this round."""
    found: list[KeptMeldDocument] | None = session.execute(_TABLETOP, {"game_id": game_id}).scalar_one_or_none()
    return found


def put_tabletop(session: Session, game_id: str, melds: Sequence[KeptMeldDocument], at: datetime) -> None:
    """Store the melds on a game's table; the game must be locked."""
    session.execute(_CLEAR_TABLETOP, {"game_id": game_id})
    session.execute(_ADD_TABLETOP, {"game_id": game_id, "melds": melds, "at": at})


def clock_row(session: Session, game_id: str) -> ClockRow | None:
    """Return a game's turn clock; None if it was never started."""
    row = session.execute(_CLOCK, {"game_id": game_id}).one_or_none()
    return ClockRow._make(row) if row else None


def put_clock(session: Session, row: ClockRow) -> None:
    """Store a game's turn clock; the game must be locked."""
    session.execute(_CLEAR_CLOCK, {"game_id": row.game_id})
    session.execute(_ADD_CLOCK, row._asdict())
    notify(session, row.game_id)
