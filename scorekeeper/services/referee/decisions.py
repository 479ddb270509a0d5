"""A verdict that the table decides on at once: kept as a ruling and accepted, overruled, or made a house rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...rules.referee.readings import Answer
from ...store import queries
from ...store.database import db
from ..games.changes import Outcome, Precondition
from ..games.views import GameView
from ..payloads import read
from .ask import Asked
from .precedents import adopt_reading
from .rulings import NewRuling, accept_ruling, keep_ruling, overrule_ruling

_WAYS: Mapping[str, Callable[[str, str, Callable[[], object], Precondition], Outcome]] = {
    "accept": accept_ruling,
    "overrule": overrule_ruling,
    "adopt": adopt_reading,
}
WAYS = tuple(_WAYS)
"""What a table may make of a verdict."""


@dataclass(frozen=True)
class Dispute:
    """A judged question: its payload (of an `NewRuling`), the question read from that, and the answer to it."""

    payload: Mapping[str, object]
    asked: Asked
    answer: Answer


def decide(view: GameView, dispute: Dispute, way: str, decision: object, precondition: Precondition) -> Outcome:
    """Keep the verdict on a dispute in a game as a ruling, and carry out what the table decides on it.

    The question is not judged again. `way` is one of `WAYS`, `decision` the payload of its function: `accept_ruling`,
    `overrule_ruling`, `adopt_reading`. A repeated request keeps no second ruling.

    Raises:
        Invalid, NotNow: the question or the decision cannot be.
        NoAccess, KeyReused, Stale: see `changes.change_game`; the ruling may then be kept as given.
    """
    key = precondition.key
    ruling = ""
    if key is None or queries.receipt(db.session(), view.id, key) is None:
        shape = read(NewRuling, dispute.payload)
        ruling = keep_ruling(view, shape, dispute.asked, dispute.answer, precondition).id
    return _WAYS[way](view.id, ruling, lambda: decision, precondition)
