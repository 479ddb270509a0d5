"""The import of an exported game: its history is replayed, and must lead to the same game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ...documents import RoundDocument, SetupDocument
from ...rules.errors import N_, Problem
from ...rules.variants import VARIANTS, get_variant
from ...store.database import writing
from ...store.models import Grant
from ...store.rows import GameRow, RevisionRow, RulingRow
from ..access.access import Role, add_device, add_key
from ..bounds import LONGEST_WORD
from ..errors import Invalid
from ..games.changes import NewRevision, redoing, undoing
from ..games.creating import Created, read_new_game
from ..games.notes import NewNote, noting, with_note
from ..games.round_input import read_round
from ..games.settings import read_setup
from ..payload_reading import read
from ..payload_types import CLOSING_WAYS
from ..payloads import NewRound, RoundPayload
from ..views.game_view import game_view
from ..views.running_totals import EVERYBODY_IN, Standby
from ..views.state import ROUND_CHANGES, RULING_CHANGES, Setup, State, What, apply, fold
from .duplicates import Duplicates, HasDuplicates, duplicates_of
from .export import FORMAT_VERSION
from .importing_answers import ALTERED, is_older
from .importing_rulings import read_decision, read_ruling_id, read_rulings
from .importing_shapes import ExportShape, RevisionShape, compare
from .lazy_json import Pieces
from .prepared import PreparedGame
from .work_queue import Queue

MOST_GAMES = 500
ONE_IMPORT = Queue(waiting=2, seconds=20)
"""The queue before a file is parsed, which takes many times its size in memory."""

_UNKNOWN_FORMAT = N_("This file has format version {found}. Supported: {known}.")


def import_game(body: object) -> Created:
    """Make a game of an exported document: the same rounds, history and totals; a new id, new keys.

    Raises:
        Invalid: an unknown format version, or a document that does not hold together.
    """
    prepared = prepared_at(body)
    now = datetime.now(UTC).replace(microsecond=0)
    with writing() as session:
        game_id = prepared.store(session)
        return Created(
            game_id, add_key(session, game_id, Role.SCORER, now), add_key(session, game_id, Role.VIEWER, now)
        )


def import_games_for(device_secret: str, body: object, duplicates: Duplicates = Duplicates.ASK) -> list[str]:
    """Make games of a document, one game or all that a device knew, for a device to write in; return their ids.

    All are made, or none. `duplicates` decides about those that the device has already.

    Raises:
        HasDuplicates: the device has some of them, and `duplicates` is `ASK`.
        Invalid: see `import_game`; the path of a problem begins with the place of its game.
    """
    known_format(body)
    games = body["games"] if isinstance(body, dict) and isinstance(body.get("games"), list | Pieces) else None
    if games is not None and len(games) > MOST_GAMES:
        raise Invalid(Problem(N_("Too many games: at most {most}."), ("games",), {"most": MOST_GAMES}))
    prepared = [prepared_at(body)] if games is None else [prepared_at(each, "games", i) for i, each in enumerate(games)]
    known = {} if duplicates is Duplicates.ALL else duplicates_of(device_secret, prepared)
    if known and duplicates is Duplicates.ASK:
        raise HasDuplicates(tuple(known.values()), len(prepared) - len(known))
    prepared = [game for place, game in enumerate(prepared) if place not in known]
    now = datetime.now(UTC).replace(microsecond=0)
    with writing() as session:
        device = add_device(session, device_secret, now)
        ids = [game.store(session) for game in prepared]
        session.add_all(
            Grant(game_id=game_id, role=Role.SCORER.value, given_at=now, device_id=device) for game_id in ids
        )
        return ids


def prepared_at(body: object, *outer: str | int) -> PreparedGame:
    """Return the game of an exported document, which is at the path `outer` of a larger one.

    Raises:
        Invalid: see `import_game`.
    """
    try:
        return _prepare(body)
    except Invalid as error:
        raise Invalid(*(problem.within(*outer) for problem in error.problems)) from None


def _prepare(body: object) -> PreparedGame:
    known_format(body)
    export = read(ExportShape, body)
    variant, rulebook, start = _read_start(export)
    people = {**fold(start, ()).names, **(export.people or {})}
    rulings = read_rulings(variant, rulebook, export.rulings, people)
    rows = _replay(variant, start, export, rulings.rows)
    began = export.created or datetime.now(UTC).replace(microsecond=0)
    compare(export, rulings.statuses, _game_row(variant, start, began), rows)
    if rows and rows[-1].what == What.DELETE:
        raise Invalid(Problem(ALTERED, ("history", len(rows) - 1, "what")))
    return PreparedGame(variant, rulebook, start, began, rows, rulings.rows)


def _game_row(variant: str, start: SetupDocument, began: datetime) -> GameRow:
    """Return the row of a game that is not stored yet."""
    return GameRow("", variant, VARIANTS[variant].version, start, began, began, 1)


def known_format(body: object) -> None:
    """Check that a document's format is one that is known here.

    Raises:
        Invalid: it is another one.
    """
    found = body.get("format_version") if isinstance(body, dict) else None
    if type(found) is int and found != FORMAT_VERSION:
        values: dict[str, object] = {"found": found, "known": FORMAT_VERSION}
        raise Invalid(Problem(_UNKNOWN_FORMAT, ("format_version",), values))


def _read_start(export: ExportShape) -> tuple[str, str, SetupDocument]:
    """Return the variant, the version of its rulebook and the setup with which the game began."""
    game = export.game
    given = dict(export.start or {key: game.get(key) for key in ("name", "players", "house_rules", "hide_totals")})
    try:
        points = given.pop("points", None)
        variant, start = read_new_game({"variant": game.get("variant"), **given}, points)
    except Invalid as error:
        part = "start" if export.start else "game"
        raise Invalid(*(p.within("game" if p.path[:1] == ("variant",) else part) for p in error.problems)) from None
    rulebook = _rulebook(game, VARIANTS[variant].version)
    if export.start is None:
        start["dealer"] = _first_dealer(export, variant, rulebook, start)
    return variant, rulebook, start


def _rulebook(game: Mapping[str, object], today: str) -> str:
    """Return the version of the rulebook by which a game was begun; `today`'s if the file has none.

    Raises:
        Invalid: it is not known here.
    """
    given = game.get("rulebook")
    version = given.get("version") if isinstance(given, dict) else None
    if version is None or version == today:
        return today
    if not isinstance(version, str) or len(version) > LONGEST_WORD or not is_older(version, today):
        message = N_("This game was played by version {found} of the rulebook, which this server does not know.")
        raise Invalid(Problem(message, ("game", "rulebook", "version"), {"found": str(version)[:40]}))
    return version


def _first_dealer(export: ExportShape, variant: str, rulebook: str, start: SetupDocument) -> str:
    """Return the first dealer that leads to the file's next dealer; the first player if none does."""
    rulings = read_rulings(variant, rulebook, export.rulings, export.people or fold(start, ()).names)
    rows = _replay(variant, start, export, rulings.rows)
    for player in start["players"]:
        with_dealer: SetupDocument = {**start, "dealer": player["id"]}
        view = game_view(_game_row(variant, with_dealer, datetime.now(UTC)), rows)
        if view.dealer == export.game.get("dealer"):
            return player["id"]
    return start["dealer"]


