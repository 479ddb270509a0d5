"""Rulings of a game: asked for, accepted, overruled, revoked, made a house rule."""

from collections.abc import Callable

from flask import Response, url_for

from ..services.games.changes import Outcome, Precondition
from ..services.referee import precedents, rulings
from ..services.transfer.export import ruling_document
from .answers import game_answer, json_answer
from .blueprint import blueprint
from .bodies import json_body, optional_json_body
from .headers import precondition_once, reader, scorer

Decide = Callable[[str, str, Callable[[], object], Precondition], Outcome]


@blueprint.get("/games/<game_id>/rulings")
def read_rulings(game_id: str) -> Response:
    """Show the rulings of a game."""
    reader(game_id)
    return json_answer({"rulings": [ruling_document(found) for found in rulings.load_rulings(game_id)]})


@blueprint.get("/games/<game_id>/rulings/<ruling>")
def read_ruling(game_id: str, ruling: str) -> Response:
    """Show one ruling of a game."""
    reader(game_id)
    return json_answer(ruling_document(rulings.load_ruling(game_id, ruling)))


@blueprint.post("/games/<game_id>/rulings")
def ask_in_game(game_id: str) -> Response:
    """Ask the referee about a game, and keep the ruling."""
    found = rulings.ask_in_game(game_id, json_body, Precondition(right=scorer(game_id)))
    response = json_answer(ruling_document(found), 201)
    response.headers["Location"] = url_for("api.read_ruling", game_id=game_id, ruling=found.id)
    return response


@blueprint.post("/games/<game_id>/rulings/<ruling>/accept")
def accept_ruling(game_id: str, ruling: str) -> Response:
    """Let a ruling stand; its penalties become lines of a round."""
    return _decided(game_id, ruling, rulings.accept_ruling)


@blueprint.post("/games/<game_id>/rulings/<ruling>/overrule")
def overrule_ruling(game_id: str, ruling: str) -> Response:
    """Record that the table decided otherwise."""
    return _decided(game_id, ruling, rulings.overrule_ruling)


@blueprint.post("/games/<game_id>/rulings/<ruling>/revoke")
def revoke_ruling(game_id: str, ruling: str) -> Response:
    """Take an accepted ruling back, and its penalties with it."""
    return _decided(game_id, ruling, rulings.revoke_ruling)


@blueprint.post("/games/<game_id>/rulings/<ruling>/adopt")
def adopt_reading(game_id: str, ruling: str) -> Response:
    """Make a reading of what a ruling left open the house rule from the next round on."""
    return _decided(game_id, ruling, precedents.adopt_reading)


def _decided(game_id: str, ruling: str, decide: Decide) -> Response:
    scorer(game_id)
    return game_answer(decide(game_id, ruling, optional_json_body, precondition_once()).view)
