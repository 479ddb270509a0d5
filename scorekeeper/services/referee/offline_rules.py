"""The part of a variant with which a phone judges melds and counts hands without network.

`static/referee/judge.js` computes from it what `rules.referee.questions.meld` computes from the variant; tests compare
the two.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import TypedDict

from ...rules.melds.faults import FAULTS, fault
from ...rules.melds.judge import COUNTED, GROUNDS, ground
from ...rules.model.sources import Ambiguity, Rule
from ...rules.model.terms import ClosingRequirement, ValuePlace
from ...rules.model.topics import Topic
from ...rules.model.variant import OtherReading, Variant
from ...rules.reasons import Reason
from ...rules.referee.headlines import HEADLINES
from ...rules.referee.questions.meld import WORDINGS
from ...rules.referee.ruling import reason
from ...rules.referee.tile_words import in_words_of
from ..wording import list_words, sentence, show_faces_of, template

QUESTIONS = ("meld", "hand-value")
"""The questions that a phone answers without network."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "deck": ("wild_ranks", "wild_as_itself"),
    "melds": (
        "runs",
        "sets",
        "ace",
        "ace_to_ace",
        "ace_to_ace_natural",
        "whole_suit_ace_low",
        "corner_ace_low",
        "run_suits",
        "run_shortest",
        "run_longest",
        "set_smallest",
        "set_largest",
        "set_suits_differ",
        "set_copies",
    ),
    "jokers": ("limit", "side_by_side", "declared", "suit_order"),
    "turn": ("first_round_closed", "closed_rounds", "melds_each", "melds_each_after_pile"),
    "scoring": ("melds_in_hand_free",),
    "values": ("joker", "joker_as_card", "wild_as_joker"),
}
"""The fields of a variant that these questions read, by its part; the values of ranks and the packs come with them."""

_RESULTS = ("run_of", "set_of", "left_in_hand", "one_joker_too_many")

_TOPICS = (Topic.COURT_VALUES,)

JudgingFields = dict[str, object]
"""The values of the fields that decide, by name."""


class OpenReadingJson(TypedDict):
    """Another reading: its sentence, the same as a condition, its house rule's sentence, the fields that it changes.

    `changes` is None if no field models it. `where_laid`: it is open only where the cards are a meld by it alone.
    """

    text: str
    condition: str
    option: str | None
    changes: JudgingFields | None
    where_laid: bool


class OfflineAmbiguityJson(TypedDict):
    """An ambiguity of the source with its default and its other readings."""

    key: str
    text: str
    default: str
    readings: list[OpenReadingJson]


class OfflineRules(TypedDict):
    """What the script judges by: `rule` and `said` are the rule's id and the sentence of each reason code.

    `headlines` are the sentences of headlines by their codes, and the words of a list of cards.

    `texts` are the text and the section of each rule, `doubtful` the rules that are ambiguities.
    """

    faces: str  # a `Faces`
    judged: JudgingFields
    cites: dict[str, str]
    open: list[OfflineAmbiguityJson]
    doubtful: list[str]
    rule: dict[str, str | None]
    said: dict[str, str]
    headlines: dict[str, str]
    texts: dict[str, list[str]]
    source: str
    language: str


def offline_rules(variant: Variant, players: int) -> OfflineRules:
    """Return the rules for melds and hands of `players` as JSON values, with sentences in the reader's language."""
    variant = variant.at_table(players)
    show_faces_of(variant)
    reasons = {each.code: each for each in _reasons(variant)}
    said = {code: each.message for code, each in reasons.items()} | {code: each for code, (_, each) in COUNTED.items()}
    judged = judging_fields(variant, players)
    cites = {topic.value: variant.cites[topic] for topic in _TOPICS if topic in variant.cites}
    cited = dict.fromkeys([*(each.rule for each in reasons.values()), *cites.values()])
    rules = [rule for key in cited if key is not None and (rule := variant.rules.get(key))]
    return {
        "faces": variant.deck.faces.value,
        "judged": judged,
        "cites": cites,
        "open": list(_open(variant, players, judged, {rule.key for rule in rules})),
        "doubtful": [rule.key for rule in rules if isinstance(rule, Ambiguity)],
        "rule": {code: each.rule for code, each in reasons.items()},
        "said": {code: template(in_words_of(variant, each)) for code, each in said.items()},
        "headlines": {**_headlines(variant, reasons), **list_words()},
        "texts": {rule.key: [_full_text(rule), rule.section] for rule in rules},
        "source": variant.source.title,
        "language": variant.source.language,
    }


def judging_fields(variant: Variant, players: int) -> JudgingFields:
    """Return the fields of a variant that decide about melds and hands, as JSON values."""
    found = {name: getattr(getattr(variant, part), name) for part, names in FIELDS.items() for name in names}
    found |= {
        "hand_only": variant.closing.asks(ClosingRequirement.IN_ONE_TURN),
        "opening_ace_high": variant.values.laid_ace(low=False),
        "opening_ace_low": variant.values.laid_ace(low=True),
        "lone_ace": variant.values.places.get(ValuePlace.LONE_ACE),
    }
    ranks = [points for _rank, points in sorted(variant.values.ranks.items())]
    return found | {
        "ranks": ranks,
        "copies": variant.deck.packs_for(players),
        "jokers": variant.deck.jokers_for(players),
    }


def _headlines(variant: Variant, codes: Collection[str]) -> dict[str, str]:
    """Return the sentences of the headlines of these questions, by their codes."""
    said = [code for code in HEADLINES if code in codes or code.startswith(_RESULTS)]
    return {code: template(in_words_of(variant, HEADLINES[code])) for code in said}


def _reasons(variant: Variant) -> Iterable[Reason]:
    """Yield every reason that these questions may give, with its rule, without cards and values."""
    yield from (fault(variant.melds, code, ()) for code in FAULTS)
    yield from (ground(variant.melds, code, ()) for code in GROUNDS)
    yield from (reason(variant, WORDINGS, code) for code in WORDINGS)


def _open(variant: Variant, players: int, judged: JudgingFields, cited: set[str]) -> Iterable[OfflineAmbiguityJson]:
    """Yield each ambiguity that matters here: a reason cites it, or a reading of it changes a field that decides."""
    for ambiguity, readings in variant.open_readings:
        changes = [_change(other, players, judged) for other in readings]
        if any(changes) or ambiguity.key in cited:
            yield {
                "key": ambiguity.key,
                "text": sentence(ambiguity.text),
                "default": sentence(ambiguity.default),
                "readings": [
                    {
                        "text": sentence(other.reading.text),
                        "condition": sentence(other.reading.condition, {"target": variant.ending.target}),
                        "option": _option(variant, other),
                        "changes": change,
                        "where_laid": other.reading.where_laid,
                    }
                    for other, change in zip(readings, changes, strict=True)
                ],
            }


def _change(other: OtherReading, players: int, judged: JudgingFields) -> JudgingFields | None:
    """Return the fields that another reading changes; None if no field models it."""
    if other.variant is None:
        return None
    return {key: value for key, value in judging_fields(other.variant, players).items() if value != judged[key]}


def _option(variant: Variant, other: OtherReading) -> str | None:
    """Return the sentence of the house rule that selects a reading; None if there is none."""
    return next((sentence(option.sentence) for option in variant.options if option.key == other.reading.option), None)


def _full_text(rule: Rule) -> str:
    text = sentence(rule.text)
    return " ".join((text, sentence(rule.default))) if isinstance(rule, Ambiguity) else text
