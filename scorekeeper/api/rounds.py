"""Rounds: entered, corrected, voided."""

import re

from flask import Response

from ..services.games import rounds
from .answers import game_answer
from .blueprint import blueprint
from .bodies import json_body, query
from .headers import precondition, precondition_once, scorer

_NO_ROUND = 0


@blueprint.post("/games/<game_id>/rounds")
def enter_round(game_id: str) -> Response:
    """Add a round."""
    scorer(game_id)
    return game_answer(rounds.enter_round(game_id, json_body, precondition_once()).view, 201)


@blueprint.put("/games/<game_id>/rounds/<number>")
def correct_round(game_id: str, number: str) -> Response:
    """Replace all of a round."""
    scorer(game_id)
    return game_answer(rounds.correct_round(game_id, _number(number), json_body, precondition()).view)


@blueprint.delete("/games/<game_id>/rounds/<number>")
def void_round(game_id: str, number: str) -> Response:
    """Let a round count no more."""
    scorer(game_id)
    return game_answer(rounds.void_round(game_id, _number(number), query, precondition()).view)


def _number(text: str) -> int:
    """Return the number of a round in an address; there is no round 0."""
    return int(text) if re.fullmatch(r"[1-9][0-9]{0,9}", text) else _NO_ROUND
