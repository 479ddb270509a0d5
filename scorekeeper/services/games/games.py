"""Create, load, list and end games; undo and redo their changes."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from secrets import token_hex
from typing import Any

from sqlalchemy.exc import IntegrityError

from ...background import in_background
from ...documents import SetupDocument
from ...rules.errors import N_, Problem, RulesError
from ...rules.variants import VARIANTS, get_variant
from ...store import queries, rights
from ...store.database import db, writing
from ...store.models import Game, Grant
from ...store.rows import GameRow, GameVersion, Subject
from ..access.access import Access, CircleAccess, Role, add_device, add_key, hashed
from ..access.locking import lock_circle
from ..circles.seating import circle_names, seat_all
from ..errors import Invalid, NoAccess, NotNow
from ..payload_reading import Received, read
from ..payloads import NewChange, NewGame, StartingPoints
from ..views.game_view import LONG, GameView, game_view
from ..views.history import RevisionView, game_with_history, history_view
from ..views.state import Setup, State, What
from ..wording import game_name
from .changes import NewRevision, Outcome, Precondition, change, lock_game, redoing, undoing

MOST_LISTED = 10_000
"""Changes of all games in a list: those of fifty games of 200 rounds."""


@dataclass(frozen=True)
class Created:
    """A new game and its first two keys, which are shown this once."""

    game_id: str
    scorer_key: str
    viewer_key: str


@dataclass(frozen=True)
class GameTitle:
    """The title of a game, its own name or its variant's, and the names of those who play."""

    title: str
    players: tuple[str, ...]


def read_new_game(body: object, points: object = None) -> tuple[str, SetupDocument]:
    """Return the variant's key and the stored start of the game that a decoded JSON body asks for.

    `points` are what players have to begin with, by name, if anything.

    Raises:
        Invalid: with every problem found.
    """
    new = read(NewGame, body)
    rules = new.house_rules or {}
    problems: list[Problem] = []
    try:
        get_variant(new.variant, rules).check_players(len(new.players))
    except RulesError as error:
        problems.extend(error.problems)
    if new.dealer is not None and new.dealer not in new.players:
        problems.append(Problem(N_("“{name}” doesn’t play in this game."), ("dealer",), {"name": new.dealer}))
    if problems:
        raise Invalid(*problems)
    ids = {name: str(number) for number, name in enumerate(new.players, 1)}
    given = read(StartingPoints, {"points": points}).points or {}
    if unknown := [name for name in given if name not in ids]:
        message = N_("“{name}” doesn’t play in this game.")
        raise Invalid(*(Problem(message, ("points", name), {"name": name}) for name in unknown))
    setup = Setup(
        new.name,
        tuple((player, name) for name, player in ids.items()),
        get_variant(new.variant, rules).house_rules,
        ids[new.dealer or new.players[0]],
        points={ids[name]: value for name, value in given.items() if value},
        hide_totals=bool(new.hide_totals),
    )
    return new.variant, setup.document()


def create_game(body: object, circle: CircleAccess | None = None) -> Created:
    """Make a game with a key for scorers and one for viewers; of a `circle`, they end with the right to that.

    Raises:
        NoAccess, NotAllowed: the right to the circle has ended, or is a viewer's.
        Invalid: see `read_new_game`.
    """
    variant, start = read_new_game(body)
    now = datetime.now(UTC).replace(microsecond=0)
    with writing() as session:
        circle_id = _lock_circle_of(session, circle) if circle is not None else None
        game_id = add_game(session, variant, start, now)
        if circle_id is not None:
            seat_all(session, game_id, circle_id, Setup.of(start).names)
        made_by = circle.grant_id if circle else None
        scorer, viewer = (add_key(session, game_id, role, now, made_by) for role in (Role.SCORER, Role.VIEWER))
        return Created(game_id, scorer, viewer)


def create_game_for(
    device_secret: str,
    body: object,
    points: object = None,
    once: str | None = None,
    after: Access | CircleAccess | None = None,
) -> str:
    """Make a game that a device, perhaps a new one, may write; return the game's id. `points`: see `read_new_game`.

    `once` is an idempotency key, a secret of the sender: with the same key again, the game is the one that it made.
    `after` is the right to the game that this one is a rematch of, in whose circle it is, too; or to the circle.

    Raises:
        NoAccess, NotAllowed: the right `after` has ended, or is a viewer's.
        Invalid: see `read_new_game`.
    """
    variant, start = read_new_game(body, points)
    game_id = hashed(f"new game {once}")[:16] if once else token_hex(8)
    try:
        return _make_for(device_secret, variant, start, game_id, after)
    except IntegrityError:  # a concurrent request with the same key has written it
        return _make_for(device_secret, variant, start, game_id, after)


def _make_for(
    device_secret: str, variant: str, start: SetupDocument, game_id: str, after: Access | CircleAccess | None
) -> str:
    now = datetime.now(UTC).replace(microsecond=0)
    with writing() as session:
        circle_id = _lock_circle_of(session, after) if after is not None else None
        game = queries.game_row(session, game_id)
        if game is not None and game.deleted_at is not None:
            game, game_id = None, token_hex(8)
        if game is None:
            add_game(session, variant, start, now, game_id=game_id)
            if circle_id is not None:
                seat_all(session, game_id, circle_id, Setup.of(start).names)
        device = add_device(session, device_secret, now)
        if rights.holder_by_device(session, hashed(device_secret), Subject(game_id)) is None:
            session.add(Grant(game_id=game_id, role=Role.SCORER.value, given_at=now, device_id=device))
        return game_id


