"""Decisions on rulings: accept, overrule and revoke stored ones; store a fresh verdict and decide on it at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...documents import DecisionDocument, PenaltyDocument
from ...rules.errors import N_, Problem
from ...rules.referee.readings import Answer
from ...store import queries
from ...store.database import db
from ...store.rows import RulingRow
from ..errors import Invalid, NotNow
from ..games.changes import LockedGame, NewRevision, Outcome, Precondition, change
from ..payload_reading import Received, read, received
from ..payload_types import Name, Shape, Text
from ..payloads import NewChange
from ..views.game_view import GameView
from ..views.state import Setup, State, Status, What
from .ask import Asked
from .precedents import NewHouseRule, adopt_reading
from .rulings import NO_SUCH_ROUND, NewRuling, keep_ruling, stored_ruling

WAYS = ("accept", "overrule", "adopt")
"""The decisions on a verdict."""

_ENDED = N_("The game has ended: name the round that the penalty belongs to.")
_WHOSE = N_("Say whom the penalty is for: one of {names}.")


class NewAcceptance(Shape):
    """The acceptance of a ruling. `round` gets the penalty; else the round of the question, else the next one entered.

    `player` pays where the ruling names nobody.
    """

    by: Text | None = None
    why: Text | None = None
    round: int | None = None
    player: Name | None = None


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


def accept_ruling(game_id: str, ruling: str, received: Received[NewAcceptance], precondition: Precondition) -> Outcome:
    """Accept a ruling: its penalties become lines of a round.

    Raises:
        NoSuchRuling: the game has no such ruling.
        NotNow: it is accepted already.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload = received.payload
        row, before = _stored(game, ruling)
        _must_not_be(before, Status.ACCEPTED, N_("This ruling is already accepted."))
        after = acceptance(game.view.state, row, payload, game.view.state.names, ended=game.view.standing.ended)
        return game.save(NewRevision(What.ACCEPT, after["round"], payload.by, payload.why, before, after))


def acceptance(
    state: State, row: RulingRow, payload: NewAcceptance, names: Mapping[str, str], *, ended: bool
) -> DecisionDocument:
    """Return the acceptance of the stored ruling `row` as it is stored; `names` are by id, as `payload` uses them.

    Raises:
        Invalid: the round does not count, or nobody pays a penalty.
    """
    penalties = row.document["penalties"]
    if not penalties:
        return without_penalties(str(row.number), Status.ACCEPTED)
    number, setup = _round_of_penalties(state, payload.round or row.document["named_round"], ended=ended)
    here = {player: names[player] for player, _ in setup.players}
    named_payer = next((player for player, name in here.items() if name == payload.player), None)
    posted: list[PenaltyDocument] = []
    for penalty in penalties:
        payer = penalty["player"] if penalty["player"] in here else named_payer
        if payer is None:
            raise Invalid(Problem(_WHOSE, ("player",), {"names": ", ".join(here.values())}))
        posted.append({**penalty, "player": payer})
    return {"id": str(row.number), "status": Status.ACCEPTED.value, "round": number, "penalties": posted}


def _round_of_penalties(state: State, named: int | None, *, ended: bool) -> tuple[int, Setup]:
    """Return the number of the round that gets the penalties, and who plays it: the `named` one, else the next."""
    number = len(state.rounds) + 1
    if named is None or named == number:
        if ended:
            raise Invalid(Problem(_ENDED, ("round",)))
        return number, state.setup
    document, setup = state.rounds.get(named, (None, state.setup))
    if document is None or document["voided"]:
        raise Invalid(Problem(NO_SUCH_ROUND, ("round",), {"number": named}))
    return named, setup


def overrule_ruling(game_id: str, ruling: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Overrule a ruling: no penalty is posted.

    Raises:
        NoSuchRuling: the game has no such ruling.
        NotNow: it is accepted, and must be revoked first, or it is overruled already.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload = received.payload
        _, before = _stored(game, ruling)
        _must_not_be(before, Status.ACCEPTED, N_("This ruling is accepted: revoke it first."))
        _must_not_be(before, Status.OVERRULED, N_("This ruling is already overruled."))
        after = without_penalties(ruling, Status.OVERRULED)
        return game.save(NewRevision(What.OVERRULE, None, payload.by, payload.why, before, after))


def revoke_ruling(game_id: str, ruling: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Revoke an accepted ruling, and its penalties with it.

    Raises:
        NoSuchRuling: the game has no such ruling.
        NotNow: it is not accepted.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload = received.payload
        _, before = _stored(game, ruling)
        if before is None or before["status"] != Status.ACCEPTED:
            raise NotNow(Problem(N_("Only an accepted ruling can be revoked.")))
        after = without_penalties(ruling, Status.REVOKED)
        return game.save(NewRevision(What.REVOKE, before["round"], payload.by, payload.why, before, after))


def _stored(game: LockedGame, ruling: str) -> tuple[RulingRow, DecisionDocument | None]:
    """Return a stored ruling, and the table's decision on it before the change.

    Raises:
        NoSuchRuling: the game has no such ruling.
    """
    return stored_ruling(game.view.id, ruling), game.view.state.decisions.get(ruling)


def without_penalties(ruling: str, status: Status) -> DecisionDocument:
    """Return a decision without penalties as it is stored."""
    return {"id": ruling, "status": status.value, "round": None, "penalties": []}


def _must_not_be(decision: DecisionDocument | None, status: Status, message: str) -> None:
    if decision is not None and decision["status"] == status:
        raise NotNow(Problem(message))
