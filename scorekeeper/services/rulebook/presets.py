"""Word the presets of a game: sets of house rules that have a name of their own."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.model.presets import preset_in_force
from ...rules.model.variant import Variant
from .agreed import agreed_text


@dataclass(frozen=True)
class PresetText:
    """A preset: its key, its name and the language of that, its house rules as sentences, its publisher.

    `chosen`: the table has it.
    """

    key: str
    name: str
    language: str
    choices: tuple[str, ...]
    source: str
    chosen: bool


def preset_texts(variant: Variant) -> Iterator[PresetText]:
    """Yield every preset of the game in words."""
    in_force = preset_in_force(variant.presets, variant.choices)
    for preset in variant.presets:
        choices = (agreed_text(variant.option(key), choice) for key, choice in preset.house_rules.items())
        source = preset.source
        yield PresetText(preset.key, preset.name, source.language, tuple(choices), source.publisher, preset is in_force)
