"""Club evenings as they stand: who sits where, what has become of the games, and the standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ...documents import ClubDocument, ClubTableDocument, ResultDocument, SittingDocument
from ...rules.model.variant import Variant
from ...store.circles import circles, clubs
from ...store.database import db
from ...store.rows import ClubRow, SeatRow
from ...store.rows import PersonRow as PersonRow
from ..access.access import CircleAccess
from ..circles.existing import existing_circle
from ..circles.named_rules import known_rules
from ..circles.seating import GUEST
from ..errors import NoSuchClub
from ..statistics.tally_cache import count_changed
from ..wording import sentence
from .drawing import sizes_of, without_table
from .scoring import ClubLine, TableResult, lines_of, points_at


class Later(StrEnum):
    """How the sittings after the first are seated."""

    RESULT = "result"
    DRAWN = "drawn"


class TableState(StrEnum):
    """What has become of a table. The game of one that is `GONE` was deleted, or taken out of the circle."""

    DRAWN = "drawn"
    PLAYING = "playing"
    ENDED = "ended"
    GONE = "gone"


@dataclass(frozen=True)
class TableView:
    """A table: who sits there, beside `guests`; its game with the number of rounds played, and who has won it."""

    number: int
    people: Sequence[PersonRow]
    state: TableState
    guests: int = 0
    game_id: str | None = None
    rounds: int = 0
    winners: Sequence[PersonRow] = ()


@dataclass(frozen=True)
class ClubView:
    """A club evening: the tables of its latest sitting, which is number `sitting`, and the standings.

    `late` are tables of earlier sittings that still play. `unplayed` says that the games of the latest sitting are made
    and nothing has happened in any of them. `moved` are those who keep a table but sit elsewhere in the latest sitting,
    which is only drawn, because too many keep one.
    """

    id: int
    name: str
    version: int
    document: ClubDocument
    sitting: int
    tables: Sequence[TableView]
    late: Sequence[TableView]
    lines: Sequence[tuple[PersonRow, ClubLine]]
    unplayed: bool
    moved: Sequence[PersonRow] = ()

    @property
    def ended(self) -> bool:
        """Whether the evening is closed."""
        return self.document["ended"]

    @property
    def variant(self) -> Variant:
        """The game with its house rules, as far as this version knows them."""
        return known_rules(self.document["variant"], self.document["house_rules"])[0]

    @property
    def begun(self) -> bool:
        """Whether the games of the latest sitting are made."""
        return bool(self.document["sittings"]) and self.document["sittings"][-1]["begun"]

    @property
    def playing(self) -> int:
        """The number of tables that still play."""
        return sum(table.state is TableState.PLAYING for table in self.tables)

    @property
    def more(self) -> bool:
        """Whether another sitting can be drawn, now or once all games have ended."""
        return not self.ended and self.begun and self.sitting < self.document["planned"]

    @property
    def place_points(self) -> list[tuple[int, list[int]]]:
        """The points for the places at a table of each size that there is or was."""
        preferred, weights = self.document["size"], self.document["weights"]
        sizes = {_size(table) for sitting in self.document["sittings"] for table in sitting["tables"]}
        sizes = sizes or {*sizes_of(len(self.document["here"]), preferred)}
        return [(size, points_at(weights, preferred, size)) for size in sorted(sizes, reverse=True)]


def clubs_of(right: CircleAccess) -> list[ClubRow]:
    """Return the club evenings of a circle, the latest first.

    Raises:
        NoAccess: the circle is deleted.
    """
    return clubs.clubs(db.session(), existing_circle(right.circle_id).id)


def load_club(right: CircleAccess, club_id: int) -> ClubView:
    """Return a club evening.

    Raises:
        NoAccess: the circle is deleted; NoSuchClub: it has none of that id.
    """
    circle_id = existing_circle(right.circle_id).id
    if clubs.club(db.session(), circle_id, club_id) is None:
        raise NoSuchClub
    count_changed(circle_id)
    return view_in(db.session(), circle_id, club_id)


def view_in(session: Any, circle_id: str, club_id: int) -> ClubView:
    """Return a club evening within a transaction, with the games as they were counted last.

    Raises:
        NoSuchClub: the circle has none of that id.
    """
    row = clubs.club(session, circle_id, club_id)
    if row is None:
        raise NoSuchClub
    everybody = circles.people(session, circle_id)
    ids = [table["game"] for sitting in row.document["sittings"] for table in sitting["tables"]]
    games = clubs.tallies(session, circle_id, [game_id for game_id in ids if game_id])
    seen = _Seen(
        {person.id: _shown(person) for person in everybody},
        {person.id: person.merged_into_id or person.id for person in everybody},
        games,
        circles.seats(session, list(games)),
    )
    return _view(row, seen)


def begun_sittings(document: ClubDocument) -> list[SittingDocument]:
    """Return the sittings whose games are made."""
    return [sitting for sitting in document["sittings"] if sitting["begun"]]


@dataclass(frozen=True)
class _Seen:
    """What is known of the people and games of a club evening."""

    people: Mapping[int, PersonRow]
    same: Mapping[int, int]
    games: Mapping[str, clubs.GameTally]
    seats: Sequence[SeatRow]

    def who(self, person: int) -> PersonRow:
        """Return a person, or the one that they are the same as."""
        return self.people[self.same[person]]

    def places(self, table: ClubTableDocument) -> dict[int, int]:
        """Return the places of those who were drawn to a table; none before its game has ended."""
        results = self.results(table)
        drawn = {self.same[person] for person in table["people"]}
        seated = {
            seat.player: self.same.get(seat.person_id or 0) for seat in self.seats if seat.game_id == table["game"]
        }
        found = ((seated.get(player), result.get("place")) for player, result in results.items())
        return {person: place for person, place in found if person in drawn and person and place}

    def results(self, table: ClubTableDocument) -> Mapping[str, ResultDocument]:
        """Return what each did in the game of a table; nothing if the circle has no such game."""
        game = self.games.get(table["game"] or "")
        return game.document["results"] if game else {}


def _view(row: ClubRow, seen: _Seen) -> ClubView:
    document = row.document
    latest = document["sittings"][-1]["tables"] if document["sittings"] else []
    results = [
        TableResult(number, _size(table), seen.places(table))
        for number, sitting in enumerate(begun_sittings(document), 1)
        for table in sitting["tables"]
    ]
    sat = [person for sitting in begun_sittings(document) for table in sitting["tables"] for person in table["people"]]
    who = dict.fromkeys(seen.same[person] for person in (*document["here"], *sat))
    lines = lines_of(who, document["weights"], document["size"], results)
    shown = [[_table(table, sitting, seen) for table in sitting["tables"]] for sitting in document["sittings"]]
    found = [game for table in latest if (game := seen.games.get(table["game"] or ""))]
    return ClubView(
        row.id,
        row.name,
        row.version,
        document,
        len(document["sittings"]),
        shown[-1] if shown else [],
        [table for tables in shown[:-1] for table in tables if table.state is TableState.PLAYING],
        [(seen.people[line.person], line) for line in lines],
        bool(found) and all(game.version == 1 for game in found),
        _moved(document, seen),
    )


def kept_tables(document: ClubDocument) -> dict[int, int]:
    """Return the number of the table of each who keeps it: the one of the latest game."""
    tables = [table for sitting in begun_sittings(document) for table in sitting["tables"]]
    at = {person: table["number"] for table in tables for person in table["people"]}
    return {person: at[person] for person in document["fixed"] if person in at}


def _moved(document: ClubDocument, seen: _Seen) -> list[PersonRow]:
    """Return those of a drawn sitting who cannot keep their table, not those whom only a swap moved."""
    drawn = [sitting["tables"] for sitting in document["sittings"] if not sitting["begun"]]
    at = {person: table["number"] for tables in drawn for table in tables for person in table["people"]}
    kept = kept_tables(document)
    if not without_table([*at], document["size"], kept):
        return []
    return [seen.who(person) for person, number in at.items() if kept.get(person, number) != number]


def _size(table: ClubTableDocument) -> int:
    """Return how many were drawn to a table."""
    return len(table["people"]) + table.get("guests", 0)


def _table(table: ClubTableDocument, sitting: SittingDocument, seen: _Seen) -> TableView:
    people, guests = [seen.who(person) for person in table["people"]], table.get("guests", 0)
    if not sitting["begun"]:
        return TableView(table["number"], people, TableState.DRAWN, guests)
    if table["game"] not in seen.games:
        return TableView(table["number"], people, TableState.GONE, guests)
    results = seen.results(table).values()
    rounds = max((result.get("rounds", 0) for result in results), default=0)
    state = TableState.ENDED if any("place" in result for result in results) else TableState.PLAYING
    won = [seen.people[person] for person, place in seen.places(table).items() if place == 1]
    return TableView(table["number"], people, state, guests, table["game"], rounds, won)


def _shown(person: PersonRow) -> PersonRow:
    """Return a person, without the name if they left the circle."""
    return person if person.left_at is None else person._replace(name=sentence(GUEST))
