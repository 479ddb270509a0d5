"""Where a rule comes from: `Source`, `Rule`, and `Ambiguity` for what a source leaves open; `Remark` cites one."""

from dataclasses import dataclass

from .options import Choice


@dataclass(frozen=True)
class Source:
    """The text that a variant follows; `ours`: there is none, the rules are our own."""

    title: str
    publisher: str
    language: str
    address: str = ""
    ours: bool = False


@dataclass(frozen=True)
class Rule:
    """One rule in our own words. `section` is the heading in the source."""

    key: str
    text: str
    section: str = ""


@dataclass(frozen=True)
class Remark:
    """A sentence beside a ruling, which it does not change: its code, and the rule behind it."""

    code: str
    rule: str


@dataclass(frozen=True)
class Reading:
    """Another defensible reading, and the choice of the option by which a table selects it.

    `condition` is the reading as the first half of a sentence, with the table's target filled in: "If more than
    {target} is needed". With `where_laid` the reading is open only where cards lie together that are a meld
    by it alone: elsewhere the source contradicts it.
    """

    text: str
    option: str
    choice: Choice
    condition: str = ""
    where_laid: bool = False


@dataclass(frozen=True)
class Ambiguity(Rule):
    """What the source does not settle: `text` is what is open, `default` what we do."""

    default: str = ""
    readings: tuple[Reading, ...] = ()
