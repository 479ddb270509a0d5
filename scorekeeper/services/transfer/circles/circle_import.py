"""The import of an exported circle: as a new one, or into one that is there, without overwriting anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ....rules.errors import N_, Problem
from ....store.circles import circles
from ....store.database import writing
from ....store.models import Grant, Person
from ....store.rows import PersonRow, SeatRow
from ...access.access import CircleAccess, Role, add_device, hashed, new_secret
from ...access.locking import changing_circle
from ...circles.circles import MOST_PEOPLE, add_circle
from ...circles.seating import present
from ...errors import Invalid, NoAccess
from ...views.state import fold
from ..duplicates import twins
from ..importing import MOST_GAMES
from ..prepared import PreparedGame
from .circle_adding import add_notes, add_rules, add_seasons
from .circle_export import MOST_GAMES as MOST_BY_COMMAND
from .circle_shapes import PreparedCircle, read_circle
from .club_adding import Here, add_clubs

_FULL = N_("With the people of this file the circle would have more than {most} people.")


@dataclass(frozen=True)
class Taken:
    """What an import has added to a circle; `more` are house rules, seasons, club evenings and notes."""

    circle_id: str
    people: int
    games: int
    more: int


def is_circle(body: object) -> bool:
    """Return whether a document is a circle's, and not a game's."""
    return isinstance(body, dict) and "circle" in body


def import_circle_for(device_secret: str, body: object) -> Taken:
    """Make a circle of a document, which a device keeps.

    Raises:
        Invalid: an unknown format version, too many games, or a document that does not hold together.
    """
    found, now = read_circle(body, MOST_GAMES), _now()
    with writing() as session:
        circle_id = add_circle(session, found.origin.name or "", now)
        device = add_device(session, device_secret, now)
        session.add(Grant(circle_id=circle_id, role=Role.KEEPER.value, given_at=now, device_id=device))
        return _take_in(session, circle_id, found)


def merge_circle(right: CircleAccess, body: object) -> Taken:
    """Add to a circle what it lacks of a document: people, games, house rules, seasons, club evenings, notes.

    Raises:
        Invalid: see `import_circle_for`; NoAccess, NotAllowed: see `changing_circle`.
    """
    right.must_keep()
    found = read_circle(body, MOST_GAMES)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        return _take_in(session, circle.id, found)


def import_circle(body: object, into: str | None = None) -> tuple[Taken, str | None]:
    """Do the same without a device, also with very many games: return a key by which a new circle can be kept.

    Raises:
        Invalid: see `import_circle_for`; NoAccess: there is no circle `into`.
    """
    found, now = read_circle(body, MOST_BY_COMMAND), _now()
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


def _take_in(session: Any, circle_id: str, found: PreparedCircle) -> Taken:
    """Add what is not there to a locked circle."""
    own = found.origin.id == circle_id
    before = circles.people(session, circle_id)
    people = _people(session, circle_id, found, before)
    here = circles.games(session, circle_id, MOST_BY_COMMAND)
    ids = twins([each.game for each in found.games], here)
    known = {game.id for game in here} if own else set()
    ids.update((place, each.id) for place, each in enumerate(found.games) if each.id in known)
    there = len(ids)
    merged = {person.id: person.merged_into_id or person.id for person in circles.people(session, circle_id)}
    for place, each in enumerate(found.games):
        if place not in ids:
            ids[place] = game_id = each.game.store(session)
            circles.put_game(session, game_id, circle_id)
            seats = {player: people[who] for player, who in each.seats.items()}
            circles.add_seats(session, _seats(game_id, each.game, seats, merged))
    more = add_rules(session, circle_id, found.rules, own=own)
    more += add_seasons(session, circle_id, found.seasons, own=own)
    games = {each.id: ids[place] for place, each in enumerate(found.games)}
    more += add_clubs(session, circle_id, found.clubs, Here(people, merged, games))
    notes = {ids[place]: each.note for place, each in enumerate(found.games) if each.note}
    more += add_notes(session, circle_id, found.notes, notes)
    circles.count_renaming(session, circle_id)
    return Taken(circle_id, len(merged) - len(before), len(found.games) - there, more)


def _people(session: Any, circle_id: str, found: PreparedCircle, known: Sequence[PersonRow]) -> dict[int, int | None]:
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
