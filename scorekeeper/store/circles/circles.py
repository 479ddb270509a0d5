"""Queries of circles, their people, and who sat where."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import Table, and_, bindparam, delete, func, insert, select, tuple_, update
from sqlalchemy.orm import Session

from ...documents import SetupDocument
from ..game_columns import GAME_COLUMNS
from ..models import Circle, Game, GameRuling, Grant, Person, Revision, Seat, TallyRow
from ..notify import CHANNEL
from ..queries import notify as notify_game
from ..rights import CIRCLES_OF_DEVICE
from ..rows import CircleRow, GameRow, PersonRow, RevisionRow, SeatRow, Subject
from . import tallies

_circle = cast(Table, Circle.__table__)
_person = cast(Table, Person.__table__)
_seat = cast(Table, Seat.__table__)
_game = cast(Table, Game.__table__)
_tally_row = cast(Table, TallyRow.__table__)
_grant = cast(Table, Grant.__table__)
_revision = cast(Table, Revision.__table__)
_ruling = cast(Table, GameRuling.__table__)

_CIRCLES = select(*(_circle.c[name] for name in CircleRow._fields))
_CIRCLE = _CIRCLES.where(_circle.c.id == bindparam("circle_id"))
_LOCK = select(_circle.c.id).where(_circle.c.id.in_(bindparam("ids", expanding=True))).order_by(_circle.c.id)
_rights = CIRCLES_OF_DEVICE.subquery()
_best = select(_rights.c.circle_id, func.min(_rights.c.role).label("role")).group_by(_rights.c.circle_id).subquery()
_OF_DEVICE = (
    _CIRCLES.add_columns(_best.c.role)
    .join(_best, _best.c.circle_id == _circle.c.id)
    .where(_circle.c.deleted_at.is_(None))
    .order_by(_circle.c.name, _circle.c.id)
)
_PEOPLE = (
    select(*(_person.c[name] for name in PersonRow._fields))
    .where(_person.c.circle_id == bindparam("circle_id"))
    .order_by(_person.c.id)
)
_SEATS = select(*(_seat.c[name] for name in SeatRow._fields)).where(
    _seat.c.game_id.in_(bindparam("game_ids", expanding=True))
)
_TELL_ALL = select(func.pg_notify(CHANNEL, _game.c.id)).where(_game.c.circle_id == bindparam("circle_id"))
_RENAMED = update(_circle).where(_circle.c.id == bindparam("of")).values(names=_circle.c.names + 1)
_PUT = update(_game).where(_game.c.id == bindparam("of")).values(circle_id=bindparam("into"))
_CLEAR_SEATS = delete(_seat).where(_seat.c.game_id == bindparam("of"))
_ADD_SEATS = insert(_seat)
_COUNT_GAMES = (
    select(func.count())
    .select_from(_game)
    .where(_game.c.circle_id == bindparam("circle_id"), _game.c.deleted_at.is_(None))
)
_GAMES = (
    select(*GAME_COLUMNS)
    .where(_game.c.circle_id == bindparam("circle_id"), _game.c.deleted_at.is_(None))
    .order_by(_game.c.changed_at.desc(), _game.c.id)
    .limit(bindparam("most"))
    .offset(bindparam("after"))
)
_LAST_PLAYED = (
    select(_game.c.id, func.coalesce(func.max(_revision.c.at), _game.c.created_at))
    .outerjoin(_revision, and_(_revision.c.game_id == _game.c.id, _revision.c.what == "add"))
    .where(_game.c.circle_id == bindparam("circle_id"), _game.c.deleted_at.is_(None))
    .group_by(_game.c.id)
    .order_by(_game.c.id)
)
_SEATS_OF = select(*(_seat.c[name] for name in SeatRow._fields)).where(
    _seat.c.person_id.in_(bindparam("person_ids", expanding=True))
)
_GUESTS = (
    select(_seat.c.name, func.count().label("games"))
    .join(_game, _game.c.id == _seat.c.game_id)
    .where(_game.c.circle_id == bindparam("circle_id"), _seat.c.person_id.is_(None))
    .group_by(_seat.c.name)
    .order_by(func.count().desc(), _seat.c.name)
)
_GAMES_IN = select(_game.c.id).where(_game.c.circle_id == bindparam("in_circle"))
_TAKEN = select(_seat.c.game_id).where(_seat.c.person_id == bindparam("into"))
_CLAIM = (  # nobody sits twice at one table
    update(_seat)
    .where(
        _seat.c.name == bindparam("called"),
        _seat.c.person_id.is_(None),
        _seat.c.game_id.in_(_GAMES_IN),
        _seat.c.game_id.not_in(_TAKEN),
    )
    .values(person_id=bindparam("into"))
)
_claimed = select(_seat.c.game_id, _seat.c.player).where(_seat.c.person_id == bindparam("into")).subquery()
_CLAIM_TALLIED = (  # rows of tallies say who a seat is, too
    update(_tally_row)
    .where(
        _tally_row.c.circle_id == bindparam("in_circle"),
        _tally_row.c.person_id == 0,
        tuple_(_tally_row.c.game_id, _tally_row.c.player).in_(select(_claimed)),
    )
    .values(person_id=bindparam("into"))
)
_UPDATE_CIRCLE = update(_circle).where(_circle.c.id == bindparam("of"))
_UPDATE_PERSON = update(_person).where(_person.c.id == bindparam("of"))
_REVISIONS = (
    select(*(_revision.c[name] for name in RevisionRow._fields))
    .where(_revision.c.game_id == bindparam("game_id"))
    .order_by(_revision.c.number)
)
_REWRITE_START = update(_game).where(_game.c.id == bindparam("of")).values(start=bindparam("start"))
_REWRITE_REVISION = (
    update(_revision)
    .where(_revision.c.game_id == bindparam("of"), _revision.c.number == bindparam("at_number"))
    .values(before=bindparam("before"), after=bindparam("after"))
)
_FORGET_AUTHOR = [
    update(table).where(table.c.game_id == bindparam("of"), table.c.who == bindparam("called")).values(who=None)
    for table in (_revision, _ruling)
]
_RENAME_SEAT = (
    update(_seat)
    .where(_seat.c.game_id == bindparam("of"), _seat.c.player == bindparam("who"))
    .values(name=bindparam("called"))
)
_LET_IN = select(_grant.c.id).where(
    _grant.c.withdrawn_at.is_(None),
    _grant.c.game_id.is_not(None),
    _grant.c.made_by_id.in_(bindparam("grant_ids", expanding=True)),
)


def circle_row(session: Session, circle_id: str, *, lock: bool = False) -> CircleRow | None:
    """Return a circle's row, locked against other writers if `lock`, or None."""
    statement = _CIRCLE.with_for_update() if lock else _CIRCLE
    row = session.execute(statement, {"circle_id": circle_id}).one_or_none()
    return CircleRow._make(row) if row else None


