"""Sides: two players who sit across from each other, and share their points where a table plays so."""

from collections.abc import Collection, Iterable, Sequence

from ..model.ending import Ending
from .rounds import Player

Side = tuple[Player, ...]


def sides_of(ending: Ending, seats: Sequence[Player]) -> tuple[Side, ...]:
    """Return the sides of those at the table, who are given by seat: everybody alone where nobody has a partner.

    Whole sides may be missing: the others still sit across from their partners. Source: PT-16.
    """
    half, odd = divmod(len(seats), 2)
    if not ending.partner_rule or odd:
        return tuple((player,) for player in seats)
    return tuple(zip(seats[:half], seats[half:], strict=True))


def side_name(side: Side) -> str:
    """Return what a side is called: its players' names."""
    return " & ".join(side)


def sides_among(ending: Ending, seats: Iterable[Player], players: Collection[Player]) -> list[Side]:
    """Return the sides that have one of `players`, in the order of their seats."""
    return [side for side in sides_of(ending, list(seats)) if any(player in players for player in side)]


def with_partners(ending: Ending, seats: Iterable[Player], players: Collection[Player]) -> tuple[Player, ...]:
    """Return `players`, and behind them their partners."""
    found = [player for side in sides_among(ending, seats, players) for player in side]
    return (*players, *(player for player in found if player not in players))
