"""Decide on a fresh verdict: store it as a ruling, and accept it, overrule it, or make a reading the house rule."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...rules.referee.readings import Answer
from ...store import queries
from ...store.database import db
from ..games.changes import Outcome, Precondition
from ..games.views import GameView
from ..payloads import NewChange, read, received
from .ask import Asked
from .precedents import NewHouseRule, adopt_reading
from .rulings import NewAcceptance, NewRuling, accept_ruling, keep_ruling, overrule_ruling, revoke_ruling

WAYS = ("accept", "overrule", "adopt")
"""The decisions on a verdict."""


@dataclass(frozen=True)
class Dispute:
    """A judged question: its payload (of a `NewRuling`), the question read from that, and the answer to it."""

    payload: Mapping[str, object]
    asked: Asked
    answer: Answer


def decide(view: GameView, dispute: Dispute, way: str, decision: object, precondition: Precondition) -> Outcome:
    """Store the verdict on a dispute as a ruling of the game, and carry out the table's decision on it.

    The question is not judged again. `way` is one of `WAYS`, `decision` the payload of its function: `accept_ruling`,
    `overrule_ruling`, `adopt_reading`. A repeated request stores no second ruling.

    Raises:
        Invalid, NotNow: the question or the decision is refused.
        NoAccess, KeyReused, Stale: see `changes.change`; the ruling may then be stored without a decision.
    """
    key = precondition.key
    ruling = ""
    if key is None or queries.receipt(db.session(), view.id, key) is None:
        shape = read(NewRuling, dispute.payload)
        ruling = keep_ruling(view, shape, dispute.asked, dispute.answer, precondition).id
    return decide_ruling(view.id, ruling, way, decision, precondition)


def decide_ruling(game_id: str, ruling: str, way: str, decision: object, precondition: Precondition) -> Outcome:
    """Carry out a decision on a stored ruling: one of `WAYS`, or `revoke`; `decision` is its payload."""
    match way:
        case "accept":
            return accept_ruling(game_id, ruling, received(NewAcceptance, decision), precondition)
        case "adopt":
            return adopt_reading(game_id, ruling, received(NewHouseRule, decision), precondition)
        case "overrule":
            return overrule_ruling(game_id, ruling, received(NewChange, decision), precondition)
    return revoke_ruling(game_id, ruling, received(NewChange, decision), precondition)
