"""Games of hundreds of rounds: paginated, with work linear in their rounds."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert, update

from scorekeeper.services.games import rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.views import loading, round_views
from scorekeeper.store.database import db
from scorekeeper.store.models import Game, Revision
from scorekeeper.web.board import history as history_pages

from .pages import Browser, Page

ROUNDS = 730
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _round(game_id: str, number: int) -> dict[str, Any]:
    after = {
        "closer": str(number % 2 + 1),
        "how": "out",
        "entries": {"1": {"points": 5 * (number % 7)}, "2": {"points": -5}},
        "way": None,
        "by": None,
        "voided": False,
        "accepted": False,
    }
    return {"game_id": game_id, "number": number, "what": "add", "round": number, "at": NOW, "after": after}


def lengthen(app: Flask, address: str, count: int) -> None:
    """Add so many rounds to a game without rounds, and set a target that it does not reach."""
    game_id = address.rsplit("/", 1)[1]
    with app.app_context():
        game = db.session.get(Game, game_id)
        assert game is not None
        game.start = {**game.start, "house_rules": {"target": 99_999}}
        game.version = count + 1
        db.session.execute(insert(Revision), [_round(game_id, number) for number in range(1, count + 1)])
        db.session.commit()


@pytest.fixture
def game(app: Flask, plain: Browser) -> str:
    """A Danish game of two with 730 rounds."""
    address = plain.given_game("da-500", "Anna", "Bo")
    lengthen(app, address, ROUNDS)
    return address


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return the number of rounds scored since the last call."""
    count = [0]
    score = round_views.score_round

    def scored(*args: Any) -> Any:
        count[0] += 1
        return score(*args)

    monkeypatch.setattr(round_views, "score_round", scored)

    def since() -> int:
        found, count[0] = count[0], 0
        return found

    return since


def _links(page: Page, text: str) -> list[str]:
    return [node.attrs["href"] for node in page.root.all("a") if node.text == text]


def _numbers(page: Page) -> list[int]:
    rows = page.root.all("table", cls="rounds")[0].all("tbody")[0].all("tr")
    return [int(row.all("a")[0].text) for row in rows]


PARTS = "/history /history?before=400 /rounds?before=400 /rounds/300 /board /rounds/new /export.json /export.csv"


@pytest.mark.parametrize("part", ["", *PARTS.split()])
def test_no_page_scores_a_round_twice(game: str, plain: Browser, counted: Callable[[], int], part: str) -> None:
    assert plain.client.get(game + part).status_code == 200
    assert counted() <= ROUNDS


@pytest.mark.parametrize("year", [2000, 2100])
def test_a_list_ends_where_its_games_have_very_many_rounds_together(
    app: Flask, game: str, plain: Browser, counted: Callable[[], int], monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    """It has one game at least, whatever that takes, and all before it that have few."""
    others = {plain.given_game("da-500", "Xaver", f"Ylva{number}") for number in range(3)}
    with app.app_context():
        changed = update(Game).where(Game.id == game.rsplit("/", 1)[1]).values(changed_at=datetime(year, 1, 1))
        db.session.execute(changed)
        db.session.commit()
    monkeypatch.setattr(loading, "MOST_LISTED", ROUNDS)
    counted()
    assert _listed(plain) == (others if year == 2000 else {game})
    assert counted() == (0 if year == 2000 else ROUNDS)
    assert plain.get(game).status == 200


def _listed(browser: Browser) -> set[str]:
    """Return the addresses of the games on the first page."""
    addresses = {node.attrs["href"] for node in browser.get("/").root.all("a")}
    return {each for each in addresses if re.fullmatch("/games/[0-9a-f]{16}", each)}


def test_the_history_is_told_in_pages(game: str, plain: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest first, with plain links; a page words only what it shows."""
    worded = []
    sentence = history_pages.revision_sentence
    monkeypatch.setattr(history_pages, "revision_sentence", lambda *args: (worded.append(1), sentence(*args))[1])
    page = plain.get(f"{game}/history")
    assert len(worded) == 100
    assert not _links(page, "Newer changes")
    told = []
    while True:
        items = page.root.all("ol", cls="history")[0].all("li")
        told += [item.all("strong")[0].text for item in items if item.all("strong")]
        older = _links(page, "Older changes")
        if not older:
            break
        assert "The game started." not in page.text
        page = plain.get(older[0])
    everything = [f"Round {number} was entered." for number in range(ROUNDS, 0, -1)]
    assert told == [*everything, "The game started."]
    newer = plain.get(_links(page, "Newer changes")[0])
    assert f"Round {30 + 100} was entered." in newer.text
    assert "Round 31 was entered." in newer.text
    assert "Round 30 was entered." not in newer.text


@pytest.mark.parametrize("before", ["0", "1", "-3", "x", "99999999999", "9999", "", "٣"])
def test_any_page_number_leads_to_a_page(game: str, plain: Browser, before: str) -> None:
    for part in ("history", "rounds"):
        page = plain.get(f"{game}/{part}?before={before}")
        assert page.status == 200
        assert page.root.all("h1")


def test_the_scoreboard_shows_the_last_rounds_and_leads_to_earlier_ones(game: str, plain: Browser) -> None:
    page = plain.get(game)
    assert _numbers(page) == list(range(730, 430, -1))
    earlier = plain.get(_links(page, "Earlier rounds")[0])
    assert _numbers(earlier) == list(range(430, 130, -1))
    first = plain.get(_links(earlier, "Earlier rounds")[0])
    assert _numbers(first) == list(range(130, 0, -1))
    assert not _links(first, "Earlier rounds")
    assert _numbers(plain.get(_links(first, "Later rounds")[0])) == list(range(430, 130, -1))


def test_a_game_of_three_hundred_rounds_is_shown_whole(app: Flask, plain: Browser) -> None:
    address = plain.given_game("da-500", "Anna", "Bo")
    lengthen(app, address, 300)
    page = plain.get(address)
    assert _numbers(page) == list(range(300, 0, -1))
    assert not _links(page, "Earlier rounds")
    plain.htmx = True
    answer = plain.enter(address, "p0", p0_points="35", p1_points="-10", board="301")
    assert 'class="news"' not in answer.html, "the row that leaves the board would stay on this phone"
    assert _numbers(answer) == list(range(301, 1, -1))


def test_the_page_of_a_round_tells_its_own_changes_and_whether_the_game_ended(
    app: Flask, game: str, plain: Browser
) -> None:
    body = {"closer": "Anna", "entries": {"Anna": {"points": 99_995}, "Bo": {"points": 0}}, "accept_warnings": True}
    with app.app_context():
        rounds.correct_round(game.rsplit("/", 1)[1], 7, received(NewRound, body), Precondition())
    page = plain.get(f"{game}/rounds/7")
    assert "Round 7 was corrected." in page.text
    assert "With this, the game was over. Won by: Anna." in page.text
    assert "Round 8 was entered." not in page.text
