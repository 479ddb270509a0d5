"""Operations on rounds: enter, correct and void them."""

from flask import Response

from ..numbers import whole_number
from ..services.games import rounds
from ..services.payload_reading import read_ahead
from ..services.payloads import NewChange, NewRound
from ..services.views.answers import GameJson
from .bodies import json_body, query
from .headers import precondition, precondition_once, scorer
from .operations import Operation
from .responses import game_answer

_NO_ROUND = 0


@Operation("POST", "/games/<game_id>/rounds", body=NewRound, answer=GameJson, status=201, once=True, conflicts=True)
def enter_round(game_id: str) -> Response:
    """Add a round."""
    scorer(game_id)
    payload = read_ahead(NewRound, json_body)
    return game_answer(rounds.enter_round(game_id, payload, precondition_once()).view, 201)


@Operation("PUT", "/games/<game_id>/rounds/<number>", body=NewRound, answer=GameJson)
def correct_round(game_id: str, number: str) -> Response:
    """Replace all of a round, also when the game has ended; a voided one counts again."""
    scorer(game_id)
    payload = read_ahead(NewRound, json_body)
    return game_answer(rounds.correct_round(game_id, _number(number), payload, precondition()).view)


@Operation("DELETE", "/games/<game_id>/rounds/<number>", query=NewChange, answer=GameJson)
def void_round(game_id: str, number: str) -> Response:
    """Void a round: it keeps its number and scores, and counts no more."""
    scorer(game_id)
    payload = read_ahead(NewChange, query)
    return game_answer(rounds.void_round(game_id, _number(number), payload, precondition()).view)


def _number(text: str) -> int:
    """Return the number of a round in an address, 0 (which no round has) if it is malformed."""
    number = None if text.startswith("0") else whole_number(text, 10)
    return _NO_ROUND if number is None else number
