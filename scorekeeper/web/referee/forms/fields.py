"""The fields of a question's form as data; `field_reading` reads what is typed into them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ....rules.cards import code_of
from ....rules.model.paths import read_field
from ....rules.model.variant import Variant
from ....services.referee.ask import counts_players

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
