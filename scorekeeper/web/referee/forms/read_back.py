"""Word a stored situation: each field of the question with its cards or its answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from ....rules.cards import JOKER, Card, parse_cards
from ....rules.model.variant import Variant
from ...text import _, _c, bdi, names, points, signed
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
        return Markup(_("yes")) if _agrees(asked.adds, situation) else None
    if asked.kind is FieldKind.PICK:
        chosen = (choice for choice in asked.choices if choice.adds and _agrees(choice.adds, situation))
        return next((Markup(bdi(_(choice.label))) for choice in chosen), None)
    value = _value(asked.name, situation)
    if value is None:
        return None
    named = situation.get(asked.joker_key) if asked.stands else None
    return _WITH_CARDS[asked.kind](value, situation, named) if asked.holds_cards else _VALUES[asked.kind](value)


def _agrees(added: Mapping[str, object], situation: SituationJson) -> bool:
    return all(situation.get(key) == value for key, value in added.items())


def _value(name: str, situation: SituationJson) -> object:
    key, _dot, inner = name.partition(".")
    value = situation.get(key)
    return value.get(inner) if inner and isinstance(value, Mapping) else value


def _cards(value: Sequence[str], _situation: SituationJson, named: object = None) -> Markup:
    """Return cards as HTML, each joker with the card that it was named; `named`: one card, or a list by jokers."""
    cards = parse_cards(value)
    if not cards:
        return Markup(_c("cards or melds", "none"))
    names = [named] if isinstance(named, str) else list(named) if isinstance(named, list) else []
    jokers = [at for at, card in enumerate(cards) if card == JOKER]
    # more names than jokers include those of wild ranks, which this function cannot assign
    roles = dict(zip(jokers, names, strict=False)) if len(names) <= len(jokers) else {}
    return Markup(" ").join(_named_face(card, roles.get(at)) for at, card in enumerate(cards))


def _named_face(card: Card, role: str | None) -> Markup:
    return faces([card]) + (Markup(" = ") + faces(parse_cards([role])) if role else Markup())


def _melds(value: Sequence[Sequence[str]], situation: SituationJson, named: object = None) -> Markup:
    by_meld = named if isinstance(named, Mapping) else {}
    rows = [_cards(meld, situation, by_meld.get(str(index))) for index, meld in enumerate(value)]
    return Markup("<br>").join(rows) or Markup(_c("cards or melds", "none"))


def _table(value: Sequence[Sequence[str]], situation: SituationJson, named: object = None) -> Markup:
    by_meld, rows = named if isinstance(named, Mapping) else {}, []
    for index, meld in enumerate(value):
        laid = [off for off in cast("PlayJson", situation).get("laid_off", ()) if off["to"] == index]
        added = Markup(" ").join(_named_face(parse_cards([off["card"]])[0], off.get("as")) for off in laid)
        rows.append(_cards(meld, situation, by_meld.get(str(index))) + (Markup(" + ") + added if laid else Markup()))
    return Markup("<br>").join(rows) or Markup(_c("cards or melds", "none"))


_WITH_CARDS: Mapping[FieldKind, Callable[[Any, SituationJson, object], Markup]] = {  # the value is of its kind's type
    FieldKind.CARDS: _cards,
    FieldKind.CARD: lambda value, situation, _named: _cards([value] if isinstance(value, str) else value, situation),
    FieldKind.MELDS: _melds,
    FieldKind.TABLE: _table,
}
_VALUES: Mapping[FieldKind, Callable[[Any], Markup]] = {
    FieldKind.NAME: lambda value: names(value if isinstance(value, list) else [value]),
    FieldKind.NUMBER: lambda value: Markup(points(value)),
    FieldKind.PLACE: lambda value: Markup(points(value + 1)),
    FieldKind.PLACES: lambda value: Markup(", ").join(points(place + 1) for place in value),
    FieldKind.HANDS: lambda value: Markup("<br>").join(
        bdi(name) + ": " + _cards(each["hand"], {}) for name, each in value.items()
    ),
    FieldKind.POINTS: lambda value: Markup(", ").join(
        bdi(name) + " " + signed(number) for name, number in value.items()
    ),
}
