"""Fuzz every route with random forms, URLs and headers, in process: there must be no server error."""

import io
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from flask import Flask
from werkzeug.routing import Rule

from . import fuzz
from .world import Fields, World, application, forms_of

_REQUESTS_PER_GAME = 60  # requests after which a new game is made
_MORE_TRIES, _TRIES_PER_GAME = 60, 15  # of a route that took no form
_VARIANTS = ("da-500", "nb-rummy", "de-romme", "cs-500", "is-rommi")
_SLOW = 0.01  # probability to request a sheet, which takes a second
_EXPECTED_503 = {"live.events"}  # without room for streams, or, for sheets, with a busy press
_NOT_SENT = (UnicodeError,)  # the test client cannot send it, nor can any other
_REACHED = (200, 201, 303, 304, 409, 412, 422)
# fmt: off
_BODIES: Sequence[object] = (
    {"variant": "da-500", "players": ["Anna", "Bo"], "house_rules": {"target": 300}, "dealer": "Anna", "name": "x"},
    {"closer": "Anna", "entries": {"Anna": {"points": 35}, "Bo": {"points": -5}, "Cleo": {"plus": 10, "minus": 5}}},
    {"closer": "Bo", "entries": {"Anna": {"hand": ["7H"]}, "Bo": {"melds": [["7D", "8D", "9D"]]}, "Cleo": {}}},
    {"by": "Anna", "why": "so"},
    {"round": 1, "player": "Anna", "by": "Bo"},
    {"reading": "x", "choice": True},
    {"question": "meld", "situation": {"cards": ["7H", "8H", "JK"]}, "claims": {"Anna": "legal"}},
    {"variant": "da-500", "situation": {"cards": ["3C", "JK", "5C", "6C"]}},
    {"variant": "cs-500", "situation": {"table": [["8C", "9C", "TC"]], "cards": ["JC"]}},
    {"variant": "de-romme", "situation": {"cards": ["7H", "8H", "9H", "2C"], "aim": "fewest_left"}},
    {"variant": "da-500", "situation": {"totals": {"Anna": 505, "Bo": 380}}},
    {"variant": "nb-rummy", "situation": {"entered": {"Anna": 30, "Bo": 12, "Cleo": -18}}},
    {"variant": "nb-rummy", "situation": {"before": [], "played": ["8C"], "after": [["8C", "9C", "TC"]]}},
    {"format_version": 1, "game": {"variant": "da-500", "players": ["Anna", "Bo"]}, "history": [], "rulings": []},
)
# fmt: on


@dataclass
class Sent:
    """The result: number of requests, server errors with their requests, routes reached."""

    requests: int = 0
    errors: dict[str, str] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    statuses: Counter[int] = field(default_factory=Counter)


