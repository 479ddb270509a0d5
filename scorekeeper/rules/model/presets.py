"""House rules that a table chooses as one: a `Preset` is a way to play a game that has a name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .options import Choice, Option
from .sources import Source


@dataclass(frozen=True)
class Preset:
    """A named set of house rules (option key -> choice), and where they come from. Its name is no message."""

    key: str
    name: str
    house_rules: Mapping[str, Choice]
    source: Source

    def holds(self, choices: Mapping[str, Choice]) -> bool:
        """Return whether `choices`, one for every option of the game, have all its house rules; True is not 1 here."""
        return all((type(choices[key]), choices[key]) == (type(c), c) for key, c in self.house_rules.items())


def preset(name: str, house_rules: Mapping[str, Choice], source: Source) -> Preset:
    """Return a preset without its key."""
    return Preset("", name, house_rules, source)


def presets(**named: Preset) -> tuple[Preset, ...]:
    """Return the presets of a game, with their keys, in the order in which they are listed."""
    return tuple(replace(each, key=key) for key, each in named.items())


def preset_in_force(known: Iterable[Preset], choices: Mapping[str, Choice]) -> Preset | None:
    """Return which of a game's presets `choices` have, of several the one with most house rules; None if none."""
    return max((p for p in known if p.holds(choices)), key=lambda p: len(p.house_rules), default=None)


def choices_by(chosen: Preset | None, known: Iterable[Preset], options: Iterable[Option]) -> dict[str, Choice]:
    """Return the choice of every house rule that some preset of the game sets: as `chosen` has it, else the default."""
    keys = {key for each in known for key in each.house_rules}
    made = chosen.house_rules if chosen else {}
    return {option.key: made.get(option.key, option.default) for option in options if option.key in keys}
