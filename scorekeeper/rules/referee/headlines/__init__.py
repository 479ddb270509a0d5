"""Word an answer in one line, the decisive thing first."""

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter

from ...cards import Card, Cards
from ...model.variant import Variant
from ...reasons import Reason
from ..ruling import Ruling
from ..tile_words import in_words_of
from ..wordings import sentences
from . import faults, melds, scores, turns
from .headline import LONGEST, Found, Headline, HeadlineInput, JudgeArguments, Sentences, Values

__all__ = ["HEADLINES", "LONGEST", "OPEN_RESULTS", "Headline", "headline_message", "headline_of", "headline_of_hand"]

HEADLINES: Sentences = {**faults.SENTENCES, **melds.SENTENCES, **turns.SENTENCES, **scores.SENTENCES}
"""The marked sentence of every headline, by its code."""

OPEN_RESULTS = frozenset({"depends_on_joker"})
"""The headlines that an undecided answer has instead of its first reason's."""

_OF: Mapping[str, Callable[[HeadlineInput], Found]] = {
    "meld": melds.meld,
    "hand-value": melds.hand_value,
    "opening": melds.opening,
    "arrange": melds.arrange,
    "lay-off": melds.lay_off,
    "pile": turns.pile,
    "joker-swap": turns.joker_swap,
    "rummy-call": turns.rummy_call,
    "go-out": turns.go_out,
    "table": turns.table,
    "irregularity": turns.irregularity,
    "round-score": scores.round_score,
    "game-end": scores.game_end,
}


def headline_of(question: str, variant: Variant, situation: JudgeArguments, ruling: Ruling) -> Headline:
    """Return the answer to `question` in one line; `situation` is what its judge was given.

    A legal answer has the headline of its result, and so has one that is legal whatever its jokers are named. Any other
    has the headline of its first reason, or that reason's sentence if it has no headline.
    """
    ruling = ruling.stands
    found = _OF[question](HeadlineInput(variant, situation, ruling))
    if found is not None:
        code, values = found
        return Headline(code, in_words_of(variant, HEADLINES[code]), values)
    first = ruling.reasons[0]
    code = _two_jokers(first) or first.code
    if code not in faults.SENTENCES:
        return Headline(code, in_words_of(variant, first.message), first.values)
    message, values = faults.SENTENCES[code], first.values
    if "cards" not in values:
        values = {"cards": tuple(dict.fromkeys(first.cards)), **values}
    return Headline(code, in_words_of(variant, message), {name: values[name] for name in _names(message)})


def headline_of_hand(variant: Variant, *, closes: bool, discard: Card | None = None, left: Cards = ()) -> Headline:
    """Return the headline on going out in one turn, with the last `discard` or the cards `left` in hand."""
    code, values = turns.could_go_out(discard) if closes else turns.would_stay(left)
    return Headline(code, in_words_of(variant, HEADLINES[code]), values)


def _two_jokers(reason: Reason) -> str | None:
    """Return the code of the headline for two jokers with one other card; None for any other reason."""
    found = reason.code == "too_many_jokers" and (reason.values["jokers"], reason.values["others"]) == (2, 1)
    return "one_joker_too_many" if found else None


def headline_message(variant: Variant, code: str, question: str, values: Values) -> str | None:
    """Return the marked sentence of a stored headline, by its code and the names in `values`; None if it is gone."""
    messages = [HEADLINES[code]] if code in HEADLINES else []
    messages += [message for _, message in sentences(code, question)]
    return next((in_words_of(variant, message) for message in messages if _names(message) == values.keys()), None)


@cache
def _names(message: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(message) if name)