def _replay(variant: str, start: SetupDocument, export: ExportShape, rulings: Sequence[RulingRow]) -> list[RevisionRow]:
    """Return the rows of a replayed history; `rulings` are the rows of the rulings that it decides on.

    Raises:
        Invalid: at the first revision that cannot have been made.
    """
    state = fold(start, ())
    rows: list[RevisionRow] = []
    for index, raw in enumerate(export.history):
        try:
            revision = read(RevisionShape, raw)
            if revision.number != index + 1:
                raise Invalid(Problem(ALTERED, ("number",)))
            made = _made(variant, state, revision, export.people or {}, rulings)
        except Invalid as error:
            raise Invalid(*(p.within("history", index) for p in error.problems)) from None
        rows.append(made.row(revision.number, revision.when))
        apply(state, rows[-1])
    return rows


def _made(
    variant: str, state: State, revision: RevisionShape, people: Mapping[str, str], rulings: Sequence[RulingRow]
) -> NewRevision:
    """Return the revision rebuilt on `state`."""
    what, who, why = revision.what, revision.who, revision.why
    if what == What.UNDO and state.done:
        return undoing(state, who, why)
    if what == What.REDO and state.undone:
        return redoing(state, who, why)
    if what == What.END and not state.stopped:
        return NewRevision(what, None, who, why)
    if what in (What.DELETE, What.RESTORE):
        return NewRevision(what, None, who, why)
    if what == What.SETTINGS:
        setup_document = _read_setup(variant, revision.after or {})
        if revision.ruling is not None:
            setup_document["ruling"] = read_ruling_id(revision.ruling, rulings)
        return NewRevision(what, None, who, why, state.setup.document(), setup_document)
    if what == What.NOTE:
        return _noted(state, revision)
    if what in RULING_CHANGES:
        return _decided(state, revision, {**state.names, **people}, rulings)
    if what not in ROUND_CHANGES:
        raise Invalid(Problem(ALTERED, ("what",)))
    number = revision.round or 0
    if (number != len(state.rounds) + 1) if what == What.ADD else (number not in state.rounds):
        raise Invalid(Problem(ALTERED, ("round",)))
    before, setup = state.rounds.get(number, (None, state.setup))
    if what == What.VOID and before is not None:
        voided: RoundDocument = {**before, "voided": True}
        return NewRevision(what, number, who, why, before, voided)
    named = replace(setup, players=tuple((player, people.get(player, name)) for player, name in setup.players))
    after = with_note(_read_round(variant, named, revision.after or {}), before.get("note") if before else None)
    return NewRevision(what, number, who, why, before, after)