def _lock_circle_of(session: Any, after: Access | CircleAccess) -> str | None:
    """Lock what a new game follows, check the right, and return the circle that the new game is in, if any."""
    if isinstance(after, CircleAccess):
        return lock_circle(session, after).id
    return lock_game(session, after.game_id, after).circle_id


def add_game(
    session: Any, variant: str, start: SetupDocument, now: datetime, version: int = 1, game_id: str = "", book: str = ""
) -> str:
    """Add a game within a transaction; return its id. Both id and rulebook (`book`) are new ones unless given."""
    game_id = game_id or token_hex(8)
    game = Game(
        id=game_id,
        variant=variant,
        rulebook=book or VARIANTS[variant].version,
        start=start,
        created_at=now,
        changed_at=now,
        version=version,
    )
    session.add(game)
    session.flush()
    return game_id


def _row(session: Any, game_id: str) -> GameRow:
    game = queries.game_row(session, game_id)
    if game is None or game.deleted_at is not None:
        raise NoAccess
    return game


def load_game(game_id: str) -> GameView:
    """Return the view of a game.

    Raises:
        NoAccess: there is no such game.
    """
    session = db.session()
    game = _row(session, game_id)
    return game_view(game, queries.revision_rows(session, game_id))


def load_version(game_id: str) -> int:
    """Return a game's version, without loading the game.

    Raises:
        NoAccess: there is no such game.
    """
    return _row(db.session(), game_id).version


def load_game_version(game_id: str) -> GameVersion:
    """Return a game's version and how often its clock was turned, without loading the game.

    Raises:
        NoAccess: there is no such game.
    """
    found = queries.game_version(db.session(), game_id)
    if found is None:
        raise NoAccess
    return found


def load_history(game_id: str) -> list[RevisionView]:
    """Return a game's revisions in their order.

    Raises:
        NoAccess: there is no such game.
    """
    session = db.session()
    game = _row(session, game_id)
    return history_view(game, queries.revision_rows(session, game_id))


def last_writer(game_id: str, number: int) -> str | None:
    """Return who has changed round `number` last, None if nobody was named.

    Raises:
        NoAccess: there is no such game.
    """
    session = db.session()
    return queries.last_writer(session, _row(session, game_id).id, number)


def load_title(game_id: str) -> GameTitle:
    """Return a game's present title and players, without loading the game.

    Raises:
        NoAccess: there is no such game.
    """
    session = db.session()
    game = _row(session, game_id)
    setup = queries.last_setup(session, game_id) or game.start
    title = setup["name"] or game_name(get_variant(game.variant, setup["house_rules"]))
    return GameTitle(title, tuple(name for _, name in Setup.of(setup, circle_names(game)).players))


def load_game_with_history(game_id: str, *, present_names: bool = False) -> tuple[GameView, list[RevisionView]]:
    """Return a game as it stands, and its revisions in their order, from one query. Names: see `game_with_history`.

    Raises:
        NoAccess: there is no such game.
    """
    session = db.session()
    game = _row(session, game_id)
    return game_with_history(game, queries.revision_rows(session, game_id), present_names=present_names)


def list_games() -> list[GameView]:
    """Return every game, the latest changed first."""
    return _views(queries.all_games(db.session()))


def games_of_device(device_secret: str | None, most: int = 50) -> list[tuple[GameView, Role]]:
    """Return the games that a device knows with its role in each, the latest changed first; not all: see `views`."""
    if not device_secret:
        return []
    found = queries.games_of_device(db.session(), hashed(device_secret), most)
    roles = [Role(known.role) for known in found]
    return list(zip(views([known.game for known in found]), roles, strict=False))


def views(games: Sequence[GameRow]) -> list[GameView]:
    """Return the views of the first of several games, by one query for all their revisions.

    A list ends where its games have more than `MOST_LISTED` changes together: one of very long games would take all
    memory, and the processor for a minute.
    """
    changes = list(accumulate(game.version for game in games))
    listed = games[: max(1, bisect_right(changes, MOST_LISTED))]
    with in_background() if sum(game.version for game in listed) > LONG else nullcontext():
        return _views(listed)


def _views(games: Sequence[GameRow]) -> list[GameView]:
    revisions = queries.revision_rows_of(db.session(), [game.id for game in games])
    return [game_view(game, revisions[game.id]) for game in games]


def undo(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Undo the last change that is not undone.

    Raises:
        NotNow: none is left.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    return _move(game_id, received, precondition, undoing)


def redo(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """Redo the last change that was undone.

    Raises:
        NotNow: none was, or there is a new change since.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    return _move(game_id, received, precondition, redoing)


def _move(
    game_id: str,
    received: Received[NewChange],
    precondition: Precondition,
    revision: Callable[[State, str | None, str | None], NewRevision],
) -> Outcome:
    """Move by one change through the history: `revision` is `undoing` or `redoing`."""
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        return game.save(revision(game.view.state, received.payload.by, received.payload.why))


def end_game(game_id: str, received: Received[NewChange], precondition: Precondition) -> Outcome:
    """End the game here, as the table wishes.

    Raises:
        NotNow: it has ended, or no round counts.
        NoAccess, KeyReused, Stale, Invalid: see `rounds.enter_round`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload = received.payload
        if game.view.standing.ended:
            raise NotNow(Problem(N_("The game has ended already.")))
        if not game.view.counting:
            raise NotNow(Problem(N_("No round counts yet: there is nothing to end.")))
        return game.save(NewRevision(What.END, None, payload.by, payload.why))
