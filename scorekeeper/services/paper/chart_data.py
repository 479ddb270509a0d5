"""The totals of a game round by round, drawn: for its page and for its sheet."""

from collections.abc import Mapping

from ...sheets.curves import Curves, curves
from ..games.views import GameView

_FAR = 4  # a target that many times further off than the totals are apart would make the curves flat

Tracks = Mapping[str, tuple[int, list[int]]]


def totals_drawn(view: GameView) -> Curves | None:
    """Return the curves of a game's totals, from the best player to the last; None before its second round."""
    rounds = view.counting
    if len(rounds) < 2:
        return None
    tracks = _tracks(view)
    placed = [name for _place, name in view.placings]
    order = [*placed, *(name for name in tracks if name not in placed)]
    return curves(tracks, order, [round_.number for round_ in rounds], _target(view, tracks))


def _tracks(view: GameView) -> Tracks:
    """Return for each player with a round: after how many rounds the curve begins, and the totals from there on."""
    found: dict[str, tuple[int, list[int]]] = {}
    for index, round_ in enumerate(view.counting):
        for name, total in round_.totals.items():
            if name not in found:
                found[name] = (index, [total - round_.scores.get(name, 0)])
            found[name][1].append(total)
    return {name: found[name] for name in view.totals if name in found}


def _target(view: GameView, tracks: Tracks) -> int | None:
    """Return the target if there is one that fits into the picture."""
    ending, values = view.variant.ending, [total for _start, totals in tracks.values() for total in totals]
    if ending.target is None or ending.rounds is not None:
        return None
    return ending.target if ending.target <= _FAR * max(max(0, *values) - min(0, *values), 1) else None
