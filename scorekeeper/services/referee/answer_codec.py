"""Answers of the referee filed as codes, cards, ids and options, never as prose, and read again to be worded."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from string import Formatter

from ... import rules
from ...documents import Document
from ...rules.cards import Card, codes, parse_cards
from ...rules.model.sources import Ambiguity
from ...rules.model.variant import Variant
from ...rules.referee.readings import Answer, Doubt, OpenReading
from ...rules.referee.ruling import Award, Reason, Ruling, Verdict
from ...rules.referee.situations import PlayerCards
from ...rules.variants import get_variant
from ..errors import Invalid
from .ask import Asked, answer, plain, read_question


@cache
def wordings() -> Mapping[str, tuple[str, ...]]:
    """Return the marked sentences of every reason code, from the tables of words (`rulings.Wordings`) in the rules."""
    modules = [import_module(found.name) for found in walk_packages(rules.__path__, f"{rules.__name__}.")]
    found: dict[str, tuple[str, ...]] = {}
    for table in (table for module in modules for table in vars(module).values() if _is_words(table)):
        for code, (_topic, message) in table.items():
            found[code] = (*found.get(code, ()), message)
    return found


def _is_words(table: object) -> bool:
    """Return whether `table` gives codes of reasons what they are about and a sentence."""
    return (
        isinstance(table, dict)
        and len(table) > 0
        and all(isinstance(code, str) for code in table)
        and all(
            isinstance(v, tuple) and len(v) == 2 and all(isinstance(part, str) for part in v) for v in table.values()
        )
    )


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


def answer_of(variant_key: str, question: str, document: Document) -> Answer:
    """Return a filed answer, to be worded like a fresh one; its facts hold cards as their codes."""
    variant = get_variant(variant_key, document["house_rules"])
    said = _sentences(variant_key, question, document)
    ruling = Ruling(
        Verdict(document["verdict"]),
        tuple(_reason_of(reason, said) for reason in document["reasons"]),
        document["facts"],
        tuple(Award(penalty["player"], penalty["points"], penalty["rule"]) for penalty in document["penalties"]),
    )
    return Answer(variant, ruling, tuple(doubt for filed in document["doubts"] if (doubt := _doubt_of(variant, filed))))


def _sentences(variant_key: str, question: str, document: Document) -> list[tuple[Document, str]]:
    """Return the reasons that are given today, as they are filed, with their sentences.

    The question is asked once more for its words only: what it is answered stays as it was filed.
    """
    told = {key: document[key] for key in ("house_rules", "players", "situation")}
    try:
        found = answer(read_question(question, {"variant": variant_key, **told}))
    except Invalid:
        return []
    return [(_reason(reason), reason.message) for reason in found.ruling.reasons]


def _reason_of(document: Document, said: Sequence[tuple[Document, str]]) -> Reason:
    return Reason(
        document["code"],
        next((message for reason, message in said if reason == document), None) or _fitting(document),
        parse_cards(document["cards"]),
        document["rule"],
        document["values"],
        tuple(document["missing"]) if document["missing"] is not None else None,
    )


def _fitting(document: Document) -> str:
    """Return a sentence for a reason that is not given any more: one for its code that its values fill."""
    for message in wordings().get(document["code"], ()):
        if {name for _, name, _, _ in Formatter().parse(message) if name} <= document["values"].keys():
            return message
    return str(document["code"])


def _doubt_of(variant: Variant, document: Document) -> Doubt | None:
    """Return a doubt as it was; None if the rulebook has settled it since."""
    ambiguity = variant.rules.get(document["key"])
    if not isinstance(ambiguity, Ambiguity) or len(ambiguity.readings) != len(document["verdicts"]):
        return None
    verdicts = [Verdict(verdict) if verdict else None for verdict in document["verdicts"]]
    return Doubt(ambiguity, tuple(map(OpenReading, ambiguity.readings, verdicts)))
