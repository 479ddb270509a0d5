"""Export a whole circle to a file, and import one: for its keepers."""

from typing import Any

from flask import Blueprint, Response, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...http.quotas import count_games
from ...services.circles.circles import load_name
from ...services.errors import Invalid, NotJson
from ...services.transfer.circles.circle_export import export_circle
from ...services.transfer.circles.circle_import import Taken, merge_circle
from ...services.transfer.export import file_of
from ...services.transfer.importing import ONE_IMPORT
from ..device import circle_reader
from ..games.exchange import file_response, make_room, sent_document, worded
from ..games.quotas import takes_games_in
from ..responses import fresh, go, page
from ..text import _, plural, say

bp = Blueprint("copies", __name__, url_prefix="/circles/<circle_id>")


@bp.url_value_preprocessor
def _room(endpoint: str | None, _values: Any) -> None:
    """Raise the size limits for uploads; must run before the CSRF check, which parses the form."""
    if endpoint == f"{bp.name}.{take_in.__name__}":
        make_room()


@bp.get("/export.json")
def document(circle_id: str) -> Response:
    """Send a whole circle as a JSON file."""
    exported = file_of(export_circle(circle_reader(circle_id)))
    return file_response(exported, "application/json", f"scorekeeper-circle-{circle_id}.json")


@bp.get("/import")
def show(circle_id: str) -> Response:
    """Show the form for a file of the circle."""
    right = circle_reader(circle_id)
    right.must_keep()
    return _page(circle_id)


@bp.post("/import")
@takes_games_in
def take_in(circle_id: str) -> AnyResponse:
    """Add what a file has and the circle lacks: all of it, or nothing."""
    right = circle_reader(circle_id)
    right.must_keep()
    try:
        with ONE_IMPORT.turn():
            taken = merge_circle(right, sent_document())
    except NotJson as error:
        return _page(circle_id, 422, problems=worded([error.problem]))
    except Invalid as error:
        return _page(circle_id, 422, problems=worded(error.problems))
    count_games(taken.games)
    return go(url_for("circles.show", circle_id=circle_id), message=say(_told(taken)))


def _told(taken: Taken) -> str:
    if not taken.games and not taken.people:
        if taken.more:
            return _("House rules, seasons, club evenings or notes were added.")
        return _("Nothing was added: all of it is here already.")
    if not taken.games:
        return plural("One person was added.", "{num} people were added.", taken.people)
    return plural("One game was added.", "{num} games were added.", taken.games)


def _page(circle_id: str, status: int = 200, problems: object = ()) -> Response:
    return fresh(page("circles/import.html", status, id=circle_id, name=load_name(circle_id), problems=problems))
