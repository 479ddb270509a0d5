"""A ruling asked for and decided on in one go: accepted, overruled, or made the table's house rule."""

from collections.abc import Callable, Mapping

from ...documents import Document
from ...store import queries
from ...store.database import db
from ..games.changes import Outcome, Precondition
from .precedents import adopt_reading
from .rulings import accept_ruling, ask_in_game, overrule_ruling

_WAYS: Mapping[str, Callable[[str, str, Callable[[], object], Precondition], Outcome]] = {
    "accept": accept_ruling,
    "overrule": overrule_ruling,
    "adopt": adopt_reading,
}
WAYS = tuple(_WAYS)
"""What a table may make of a ruling."""


def decide(game_id: str, question: Document, way: str, decision: Document, precondition: Precondition) -> Outcome:
    """Ask the referee about a game, keep the ruling, and let the table decide on it; sent twice, it is done once.

    `question` is the body of `rulings.ask_in_game`, `decision` that of the way: `accept_ruling`, `overrule_ruling`,
    `adopt_reading`.

    Raises:
        Invalid, NotNow: the question or the decision cannot be.
        NoAccess, KeyReused, Stale: see `changes.change_game`; the ruling may then be kept as given.
    """
    sent_before = precondition.key is not None and queries.receipt(db.session(), game_id, precondition.key) is not None
    ruling = "" if sent_before else ask_in_game(game_id, lambda: question, precondition).id
    return _WAYS[way](game_id, ruling, lambda: decision, precondition)
