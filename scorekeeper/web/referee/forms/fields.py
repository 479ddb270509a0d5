"""What a question asks for, field by field, and how what is typed there becomes a part of the situation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ....rules.errors import N_, Problem
from ....rules.model.variant import Variant, read_field
from ....services.errors import Invalid
from ...forms import check_length, number_or_problem
from ..notation import Typed, typed_cards, typed_melds, typed_table

Needs = Callable[[Variant], bool]
Part = dict[str, Any]


@dataclass(frozen=True)
class Seated:
    """Who plays what: the names in the order of the seats."""

    variant: Variant
    players: Sequence[str]

    def is_wild(self, code: str) -> bool:
        """Return whether a typed card is a joker, or of a rank that plays as one."""
        return code.upper() == "JK" or code.upper()[:-1] in {rank.letter for rank in self.variant.deck.wild_ranks}


_ONE_CARD = N_("One card only here, please.")
_NO_PLACE = N_("Melds are counted from 1.")


def always(_variant: Variant) -> bool:
    """Return that it is there in every game."""
    return True


def can_be(path: str, wanted: Callable[[Any], bool] = bool) -> Needs:
    """Return whether a field of a variant is as `wanted`, or could be by one of its house rules."""

    def needs(variant: Variant) -> bool:
        values = [read_field(variant, path)]
        for option in variant.options:
            changes = [option.changes_for(choice) for choice in option.choices]
            values += [change[path] for change in changes if path in change]
        return any(map(wanted, values))

    return needs


class Kind(StrEnum):
    """What a field takes."""

    CARDS = "cards"
    CARD = "card"
    MELDS = "melds"
    TABLE = "table"  # melds, with what was laid on them after a plus
    TICK = "tick"
    PICK = "pick"
    NAME = "name"
    NUMBER = "number"
    PLACE = "place"  # which meld, counted from 1
    POINTS = "points"  # a number for everybody


class Stands(StrEnum):
    """How the situation tells what jokers stand for, which is typed as `jk=9h`."""

    LIST = "list"  # in the order of the jokers
    BY_MELD = "by_meld"  # by the index of the meld
    ONE = "one"  # of the one joker


@dataclass(frozen=True)
class Choice:
    """One of several answers, and what it adds to the situation."""

    value: str
    label: str
    says: Mapping[str, object] = field(default_factory=dict, hash=False)
    needs: Needs = always


@dataclass(frozen=True)
class Field:
    """A field of a question. `name` is the key of the situation that it gives; `tiles` its label with tiles."""

    name: str
    kind: Kind
    label: str
    tiles: str = ""
    hint: str = ""
    says: Mapping[str, object] = field(default_factory=dict, hash=False)  # what a tick adds
    choices: tuple[Choice, ...] = ()
    stands: Stands | None = None
    needs: Needs = always
    asked_with: tuple[str, ...] = ()  # the choices of the first question with which it is asked; none: with all
    folded: bool = False
    must: bool = False
    empty_counts: bool = False  # nothing typed is an empty list, and says so
    listed: bool = False  # the situation wants a list of the one that is named here

    @property
    def holds_cards(self) -> bool:
        """Whether cards are tapped into it."""
        return self.kind in (Kind.CARDS, Kind.CARD, Kind.MELDS, Kind.TABLE)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the situation that it may give."""
        said = [key for choice in self.choices for key in choice.says]
        laid = ["laid_off"] if self.kind is Kind.TABLE else []
        own = [] if self.says or self.choices else [self.name]
        return tuple(dict.fromkeys([*own, *laid, *said, *self.says, *(["joker_as"] if self.stands else [])]))


def read_typed(asked: Field, text: str, seated: Seated) -> Part:
    """Return what `text`, typed into a field, adds to the situation; nothing for nothing.

    Raises:
        Invalid: it cannot be read.
    """
    text = text.strip()
    if not text:
        return _nothing(asked)
    check_length(text, asked.name)
    return _READERS[asked.kind](asked, text, seated)


