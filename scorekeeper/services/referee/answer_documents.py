"""An answer of the referee as JSON, worded in the reader's language; its types are in `answers`."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ...rules.cards import Card, codes
from ...rules.model.sources import Ambiguity, Rule
from ...rules.model.variant import Variant
from ...rules.reasons import Reason
from ...rules.referee.readings import Answer, OpenAmbiguity
from ...rules.referee.ruling import Award, Ruling
from ...rules.referee.tile_words import in_words_of
from ..json_output import json_pointer
from ..views.answers import PenaltyJson
from ..wording import headline_sentence, reader_language, reader_letters, sentence
from .answers import AnswerJson, ReadingJson, ReasonJson, RuleJson


def answer_document(found: Answer) -> AnswerJson:
    """Return an answer as the API gives it, worded in the reader's language."""
    variant, ruling = found.variant, found.ruling
    return {
        "verdict": ruling.verdict,
        "headline": headline_sentence(found.headline),
        "settled": found.settled,
        "reasons": [reason_document(variant, reason) for reason in ruling.reasons],
        "facts": plain_facts(ruling.facts),
        "penalties": penalties_document(ruling.penalties),
        "readings": [reading for doubt in found.doubts for reading in _readings(found, doubt)],
        "rulebook": {
            "variant": variant.key,
            "version": variant.version,
            "house_rules": dict(variant.choices),
        },
    }


def reason_document(variant: Variant, reason: Reason) -> ReasonJson:
    """Return a reason as the API gives it."""
    document: ReasonJson = {
        "code": reason.code,
        "text": sentence(in_words_of(variant, reason.message), reason.values),
        "cards": codes(reason.cards),
        "rule": rule_document(variant, reason.rule) if reason.rule and reason.rule in variant.rules else None,
    }
    if reason.missing is not None:
        document["missing"] = json_pointer(("situation", *reason.missing))
    return document


def rule_document(variant: Variant, key: str) -> RuleJson:
    """Return a rule with its source, and with its default if it is an ambiguity."""
    return _rule(variant.rules[key], variant.source.title, reader_language(), reader_letters())


@lru_cache(maxsize=2048)
def _rule(rule: Rule, title: str, _language: str, _letters: str) -> RuleJson:
    document: RuleJson = {
        "key": rule.key,
        "text": sentence(rule.text),
        "source": {"title": title, "section": rule.section},
    }
    if isinstance(rule, Ambiguity):
        document["default"] = sentence(rule.default)
    return document


def _readings(found: Answer, doubt: OpenAmbiguity) -> Iterable[ReadingJson]:
    """Yield the readings of a doubt that change the answer; all of them if none is known to."""
    rule = rule_document(found.variant, doubt.ambiguity.key)
    changing = [other for other in doubt.readings if other.ruling is None or _differs(found, other.ruling)]
    for other in changing or doubt.readings:
        ruling = other.ruling or found.ruling
        yield {
            "rule": rule,
            "text": sentence(other.reading.text),
            "option": other.reading.option,
            "choice": other.reading.choice,
            "verdict": other.verdict,
            "headline": headline_sentence(other.headline) if other.headline else None,
            "facts": changed_facts(found.ruling, ruling),
            "penalties": penalties_document(award for award in ruling.penalties if award not in found.ruling.penalties),
        }


def changed_facts(ruling: Ruling, other: Ruling) -> dict[str, object]:
    """Return the facts of `other` that differ from those of `ruling`, as JSON values; None for one that is gone."""
    old, new = plain_facts(ruling.facts), plain_facts(other.facts)
    return {key: new.get(key) for key in {**new, **old} if key not in new or key not in old or new[key] != old[key]}


def penalties_document(awards: Iterable[Award]) -> list[PenaltyJson]:
    """Return penalties as the API gives them."""
    return [{"player": award.player, "points": award.points, "rule": award.rule} for award in awards]


def _differs(found: Answer, other: Ruling) -> bool:
    ruling = found.ruling
    return (ruling.verdict, ruling.penalties, plain_facts(ruling.facts)) != (
        other.verdict,
        other.penalties,
        plain_facts(other.facts),
    )


def plain(value: object) -> object:
    """Return a fact as a JSON value: cards as their codes."""
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, Card):
        return value.code
    if isinstance(value, (list, tuple)):  # a union of types is ten times slower
        return [plain(part) for part in value]
    return {str(key): plain(part) for key, part in value.items()} if isinstance(value, Mapping) else value


_PLAIN = (bool, int, str)


def plain_facts(facts: Mapping[str, object]) -> dict[str, object]:
    """Return facts, or the values of a reason, as JSON values: cards as their codes."""
    return {key: plain(value) for key, value in facts.items()}
