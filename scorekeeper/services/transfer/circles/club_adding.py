"""Club evenings taken from the file of a circle, with the people and games that are theirs here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....documents import ClubDocument, ClubTableDocument
from ....rules.errors import N_, Problem
from ....store.circles import clubs
from ....store.models import ClubEvening
from ....store.moments import in_utc
from ...clubs.editing import MOST_CLUBS
from ...errors import Invalid
from .club_shapes import ClubShape, ClubTableShape

_TOO_MANY = N_("With those of this file the circle would have more than {most} club evenings.")


@dataclass(frozen=True)
class Here:
    """What the ids of a file are in a circle: people, None for those who have left, and games.

    `same` has who each person of the circle is, after merges.
    """

    people: Mapping[int, int | None]
    same: Mapping[int, int]
    games: Mapping[str, str]

    def known(self, people: Sequence[int]) -> list[int]:
        """Return those who are in the circle, nobody twice."""
        there: dict[int, int] = {}
        for person in people:
            if (found := self.people[person]) is not None:
                there.setdefault(self.same[found], found)
        return [*there.values()]


def add_clubs(session: Any, circle_id: str, found: Sequence[ClubShape], here: Here) -> int:
    """Add the club evenings that a locked circle lacks, and return how many.

    It has those of the same name made at the same second, and those of which it has a game at a table already. No id
    tells that: SQLite gives one again after the latest evening was deleted.

    Raises:
        Invalid: they would be too many.
    """
    known = clubs.clubs(session, circle_id)
    made = {(row.name.casefold(), in_utc(row.made_at)) for row in known}
    taken = {game for row in known for game in _games(row.document)}
    new = []
    for each in found:
        document = _document(each, here)
        if (each.name.casefold(), each.made) not in made and not taken & _games(document):
            new.append(
                ClubEvening(circle_id=circle_id, name=each.name, made_at=each.made, version=1, document=document)
            )
    if len(known) + len(new) > MOST_CLUBS:
        raise Invalid(Problem(_TOO_MANY, ("club_evenings",), {"most": MOST_CLUBS}))
    for row in new:
        session.add(row)
        session.flush()  # those of the same second are listed in the order of their ids
    return len(new)


def _games(document: ClubDocument) -> set[str]:
    return {table["game"] for sitting in document["sittings"] for table in sitting["tables"] if table["game"]}


def _document(club: ClubShape, here: Here) -> ClubDocument:
    """Return an evening with its ids here; tables that are only drawn are dropped if somebody at them is missing."""
    sittings = [(each.begun, [_table(table, here) for table in each.tables]) for each in club.sittings]
    return {
        "variant": club.game,
        "house_rules": club.house_rules,
        "size": club.size,
        "planned": club.planned,
        "later": club.later.value,
        "weights": club.weights,
        "here": here.known(club.here),
        "fixed": here.known(club.fixed),
        "sittings": [
            {"begun": begun, "tables": tables}
            for begun, tables in sittings
            if begun or not any("guests" in table for table in tables)
        ],
        "ended": club.ended,
    }


def _table(table: ClubTableShape, here: Here) -> ClubTableDocument:
    people = here.known(table.people)
    guests = table.guests + len(table.people) - len(people)
    game = None if table.game is None else here.games[table.game]
    document: ClubTableDocument = {"number": table.number, "people": people, "game": game}
    if guests:
        document["guests"] = guests
    return document
