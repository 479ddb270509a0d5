"""The import of an exported circle: as a new one, or into one that is there, without overwriting anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from ...rules.errors import N_, Problem
from ...store import circles
from ...store.database import writing
from ...store.models import Grant, Person
from ...store.rows import PersonRow, SeatRow
from ..access.access import CircleAccess, Role, add_device, hashed, new_secret
from ..access.locking import changing_circle
from ..circles.circles import MOST_PEOPLE, NewCircle, add_circle
from ..circles.people import MARKS
from ..circles.seating import present
from ..errors import Invalid, NoAccess
from ..games.state import fold
from ..payload_reading import read
from ..payload_types import Moment, Name, Shape, Word
from ..sizes import few_keys
from .circle_export import MOST_GAMES as MOST_BY_COMMAND
from .duplicates import twins
from .importing import MOST_GAMES, known_format, prepared_at
from .importing_answers import ALTERED
from .importing_shapes import listed
from .lazy_json import Pieces
from .prepared import PreparedGame

_FULL = N_("With the people of this file the circle would have more than {most} people.")


class _OriginShape(NewCircle):
    id: Word
    made: Moment | None = None


class _PersonShape(Shape):
    id: int
    name: Name
    mark: Annotated[int, Field(ge=0, lt=MARKS)] = 0
    joined: Moment | None = None
    same_as: int | None = None


class _GameShape(Shape):
    id: Word
    seats: Annotated[dict[str, int], few_keys(MOST_PEOPLE)]
    game: dict[str, Any]


class _CircleShape(Shape):
    format_version: int
    circle: _OriginShape
    people: Annotated[list[_PersonShape], Field(max_length=MOST_PEOPLE)]
    games: Annotated[Any, listed(MOST_BY_COMMAND)]


@dataclass(frozen=True)
class _PreparedCircle:
    """A circle of a file that was read and found consistent; its games with their ids there and the seats of people."""

    origin: _OriginShape
    people: Sequence[_PersonShape]
    games: Sequence[tuple[str, dict[str, int], PreparedGame]]


@dataclass(frozen=True)
class Taken:
    """What an import has added to a circle, and how many of the games were there."""

    circle_id: str
    people: int
    games: int
    there: int


def is_circle(body: object) -> bool:
    """Return whether a document is a circle's, and not a game's."""
    return isinstance(body, dict) and "circle" in body


def import_circle_for(device_secret: str, body: object) -> Taken:
    """Make a circle of a document, which a device keeps.

    Raises:
        Invalid: an unknown format version, too many games, or a document that does not hold together.
    """
    found, now = _read(body, MOST_GAMES), _now()
    with writing() as session:
        circle_id = add_circle(session, found.origin.name or "", now)
        device = add_device(session, device_secret, now)
        session.add(Grant(circle_id=circle_id, role=Role.KEEPER.value, given_at=now, device_id=device))
        return _take_in(session, circle_id, found)


def merge_circle(right: CircleAccess, body: object) -> Taken:
    """Add the people and games of a document that are not there yet to a circle.

    Raises:
        Invalid: see `import_circle_for`; NoAccess, NotAllowed: see `changing_circle`.
    """
    right.must_keep()
    found = _read(body, MOST_GAMES)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        return _take_in(session, circle.id, found)


def import_circle(body: object, into: str | None = None) -> tuple[Taken, str | None]:
    """Do the same without a device, also with very many games: return a key by which a new circle can be kept.

    Raises:
        Invalid: see `import_circle_for`; NoAccess: there is no circle `into`.
    """
    found, now = _read(body, MOST_BY_COMMAND), _now()
    with writing() as session:
        if into is not None:
            circle = circles.circle_row(session, into, lock=True)
            if circle is None or circle.deleted_at is not None:
                raise NoAccess
            return _take_in(session, into, found), None
        circle_id, key = add_circle(session, found.origin.name or "", now), new_secret()
        session.add(Grant(circle_id=circle_id, role=Role.KEEPER.value, given_at=now, key_hash=hashed(key)))
        return _take_in(session, circle_id, found), key


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def _read(body: object, most: int) -> _PreparedCircle:
    known_format(body)
    shape = read(_CircleShape, body)
    if shape.circle.name is None:
        raise Invalid(Problem(ALTERED, ("circle", "name")))
    if len(shape.games) > most:
        raise Invalid(Problem(N_("Too many games: at most {most}."), ("games",), {"most": most}))
    _check_people(shape.people)
    known = {person.id for person in shape.people}
    return _PreparedCircle(
        shape.circle, shape.people, [_game(shape.games, at, known) for at in range(len(shape.games))]
    )


def _check_people(people: Sequence[_PersonShape]) -> None:
    """Check that no id or name is there twice, and that a merged person's other is there and not merged."""
    ids: set[int] = set()
    names: set[str] = set()
    themselves = {person.id for person in people if person.same_as is None}
    for place, person in enumerate(people):
        if person.id in ids:
            raise Invalid(Problem(ALTERED, ("people", place, "id")))
        if person.same_as is not None and person.same_as not in themselves:
            raise Invalid(Problem(ALTERED, ("people", place, "same_as")))
        if person.same_as is None and person.name.casefold() in names:
            raise Invalid(Problem(ALTERED, ("people", place, "name")))
        ids.add(person.id)
        names.update({person.name.casefold()} if person.same_as is None else ())


