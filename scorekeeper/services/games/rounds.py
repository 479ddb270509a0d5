"""Entering, correcting and voiding rounds."""

from collections.abc import Mapping

from ...rules.errors import N_, Problem
from ...rules.variants import get_variant
from ..errors import NoSuchRound, NotNow
from ..payload_reading import Received
from ..payloads import NewChange, RoundPayload
from ..views.game_view import GameView
from ..views.state import Setup, StoredRound, What
from .changes import NewRevision, Outcome, Precondition, change
from .notes import with_note
from .open_rounds import settle
from .round_input import EnteredRound, read_round


def enter_round(
    game_id: str, received: Received[RoundPayload], precondition: Precondition, seen: GameView | None = None
) -> Outcome:
    """Add a round to a game. `seen` is the game if it is loaded already.

    Raises:
        NoAccess, KeyReused, Stale: see `changes.change`.
        Invalid: the round cannot be one of this game.
        Implausible: it is implausible, and `accept_warnings` is not true.
        NotNow: the game has ended.
    """
    with change(game_id, precondition, seen) as game:
        if game.repeated:
            return game.repeated
        entered = read_round(game.view.variant, game.view.setup, received.payload, game.view.standby)
        entered.must_be_plausible()
        if game.view.standing.ended:
            raise NotNow(Problem(N_("The game is over. Undo or correct a round to play on.")))
        who, why = entered.payload.by, entered.payload.why
        number = len(game.view.rounds) + 1
        settle(game.session, game_id, number, entered.payload.opened)
        outcome = game.save(NewRevision(What.ADD, number, who, why, after=entered.document(game.view.setup)))
        return _with(outcome, number, entered)


def correct_round(
    game_id: str,
    number: int,
    received: Received[RoundPayload],
    precondition: Precondition,
    seen: GameView | None = None,
) -> Outcome:
    """Replace all of a round, by the rules that it was played with; a voided one counts again.

    Raises:
        NoSuchRound: the game has no round `number`.
        NoAccess, KeyReused, Stale, Invalid, Implausible: as in `enter_round`.
    """
    with change(game_id, precondition, seen) as game:
        if game.repeated:
            return game.repeated
        before, setup = _stored(game.view, number)
        setup = _with_present_names(game.view, setup)
        entered = _read_as(game.view, setup, number, received.payload)
        entered.must_be_plausible()
        who, why = entered.payload.by, entered.payload.why
        after = with_note(entered.document(setup), before.get("note"))
        outcome = game.save(NewRevision(What.CORRECT, number, who, why, before, after))
        return _with(outcome, number, entered)


def void_round(game_id: str, number: int, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Void a round: it does not count, and keeps its number and scores. Voiding it again changes nothing.

    Raises:
        NoSuchRound: the game has no round `number`.
        NoAccess, KeyReused, Stale, Invalid: as in `enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        before = _stored(game.view, number).document
        payload = received.payload
        if before["voided"]:
            return game.unchanged
        return game.save(NewRevision(What.VOID, number, payload.by, payload.why, before, {**before, "voided": True}))


def score_as(view: GameView, number: int, payload: RoundPayload) -> Mapping[str, int]:
    """Return what each player would score in round `number` if it were as in `payload`; nothing is saved.

    Raises:
        NoSuchRound: the game has no round `number`.
        Invalid: the round cannot be one of this game.
    """
    setup = _with_present_names(view, _stored(view, number).setup)
    return _read_as(view, setup, number, payload).score.scores


def _with_present_names(view: GameView, setup: Setup) -> Setup:
    """Return the setup of an earlier round with the names that its players have now."""
    present = dict(view.setup.players)
    players = tuple((player, present.get(player, name)) for player, name in setup.players)
    return Setup(setup.name, players, setup.house_rules, setup.dealer)


def _read_as(view: GameView, setup: Setup, number: int, payload: RoundPayload) -> EnteredRound:
    """Return the round of a payload by the rules of round `number`."""
    return read_round(get_variant(view.variant.key, setup.house_rules), setup, payload, view.standby_before(number))


def _with(outcome: Outcome, number: int, entered: EnteredRound) -> Outcome:
    """Return the outcome with the new round in its cache, as it is scored already."""
    outcome.scored.add(number, outcome.state.rounds[number], entered.round, entered.score)
    return outcome


def _stored(view: GameView, number: int) -> StoredRound:
    try:
        return view.state.rounds[number]
    except KeyError:
        raise NoSuchRound from None
