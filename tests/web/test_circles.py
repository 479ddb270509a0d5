"""Circles: kept from a game, played in, shared; people renamed, merged, claimed and forgotten."""

import json
import re
from io import BytesIO

import pytest
from flask import Flask
from sqlalchemy import text
from werkzeug.datastructures import MultiDict

from scorekeeper.services.access.access import Role
from scorekeeper.store.database import db

from .conftest import join, member_of
from .pages import Browser, Page, fields_of

pytestmark = pytest.mark.both_databases  # queries that no service has tests of


@pytest.fixture
def game(visitor: Browser) -> str:
    """The visitor's game of Anna, Bo and Cleo with a round."""
    address = visitor.given_game("da-500", "Anna", "Bo", "Cleo")
    visitor.given_round(address, "Anna", {n: {"points": p} for n, p in (("Anna", 35), ("Bo", 25), ("Cleo", 5))})
    return address


@pytest.fixture
def circle(visitor: Browser, game: str) -> str:
    """The circle of that game."""
    return kept(visitor, game)


def kept(visitor: Browser, game: str, name: str = "Sunday") -> str:
    """Keep the circle of a game; return its address."""
    answer = visitor.send(visitor.get(f"/circles/new?game={game.rsplit('/', 1)[1]}"), "/circles/new", name=name)
    assert answer.location.startswith("/circles/")
    return answer.location


def people(visitor: Browser, circle: str) -> list[str]:
    """Return the names on the circle's page."""
    return [item.text for item in visitor.get(circle).root.all("ul", cls="people")[0].all("li")]


def acted(visitor: Browser, circle: str, who: str, action: str, **fields: str) -> Page:
    """Send the form of a person's name on the page of people, and return the page after it."""
    page = visitor.get(f"{circle}/people")
    forms = [form for form in page.root.all("form") if re.search(action, form.attrs["action"])]
    form = next(form for form in forms if form.all("button")[0].text.endswith(f": {who}"))
    data = {**MultiDict(fields_of(form)).to_dict(), **fields}
    return visitor.follow(visitor.post(form.attrs["action"], data))


def played_with(visitor: Browser, circle: str, *ticked: str, **fields: str) -> str:
    """Begin a game in the circle with the people of these names; return its address."""
    page = visitor.get(f"{circle}/play")
    data = page.fields("/play")
    data.poplist("person")
    for label in page.root.all("label", cls="choice"):
        if label.text in ticked:
            data.add("person", label.all("input")[0].attrs["value"])
    for key, value in fields.items():
        data[key] = value
    answer = visitor.post(f"{circle}/play", data)
    assert answer.location.startswith("/games/"), answer.text
    return answer.location


def totals(visitor: Browser, game: str) -> list[str]:
    """Return the names on a scoreboard, the best first."""
    return [row.all("bdi")[0].text for row in visitor.get(game).root.all("ol", cls="totals")[0].all("li")]


def test_a_circle_has_the_people_and_the_game_that_it_was_kept_from(visitor: Browser, game: str, circle: str) -> None:
    page = visitor.get(circle)
    assert page.root.all("h1")[0].text == "Sunday"
    assert people(visitor, circle) == ["Anna", "Bo", "Cleo"]
    assert page.root.all("a", href=game)
    assert visitor.get("/").root.all("a", href=circle)
    assert visitor.get(f"{game}/share").root.all("a", href=circle)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_circle_needs_a_name(visitor: Browser, name: str) -> None:
    """What was typed stays."""
    page = visitor.send(visitor.get("/circles/new"), "/circles/new", name=name)
    assert page.status == 422
    assert page.at("name")
    assert page.fields("/circles/new")["name"] == name


def test_the_next_game_has_the_people_of_last_time_and_who_deals_next(visitor: Browser, game: str, circle: str) -> None:
    """One tap for the same again, two with the choice of who plays."""
    visitor.send(visitor.get(game), "/end")
    again = visitor.send(visitor.get(circle), "/again").location
    assert sorted(totals(visitor, again)) == ["Anna", "Bo", "Cleo"]
    assert "Bo deals" in visitor.get(again).text
    assert visitor.get(circle).root.all("a", href=again)
    page = visitor.get(f"{circle}/play")
    assert [box.attrs.get("checked") for box in page.root.all("input", name="person")] == [""] * 3
    assert page.fields("/play")["variant"] == "da-500"


def test_who_sits_out_and_who_deals_are_chosen(visitor: Browser, circle: str) -> None:
    """Cleo came last; a guest sits behind the others."""
    two = played_with(visitor, circle, "Anna", "Bo")
    assert sorted(totals(visitor, two)) == ["Anna", "Bo"]
    visitor.given_round(two, "Anna", {"Anna": {"points": 5}, "Bo": {"points": 50}})
    with visitor.client.application.app_context():  # both began within the same second
        db.session.execute(
            text("UPDATE game SET changed_at = '2026-11-21 18:00:00+00:00' WHERE id != :id"), {"id": two[7:]}
        )
        db.session.commit()
    three = played_with(visitor, circle, "Anna", "Cleo", dealer="last", guests="Dora")
    assert sorted(totals(visitor, three)) == ["Anna", "Cleo", "Dora"]
    assert "Anna deals" in visitor.get(three).text
    assert "Guests: Dora" in visitor.get(circle).text


