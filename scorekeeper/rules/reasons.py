"""Reasons of rulings, which melds and the referee share."""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from .cards import Card

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True)
class Reason:
    """One reason of a ruling: a fault, a rule that makes a thing legal, or what must be known first.

    `message` is a marked template in the manner of `str.format`, `values` its named
    parts; `cards` are the ones it is about; `rule` is the id of the rule behind it,
    None where the variant names none; `missing` leads to the key of the situation that must be given.
    """

    code: str
    message: str
    cards: tuple[Card, ...] = ()
    rule: str | None = None
    values: dict[str, object] = field(default_factory=dict, hash=False)
    missing: Path | None = None


class Addend(NamedTuple):
    """A card with its points; `role` is the card that it counts as, if it is a joker that counts so."""

    card: Card
    points: int
    role: Card | None = None


@dataclass(frozen=True)
class Sum:
    """Cards with their points, as a value of a sentence: shown as a sum with its total."""

    parts: tuple[Addend, ...]


def with_cards(
    message: str, cards: tuple[Card, ...], values: dict[str, object], *, once: bool = False
) -> dict[str, object]:
    """Return the values of a reason, with its cards if its sentence names them (`{cards}`), each only `once` if so."""
    if "{cards}" not in message:
        return values
    return {"cards": tuple(dict.fromkeys(cards)) if once and len(cards) > 1 else cards, **values}
