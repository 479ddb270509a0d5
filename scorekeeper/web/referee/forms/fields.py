"""The fields of a question's form as data, and the parsing of typed text into JSON of the situation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ....rules.cards import code_of
from ....rules.errors import N_, Problem
from ....rules.model.paths import read_field
from ....rules.model.variant import Variant
from ....services.errors import Invalid
from ....services.referee.ask import counts_players
from ...forms import check_length, number_or_problem
from ..notation import Typed, typed_cards, typed_melds, typed_table

Needs = Callable[[Variant], bool]
"""Whether a field, a choice or a page exists in a variant."""
SituationJson = dict[str, object]
"""A situation, or a part of one, as JSON in the form of the referee's contract."""


@dataclass(frozen=True)
class GameContext:
    """The game that a form is made for: its variant, and the players' names in the order of the seats.

    `number_in` is how many of them play the round; None: all.
    """

    variant: Variant
    players: Sequence[str]
    number_in: int | None = None

    def number_for(self, question: str) -> int:
        """Return the number of players by which a question is answered: of those in, where it counts them."""
        in_round = self.number_in if counts_players(question) else None
        return len(self.players) if in_round is None else in_round

    def is_wild(self, code: str) -> bool:
        """Return whether a typed card code is a joker, or of a wild rank."""
        return code.upper() == "JK" or code_of(code)[:-1] in {rank.letter for rank in self.variant.deck.wild_ranks}


_ONE_CARD = N_("Only one card here.")
_NO_PLACE = N_("The first meld is number 1.")


def always(_variant: Variant) -> bool:
    """Return True: the field exists in every variant."""
    return True


def never(_variant: Variant) -> bool:
    """Return False: in no variant."""
    return False


def can_be(path: str, wanted: Callable[[object], bool] = bool) -> Needs:
    """Return a test whether the variant's field at `path` (dotted) is `wanted`, as it is or by a house rule."""

    def needs(variant: Variant) -> bool:
        values = [read_field(variant, path)]
        for option in variant.options:
            changes = [option.changes_for(choice) for choice in option.choices]
            values += [change[path] for change in changes if path in change]
        return any(map(wanted, values))

    return needs


def either(*needs: Needs) -> Needs:
    """Return a test whether one of `needs` is true."""
    return lambda variant: any(needed(variant) for needed in needs)


class FieldKind(StrEnum):
    """What is typed or chosen in a field."""

    CARDS = "cards"
    CARD = "card"
    MELDS = "melds"
    TABLE = "table"  # melds, each with the cards laid off on it after a plus
    TICK = "tick"
    PICK = "pick"
    NAME = "name"
    NUMBER = "number"
    PLACE = "place"  # the number of a meld, counted from 1
    PLACES = "places"  # numbers of melds
    POINTS = "points"  # a number for each player
    HANDS = "hands"  # the cards in hand of each player


class JokerNaming(StrEnum):
    """The JSON type of the names of jokers in a situation; they are typed as `jk=9h`."""

    LIST = "list"  # a list, in the order of the jokers
    BY_MELD = "by_meld"  # an object, by the index of the meld
    ONE = "one"  # the card of the only joker


@dataclass(frozen=True)
class FieldChoice:
    """A choice of a field; `adds` is the JSON that it adds to the situation."""

    value: str
    label: str
    adds: Mapping[str, object] = field(default_factory=dict, hash=False)
    needs: Needs = always


def choice(key: str, value: str, label: str, needs: Needs = always) -> FieldChoice:
    """Return the choice that sets the situation's `key` to `value`."""
    return FieldChoice(value, label, {key: value}, needs)


@dataclass(frozen=True)
class QuestionField:
    """A field of a question's form. `name` is its key in the situation, `tiles` its label in a tile game."""

    name: str
    kind: FieldKind
    label: str
    tiles: str = ""
    hint: str = ""
    adds: Mapping[str, object] = field(default_factory=dict, hash=False)  # the JSON that a tick adds
    choices: tuple[FieldChoice, ...] = ()
    stands: JokerNaming | None = None
    joker_key: str = "joker_as"  # the key of the situation that names jokers
    needs: Needs = always
    asked_with: tuple[str, ...] = ()  # the choices of the first field that show this one; empty: all
    folded: bool = False
    must: bool = False
    empty_counts: bool = False  # an empty field means an empty list, not that the key is left out
    several: Needs = never  # where more than one card may be typed into a field for one; they are a list
    listed: bool = False  # the situation takes a list of the one name
    kept: bool = False  # starts with the melds that are stored from turn to turn
    same_step: bool = False  # a guided form shows it together with the field before it

    @property
    def holds_cards(self) -> bool:
        """Whether cards are typed into it."""
        return self.kind in (FieldKind.CARDS, FieldKind.CARD, FieldKind.MELDS, FieldKind.TABLE)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the situation that it can set."""
        added = [key for choice in self.choices for key in choice.adds]
        laid = ["laid_off"] if self.kind is FieldKind.TABLE else []
        own = [] if self.adds or self.choices else [self.name]
        return tuple(dict.fromkeys([*own, *laid, *added, *self.adds, *([self.joker_key] if self.stands else [])]))


def tick(name: str, label: str, value: bool = True, needs: Needs = always) -> QuestionField:
    """Return a folded field that sets the situation's key `name` to `value` when it is ticked."""
    return QuestionField(name, FieldKind.TICK, label, adds={name: value}, needs=needs, folded=True)


def pick(
    name: str,
    label: str,
    answers: Mapping[str, str],
    none_label: str = "",
    *,
    needs: Needs = always,
    folded: bool = False,
    must: bool = False,
) -> QuestionField:
    """Return a field that sets the situation's key `name` to the chosen one of `answers`, each with its label.

    `none_label` is the label of the choice that sets nothing; without one there is no such choice.
    """
    nothing = (FieldChoice("", none_label),) if none_label else ()
    choices = (*nothing, *(choice(name, value, text) for value, text in answers.items()))
    return QuestionField(name, FieldKind.PICK, label, choices=choices, needs=needs, folded=folded, must=must)


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
