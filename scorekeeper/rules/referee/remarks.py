"""Remarks: reasons about when a penalty is taken off, where a card lies or who is first.

They change no verdict, no fact and no penalty, so that a doubt about them leaves a ruling settled. A table can settle
it all the same.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from ..errors import N_
from ..model.topics import Topic
from ..model.variant import Variant
from ..reasons import Reason
from .ruling import Wordings, reason
from .turns.stock import WITHOUT_POOL


class About(StrEnum):
    """What a remark is about, beside the penalties."""

    LAST_CARD = "last_card"
    SEVERAL_CLAIM = "several_claim"
    NEXT_DEAL = "next_deal"
    EMPTY_POOL = "empty_pool"


_AT_ONCE = "due_at_once"
WORDINGS: Wordings = {
    **WITHOUT_POOL,
    "due_with_round": (Topic.SCORE, N_("{penalty}: noted now, subtracted at the end of the round.")),
    _AT_ONCE: (Topic.SCORE, N_("{penalty}: subtracted from the total at once. The app books it with the round.")),
    "last_card_on_pile": (Topic.CLOSING, N_("The last card lies face down on the pile.")),
    "last_card_on_stock": (Topic.CLOSING, N_("The last card goes face down onto the stock.")),
    "nearest_knocker": (
        Topic.OUT_OF_TURN,
        N_("If several knock before the next draw, the nearest in order of play wins."),
    ),
    "fastest_knocker": (Topic.OUT_OF_TURN, N_("If several knock before the next draw, the fastest wins.")),
    "deal_goes_round": (Topic.TARGET, N_("The players deal in turn, and the player on the dealer’s left begins.")),
    "closer_deals": (Topic.TARGET, N_("Whoever went out in the last round deals the next one.")),
    "winner_deals": (Topic.TARGET, N_("The winner of a round deals the next one.")),
    "loser_deals": (Topic.TARGET, N_("The loser of a round deals the next one.")),
    "most_points_deal": (Topic.TARGET, N_("Whoever scored most in the last round deals the next one.")),
}


def remark(variant: Variant, about: str, **values: object) -> Iterator[Reason]:
    """Yield the variant's remark about something (`About`, or the key of a penalty); nothing if it has none."""
    if found := variant.remarks.get(about):
        yield replace(reason(variant, WORDINGS, found.code, (), None, **values), rule=found.rule)


def due_at_once(variant: Variant, rule: str) -> bool:
    """Return whether the table takes the penalty behind `rule` off the total at once, not with the round."""
    keys = [penalty.key for penalty in variant.scoring.penalties if penalty.rule == rule]
    return any(key in variant.remarks and variant.remarks[key].code == _AT_ONCE for key in keys)