def lock(session: Session, circle_ids: Collection[str]) -> None:
    """Lock several circles against other writers."""
    if circle_ids:
        session.execute(_LOCK.with_for_update(), {"ids": list(circle_ids)}).all()


def circles_of_device(session: Session, secret_hash: str) -> list[tuple[CircleRow, str]]:
    """Return the circles of a device, each with its role, by name."""
    return [(CircleRow._make(row), role) for *row, role in session.execute(_OF_DEVICE, {"secret_hash": secret_hash})]


def people(session: Session, circle_id: str) -> list[PersonRow]:
    """Return the people of a circle in the order in which they came, with those merged or gone."""
    return [PersonRow._make(row) for row in session.execute(_PEOPLE, {"circle_id": circle_id})]


def seats(session: Session, game_ids: Sequence[str]) -> list[SeatRow]:
    """Return the seats of several games."""
    return [SeatRow._make(row) for row in session.execute(_SEATS, {"game_ids": list(game_ids)})]


def games(session: Session, circle_id: str, most: int, after: int = 0) -> list[GameRow]:
    """Return `most` games of a circle, the latest changed first, those behind the first `after`."""
    rows = session.execute(_GAMES, {"circle_id": circle_id, "most": most, "after": after})
    return [GameRow(*row) for row in rows]


def last_played(session: Session, circle_id: str) -> list[tuple[str, datetime]]:
    """Return the games of a circle, each with when its last round was added; or else when it began."""
    return [(game_id, at) for game_id, at in session.execute(_LAST_PLAYED, {"circle_id": circle_id})]


