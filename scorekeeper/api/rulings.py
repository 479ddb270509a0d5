"""Operations on rulings: ask for, accept, overrule and revoke them, or make one a house rule."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Response, url_for

from ..services.games.changes import Outcome, Precondition
from ..services.payload_reading import Received, read_ahead
from ..services.payload_types import Shape
from ..services.payloads import NewChange
from ..services.referee import decisions, precedents, rulings
from ..services.referee.answers import RulingJson, RulingsJson
from ..services.referee.decisions import NewAcceptance
from ..services.referee.precedents import NewHouseRule
from ..services.referee.rulings import NewRuling
from ..services.referee.serialize import ruling_document
from ..services.views.answers import GameJson
from .bodies import json_body, optional_json_body
from .headers import precondition_once, reader, scorer
from .operations import Operation
from .responses import game_answer, json_answer

_DECISION: Mapping[str, Any] = {"body_required": False, "answer": GameJson, "once": True, "conflicts": True}
S = TypeVar("S", bound=Shape)


@Operation("GET", "/games/<game_id>/rulings", answer=RulingsJson)
def read_rulings(game_id: str) -> Response:
    """Show the rulings of a game."""
    reader(game_id)
    answer: RulingsJson = {"rulings": [ruling_document(found) for found in rulings.load_rulings(game_id)]}
    return json_answer(answer)


@Operation("GET", "/games/<game_id>/rulings/<ruling>", answer=RulingJson)
def read_ruling(game_id: str, ruling: str) -> Response:
    """Show one ruling of a game."""
    reader(game_id)
    return json_answer(ruling_document(rulings.load_ruling(game_id, ruling)))


@Operation(
    "POST", "/games/<game_id>/rulings", body=NewRuling, answer=RulingJson, status=201, conflicts=True, worded=True
)
def ask_in_game(game_id: str) -> Response:
    """Ask the referee about a game, by the rules of the round, and keep the ruling; nothing else changes."""
    found = rulings.ask_in_game(game_id, json_body, Precondition(right=scorer(game_id)))
    response = json_answer(ruling_document(found), 201)
    response.headers["Location"] = url_for("api.read_ruling", game_id=game_id, ruling=found.id)
    return response


@Operation("POST", "/games/<game_id>/rulings/<ruling>/accept", body=NewAcceptance, **_DECISION)
def accept_ruling(game_id: str, ruling: str) -> Response:
    """Let a ruling stand; its penalties become lines of a round."""
    return _decided(game_id, ruling, decisions.accept_ruling, decisions.NewAcceptance)


@Operation("POST", "/games/<game_id>/rulings/<ruling>/overrule", body=NewChange, **_DECISION)
def overrule_ruling(game_id: str, ruling: str) -> Response:
    """Record that the table decided otherwise, which costs nothing."""
    return _decided(game_id, ruling, decisions.overrule_ruling, NewChange)


@Operation("POST", "/games/<game_id>/rulings/<ruling>/revoke", body=NewChange, **_DECISION)
def revoke_ruling(game_id: str, ruling: str) -> Response:
    """Take an accepted ruling back, and its penalties with it."""
    return _decided(game_id, ruling, decisions.revoke_ruling, NewChange)


@Operation("POST", "/games/<game_id>/rulings/<ruling>/adopt", body=NewHouseRule, **_DECISION)
def adopt_reading(game_id: str, ruling: str) -> Response:
    """Make a reading of what a ruling left open the house rule from the next round on."""
    return _decided(game_id, ruling, precedents.adopt_reading, precedents.NewHouseRule)


def _decided(
    game_id: str, ruling: str, decide: Callable[[str, str, Received[S], Precondition], Outcome], shape: type[S]
) -> Response:
    scorer(game_id)
    payload = read_ahead(shape, optional_json_body)
    return game_answer(decide(game_id, ruling, payload, precondition_once()).view)
