"""What a player pays who has not opened when a round ends, in games in which that has a price (RK-O11)."""

from typing import Protocol

from ..arranging import Aim, Arrangement, arrange
from ..cards import Cards
from ..model.variant import Variant


class OpeningEntry(Protocol):
    """What an entry says of the opening: whether there was one, and whether the cards could have; None: not said."""

    @property
    def opened(self) -> bool: ...
    @property
    def could_open(self) -> bool | None: ...


def unopened_points(variant: Variant, entry: OpeningEntry | None) -> int:
    """Return what a player pays for not having opened, ≥ 0; 0 for one who has, and where that costs nothing.

    A player of whom it is not said could not have opened.
    """
    costs = variant.scoring.unopened
    if costs is None or entry is None or entry.opened:
        return 0
    return costs[bool(entry.could_open)]


def best_opening(variant: Variant, entry: OpeningEntry, hand: Cards) -> Arrangement | None:
    """Return the best opening with the cards left in hand; None if it does not matter, or is said (RK-A11)."""
    asked = not entry.opened and entry.could_open is None and variant.scoring.unopened is not None
    return arrange(variant, hand, Aim.OPENING) if asked else None
