"""The shape of what clients send: types, bounds, known keys. Whether it makes sense is for the rules.

The pages and the API send the same keys; `read` turns what is wrong into problems
with a path and a sentence.
"""

import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic_core import ErrorDetails, PydanticCustomError

from ..rules.errors import N_, Problem
from ..rules.variants import VARIANTS
from .bounds import (
    LONGEST_GAME_NAME,
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_WORD,
    MOST_CARDS,
    MOST_ERRORS,
    MOST_MELDS,
    MOST_PEOPLE,
    MOST_PLAYERS,
)
from .errors import Invalid
from .sizes import FEW_CARDS, TOO_MANY_CARDS, check_keys, few_keys

LARGEST = 99_999
MOST_OF_A_PENALTY = 99
_LONGEST_DECOMPOSED = 4  # characters that NFC makes one of, at most

PENALTIES = tuple(dict.fromkeys(p.key for v in VARIANTS.values() for p in v.scoring.penalties))
DOUBLINGS = tuple(dict.fromkeys(v.scoring.doubling.key for v in VARIANTS.values() if v.scoring.doubling))


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


def _different(names: list[str]) -> list[str]:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise PydanticCustomError("doubled_name", "doubled", {"name": name})
        seen.add(name.casefold())
    return names


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
Claims = Annotated[dict[Name, Text], Field(max_length=MOST_PLAYERS), few_keys(MOST_PLAYERS)]  # by name
HouseRules = Annotated[  # the rules check what is chosen
    dict[str, Any],
    Field(json_schema_extra={"additionalProperties": {"type": ["boolean", "integer", "string", "null"]}}),
]
VariantKey = Annotated[Word, Field(json_schema_extra={"enum": list(VARIANTS)})]
CardText = Annotated[str, Field(max_length=40)]


class Shape(BaseModel):
    """A JSON object: unknown keys are refused, nothing is converted, null is the same as left out."""

    model_config = ConfigDict(extra="forbid", strict=True)


class DeviceShape(Shape):
    """What a device is called."""

    name: Annotated[str, AfterValidator(lambda text: clean_text(text, LONGEST_NAME))] | None = None


class NewGame(Shape):
    """A game to be made."""

    variant: VariantKey
    players: Annotated[list[Name], Field(max_length=MOST_PLAYERS), AfterValidator(_different)]
    house_rules: HouseRules | None = None
    dealer: Name | None = None
    name: GameName | None = None


Score = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]


class StartingPoints(Shape):
    """What players have to begin with, by name: of a game that was begun on paper."""

    points: Annotated[dict[str, Score], few_keys(MOST_PLAYERS)] | None = None


class Person(Shape):
    """Somebody who sits or sat at the table."""

    id: Annotated[str, Field(pattern=r"^[1-9][0-9]{0,5}$")]
    name: Name


class SetupShape(Shape):
    """The settings of a game as they are kept."""

    name: GameName | None
    players: Annotated[list[Person], Field(max_length=MOST_PLAYERS)]
    house_rules: dict[str, Any]
    dealer: Word
    away: Annotated[list[Person], Field(max_length=MOST_PEOPLE)] = Field(default_factory=list)
    points: Annotated[dict[str, Score], few_keys(MOST_PEOPLE)] = Field(default_factory=dict)
    since: Count = 0
    no_advice: bool = False


_Cards = Annotated[list[CardText], Field(max_length=MOST_CARDS)]


class EntryPayload(Shape):
    """A player's part of a round.

    `NewEntry` is the model that is read: it adds a count for each penalty of the variants.
    """

    points: Score | None = None
    plus: Count | None = None
    minus: Count | None = None
    melds: Annotated[list[_Cards], Field(max_length=MOST_MELDS), FEW_CARDS] | None = None
    laid_off: _Cards | None = None
    hand: _Cards | None = None


PENALTY_FIELDS: dict[str, Any] = {
    key: (Annotated[int, Field(ge=0, le=MOST_OF_A_PENALTY)] | None, None) for key in PENALTIES
}
NewEntry: type[EntryPayload] = create_model(
    "NewEntry",
    __base__=EntryPayload,
    __doc__="A player's entry: points, or sums, or cards, one of these forms.",
    **PENALTY_FIELDS,
)


class RoundPayload(Shape):
    """A round, as forms and the API send it.

    `NewRound` is the model that is read: it adds a switch for each doubling of the variants.
    """

    closer: Name | None = None
    how: Word | None = None
    by: Text | None = None
    why: Text | None = None
    accept_warnings: bool | None = None
    if TYPE_CHECKING:  # a field of `NewRound`, where its type has the penalties
        entries: dict[str, EntryPayload | None]


