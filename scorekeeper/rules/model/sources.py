"""Where a rule comes from: `Source`, `Rule`, and `Ambiguity` for what a source leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .options import Choice


@dataclass(frozen=True)
class Source:
    """The text that a variant follows."""

    title: str
    publisher: str
    language: str
    address: str = ""


@dataclass(frozen=True)
class Rule:
    """One rule in our own words. `section` is the heading in the source."""

    key: str
    text: str
    section: str = ""


@dataclass(frozen=True)
class Reading:
    """Another defensible reading, and the option that selects it, if one does.

    A reading without an option may name the fields (dotted paths) of the variant that it `changes`,
    so that the referee can try whether its ruling would differ.
    """

    text: str
    option: str | None = None
    choice: Choice = None
    changes: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Ambiguity(Rule):
    """What the source does not settle: `text` is what is open, `default` what we do."""

    default: str = ""
    readings: tuple[Reading, ...] = ()
