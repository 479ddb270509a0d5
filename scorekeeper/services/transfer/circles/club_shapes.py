"""The shape of a club evening in the file of a circle, and whether it holds together with the rest of it."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated

from pydantic import Field

from ....rules.errors import Problem
from ....rules.variants import VARIANTS
from ...clubs.clubs import Later
from ...clubs.drawing import FEWEST, MOST
from ...clubs.editing import MOST_PEOPLE, MOST_SITTINGS, are_weights
from ...errors import Invalid
from ...payload_types import GameName, Moment, Shape, Word
from ..importing_answers import ALTERED
from ..importing_shapes import ExportedChoices

_People = Annotated[list[int], Field(max_length=MOST_PEOPLE)]


class ClubTableShape(Shape):
    """A table of a sitting: people by their ids in the file, how many guests sat there, and the id of its game."""

    number: Annotated[int, Field(ge=1, le=MOST_PEOPLE)]
    people: Annotated[list[int], Field(max_length=MOST)]
    guests: Annotated[int, Field(ge=0, le=MOST)] = 0
    game: Word | None = None


class SittingShape(Shape):
    """The tables at which everybody sits at one time."""

    begun: bool
    tables: Annotated[list[ClubTableShape], Field(max_length=MOST_PEOPLE // FEWEST)]


class ClubShape(Shape):
    """A club evening."""

    name: GameName
    made: Moment
    game: Word
    house_rules: ExportedChoices
    size: Annotated[int, Field(ge=FEWEST, le=MOST)]
    planned: Annotated[int, Field(ge=1, le=MOST_SITTINGS)]
    later: Annotated[Later, Field(strict=False)]
    weights: Annotated[list[Annotated[int, Field(ge=0, le=999)]], Field(max_length=MOST)]
    here: _People
    fixed: _People
    sittings: Annotated[list[SittingShape], Field(max_length=MOST_SITTINGS)]
    ended: bool


def check_clubs(found: Sequence[ClubShape], people: Collection[int], games: Collection[str]) -> None:
    """Check club evenings of a file with these people and games, by their ids; a game has one table at most.

    Raises:
        Invalid: at the first that contradicts itself or the rest of the file.
    """
    free = {*games}
    for at, club in enumerate(found):
        fault = next(_faults(club, people, free), None)
        if fault is not None:
            raise Invalid(Problem(ALTERED, ("club_evenings", at, *fault)))


def _faults(club: ClubShape, people: Collection[int], free: set[str]) -> Iterator[tuple[str | int, ...]]:
    """Yield the places of what is wrong with an evening; take its games from those that are `free`."""
    wrong = {
        "name": not club.name,
        "game": club.game not in VARIANTS,
        "weights": not are_weights(club.weights),
        "here": not _are_some(club.here, people),
        "fixed": not _are_some(club.fixed, people),
        "sittings": len(club.sittings) > club.planned,
    }
    yield from ((key,) for key, is_wrong in wrong.items() if is_wrong)
    for at, sitting in enumerate(club.sittings):
        if not sitting.begun and (club.ended or sitting is not club.sittings[-1]):
            yield "sittings", at, "begun"
        yield from (("sittings", at, "tables", *fault) for fault in _faults_of_tables(sitting, people, free))


def _faults_of_tables(
    sitting: SittingShape, people: Collection[int], free: set[str]
) -> Iterator[tuple[str | int, ...]]:
    numbers: set[int] = set()
    standing = {*people}
    for at, table in enumerate(sitting.tables):
        wrong = {
            "number": table.number in numbers,
            "people": not _are_some(table.people, standing),
            "guests": not FEWEST <= len(table.people) + table.guests <= MOST,
            "game": table.game is not None and not (sitting.begun and table.game in free),
        }
        yield from ((at, key) for key, is_wrong in wrong.items() if is_wrong)
        numbers.add(table.number)
        standing -= {*table.people}
        free -= {table.game or ""}


def _are_some(some: Sequence[int], of: Collection[int]) -> bool:
    """Whether these are some of those, none twice."""
    return len({*some}) == len(some) and {*some} <= {*of}
