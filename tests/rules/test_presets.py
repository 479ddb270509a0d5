"""Presets: named sets of house rules."""

import pytest

from scorekeeper.rules.model.options import house_rules, number, switch
from scorekeeper.rules.model.presets import Preset, choices_by, preset, preset_in_force, presets
from scorekeeper.rules.model.sources import Source
from scorekeeper.rules.variants import VARIANTS

PRESETS = [(variant.key, each) for variant in VARIANTS.values() for each in variant.presets]
SOURCE = Source("A club", "Its members", "en")
OPTIONS = house_rules(
    target=number("XX-O1", "The total that ends the game.", 100, (1, 999), sets="ending.target"),
    aces_low=switch("XX-O2", "The ace is low.", {"melds.ace": "low"}),
    kings=switch("XX-O3", "Kings are wild.", {"jokers.kings": True}),
)
LONG, LOW = KNOWN = presets(
    long=preset("Long", {"target": 300}, SOURCE), low=preset("Low", {"target": 300, "aces_low": True}, SOURCE)
)
USUAL = {"target": 100, "aces_low": False, "kings": False}


@pytest.mark.parametrize(("key", "each"), PRESETS, ids=lambda value: getattr(value, "key", value))
def test_a_preset_of_a_game_can_be_chosen_and_changes_the_game(key: str, each: Preset) -> None:
    """None of its choices is the default; it has a name and a source of its own."""
    usual = VARIANTS[key]
    variant = usual.with_house_rules(each.house_rules)
    assert preset_in_force(variant.presets, variant.choices) is each
    assert preset_in_force(usual.presets, usual.choices) is None
    assert len(each.house_rules) > 1
    assert [k for k, choice in each.house_rules.items() if choice == usual.choices[k]] == []
    assert each.name
    assert each.source.publisher
    assert each.source.address.startswith("http")


def test_the_sets_of_the_sources_are_there() -> None:
    assert {(key, each.key) for key, each in PRESETS} == {
        ("rummikub", "mso_2019"),
        ("en-gin", "oklahoma_gin"),
        ("en-kalooki", "kalooki_51"),
    }


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, None),
        ({"target": 300}, LONG),
        ({"target": 300, "kings": True}, LONG),
        ({"target": 300, "aces_low": True}, LOW),
        ({"target": 200, "aces_low": True}, None),
        ({"target": 300, "aces_low": 1}, LONG),
    ],
)
def test_the_preset_in_force_is_the_largest_that_holds(changed: dict[str, int], found: Preset | None) -> None:
    assert preset_in_force(KNOWN, {**USUAL, **changed}) is found


def test_a_preset_decides_what_any_preset_of_the_game_sets() -> None:
    """So one takes back the other, and what none of them sets is left alone."""
    assert choices_by(LOW, KNOWN, OPTIONS) == {"target": 300, "aces_low": True}
    assert choices_by(LONG, KNOWN, OPTIONS) == {"target": 300, "aces_low": False}
    assert choices_by(None, KNOWN, OPTIONS) == {"target": 100, "aces_low": False}
