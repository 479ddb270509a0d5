"""Size checks of decoded JSON before pydantic reads it, which makes an error object for each wrong value."""

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from ..documents import JsonObject
from ..rules.errors import N_, Problem
from .bounds import LONGEST_WORD, MOST_CARDS, MOST_KEYS
from .errors import Invalid

_TOO_MANY_KEYS = N_("This object has too many keys: at most {most}.")
_KEY_TOO_LONG = N_("A key of this object is too long: at most {longest} characters.")
_NESTED = (dict, list)
TOO_MANY_CARDS = N_("Too many cards: at most {most}.")


def check_keys(raw: JsonObject | list[object]) -> None:
    """Check that no object has more or longer keys than the bounds: each unknown key costs an error.

    Raises:
        Invalid: at the first object that has.
    """
    if isinstance(raw, dict):
        if len(raw) > MOST_KEYS:
            raise Invalid(Problem(_TOO_MANY_KEYS, (), {"most": MOST_KEYS}))
        if max(map(len, raw), default=0) > LONGEST_WORD:
            raise Invalid(Problem(_KEY_TOO_LONG, (), {"longest": LONGEST_WORD}))
    for key, part in raw.items() if isinstance(raw, dict) else enumerate(raw):
        if isinstance(part, _NESTED):
            try:
                check_keys(part)
            except Invalid as error:
                raise Invalid(error.problems[0].within(key)) from None


def few_keys(most: int) -> BeforeValidator:
    """Return a validator that refuses an object of more than `most` keys before its values are validated.

    `Field(max_length=…)` counts them only afterwards, when each wrong value has its error already.
    """

    def check(value: object) -> object:
        if isinstance(value, dict) and len(value) > most:
            raise PydanticCustomError("too_long", "too many", {"max_length": most})
        return value

    return BeforeValidator(check)


def _few_cards(value: object) -> object:
    """Return an object or list that contains lists of cards, if it has at most `MOST_CARDS` cards."""
    if number_of_cards(value) > MOST_CARDS:
        raise PydanticCustomError("too_many_cards", "too many", {"most": MOST_CARDS})
    return value


def number_of_cards(value: object) -> int:
    """Return the number of values in all lists within `value`, decoded JSON."""
    if isinstance(value, dict):
        return sum(map(number_of_cards, value.values()))
    if isinstance(value, list):
        return sum(number_of_cards(part) if isinstance(part, list) else 1 for part in value)
    return 0


FEW_CARDS = BeforeValidator(_few_cards)
