"""Encode the referee's answers for the store, as codes, cards, ids and options without sentences, and decode them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from string import Formatter

from ...documents import (
    AnswerDocument,
    DoubtDocument,
    HeadlineDocument,
    OtherDocument,
    ReasonDocument,
    RuledPenaltyDocument,
)
from ...rules.cards import BY_CODE, Card, codes, parse_cards
from ...rules.model.sources import Ambiguity, Reading
from ...rules.model.topics import KnockTopic, MeldTopic, Topic
from ...rules.model.variant import Variant
from ...rules.reasons import Addend, Reason, Sum
from ...rules.referee.headlines import OPEN_RESULTS, Headline, headline_message, headline_of
from ...rules.referee.readings import Answer, OpenAmbiguity, OpenReading
from ...rules.referee.ruling import Award, Ruling, Verdict
from ...rules.referee.situations import PlayerCards
from ...rules.referee.wordings import sentences
from ...rules.variants import get_variant
from ..errors import Invalid
from .answer_documents import plain, plain_facts
from .ask import Asked, answer, read_question


def encode_answer(asked: Asked, found: Answer) -> AnswerDocument:
    """Return a question and its answer as they are stored."""
    ruling = found.ruling
    return {
        "rulebook": found.variant.version,
        "house_rules": dict(found.variant.house_rules),
        "players": asked.players,
        "situation": encode_situation(asked.situation),
        "verdict": ruling.verdict.value,
        "headline": _encoded_headline(found.headline),
        "reasons": [_encoded_reason(reason) for reason in ruling.reasons],
        "facts": plain_facts(ruling.facts),
        "penalties": _encoded_penalties(ruling),
        "doubts": [
            {
                "key": doubt.ambiguity.key,
                "verdicts": [other.verdict and other.verdict.value for other in doubt.readings],
                "others": [_encoded_other(other) for other in doubt.readings],
            }
            for doubt in found.doubts
        ],
    }


def encode_situation(situation: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments of a judge as JSON in the form of the referee's contract."""
    return {key.rstrip("_"): _encoded(value) for key, value in situation.items()}


def _encoded_headline(headline: Headline) -> HeadlineDocument:
    return {"code": headline.code, "values": _encoded_values(headline.values)}


def _encoded_penalties(ruling: Ruling) -> list[RuledPenaltyDocument]:
    return [{"player": award.player, "points": award.points, "rule": award.rule} for award in ruling.penalties]


def _encoded_other(other: OpenReading) -> OtherDocument | None:
    if other.ruling is None:
        return None
    return {
        "headline": _encoded_headline(other.headline) if other.headline else None,
        "facts": plain_facts(other.ruling.facts),
        "penalties": _encoded_penalties(other.ruling),
    }


def _encoded_values(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a sentence as JSON; a card is an object, so that it is no name."""
    return {name: _encoded_value(value) for name, value in values.items()}


def _encoded_value(value: object) -> object:
    if isinstance(value, Card):
        return {"card": value.code}
    if isinstance(value, Sum):
        return {"sum": [_encoded_addend(part) for part in value.parts]}
    return [_encoded_value(part) for part in value] if isinstance(value, list | tuple) else plain(value)


def _decoded_values(values: Mapping[str, object]) -> dict[str, object]:
    return {name: _decoded_value(value) for name, value in values.items()}


def _decoded_value(value: object) -> object:
    if isinstance(value, dict) and value.keys() == {"card"}:
        return BY_CODE.get(value["card"], "")
    if isinstance(value, dict) and value.keys() == {"sum"}:
        return Sum(tuple(_decoded_addend(*part) for part in value["sum"]))
    return tuple(map(_decoded_value, value)) if isinstance(value, list) else value


def _encoded_addend(part: Addend) -> list[str | int]:
    return [part.card.code, part.points, *([part.role.code] if part.role else [])]


def _decoded_addend(card: str, points: int, role: str | None = None) -> Addend:
    return Addend(BY_CODE[card], points, BY_CODE[role] if role else None)


def _encoded(value: object) -> object:
    """Return a part of a situation as JSON in the form of the referee's contract."""
    if isinstance(value, PlayerCards):
        cards = {"melds": value.melds, "laid_off": value.laid_off, "hand": value.hand}
        low = {} if value.low_aces is None else {"low_aces": _encoded(value.low_aces)}
        said = {} if value.could_open is None else {"could_open": value.could_open}
        opening = said if value.opened else {"opened": False, **said}
        return {**{key: _encoded(part) for key, part in cards.items()}, **low, **opening, **value.penalties}
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
        "values": _encoded_values(reason.values),
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
        _decoded_penalties(stored["penalties"]),
    )
    doubts = (_decoded_doubt(variant, question, ruling, each) for each in stored["doubts"])
    headline = judged.headline if judged else _decoded_headline(variant, question, stored.get("headline"))
    headline = headline or _headline_again(variant, question, stored, ruling)
    once_named = judged.ruling.once_named if judged else _once_named(ruling, headline)
    return Answer(variant, replace(ruling, once_named=once_named), tuple(doubt for doubt in doubts if doubt), headline)


