"""What a page carries of a game's rules, so that a phone without network judges melds and counts hands itself.

`static/referee/judge.js` does with it what `rules.laying` does with the whole variant; a test holds the two together.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ...documents import Document
from ...rules.melds.faults import FAULTS, fault
from ...rules.melds.judge import GROUNDS, ground
from ...rules.model.sources import Ambiguity
from ...rules.model.topics import Topic
from ...rules.model.variant import OtherReading, Variant
from ...rules.referee.questions.meld import WORDINGS
from ...rules.referee.ruling import Reason, reason
from ..wording import sentence, template

QUESTIONS = ("meld", "hand-value")
"""The questions that a phone answers itself."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "deck": ("wild_ranks",),
    "melds": (
        "runs",
        "sets",
        "ace",
        "run_shortest",
        "run_longest",
        "set_smallest",
        "set_largest",
        "set_suits_differ",
    ),
    "jokers": ("limit", "declared"),
    "turn": ("first_round_closed", "melds_each", "melds_each_after_pile"),
    "values": ("joker", "joker_as_card", "opening_ace_high", "opening_ace_low", "wild_as_joker"),
}
"""The fields of a variant that these questions read, by its part; beside them ranks' values and the packs."""

_TOPICS = (Topic.SUIT_OF_RUNS, Topic.COURT_VALUES, Topic.MELDS_IN_HAND)


def carried(variant: Variant, players: int) -> Document:
    """Return what it takes to judge melds and to count hands of `players`: plain values, in the reader's language.

    `judged` is what decides, `open` the other readings of the source, each with what it changes of that (None: what
    nothing models), `rule` the id of the rule behind each reason, `said` its sentence, `texts` each rule's text and
    section.
    """
    reasons = {each.code: each for each in _reasons(variant)}
    judged = judged_by(variant, players)
    cites = {topic: variant.cites[topic] for topic in _TOPICS if topic in variant.cites}
    cited = dict.fromkeys([*(each.rule for each in reasons.values()), *cites.values()])
    rules = [rule for key in cited if key is not None and (rule := variant.rules.get(key))]
    return {
        "judged": judged,
        "cites": cites,
        "open": list(_open(variant, players, judged, {rule.key for rule in rules})),
        "doubtful": [rule.key for rule in rules if isinstance(rule, Ambiguity)],
        "rule": {code: each.rule for code, each in reasons.items()},
        "said": {code: template(each.message) for code, each in reasons.items()},
        "texts": {rule.key: [_full_text(rule), rule.section] for rule in rules},
        "source": variant.source.title,
    }


def judged_by(variant: Variant, players: int) -> Document:
    """Return everything of a variant that decides about melds and hands, as plain values."""
    found = {name: getattr(getattr(variant, part), name) for part, names in FIELDS.items() for name in names}
    ranks = [points for _rank, points in sorted(variant.values.ranks.items())]
    return found | {
        "ranks": ranks,
        "copies": variant.deck.packs_for(players),
        "jokers": variant.deck.jokers_for(players),
    }


def _reasons(variant: Variant) -> Iterable[Reason]:
    """Yield every reason that these questions may give, with its rule; the numbers in its sentence are left open."""
    yield from (fault(variant.melds, code, ()) for code in FAULTS)
    yield from (ground(variant.melds, code, ()) for code in GROUNDS)
    yield from (reason(variant, WORDINGS, code) for code in WORDINGS)


def _open(variant: Variant, players: int, judged: Document, cited: set[str]) -> Iterable[Document]:
    """Yield each ambiguity that may be met: a rule of it is cited, or a reading of it changes what is judged by."""
    for ambiguity, readings in variant.open_readings:
        changes = [_change(other, players, judged) for other in readings]
        if any(changes) or ambiguity.key in cited:
            yield {
                "key": ambiguity.key,
                "text": sentence(ambiguity.text),
                "default": sentence(ambiguity.default),
                "readings": [
                    {"text": sentence(other.reading.text), "option": _option(variant, other), "changes": change}
                    for other, change in zip(readings, changes, strict=True)
                ],
            }


def _change(other: OtherReading, players: int, judged: Document) -> Document | None:
    """Return what another reading changes of what is judged by; None if nothing models it."""
    if other.variant is None:
        return None
    return {key: value for key, value in judged_by(other.variant, players).items() if value != judged[key]}


def _option(variant: Variant, other: OtherReading) -> str | None:
    """Return the sentence of the house rule that selects a reading."""
    return next((sentence(option.sentence) for option in variant.options if option.key == other.reading.option), None)


def _full_text(rule: Any) -> str:
    text = sentence(rule.text)
    return f"{text} {sentence(rule.default)}" if isinstance(rule, Ambiguity) else text
