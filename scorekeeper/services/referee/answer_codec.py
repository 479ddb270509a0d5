"""Encode the referee's answers for the store, as codes, cards, ids and options without sentences, and decode them."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from string import Formatter

from ...documents import AnswerDocument, DoubtDocument, ReasonDocument
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
from .ask import Asked, answer, plain, plain_facts, read_question


def encode_answer(asked: Asked, found: Answer) -> AnswerDocument:
    """Return a question and its answer as they are stored."""
    ruling = found.ruling
    return {
        "rulebook": found.variant.version,
        "house_rules": dict(found.variant.house_rules),
        "players": asked.players,
        "situation": {key.rstrip("_"): _encoded(value) for key, value in asked.situation.items()},
        "verdict": ruling.verdict.value,
        "reasons": [_encoded_reason(reason) for reason in ruling.reasons],
        "facts": plain_facts(ruling.facts),
        "penalties": [{"player": a.player, "points": a.points, "rule": a.rule} for a in ruling.penalties],
        "doubts": [
            {
                "key": doubt.ambiguity.key,
                "verdicts": [other.verdict and other.verdict.value for other in doubt.readings],
            }
            for doubt in found.doubts
        ],
    }


def _encoded(value: object) -> object:
    """Return a part of a situation as JSON in the form of the referee's contract."""
    if isinstance(value, PlayerCards):
        cards = {"melds": value.melds, "laid_off": value.laid_off, "hand": value.hand}
        return {**{key: _encoded(part) for key, part in cards.items()}, **value.penalties}
    if is_dataclass(value) and not isinstance(value, Card):
        return {f.name.rstrip("_"): _encoded(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [_encoded(part) for part in value]
    return {str(key): _encoded(part) for key, part in value.items()} if isinstance(value, dict) else plain(value)


def _encoded_reason(reason: Reason) -> ReasonDocument:
    return {
        "code": reason.code,
        "cards": codes(reason.cards),
        "rule": reason.rule,
        "values": plain_facts(reason.values),
        "missing": list(reason.missing) if reason.missing is not None else None,
    }


def decode_answer(variant_key: str, question: str, stored: AnswerDocument, judged: Answer | None = None) -> Answer:
    """Return a stored answer; its facts hold cards as their codes.

    `judged` is the same answer, if it is at hand. Without it the sentences of the reasons are looked up. The question
    is judged again only if that leaves a sentence open: `round-score` has several with one code and the same values.
    """
    variant = get_variant(variant_key, stored["house_rules"])
    ruling = Ruling(
        Verdict(stored["verdict"]),
        judged.ruling.reasons if judged else tuple(_decoded_reasons(variant, question, stored)),
        stored["facts"],
        tuple(Award(penalty["player"], penalty["points"], penalty["rule"]) for penalty in stored["penalties"]),
    )
    return Answer(
        variant, ruling, tuple(doubt for each in stored["doubts"] if (doubt := _decoded_doubt(variant, each)))
    )


def _decoded_reasons(variant: Variant, question: str, stored: AnswerDocument) -> Iterator[Reason]:
    found = [(reason, _message_of(variant, question, reason)) for reason in stored["reasons"]]
    known = all(message is not None for _, message in found)
    judged = [] if known else _judged_again(variant.key, question, stored)
    for reason, message in found:
        given = message or next((other.message for other in judged if _encoded_reason(other) == reason), None)
        yield Reason(
            reason["code"],
            given or _fitting_message(reason),
            parse_cards(reason["cards"]),
            reason["rule"],
            reason["values"],
            tuple(reason["missing"]) if reason["missing"] is not None else None,
        )


def _message_of(variant: Variant, question: str, reason: ReasonDocument) -> str | None:
    """Return the marked sentence of a stored reason; None if no sentence of its code has exactly its values.

    Three codes have different sentences in different questions: the one whose topic has the stored rule is preferred,
    then the question's own.
    """
    code, names = reason["code"], reason["values"].keys()
    fitting = [(topic, message) for topic, message in sentences(code, question) if _names(message) == names]
    cited = [message for topic, message in fitting if _cited(variant, topic) == reason["rule"]]
    return next(iter((*cited, *(message for _topic, message in fitting))), None)


def _cited(variant: Variant, topic: Topic | MeldTopic) -> str | None:
    return variant.cites.get(topic) if isinstance(topic, Topic) else variant.melds.rules.get(topic)


def _judged_again(variant_key: str, question: str, stored: AnswerDocument) -> Sequence[Reason]:
    """Return the reasons that are given today; none if the question is malformed by today's rules."""
    request = {key: stored[key] for key in ("house_rules", "players", "situation")}
    try:
        return answer(read_question(question, {"variant": variant_key, **request})).ruling.reasons
    except Invalid:
        return ()


def _fitting_message(reason: ReasonDocument) -> str:
    """Return a sentence for a reason that is not given any more: one of its code that its values fill, or the code."""
    messages = (message for _, message in sentences(reason["code"]))
    return next((m for m in messages if _names(m) <= reason["values"].keys()), str(reason["code"]))


@cache
def _names(message: str) -> frozenset[str]:
    """Return the names of the values that a sentence is filled with."""
    return frozenset(name for _, name, _, _ in Formatter().parse(message) if name)


def _decoded_doubt(variant: Variant, stored: DoubtDocument) -> Doubt | None:
    """Return a stored doubt; None if today's rulebook has no such ambiguity, or other readings of it."""
    ambiguity = variant.rules.get(stored["key"])
    if not isinstance(ambiguity, Ambiguity) or len(ambiguity.readings) != len(stored["verdicts"]):
        return None
    verdicts = [Verdict(verdict) if verdict else None for verdict in stored["verdicts"]]
    return Doubt(ambiguity, tuple(map(OpenReading, ambiguity.readings, verdicts)))
