"""In what the points of a game are counted: only those in one unit can be added up over several games."""

from collections.abc import Mapping
from enum import StrEnum

from ...rules.errors import N_
from ...rules.model.ending import StayBelow
from ...rules.model.terms import LimitEnds
from ..views.game_view import GameView


class Unit(StrEnum):
    """What the points of a game are; those of `WHY_APART` are never added up. The values are stored."""

    MOST = "most"  # points of which the most win
    FEWEST = "fewest"
    CHIPS = "chips"
    HIDDEN = "hidden"  # until the end
    APART = "apart"  # points that don’t decide who wins
    LIMIT = "limit"  # points that whoever is out gets no more


WHY_APART: Mapping[Unit, str] = {
    Unit.HIDDEN: N_("A game hides its totals until the end, so points aren’t added up yet."),
    Unit.APART: N_("Points don’t decide who wins this game, so they aren’t added up."),
    Unit.LIMIT: N_("Whoever is out gets no more points, so the totals can’t be added up."),
}
SEVERAL_UNITS = N_("The games counted points in different ways, so they can’t be added up.")


def unit_of(game: GameView) -> Unit:
    """Return in what the points of a game are counted."""
    ending = game.variant.ending
    if game.totals_hidden:
        return Unit.HIDDEN
    if ending.ranks_apart:
        return Unit.APART
    if isinstance(ending.goal, StayBelow) and ending.goal.ends is LimitEnds.LAST_IN:
        return Unit.LIMIT
    if game.variant.scoring.chips:
        return Unit.CHIPS
    return Unit.FEWEST if ending.hand_sign > 0 else Unit.MOST
