"""A whole circle exported as JSON: people, games and their seats, house rules, seasons, club evenings, notes."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ....documents import ClubTableDocument
from ....store.circles import circles, clubs, named_rules, seasons
from ....store.database import db
from ....store.moments import in_utc
from ....store.rows import ClubRow, PersonRow, SeasonRow
from ...access.access import CircleAccess
from ...circles.evening_notes import changes_of
from ...errors import NoAccess
from ...views.answers import HouseRulesJson, Moment
from ...views.serialize import moment
from ..export import FORMAT_VERSION, ExportJson, export_document

MOST_GAMES = 10_000
"""Games of a circle that an export has, and an import by the command takes."""
MOST_NOTED, MOST_CHANGES = 10_000, 1_000
"""Evenings with notes that a file has, and the latest changes of each."""


class CircleOriginJson(TypedDict):
    """The circle where it was exported."""

    id: str
    name: str
    made: Moment


class CirclePersonJson(TypedDict):
    """Somebody of a circle; whoever has left it is not in the file."""

    id: int
    name: str
    mark: Annotated[int, Field(description="The number of the sign beside the name.")]
    joined: Moment
    same_as: NotRequired[Annotated[int, Field(description="The id of the person that this one was merged into.")]]


class CircleGameJson(TypedDict):
    """A game of a circle; `seats` are the ids of people by the ids of the players, without guests."""

    id: str
    seats: dict[str, int]
    game: ExportJson


class CircleRulesJson(TypedDict):
    """House rules that the circle keeps under a name."""

    name: str
    variant: str
    house_rules: HouseRulesJson


class CircleSeasonJson(TypedDict):
    """A season, as its form has it; without a `game` all games count."""

    name: str
    first: str
    last: str
    zone: str
    counts: str
    game: NotRequired[str]
    weights: list[int]
    evenings: int


class CircleClubTableJson(TypedDict):
    """A table of a sitting; `guests` are those at it whom the file does not have, `game` is the id of a game in it."""

    number: int
    people: list[int]
    guests: NotRequired[int]
    game: NotRequired[str]


class CircleSittingJson(TypedDict):
    """The tables at which everybody sits at one time; `begun` once their games are made."""

    begun: bool
    tables: list[CircleClubTableJson]


class CircleClubJson(TypedDict):
    """A club evening: who was there, at which tables, and what counts."""

    name: str
    made: Moment
    game: str
    house_rules: HouseRulesJson
    size: int
    planned: int
    later: str
    weights: list[int]
    here: list[int]
    fixed: list[int]
    sittings: list[CircleSittingJson]
    ended: bool


class NoteChangeJson(TypedDict):
    """A change of the note on an evening, by whom and when; without a `note` it was deleted."""

    note: NotRequired[str]
    who: NotRequired[str]
    at: Moment


class EveningNoteJson(TypedDict):
    """The note on an evening: all its changes, the latest last."""

    evening: Annotated[Moment, Field(description="A moment of the evening.")]
    changes: list[NoteChangeJson]


class CircleExportJson(TypedDict):
    """A whole circle."""

    format_version: Literal[1]
    circle: CircleOriginJson
    people: list[CirclePersonJson]
    games: list[CircleGameJson]
    house_rules: list[CircleRulesJson]
    seasons: list[CircleSeasonJson]
    club_evenings: list[CircleClubJson]
    evening_notes: list[EveningNoteJson]


def export_circle(right: CircleAccess) -> Mapping[str, object]:
    """Return a whole circle as one document, for a keeper. Its games come from an iterator, for `export.file_of`.

    Raises:
        NotAllowed: the right is not a keeper's; NoAccess: the circle is deleted.
    """
    right.must_keep()
    document, games = _document(right.circle_id)
    return {**document, "games": games}


def circle_document(circle_id: str) -> CircleExportJson:
    """Return a whole circle as one document, which `circle_import` takes.

    Raises:
        NoAccess: there is no such circle.
    """
    document, games = _document(circle_id)
    return {**document, "games": list(games)}


def _document(circle_id: str) -> tuple[CircleExportJson, Iterator[CircleGameJson]]:
    """Return a circle's document without its games, and these."""
    session = db.session()
    circle = circles.circle_row(session, circle_id)
    if circle is None or circle.deleted_at is not None:
        raise NoAccess
    people = [person for person in circles.people(session, circle_id) if person.left_at is None]
    known = {person.id for person in people}
    ids = [game.id for game in reversed(circles.games(session, circle_id, MOST_GAMES))]
    seats: dict[str, dict[str, int]] = {game_id: {} for game_id in ids}
    for seat in circles.seats(session, ids):
        if seat.person_id in known:
            seats[seat.game_id][seat.player] = seat.person_id
    document: CircleExportJson = {
        "format_version": FORMAT_VERSION,
        "circle": {"id": circle.id, "name": circle.name, "made": moment(circle.made_at)},
        "people": [_person(person) for person in people],
        "games": [],
        "house_rules": [
            {"name": row.name, "variant": row.variant, "house_rules": dict(row.house_rules)}
            for row in named_rules.of_circles(session, [circle_id])
        ],
        "seasons": [_season(row) for row in sorted(seasons.seasons(session, circle_id), key=lambda row: row.id)],
        "club_evenings": [_club(row, known, {*ids}) for row in reversed(clubs.clubs(session, circle_id))],
        "evening_notes": _notes(session, circle_id),
    }
    return document, (_game(each, seats[each]) for each in ids)


