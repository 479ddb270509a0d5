"""What happened to a game, change by change."""

from dataclasses import dataclass

from flask import Blueprint
from markupsafe import Markup
from werkzeug.wrappers import Response

from ..services.games import load_game, load_history
from ..services.views import RevisionView, RoundView
from .board import board
from .device import reader
from .page import page
from .words import _, bdi, moment, points, say

bp = Blueprint("history", __name__, url_prefix="/games/<game_id>/history")


@dataclass(frozen=True)
class Change:
    """A revision in words."""

    number: int
    sentence: Markup
    when: Markup
    who: Markup
    why: Markup
    scores: list[tuple[str, str, str]]  # name, before, after


@bp.get("")
def show(game_id: str) -> Response:
    """Show every change of a game, the latest first."""
    access = reader(game_id)
    view = load_game(game_id)
    changes = [_change(revision) for revision in reversed(load_history(game_id))]
    return page("history/show.html", board=board(view, access), changes=changes, begun=moment(view.created_at))


def _change(revision: RevisionView) -> Change:
    return Change(
        revision.number,
        _sentence(revision),
        moment(revision.when),
        bdi(revision.who) if revision.who else Markup(),
        bdi(revision.why) if revision.why else Markup(),
        _scores(revision.before, revision.after),
    )


def _sentence(revision: RevisionView) -> Markup:
    number = revision.round
    if number is None:
        ends = {
            "end": _("The table ended the game."),
            "undo": _("The end of the game was taken back."),
            "redo": _("The table ended the game again."),
        }
        return say(ends.get(revision.what, _("The game was changed.")))
    what = revision.what
    if what == "undo":
        gone = revision.after is None
        return say(
            _("Round %(number)s was taken back.") if gone else _("The change of round %(number)s was taken back."),
            number=number,
        )
    sentences = {
        "add": _("Round %(number)s was entered."),
        "correct": _("Round %(number)s was corrected."),
        "void": _("Round %(number)s was voided: it counts no more."),
        "redo": _("Round %(number)s was brought back as it had been."),
    }
    return say(sentences.get(what, _("Round %(number)s was changed.")), number=number)


def _scores(before: RoundView | None, after: RoundView | None) -> list[tuple[str, str, str]]:
    """Return (name, before, after) for everybody with a score, empty where there is none."""
    players = dict.fromkeys([*(before.players if before else ()), *(after.players if after else ())])
    return [(name, _score(before, name), _score(after, name)) for name in players]


def _score(round_: RoundView | None, name: str) -> str:
    if round_ is None or name not in round_.scores:
        return ""
    return points(round_.scores[name])
