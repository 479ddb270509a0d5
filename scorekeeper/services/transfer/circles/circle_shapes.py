"""The shape of an exported circle, read and checked before anything of it is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from ....documents import JsonObject
from ....rules.errors import N_, Problem
from ...circles.circles import MOST_PEOPLE, NewCircle
from ...circles.named_rules import MOST_SETS
from ...circles.people import MARKS
from ...circles.seasons import MOST_SEASONS, SeasonColumns, SeasonShape, columns_of
from ...clubs.editing import MOST_CLUBS
from ...errors import Invalid
from ...payload_reading import read
from ...payload_types import Moment, Name, Shape, Text, Word
from ...sizes import few_keys
from ..importing import known_format, prepared_at
from ..importing_answers import ALTERED
from ..importing_shapes import ExportedChoices, ExportedKey, listed
from ..lazy_json import Pieces
from ..prepared import PreparedGame
from .circle_export import MOST_CHANGES, MOST_GAMES, MOST_NOTED
from .club_shapes import ClubShape, check_clubs


class OriginShape(NewCircle):
    """The circle where it was exported."""

    id: Word
    made: Moment | None = None


class ExportedPerson(Shape):
    """Somebody of the circle."""

    id: int
    name: Name
    mark: Annotated[int, Field(ge=0, lt=MARKS)] = 0
    joined: Moment | None = None
    same_as: int | None = None


class NoteShape(Shape):
    """A change of the note on an evening; without a `note` it was deleted."""

    note: Text | None = None
    who: Text | None = None
    at: Moment


class NotesShape(Shape):
    """The note on an evening, of which `evening` is a moment."""

    evening: Moment
    changes: Annotated[list[NoteShape], Field(min_length=1, max_length=MOST_CHANGES)]


class RulesShape(Shape):
    """House rules with a name."""

    name: Name
    variant: ExportedKey
    house_rules: ExportedChoices


class _GameShape(Shape):
    id: Word
    seats: Annotated[dict[str, int], few_keys(MOST_PEOPLE)]
    game: JsonObject
    evening_note: NoteShape | None = None  # of earlier releases


class _CircleShape(Shape):
    format_version: int
    circle: OriginShape
    people: Annotated[list[ExportedPerson], Field(max_length=MOST_PEOPLE)]
    games: Annotated[Any, listed(MOST_GAMES)]
    house_rules: Annotated[list[RulesShape], Field(max_length=MOST_SETS)] = Field(default_factory=list)
    seasons: Annotated[list[SeasonShape], Field(max_length=MOST_SEASONS)] = Field(default_factory=list)
    club_evenings: Annotated[list[ClubShape], Field(max_length=MOST_CLUBS)] = Field(default_factory=list)
    evening_notes: Annotated[list[NotesShape], Field(max_length=MOST_NOTED)] = Field(default_factory=list)


@dataclass(frozen=True)
class PreparedSeat:
    """A game of a file: its id there, the people by the ids of the players, the game, the note of earlier releases."""

    id: str
    seats: dict[str, int]
    game: PreparedGame
    note: NoteShape | None


@dataclass(frozen=True)
class PreparedCircle:
    """A circle of a file that was read and found consistent; of the seasons the columns."""

    origin: OriginShape
    people: Sequence[ExportedPerson]
    games: Sequence[PreparedSeat]
    rules: Sequence[RulesShape]
    seasons: Sequence[SeasonColumns]
    clubs: Sequence[ClubShape]
    notes: Sequence[NotesShape]


def read_circle(body: object, most: int) -> PreparedCircle:
    """Return the circle of an exported document with at most `most` games.

    Raises:
        Invalid: an unknown format version, too many games, or a document that does not hold together.
    """
    known_format(body)
    shape = read(_CircleShape, body)
    if shape.circle.name is None:
        raise Invalid(Problem(ALTERED, ("circle", "name")))
    if len(shape.games) > most:
        raise Invalid(Problem(N_("Too many games: at most {most}."), ("games",), {"most": most}))
    _check_people(shape.people)
    seasons = [_season(each, at) for at, each in enumerate(shape.seasons)]
    _check_names("house_rules", [each.name for each in shape.house_rules])
    _check_names("seasons", [each["name"] for each in seasons])
    known = {person.id for person in shape.people}
    games = [_game(shape.games, at, known) for at in range(len(shape.games))]
    check_clubs(shape.club_evenings, known, {game.id for game in games})
    return PreparedCircle(
        *(shape.circle, shape.people, games, shape.house_rules, seasons, shape.club_evenings, shape.evening_notes)
    )


def _check_people(people: Sequence[ExportedPerson]) -> None:
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


def _check_names(part: str, names: Sequence[str]) -> None:
    folded = [name.casefold() for name in names]
    for place, name in enumerate(folded):
        if name in folded[:place]:
            raise Invalid(Problem(ALTERED, (part, place, "name")))


def _season(shape: SeasonShape, at: int) -> SeasonColumns:
    try:
        return columns_of(shape)
    except Invalid as error:
        raise Invalid(*(problem.within("seasons", at) for problem in error.problems)) from None


def _game(games: Sequence[object] | Pieces, at: int, people: set[int]) -> PreparedSeat:
    try:
        shape = read(_GameShape, games[at])
        wrong = next((player for player, person in shape.seats.items() if person not in people), None)
        if wrong is not None:
            raise Invalid(Problem(ALTERED, ("seats", wrong)))
        if shape.evening_note and not shape.evening_note.note:
            raise Invalid(Problem(ALTERED, ("evening_note", "note")))
    except Invalid as error:
        raise Invalid(*(problem.within("games", at) for problem in error.problems)) from None
    return PreparedSeat(shape.id, shape.seats, prepared_at(shape.game, "games", at, "game"), shape.evening_note)
