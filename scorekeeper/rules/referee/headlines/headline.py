"""The types of headlines: a code, its marked sentence, and the values in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from ...cards import BY_CODE, Card, Cards
from ...model.variant import Variant
from ..ruling import Ruling

LONGEST = 60  # characters of a headline: the referee's contract

Values: TypeAlias = dict[str, object]  # numbers, names, cards, and tuples of names or cards
Found: TypeAlias = tuple[str, Values] | None  # the code of a headline and its values; None: use the first reason
JudgeArguments: TypeAlias = Mapping[str, Any]  # the arguments of the question's judge
Sentences: TypeAlias = Mapping[str, str]  # code of a headline -> its marked sentence, without a full stop


@dataclass(frozen=True)
class Headline:
    """The answer in one line: a marked template in the manner of `str.format`, and its named values."""

    code: str
    message: str
    values: Values = field(default_factory=dict, hash=False)


class HeadlineInput(NamedTuple):
    """A question with its ruling, from which the headline is made.

    Cards in the facts of a stored ruling are codes.
    """

    variant: Variant
    situation: JudgeArguments
    ruling: Ruling

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong and nothing is missing."""
        return self.ruling.verdict == "legal"

    @property
    def first(self) -> str:
        """The code of the first reason."""
        return self.ruling.reasons[0].code if self.ruling.reasons else ""

    def fact(self, key: str) -> Any:
        """Return a fact of the ruling, None if it has none of that name; each fact has its own type."""
        return self.ruling.facts.get(key)

    def cards(self, key: str) -> Cards:
        """Return a fact that lists cards; empty if the ruling has none of that name."""
        return tuple(card if isinstance(card, Card) else BY_CODE[card] for card in self.fact(key) or ())

    def given(self, key: str, otherwise: object = None) -> Any:
        """Return a value of the situation."""
        return self.situation.get(key, otherwise)

    def has_reason(self, code: str) -> bool:
        """Return whether one of the reasons has this code."""
        return any(reason.code == code for reason in self.ruling.reasons)
