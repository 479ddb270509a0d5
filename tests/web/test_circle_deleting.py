"""A circle is deleted and restored: its games stay as they look, and come back into it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.cli import housekeeping
from scorekeeper.services.access.access import Role
from scorekeeper.store.database import db

from .conftest import join, member_of
from .pages import Browser
from .test_circles import acted, circle, game, kept, people, played_with, totals

__all__ = ["circle", "game"]  # fixtures


def deleted(visitor: Browser, circle: str) -> str:
    """Delete a circle as its page asks; return the text of the page after it."""
    asked = visitor.get(f"{circle}/delete")
    assert "Delete this circle?" in asked.text
    return visitor.follow(visitor.send(asked, "/delete")).text


def board(visitor: Browser, game: str) -> list[str]:
    """Return what a scoreboard shows of totals, rounds and the chart."""
    root = visitor.get(game).root
    return [node.text for node in (*root.all("ol", cls="totals"), *root.all("table"), *root.all("figure"))]


def rows(app: Flask, statement: str) -> list[object]:
    """Return the rows of a statement."""
    with app.app_context():
        found = [tuple(row) for row in db.session.execute(text(statement))]
        db.session.rollback()
    return found


def test_its_games_look_as_before_and_belong_to_no_circle(app: Flask, visitor: Browser, game: str, circle: str) -> None:
    """With the names that people have in the circle, merged, renamed and forgotten ones, also in the rounds."""
    acted(visitor, circle, "Bo", r"/people/\d+$", name="Bobby")
    guests = played_with(visitor, circle, "Anna", guests="Kit")
    acted(visitor, circle, "Cleo", "/leave")
    games = (game, guests)
    before = [board(visitor, each) for each in games]
    assert "is deleted" in deleted(visitor, circle)
    assert [board(visitor, each) for each in games] == before
    assert sorted(totals(visitor, game)) == ["Anna", "Bobby", "a guest"]
    assert rows(app, "SELECT id FROM game WHERE circle_id IS NOT NULL") == rows(app, "SELECT 1 FROM seat") == []
    visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"name-2": "Robert"})  # no longer a person
    assert "Robert" in totals(visitor, game)
    other = kept(visitor, game, "Monday")
    assert people(visitor, other) == ["Anna", "Robert", "a guest"]


def test_a_name_that_was_changed_before_stays_in_the_history(app: Flask, visitor: Browser, game: str) -> None:
    """A player renamed in the game, and a person renamed in the circle: undoing the first shows the old name."""
    visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"name-2": "Bert"})
    visitor.send(visitor.get(f"{game}/settings"), "/settings", name="Tonight")
    circle = kept(visitor, game)
    acted(visitor, circle, "Bert", r"/people/\d+$", name="Bobby")
    before = board(visitor, game)
    deleted(visitor, circle)
    assert board(visitor, game) == before
    documents = str(rows(app, "SELECT before, after FROM revision WHERE what = 'settings' ORDER BY number"))
    assert len(re.findall(r"\bBo\b", documents)) == 1
    assert len(re.findall(r"\bBobby\b", documents)) == 3
    assert "Bert" not in documents
    assert "Bobby" in visitor.get(f"{game}/history").text
    for _settings in range(2):
        visitor.send(visitor.get(game), "/undo")
    assert "Bo" in totals(visitor, game)


def test_nobody_sees_it_and_only_those_with_the_game_itself_keep_it(
    app: Flask, visitor: Browser, game: str, circle: str
) -> None:
    """A keeper who had a game by the circle alone keeps it after deleting the circle."""
    keeper, viewer = member_of(app, circle, Role.KEEPER), member_of(app, circle, Role.VIEWER)
    guest, newcomer = join(app, game, Role.VIEWER), Browser(app.test_client())
    shared = visitor.post(f"{circle}/share", {"role": "viewer", **token(visitor)})
    link = shared.root.all("input", id="link")[0].attrs["value"].removeprefix("http://localhost")
    offer = newcomer.get(newcomer.get(link).location)
    assert {browser.get(game).status for browser in (keeper, viewer, guest)} == {200}
    deleted(keeper, circle)
    for browser in (visitor, keeper, viewer):
        for page in ("", "/people", "/play", "/share", "/rules", "/statistics", "/evening", "/delete"):
            assert browser.get(circle + page).status == 403, page
    assert [browser.get(game).status for browser in (visitor, keeper, guest, viewer)] == [200, 200, 200, 403]
    answer = newcomer.send(offer, "/join/game")
    answer = newcomer.follow(answer) if answer.location else answer
    assert answer.status in (403, 404)
    assert "Anna" not in answer.text
    assert "Deleted circles" in keeper.get("/").text
    assert "Deleted circles" not in viewer.get("/").text
    assert viewer.post(f"{circle}/restore", token(viewer)).status == 403


def test_it_comes_back_with_its_games_people_and_rules(app: Flask, visitor: Browser, game: str, circle: str) -> None:
    """Except a game that is in another circle by now; who has joined a game since is seated, too."""
    second = played_with(visitor, circle, "Anna", "Bo")
    visitor.send(visitor.get(f"{game}/settings"), "/rules", name="Our rules")
    acted(visitor, circle, "Bo", r"/people/\d+$", name="Bobby")
    seats = "SELECT player, name, person_id FROM seat WHERE game_id = '{}' ORDER BY player"
    before = rows(app, seats.format(game[7:]))
    deleted(visitor, circle)
    visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"new-0-name": "Kit"})
    kept(visitor, second, "Monday")
    assert "The circle is restored." in visitor.follow(visitor.send(visitor.get("/"), f"{circle}/restore")).text
    assert people(visitor, circle) == ["Anna", "Bobby", "Cleo"]
    assert "Our rules" in visitor.get(f"{circle}/rules").text
    assert [each[:2] for each in rows(app, f"SELECT id, circle_id FROM game WHERE circle_id = '{circle[9:]}'")] == [
        (game[7:], circle[9:])
    ]
    assert rows(app, seats.format(game[7:])) == [*before, ("4", "Kit", None)]
    acted(visitor, circle, "Bobby", r"/people/\d+$", name="Robert")
    assert sorted(totals(visitor, game)) == ["Anna", "Cleo", "Kit", "Robert"]
    assert visitor.get(f"{circle}/statistics").status == 200


@pytest.mark.parametrize("days", [29, 31])
def test_after_a_month_it_is_gone_with_all_that_is_its_own(
    app: Flask, visitor: Browser, game: str, circle: str, days: int
) -> None:
    """Before, only its restoring is possible; the games stay in any case."""
    visitor.send(visitor.get(f"{game}/settings"), "/rules", name="Our rules")
    deleted(visitor, circle)
    with app.app_context():
        at = datetime.now(UTC) - timedelta(days=days)
        db.session.execute(text("UPDATE circle SET deleted_at = :at"), {"at": at})
        db.session.commit()
    gone = days > 30
    assert ("Deleted circles" in visitor.get("/").text) is not gone
    if gone:
        assert visitor.post(f"{circle}/restore", token(visitor)).status == 403
    housekeeping.purge(app)
    left = [rows(app, f"SELECT 1 FROM {table}") for table in ("circle", "person", "named_rules")]
    assert ([len(each) for each in left] == [0, 0, 0]) is gone
    assert sorted(totals(visitor, game)) == ["Anna", "Bo", "Cleo"]


def token(browser: Browser) -> dict[str, str]:
    """Return the field of a browser's token."""
    return {"csrf_token": browser.get("/join").fields("/join")["csrf_token"]}
