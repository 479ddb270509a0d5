"""A whole game exported as JSON, and its scores as CSV."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ...rules.errors import N_, Problem
from ...store import queries
from ...store.database import db
from ..access.access import hashed
from ..errors import NotNow
from ..json_output import AnswerTooLarge, encode
from ..referee.answers import ExportedRulingJson
from ..referee.rulings import rulings_of
from ..referee.serialize import exported_ruling_document
from ..views.answers import GameJson, HouseRulesJson, Moment, RevisionJson
from ..views.loading import load_game, load_game_with_history
from ..views.serialize import game_document, moment, revision_document
from ..views.state import Setup
from .work_queue import Queue

FORMAT_VERSION: Final = 1
MOST_EXPORTED = 500
MOST_BYTES = 64 * 1024 * 1024
"""The size of the largest file; the server has it in memory until it is sent."""
ONE_EXPORT = Queue(waiting=2, seconds=20)
_TOO_LARGE = N_(
    "All of this is too large for one file. Save the games one by one, or ask whoever runs the server for the file."
)
CSV_HEADINGS: Final = ("round", "closer", "how", "voided")
_SEPARATORS = ',;\t"\r\n'
_FORMULA = tuple("=+-@＝＋－＠\t\r\n")  # some spreadsheets accept full-width signs, and drop white space


class StartJson(TypedDict):
    """Who sat down first, and by which house rules."""

    name: str | None
    players: list[str]
    house_rules: HouseRulesJson
    dealer: str
    points: NotRequired[Annotated[dict[str, int], Field(description="What players had to begin with.")]]
    hide_totals: NotRequired[Annotated[bool, Field(description="Whether the totals are hidden until the end.")]]


class ExportJson(TypedDict):
    """A whole game."""

    format_version: Literal[1]
    created: NotRequired[Moment]
    people: NotRequired[Annotated[dict[str, str], Field(description="The names in the rounds, by id.")]]
    start: NotRequired[StartJson]
    game: GameJson
    history: list[RevisionJson]
    rulings: list[ExportedRulingJson]


def setup_document(setup: Setup) -> StartJson:
    """Return the initial setup as it is exported."""
    names = setup.names
    document: StartJson = {
        "name": setup.name,
        "players": list(names.values()),
        "house_rules": dict(setup.house_rules),
        "dealer": names[setup.dealer],
    }
    if setup.points:
        document["points"] = {names[player]: points for player, points in setup.points.items()}
    if setup.hide_totals:
        document["hide_totals"] = True
    return document


def export_document(game_id: str) -> ExportJson:
    """Return the whole game as one document, which `importing.import_game` takes.

    Raises:
        NoAccess: there is no such game.
    """
    view, history = load_game_with_history(game_id, present_names=True)
    game = game_document(view)
    known = dict(zip(map(id, view.rounds), game["rounds"], strict=True))
    return {
        "format_version": FORMAT_VERSION,
        "created": moment(view.created_at),
        "start": setup_document(view.start),
        "people": view.state.names,
        "game": game,
        "history": [revision_document(revision, known) for revision in history],
        "rulings": [exported_ruling_document(found) for found in rulings_of(view)],
    }


def export_everything(device_secret: str | None) -> Mapping[str, object]:
    """Return every game that a device knows as one document, which `importing.import_games_for` takes.

    The games come from an iterator, for `file_of`: all of them at once would take very much memory.
    """
    known = queries.games_of_device(db.session(), hashed(device_secret), MOST_EXPORTED) if device_secret else []
    return {"format_version": FORMAT_VERSION, "games": (export_document(each.game.id) for each in known)}


def file_of(document: Mapping[str, object]) -> bytes:
    """Return a document of many games as JSON in UTF-8; one at a time is made.

    Raises:
        NotNow: it has more than `MOST_BYTES`.
        Busy: too many others wait.
    """
    with ONE_EXPORT.turn():
        try:
            return encode(document, MOST_BYTES)
        except AnswerTooLarge:
            raise NotNow(Problem(_TOO_LARGE)) from None


def export_csv(
    game_id: str, separator: str = ",", headings: Sequence[str] = CSV_HEADINGS, rating: str = "rating"
) -> str:
    """Return a game's rounds as CSV (RFC 4180): a row a round, a column a player, voided rounds too.

    In a game with rating points a second column of each player follows behind all the first, headed by `rating`.
    `separator` is a semicolon for the spreadsheets of countries that write decimals with a comma; `headings` are
    those of the four columns before the players, in the reader's language.

    Raises:
        NoAccess: there is no such game.
    """
    view = load_game(game_id)
    names = list(view.totals)
    rated = [f"{name} ({rating})" for name in names] if view.rating else []
    rows: list[list[object]] = [[*headings, *(no_formula(name) for name in (*names, *rated))]]
    for round_ in view.rounds:
        scores = [round_.scores.get(name, "") for name in names]
        scores += [round_.rating.get(name, "") for name in names if rated]
        closer = no_formula(round_.round.closer or "")
        rows.append([round_.number, closer, round_.round.how.value, str(round_.voided).lower(), *scores])
    return csv_text(rows, separator)


def csv_text(rows: Iterable[Sequence[object]], separator: str) -> str:
    """Return rows as CSV (RFC 4180); names in them must have gone through `no_formula`."""
    return "".join(separator.join(_csv_cell(str(cell)) for cell in row) + "\r\n" for row in rows)


def _csv_cell(text: str) -> str:
    """Return `text` quoted if it has any of the separators: LibreOffice splits at all of them by default."""
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in _SEPARATORS) else text


def no_formula(text: str) -> str:
    """Return `text` escaped against formula injection in spreadsheets."""
    return f"'{text}" if text.startswith(_FORMULA) else text
