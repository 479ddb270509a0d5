"""The description of the referee's addresses, with examples that a test asks."""

from typing import Any

from ...rules.variants.examples import EXAMPLES
from ...services.referee.situations import SITUATIONS
from ..bodies import JSON
from .describing import (
    GAME_ID,
    IF_MATCH,
    OF_A_CHANGE,
    OF_A_KEY,
    ONCE,
    answers,
    body,
    game_answers,
    header,
    json_of,
    link,
    of_key,
    parameter,
)
from .referee_schemas import schema_name
from .schemas import ref

_RULING = parameter("ruling", "path", "The ruling.")
_LANGUAGE = parameter("Accept-Language", "header", "The language of the sentences; English when none fits.")
_OF_A_QUESTION = (400, 413, 415, 422)


def _question(question: str) -> dict[str, Any]:
    """Return the description of a question, whose examples say what is answered."""
    examples = {
        f"{each.variant} {number}": {
            "summary": each.summary,
            "description": f"{each.verdict}: {each.facts}",
            "value": each.body,
        }
        for number, each in enumerate(EXAMPLES[question], 1)
    }
    content = {JSON: {"schema": ref(f"Ask{schema_name(question)}"), "examples": examples}}
    return {
        "operationId": f"referee_{question.replace('-', '_')}",
        "summary": SITUATIONS[question].__doc__,
        "parameters": [_LANGUAGE],
        "requestBody": {"required": True, "content": content},
        "responses": answers(200, {"content": json_of("Answer")}, _OF_A_QUESTION),
    }


def _decide(operation: str, summary: str, name: str) -> dict[str, Any]:
    return of_key(
        operation,
        summary,
        parameters=[IF_MATCH, ONCE],
        requestBody=body(name, required=False),
        responses=game_answers(200, (*OF_A_CHANGE, 404, 409)),
    )


_ONE = [GAME_ID, _RULING]
_LINKS = {
    name: link(name, description, game_id="$request.path.game_id", ruling="$response.body#/id")
    for name, description in (
        ("read_ruling", "Look at the ruling."),
        ("accept_ruling", "Let it stand."),
        ("overrule_ruling", "Record that the table decided otherwise."),
        ("revoke_ruling", "Take it back, once it is accepted."),
        ("adopt_reading", "Make one of its readings the house rule."),
    )
}
_KEPT = {"content": json_of("Ruling"), "headers": {"Location": header("The ruling’s address.")}, "links": _LINKS}
PATHS: dict[str, Any] = {f"/referee/{question}": {"post": _question(question)} for question in SITUATIONS} | {
    "/games/{game_id}/rulings": {
        "parameters": [GAME_ID],
        "get": of_key(
            "read_rulings", "Every ruling of a game", responses=answers(200, {"content": json_of("Rulings")}, OF_A_KEY)
        ),
        "post": of_key(
            "ask_in_game",
            "Ask the referee about a game, by the rules of the round, and keep the ruling; nothing else changes",
            parameters=[_LANGUAGE],
            requestBody=body("NewRuling"),
            responses=answers(201, _KEPT, (400, 401, 403, 409, 413, 415, 422)),
        ),
    },
    "/games/{game_id}/rulings/{ruling}": {
        "parameters": _ONE,
        "get": of_key("read_ruling", "One ruling", responses=answers(200, {"content": json_of("Ruling")}, (401, 404))),
    },
    "/games/{game_id}/rulings/{ruling}/accept": {
        "parameters": _ONE,
        "post": _decide("accept_ruling", "Let a ruling stand: its penalties become lines of a round", "NewAcceptance"),
    },
    "/games/{game_id}/rulings/{ruling}/overrule": {
        "parameters": _ONE,
        "post": _decide("overrule_ruling", "The table decided otherwise; that costs nothing", "NewChange"),
    },
    "/games/{game_id}/rulings/{ruling}/revoke": {
        "parameters": _ONE,
        "post": _decide("revoke_ruling", "Take an accepted ruling back, and its penalties with it", "NewChange"),
    },
    "/games/{game_id}/rulings/{ruling}/adopt": {
        "parameters": _ONE,
        "post": _decide("adopt_reading", "Make a reading of what the ruling left open the house rule", "NewHouseRule"),
    },
}
