"""A whole play taken apart into questions that the referee knows: the pile, melds, what was laid on, going out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ....rules.cards import codes, parse_cards
from ....rules.errors import N_, UnknownCard
from ..page import Page

Situation = Mapping[str, Any]

TITLES: Mapping[str, str] = {
    "pile": N_("The pile"),
    "go-out": N_("The turn and its end"),
    "opening": N_("Opening"),
    "meld": N_("A new meld"),
    "lay-off": N_("What was laid on the table’s melds"),
}


@dataclass(frozen=True)
class PosedQuestion:
    """One question with its situation. `fields` are the fields of keys that are called otherwise on the page."""

    question: str
    situation: dict[str, Any]
    fields: Mapping[str, str] = field(default_factory=dict, hash=False)


def parts_of(page: Page, situation: dict[str, Any]) -> list[PosedQuestion]:
    """Return what the referee must be asked to judge what was typed into a page."""
    if not page.whole_play:
        return [PosedQuestion(page.question, situation)]
    return list(_play(situation))


def _play(told: Situation) -> Iterator[PosedQuestion]:
    if told.get("take"):
        yield PosedQuestion("pile", _only(told, *_PILE))
    out, held = told.get("out"), _held_after(told)
    if out or (held is not None and not told.get("take")):
        drawn = () if told.get("take") else ("hand_before", "drawn")
        ending = {"hand_after": [] if out else held, "drawn_from": "stock"}
        kept = ending if drawn and "drawn" in told else {"hand_after": ending["hand_after"]}
        opened = {"opened_before": False} if told.get("opened") is False else {}
        yield PosedQuestion("go-out", {**_only(told, *_LAID, *drawn), **kept, **opened})
    elif not told.get("take"):
        yield from _laid(told)


_LAID = ("laid_new_melds", "table", "laid_off", "discard", "first_round")
_PILE = ("take", "pile", "wanted", "hand_before", "opened", "player", *_LAID)


def _laid(told: Situation) -> Iterator[PosedQuestion]:
    """Yield what was laid, one by one, where nobody says what the hand was."""
    melds = told.get("laid_new_melds", ())
    if melds and told.get("opened") is False:
        yield PosedQuestion("opening", {"melds": melds}, {"melds": "laid_new_melds"})
    for index, meld in enumerate(melds):
        yield PosedQuestion(
            "meld",
            {"cards": meld, "melds_laid_this_turn": index, **_only(told, "first_round")},
            {"cards": "laid_new_melds"},
        )
    if told.get("laid_off"):
        cards = [off["card"] for off in told["laid_off"]]
        yield PosedQuestion(
            "lay-off",
            {"cards": cards, **_only(told, "table", "first_round", *(() if melds else ("opened",)))},
            {"cards": "table"},
        )


def _held_after(told: Situation) -> list[str] | None:
    """Return what the hand must be at the end of the turn; None if it was not told, or is no hand."""
    if "hand_before" not in told:
        return None
    laid = [card for meld in told.get("laid_new_melds", ()) for card in meld]
    laid += [off["card"] for off in told.get("laid_off", ())]
    gone = [*laid, *([told["discard"]] if "discard" in told else [])]
    try:
        held = Counter(codes(parse_cards([*told["hand_before"], *([told["drawn"]] if "drawn" in told else [])])))
        return list((held - Counter(codes(parse_cards(gone)))).elements())
    except UnknownCard:
        return []  # told at its field, by whoever reads the situation


def _only(told: Situation, *keys: str) -> dict[str, Any]:
    return {key: told[key] for key in keys if key in told}