def _game(game_id: str, seats: dict[str, int]) -> CircleGameJson:
    return {"id": game_id, "seats": seats, "game": export_document(game_id)}


def _notes(session: Any, circle_id: str) -> list[EveningNoteJson]:
    """Return the notes on evenings, the earliest first, each with its changes."""
    found: dict[datetime, list[NoteChangeJson]] = {}
    for change in changes_of(session, circle_id):
        made: NoteChangeJson = {"at": moment(change.at)}
        if change.note is not None:
            made["note"] = change.note
        if change.who is not None:
            made["who"] = change.who
        found.setdefault(change.when, []).append(made)
    return [{"evening": moment(when), "changes": found[when][-MOST_CHANGES:]} for when in sorted(found)[-MOST_NOTED:]]


def _season(row: SeasonRow) -> CircleSeasonJson:
    document: CircleSeasonJson = {
        "name": row.name,
        "first": row.first.isoformat(),
        "last": row.last.isoformat(),
        "zone": row.zone,
        "counts": row.counts,
        "weights": row.weights,
        "evenings": row.least,
    }
    if row.variant is not None:
        document["game"] = row.variant
    return document


def _club(row: ClubRow, people: Collection[int], games: Collection[str]) -> CircleClubJson:
    document = row.document
    return {
        "name": row.name,
        "made": moment(in_utc(row.made_at)),
        "game": document["variant"],
        "house_rules": document["house_rules"],
        "size": document["size"],
        "planned": document["planned"],
        "later": document["later"],
        "weights": document["weights"],
        "here": [person for person in document["here"] if person in people],
        "fixed": [person for person in document["fixed"] if person in people],
        "sittings": [
            {"begun": sitting["begun"], "tables": [_table(table, people, games) for table in sitting["tables"]]}
            for sitting in document["sittings"]
        ],
        "ended": document["ended"],
    }


def _table(table: ClubTableDocument, people: Collection[int], games: Collection[str]) -> CircleClubTableJson:
    there = [person for person in table["people"] if person in people]
    document: CircleClubTableJson = {"number": table["number"], "people": there}
    if guests := table.get("guests", 0) + len(table["people"]) - len(there):
        document["guests"] = guests
    if (game := table["game"]) is not None and game in games:
        document["game"] = game
    return document


def _person(person: PersonRow) -> CirclePersonJson:
    document: CirclePersonJson = {
        "id": person.id,
        "name": person.name,
        "mark": person.mark,
        "joined": moment(person.made_at),
    }
    if person.merged_into_id is not None:
        document["same_as"] = person.merged_into_id
    return document