def test_a_game_that_cannot_be_so_is_refused_and_nothing_is_lost(visitor: Browser, circle: str) -> None:
    page = visitor.get(f"{circle}/play")
    data = page.fields("/play")
    data.poplist("person")
    data["guests"], data["variant"] = "Dora, dora", "en-gin"
    answer = visitor.post(f"{circle}/play", data)
    assert answer.status == 422
    assert "every name must be different" in answer.text
    assert answer.fields("/play")["guests"] == "Dora, dora"
    assert answer.fields("/play")["variant"] == "en-gin"


def test_a_new_name_shows_everywhere_and_the_history_has_the_old_one(visitor: Browser, game: str, circle: str) -> None:
    board = visitor.client.get(f"{game}/board").headers["ETag"]
    visitor.send(visitor.get(f"{game}/settings"), "/settings", name="Friday")
    acted(visitor, circle, "Bo", r"/people/\d+$", name="Bobby", mark="4")
    assert people(visitor, circle) == ["Anna", "Bobby", "Cleo"]
    assert totals(visitor, game) == ["Anna", "Bobby", "Cleo"]
    assert "Bobby" in visitor.get(f"{game}/big").text
    assert visitor.client.get(f"{game}/board").headers["ETag"] != board
    exported = visitor.client.get(f"{game}/export.json").json
    assert "Bobby" in exported["game"]["players"]
    visitor.send(visitor.get(game), "/end")
    again = visitor.send(visitor.get(circle), "/again").location
    assert sorted(totals(visitor, again)) == ["Anna", "Bobby", "Cleo"]


def test_an_exported_game_of_a_circle_can_be_imported(
    visitor: Browser, game: str, circle: str, stranger: Browser
) -> None:
    """With the present names."""
    visitor.send(visitor.get(f"{game}/settings"), "/settings", name="Friday")
    acted(visitor, circle, "Bo", r"/people/\d+$", name="Bobby")
    exported = visitor.client.get(f"{game}/export.json").data
    data = {**stranger.get("/import").fields("/import").to_dict(), "file": (BytesIO(exported), "game.json")}
    answer = stranger.post("/import", data)
    assert answer.location, answer.text
    assert sorted(totals(stranger, answer.location)) == ["Anna", "Bobby", "Cleo"]


@pytest.mark.parametrize("name", [" ", "anna", "x" * 41])
def test_a_name_must_be_free(visitor: Browser, circle: str, name: str) -> None:
    assert acted(visitor, circle, "Bo", r"/people/\d+$", name=name).status == 422
    assert people(visitor, circle) == ["Anna", "Bo", "Cleo"]
    visitor.send(visitor.get(f"{circle}/people"), "/people", name=name)
    assert people(visitor, circle) == ["Anna", "Bo", "Cleo"]


def test_a_name_of_the_circle_is_changed_there_and_not_in_a_games_settings(
    visitor: Browser, game: str, circle: str
) -> None:
    page = visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"name-1": "Annika"})
    assert page.status == 422
    assert "Change the name there" in page.at("name-1")
    assert totals(visitor, game) == ["Anna", "Bo", "Cleo"]


def test_two_names_of_one_person_are_merged_and_separated_again(visitor: Browser, circle: str) -> None:
    """Anna K. has played without Anna."""
    visitor.send(visitor.get(f"{circle}/people"), "/people", name="Anna K.")
    other = played_with(visitor, circle, "Anna K.", "Bo")
    page = visitor.get(f"{circle}/people")
    anna = next(o.attrs["value"] for o in page.root.all("option") if o.text == "Anna")
    acted(visitor, circle, "Anna K.", "/merge", into=anna)
    assert people(visitor, circle) == ["Anna", "Bo", "Cleo"]
    assert sorted(totals(visitor, other)) == ["Anna", "Bo"]
    acted(visitor, circle, "Anna K.", "/separate")
    assert people(visitor, circle) == ["Anna", "Bo", "Cleo", "Anna K."]
    assert sorted(totals(visitor, other)) == ["Anna K.", "Bo"]


def test_who_has_played_together_is_not_one_person(visitor: Browser, circle: str) -> None:
    page = visitor.get(f"{circle}/people")
    anna = next(o.attrs["value"] for o in page.root.all("option") if o.text == "Anna")
    answer = acted(visitor, circle, "Bo", "/merge", into=anna)
    assert answer.status == 422
    assert "two people" in answer.text
    assert people(visitor, circle) == ["Anna", "Bo", "Cleo"]


