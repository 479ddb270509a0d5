"""In one request each stored round is parsed and scored at most once."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.access import access
from scorekeeper.services.access.access import Role
from scorekeeper.services.games import round_input
from scorekeeper.services.views import round_views
from scorekeeper.store import queries

from .pages import Browser

ROUNDS = 10
PLAYERS = ("Anna", "Bo", "Cleo", "Dag")
CARDS = {
    "p0_melds": "7H 8H 9H",
    "p0_laid_off": "KS",
    "p0_hand": "3C 4D",
    "p1_melds": "TD JD QD KD",
    "p2_melds": "5S 6S 7S",
    "p2_hand": "2H 2C",
    "p3_hand": "QS 9C 9S",
}
BODY: dict[str, Any] = {
    "closer": "Bo",
    "entries": {
        "Anna": {"melds": [["7H", "8H", "9H"]], "laid_off": ["KS"], "hand": ["3C", "4D"]},
        "Bo": {"melds": [["TD", "JD", "QD", "KD"]]},
        "Cleo": {"melds": [["5S", "6S", "7S"]], "hand": ["2H", "2C"]},
        "Dag": {"hand": ["QS", "9C", "9S"]},
    },
}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts of parsed entries and cards, of scored rounds, and of games loaded from the database."""
    calls: Counter[str] = Counter()

    def count(module: Any, name: str, as_what: str) -> None:
        really: Callable[..., Any] = getattr(module, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            calls[as_what] += 1
            return really(*arguments, **named)

        monkeypatch.setattr(module, name, counting)

    count(round_views, "entry_of", "entries parsed")
    count(round_views, "score_round", "rounds scored")
    count(round_input, "score_round", "rounds scored")
    count(queries, "revision_rows", "games read")
    return calls


@pytest.fixture
def long_evening(visitor: Browser) -> str:
    """The path of a game with `ROUNDS` rounds, all entered as cards."""
    game = visitor.given_game("da-500", *PLAYERS)
    for _ in range(ROUNDS):
        visitor.given_round(game, BODY["closer"], BODY["entries"])
    return game


def test_a_new_round_is_scored_once_and_each_stored_one_too(
    visitor: Browser, long_evening: str, counted: Counter[str]
) -> None:
    page = visitor.get(f"{long_evening}/rounds/new")
    counted.clear()
    assert visitor.send(page, "/rounds", who="p1", **CARDS).status in (200, 303)
    assert counted == {"entries parsed": 4 * ROUNDS, "rounds scored": ROUNDS + 1, "games read": 1}


def test_a_correction_scores_the_round_as_it_was_and_as_it_is(
    visitor: Browser, long_evening: str, counted: Counter[str]
) -> None:
    page = visitor.get(f"{long_evening}/rounds/3/edit")
    counted.clear()
    assert visitor.send(page, "/edit", who="p1", p3_hand="QS 9C").status in (200, 303)
    assert counted == {"entries parsed": 4 * ROUNDS, "rounds scored": ROUNDS + 1, "games read": 1}


def test_an_undo_of_a_round_scores_nothing_twice(visitor: Browser, long_evening: str, counted: Counter[str]) -> None:
    page = visitor.get(long_evening)
    counted.clear()
    assert visitor.send(page, "/undo").status in (200, 303)
    assert counted == {"entries parsed": 4 * ROUNDS, "rounds scored": ROUNDS, "games read": 1}


@pytest.mark.parametrize("path", ["", "/board", "/history", "/rounds/3", "/big", "/rounds/new"])
def test_a_page_scores_each_round_once(visitor: Browser, long_evening: str, counted: Counter[str], path: str) -> None:
    counted.clear()
    assert visitor.get(long_evening + path).status == 200
    assert counted == {"entries parsed": 4 * ROUNDS, "rounds scored": ROUNDS, "games read": 1}


def test_the_board_of_other_phones_after_a_correction_needs_no_history(
    visitor: Browser, long_evening: str, counted: Counter[str]
) -> None:
    """What the last change replaced is scored, for undo without network; older versions of rounds are not."""
    for _ in range(3):
        visitor.follow(visitor.send(visitor.get(f"{long_evening}/rounds/3/edit"), "/edit", who="p1", p3_hand="QS 9C"))
    counted.clear()
    assert "Round 3 was corrected." in visitor.get(f"{long_evening}/board").response.text
    assert counted == {"entries parsed": 4 * (ROUNDS + 1), "rounds scored": ROUNDS + 1, "games read": 1}


def test_a_link_shows_the_name_of_its_game_without_loading_it(
    app: Flask, visitor: Browser, long_evening: str, counted: Counter[str]
) -> None:
    """The present name: first given, then changed, then the change undone."""
    for name in ("Friday", "Saturday"):
        visitor.follow(
            visitor.send(visitor.get(f"{long_evening}/settings"), "/settings", **{"name": name, "name-1": name})
        )
    with app.app_context():
        key = access.new_key(long_evening.rsplit("/", 1)[1], Role.VIEWER)
    for name in ("Saturday", "Friday"):
        guest = Browser(app.test_client())
        address = guest.get(f"/join/{key}").location
        counted.clear()
        shown = guest.get(address).text
        assert f"{name} {name}, Bo, Cleo, Dag" in shown
        assert not counted
        visitor.follow(visitor.send(visitor.get(long_evening), "/undo"))


def test_the_api_scores_each_round_once(app: Flask, client: FlaskClient, counted: Counter[str]) -> None:
    made = client.post("/api/v1/games", json={"variant": "da-500", "players": list(PLAYERS)}).json or {}
    address, key = f"/api/v1/games/{made['id']}", {"Authorization": f"Bearer {made['keys']['scorer']}"}
    for _ in range(ROUNDS):
        client.post(f"{address}/rounds", json=BODY, headers=key)
    counted.clear()
    assert client.post(f"{address}/rounds", json=BODY, headers=key).status_code == 201
    assert counted == {"entries parsed": 4 * ROUNDS, "rounds scored": ROUNDS + 1, "games read": 1}
    counted.clear()
    assert client.get(f"{address}/export", headers=key).status_code == 200
    assert counted == {"entries parsed": 4 * (ROUNDS + 1), "rounds scored": ROUNDS + 1, "games read": 1}