def _once_named(ruling: Ruling, headline: Headline) -> Ruling | None:
    """Return `Ruling.once_named`, which is not stored: only with it is the headline of an undecided ruling a result."""
    is_open = {*OPEN_RESULTS, *(reason.code for reason in ruling.reasons)}
    if ruling.verdict is not Verdict.UNDECIDED or headline.code in is_open:
        return None
    return replace(ruling, verdict=Verdict.LEGAL)


def _decoded_penalties(penalties: Iterable[RuledPenaltyDocument]) -> tuple[Award, ...]:
    return tuple(Award(each["player"], each["points"], each["rule"]) for each in penalties)


def _decoded_headline(variant: Variant, question: str, stored: HeadlineDocument | None) -> Headline | None:
    """Return a stored headline; None if there is none, or if it is not used any more."""
    if stored is None:
        return None
    values = _decoded_values(stored["values"])
    message = headline_message(variant, stored["code"], question, values)
    return None if message is None else Headline(stored["code"], message, values)


def _headline_again(variant: Variant, question: str, stored: AnswerDocument, ruling: Ruling) -> Headline:
    """Return the headline of a ruling that has none stored; the sentence of its first reason if it cannot be asked."""
    request = {key: stored[key] for key in ("house_rules", "players", "situation")}
    with suppress(Invalid):
        return headline_of(
            question, variant, read_question(question, {"variant": variant.key, **request}).situation, ruling
        )
    first = ruling.reasons[0]
    return Headline(first.code, first.message, first.values)


def _decoded_reasons(variant: Variant, question: str, stored: AnswerDocument) -> Iterator[Reason]:
    found = [(reason, _message_of(variant, question, reason)) for reason in stored["reasons"]]
    known = all(message is not None for _, message in found)
    judged = [] if known else _judged_again(variant.key, question, stored)
    for reason, message in found:
        today = None if message else next((other for other in judged if _agrees(reason, other)), None)
        yield Reason(
            reason["code"],
            message or (today.message if today else _fitting_message(reason)),
            parse_cards(reason["cards"]),
            reason["rule"],
            today.values if today else _decoded_values(reason["values"]),
            tuple(reason["missing"]) if reason["missing"] is not None else None,
        )


def _agrees(stored: ReasonDocument, today: Reason) -> bool:
    """Return whether a reason given today is the stored one, whose sentence may have had other values then."""
    now = _encoded_reason(today)
    values, others = stored["values"], now["values"]
    alike = all(values[name] == others[name] for name in values.keys() & others.keys())
    return alike and {**now, "values": None} == {**stored, "values": None}


def _message_of(variant: Variant, question: str, reason: ReasonDocument) -> str | None:
    """Return the marked sentence of a stored reason; None if no sentence of its code has exactly its values.

    Three codes have different sentences in different questions: the one whose topic has the stored rule is preferred,
    then the question's own.
    """
    code, names = reason["code"], reason["values"].keys()
    fitting = [(topic, message) for topic, message in sentences(code, question) if _names(message) == names]
    cited = [message for topic, message in fitting if _cited(variant, topic) == reason["rule"]]
    return next(iter((*cited, *(message for _topic, message in fitting))), None)


def _cited(variant: Variant, topic: Topic | MeldTopic | KnockTopic) -> str | None:
    if isinstance(topic, KnockTopic):
        return variant.knock.rules.get(topic)
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


def _decoded_doubt(variant: Variant, question: str, ruling: Ruling, stored: DoubtDocument) -> OpenAmbiguity | None:
    """Return a stored doubt; None if today's rulebook has no such ambiguity, or other readings of it."""
    ambiguity = variant.rules.get(stored["key"])
    verdicts = stored["verdicts"]
    if not isinstance(ambiguity, Ambiguity) or len(ambiguity.readings) != len(verdicts):
        return None
    others = stored.get("others") or [None] * len(verdicts)  # an import may hold null
    readings = zip(ambiguity.readings, verdicts, others, strict=True)
    return OpenAmbiguity(ambiguity, tuple(_decoded_reading(variant, question, ruling, *each) for each in readings))


def _decoded_reading(
    variant: Variant,
    question: str,
    ruling: Ruling,
    reading: Reading,
    verdict: str | None,
    other: OtherDocument | None,
) -> OpenReading:
    """Return a stored reading: its ruling has no reasons; facts and penalties are the answer's if `other` is None."""
    if verdict is None:
        return OpenReading(reading, None)
    if other is None:
        return OpenReading(reading, Ruling(Verdict(verdict), (), ruling.facts, ruling.penalties))
    other_ruling = Ruling(Verdict(verdict), (), other["facts"], _decoded_penalties(other["penalties"]))
    return OpenReading(reading, other_ruling, _decoded_headline(variant, question, other["headline"]))
