"""Load games, or only what somebody needs of one: its version, its title, its history."""

from bisect import bisect_right
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ...background import in_background
from ...rules.variants import get_variant
from ...store import queries
from ...store.database import db
from ...store.rows import GameRow, GameVersion
from ..access.access import Role, hashed
from ..circles.seating import circle_names
from ..errors import NoAccess
from ..wording import game_name
from .game_view import LONG, GameView, game_view
from .history import RevisionView, game_with_history, history_view
from .state import Setup

MOST_LISTED = 10_000
"""Changes of all games in a list: those of fifty games of 200 rounds."""


@dataclass(frozen=True)
class GameTitle:
    """The title of a game, its own name or its variant's, and the names of those who play."""

    title: str
    players: tuple[str, ...]


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
