"""An evening of a circle: its games together, who won how often, and what the points add up to."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from scorekeeper.services.access.access import Role, circle_by_device, new_secret
from scorekeeper.services.circles import circles, people
from scorekeeper.services.circles.evenings import Evening, load_evening
from scorekeeper.services.games import course, creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.store.database import db

from .conftest import join, member_of
from .pages import Browser, Page
from .test_circle_statistics import figures, played, statements

pytestmark = pytest.mark.both_databases  # queries that no service has tests of

NOBODY = Precondition()


@pytest.fixture
def circle(visitor: Browser) -> str:
    """The address of a circle with three games of tonight: Anna has won two, Bo one."""
    first = played(visitor, visitor.given_game("da-500", "Anna", "Bo", "Cleo"), "Anna")
    form = visitor.get(f"/circles/new?game={first.rsplit('/', 1)[1]}")
    address = visitor.send(form, "/circles/new", name="Sunday").location
    for winner in ("Bo", "Anna"):
        played(visitor, visitor.send(visitor.get(address), "/again").location, winner)
    return address


def set_back(app: Flask, games: list[str], hours: int) -> None:
    """Let games have been played so many hours ago."""
    at = datetime.now(UTC) - timedelta(hours=hours)
    with app.app_context():
        for game in games:
            values = {"id": game.rsplit("/", 1)[1], "at": at.strftime("%Y-%m-%d %H:%M:%S.000000+00:00")}
            db.session.execute(text("UPDATE revision SET at = :at WHERE game_id = :id"), values)
            db.session.execute(text("UPDATE game SET created_at = :at, changed_at = :at WHERE id = :id"), values)
            db.session.execute(text("DELETE FROM tally WHERE game_id = :id"), values)
        db.session.commit()


def cards(page: Page) -> list[str]:
    """Return the addresses of the games on a page."""
    return [card.attrs["href"] for card in page.root.all("a", cls="card")]


def evening_of(visitor: Browser, circle: str) -> Page:
    """Return the page to which the circle's page links."""
    links = [link for link in visitor.get(circle).root.all("a") if link.attrs["href"] == f"{circle}/evening"]
    page = visitor.get(links[0].attrs["href"])
    assert page.root.all("h1")[0].text == links[0].text
    return page


def test_tonight_shows_who_won_how_often_and_what_the_points_add_up_to(visitor: Browser, circle: str) -> None:
    """The next game is one tap away."""
    page = evening_of(visitor, circle)
    assert page.root.all("h1")[0].text == "Tonight"
    assert [list(each.values()) for each in figures(page).values()] == [
        *(["2", "3", "125"], ["1", "3", "80"], ["0", "3", "15"])
    ]
    assert list(figures(page)) == ["Anna", "Bo", "Cleo"]
    assert sorted(card.text.partition("Won: ")[2].split()[0] for card in page.root.all("a", cls="card")) == [
        "Anna",
        "Anna",
        "Bo",
    ]
    again = visitor.send(page, "/again").location
    assert again in cards(evening_of(visitor, circle))  # all within a second


def test_evenings_lead_to_each_other(app: Flask, visitor: Browser, circle: str) -> None:
    """Six hours without a game make another evening; after twelve it is last evening, not tonight."""
    one, two, three = cards(visitor.get(f"{circle}/evening"))
    set_back(app, [two], 20)
    set_back(app, [one], 27)
    latest = evening_of(visitor, circle)
    assert cards(latest) == [three]
    assert figures(latest)["Anna"]["Games"] == "1"
    earlier = visitor.get(latest.root.all("a", rel="prev")[0].attrs["href"])
    assert cards(earlier) == [two]
    first = visitor.get(earlier.root.all("a", rel="prev")[0].attrs["href"])
    assert cards(first) == [one]
    assert not first.root.all("a", rel="prev")
    assert cards(visitor.get(first.root.all("a", rel="next")[0].attrs["href"])) == [two]
    assert cards(visitor.get(f"{circle}/evening?game=none")) == [three]
    set_back(app, [three], 13)
    set_back(app, [two], 18)
    assert evening_of(visitor, circle).root.all("h1")[0].text == "Last evening"
    assert len(cards(evening_of(visitor, circle))) == 2


