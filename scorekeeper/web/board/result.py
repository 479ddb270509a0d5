"""The result of an ended game in words: the winner's margin, and the round that decided it."""

from markupsafe import Markup, escape

from ...rules.model.ending import StayBelow
from ...rules.model.terms import Wins
from ...services.games.views import GameView
from ..text import _, plural, say
from .chart import leads_since


def result_words(view: GameView) -> list[Markup]:
    """Return margin and deciding round as sentences; empty unless one player alone has won."""
    if len(view.standing.winners) != 1 or not view.counting:
        return []
    winner = view.standing.winners[0]
    return [*_margin(view, winner), _decided(view, winner)]


def _margin(view: GameView, winner: str) -> list[Markup]:
    """Return how far the others are behind; nothing where that does not decide, or nobody else is there."""
    behind = [name for place, name in view.placings if place == 2]
    ending = view.variant.ending
    if not behind or ending.wins not in (Wins.HIGHEST, Wins.LOWEST) or isinstance(ending.goal, StayBelow):
        return []
    margin = abs(view.totals[winner] - view.totals[behind[0]])
    chips = view.variant.scoring.chips
    by = plural("one chip", "{num} chips", margin) if chips else plural("one point", "{num} points", margin)
    return [say(_("By {margin}, ahead of {names}."), margin=escape(by), names=tuple(behind))]


def _decided(view: GameView, winner: str) -> Markup:
    """Return since which round the winner led alone."""
    rounds = view.counting
    since = leads_since(view, winner)
    if len(rounds) == 1:
        return say(_("One round decided it."))
    if since == rounds[0].number:
        return say(_("In the lead since the first round."))
    if since == rounds[-1].number:
        return say(_("The last round decided it."))
    return say(_("Round {number} decided it: in the lead since then."), number=since)
