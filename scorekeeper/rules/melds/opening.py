"""What melds count toward the opening minimum, and whether they open."""

from collections.abc import Sequence
from dataclasses import replace

from ..cards import Card, Cards
from ..model.scoring import CardValues
from ..model.terms import Requirement, ValuePlace
from ..model.variant import Variant
from .judge import judge_meld, wild_cards

Laid = tuple[Cards, Cards]  # a meld: its cards, and what its jokers stand for


def counts_otherwise(variant: Variant) -> bool:
    """Return whether the opening minimum asks for something else than the points of all melds as laid."""
    if variant.turn.opening_minimum is None:
        return False
    asked = (Requirement.IN_ONE_MELD, Requirement.WITHOUT_JOKERS, Requirement.PURE_RUN)
    return _joker_to_open(variant) is not None or any(map(variant.turn.opening_asks, asked))


def may_open_with(variant: Variant, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return those of `cards` whose melds can count toward the opening minimum."""
    wild = wild_cards(variant, cards) if variant.turn.opening_asks(Requirement.WITHOUT_JOKERS) else ()
    return tuple(card for card in cards if card not in wild)


def valued_to_open(variant: Variant) -> Variant:
    """Return `variant` with each joker laid at what it counts toward the opening minimum (NO-A5)."""
    joker, values = _joker_to_open(variant), variant.values
    if joker is None:
        return variant
    places = {place: values.places.get(place) for place in (ValuePlace.ACE_LOW, ValuePlace.ACE_HIGH)}
    return replace(variant, values=CardValues(values.ranks, joker, places=places, wild_as_joker=values.wild_as_joker))


def _joker_to_open(variant: Variant) -> int | None:
    return variant.values.places.get(ValuePlace.OPENING_JOKER)


def points_to_open(variant: Variant, melds: Sequence[Laid]) -> int:
    """Return what `melds` count toward the minimum: together, or the best of them where one meld must reach it.

    Where melds with a joker do not count, only the others do.
    """
    counted = valued_to_open(variant)
    clean = [meld for meld in melds if len(may_open_with(variant, meld[0])) == len(meld[0])]
    points = [judge_meld(counted, cards, joker_as).points for cards, joker_as in clean]
    return max(points, default=0) if variant.turn.opening_asks(Requirement.IN_ONE_MELD) else sum(points)


def has_pure_run(variant: Variant, melds: Sequence[Laid]) -> bool:
    """Return whether one of `melds` is a run without a joker."""
    return any(judge_meld(variant, cards, joker_as).is_pure_run for cards, joker_as in melds)


def opens(variant: Variant, melds: Sequence[Laid]) -> bool:
    """Return whether `melds` reach the minimum and have the pure run that the game may ask for."""
    if points_to_open(variant, melds) < (variant.turn.opening_minimum or 0):
        return False
    return not variant.turn.opening_asks(Requirement.PURE_RUN) or has_pure_run(variant, melds)
