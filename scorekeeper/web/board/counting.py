"""What a phone needs to show its unsent entries on the scoreboard: facts of the game, and what undo would take back.

`static/game/outbox/count.js` reads both.
"""

from typing import Any, cast

from ...documents import RoundDocument
from ...rules.model.ending import Ending, StayBelow
from ...rules.model.terms import How, LimitEnds
from ...rules.scoring.ending import next_dealer
from ...services.games.sides import as_shown
from ...services.games.state import ROUND_CHANGES, RevisionRow, StoredRound, What
from ...services.games.views import GameView
from .change_notice import apart_of
from .rows import SHOWN

_USUAL = ("rotates", "highest", "best_wins", "another_round")


def facts(view: GameView, sides: GameView) -> dict[str, Any]:
    """Return what stays while rounds are added: players, who deals, what ends the game; short, for each page has it.

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
    dealer = next_dealer(
        dealing, view.players, first, [r.round for r in dealt], [r.scores for r in dealt], void_keeps_dealer=keeps
    )
    limit = ending.goal if isinstance(ending.goal, StayBelow) else None
    if limit is not None:  # who was out after an earlier round is not on the page: it counts on from now
        dealer, since = view.dealer, len(view.rounds)
    found = {
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
        "out": [list(group) for group in sides.eliminated.groups],
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


def _before_shown(view: GameView, shown: int) -> dict[str, dict[str, int]]:
    """Return what everybody had before the rounds that the page shows, those after number `shown`.

    A page that hides the totals has no others: with these the phone notices offline that the game is over.
    """
    rounds = [round_ for round_ in view.counting if round_.number > shown]
    begun = {name: total - sum(each.scores.get(name, 0) for each in rounds) for name, total in view.totals.items()}
    apart = [apart_of(view, round_) for round_ in rounds]
    rated = {name: total - sum(each.get(name, 0) for each in apart) for name, total in view.apart.items()}
    return {"begun": {name: points for name, points in begun.items() if points}, "rated": rated}


def _grand(ending: Ending) -> dict[str, Any] | None:
    """Return the bonuses of the end of the game, if the total with them decides who has won; else None."""
    if not ending.grand_total_wins:
        return None
    return {"game": ending.game_bonus, "box": ending.box_bonus, "shutout": ending.shutout.value}


def undoable(view: GameView, sides: GameView) -> dict[str, Any] | None:
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


def _before(view: GameView, sides: GameView, row: RevisionRow) -> dict[str, Any] | None:
    """Return the round before a change, None if the change added it."""
    if row.before is None or row.round is None:
        return None
    document = cast("RoundDocument", row.before)
    stored = StoredRound(document, view.state.rounds[row.round].setup)
    round_ = as_shown(view.scored.view(row.round, stored, view.state.posted(row.round)), sides)
    closer = round_.round.closer if round_.round.how is How.OUT else None
    before = {"scores": dict(round_.scores), "closer": closer, "voided": document["voided"]}
    return {**before, "rating": dict(round_.rating)} if round_.rating else before
