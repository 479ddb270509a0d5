"""An in-process application with a device, games and a ruling: the target of the fuzzer."""

import html
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from flask import Flask, got_request_exception
from flask.testing import FlaskClient
from werkzeug.routing import RoutingException, Rule

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.services.access import access, invitations
from scorekeeper.store.migrate import upgrade

Fields = dict[str, list[str]]  # the fields of a form: name to possible values

_VARIANTS = ("da-500", "nb-rummy", "de-romme", "cs-500", "is-rommi")
_PLAYERS = ["Anna", "Bo", "Cleo"]
_TAG = re.compile(r"<(input|select|option|textarea|button)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_QUESTIONS: dict[str, Any] = {"question": "meld", "situation": {"cards": ["7H", "8H", "9H"]}}
_ROUNDS: dict[str, Any] = {"closer": "Anna", "entries": {name: {"points": 0} for name in _PLAYERS}}


class UnknownArgument(Exception):
    """A URL rule has an argument for which no values are known."""


@dataclass
class World:
    """A device with a game in which every action is possible; it is replaced after some requests."""

    app: Flask
    variant: str
    client: FlaskClient = field(init=False)
    game_id: str = field(init=False)
    key: str = field(init=False)
    circle_id: str = field(init=False)
    people: list[str] = field(init=False)
    rules: list[str] = field(init=False)
    season: str = field(init=False)
    club: str = field(init=False)
    outside: str = field(init=False)
    ruling: str = field(init=False)
    token: str = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()
        made = self._api("", {"variant": self.variant, "players": _PLAYERS})
        self.game_id, self.key = made["id"], made["keys"]["scorer"]
        for _ in range(2):
            self._api(f"/{self.game_id}/rounds", _ROUNDS | {"accept_warnings": True})
        self.ruling = self._api(f"/{self.game_id}/rulings", _QUESTIONS)["id"]
        self.client.get(f"/join/{self.key}")
        form = dict(forms_in(self.client.get("/join/game").text))["/join/game"]
        self.client.post("/join/game", data={name: values[0] for name, values in form.items()})
        self.token = dict(forms_in(self.client.get("/join").text))["/join"]["csrf_token"][0]
        self._keep_circle()

    def _keep_circle(self) -> None:
        """Make a circle of the game, with two merged people and a guest; another game stays outside."""
        token = {"csrf_token": self.token}
        made = self.client.post("/circles/new", data={**token, "name": "Sunday", "game": self.game_id})
        circle = made.headers["Location"]
        self.circle_id = circle.rsplit("/", 1)[1]
        for name in ("Dora", "Dorothea"):
            self.client.post(f"{circle}/people", data={**token, "name": name})
        self.people = sorted(set(re.findall(r"/people/(\d+)", self.client.get(f"{circle}/people").text)), key=int)
        self.client.post(f"{circle}/people/{self.people[-1]}/merge", data={**token, "into": self.people[-2]})
        self.client.post(
            f"{circle}/play", data={**token, "person": self.people[:2], "guests": "Kit", "variant": "da-500"}
        )
        self.client.post(f"{circle}/rules", data={**token, "name": "Sunday rules", "game": self.game_id})
        self.rules = re.findall(r"/rules/(\d+)/name", self.client.get(f"{circle}/rules").text)
        season = {"name": "Autumn", "first": "2026-01-01", "last": "2026-12-31", "zone": "UTC"}
        kept = self.client.post(f"{circle}/seasons", data={**token, **season})
        self.season = kept.headers["Location"].rsplit("/", 1)[1]
        evening = {"person": self.people[:3], "variant": "da-500", "size": "3", "sittings": "3", "later": "drawn"}
        drawn = self.client.post(f"{circle}/clubs/new", data={**token, **evening, "name": "Club", "names": "Eli\nFay"})
        self.club = drawn.headers["Location"].rsplit("/", 1)[1]
        names = {f"player-{seat}": name for seat, name in enumerate(_PLAYERS)}
        begun = self.client.post("/games/new/da-500", data={**token, **names, "dealer": "0"})
        self.outside = begun.headers["Location"].rsplit("/", 1)[1]

    @property
    def version(self) -> str:
        """The current version of the game."""
        answer = self.client.get(f"/api/v1/games/{self.game_id}", headers=self.bearer)
        return str(answer.json["version"]) if answer.json and "version" in answer.json else "1"

    @property
    def bearer(self) -> dict[str, str]:
        """The Authorization header of the game for the API."""
        return {"Authorization": f"Bearer {self.key}"}

    def link(self) -> str:
        """Return the key of a new link to the game."""
        with self.app.app_context():
            return access.new_key(self.game_id, access.Role.VIEWER)

    def circle_key(self) -> str:
        """Return the key of a new link to the circle."""
        device = self.client.get_cookie("device")
        with self.app.app_context():
            right = access.circle_by_device(self.circle_id, device.value if device else None)
            return invitations.share(right, access.Role.KEEPER).key

    def argument(self, rule: Rule, name: str) -> list[str]:
        """Return the possible values of the URL argument `name`.

        Raises:
            UnknownArgument: nobody said so.
        """
        known = {
            "game_id": [self.game_id],
            "circle_id": [self.circle_id],
            "person_id": [*self.people, "99"],
            "other_id": [*self.people, "99"],
            "year": ["2026", "1", "99999"],
            "rules_id": [*self.rules, "99"],
            "season_id": [self.season, "99"],
            "club_id": [self.club, "99"],
            "number": ["1", "2", "99"],
            "ruling": [self.ruling, "nosuchruling"],
            "filename": ["app.js", "icon.svg", "nothing", "vendor/htmx-4.0.1.min.js"],
            "slug": ["meld", "hand-value", "lay-off", "go-out", "play", "call", "pile", "arrange", "table", "row"],
            "variant": list(_VARIANTS),
            "key": [self.link()] if rule.endpoint.startswith("join.") else list(_VARIANTS),
        }
        if name not in known:
            raise UnknownArgument(f"{rule.rule}: what can stand for {name}?")
        return known[name]

    def _api(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = self.bearer if path else {}
        answer = self.client.post(f"/api/v1/games{path}", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json or {}
        return made


def scenes(world: World) -> Iterator[str]:
    """Play a game to its end and delete it; yield the pages on the way that have forms of their own."""
    client, game = world.client, f"/games/{world.game_id}"
    token = {"csrf_token": world.token}
    client.get(f"/join/{world.link()}")
    yield client.get("/join/game").text
    yield client.post(f"{game}/referee/meld", data={**token, "cards": "7H 8H 9H"}).text
    for action in ("", "/seat"):
        client.post(f"{game}/rounds/open{action}", data={**token, "seat": "p0"})
        yield client.get(f"{game}/rounds/open").text
    for action, page in (("undo", game), ("end", game), ("end", "/"), ("delete", "/")):
        client.post(f"{game}/{action}", data={**token, "version": world.version})
        yield client.get(page).text


def forms_in(page: str) -> Iterator[tuple[str, Fields]]:
    """Yield action and fields of each POST form of a page."""
    for form in re.findall(r'<form\b[^>]*method="post".*?</form>', page, re.DOTALL):
        fields: Fields = {}
        last = ""
        for tag, inside in _TAG.findall(form):
            given = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(inside)}
            if tag == "option":
                fields.setdefault(last, []).append(given.get("value", ""))
            elif "name" in given:
                last = given["name"]
                fields.setdefault(last, []).extend([given.get("value", "")] if tag != "select" else [])
        yield dict(_ATTRIBUTE.findall(form.partition(">")[0])).get("action", ""), fields


def forms_of(world: World, paths: list[str]) -> dict[str, list[Fields]]:
    """Return the forms on the pages at `paths` and in the scenes, by the endpoint that they are sent to."""
    urls = world.app.url_map.bind("localhost")
    found: dict[str, list[Fields]] = {"tabletop.keep": [{"melds": ["7H 8H 9H", "7H 8H 9H\n5S 5H 5D"], "version": []}]}
    pages = (answer.text for path in paths if (answer := world.client.get(path)).mimetype == "text/html")
    for action, fields in (form for page in chain(pages, scenes(world)) for form in forms_in(page)):
        with suppress(RoutingException):  # another test checks that every form has a route
            endpoint, _arguments = urls.match(html.unescape(action).partition("?")[0], "POST")
            found.setdefault(str(endpoint), []).append(fields)
    return found


@contextmanager
def application(folder: Path) -> Iterator[tuple[Flask, list[str]]]:
    """Yield an application on a fresh database without rate limits, and the list that collects its errors."""
    settings = Settings(folder, f"sqlite:///{folder / 'forms.sqlite3'}", ratelimit_enabled=False)
    upgrade(settings.database_url)
    app = create_app(settings)
    app.logger.disabled = True  # until the end: all applications of a process share it. Errors are collected below
    errors: list[str] = []

    def note(_app: Flask, exception: BaseException) -> None:
        frames = [each for each in traceback.extract_tb(exception.__traceback__) if "/scorekeeper/" in each.filename]
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "outside"
        errors.append(f"{type(exception).__name__} in {where}: {str(exception)[:80]}")

    try:
        with got_request_exception.connected_to(note, app):
            yield app, errors
    finally:
        app.logger.disabled = False
        if press := app.extensions.get("press"):
            press.stop()  # a sheet or a preview has started it
