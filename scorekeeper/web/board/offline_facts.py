"""What a phone needs to show its unsent entries on the scoreboard: facts of the game, and what undo would take back.

`static/game/outbox/count.js` reads both.
"""

from dataclasses import replace
from typing import NotRequired, TypedDict, cast

from ...documents import JsonObject, RoundDocument
from ...rules.model.ending import Ending, StayBelow
from ...rules.model.terms import How, LimitEnds, Rejoin
from ...rules.scoring.elimination import NOBODY_OUT
from ...rules.scoring.ending import next_dealer
from ...services.views.game_view import GameView
from ...services.views.sides import as_shown
from ...services.views.state import ROUND_CHANGES, RevisionRow, StoredRound, What
from .change_notice import apart_of
from .rows import SHOWN


class RoundBeforeJson(TypedDict):
    """A round as it was before a change; `back` are those who came back in before it."""

    scores: dict[str, int]
    closer: str | None
    voided: bool
    back: NotRequired[list[str]]
    rating: NotRequired[dict[str, int]]


class UndoableJson(TypedDict, total=False):
    """The change that undo takes back; see `undoable`."""

    what: str
    number: int | None
    before: RoundBeforeJson


_USUAL = ("rotates", "highest", "best_wins", "another_round")


def facts(view: GameView, sides: GameView) -> JsonObject:
    """Return the facts that do not change while rounds are added: players, who deals, what ends the game.

    They are short, because every page has them.

    `sides` is the game of `view` as the board shows it; `seats` has who sits there, each with the player that is shown.
    `first` dealt the first round after number `since`; `counted` is how many rounds count that the page does not show.
    Left out is what is false, 0, None or `_USUAL`, `players` as in the columns, `first` if it is the first of them.
    """
    shown = len(view.rounds) - SHOWN
    since = max(view.setup.since, shown)
    before = [round_ for round_ in view.counting if round_.number <= shown]
    dealt = [round_ for round_ in before if round_.number > view.setup.since]
    dealing, ending, keeps = view.variant.deal.dealer, view.variant.ending, view.variant.deal.void_keeps_dealer
    first = view.setup.names[view.setup.dealer]
    outcomes = [r.round for r in dealt], [r.scores for r in dealt], [r.eliminated.out for r in dealt]
    dealer = next_dealer(dealing, view.players, first, *outcomes, void_keeps_dealer=keeps)
    limit = ending.goal if isinstance(ending.goal, StayBelow) else None
    found: JsonObject = {
        "players": list(sides.players) if sides.players != tuple(sides.totals) else None,
        "seats": [[name, sides.label(name)] for name in view.players] if sides.sides else None,
        "dealing": dealing.value,
        "voidKeeps": keeps,
        "first": dealer if dealer != view.players[0] else None,
        "since": since,
        "counted": len(before),
        "stopped": view.stopped,
        "chips": view.variant.scoring.chips,
        "target": ending.target,
        "past": ending.past_target if limit is None else limit.exceeded,
        "limit": limit and limit.points,
        "firstOut": limit is not None and limit.ends is LimitEnds.FIRST_OUT,
        "race": _race(sides, _alike_since(sides, shown)) if limit is not None else None,
        "rounds": ending.rounds,
        "loss": ending.loss_limit,
        "wins": ending.wins.value,
        "ratingAlone": ending.rating_alone,
        "several": ending.several.value,
        "tie": ending.tie.value,
        "grand": _grand(ending),
    }
    if view.setup.hide_totals:
        found |= {"hidden": True, **_before_shown(sides, shown)}
    return {key: value for key, value in found.items() if value and value not in _USUAL}


