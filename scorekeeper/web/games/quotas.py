"""Hourly quotas of one device, and of its network address."""

from collections.abc import Callable
from typing import Any, TypeVar

from ...http import quotas
from ...http.quotas import MIB
from ..device import secret

View = TypeVar("View", bound=Callable[..., Any])

NEW_GAMES, NEW_GAMES_OF_ALL = 60, 600
NEW_CIRCLES, NEW_CIRCLES_OF_ALL = 20, 200
GAMES_IN, GAMES_IN_OF_ALL = 1_000, 3_000  # imported games: a device may know 500
BYTES_IN, BYTES_IN_OF_ALL = 64 * MIB, 256 * MIB


def makes_games(view: View) -> View:
    """Limit the games that a page creates in an hour."""
    view = quotas.new_games(NEW_GAMES, "device", secret)(view)
    return quotas.new_games(NEW_GAMES_OF_ALL, "address")(view)


def makes_circles(view: View) -> View:
    """Limit the circles that a page creates in an hour."""
    view = quotas.new_circles(NEW_CIRCLES, "device", secret)(view)
    return quotas.new_circles(NEW_CIRCLES_OF_ALL, "address")(view)


def takes_games_in(view: View) -> View:
    """Limit the games and bytes that a page imports in an hour; it reports its games by `quotas.count_games`."""
    view = quotas.new_games(GAMES_IN, "device, from files", secret)(view)
    view = quotas.new_games(GAMES_IN_OF_ALL, "address, from files")(view)
    view = quotas.bytes_in(BYTES_IN, "device", secret)(view)
    return quotas.bytes_in(BYTES_IN_OF_ALL, "address")(view)
