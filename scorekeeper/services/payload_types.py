"""The types of fields in payloads: names, texts, counts, dates, each with its bounds."""

import unicodedata
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from ..documents import JsonObject
from ..rules.variants import VARIANTS
from .bounds import LONGEST_GAME_NAME, LONGEST_NAME, LONGEST_TEXT, LONGEST_WORD, MOST_CARDS, MOST_PLAYERS
from .sizes import few_keys

LARGEST = 99_999
MOST_OF_A_PENALTY = 99
_LONGEST_DECOMPOSED = 4  # characters that NFC makes one of, at most

PENALTIES = tuple(dict.fromkeys(p.key for v in VARIANTS.values() for p in v.scoring.penalties))
CLOSING_WAYS = tuple(dict.fromkeys(key for v in VARIANTS.values() for key in v.closing.ways))


def clean_text(text: str, longest: int) -> str | None:
    """Return `text` trimmed and in NFC, None if nothing is left.

    Raises:
        PydanticCustomError: too long, or with control characters or half a character in it.
    """
    text = text.strip()
    if len(text) > _LONGEST_DECOMPOSED * longest:  # before NFC, which takes quadratic time for combining characters
        raise PydanticCustomError("text_too_long", "too long", {"longest": longest})
    text = unicodedata.normalize("NFC", text).strip()
    if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text):
        raise PydanticCustomError("control_characters", "control characters")
    if len(text) > longest:
        raise PydanticCustomError("text_too_long", "too long", {"longest": longest})
    return text or None


def _name(text: str) -> str:
    name = clean_text(text, LONGEST_NAME)
    if name is None or all(unicodedata.category(c)[0] in "CZ" for c in name):
        raise PydanticCustomError("empty_name", "empty")
    return name


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("no time zone")
    try:
        return moment.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        raise ValueError("before the first year or after the last") from None


if TYPE_CHECKING:
    Moment: TypeAlias = datetime
else:
    Moment = Annotated[str, Field(max_length=40), AfterValidator(_moment)]  # JSON has it as a text
Name = Annotated[str, AfterValidator(_name)]
GameName = Annotated[str, AfterValidator(lambda text: clean_text(text, LONGEST_GAME_NAME))]
Text = Annotated[str, AfterValidator(lambda text: clean_text(text, LONGEST_TEXT))]
Word = Annotated[str, Field(max_length=LONGEST_WORD)]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Score = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Claims = Annotated[dict[Name, Text], Field(max_length=MOST_PLAYERS), few_keys(MOST_PLAYERS)]  # by name
HouseRules = Annotated[  # the rules check what is chosen
    JsonObject,
    Field(json_schema_extra={"additionalProperties": {"type": ["boolean", "integer", "string", "null"]}}),
]
VariantKey = Annotated[Word, Field(json_schema_extra={"enum": list(VARIANTS)})]
CardText = Annotated[str, Field(max_length=40)]
CardTexts = Annotated[list[CardText], Field(max_length=MOST_CARDS)]
PENALTY_FIELDS: dict[str, Any] = {
    key: (Annotated[int, Field(ge=0, le=MOST_OF_A_PENALTY)] | None, None) for key in PENALTIES
}
CLOSING_WAY_FIELDS: dict[str, Any] = dict.fromkeys(CLOSING_WAYS, (bool | None, None))


class Shape(BaseModel):
    """A JSON object: unknown keys are refused, nothing is converted, null is the same as left out."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)