def count_games(session: Session, circle_id: str) -> int:
    """Return how many games a circle has."""
    return session.scalar(_COUNT_GAMES, {"circle_id": circle_id}) or 0


def seats_of(session: Session, person_ids: Collection[int]) -> list[SeatRow]:
    """Return the seats of several people, in all games."""
    return [SeatRow._make(row) for row in session.execute(_SEATS_OF, {"person_ids": list(person_ids)})]


def guests(session: Session, circle_id: str) -> list[tuple[str, int]]:
    """Return the names of a circle's guests, each with the number of games, the most frequent first."""
    return [(row.name, row.games) for row in session.execute(_GUESTS, {"circle_id": circle_id})]


def claim(session: Session, circle_id: str, name: str, person_id: int) -> int:
    """Make guests of that name a person, except where that person sits at the same table; return how many."""
    values = {"in_circle": circle_id, "called": name, "into": person_id}
    count: int = session.execute(_CLAIM, values).rowcount  # type: ignore[attr-defined]  # of an UPDATE
    if count:
        session.execute(_CLAIM_TALLIED, {"in_circle": circle_id, "into": person_id})
    return count


def put_game(session: Session, game_id: str, circle_id: str | None) -> None:
    """Put a game into a circle, or out of any; then it has no seats, and is not tallied."""
    session.execute(_PUT, {"of": game_id, "into": circle_id})
    tallies.drop(session, [game_id])
    session.execute(_CLEAR_SEATS, {"of": game_id})


def add_seats(session: Session, seats: Sequence[SeatRow]) -> None:
    """Add seats."""
    if seats:
        session.execute(_ADD_SEATS, [seat._asdict() for seat in seats])


def set_circle(session: Session, circle_id: str, **values: object) -> None:
    """Set columns of a circle."""
    session.execute(_UPDATE_CIRCLE.values(**values), {"of": circle_id})


def set_person(session: Session, person_id: int, **values: object) -> None:
    """Set columns of a person."""
    session.execute(_UPDATE_PERSON.values(**values), {"of": person_id})


def settings_revisions(session: Session, game_id: str) -> list[RevisionRow]:
    """Return the revisions of a game whose documents are settings: those of changes, undone or not."""
    rows = (RevisionRow._make(row) for row in session.execute(_REVISIONS, {"game_id": game_id}))
    return [row for row in rows if "players" in (row.before or row.after or ())]


def rewrite_names(session: Session, game_id: str, start: SetupDocument, revisions: Sequence[RevisionRow]) -> None:
    """Store a game's settings with other names in them: nothing else may differ."""
    session.execute(_REWRITE_START, {"of": game_id, "start": start})
    for row in revisions:
        values = {"of": game_id, "at_number": row.number, "before": row.before, "after": row.after}
        session.execute(_REWRITE_REVISION, values)


def forget_author(session: Session, game_id: str, name: str) -> None:
    """Take a name from the authors of a game's changes and rulings."""
    for statement in _FORGET_AUTHOR:
        session.execute(statement, {"of": game_id, "called": name})


def rename_seat(session: Session, seat: SeatRow) -> None:
    """Store the name of a seat."""
    session.execute(_RENAME_SEAT, {"of": seat.game_id, "who": seat.player, "called": seat.name})


def count_renaming(session: Session, circle_id: str) -> None:
    """Count a change of what people are called, and notify every process that shows their games."""
    session.execute(_RENAMED, {"of": circle_id})
    notify(session, Subject(circle_id=circle_id))


def let_in_by(session: Session, grant_ids: Iterable[int]) -> list[int]:
    """Return the active grants of games that were made under grants of a circle."""
    return list(session.scalars(_LET_IN, {"grant_ids": list(grant_ids)}))


def notify(session: Session, subject: Subject) -> None:
    """Notify every process of a change of a game, or of all games of a circle; see `queries.notify`."""
    if subject.game_id is not None:
        notify_game(session, subject.game_id)
    elif session.get_bind().dialect.name == "postgresql":
        session.execute(_TELL_ALL, {"circle_id": subject.circle_id}).all()
