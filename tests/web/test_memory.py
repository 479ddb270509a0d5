"""Objects of a request are freed when it is answered, without the garbage collector."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask.testing import FlaskClient

from scorekeeper.services.errors import Invalid
from scorekeeper.services.views.game_view import GameView
from scorekeeper.sheets.model import GameSheet
from scorekeeper.web.board.board import Board

from .pages import Browser


@contextmanager
def uncollected(*types: type) -> Iterator[None]:
    """With the garbage collector off, no new object of these types is left at the end."""
    gc.collect()
    gc.disable()
    before = {id(each): each for each in gc.get_objects() if isinstance(each, types)}  # other tests may keep some
    try:
        yield
        end = time.monotonic() + 10  # the thread that prints may still be about to let go
        while left := [type(each) for each in gc.get_objects() if isinstance(each, types) and id(each) not in before]:
            assert time.monotonic() < end, left
            time.sleep(0.05)
    finally:
        gc.enable()


PAGES = ("", "/history", "/rounds/1", "/rounds/new", "/big", "/settings", "/share", "/referee/meld", "/board")


@pytest.mark.parametrize("page", PAGES)
def test_no_page_keeps_the_game_that_it_shows(plain: Browser, page: str) -> None:
    """A template's context and macros form a cycle; a game of 5,000 rounds has 23 MB."""
    game = plain.given_game("da-500", "Anna", "Bo")
    plain.enter(game, "p0", p0_points="35", p1_points="-10")
    assert plain.client.get(game + page).status_code == 200  # what is made once is kept
    with uncollected(GameView, Board):
        plain.client.get(f"{game}{page}?another=1")


def test_no_sheet_keeps_the_game_that_it_shows(plain: Browser) -> None:
    game = plain.given_game("da-500", "Anna", "Bo")
    with uncollected(GameView, GameSheet):
        assert plain.client.get(f"{game}/sheet.pdf").status_code == 200


def test_a_refused_round_is_not_kept_by_its_error(client: FlaskClient) -> None:
    """The error is raised later; its traceback would refer to frames with the body."""
    made = client.post("/api/v1/games", json={"variant": "da-500", "players": ["Anna", "Bo"]}).json
    assert made
    round_ = {"closer": "Anna", "entries": {"Bo": {"hand": ["7H"] * 2_000}}}
    with uncollected(Invalid):
        answer = client.post(
            f"/api/v1/games/{made['id']}/rounds",
            json=round_,
            headers={"Authorization": f"Bearer {made['keys']['scorer']}"},
        )
        assert answer.status_code == 422