def _noted(state: State, revision: RevisionShape) -> NewRevision:
    """Return the rebuilt revision that changed a note."""
    number = revision.round
    try:
        note = read(NewNote, {"note": (revision.after or {}).get("note")}).note
    except Invalid as error:
        raise Invalid(*(p.within("after") for p in error.problems)) from None
    if number is not None and number not in state.rounds:
        raise Invalid(Problem(ALTERED, ("round",)))
    return noting(state, number, note, revision.who, revision.why)


def _decided(
    state: State, revision: RevisionShape, people: Mapping[str, str], rulings: Sequence[RulingRow]
) -> NewRevision:
    """Return the rebuilt revision that accepted, overruled or revoked a ruling."""
    try:
        round_, before, after = read_decision(state, revision.what, revision.ruling, rulings, people)
    except Invalid as error:
        raise Invalid(*(p.within("ruling") for p in error.problems)) from None
    return NewRevision(revision.what, round_, revision.who, revision.why, before, after)


def _read_setup(variant: str, document: object) -> SetupDocument:
    try:
        return read_setup(variant, document)
    except Invalid as error:
        raise Invalid(*(p.within("after") for p in error.problems)) from None


def _standby(setup: Setup, payload: RoundPayload) -> Standby:
    """Return who was out of a round, which follows from its entries: to replay every round before it takes too long."""
    back = tuple(payload.rejoin or ())
    return Standby(tuple(name for _, name in setup.players if name not in payload.entries or name in back), back)


def _read_round(variant: str, setup: Setup, document: Mapping[str, object]) -> RoundDocument:
    keys = ("closer", "how", "upcard", "rejoin", "entries", "by", *CLOSING_WAYS)
    raw = {key: document[key] for key in keys if key in document}
    rules = get_variant(variant, setup.house_rules)
    try:
        payload = read(NewRound, raw)
        standby = _standby(setup, payload) if rules.ending.limit is not None else EVERYBODY_IN
        return read_round(rules, setup, payload, standby).document(setup)
    except Invalid as error:
        raise Invalid(*(p.within("after") for p in error.problems)) from None
