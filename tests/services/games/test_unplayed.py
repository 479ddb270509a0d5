"""Games without rounds are deleted after a month, and nothing else is."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.cli import housekeeping
from scorekeeper.services.access import access
from scorekeeper.services.errors import NoAccess
from scorekeeper.services.games import course, creating, deleting, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.referee.rulings import ask_in_game
from scorekeeper.services.views import loading
from scorekeeper.store.database import writing
from scorekeeper.store.models import Game, Grant

NOBODY = Precondition()
NAMES = ["Ida", "Ole"]
ROUND = {"closer": "Ida", "entries": {"Ida": {"points": 5}, "Ole": {"points": 5}}}
SITUATION = {"cards": ["3C", "4C", "5C"]}


def begun(days: float, points: dict[str, int] | None = None) -> str:
    """Return the id of a game that was made so many days ago."""
    game_id = creating.create_game_for(access.new_secret(), {"variant": "da-500", "players": NAMES}, points)
    age(game_id, days)
    return game_id


def age(game_id: str, days: float) -> None:
    at = datetime.now(UTC) - timedelta(days=days)
    with writing() as session:
        session.execute(update(Game).where(Game.id == game_id).values(created_at=at, changed_at=at))
        session.execute(update(Grant).where(Grant.game_id == game_id).values(given_at=at))


def is_there(game_id: str) -> bool:
    try:
        loading.load_game(game_id)
    except NoAccess:
        return False
    return True


def enter(game_id: str) -> None:
    rounds.enter_round(game_id, received(NewRound, ROUND), NOBODY)


def enter_and_undo(game_id: str) -> None:
    enter(game_id)
    course.undo(game_id, received(NewChange, {}), NOBODY)


def enter_and_void(game_id: str) -> None:
    enter(game_id)
    rounds.void_round(game_id, 1, received(NewChange, {}), NOBODY)


def ask_the_referee(game_id: str) -> None:
    ask_in_game(game_id, lambda: {"question": "meld", "situation": SITUATION}, NOBODY)


def rename(game_id: str) -> None:
    change_settings(game_id, received(NewSettings, {"name": "Friday"}), NOBODY)


def delete_and_restore(game_id: str) -> None:
    deleting.delete_game(game_id, received(NewChange, {}), NOBODY)
    deleting.restore_game(game_id, received(NewChange, {}), NOBODY)


def share(game_id: str) -> None:
    access.new_key(game_id, access.Role.VIEWER)


def test_a_game_without_a_round_is_removed_after_thirty_days(app: Flask) -> None:
    with app.app_context():
        old, new = begun(30.1), begun(29.9)
        deleting.purge_unplayed_games()
        assert [is_there(old), is_there(new)] == [False, True]


def test_many_games_are_removed_at_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        several = [begun(31) for _ in range(3)]
        kept = begun(31)
        enter(kept)
        age(kept, 31)
        housekeeping.purge(app)
        assert [is_there(game) for game in (*several, kept)] == [False, False, False, True]


@pytest.mark.parametrize(
    "happened", [enter, enter_and_undo, enter_and_void, ask_the_referee, rename, delete_and_restore]
)
def test_a_game_in_which_anything_happened_stays_for_ever(app: Flask, happened: Callable[[str], Any]) -> None:
    with app.app_context():
        game_id = begun(400)
        happened(game_id)
        age(game_id, 400)
        deleting.purge_unplayed_games()
        assert is_there(game_id)
        assert deleting.removal_of(loading.load_game(game_id)) is None


def test_a_game_begun_on_paper_stays(app: Flask) -> None:
    """Its starting points are its earlier rounds."""
    with app.app_context():
        game_id = begun(400, {"Ida": 120})
        deleting.purge_unplayed_games()
        assert is_there(game_id)


def test_a_game_that_was_shared_or_taken_in_lately_waits_for_its_month(app: Flask) -> None:
    """An imported game may itself have an old date."""
    with app.app_context():
        game_id = begun(400)
        share(game_id)
        deleting.purge_unplayed_games()
        assert is_there(game_id)
        when = deleting.removal_of(loading.load_game(game_id))
        assert when is not None
        assert timedelta(days=29.9) < when - datetime.now(UTC) <= timedelta(days=30)


def test_it_is_said_from_the_eighth_day_on(app: Flask) -> None:
    with app.app_context():
        assert deleting.removal_of(loading.load_game(begun(6.9))) is None
        when = deleting.removal_of(loading.load_game(begun(7.1)))
        assert when is not None
        assert timedelta(days=22.8) < when - datetime.now(UTC) < timedelta(days=23)


def test_a_deleted_game_follows_its_own_rule(app: Flask) -> None:
    """It can be restored for thirty days after its deletion."""
    with app.app_context():
        game_id = begun(400)
        deleting.delete_game(game_id, received(NewChange, {}), NOBODY)
        deleting.purge_unplayed_games()
        deleting.restore_game(game_id, received(NewChange, {}), NOBODY)
        assert is_there(game_id)