def _nothing(asked: Field) -> Part:
    if asked.must:
        raise Invalid(Problem(_MISSING[asked.kind], (asked.name,)))
    return {asked.name: []} if asked.empty_counts else {}


def _cards(asked: Field, text: str, seated: Seated) -> Part:
    typed = typed_cards(text)
    return {asked.name: [each.card for each in typed], **_said(asked, [typed], seated)}


def _card(asked: Field, text: str, _seated: Seated) -> Part:
    first, *others = typed_cards(text) or [Typed("")]
    if others:
        raise Invalid(Problem(_ONE_CARD, (asked.name,)))
    return {asked.name: first.card}


def _melds(asked: Field, text: str, seated: Seated) -> Part:
    melds = typed_melds(text)
    return {asked.name: _codes(melds), **_said(asked, melds, seated)}


def _table(asked: Field, text: str, _seated: Seated) -> Part:
    melds, laid_off = typed_table(text)
    laid = [{"card": typed.card, "to": index} for typed, index in laid_off]
    return {asked.name: _codes(melds), **({"laid_off": laid} if laid else {})}


def _tick(asked: Field, _text: str, _seated: Seated) -> Part:
    return dict(asked.says)


def _pick(asked: Field, text: str, _seated: Seated) -> Part:
    return next((dict(choice.says) for choice in asked.choices if choice.value == text), {})


def _name(asked: Field, text: str, seated: Seated) -> Part:
    name = next((name for index, name in enumerate(seated.players) if text == f"p{index}"), None)
    if name is None:
        return _nothing(asked)
    return {asked.name: [name] if asked.listed else name}


def _number(asked: Field, text: str, _seated: Seated) -> Part:
    number, problem = number_or_problem(text, asked.name)
    if problem:
        raise Invalid(problem)
    return {asked.name: number}


def _place(asked: Field, text: str, seated: Seated) -> Part:
    number = _number(asked, text, seated)[asked.name]
    if number < 1:
        raise Invalid(Problem(_NO_PLACE, (asked.name,)))
    return {asked.name: number - 1}


def _codes(melds: Iterable[Iterable[Typed]]) -> list[list[str]]:
    return [[typed.card for typed in meld] for meld in melds]


def _said(asked: Field, melds: list[list[Typed]], seated: Seated) -> Part:
    """Return what was said of the jokers in `melds`, in the form that the question takes."""
    said = {index: named for index, meld in enumerate(melds) if (named := _named(meld, seated))}
    if not said or asked.stands is None:
        return {}
    if asked.stands is Stands.BY_MELD:
        return {"joker_as": {str(index): named if len(named) > 1 else named[0] for index, named in said.items()}}
    named = said[min(said)]
    return {"joker_as": named if asked.stands is Stands.LIST else named[0]}


def _named(meld: Iterable[Typed], seated: Seated) -> list[str | None]:
    """Return what the jokers of a meld were said to stand for, in their order; nothing if nothing was said."""
    named = [each.stands_for or None for each in meld if each.stands_for is not None or seated.is_wild(each.card)]
    return named if any(named) else []


_READERS: Mapping[Kind, Callable[[Field, str, Seated], Part]] = {
    Kind.CARDS: _cards,
    Kind.CARD: _card,
    Kind.MELDS: _melds,
    Kind.TABLE: _table,
    Kind.TICK: _tick,
    Kind.PICK: _pick,
    Kind.NAME: _name,
    Kind.NUMBER: _number,
    Kind.PLACE: _place,
}
_MISSING: Mapping[Kind, str] = {
    Kind.CARDS: N_("Which cards?"),
    Kind.CARD: N_("Which card?"),
    Kind.MELDS: N_("Which melds?"),
    Kind.TABLE: N_("Which melds?"),
    Kind.PICK: N_("Choose one of these."),
    Kind.NAME: N_("Who?"),
    Kind.NUMBER: N_("How many?"),
    Kind.PLACE: N_("Which meld?"),
}