def _game(games: Sequence[object] | Pieces, at: int, people: set[int]) -> tuple[str, dict[str, int], PreparedGame]:
    try:
        shape = read(_GameShape, games[at])
        wrong = next((player for player, person in shape.seats.items() if person not in people), None)
        if wrong is not None:
            raise Invalid(Problem(ALTERED, ("seats", wrong)))
    except Invalid as error:
        raise Invalid(*(problem.within("games", at) for problem in error.problems)) from None
    return shape.id, shape.seats, prepared_at(shape.game, "games", at, "game")


def _take_in(session: Any, circle_id: str, found: _PreparedCircle) -> Taken:
    """Add what is not there to a locked circle."""
    before = circles.people(session, circle_id)
    people = _people(session, circle_id, found, before)
    here = circles.games(session, circle_id, MOST_BY_COMMAND)
    same = twins([game for _id, _seats, game in found.games], here)
    known = {game.id for game in here} if found.origin.id == circle_id else set()
    new = [each for place, each in enumerate(found.games) if place not in same and each[0] not in known]
    merged = {person.id: person.merged_into_id or person.id for person in circles.people(session, circle_id)}
    for _origin, seats, game in new:
        game_id = game.store(session)
        circles.put_game(session, game_id, circle_id)
        circles.add_seats(
            session, _seats(game_id, game, {player: people[who] for player, who in seats.items()}, merged)
        )
    circles.count_renaming(session, circle_id)
    return Taken(circle_id, len(merged) - len(before), len(new), len(found.games) - len(new))


def _people(session: Any, circle_id: str, found: _PreparedCircle, known: Sequence[PersonRow]) -> dict[int, int | None]:
    """Return who everybody of a file is in the circle, those added who are not there; None for those who have left.

    They are known by their ids if the file is of this circle, and else by their names.
    """
    by_id = {person.id: person for person in known} if found.origin.id == circle_id else {}
    merged = [person for person in known if person.merged_into_id is not None]
    by_name = {person.name.casefold(): person.id for person in (*merged, *present(known))}
    into = {person.id: person.merged_into_id or person.id for person in known}
    ids: dict[int, int | None] = {}
    added = 0
    for person in sorted(found.people, key=lambda person: person.same_as is not None):
        target = ids.get(person.same_as or 0)
        if person.id in by_id:
            ids[person.id] = None if by_id[person.id].left_at else person.id
            continue
        there = by_name.get(person.name.casefold())
        if there is None:
            added += 1
            row = Person(circle_id=circle_id, name=person.name, mark=person.mark, made_at=person.joined or _now())
            row.merged_into_id = None if target is None else into.get(target, target)
            session.add(row)
            session.flush()
            there = row.id
        ids[person.id] = there
    if len(known) + added > MOST_PEOPLE:
        raise Invalid(Problem(_FULL, ("people",), {"most": MOST_PEOPLE}))
    return ids


def _seats(game_id: str, game: PreparedGame, seats: dict[str, int | None], merged: dict[int, int]) -> list[SeatRow]:
    """Return the seats of a new game; nobody sits twice at one table."""
    rows, seated = [], set()
    for player, name in fold(game.start, game.rows).people.items():
        person = seats.get(player)
        if person is not None and merged[person] in seated:
            person = None
        seated.add(None if person is None else merged[person])
        rows.append(SeatRow(game_id, player, name, person))
    return rows
