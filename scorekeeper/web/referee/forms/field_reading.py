"""What is typed into the fields of a question, as JSON of the situation."""

from collections.abc import Callable, Iterable, Mapping

from ....rules.errors import N_, Problem
from ....rules.model.variant import Variant
from ....services.errors import Invalid
from ...forms import check_length, number_or_problem
from ..notation import Typed, typed_cards, typed_melds, typed_table
from .fields import FieldKind, GameContext, JokerNaming, QuestionField, SituationJson

_ONE_CARD = N_("Only one card here.")
_NO_PLACE = N_("The first meld is number 1.")


def read_typed(asked: QuestionField, text: str, game: GameContext) -> SituationJson:
    """Return the JSON that `text`, typed into a field, adds to the situation; an empty object for an empty field.

    Raises:
        Invalid: it cannot be read.
    """
    text = text.strip()
    if not text:
        return _nothing(asked, game)
    check_length(text, asked.name)
    return _READERS[asked.kind](asked, text, game)


def _nothing(asked: QuestionField, game: GameContext) -> SituationJson:
    if asked.must:
        raise Invalid(Problem(missing_words(asked, game.variant), (asked.name,)))
    return {asked.name: []} if asked.empty_counts else {}


def missing_words(asked: QuestionField, variant: Variant) -> str:
    """Return the sentence, to be translated, about an empty field that must be filled in."""
    message = _MISSING.get(asked.kind, asked.label)
    return _IN_TILES.get(message, message) if variant.deck.tiles else message


def _cards(asked: QuestionField, text: str, game: GameContext) -> SituationJson:
    typed = typed_cards(text)
    return {asked.name: [each.card for each in typed], **_joker_as(asked, [typed], game)}


def _card(asked: QuestionField, text: str, game: GameContext) -> SituationJson:
    first, *others = typed_cards(text) or [Typed("")]
    if others and asked.several(game.variant):
        return {asked.name: [each.card for each in (first, *others)]}
    if others:
        raise Invalid(Problem(_IN_TILES[_ONE_CARD] if game.variant.deck.tiles else _ONE_CARD, (asked.name,)))
    return {asked.name: first.card}


def _melds(asked: QuestionField, text: str, game: GameContext) -> SituationJson:
    melds = typed_melds(text)
    return {asked.name: _codes(melds), **_joker_as(asked, melds, game)}


def _table(asked: QuestionField, text: str, game: GameContext) -> SituationJson:
    melds, laid_off = typed_table(text)
    laid = [
        {"card": typed.card, "to": index, **({"as": typed.stands_for} if typed.stands_for else {})}
        for typed, index in laid_off
    ]
    return {asked.name: _codes(melds), **_joker_as(asked, melds, game), **({"laid_off": laid} if laid else {})}


def _tick(asked: QuestionField, _text: str, _game: GameContext) -> SituationJson:
    return dict(asked.adds)


def _pick(asked: QuestionField, text: str, _game: GameContext) -> SituationJson:
    return next((dict(choice.adds) for choice in asked.choices if choice.value == text), {})


def _name(asked: QuestionField, text: str, game: GameContext) -> SituationJson:
    name = next((name for index, name in enumerate(game.players) if text == f"p{index}"), None)
    if name is None:
        return _nothing(asked, game)
    return {asked.name: [name] if asked.listed else name}


def _number(asked: QuestionField, text: str, _game: GameContext) -> SituationJson:
    return {asked.name: _whole_number(asked, text)}


def _place(asked: QuestionField, text: str, _game: GameContext) -> SituationJson:
    number = _whole_number(asked, text)
    if number is None or number < 1:
        raise Invalid(Problem(_NO_PLACE, (asked.name,)))
    return {asked.name: number - 1}


def _places(asked: QuestionField, text: str, _game: GameContext) -> SituationJson:
    places = [_place(asked, number, _game)[asked.name] for number in text.replace(",", " ").split()]
    return {asked.name: places}


def _whole_number(asked: QuestionField, text: str) -> int | None:
    number, problem = number_or_problem(text, asked.name)
    if problem:
        raise Invalid(problem)
    return number


def _codes(melds: Iterable[Iterable[Typed]]) -> list[list[str]]:
    return [[typed.card for typed in meld] for meld in melds]


def _joker_as(asked: QuestionField, melds: list[list[Typed]], game: GameContext) -> SituationJson:
    """Return the names of the jokers in `melds` as JSON of the type that the question takes."""
    declared = {index: named for index, meld in enumerate(melds) if (named := _named(meld, game))}
    if not declared or asked.stands is None:
        return {}
    if asked.stands is JokerNaming.BY_MELD:
        return {
            asked.joker_key: {str(index): named if len(named) > 1 else named[0] for index, named in declared.items()}
        }
    named = declared[min(declared)]
    return {asked.joker_key: named if asked.stands is JokerNaming.LIST else named[0]}


def _named(meld: Iterable[Typed], game: GameContext) -> list[str | None]:
    """Return the cards that a meld's jokers stand for, in their order; empty if none was named."""
    named = [each.stands_for or None for each in meld if each.stands_for is not None or game.is_wild(each.card)]
    return named if any(named) else []


_READERS: Mapping[FieldKind, Callable[[QuestionField, str, GameContext], SituationJson]] = {
    FieldKind.CARDS: _cards,
    FieldKind.CARD: _card,
    FieldKind.MELDS: _melds,
    FieldKind.TABLE: _table,
    FieldKind.TICK: _tick,
    FieldKind.PICK: _pick,
    FieldKind.NAME: _name,
    FieldKind.NUMBER: _number,
    FieldKind.PLACE: _place,
    FieldKind.PLACES: _places,
}
_MISSING: Mapping[FieldKind, str] = {
    FieldKind.CARDS: N_("Which cards?"),
    FieldKind.CARD: N_("Which card?"),
    FieldKind.MELDS: N_("Which melds?"),
    FieldKind.TABLE: N_("Which melds?"),
    FieldKind.PICK: N_("Choose one of these."),
    FieldKind.NUMBER: N_("How many?"),
    FieldKind.PLACE: N_("Which meld?"),
}
_IN_TILES: Mapping[str, str] = {
    N_("Which cards?"): N_("Which tiles?"),
    N_("Which card?"): N_("Which tile?"),
    _ONE_CARD: N_("Only one tile here."),
}
"""The sentences of a tile game, by those about cards."""
