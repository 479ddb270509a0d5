"""A game as JSON and CSV: what the API answers, and what is exported."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Final, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ...documents import DecisionDocument
from ...rules.scoring.plausibility import Finding
from ...rules.scoring.scoring import Line
from ..games.answers import (
    DecidedRulingJson,
    Doublings,
    GameJson,
    HistoryJson,
    HouseRules,
    LineJson,
    Moment,
    PenaltyJson,
    RevisedRoundJson,
    RevisionJson,
    RoundJson,
    SettingsJson,
    WarningJson,
)
from ..games.games import games_of_device, load_game, load_game_with_history, load_history
from ..games.history import RevisionView
from ..games.round_views import RoundView
from ..games.state import Setup, Status, What
from ..games.views import GameView
from ..payloads import DOUBLINGS
from ..referee.answers import (
    DecisionJson,
    ExportedRulingJson,
    RulingJson,
)
from ..referee.ask import answer_document
from ..referee.ruling_views import Decision, RulingView
from ..referee.rulings import rulings_of
from ..wording import finding_sentence

FORMAT_VERSION: Final = 1
MOST_EXPORTED = 500
_NOTHING: Mapping[int, RoundJson] = {}
_SEPARATORS = ',;\t"\r\n'
_FORMULA = tuple("=+-@＝＋－＠\t\r\n")  # some spreadsheets take full-width signs for the same, and drop white space


class StartJson(TypedDict):
    """Who sat down first, and by which house rules."""

    name: str | None
    players: list[str]
    house_rules: HouseRules
    dealer: str
    points: NotRequired[Annotated[dict[str, int], Field(description="What players had to begin with.")]]


class ExportJson(TypedDict):
    """A whole game."""

    format_version: Literal[1]
    created: NotRequired[Moment]
    people: NotRequired[Annotated[dict[str, str], Field(description="The names in the rounds, by id.")]]
    start: NotRequired[StartJson]
    game: GameJson
    history: list[RevisionJson]
    rulings: list[ExportedRulingJson]


def game_document(view: GameView) -> GameJson:
    """Return the game as the API shows it."""
    return {
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
        "deal": {"cards": view.deal.cards, "packs": view.deal.packs, "jokers": view.deal.jokers},
        "warnings": [{"code": found.code, "text": finding_sentence(found)} for found in view.warnings],
    }


def round_document(round_: RoundView) -> RoundJson:
    """Return a round as the API shows it."""
    doubling = round_.variant.scoring.doubling
    flags = {key: round_.round.doubled and doubling is not None and doubling.key == key for key in DOUBLINGS}
    return {
        **cast(Doublings, flags),
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


def _without_totals(round_: RoundJson) -> RevisedRoundJson:
    revised: RevisedRoundJson = {**round_}
    del revised["totals"]
    return revised


def line_document(line: Line) -> LineJson:
    """Return a line as the API shows it; one that a ruling posted names it."""
    document: LineJson = {"points": line.points, "rule": line.rule}
    return document if line.ruling is None else {**document, "ruling": line.ruling}


def finding_document(finding: Finding) -> WarningJson:
    """Return a finding as the API shows it."""
    return {"code": finding.code, "text": finding_sentence(finding), "player": finding.player}


def revision_document(revision: RevisionView, known: Mapping[int, RoundJson] = _NOTHING) -> RevisionJson:
    """Return a revision as the API shows it; one about a ruling has how that stands after it.

    `known` are documents of rounds by the identity of what they were made of: most rounds are in a game and in its
    history.
    """
    document: RevisionJson = {
        "number": revision.number,
        "what": What(revision.what),
        "round": revision.round,
        "who": revision.who,
        "when": _moment(revision.when),
        "why": revision.why,
        "before": _subject_document(revision.before, known),
        "after": _subject_document(revision.after, known),
    }
    if revision.ruling is not None:
        document["ruling"] = _decided_document(revision.ruling)
    return document


def _decided_document(decision: DecisionDocument) -> DecidedRulingJson:
    penalties: list[PenaltyJson] = [{**penalty} for penalty in decision["penalties"]]
    return {
        "id": decision["id"],
        "status": Status(decision["status"]),
        "round": decision["round"],
        "penalties": penalties,
    }


def _moment(when: datetime) -> str:
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"


def _subject_document(
    subject: RoundView | Setup | None, known: Mapping[int, RoundJson]
) -> RevisedRoundJson | SettingsJson | None:
    if isinstance(subject, Setup):
        return subject.document()
    return _without_totals(known.get(id(subject)) or round_document(subject)) if subject else None


def setup_document(setup: Setup) -> StartJson:
    """Return who sat down first and by which rules, as an export keeps it."""
    names = setup.names
    document: StartJson = {
        "name": setup.name,
        "players": list(names.values()),
        "house_rules": dict(setup.house_rules),
        "dealer": names[setup.dealer],
    }
    if setup.points:
        document["points"] = {names[player]: points for player, points in setup.points.items()}
    return document


def history_document(game_id: str) -> HistoryJson:
    """Return the revisions of a game as the API shows them.

    Raises:
        NoAccess: there is no such game.
    """
    return {"revisions": [revision_document(revision) for revision in load_history(game_id)]}


def export_document(game_id: str) -> ExportJson:
    """Return the whole game as one document, which `importing.import_game` takes.

    Raises:
        NoAccess: there is no such game.
    """
    view, history = load_game_with_history(game_id)
    game = game_document(view)
    known = dict(zip(map(id, view.rounds), game["rounds"], strict=True))
    return {
        "format_version": FORMAT_VERSION,
        "created": _moment(view.created_at),
        "start": setup_document(view.start),
        "people": view.state.names,
        "game": game,
        "history": [revision_document(revision, known) for revision in history],
        "rulings": [exported_ruling_document(found) for found in rulings_of(view)],
    }


def ruling_document(found: RulingView) -> RulingJson:
    """Return a game's ruling as the API shows it: the referee's answer, who asked, what the table made of it."""
    return {
        "id": found.id,
        "question": found.question,
        "round": found.round,
        "situation": found.situation,
        "by": found.who,
        "when": _moment(found.when),
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
        "when": _moment(decision.when),
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
        "when": _moment(found.when),
        "status": found.status,
        **found.document,
        "claims": dict(found.claims),
        "words": dict(found.words),
        "penalties": penalties,
    }
    return cast(ExportedRulingJson, document)  # most of it is as `answer_codec` stored it


def export_everything(device_secret: str | None) -> Mapping[str, object]:
    """Return every game that a device knows as one document, which `importing.import_games_for` takes."""
    games = games_of_device(device_secret, MOST_EXPORTED)
    return {"format_version": FORMAT_VERSION, "games": [export_document(view.id) for view, _role in games]}


def export_csv(game_id: str, separator: str = ",") -> str:
    """Return a game's rounds as CSV (RFC 4180): a row a round, a column a player, voided rounds too.

    `separator` is a semicolon for the spreadsheets of countries that write decimals with a comma.

    Raises:
        NoAccess: there is no such game.
    """
    view = load_game(game_id)
    names = list(view.totals)
    rows: list[list[object]] = [["round", "closer", "how", "voided", *(_no_formula(name) for name in names)]]
    for round_ in view.rounds:
        scores = [round_.scores.get(name, "") for name in names]
        closer = _no_formula(round_.round.closer or "")
        rows.append([round_.number, closer, round_.round.how.value, str(round_.voided).lower(), *scores])
    return "".join(separator.join(_csv_cell(str(cell)) for cell in row) + "\r\n" for row in rows)


def _csv_cell(text: str) -> str:
    """Return `text` quoted if a separator is in it, whichever: LibreOffice divides at all of them at first."""
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in _SEPARATORS) else text


def _no_formula(text: str) -> str:
    """Return `text` so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