def test_a_guest_is_claimed_later(visitor: Browser, circle: str) -> None:
    """By somebody of the circle, or as somebody new; who joins a running game by a known name is that person."""
    one = played_with(visitor, circle, "Anna", guests="Kit")
    other = played_with(visitor, circle, "Bo", guests="Kit, Dora")
    page = visitor.get(f"{circle}/people")
    assert [node.attrs["value"] for node in page.root.all("input", name="guest")] == ["Kit", "Dora"]
    cleo = next(o.attrs["value"] for o in page.root.all("option") if o.text == "Cleo")
    token = page.fields("/name")["csrf_token"]
    page = visitor.follow(
        visitor.post(f"{circle}/people/guests", {"csrf_token": token, "guest": "Kit", "person": cleo})
    )
    assert "2 games were added" in page.text
    assert sorted(totals(visitor, one)) == ["Anna", "Cleo"]
    assert sorted(totals(visitor, other)) == ["Bo", "Cleo", "Dora"]
    visitor.post(f"{circle}/people/guests", {"csrf_token": token, "guest": "Dora", "person": ""})
    assert people(visitor, circle) == ["Anna", "Bo", "Cleo", "Dora"]
    visitor.send(visitor.get(f"{one}/settings"), "/settings", **{"new-0-name": "Dora"})
    acted(visitor, circle, "Dora", r"/people/\d+$", name="Dorothea")
    assert sorted(totals(visitor, one)) == ["Anna", "Cleo", "Dorothea"]


def test_whoever_is_taken_out_has_no_name_left_anywhere(app: Flask, visitor: Browser, game: str, circle: str) -> None:
    """Neither shown nor stored; the points stay."""
    visitor.send(visitor.get(f"{game}/settings"), "/settings", name="Friday")
    acted(visitor, circle, "Bo", "/leave")
    assert people(visitor, circle) == ["Anna", "Cleo"]
    assert totals(visitor, game) == ["Anna", "a guest", "Cleo"]
    for path in (game, f"{game}/history", f"{game}/export.json", f"{game}/settings", circle, f"{circle}/people"):
        assert not re.search(r"\bBo\b", visitor.client.get(path).text), path
    with app.app_context():
        for table in ("game", "revision", "seat", "person"):
            rows = db.session.execute(text(f"SELECT * FROM {table}")).all()
            assert rows
            assert not re.search(r"\bBo\b", json.dumps([list(map(str, row)) for row in rows])), table


def test_a_game_is_put_into_a_circle_and_taken_out(app: Flask, visitor: Browser, circle: str) -> None:
    """Who has only the circle loses the game; this device keeps it."""
    other = visitor.given_game("cs-500", "Anna", "Dora")
    page = visitor.get(circle)
    visitor.send(page, "/games", game=other.rsplit("/", 1)[1])
    member = member_of(app, circle, Role.VIEWER)
    assert member.get(other).status == 200
    assert "Guests: Dora" in member.get(circle).text
    token = page.fields("/games")["csrf_token"] if page.root.all("form") else ""
    visitor.post(f"{circle}{other.replace('/games', '/games')}/out", {"csrf_token": token})
    assert member.get(other).status == 403
    assert visitor.get(other).status == 200
    assert "Guests" not in visitor.get(circle).text


@pytest.mark.parametrize("role", Role)
def test_a_link_to_a_circle_gives_its_role_in_every_game(
    app: Flask, visitor: Browser, circle: str, game: str, role: Role
) -> None:
    """A viewer sees all games and changes none; a keeper of the circle scores its games."""
    page = visitor.get(f"{circle}/share")
    token = page.fields("/hand-over")["csrf_token"]
    code = visitor.post(f"{circle}/share", {"csrf_token": token, "role": role.value})
    link = code.root.all("input", id="link")[0].attrs["value"].removeprefix("http://localhost")
    guest = Browser(app.test_client(), htmx=visitor.htmx)
    joined = guest.send(guest.get(guest.get(link).location), "/join/game")
    assert joined.location == circle
    assert guest.get(circle).status == guest.get(game).status == 200
    assert guest.get(f"{game}/rounds/new").status == (403 if role is Role.VIEWER else 200)
    assert guest.get(f"{circle}/play").status == (403 if role is Role.VIEWER else 200)
    assert bool(guest.get(f"{circle}/people").root.all("form", cls=None)) is (role is not Role.VIEWER)


def test_a_viewer_of_one_game_learns_nothing_of_its_circle(
    app: Flask, visitor: Browser, circle: str, game: str
) -> None:
    guest = join(app, game, Role.VIEWER)
    for path in (circle, f"{circle}/people", f"{circle}/share"):
        assert guest.get(path).status == 403
    for path in (game, f"{game}/history", "/"):
        page = guest.get(path)
        assert "Sunday" not in page.html
        assert circle not in page.html


def test_withdrawn_access_to_a_circle_ends_that_to_its_games(
    app: Flask, visitor: Browser, circle: str, game: str
) -> None:
    """With the links to games that were made under it."""
    member = member_of(app, circle, Role.SCORER)
    token = member.get(f"{game}/share").fields("/hand-over")["csrf_token"]
    member.post(f"{game}/share", {"csrf_token": token, "role": "scorer"})
    page = visitor.get(f"{circle}/share")
    row = page.fields("/hand-over")["csrf_token"]
    done = visitor.follow(visitor.post(f"{circle}/withdraw", {"csrf_token": row, "holder": "others"}))
    assert "Access withdrawn" in done.text
    assert member.get(game).status == member.get(circle).status == 403
    assert visitor.get(game).status == 200
