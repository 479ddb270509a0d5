"""The shape of the referee's answers in an export: everything that is worded when a ruling is shown."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from ...documents import JsonObject
from ...rules.cards import BY_CODE
from ..bounds import MOST_CARDS, MOST_KEYS, MOST_PLAYERS
from ..payload_types import Name, Score, Shape, Word
from ..sizes import few_keys

_DEEPEST = 3  # lists in lists
_LONGEST_VALUE = 400  # characters of a text in a sentence
_LARGEST_VALUE = 10**9


def _known_card(code: str) -> str:
    if code not in BY_CODE:
        raise PydanticCustomError("unknown_card", "no card", {"card": code[:40]})
    return code


def _value(value: object, depth: int = 0) -> object:
    """Check a value of a sentence: a number, a text, a card, a sum of cards, or a list of these."""
    if isinstance(value, list) and depth < _DEEPEST:
        return [_value(part, depth + 1) for part in value]
    if not (_is_plain(value) or _is_marked(value, "card", _is_card) or _is_marked(value, "sum", _is_sum)):
        raise PydanticCustomError("no_value", "no value of a sentence")
    return value


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST_VALUE
    return value is None or (isinstance(value, int) and abs(value) <= _LARGEST_VALUE)


def _is_marked(value: object, key: str, fits: Callable[[object], bool]) -> bool:
    """Return whether a value is an object with one key, which is the name of its type."""
    return isinstance(value, dict) and value.keys() == {key} and fits(value[key])


def _is_card(code: object) -> bool:
    return isinstance(code, str) and code in BY_CODE


def _is_sum(parts: object) -> bool:
    return isinstance(parts, list) and 0 < len(parts) <= MOST_CARDS and all(map(_is_addend, parts))


def _is_addend(part: object) -> bool:
    """Return whether a part of a sum is `[card, points]` or `[card, points, role]`."""
    if not isinstance(part, list) or len(part) not in (2, 3):
        return False
    return type(part[1]) is int and all(map(_is_card, (part[0], *part[2:])))


ReasonCode = Annotated[
    str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=80)
]  # shown itself if it is not known any more
KnownCardCode = Annotated[str, AfterValidator(_known_card)]
Said = Literal["legal", "illegal", "undecided"]
CardCodes = Annotated[list[KnownCardCode], Field(max_length=MOST_CARDS)]
ReasonValues = Annotated[dict[ReasonCode, Annotated[Any, AfterValidator(_value)]], Field(max_length=20)]
Indexes = Annotated[list[Annotated[int, Field(ge=0)]], Field(max_length=MOST_CARDS)]
PointsByName = Annotated[dict[Name, Score], Field(max_length=MOST_PLAYERS)]


class PenaltyShape(Shape):
    """A penalty in an export."""

    player: Name | None
    points: Score
    rule: Word


class ReasonShape(Shape):
    """A reason as it is stored."""

    code: ReasonCode
    cards: CardCodes
    rule: Word | None
    values: ReasonValues
    missing: Annotated[list[Word | int], Field(max_length=10)] | None


class HeadlineShape(Shape):
    """A headline as it is stored."""

    code: ReasonCode
    values: ReasonValues


class ClaimedShape(Shape):
    """The number of cards that a knocker gets from the pile and from the stock."""

    discard: Score
    stock: Score


class FactsShape(Shape):
    """The facts that pages word; others are kept as they are."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)

    points: Score | None = None
    draw: Score | None = None
    bonus: Score | None = None
    penalty_tiles: Score | None = None
    joker_may_be: CardCodes | dict[Word, CardCodes | dict[Word, CardCodes]] | None = None
    targets: Indexes | None = None
    taken: CardCodes | None = None
    hand_after: CardCodes | None = None
    new_stock: CardCodes | None = None
    new_pile: CardCodes | None = None
    meld_after: CardCodes | None = None
    joker_goes_to: Word | None = None
    replaced_card_scores_for: Word | None = None
    card_to: Word | None = None
    suggested_correction: PointsByName | None = None
    final: PointsByName | None = None
    deadwood: Score | PointsByName | None = None
    ending: Word | None = None
    best_discards: CardCodes | None = None
    cards_to_knocker: ClaimedShape | None = None


class OtherShape(Shape):
    """The answer under another reading."""

    headline: HeadlineShape | None
    facts: FactsShape
    penalties: Annotated[list[PenaltyShape], Field(max_length=100)]


class DoubtShape(Shape):
    """An ambiguity, with the answer under each of its readings; early releases had no `others`."""

    key: Word
    verdicts: Annotated[list[Said | None], Field(max_length=20)]
    others: Annotated[list[OtherShape | None], Field(max_length=20)] | None = None

    @model_validator(mode="after")
    def _one_for_each_reading(self) -> "DoubtShape":
        if self.others is not None and len(self.others) != len(self.verdicts):
            raise PydanticCustomError("other_readings", "not one for each reading")
        return self


class AnswerShape(Shape):
    """A question and its answer as an export has them; early releases had no `headline`."""

    question: Word
    rulebook: Word
    house_rules: JsonObject
    players: Annotated[int, Field(ge=1, le=99_999)]
    situation: JsonObject
    verdict: Said
    headline: HeadlineShape | None = None
    reasons: Annotated[list[ReasonShape], Field(min_length=1, max_length=MOST_CARDS)]
    facts: Annotated[FactsShape, few_keys(MOST_KEYS)]
    penalties: Annotated[list[PenaltyShape], Field(max_length=100)]
    doubts: Annotated[list[DoubtShape], Field(max_length=100)]

    @model_validator(mode="after")
    def _of_one_meld_or_several(self) -> "AnswerShape":
        """Check `joker_may_be`: cards if the question is about one meld, else cards by the index of the meld."""
        if isinstance(self.facts.joker_may_be, dict if self.question == "meld" else list):
            raise PydanticCustomError("joker_may_be", "not of this question")
        return self
