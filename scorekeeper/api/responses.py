"""Responses: a game with its version, and any other JSON."""

from collections.abc import Mapping

from flask import Response, url_for

from ..services.games.creating import Created
from ..services.json_output import encode, encode_at_once
from ..services.views.answers import KeysJson, MadeGameJson
from ..services.views.game_view import GameView
from ..services.views.loading import load_game
from ..services.views.serialize import game_document
from .bodies import JSON

_HEADERS = (("Content-Type", JSON), ("Cache-Control", "no-store"))


def json_answer(document: Mapping[str, object], status: int = 200) -> Response:
    """Return a response that no cache keeps."""
    return Response(encode(document), status, _HEADERS)


def short_json_answer(document: Mapping[str, object]) -> Response:
    """Return a response like `json_answer` with a document that has no long lists."""
    return Response(encode_at_once(document), 200, _HEADERS)


def game_answer(view: GameView, status: int = 200) -> Response:
    """Return a game; a client may cache it and revalidates it each time."""
    return with_version(json_answer(game_document(view), status), view.version)


def created_answer(created: Created) -> Response:
    """Return a new game with its address and its keys, which are shown only here."""
    view = load_game(created.game_id)
    keys: KeysJson = {"scorer": created.scorer_key, "viewer": created.viewer_key}
    made: MadeGameJson = {**game_document(view), "keys": keys}
    response = json_answer(made, 201)
    response.headers["Location"] = url_for("api.read_game", game_id=view.id)
    response.set_etag(str(view.version))
    return response


def unchanged(version: int) -> Response:
    """Return the response to a client that has this version."""
    return with_version(Response(status=304), version)


def with_version(response: Response, version: int) -> Response:
    """Return `response` with the version of the game as its ETag."""
    response.set_etag(str(version))
    response.headers["Cache-Control"] = "private, no-cache"
    return response
