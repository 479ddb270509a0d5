"""A browser without script for tests: it parses pages, fills in forms and sends them, plainly or as htmx does."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.access.access import new_secret
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.creating import create_game_for
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_ATTRIBUTES = r"""((?:\s+[^\s=<>"'/]+(?:="[^"]*"|='[^']*')?)*)\s*"""
_ATTRIBUTE = re.compile(r"""([^\s=<>"'/]+)(?:="([^"]*)"|='([^']*)')?""")
_TOKEN = re.compile(
    r"([^<]+)"
    r"|</([a-z][a-z0-9-]*)>"
    rf"|<(script|style){_ATTRIBUTES}>(.*?)</\3>"
    rf"|<([a-z][a-z0-9-]*){_ATTRIBUTES}(/?)>"
    r"|<!--.*?-->|<!doctype html>"
    r"|(<.{,80})",
    re.DOTALL | re.IGNORECASE,
)


@dataclass
class Node:
    """An element of a page."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    children: list["Node | str"] = field(default_factory=list)

    def walk(self) -> Iterator["Node"]:
        """Yield this element and its descendants, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, tag: str | None = None, cls: str | None = None, **attrs: str) -> list["Node"]:
        """Return the elements with that tag, class and attributes."""
        return [
            node
            for node in self.walk()
            if (tag is None or node.tag == tag)
            and (cls is None or cls in node.attrs.get("class", "").split())
            and all(node.attrs.get(key.replace("_", "-")) == value for key, value in attrs.items())
        ]

    @property
    def text(self) -> str:
        """The text, with white space collapsed."""
        return re.sub(r"\s+", " ", "".join(self._texts())).strip()

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("script", "style", "template"):
                yield from child._texts()


def read(html: str) -> Node:
    """Return the document of a page; every element that is opened must be closed, every attribute be quoted.

    Our pages are simple enough for one expression, which takes a third of the time of `html.parser`.
    """
    root = Node("document")
    opened, children = [root], root.children
    for text, end, raw_tag, raw_attributes, raw, tag, attributes, closed, wrong in _TOKEN.findall(html):
        assert not wrong, f"This is no HTML: {wrong}"
        if text:
            children.append(unescape(text) if "&" in text else text)
        elif end:
            assert opened[-1].tag == end.lower(), f"</{end}> closes <{opened[-1].tag}>"
            opened.pop()
            children = opened[-1].children
        elif tag:
            node = Node(tag.lower(), _attributes(attributes) if attributes else {})
            children.append(node)
            if not closed and node.tag not in _VOID:
                opened.append(node)
                children = node.children
        elif raw_tag:
            children.append(Node(raw_tag.lower(), _attributes(raw_attributes), [raw] if raw else []))
    assert len(opened) == 1, f"<{opened[-1].tag}> is never closed"
    return root


def _attributes(text: str) -> dict[str, str]:
    found = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(text)}
    return {name: unescape(value) for name, value in found.items()} if "&" in text else found


class Page:
    """A response, parsed."""

    def __init__(self, response: TestResponse) -> None:
        self.response, self.status, self.html = response, response.status_code, response.text
        self.root = read("" if self.location else self.html)

    @property
    def text(self) -> str:
        """The visible text of the page."""
        return self.root.text

    @property
    def location(self) -> str:
        """The target of a redirect, plain or by htmx."""
        return self.response.headers.get("Location") or self.response.headers.get("HX-Redirect", "")

    def form(self, action: str = "") -> Node:
        """Return the form whose action ends with a text; there must be one."""
        found = [node for node in self.root.all("form") if node.attrs.get("action", "").endswith(action)]
        assert len(found) == 1, [node.attrs for node in self.root.all("form")]
        return found[0]

    def fields(self, action: str = "") -> MultiDict[str, str]:
        """Return what a browser sends of an untouched form."""
        return MultiDict(fields_of(self.form(action)))

    def at(self, name: str) -> str:
        """Return the problems at the field of that name, without its hint."""
        controls = self.root.all(name=name)
        assert controls, f"no field {name}"
        ids = [*controls[0].attrs.get("aria-describedby", "").split(), f"{name}-error1"]
        nodes = [
            node for node in self.root.walk() if node.attrs.get("id") in ids and node.attrs.get("class") == "error"
        ]
        return " ".join(node.text for node in nodes)

    @property
    def alerts(self) -> str:
        """The texts that screen readers announce at once."""
        return " ".join(node.text for node in self.root.walk() if node.attrs.get("role") in ("alert", "status"))


def fields_of(form: Node) -> Iterator[tuple[str, str]]:
    """Yield name and value of each field that a browser would send if nothing was touched."""
    for node in form.walk():
        name, kind = node.attrs.get("name"), node.attrs.get("type", "text")
        if not name or node.tag not in ("input", "select", "textarea"):
            continue
        if node.tag == "textarea":
            yield name, "".join(child for child in node.children if isinstance(child, str)).lstrip("\r\n")
        elif node.tag == "select":
            options = node.all("option")
            yield name, next((o for o in options if "selected" in o.attrs), options[0]).attrs["value"]
        elif kind not in ("checkbox", "radio") or "checked" in node.attrs:
            yield name, node.attrs.get("value", "")


class Browser:
    """A browser with its cookies; `htmx` makes it send forms as htmx does."""

    def __init__(self, client: FlaskClient, *, htmx: bool = False) -> None:
        self.client, self.htmx = client, htmx

    def get(self, url: str) -> Page:
        """Return the page at `url`."""
        return Page(self.client.get(url))

    def post(self, url: str, data: Any) -> Page:
        """Send a form to `url`."""
        return Page(self.client.post(url, data=data, headers={"HX-Request": "true"} if self.htmx else {}))

    def send(self, page: Page, action: str, without: tuple[str, ...] = (), **changed: str) -> Page:
        """Send the form of `page` whose action ends with `action`; `p0_points` in `changed` is field `p0-points`."""
        return self._send(page, action, changed, without)

    def _send(self, page: Page, action: str, changed: Mapping[str, str], without: tuple[str, ...] = ()) -> Page:
        data = page.fields(action)
        for key, value in changed.items():
            data[re.sub(r"^(p\d+|player)_", r"\1-", key)] = value
        for key in without:
            data.poplist(key)
        return self.post(page.form(action).attrs["action"], data)

    def follow(self, page: Page) -> Page:
        """Return the page after a form was processed: the response itself under htmx, else the redirect's target."""
        if page.location:
            assert page.status == (200 if self.htmx else 303)
            return self.get(page.location)
        return page

    def new_game(self, variant: str, *players: str, **changed: str) -> str:
        """Make a game by the form; return its URL."""
        page = self.get(f"/games/new/{variant}")
        first = {key: "0" if key == "dealer" else "" for key in page.fields(variant) if re.match("player-|dealer", key)}
        names = {f"player-{row}": name for row, name in enumerate(players)}
        answer = self._send(page, variant, first | names | changed)
        assert answer.location, answer.text
        return answer.location

    def given_game(self, variant: str, *players: str, **house_rules: object) -> str:
        """Make a game like `new_game`, without the form, which is slower; return its URL.

        Names beyond those that can play it are left out.
        """
        players = players[: VARIANTS[variant].most_players]
        cookie = self.client.get_cookie("device")
        secret = cookie.value if cookie else new_secret()
        self.client.set_cookie("device", secret)
        with self.client.application.app_context():
            body = {"variant": variant, "players": list(players), "dealer": players[0], "house_rules": house_rules}
            return f"/games/{create_game_for(secret, body)}"

    def given_round(self, game: str, closer: str, entries: dict[str, Any]) -> None:
        """Enter a round, `entries` as in the API, without its form, which takes much longer."""
        body = received(NewRound, {"closer": closer, "entries": entries})
        with self.client.application.app_context():
            enter_round(game.rsplit("/", 1)[1], body, Precondition())

    def enter(self, game: str, who: str, **fields: str) -> Page:
        """Enter a round: `who` went out (`p0`, or how the round ended), and the fields (`p0_points`)."""
        return self._send(self.get(f"{game}/rounds/new"), "/rounds", {"who": who, **fields})
