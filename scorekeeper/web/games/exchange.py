"""Export and import: one game or all games as files."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...http.quotas import count_games
from ...rules.errors import N_, Problem
from ...rules.variants import VARIANTS
from ...services.errors import Invalid, NotJson
from ...services.json_output import encode
from ...services.transfer import export
from ...services.transfer.circles.circle_import import Taken, import_circle_for, is_circle
from ...services.transfer.duplicates import Duplicates, HasDuplicates
from ...services.transfer.importing import ONE_IMPORT, import_games_for
from ...services.transfer.lazy_json import decode_in_pieces
from ..device import reader, secret, secret_or_new
from ..responses import go, page
from ..text import _, _c, plural, problem_words, say
from .quotas import takes_games_in

bp = Blueprint("exchange", __name__)

IMPORT_LIMIT = 16 * 1024 * 1024
OTHER_PARTS = 500_000  # bytes that are no file; also of a body whose parts have no end
_MOST_SHOWN = 8
_NO_FILE = N_("Choose a file first.")
_DUPLICATES = tuple(Duplicates)
SEPARATORS = {"comma": ",", "semicolon": ";"}
BOM = "\ufeff"  # without it spreadsheets assume a legacy code page


@bp.url_value_preprocessor
def _room(endpoint: str | None, _values: Any) -> None:
    """Raise the size limits for uploads; must run before the CSRF check, which parses the form."""
    if endpoint == f"{bp.name}.{take_in.__name__}":
        make_room()


def make_room() -> None:
    """Raise the size limits of the current request for an upload."""
    request.max_content_length = IMPORT_LIMIT
    request.max_form_memory_size = OTHER_PARTS


@bp.get("/games/<game_id>/export.json")
def game(game_id: str) -> Response:
    """Send a whole game as a JSON file."""
    reader(game_id)
    return file_response(encode(export.export_document(game_id)), "application/json", f"scorekeeper-{game_id}.json")


@bp.get("/games/<game_id>/export.csv")
def table(game_id: str) -> Response:
    """Send a game's rounds as CSV for spreadsheets."""
    reader(game_id)
    separator = SEPARATORS.get(request.args.get("separator", ""), ",")
    headings = (
        _c("column of a table", "round"),
        _c("column of a table", "closer"),
        _c("column of a table", "how"),
        _c("column of a table", "voided"),
    )
    text = BOM + export.export_csv(game_id, separator, headings, _("rating"))
    return file_response(text, "text/csv", f"scorekeeper-{game_id}.csv")


@bp.get("/export.json")
def everything() -> Response:
    """Send all games that this device knows as one JSON file."""
    file = export.file_of(export.export_everything(secret()))
    return file_response(file, "application/json", "scorekeeper.json")


@bp.get("/import")
def show() -> Response:
    """Show the import form."""
    return page("exchange/import.html", problems=[])


@bp.post("/import")
@takes_games_in
def take_in() -> AnyResponse:
    """Import the games of a file, or a circle with its games: all of them, or none."""
    device = secret_or_new()
    chosen = request.form.get("again", "")
    try:
        with ONE_IMPORT.turn():
            sent = sent_document()
            if is_circle(sent):
                return _circle_made(device, import_circle_for(device, sent))
            ids = import_games_for(device, sent, Duplicates(chosen) if chosen in _DUPLICATES else Duplicates.ASK)
    except HasDuplicates as error:
        return page("exchange/import.html", 409, problems=[], have=error.games, others=error.others, variants=VARIANTS)
    except NotJson as error:
        return _refused([error.problem])
    except Invalid as error:
        return _refused(error.problems)
    count_games(len(ids))
    if len(ids) == 1:
        message = say(_("The game was imported with its whole history."))
        return go(url_for("scoreboard.show", game_id=ids[0]), device, message)
    if not ids:
        return go(url_for("home.index"), device, say(_("Nothing was imported: all of these games are here already.")))
    message = say(plural("One game was imported.", "{num} games were imported.", len(ids)))
    return go(url_for("home.index"), device, message)


def _circle_made(device: str, taken: Taken) -> AnyResponse:
    count_games(taken.games)
    message = say(_("The circle was imported with its people and its games."))
    return go(url_for("circles.show", circle_id=taken.circle_id), device, message)


def sent_document() -> object:
    """Return the document that was sent, its long lists as `Pieces`.

    Raises:
        Invalid, NotJson: there is none, or it is no JSON.
    """
    file = request.files.get("file")
    data = file.read() if file else b""
    if not data:
        raise Invalid(Problem(_NO_FILE))
    return decode_in_pieces(data.removeprefix(BOM.encode()))


def _refused(problems: Any) -> Response:
    return page("exchange/import.html", 422, problems=worded(problems))


def worded(problems: Sequence[Problem]) -> list[tuple[object, Markup]]:
    """Return the first problems of a file as sentences, each with its place in the file."""
    return [(problem_words(problem), _place(problem)) for problem in problems[:_MOST_SHOWN]]


def _place(problem: Problem) -> Markup:
    """Return the path of a problem in the file, as text."""
    return Markup(" › ").join(str(part) for part in problem.path)


def file_response(text: str | bytes, mimetype: str, name: str) -> Response:
    """Return a file to be saved under a name."""
    response = Response(text, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
