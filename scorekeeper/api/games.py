"""Operations on games: create, read and end them, undo and redo changes."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from ..extensions import limiter
from ..http.quotas import new_games
from ..services.games import course, creating
from ..services.payload_reading import read_ahead
from ..services.payloads import NewChange, NewGame
from ..services.views import loading
from ..services.views.answers import GameJson, HistoryJson, MadeGameJson
from ..services.views.serialize import history_document
from .bodies import json_body, optional_json_body
from .headers import has_cached_version, matches_cached_version, precondition_once, reader, scorer
from .operations import Operation
from .responses import created_answer, game_answer, json_answer, unchanged

MOST_AN_HOUR = 120
_CHANGE: Mapping[str, Any] = {
    "body": NewChange,
    "body_required": False,
    "answer": GameJson,
    "once": True,
    "conflicts": True,
}


@Operation("POST", "/games", body=NewGame, answer=MadeGameJson, status=201)
@limiter.limit("30/minute")
@new_games(MOST_AN_HOUR, "address of a program")
def create_game() -> Response:
    """Make a game."""
    return created_answer(creating.create_game(json_body()))


@Operation("GET", "/games/<game:game_id>", answer=GameJson, conditional=True)
def read_game(game_id: str) -> Response:
    """Show a game."""
    reader(game_id)
    if has_cached_version() and matches_cached_version(version := loading.load_version(game_id)):
        return unchanged(version)
    return game_answer(loading.load_game(game_id))


@Operation("GET", "/games/<game_id>/history", answer=HistoryJson)
def read_history(game_id: str) -> Response:
    """Show every revision of a game."""
    reader(game_id)
    return json_answer(history_document(loading.load_history(game_id)))


@Operation("POST", "/games/<game_id>/undo", **_CHANGE)
def undo(game_id: str) -> Response:
    """Take back the last change that stands."""
    scorer(game_id)
    return game_answer(course.undo(game_id, read_ahead(NewChange, optional_json_body), precondition_once()).view)


@Operation("POST", "/games/<game_id>/redo", **_CHANGE)
def redo(game_id: str) -> Response:
    """Bring forward the change that was taken back last."""
    scorer(game_id)
    return game_answer(course.redo(game_id, read_ahead(NewChange, optional_json_body), precondition_once()).view)


@Operation("POST", "/games/<game_id>/end", **_CHANGE)
def end_game(game_id: str) -> Response:
    """End a game because the table stops here."""
    scorer(game_id)
    return game_answer(course.end_game(game_id, read_ahead(NewChange, optional_json_body), precondition_once()).view)
