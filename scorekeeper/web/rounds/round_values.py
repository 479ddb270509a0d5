"""The texts with which the form of a round starts: those of a stored round, or of an entry of one player."""

from collections.abc import Collection, Mapping
from typing import NotRequired, TypedDict

from ...documents import EntryDocument
from ...rules.cards import BY_CODE
from ...rules.model.terms import How
from ...services.views.round_views import RoundView
from ...services.wording import card_sign
from .entry_form import COULD_OPEN, NOT_OPENED


class RoundValues(TypedDict):
    """The texts of the fields of a round's form: those of the round, and each player's, by name.

    `rejoined` are who comes back in before it.
    """

    head: Mapping[str, str]
    entries: Mapping[str, Mapping[str, str]]
    rejoined: NotRequired[Collection[str]]


def stored_values(round_: RoundView) -> RoundValues:
    """Return the form's values for a stored round."""
    ids = {name: f"p{index}" for index, name in enumerate(round_.seats)}
    who, closer = round_.round.how.value, ids.get(round_.round.closer or "", "")
    upcard = round_.round.upcard
    return {
        "head": {
            "who": closer if who == How.OUT else who,
            "lowest": "" if who == How.OUT else closer,
            "way": round_.round.way or "",
            "upcard": "" if upcard is None else card_line([upcard.code]),
        },
        "entries": {name: as_typed(entry) for name, entry in round_.entries.items()},
        "rejoined": round_.rejoined,
    }


def as_typed(entry: EntryDocument) -> dict[str, str]:
    """Return the texts of a form's fields for a stored entry."""
    numbers = {key: value for key, value in entry.items() if type(value) is int}
    shown = {key: str(value).replace("-", "−") for key, value in numbers.items()}
    if entry.get("opened") is False:
        shown["opened"] = COULD_OPEN if entry.get("could_open") else NOT_OPENED
    cards = {"laid_off": entry.get("laid_off"), "low_aces": entry.get("low_aces"), "hand": entry.get("hand")}
    shown |= {key: card_line(codes) for key, codes in cards.items() if codes is not None}
    return shown | ({"melds": "\n".join(map(card_line, entry["melds"]))} if "melds" in entry else {})


def card_line(cards: list[str]) -> str:
    """Return cards with suit signs, in a form that can be typed."""
    return " ".join(card_sign(BY_CODE[code]) or code for code in cards)
