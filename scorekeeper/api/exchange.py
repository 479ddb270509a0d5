"""Operations on whole games: export and import them."""

from flask import Response, request

from ..http.quotas import MIB, bytes_in
from ..services.transfer import export, importing
from ..services.transfer.export import ExportJson
from ..services.transfer.lazy_json import decode_in_pieces
from ..services.views.answers import MadeGameJson
from .bodies import IMPORT_LIMIT, JSON, json_body
from .headers import reader
from .operations import Operation
from .responses import created_answer, json_answer

CSV = "text/csv"
MOST_BYTES_AN_HOUR = 64 * MIB


@Operation("GET", "/games/<game_id>/export", answer=ExportJson, other_media=(CSV,))
def export_game(game_id: str) -> Response:
    """Export a whole game as one document, or its scores as CSV."""
    reader(game_id)
    if request.accept_mimetypes.best_match((JSON, CSV), JSON) == CSV:
        response = Response(export.export_csv(game_id), mimetype=CSV)
        response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{game_id}.csv"'
        response.headers["Cache-Control"] = "no-store"
    else:
        response = json_answer(export.export_document(game_id))
    response.vary.add("Accept")
    return response


@Operation("POST", "/games/import", body=ExportJson, answer=MadeGameJson, status=201)
@bytes_in(MOST_BYTES_AN_HOUR, "address of a program")
def import_game() -> Response:
    """Make a game of an exported document, of at most 16 MiB."""
    request.max_content_length = IMPORT_LIMIT
    with importing.ONE_IMPORT.turn():
        created = importing.import_game(json_body(decode_in_pieces))
    return created_answer(created)
