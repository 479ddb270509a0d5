"""What a round was entered as, on its row of the scoreboard, so that a phone without network can correct it.

Most rounds need nothing: the points of the row, and who went out, are all that was entered.
"""

from urllib.parse import urlencode

from ...rules.model.terms import How
from ...services.views.game_view import GameView
from ...services.views.round_views import RoundView
from ..rounds.round_values import stored_values

_LATEST = 20  # rounds whose cards and sums a page carries


def typed_of(round_: RoundView, view: GameView, shown: GameView) -> str | None:
    """Return the fields of the round form that has the values of a round of `view`, URL-encoded.

    `shown` is the game as the board shows it. None if the row itself has them. Empty if the form of the next round
    cannot correct it: other players or rules, a chosen lowest rack, or too long ago.
    """
    if round_.players != view.players or round_.rejoined or round_.variant.house_rules != view.variant.house_rules:
        return ""
    if _in_row(round_, shown):
        return None
    values = stored_values(round_)
    if round_.number <= len(view.rounds) - _LATEST or values["head"]["lowest"]:
        return ""
    head = {key: values["head"][key] for key in ("who", "way", "upcard") if values["head"][key]}
    fields = {
        f"p{index}-{key}": text
        for index, name in enumerate(round_.seats)
        for key, text in values["entries"].get(name, {}).items()
    }
    return urlencode({**head, **fields})


def _in_row(round_: RoundView, shown: GameView) -> bool:
    """Return whether somebody went out, and every entry is the points, or what is left in hand, that the row shows."""
    if round_.round.how is not How.OUT or round_.round.way is not None:
        return False
    closer, scores = round_.round.closer, round_.scores
    if round_.variant.enters_points and round_.variant.ending.partner_rule:
        return round_.round.all_points and 2 * len(shown.sides) == len(round_.players)  # else no row of the form is it
    if round_.variant.enters_points:
        return all(round_.entries.get(name) == {"points": points} for name, points in scores.items())
    return closer not in round_.entries and all(
        round_.entries.get(name) == {"minus": abs(points)} for name, points in scores.items() if name != closer
    )
