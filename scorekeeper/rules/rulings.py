"""What the referee's answers are made of."""

from dataclasses import dataclass, field

from .cards import Card


@dataclass(frozen=True)
class Reason:
    """One reason of a ruling: a fault, or a rule that makes a thing legal.

    `message` is a marked template in the manner of `str.format`, `values` its named
    parts; `cards` are the ones it is about; `rule` is the id of the rule behind it,
    None where the variant names none.
    """

    code: str
    message: str
    cards: tuple[Card, ...] = ()
    rule: str | None = None
    values: dict[str, object] = field(default_factory=dict, hash=False)
