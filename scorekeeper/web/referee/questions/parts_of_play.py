"""Divide a whole play into questions of the referee: the pile, each meld, the cards laid off, the end of the turn."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict, cast

from ....rules.cards import codes, parse_cards
from ....rules.errors import N_, UnknownCard
from ..forms.fields import SituationJson
from ..page import QuestionPage

TITLES: Mapping[str, str] = {
    "pile": N_("The pile"),
    "go-out": N_("The turn and its end"),
    "opening": N_("Opening"),
    "meld": N_("A new meld"),
    "lay-off": N_("What was laid on the table’s melds"),
}


LaidOffJson = TypedDict("LaidOffJson", {"card": str, "to": int, "as": NotRequired[str]})
"""A card laid off, the index of the meld on the table, and what it was laid as if it is a joker."""


class PlayJson(TypedDict, total=False):
    """A whole play as its form gives it: what was taken, laid, laid off and discarded."""

    take: str
    pile: list[str]
    wanted: str
    laid_new_melds: list[list[str]]
    table: list[list[str]]
    laid_off: list[LaidOffJson]
    discard: str
    out: bool
    hand_before: list[str]
    drawn: str
    player: str
    first_round: bool
    cardless: bool
    opened: bool
    table_joker_as: SituationJson
    new_joker_as: SituationJson


@dataclass(frozen=True)
class PosedQuestion:
    """A question with its situation. `fields` maps keys of the situation to form fields of another name.

    `meld` is the index of the new meld that the question is about, if it is about one.
    """

    question: str
    situation: SituationJson
    fields: Mapping[str, str] = field(default_factory=dict, hash=False)
    meld: int | None = None


def posed_questions(page: QuestionPage, situation: SituationJson) -> list[PosedQuestion]:
    """Return the questions to judge for a filled-in page: one, or for a whole play one for each of its parts."""
    if not page.whole_play:
        return [PosedQuestion(page.question, situation)]
    return list(_parts(cast("PlayJson", situation)))


def _parts(play: PlayJson) -> Iterator[PosedQuestion]:
    if play.get("take"):
        yield PosedQuestion("pile", _only(play, *_PILE))
    out, held = play.get("out"), _held_after(play)
    if out or (held is not None and not play.get("take")):
        drawn = () if play.get("take") else ("hand_before", "drawn")
        ending: SituationJson = {"hand_after": [] if out else held}
        source: SituationJson = {"drawn_from": "stock"} if drawn and "drawn" in play else {}
        opened: SituationJson = {"opened_before": False} if play.get("opened") is False else {}
        yield PosedQuestion("go-out", {**_only(play, *_LAID, *drawn, "cardless"), **ending, **source, **opened})
    elif not play.get("take"):
        yield from _laid(play)


_LAID = ("laid_new_melds", "table", "laid_off", "discard", "first_round", "table_joker_as", "new_joker_as")
_PILE = ("take", "pile", "wanted", "hand_before", "cardless", "opened", "player", *_LAID)


def _laid(play: PlayJson) -> Iterator[PosedQuestion]:
    """Yield a question for each new meld and for the cards laid off, without the hand."""
    melds, named = play.get("laid_new_melds", ()), play.get("new_joker_as", {})
    if melds and play.get("opened") is False:
        fields = {"melds": "laid_new_melds", "joker_as": "laid_new_melds"}
        yield PosedQuestion("opening", {"melds": melds, **({"joker_as": named} if named else {})}, fields)
    for index, meld in enumerate(melds):
        roles = named.get(str(index))
        joker_as: SituationJson = {"joker_as": roles if isinstance(roles, list) else [roles]} if roles else {}
        yield PosedQuestion(
            "meld",
            {"cards": meld, **joker_as, "melds_laid_this_turn": index, **_only(play, "first_round")},
            {"cards": "laid_new_melds", "joker_as": "laid_new_melds"},
            index,
        )
    if laid_off := play.get("laid_off"):
        roles = [off.get("as") for off in laid_off if off["card"].upper() == "JK" or "as" in off]
        yield PosedQuestion(
            "lay-off",
            {
                "cards": [off["card"] for off in laid_off],
                **({"joker_as": roles} if any(roles) else {}),
                **_only(play, "table", "table_joker_as", "first_round", *(() if melds else ("opened",))),
            },
            {"cards": "table", "joker_as": "table"},
        )


def _held_after(play: PlayJson) -> list[str] | None:
    """Return the cards in hand at the end of the turn; None if the hand before it is not given."""
    if "hand_before" not in play:
        return None
    laid = [card for meld in play.get("laid_new_melds", ()) for card in meld]
    laid += [off["card"] for off in play.get("laid_off", ())]
    gone = [*laid, *([play["discard"]] if "discard" in play else [])]
    try:
        held = Counter(codes(parse_cards([*play["hand_before"], *([play["drawn"]] if "drawn" in play else [])])))
        return list((held - Counter(codes(parse_cards(gone)))).elements())
    except UnknownCard:
        return []  # `read_question` reports the problem


def _only(play: PlayJson, *keys: str) -> SituationJson:
    return {key: value for key, value in play.items() if key in keys}
