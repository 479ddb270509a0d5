"""A game as JSON and CSV: what the API answers, and what is exported."""

from collections.abc import Mapping

from ...documents import Document
from ...rules.scoring.plausibility import Finding
from ...rules.scoring.scoring import Line
from ..games.games import games_of_device, load_game, load_game_with_history, load_history
from ..games.history import RevisionView
from ..games.state import Setup
from ..games.views import GameView, RoundView
from ..payloads import DOUBLINGS
from ..referee.ask import answer_document
from ..referee.ruling_views import Decision, RulingView
from ..referee.rulings import rulings_of
from ..wording import finding_sentence

FORMAT_VERSION = 1
MOST_EXPORTED = 500
_NOTHING: Mapping[int, Document] = {}
_SEPARATORS = ',;\t"\r\n'
_FORMULA = tuple("=+-@＝＋－＠\t\r\n")  # some spreadsheets take full-width signs for the same, and drop white space


def game_document(view: GameView) -> Document:
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


def round_document(round_: RoundView, *, totals: bool = True) -> Document:
    """Return a round as the API shows it, with or without the `totals` after it."""
    doubling = round_.variant.scoring.doubling
    flags = {key: round_.round.doubled and doubling is not None and doubling.key == key for key in DOUBLINGS}
    document = {
        "number": round_.number,
        "closer": round_.round.closer,
        "how": round_.round.how.value,
        "entries": {player: dict(entry) for player, entry in round_.entries.items()},
        **flags,
        "by": round_.by,
        "scores": dict(round_.scores),
        "lines": {player: [line_document(line) for line in lines] for player, lines in round_.lines.items()},
        "totals": dict(round_.totals),
        "voided": round_.voided,
        "warnings": [finding_document(finding) for finding in round_.warnings],
    }
    if not totals:
        del document["totals"]
    return document


def line_document(line: Line) -> Document:
    """Return a line as the API shows it; one that a ruling posted names it."""
    document: Document = {"points": line.points, "rule": line.rule}
    return document if line.ruling is None else {**document, "ruling": line.ruling}


def finding_document(finding: Finding) -> Document:
    """Return a finding as the API shows it."""
    return {"code": finding.code, "text": finding_sentence(finding), "player": finding.player}


def revision_document(revision: RevisionView, known: Mapping[int, Document] = _NOTHING) -> Document:
    """Return a revision as the API shows it; one about a ruling has how that stands after it.

    `known` are documents of rounds by the identity of what they were made of: most rounds are in a game and in its
    history.
    """
    document = {
        "number": revision.number,
        "what": revision.what,
        "round": revision.round,
        "who": revision.who,
        "when": f"{revision.when:%Y-%m-%dT%H:%M:%SZ}",
        "why": revision.why,
        "before": _subject_document(revision.before, known),
        "after": _subject_document(revision.after, known),
    }
    return document if revision.ruling is None else {**document, "ruling": revision.ruling}


def _subject_document(subject: RoundView | Setup | None, known: Mapping[int, Document]) -> Document | None:
    if isinstance(subject, Setup):
        return subject.document()
    if id(subject) in known:
        return {key: value for key, value in known[id(subject)].items() if key != "totals"}
    return round_document(subject, totals=False) if subject else None


def setup_document(setup: Setup) -> Document:
    """Return who sat down first and by which rules, as an export keeps it."""
    names = setup.names
    return {
        "name": setup.name,
        "players": list(names.values()),
        "house_rules": dict(setup.house_rules),
        "dealer": names[setup.dealer],
        **({"points": {names[player]: points for player, points in setup.points.items()}} if setup.points else {}),
    }


def history_document(game_id: str) -> list[Document]:
    """Return the revisions of a game as the API shows them.

    Raises:
        NoAccess: there is no such game.
    """
    return [revision_document(revision) for revision in load_history(game_id)]


def export_document(game_id: str) -> Document:
    """Return the whole game as one document, which `importing.import_game` takes.

    Raises:
        NoAccess: there is no such game.
    """
    view, history = load_game_with_history(game_id)
    game = game_document(view)
    known = dict(zip(map(id, view.rounds), game["rounds"], strict=True))
    return {
        "format_version": FORMAT_VERSION,
        "created": f"{view.created_at:%Y-%m-%dT%H:%M:%SZ}",
        "start": setup_document(view.start),
        "people": view.state.names,
        "game": game,
        "history": [revision_document(revision, known) for revision in history],
        "rulings": [filed_ruling_document(found) for found in rulings_of(view)],
    }


def ruling_document(found: RulingView) -> Document:
    """Return a game's ruling as the API shows it: the referee's answer, who asked, what the table made of it."""
    return {
        "id": found.id,
        "question": found.question,
        "round": found.round,
        "situation": found.situation,
        "by": found.who,
        "when": f"{found.when:%Y-%m-%dT%H:%M:%SZ}",
        "claims": dict(found.claims),
        "words": dict(found.words),
        "supported": list(found.supported),
        "status": found.status.value,
        "decision": _decision_document(found.decision) if found.decision else None,
        **answer_document(found.answer),
    }


def _decision_document(decision: Decision) -> Document:
    return {
        "by": decision.who,
        "when": f"{decision.when:%Y-%m-%dT%H:%M:%SZ}",
        "why": decision.why,
        "round": decision.round,
        "penalties": [{"player": p.player, "points": p.points, "rule": p.rule} for p in decision.penalties],
    }


def filed_ruling_document(found: RulingView) -> Document:
    """Return a game's ruling as an export keeps it: codes, cards, ids and options, players by name, no sentences."""
    penalties = [{"player": a.player, "points": a.points, "rule": a.rule} for a in found.answer.ruling.penalties]
    return {
        "id": found.id,
        "question": found.question,
        "by": found.who,
        "when": f"{found.when:%Y-%m-%dT%H:%M:%SZ}",
        "status": found.status.value,
        **found.document,
        "claims": dict(found.claims),
        "words": dict(found.words),
        "penalties": penalties,
    }


def export_everything(device_secret: str | None) -> Document:
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