def _race(view: GameView, since: int) -> JsonObject:
    """Return the state from which a phone counts on in a game with a limit, besides the rounds after number `since`.

    `begun` are the totals before them, `out` who was out, `cameBack` how often each had come back in. `back` has who
    did before which of them; `rejoin` says how: with the highest total or `plusOne`, how many `times`, and how many
    players it `needs`.
    """
    ending, before = view.variant.ending, [each for each in view.rounds if each.number <= since]
    starting = {name: view.setup.points.get(player, 0) for player, name in view.setup.players}
    begun = {**view.totals, **starting, **(before[-1].totals if before else {})}
    gone = before[-1].eliminated if before else NOBODY_OUT
    if any(not each.voided for each in before):  # by the present limit
        gone = gone.after(ending, {name: begun[name] for name in view.players})
    plus_one = ending.rejoin is Rejoin.HIGHEST_PLUS_ONE
    rejoin = {"plusOne": plus_one, "times": ending.rejoins, "needs": ending.rejoin_needs}
    found = {
        "since": since,
        "out": [list(group) for group in gone.groups],
        "cameBack": dict(gone.came_back),
        "back": {each.number: list(each.rejoined) for each in view.rounds if each.number > since and each.rejoined},
        "rejoin": rejoin if ending.rejoin is not Rejoin.NEVER else None,
    }
    return {"begun": begun, **{key: value for key, value in found.items() if value}}


def _alike_since(view: GameView, shown: int) -> int:
    """Return the number of the round after which, and after `shown`, all rounds have the present players and limit."""
    ending, players = view.variant.ending, set(view.players)
    for each in reversed(view.rounds):
        same = replace(each.variant.ending, partner_rule=ending.partner_rule) == ending and set(each.seats) == players
        if each.number <= shown or not same:
            return each.number
    return 0


def _before_shown(view: GameView, shown: int) -> dict[str, dict[str, int]]:
    """Return what everybody had before the rounds that the page shows, those after number `shown`.

    A page that hides the totals has no others: with these the phone notices offline that the game is over.
    """
    rounds = [round_ for round_ in view.counting if round_.number > shown]
    begun = {name: total - sum(each.scores.get(name, 0) for each in rounds) for name, total in view.totals.items()}
    apart = [apart_of(view, round_) for round_ in rounds]
    rated = {name: total - sum(each.get(name, 0) for each in apart) for name, total in view.apart.items()}
    return {"begun": {name: points for name, points in begun.items() if points}, "rated": rated}


def _grand(ending: Ending) -> JsonObject | None:
    """Return the bonuses of the end of the game, if the total with them decides who has won; else None."""
    if not ending.grand_total_wins:
        return None
    return {"game": ending.game_bonus, "box": ending.box_bonus, "shutout": ending.shutout.value}


def undoable(view: GameView, sides: GameView) -> UndoableJson | None:
    """Return the change that undo takes back: what it was, its round's `number`, and the round `before` it.

    It is empty for the last round, if that was added; short, for each page has it.
    None if there is none, or if only the server can show the game without it: settings and decisions on rulings.
    """
    row = view.state.done[-1] if view.state.done else None
    if row is not None and row.what == What.END:
        return {"what": "end"}
    if row is None or row.what not in ROUND_CHANGES:
        return None
    before = _before(view, sides, row)
    return {"what": row.what, "number": row.round, "before": before} if before else {}


def _before(view: GameView, sides: GameView, row: RevisionRow) -> RoundBeforeJson | None:
    """Return the round before a change, None if the change added it."""
    if row.before is None or row.round is None:
        return None
    document = cast("RoundDocument", row.before)
    stored = StoredRound(document, view.state.rounds[row.round].setup)
    round_ = as_shown(view.scored.view(row.round, stored, view.state.posted(row.round)), sides)
    closer = round_.round.closer if round_.round.how is How.OUT else None
    before: RoundBeforeJson = {"scores": dict(round_.scores), "closer": closer, "voided": document["voided"]}
    if view.variant.may_eliminate:
        before["back"] = list(round_.rejoined)
    if round_.rating:
        before["rating"] = dict(round_.rating)
    return before
