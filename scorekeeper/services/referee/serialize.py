"""Rulings of a game serialised as the JSON of the API and of exports."""

from typing import cast

from ..views.serialize import moment
from .answer_documents import answer_document
from .answers import DecisionJson, ExportedRulingJson, RulingJson
from .ruling_views import Decision, RulingView


def ruling_document(found: RulingView) -> RulingJson:
    """Return a game's ruling for the API: the referee's answer, who asked, the table's decision."""
    return {
        "id": found.id,
        "question": found.question,
        "round": found.round,
        "situation": found.situation,
        "by": found.who,
        "when": moment(found.when),
        "claims": dict(found.claims),
        "words": dict(found.words),
        "supported": list(found.supported),
        "status": found.status,
        "decision": _decision_document(found.decision) if found.decision else None,
        **answer_document(found.answer),
    }


def _decision_document(decision: Decision) -> DecisionJson:
    return {
        "by": decision.who,
        "when": moment(decision.when),
        "why": decision.why,
        "round": decision.round,
        "penalties": [{"player": p.player, "points": p.points, "rule": p.rule} for p in decision.penalties],
    }


def exported_ruling_document(found: RulingView) -> ExportedRulingJson:
    """Return a game's ruling as an export keeps it: codes, cards, ids and options, players by name, no sentences."""
    penalties = [{"player": a.player, "points": a.points, "rule": a.rule} for a in found.answer.ruling.penalties]
    document = {
        "id": found.id,
        "question": found.question,
        "by": found.who,
        "when": moment(found.when),
        "status": found.status,
        **found.document,
        "claims": dict(found.claims),
        "words": dict(found.words),
        "penalties": penalties,
    }
    return cast(ExportedRulingJson, document)  # most of it is as `answer_codec` stored it
