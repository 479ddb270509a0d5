"""Answers of the referee filed as codes, cards, ids and options, never as prose, and read again to be worded."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from .. import rules
from ..rules.cards import Card, codes, parse_cards
from ..rules.readings import Answer, Doubt, OpenReading
from ..rules.rulings import Award, Reason, Ruling, Verdict
from ..rules.situations import PlayerCards
from ..rules.sources import Ambiguity
from ..rules.variant import Variant
from ..rules.variants import get_variant
from .referee import Asked, plain

Document = dict[str, Any]


@cache
def wordings() -> Mapping[str, str]:
    """Return the marked sentence of every reason code, from the tables of words (`rulings.Wordings`) in the rules."""
    modules = [import_module(found.name) for found in walk_packages(rules.__path__, f"{rules.__name__}.")]
    tables = [table for module in modules for table in vars(module).values() if _is_words(table)]
    return {code: message for table in tables for code, (_topic, message) in table.items()}


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


def answer_of(variant_key: str, document: Document) -> Answer:
    """Return a filed answer, to be worded like a fresh one; its facts hold cards as their codes."""
    variant = get_variant(variant_key, document["house_rules"])
    ruling = Ruling(
        Verdict(document["verdict"]),
        tuple(_reason_of(reason) for reason in document["reasons"]),
        document["facts"],
        tuple(Award(penalty["player"], penalty["points"], penalty["rule"]) for penalty in document["penalties"]),
    )
    return Answer(variant, ruling, tuple(doubt for filed in document["doubts"] if (doubt := _doubt_of(variant, filed))))


def _reason_of(document: Document) -> Reason:
    return Reason(
        document["code"],
        wordings().get(document["code"], ""),
        parse_cards(document["cards"]),
        document["rule"],
        document["values"],
        tuple(document["missing"]) if document["missing"] is not None else None,
    )


def _doubt_of(variant: Variant, document: Document) -> Doubt | None:
    """Return a doubt as it was; None if the rulebook has settled it since."""
    ambiguity = variant.rules.get(document["key"])
    if not isinstance(ambiguity, Ambiguity) or len(ambiguity.readings) != len(document["verdicts"]):
        return None
    verdicts = [Verdict(verdict) if verdict else None for verdict in document["verdicts"]]
    return Doubt(ambiguity, tuple(map(OpenReading, ambiguity.readings, verdicts)))
