"""Games serialised as the JSON of the API."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import cast

from ...documents import DecisionDocument
from ...rules.scoring.ending import DealReminder
from ...rules.scoring.plausibility import Finding
from ...rules.scoring.scoring import ScoreLine
from ..payload_types import CLOSING_WAYS
from ..wording import finding_sentence
from .answers import (
    ClosingWays,
    DealJson,
    DecidedRulingJson,
    GameJson,
    HistoryJson,
    LineJson,
    NoteJson,
    PenaltyJson,
    RevisedRoundJson,
    RevisionJson,
    RoundJson,
    SettingsJson,
    WarningJson,
)
from .game_view import GameView
from .history import GameNote, RevisionSubject, RevisionView
from .round_views import RoundView
from .state import Setup, Status, What

_NOTHING: Mapping[int, RoundJson] = {}


def game_document(view: GameView) -> GameJson:
    """Return the game as the API shows it."""
    document: GameJson = {
        "id": view.id,
        "version": view.version,
        "name": view.name,
        "variant": view.variant.key,
        "house_rules": dict(view.setup.house_rules),
        "rulebook": {"version": view.rulebook},
        "players": list(view.players),
        "rounds": [round_document(round_) for round_ in view.rounds],
        "totals": dict(view.totals),
        "status": "ended" if view.standing.ended else "playing",
        "winners": list(view.standing.winners),
        "dealer": view.dealer,
        "deal": _deal(view.deal) if view.deal else None,
        "warnings": [{"code": found.code, "text": finding_sentence(found)} for found in view.warnings],
    }
    if view.variant.scoring.rating:
        document["rating"] = dict(view.rating)
    if view.rounds_won:
        document["rounds_won"] = dict(view.rounds_won)
    if view.final is not None:
        document["final"] = dict(view.final)
        document["final_lines"] = {
            name: [{"points": bonus.points, "rule": bonus.rule} for bonus in bonuses]
            for name, bonuses in view.final_bonuses.items()
        }
    if view.setup.hide_totals:
        document["hide_totals"] = True
    if view.note is not None:
        document["note"] = view.note
    if view.variant.may_eliminate:
        document["out"] = list(view.eliminated.out)
    return document


def _deal(deal: DealReminder) -> DealJson:
    more: DealJson = {"cards": deal.cards, "packs": deal.packs, "jokers": deal.jokers}
    if deal.first_extra:
        more["first_extra"] = deal.first_extra
    return more


def round_document(round_: RoundView) -> RoundJson:
    """Return a round as the API shows it."""
    flags = {key: key == round_.round.way for key in CLOSING_WAYS}
    document: RoundJson = {
        **cast(ClosingWays, flags),  # type: ignore[typeddict-item]  # it has no other keys than the ways of closing
        "number": round_.number,
        "closer": round_.round.closer,
        "how": round_.round.how,
        "entries": dict(round_.entries),
        "by": round_.by,
        "scores": dict(round_.scores),
        "lines": {player: [line_document(line) for line in lines] for player, lines in round_.lines.items()},
        "totals": dict(round_.totals),
        "voided": round_.voided,
        "warnings": [finding_document(finding) for finding in round_.warnings],
    }
    if round_.rating:
        document["rating"] = dict(round_.rating)
    if round_.round.upcard is not None:
        document["upcard"] = round_.round.upcard.code
    if round_.rejoined:
        document["rejoin"] = list(round_.rejoined)
    if round_.note is not None:
        document["note"] = round_.note
    return document


def _without_totals(round_: RoundJson) -> RevisedRoundJson:
    revised: RevisedRoundJson = {**round_}
    del revised["totals"]
    return revised


def line_document(line: ScoreLine) -> LineJson:
    """Return a line as the API shows it; one that a ruling posted names it."""
    document: LineJson = {"points": line.points, "rule": line.rule}
    return document if line.ruling is None else {**document, "ruling": line.ruling}


def finding_document(finding: Finding) -> WarningJson:
    """Return a finding as the API shows it."""
    return {"code": finding.code, "text": finding_sentence(finding), "player": finding.player}


def revision_document(revision: RevisionView, known: Mapping[int, RoundJson] = _NOTHING) -> RevisionJson:
    """Return a revision as the API shows it; one that a ruling led to has how that stands after it.

    `known` are documents of rounds by the identity of what they were made of: most rounds are in a game and in its
    history.
    """
    document: RevisionJson = {
        "number": revision.number,
        "what": What(revision.what),
        "round": revision.round,
        "who": revision.who,
        "when": moment(revision.when),
        "why": revision.why,
        "before": _subject_document(revision.before, known),
        "after": _subject_document(revision.after, known),
    }
    if revision.ruling is not None:
        document["ruling"] = _decided_document(revision.ruling)
    return document


def history_document(history: Iterable[RevisionView]) -> HistoryJson:
    """Return the revisions of a game as the API shows them."""
    return {"revisions": [revision_document(revision) for revision in history]}


def _decided_document(decision: DecisionDocument) -> DecidedRulingJson:
    penalties: list[PenaltyJson] = [{**penalty} for penalty in decision["penalties"]]
    return {
        "id": decision["id"],
        "status": Status(decision["status"]),
        "round": decision["round"],
        "penalties": penalties,
    }


def _subject_document(
    subject: RevisionSubject | None, known: Mapping[int, RoundJson]
) -> RevisedRoundJson | SettingsJson | NoteJson | None:
    if isinstance(subject, Setup):
        return subject.document()
    if isinstance(subject, GameNote):
        return {"note": subject.text}
    return _without_totals(known.get(id(subject)) or round_document(subject)) if subject else None


def moment(when: datetime) -> str:
    """Return a moment in UTC as the API shows it."""
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"