_entries = dict[str, NewEntry | None]  # type: ignore[valid-type]  # a model made here
DOUBLING_FIELDS: dict[str, Any] = dict.fromkeys(DOUBLINGS, (bool | None, None))
_round_fields = DOUBLING_FIELDS | {"entries": (Annotated[_entries, few_keys(MOST_PLAYERS)], ...)}
NewRound: type[RoundPayload] = create_model(
    "NewRound", __base__=RoundPayload, __doc__="A round: how it ended, and an entry for each player.", **_round_fields
)


class NewChange(Shape):
    """Who makes a change that needs nothing else, and why."""

    by: Annotated[Text | None, Field(description="Who does it.")] = None
    why: Annotated[Text | None, Field(description="Why.")] = None


S = TypeVar("S", bound=Shape)

# pydantic's type of error (or ours) -> a sentence; its context fills the names in
_SENTENCES = {
    "missing": N_("This is missing."),
    "extra_forbidden": N_("“{key}” is not known here."),
    "int_type": N_("This must be a whole number."),
    "int_parsing_size": N_("This number is too large."),
    "bool_type": N_("This must be true or false."),
    "string_type": N_("This must be text."),
    "list_type": N_("This must be a list."),
    "dict_type": N_("This must be an object with keys and values."),
    "model_type": N_("This must be an object with keys and values."),
    "model_attributes_type": N_("This must be an object with keys and values."),
    "greater_than_equal": N_("This must be at least {ge}."),
    "less_than_equal": N_("This must be at most {le}."),
    "string_too_long": N_("This is too long."),
    "int_from_float": N_("This must be a whole number."),
    "unknown_card": N_("“{card}” is no card; write rank and suit, as in 7H, TS or AD, or JK for a joker."),
    "literal_error": N_("This must be one of: {expected}."),
    "enum": N_("This must be one of: {expected}."),
    "string_pattern_mismatch": N_("This is not what belongs here."),
    "control_characters": N_("Control characters are not allowed here."),
    "text_too_long": N_("This is too long: at most {longest} characters."),
    "too_long": N_("These are too many: at most {max_length}."),
    "too_many_cards": TOO_MANY_CARDS,
    "empty_name": N_("A name cannot be empty."),
    "doubled_name": N_("Two players are called “{name}”; every name must be different."),
}
_OTHERWISE = N_("This is not what belongs here.")


def read(shape: type[S], raw: object) -> S:
    """Return `raw`, decoded JSON, as `shape`.

    Raises:
        Invalid: with a problem for everything that is wrong, the first `MOST_ERRORS`.
    """
    if isinstance(raw, dict | list):
        check_keys(raw)
    try:
        return shape.model_validate(raw)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)[:MOST_ERRORS]
        raise Invalid(*(_problem(raw, details) for details in found)) from None


class Received(Generic[S]):
    """A payload that was read before its game is locked, so that a large one holds no lock.

    What is wrong with it is raised where it is asked for: a repeated request and a stale version are told first.
    """

    def __init__(self, payload: S | None, error: Exception | None = None) -> None:
        self._payload, self._error = payload, error

    @property
    def payload(self) -> S:
        """The payload.

        Raises:
            Invalid: with every problem found.
            Exception: the body could not be read, for this reason.
        """
        if self._payload is None:
            raise self._take_error()
        return self._payload

    def _take_error(self) -> Exception:
        """Return the error and forget it: raised, it holds the frames that hold this object."""
        error, self._error = self._error, None
        return error or Invalid()


def received(shape: type[S], raw: object) -> Received[S]:
    """Read a payload from decoded JSON; what is wrong with it is raised by `Received.payload`."""
    return read_ahead(shape, lambda: raw)


def read_ahead(shape: type[S], body: Callable[[], object]) -> Received[S]:
    """Read a payload from the decoded JSON that `body` returns; what is wrong is raised by `Received.payload`."""
    try:
        return Received(read(shape, body()))
    except Exception as error:
        error.__cause__ = error.__context__ = None
        return Received(None, error.with_traceback(None))  # its frames would hold the body


def _problem(raw: object, details: ErrorDetails) -> Problem:
    path = _place(raw, details)
    values: Mapping[str, Any] = details.get("ctx", {})
    if details["type"] == "extra_forbidden":
        values = {"key": str(path[-1])[:40]}
    return Problem(_SENTENCES.get(details["type"], _OTHERWISE), path, dict(values))


def _place(raw: object, details: ErrorDetails) -> tuple[str | int, ...]:
    """Return the keys that lead to what is wrong: those of pydantic that are in `raw`, or that are missing there."""
    path: list[str | int] = []
    for key in details["loc"]:
        inner = _inside(raw, key)
        if inner is not _NOTHING:
            raw = inner
        elif details["type"] != "missing":
            continue
        path.append(key)
    return tuple(path)


_NOTHING = object()


def _inside(raw: object, key: str | int) -> object:
    if isinstance(raw, dict):
        return raw.get(key, _NOTHING)
    return raw[key] if isinstance(raw, list) and isinstance(key, int) and key < len(raw) else _NOTHING
