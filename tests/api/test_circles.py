"""Circles in the API: the key of a circle's link reads it, or adds people and games, and opens nothing else."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.services.access import grants, invitations
from scorekeeper.services.access.access import Role, circle_by_device, new_secret
from scorekeeper.services.circles import circles, seasons

from .conftest import PREFIX, ROUND, CheckedClient, Table, document_of, only_sqlite


class Circle:
    """A circle with a key for each role, and the requests that can be sent about it."""

    def __init__(self, app: Flask) -> None:
        app.test_client_class = CheckedClient
        self.api: FlaskClient = app.test_client()
        device = new_secret()
        with app.app_context():
            self.id = circles.create_circle(device, {"name": "Sunday"})
            self.right = circle_by_device(self.id, device)
            season = {"name": "Autumn", "first": "2020-01-01", "last": "2099-12-31", "zone": "UTC"}
            seasons.add_season(self.right, season)
            self.keys = {role: key_of(self.right, role) for role in Role}

    def ask(self, method: str, action: str = "", body: object = None, key: str | None = "") -> TestResponse:
        """Send a request with the keeper's key, or another."""
        key = self.keys[Role.KEEPER] if key == "" else key
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        sent: Any = {} if body is None else {"json": body}
        return self.api.open(f"{PREFIX}/circles/{self.id}{action}", method=method, headers=headers, **sent)


def key_of(right: Any, role: Role) -> str:
    """Return the secret of a new link."""
    return invitations.share(right, role).key


def withdraw(circle: "Circle", role: Role) -> None:
    """Withdraw the link with a role."""
    link = next(each for each in grants.list_holders(circle.right) if each.role is role and not each.mine)
    grants.withdraw(circle.right, link.id)


@pytest.fixture
def circle(app: Flask) -> Circle:
    """A circle with a season, and nobody in it."""
    return Circle(app)


GAME = {"variant": "da-500", "players": ["Anna", "Bo", "Κλειώ"]}


@pytest.mark.both_databases  # a game and its seats in one transaction
def test_people_and_games_come_in_and_count(circle: Circle) -> None:
    """A player with a person's name is that person; the game's own keys open it."""
    assert [circle.ask("POST", "/people", {"name": name}).status_code for name in ("Anna", "Κλειώ")] == [201, 201]
    made = document_of(circle.ask("POST", "/games", GAME))
    headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}
    entered: Any = ROUND | {"entries": {name.replace("Cleo", "Κλειώ"): each for name, each in ROUND["entries"].items()}}
    game = f"{PREFIX}/games/{made['id']}"
    assert circle.api.post(f"{game}/rounds", json=entered, headers=headers).status_code == 201
    assert circle.api.post(f"{game}/end", headers=headers).status_code == 200
    shown = document_of(circle.ask("GET"))
    assert (shown["name"], [each["name"] for each in shown["people"]]) == ("Sunday", ["Anna", "Κλειώ"])
    assert shown["number_of_games"] == 1
    assert (shown["games"][0]["id"], shown["games"][0]["winners"]) == (made["id"], ["Anna"])
    assert document_of(circle.ask("GET", "?after=1"))["games"] == []
    figures = document_of(circle.ask("GET", "/statistics?span=year&game=da-500"))
    rows = [(each["name"], each["won"], each["points"]) for each in figures["people"]]
    assert rows == [("Anna", 1, 35), ("Κλειώ", 0, -25)]
    table = document_of(circle.ask("GET", "/seasons"))["seasons"][0]
    assert (table["season"]["name"], table["people"][0]["name"]) == ("Autumn", "Anna")


def test_the_same_name_twice_is_refused_and_a_bad_one_told(circle: Circle) -> None:
    """409 and 422, with the place; nothing is added."""
    assert circle.ask("POST", "/people", {"name": "Anna", "mark": 3}).status_code == 201
    assert circle.ask("POST", "/people", {"name": "ANNA"}).status_code == 409
    assert circle.ask("POST", "/people", {}).status_code == 422
    refused = circle.ask("POST", "/people", {"name": "Bo", "mark": 99})
    assert document_of(refused)["errors"][0]["pointer"] == "/mark"
    assert circle.ask("POST", "/games", {**GAME, "players": ["Anna"]}).status_code == 422
    assert circle.ask("GET", "?after=none").status_code == 422
    assert circle.ask("GET", "/statistics?span=life").status_code == 422
    shown = document_of(circle.ask("GET"))
    assert ([each["mark"] for each in shown["people"]], shown["games"]) == ([3], [])


READS, WRITES = ("", "/statistics", "/seasons"), ("/people", "/games")


@only_sqlite
def test_each_role_may_do_what_it_may_on_pages(circle: Circle) -> None:
    """A viewer reads; a scorer adds, too."""
    read = {role: {circle.ask("GET", each, key=key).status_code for each in READS} for role, key in circle.keys.items()}
    written = {
        role: {circle.ask("POST", each, {}, key=key).status_code for each in WRITES}
        for role, key in circle.keys.items()
    }
    assert read == {role: {200} for role in Role}
    assert written == {role: {403 if role is Role.VIEWER else 422} for role in Role}


def test_no_other_key_opens_it(app: Flask, table: Table, circle: Circle) -> None:
    """None, an invented one, another circle's, a game's in it, a withdrawn one: the same answer; nor its key a game."""
    made = document_of(circle.ask("POST", "/games", GAME))
    withdrawn = circle.keys[Role.SCORER]
    with app.app_context():
        withdraw(circle, Role.SCORER)
    keys = [None, new_secret(), Circle(app).keys[Role.KEEPER], made["keys"]["scorer"], withdrawn]
    answers = {circle.ask("GET", each, key=key).text for each in READS for key in keys}
    answers |= {circle.ask("POST", each, {}, key=key).text for each in WRITES for key in keys}
    assert len(answers) == 1
    assert "This key opens no circle." in answers.pop()
    headers = {"Authorization": f"Bearer {circle.keys[Role.KEEPER]}"}
    assert circle.api.get(f"{PREFIX}/games/{made['id']}", headers=headers).status_code == 401


def test_the_keys_of_a_game_end_with_the_key_that_made_it(app: Flask, circle: Circle) -> None:
    """As a link that was made under it does."""
    made = document_of(circle.ask("POST", "/games", GAME, key=circle.keys[Role.SCORER]))
    headers = {"Authorization": f"Bearer {made['keys']['viewer']}"}
    address = f"{PREFIX}/games/{made['id']}"
    assert circle.api.get(address, headers=headers).status_code == 200
    with app.app_context():
        withdraw(circle, Role.SCORER)
    assert circle.api.get(address, headers=headers).status_code == 401
