"""Rounds: entered, corrected, voided."""

from collections.abc import Callable, Mapping

from ...documents import Document
from ...rules.errors import N_, Problem
from ...rules.variants import get_variant
from ..errors import NoSuchRound, NotNow
from ..payloads import NewChange, ReadBody, RoundShape, Shape, read, read_ahead
from .changes import NewRevision, Outcome, Precondition, change_game
from .round_input import Entered, round_of_shape
from .state import Setup, What
from .views import GameView

BodyFor = Callable[[GameView], object]
ShapeFor = Callable[[GameView], Shape]


def enter_round(game_id: str, body: ReadBody, precondition: Precondition) -> Outcome:
    """Add a round to a game. `body` returns the decoded JSON of a round; it may raise.

    Raises:
        NoAccess, KeyReused, Stale, Invalid, Implausible, NotNow: see `enter_round_for`.
    """
    shape = read_ahead(RoundShape, body)
    return _enter(game_id, lambda _view: shape(), precondition)


def enter_round_for(game_id: str, body: BodyFor, precondition: Precondition) -> Outcome:
    """Do the same with a `body` that is told the game, locked and loaded: what was typed depends on who plays what.

    Raises:
        NoAccess, KeyReused, Stale: see `changes.change_game`.
        Invalid: the round cannot be one of this game.
        Implausible: it cannot be right, and `accept_warnings` is not true.
        NotNow: the game has ended.
    """
    return _enter(game_id, lambda view: read(RoundShape, body(view)), precondition)


def _enter(game_id: str, shape_for: ShapeFor, precondition: Precondition) -> Outcome:
    def make(view: GameView) -> NewRevision:
        entered = round_of_shape(view.variant, view.setup, shape_for(view))
        entered.must_be_plausible()
        if view.standing.ended:
            raise NotNow(Problem(N_("The game has ended. Undo or correct a round to play on.")))
        number = len(view.rounds) + 1
        return NewRevision(What.ADD, number, entered.by, entered.why, after=entered.document(view.setup))

    return change_game(game_id, precondition, make)


def correct_round(game_id: str, number: int, body: ReadBody, precondition: Precondition) -> Outcome:
    """Replace all of a round, by the rules that it was played with; a voided one counts again.

    Raises:
        NoSuchRound: the game has no round `number`.
        NoAccess, KeyReused, Stale, Invalid, Implausible: as in `enter_round`.
    """
    shape = read_ahead(RoundShape, body)
    return _correct(game_id, number, lambda _view: shape(), precondition)


def correct_round_for(game_id: str, number: int, body: BodyFor, precondition: Precondition) -> Outcome:
    """Do the same with a `body` that is told the game, as in `enter_round_for`.

    Raises:
        NoSuchRound: the game has no round `number`.
        NoAccess, KeyReused, Stale, Invalid, Implausible: as in `enter_round`.
    """
    return _correct(game_id, number, lambda view: read(RoundShape, body(view)), precondition)


def _correct(game_id: str, number: int, shape_for: ShapeFor, precondition: Precondition) -> Outcome:
    def make(view: GameView) -> NewRevision:
        before, _ = _stored(view, number)
        entered, setup = _read_for(view, number, shape_for(view))
        entered.must_be_plausible()
        return NewRevision(What.CORRECT, number, entered.by, entered.why, before, entered.document(setup))

    return change_game(game_id, precondition, make)


def score_as(view: GameView, number: int, body: object) -> Mapping[str, int]:
    """Return what each player would get in round `number` if it were as `body` says; nothing is saved.

    Raises:
        NoSuchRound: the game has no round `number`.
        Invalid: the round cannot be one of this game.
    """
    return _read_for(view, number, read(RoundShape, body))[0].score.scores


def void_round(game_id: str, number: int, body: ReadBody, precondition: Precondition) -> Outcome:
    """Let a round count no more; it keeps number and scores. A second time changes nothing.

    Raises:
        NoSuchRound: the game has no round `number`.
        NoAccess, KeyReused, Stale, Invalid: as in `enter_round`.
    """

    given = read_ahead(NewChange, body)

    def make(view: GameView) -> NewRevision | None:
        before, _ = _stored(view, number)
        change = given()
        if before["voided"]:
            return None
        return NewRevision(What.VOID, number, change.by, change.why, before, {**before, "voided": True})

    return change_game(game_id, precondition, make)


def _read_for(view: GameView, number: int, shape: Shape) -> tuple[Entered, Setup]:
    setup = _with_present_names(view, _stored(view, number)[1])
    return round_of_shape(get_variant(view.variant.key, setup.house_rules), setup, shape), setup


def _with_present_names(view: GameView, setup: Setup) -> Setup:
    """Return the setup of an earlier round with the names that its players have now."""
    present = dict(view.setup.players)
    players = tuple((player, present.get(player, name)) for player, name in setup.players)
    return Setup(setup.name, players, setup.house_rules, setup.dealer)


def _stored(view: GameView, number: int) -> tuple[Document, Setup]:
    try:
        return view.state.rounds[number]
    except KeyError:
        raise NoSuchRound from None
