"""A stored situation read back for people: each field of the question with its cards or its answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from ....rules.cards import parse_cards
from ....rules.model.variant import Variant
from ...text import _, bdi, names, points, signed
from ..notation import faces
from ..page import QuestionPage
from ..questions.parts_of_play import PlayJson
from .fields import FieldKind, QuestionField, SituationJson

LabelledValue = tuple[str, Markup]


def situation_lines(page: QuestionPage, variant: Variant, situation: SituationJson) -> Iterator[LabelledValue]:
    """Yield (label, value) for every field of the page that a stored situation sets."""
    for asked in page.shown(variant):
        shown = _shown(asked, situation)
        if shown is not None:
            label = asked.tiles if asked.tiles and variant.deck.tiles else asked.label
            yield _(label), shown


def _shown(asked: QuestionField, situation: SituationJson) -> Markup | None:
    if asked.kind is FieldKind.TICK:
        said = all(situation.get(key) == value for key, value in asked.says.items())
        return Markup(_("yes")) if said else None
    if asked.kind is FieldKind.PICK:
        told = (choice for choice in asked.choices if choice.says and _agrees(choice.says, situation))
        return next((Markup(bdi(_(choice.label))) for choice in told), None)
    value = _value(asked.name, situation)
    return None if value is None else _VALUES[asked.kind](value, situation)


def _agrees(says: Mapping[str, object], situation: SituationJson) -> bool:
    return all(situation.get(key) == value for key, value in says.items())


def _value(name: str, situation: SituationJson) -> object:
    key, _dot, inner = name.partition(".")
    value = situation.get(key)
    return value.get(inner) if inner and isinstance(value, Mapping) else value


def _cards(value: Sequence[str], _situation: SituationJson) -> Markup:
    return faces(parse_cards(value)) if value else Markup(_("none"))


def _table(value: Sequence[Sequence[str]], situation: SituationJson) -> Markup:
    rows = []
    for index, meld in enumerate(value):
        laid = [off["card"] for off in cast("PlayJson", situation).get("laid_off", ()) if off["to"] == index]
        rows.append(_cards(meld, situation) + (Markup(" + ") + faces(parse_cards(laid)) if laid else Markup()))
    return Markup("<br>").join(rows) or Markup(_("none"))


def _melds(value: Sequence[Sequence[str]], situation: SituationJson) -> Markup:
    return Markup("<br>").join(_cards(meld, situation) for meld in value) or Markup(_("none"))


_VALUES: Mapping[FieldKind, Callable[[Any, SituationJson], Markup]] = {  # the value is of the type of its kind
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
