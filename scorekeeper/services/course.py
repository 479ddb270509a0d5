"""When a game ended, and by which change: its standing followed through the history and through the rounds."""

from collections import Counter
from collections.abc import Iterable

from ..rules.ending import Standing, standing
from ..rules.variants import get_variant
from .revisions import RevisionView
from .state import Setup, What
from .views import GameView, RoundView


def course(view: GameView, history: Iterable[RevisionView]) -> list[Standing]:
    """Return how the game of `view` stood after each revision of its `history`, in their order."""
    names, setup = view.state.names, view.start
    scored: Counter[str] = Counter()  # by name, without what they had to begin with
    count, stopped = 0, False
    found = []
    for revision in history:
        if isinstance(revision.after, Setup):
            setup = revision.after
        if revision.about == What.END:
            stopped = revision.what != What.UNDO
        for subject, sign in ((revision.before, -1), (revision.after, 1)):
            if isinstance(subject, RoundView) and not subject.voided:
                count += sign
                scored.update({name: sign * points for name, points in subject.scores.items()})
        ending = get_variant(view.variant.key, setup.house_rules).ending
        seats = {names[player]: setup.points.get(player, 0) + scored[names[player]] for player, _ in setup.players}
        found.append(standing(ending, seats, count, stopped=stopped))
    return found


def last_round(view: GameView) -> int | None:
    """Return the round with which the game of `view` ended; None if it goes on."""
    if not view.standing.ended or not view.counting:
        return None
    rounds = view.counting
    if not view.stopped:
        while len(rounds) > 1 and _after(view, rounds[:-1]).ended:
            rounds = rounds[:-1]
    return rounds[-1].number


def _after(view: GameView, rounds: list[RoundView]) -> Standing:
    """Return how the game stood after the last of `rounds`, with those who are at the table now."""
    totals = rounds[-1].totals
    return standing(view.variant.ending, {name: totals[name] for name in view.players if name in totals}, len(rounds))