def test_points_of_different_games_are_not_added_up(visitor: Browser, circle: str) -> None:
    """A sentence says why; wins still count. A guest is told by the name."""
    form = visitor.get(f"{circle}/play").fields("/play")
    form["variant"], form["guests"] = "cs-500", "<b>Dora</b>"
    visitor.post(f"{circle}/play", form)
    page = visitor.get(f"{circle}/evening")
    assert figures(page)["Anna"] == {"Won": "2", "Games": "4"}
    assert figures(page)["<b>Dora</b>"] == {"Won": "0", "Games": "1"}
    assert "These are different games, so their points can’t be added up." in page.text


def test_an_evening_is_the_circles_own(app: Flask, visitor: Browser, circle: str) -> None:
    """A viewer of one game learns nothing of it; a viewer of the circle begins no game."""
    game = cards(visitor.get(circle))[0]
    assert join(app, game, Role.VIEWER).get(f"{circle}/evening").status == 403
    page = member_of(app, circle, Role.VIEWER).get(f"{circle}/evening")
    assert (page.status, len(cards(page)), page.root.all("form", method="post")) == (200, 3, [])


def test_only_the_games_of_the_evening_are_loaded(app: Flask, visitor: Browser, circle: str) -> None:
    """When nothing has changed since the last look."""
    one, two, _three = cards(visitor.get(f"{circle}/evening"))
    set_back(app, [one, two], 30)
    visitor.get(f"{circle}/evening")
    asked = statements(app)
    visitor.get(f"{circle}/evening")
    assert len([each for each in asked if "FROM revision" in each]) == 1
    assert not [each for each in asked if "tally.document \nFROM" in each]


ROUND = st.tuples(st.integers(-10, 30), st.integers(-10, 30), st.integers(-10, 30))


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.permutations(["Anna", "Bo", "Cleo", "Dora"]), st.lists(ROUND, max_size=4)), max_size=4))
def test_an_evening_equals_a_count_by_hand(
    app: Flask, table: list[tuple[list[str], list[tuple[int, int, int]]]]
) -> None:
    """Whoever sits where, guests and people, with rounds that are void."""
    with app.app_context():
        device = new_secret()
        right = circle_by_device(circles.create_circle(device, {"name": "Sunday"}), device)
        for name in ("Anna", "Bo"):
            people.add_person(right, {"name": name})
        won, count, points = Counter[str](), Counter[str](), Counter[str]()
        for names, entered in table:
            seats = names[:3]
            body: Any = {"variant": "da-500", "players": seats}
            game_id = creating.create_game_for(device, body, after=right)
            count.update(seats)
            totals = dict.fromkeys(seats, 0)
            for number, row in enumerate(entered, 1):
                of_round = {name: value * 5 for name, value in zip(seats, row, strict=True)}
                enter(game_id, of_round)
                if sum(row) % 3 == 0:
                    rounds.void_round(game_id, number, received(NewChange, {}), NOBODY)
                else:
                    totals = {name: totals[name] + value for name, value in of_round.items()}
            points.update(totals)
            if any(sum(row) % 3 for row in entered):
                course.end_game(game_id, received(NewChange, {}), NOBODY)
                won.update(name for name, total in totals.items() if total == max(totals.values()))
        evening = load_evening(right)
        assert (evening is None) is (not table)
        assert found(evening) == {name: (count[name], won[name], points[name]) for name in count}


def found(evening: Evening | None) -> dict[str, tuple[int, int, int]]:
    """Return games, wins and points by name."""
    return {each.name: (each.games, each.won, each.points) for each in (evening.people if evening else ())}


def enter(game_id: str, points: dict[str, int]) -> None:
    """Enter a round of these points."""
    best = max(points, key=lambda name: points[name])
    body = {"closer": best, "entries": {name: {"points": value} for name, value in points.items()}}
    rounds.enter_round(game_id, received(NewRound, body | {"accept_warnings": True}), NOBODY)
