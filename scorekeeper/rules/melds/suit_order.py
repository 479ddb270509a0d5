"""A joker in a set whose suit nobody named may go by an order of suits: then it is the first one missing (SC-A14)."""

from collections.abc import Sequence

from ..cards import Card
from ..model.parts import JokerRules
from ..model.paths import with_fields
from ..model.variant import Variant
from .wild import MeldKind, MeldReading


def first_by_suit(
    rules: JokerRules, wild: Sequence[Card], names: Sequence[Card | None], readings: Sequence[MeldReading]
) -> list[MeldReading]:
    """Return `readings` with only one of those as a set: its jokers without a name are the first suits by the order.

    All of them where the game has no such order.
    """
    sets = [reading for reading in readings if reading.kind is MeldKind.SET]
    if len(sets) < 2 or not rules.suit_order:
        return list(readings)

    def places(reading: MeldReading) -> tuple[int, list[int]]:
        roles = zip(wild, reading.roles, names, strict=True)
        suits = [role.suit for card, role, name in roles if name is None and role != card and role.suit]
        return reading.jokers, sorted(map(rules.suit_order.index, suits))

    first = min(sets, key=places)
    return [reading for reading in readings if reading.kind is not MeldKind.SET or reading is first]


def without_suit_order(variant: Variant) -> Variant:
    """Return the game in which a joker in a set may be any missing suit until somebody names it."""
    return with_fields(variant, {"jokers.suit_order": ()}) if variant.jokers.suit_order else variant