class Sender:
    """Sends random requests to every route of an application."""

    def __init__(self, app: Flask, errors: list[str], seed: int) -> None:
        self.app, self._errors, self._rng = app, errors, Random(seed)
        self.sent = Sent()
        self._world = World(app, _VARIANTS[0])
        self._forms: dict[str, list[Fields]] = {}
        for variant in _VARIANTS:
            world = World(app, variant)
            for endpoint, forms in forms_of(world, paths_of(world)).items():
                self._forms.setdefault(endpoint, []).extend(forms)
        self._names = sorted({name for forms in self._forms.values() for each in forms for name in each})
        self.posts = [rule for rule in _rules(app) if "POST" in _methods(rule) and not _is_api(rule)]
        self.others = [rule for rule in _rules(app) if rule not in self.posts]

    def send_forms(self, number: int) -> None:
        """Send `number` forms, evenly distributed over the routes that take one, and more to those that took none."""
        for count in range(number):
            if count % _REQUESTS_PER_GAME == 0:
                self._world = World(self.app, self._rng.choice(_VARIANTS))
            self._form(self.posts[count % len(self.posts)])
        for rule in self.posts:
            tries = 0
            while rule.endpoint not in self.sent.reached and tries < _MORE_TRIES:
                if tries % _TRIES_PER_GAME == 0:
                    self._world = World(self.app, self._rng.choice(_VARIANTS))
                self._form(rule)
                tries += 1

    def send_others(self, number: int) -> None:
        """Send `number` other requests with odd URLs and headers, over all routes."""
        rules = _rules(self.app)
        for count in range(number):
            if count % _REQUESTS_PER_GAME == 0:
                self._world = World(self.app, self._rng.choice(_VARIANTS))
            rule = rules[count % len(rules)]
            if rule.rule.endswith(".pdf") and self._rng.random() > _SLOW:
                continue
            self._other(rule)

    def _form(self, rule: Rule) -> None:
        """Send a form to a page of the current world."""
        forms = self._forms.get(rule.endpoint) or [{name: [""] for name in self._rng.sample(self._names, 5)}]
        fields = {**self._rng.choice(forms), "csrf_token": [self._world.token]}
        if "version" in fields:
            fields["version"] = [self._world.version, self._world.version, "0"]
        if rule.endpoint == "join.accept":
            fields["key"] = [self._world.link()]
        if rule.endpoint == "circles.put_in":
            fields["game"] = [self._world.outside]
        if rule.endpoint == "evening.write":  # the form was read in another world
            fields["game"] = [self._world.game_id]
        pairs = fuzz.form(self._rng, fields, self._names)
        data: dict[str, object] = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)  # type: ignore[attr-defined]  # a list, just put there
        if rule.endpoint in ("exchange.take_in", "copies.take_in"):
            data["file"] = (io.BytesIO(self._file()), "x.json")
        headers = fuzz.headers(self._rng, 1) if self._rng.random() < 0.2 else {}
        self._open(rule, "POST", self._path(rule, odd=0.08), headers, data)

    def _file(self) -> bytes:
        """Return a file to import: the game's own export, mutated."""
        circle = f"/circles/{self._world.circle_id}"
        source = self._rng.choice((f"/games/{self._world.game_id}", circle))
        exported = self._world.client.get(f"{source}/export.json").data or b"{}"
        try:
            return fuzz.body(self._rng, [json.loads(exported)])
        except ValueError:
            return exported[: self._rng.randrange(len(exported))]

    def _other(self, rule: Rule) -> None:
        method = self._rng.choice([*sorted(_methods(rule)), "HEAD", "OPTIONS", "PATCH"])
        headers = fuzz.headers(self._rng)
        if _is_api(rule) and self._rng.random() < 0.9:
            headers.setdefault("Authorization", self._world.bearer["Authorization"])
        body = None
        if method not in ("GET", "HEAD", "OPTIONS"):
            body = fuzz.body(self._rng, _BODIES)
            headers.setdefault("Content-Type", "application/json")
        path = self._path(rule, odd=0.15) + fuzz.query(self._rng, self._names)
        self._open(rule, method, path, headers, body)

    def _path(self, rule: Rule, odd: float) -> str:
        """Return a URL of the route, with an odd argument with probability `odd`."""
        path = rule.rule
        for name in sorted(rule.arguments):
            values = self._world.argument(rule, name)
            strange = self._rng.random() < odd
            value = fuzz.quoted(fuzz.text(self._rng)) if strange else self._rng.choice(values)
            path = _filled(path, name, value)
        return path.encode("ascii", "replace").decode()

    def _open(self, rule: Rule, method: str, path: str, headers: dict[str, str], data: object) -> None:
        noted = len(self._errors)
        self.sent.requests += 1
        try:
            with self._world.client.open(path, method=method, headers=headers, data=data) as answer:
                answer.get_data()
                status = answer.status_code
        except _NOT_SENT:
            return
        except Exception as error:  # that no error handler caught: there is no response
            self._errors.append(f"{type(error).__name__} let through: {str(error)[:80]}")
            status = 500
        self.sent.statuses[status] += 1
        if status in _REACHED:
            self.sent.reached.add(rule.endpoint)
        meant = status == 503 and (rule.endpoint in _EXPECTED_503 or rule.rule.endswith(".pdf"))
        if status >= 500 and not meant:
            why = self._errors[-1] if len(self._errors) > noted else f"{status}"
            self.sent.errors.setdefault(f"{rule.endpoint}: {why}", f"{method} {path[:200]} {headers} {str(data)[:600]}")
        if self._world.client.get_cookie("device") is None:
            self._world = World(self.app, self._world.variant)


def paths_of(world: World, most: int | None = None) -> list[str]:
    """Return the URLs of every page, with all possible arguments, or with `most` values of each."""
    found = []
    for rule in _rules(world.app):
        if "GET" in _methods(rule) and not _is_api(rule) and not rule.rule.endswith(("pdf", "events", "<key>")):
            paths = [rule.rule]
            for name in rule.arguments:
                values = world.argument(rule, name)[:most]
                paths = [_filled(path, name, value) for path in paths for value in values]
            found += paths
    return [*found, *(f"/games/new/{variant}" for variant in _VARIANTS)]


def _filled(path: str, name: str, value: str) -> str:
    """Fill `value` into a URL rule for its argument `name`, whatever its converter is."""
    return re.sub(rf"<(\w+:)?{name}>", lambda _found: value, path)


def _rules(app: Flask) -> list[Rule]:
    return sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint))


def _methods(rule: Rule) -> set[str]:
    return set(rule.methods or ()) - {"HEAD", "OPTIONS"}


def _is_api(rule: Rule) -> bool:
    return rule.rule.startswith("/api/")


def main(forms: int, seed: int) -> int:
    """Send `forms` forms and half as many other requests; print server errors; return 1 if there is any."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, application(Path(folder)) as (app, errors):
        sender = Sender(app, errors, seed)
        sender.send_forms(forms)
        sender.send_others(forms // 2)
    sent = sender.sent
    for error, request in sorted(sent.errors.items()):
        print(f"{error}\n    {request}")
    unreached = sorted({rule.endpoint for rule in sender.posts} - sent.reached)
    if unreached:
        print(f"never carried out nor refused for what was in it: {', '.join(unreached)}")
    statuses = ", ".join(f"{status}: {number}" for status, number in sorted(sent.statuses.items()))
    print(
        f"{sent.requests} requests in {time.monotonic() - began:.0f} s, {len(sent.errors)} server errors ({statuses})"
    )
    return 1 if sent.errors or unreached else 0
