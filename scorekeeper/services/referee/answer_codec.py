"""Answers of the referee filed as codes, cards, ids and options, never as prose, and read again to be worded."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from string import Formatter

from ...documents import Document
from ...rules.cards import Card, codes, parse_cards
from ...rules.model.sources import Ambiguity
from ...rules.model.topics import MeldTopic, Topic
from ...rules.model.variant import Variant
from ...rules.reasons import Reason
from ...rules.referee.readings import Answer, Doubt, OpenReading
from ...rules.referee.ruling import Award, Ruling, Verdict
from ...rules.referee.situations import PlayerCards
from ...rules.referee.wordings import sentences
from ...rules.variants import get_variant
from ..errors import Invalid
from .ask import Asked, answer, plain, read_question


def filed(asked: Asked, found: Answer) -> Document:
    """Return a question and its answer as they are stored."""
    ruling = found.ruling
    return {
        "rulebook": found.variant.version,
        "house_rules": dict(found.variant.house_rules),
        "players": asked.players,
        "situation": {key.rstrip("_"): told(value) for key, value in asked.situation.items()},
        "verdict": ruling.verdict.value,
        "reasons": [_reason(reason) for reason in ruling.reasons],
        "facts": plain(ruling.facts),
        "penalties": [{"player": a.player, "points": a.points, "rule": a.rule} for a in ruling.penalties],
        "doubts": [
            {
                "key": doubt.ambiguity.key,
                "verdicts": [other.verdict and other.verdict.value for other in doubt.readings],
            }
            for doubt in found.doubts
        ],
    }


def told(value: object) -> object:
    """Return a part of a situation in the form in which it was told."""
    if isinstance(value, PlayerCards):
        return {
            "melds": told(value.melds),
            "laid_off": told(value.laid_off),
            "hand": told(value.hand),
            **value.penalties,
        }
    if is_dataclass(value) and not isinstance(value, Card):
        return {f.name.rstrip("_"): told(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [told(part) for part in value]
    return {str(key): told(part) for key, part in value.items()} if isinstance(value, dict) else plain(value)


def _reason(reason: Reason) -> Document:
    return {
        "code": reason.code,
        "cards": codes(reason.cards),
        "rule": reason.rule,
        "values": plain(reason.values),
        "missing": list(reason.missing) if reason.missing is not None else None,
    }


def answer_of(variant_key: str, question: str, document: Document, judged: Answer | None = None) -> Answer:
    """Return a stored answer, to be worded like a fresh one; its facts hold cards as their codes.

    `judged` is the answer that was stored, if it is at hand. Otherwise the sentences of the reasons are looked up. The
    question is judged again only for a reason whose sentence its code and the names of its values do not determine:
    `round-score` words one code in several ways.
    """
    variant = get_variant(variant_key, document["house_rules"])
    ruling = Ruling(
        Verdict(document["verdict"]),
        judged.ruling.reasons if judged else tuple(_reasons_of(variant, question, document)),
        document["facts"],
        tuple(Award(penalty["player"], penalty["points"], penalty["rule"]) for penalty in document["penalties"]),
    )
    return Answer(variant, ruling, tuple(doubt for filed in document["doubts"] if (doubt := _doubt_of(variant, filed))))


def _reasons_of(variant: Variant, question: str, document: Document) -> Iterator[Reason]:
    found = [(reason, _message_of(variant, question, reason)) for reason in document["reasons"]]
    known = all(message is not None for _, message in found)
    judged = [] if known else _judged_again(variant.key, question, document)
    for reason, message in found:
        given = message or next((other.message for other in judged if _reason(other) == reason), None)
        yield Reason(
            reason["code"],
            given or _filled_by(reason),
            parse_cards(reason["cards"]),
            reason["rule"],
            reason["values"],
            tuple(reason["missing"]) if reason["missing"] is not None else None,
        )


def _message_of(variant: Variant, question: str, reason: Document) -> str | None:
    """Return the marked sentence of a stored reason; None if none, or more than one, has its code and its values.

    Three codes have a sentence of their own in several questions. There the question's own sentence comes first, then
    the sentence whose topic has the stored rule.
    """
    code, names = reason["code"], reason["values"].keys()
    fitting = [(topic, message) for topic, message in sentences(code, question) if _names(message) == names]
    cited = [message for topic, message in fitting if _cited(variant, topic) == reason["rule"]]
    return next(iter((*cited, *(message for _topic, message in fitting))), None)


def _cited(variant: Variant, topic: Topic | MeldTopic) -> str | None:
    return variant.cites.get(topic) if isinstance(topic, Topic) else variant.melds.rules.get(topic)


def _judged_again(variant_key: str, question: str, document: Document) -> Sequence[Reason]:
    """Return the reasons that are given today; none if the question cannot be asked any more."""
    request = {key: document[key] for key in ("house_rules", "players", "situation")}
    try:
        return answer(read_question(question, {"variant": variant_key, **request})).ruling.reasons
    except Invalid:
        return ()


def _filled_by(reason: Document) -> str:
    """Return a sentence for a reason that is not given any more: one for its code that its values fill, or the code."""
    messages = (message for _, message in sentences(reason["code"]))
    return next((m for m in messages if _names(m) <= reason["values"].keys()), str(reason["code"]))


@cache
def _names(message: str) -> frozenset[str]:
    """Return the names of the values that a sentence is filled with."""
    return frozenset(name for _, name, _, _ in Formatter().parse(message) if name)


def _doubt_of(variant: Variant, document: Document) -> Doubt | None:
    """Return a doubt as it was; None if the rulebook has settled it since."""
    ambiguity = variant.rules.get(document["key"])
    if not isinstance(ambiguity, Ambiguity) or len(ambiguity.readings) != len(document["verdicts"]):
        return None
    verdicts = [Verdict(verdict) if verdict else None for verdict in document["verdicts"]]
    return Doubt(ambiguity, tuple(map(OpenReading, ambiguity.readings, verdicts)))
