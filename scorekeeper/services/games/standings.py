"""The standing of a game after each revision: when it ended, and by which change."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence

from ...rules.scoring.ending import Standing, standing
from ...rules.variants import get_variant
from .history import RevisionView
from .round_views import RoundView
from .state import Setup, What
from .views import GameView


def course(view: GameView, history: Sequence[RevisionView]) -> list[Standing]:
    """Return how the game of `view` stood after each revision of its `history`, in their order."""
    return list(stood_after(view, history, {revision.number for revision in history}).values())


def stood_after(view: GameView, history: Iterable[RevisionView], wanted: Container[int]) -> dict[int, Standing]:
    """Return how the game of `view` stood after those revisions whose numbers are `wanted`, by number.

    `history` are all of them, in their order.
    """
    names, setup = view.state.names, view.start
    scored: Counter[str] = Counter()  # by name, without what they had to begin with
    count, stopped = 0, False
    found = {}
    for revision in history:
        if isinstance(revision.after, Setup):
            setup = revision.after
        if revision.about == What.END:
            stopped = revision.what != What.UNDO
        for subject, sign in ((revision.before, -1), (revision.after, 1)):
            if isinstance(subject, RoundView) and not subject.voided:
                count += sign
                for name, points in subject.scores.items():
                    scored[name] += sign * points
        if revision.number not in wanted:
            continue
        ending = get_variant(view.variant.key, setup.house_rules).ending
        seats = {names[player]: setup.points.get(player, 0) + scored[names[player]] for player, _ in setup.players}
        found[revision.number] = standing(ending, seats, count, stopped=stopped)
    return found


def last_round(view: GameView) -> int | None:
    """Return the round with which the game of `view` ended; None if it goes on."""
    if not view.standing.ended or not view.counting:
        return None
    rounds = view.counting
    count = len(rounds)
    if not view.stopped:
        while count > 1 and _after(view, rounds[count - 2], count - 1).ended:
            count -= 1
    return rounds[count - 1].number


def _after(view: GameView, last: RoundView, count: int) -> Standing:
    """Return how the game stood after `last`, of so many rounds, with those who are at the table now."""
    totals = last.totals
    return standing(view.variant.ending, {name: totals[name] for name in view.players if name in totals}, count)
