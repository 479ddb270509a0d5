"""What was told to the referee, read back: each field of the question with its cards or its answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ....rules.cards import parse_cards
from ....rules.model.variant import Variant
from ...text import _, bdi, names, points, signed
from ..notation import faces
from ..page import Page
from .fields import Field, Kind

Line = tuple[str, Markup]


def told_lines(page: Page, variant: Variant, situation: Mapping[str, Any]) -> Iterator[Line]:
    """Yield (what was asked, the answer) for everything that a stored situation tells."""
    for asked in page.shown(variant):
        shown = _shown(asked, situation)
        if shown is not None:
            label = asked.tiles if asked.tiles and variant.deck.tiles else asked.label
            yield _(label), shown


def _shown(asked: Field, situation: Mapping[str, Any]) -> Markup | None:
    if asked.kind is Kind.TICK:
        said = all(situation.get(key) == value for key, value in asked.says.items())
        return Markup(_("yes")) if said else None
    if asked.kind is Kind.PICK:
        told = (choice for choice in asked.choices if choice.says and _agrees(choice.says, situation))
        return next((Markup(bdi(_(choice.label))) for choice in told), None)
    value = _value(asked.name, situation)
    return None if value is None else _VALUES[asked.kind](value, situation)


def _agrees(says: Mapping[str, object], situation: Mapping[str, Any]) -> bool:
    return all(situation.get(key) == value for key, value in says.items())


def _value(name: str, situation: Mapping[str, Any]) -> Any:
    key, _dot, inner = name.partition(".")
    value = situation.get(key)
    return value.get(inner) if inner and isinstance(value, Mapping) else value


def _cards(value: Sequence[str], _situation: Mapping[str, Any]) -> Markup:
    return faces(parse_cards(value)) if value else Markup(_("none"))


def _table(value: Sequence[Sequence[str]], situation: Mapping[str, Any]) -> Markup:
    rows = []
    for index, meld in enumerate(value):
        laid = [off["card"] for off in situation.get("laid_off", ()) if off["to"] == index]
        rows.append(_cards(meld, situation) + (Markup(" + ") + faces(parse_cards(laid)) if laid else Markup()))
    return Markup("<br>").join(rows) or Markup(_("none"))


def _melds(value: Sequence[Sequence[str]], situation: Mapping[str, Any]) -> Markup:
    return Markup("<br>").join(_cards(meld, situation) for meld in value) or Markup(_("none"))


_VALUES: Mapping[Kind, Callable[[Any, Mapping[str, Any]], Markup]] = {
    Kind.CARDS: _cards,
    Kind.CARD: lambda value, situation: _cards([value], situation),
    Kind.MELDS: _melds,
    Kind.TABLE: _table,
    Kind.NAME: lambda value, _situation: names(value if isinstance(value, list) else [value]),
    Kind.NUMBER: lambda value, _situation: Markup(points(value)),
    Kind.PLACE: lambda value, _situation: Markup(points(value + 1)),
    Kind.POINTS: lambda value, _situation: Markup(", ").join(
        bdi(name) + " " + signed(number) for name, number in value.items()
    ),
}
