"""Games: made, read, undone, redone, ended."""

from flask import Response

from ..extensions import limiter
from ..http.quotas import new_games
from ..services.games import games
from ..services.transfer import export
from .answers import created_answer, game_answer, json_answer, unchanged
from .blueprint import blueprint
from .bodies import json_body, optional_json_body
from .headers import asks_for_news, knows, precondition_once, reader, scorer

MOST_AN_HOUR = 120


@blueprint.post("/games")
@limiter.limit("30/minute")
@new_games(MOST_AN_HOUR, "address of a program")
def create_game() -> Response:
    """Make a game."""
    return created_answer(games.create_game(json_body()))


@blueprint.get("/games/<game:game_id>")
def read_game(game_id: str) -> Response:
    """Show a game."""
    reader(game_id)
    if asks_for_news() and knows(version := games.load_version(game_id)):
        return unchanged(version)
    return game_answer(games.load_game(game_id))


@blueprint.get("/games/<game_id>/history")
def read_history(game_id: str) -> Response:
    """Show every revision of a game."""
    reader(game_id)
    return json_answer({"revisions": export.history_document(game_id)})


@blueprint.post("/games/<game_id>/undo")
def undo(game_id: str) -> Response:
    """Take back the last change that stands."""
    scorer(game_id)
    return game_answer(games.undo(game_id, optional_json_body, precondition_once()).view)


@blueprint.post("/games/<game_id>/redo")
def redo(game_id: str) -> Response:
    """Bring forward the change that was taken back last."""
    scorer(game_id)
    return game_answer(games.redo(game_id, optional_json_body, precondition_once()).view)


@blueprint.post("/games/<game_id>/end")
def end_game(game_id: str) -> Response:
    """End a game because the table stops here."""
    scorer(game_id)
    return game_answer(games.end_game(game_id, optional_json_body, precondition_once()).view)
