"""A stored situation read back for people: each field of the question with its cards or its answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ....rules.cards import parse_cards
from ....rules.model.variant import Variant
from ...text import _, bdi, names, points, signed
from ..notation import faces
from ..page import QuestionPage
from .fields import FieldKind, QuestionField

LabelledValue = tuple[str, Markup]


def situation_lines(page: QuestionPage, variant: Variant, situation: Mapping[str, Any]) -> Iterator[LabelledValue]:
    """Yield (label, value) for every field of the page that a stored situation sets."""
    for asked in page.shown(variant):
        shown = _shown(asked, situation)
        if shown is not None:
            label = asked.tiles if asked.tiles and variant.deck.tiles else asked.label
            yield _(label), shown


def _shown(asked: QuestionField, situation: Mapping[str, Any]) -> Markup | None:
    if asked.kind is FieldKind.TICK:
        said = all(situation.get(key) == value for key, value in asked.says.items())
        return Markup(_("yes")) if said else None
    if asked.kind is FieldKind.PICK:
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


_VALUES: Mapping[FieldKind, Callable[[Any, Mapping[str, Any]], Markup]] = {
    FieldKind.CARDS: _cards,
    FieldKind.CARD: lambda value, situation: _cards([value], situation),
    FieldKind.MELDS: _melds,
    FieldKind.TABLE: _table,
    FieldKind.NAME: lambda value, _situation: names(value if isinstance(value, list) else [value]),
    FieldKind.NUMBER: lambda value, _situation: Markup(points(value)),
    FieldKind.PLACE: lambda value, _situation: Markup(points(value + 1)),
    FieldKind.POINTS: lambda value, _situation: Markup(", ").join(
        bdi(name) + " " + signed(number) for name, number in value.items()
    ),
}
