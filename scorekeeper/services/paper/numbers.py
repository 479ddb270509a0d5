"""Numbers as sheets show them: signs and places."""

from collections.abc import Collection

from babel import Locale
from babel.numbers import format_decimal, format_percent

from ...rules.errors import N_
from ..wording import reader_language, sentence

_PLACES = (  # a message for each: languages build ordinals in different ways
    N_("1st"),
    N_("2nd"),
    N_("3rd"),
    N_("4th"),
    N_("5th"),
    N_("6th"),
    N_("7th"),
    N_("8th"),
    N_("9th"),
    N_("10th"),
    N_("11th"),
    N_("12th"),
    N_("13th"),
    N_("14th"),
    N_("15th"),
)


def number(value: int) -> str:
    """Format a number with a minus sign (U+2212)."""
    return str(value) if value >= 0 else f"−{-value}"


def signed(value: int) -> str:
    """Format a number with its sign, plus or minus; 0 has none."""
    return f"+{value}" if value > 0 else number(value)


def percent(share: float) -> str:
    """Format a share between 0 and 1 in percent, as the reader's language writes it."""
    return format_percent(share, locale=Locale.parse(reader_language(), sep="-"))


def decimal(value: float) -> str:
    """Format a number with one decimal, as the reader's language writes it."""
    return format_decimal(round(value, 1), format="0.0", locale=Locale.parse(reader_language(), sep="-"))


def place_text(place: int, taken: Collection[int]) -> str:
    """Return a place as an ordinal, with "=" if it stands in `taken`, the places of all players, more than once."""
    shown = sentence(_PLACES[place - 1]) if place <= len(_PLACES) else str(place)
    return sentence(N_("{place}="), {"place": shown}) if list(taken).count(place) > 1 else shown


def place_number(place: int, taken: Collection[int | None]) -> str:
    """Return a place as a number for a narrow column; equal ones are marked where the language has a short mark."""
    # Translators: a place that several share, as a number in a narrow column; where "1=" is not usual, only the number
    return sentence(N_("{number}="), {"number": str(place)}) if list(taken).count(place) > 1 else str(place)
