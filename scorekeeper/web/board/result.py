"""The result of an ended game in words: the winner's margin, and the round that decided it."""

from collections.abc import Mapping

from markupsafe import Markup, escape

from ...rules.model.ending import StayBelow
from ...rules.model.terms import Wins
from ...services.views.game_view import GameView
from ..text import _, bdi, plural, say
from .chart import leads_since

_APART = (Wins.RATING, Wins.MOST_ROUNDS)
_EQUAL = {
    Wins.RATING: lambda: _("With equal rating points: by {margin}, ahead of {names}."),
    Wins.MOST_ROUNDS: lambda: _("With equal rounds won: by {margin}, ahead of {names}."),
}


def result_words(view: GameView) -> list[Markup]:
    """Return margin and deciding round as sentences, if one player alone has won.

    Totals with the bonuses of the end of the game come first, where there are any.
    """
    winners = view.standing.winners if view.counting else ()
    bonuses = _bonuses(view, view.final) if winners and view.final is not None else []
    if len(winners) != 1:
        return bonuses
    return [*(bonuses or _margin(view, winners[0])), _decided(view, winners[0])]


def _bonuses(view: GameView, final: Mapping[str, int]) -> list[Markup]:
    """Return the totals with all bonuses, and what each bonus is for."""
    found = [_each(_(message), points, rule=rule) for message, rule, points in view.final_words]
    return [_each(_("With all bonuses: {points}."), final), *found, won_words(view)]


def won_words(view: GameView) -> Markup:
    """Return how many rounds each has won, as a sentence."""
    return _each(_("Rounds won: {points}."), view.boxes)


def _each(message: str, points: Mapping[str, int], **values: object) -> Markup:
    return say(
        message, **values, points=Markup(", ").join([Markup("{} {}").format(bdi(n), p) for n, p in points.items()])
    )


def _margin(view: GameView, winner: str) -> list[Markup]:
    """Return how far the others are behind; nothing where that does not decide, or nobody else is there."""
    behind = [name for place, name in view.placings if place == 2]
    ending = view.variant.ending
    if not behind or ending.wins not in (Wins.HIGHEST, Wins.LOWEST, *_APART) or isinstance(ending.goal, StayBelow):
        return []
    message = _("By {margin}, ahead of {names}.")
    if ending.ranks_apart and (ahead := view.apart[winner] - view.apart[behind[0]]):
        rounds = ending.wins is Wins.MOST_ROUNDS
        by = plural("one rating point", "{num} rating points", ahead)
        by = plural("one round", "{num} rounds", ahead) if rounds else by
        return [say(message, margin=escape(by), names=tuple(behind))]
    if ending.ranks_apart:
        message = _EQUAL[ending.wins]()
    margin = abs(view.totals[winner] - view.totals[behind[0]])
    chips = view.variant.scoring.chips
    by = plural("one chip", "{num} chips", margin) if chips else plural("one point", "{num} points", margin)
    return [say(message, margin=escape(by), names=tuple(behind))]


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
