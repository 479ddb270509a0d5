"""User input is escaped on every page and in every file: no script runs, no template is rendered."""

import csv
import io
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.variants.examples import EXAMPLES

from .pages import Browser, Node
from .test_every_route import PAGES, VIEWER, requests_of

PROBES = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "{{7*7}}${7*7}<%=7*7%>",
    "javascript:alert(1)",
    "{0.__class__} {name} {num} %s %(name)s",
)
_BEARING_ADDRESSES = ("href", "src", "action", "formaction", "xlink:href", "data")


@pytest.fixture
def game(plain: Browser) -> str:
    """A game whose players, name, reasons, claims and device are XSS and template probes."""
    game = plain.given_game("da-500", *PROBES)
    plain.send(plain.get("/device"), "/name", name=PROBES[0])
    plain.send(plain.get(f"{game}/settings"), "/settings", name=PROBES[1])
    points = {f"p{index}_points": "5" for index in range(len(PROBES))}
    for _ in range(2):  # with two there is a chart, which names the players too
        plain.enter(game, "p0", **points)
    for probe in PROBES:
        plain.send(plain.get(f"{game}/rounds/1"), "/void", why=probe)
        plain.send(plain.get(game), "/undo")
    asked = plain.send(plain.get(f"{game}/referee/meld"), "/meld", cards="7H 8H 9D")
    decision = asked.fields("/decision").to_dict()
    plain.post(f"{game}/referee/meld/decision", {**decision, "decide": "overrule", "why": PROBES[2]})
    return game


def test_every_page_of_a_game_shows_what_was_typed_as_text(app: Flask, plain: Browser, game: str) -> None:
    """Every GET route that the game's device may use, new ones included."""
    shown = set()
    for endpoint in [*PAGES[VIEWER], "settings.show", "settings.ask", "rounds.new", "rounds.edit", "rounds.part"]:
        for method, url in requests_of(app, endpoint, game):
            if method == "GET" and not url.endswith((".pdf", ".png", "/events", ".json", ".csv")):
                shown |= _checked(plain, url)
    for url in ("/", "/device", "/games/new/da-500", "/import", "/offline"):
        shown |= _checked(plain, url)
    assert shown == set(PROBES)
    assert plain.get(game).root.all("svg")


def _checked(browser: Browser, url: str) -> set[str]:
    """Check that a page has the probes only as text; return those that it shows."""
    page = browser.get(url)
    for node in page.root.walk():
        check_node(node, url)
    for probe in PROBES[:3]:
        assert probe not in page.html, url
    values = [value for node in page.root.walk() for value in node.attrs.values()]
    told = page.text + " ".join(values)
    assert "49${7*7}" not in told
    return {probe for probe in PROBES if re.sub(r"\s+", " ", probe) in told}


def check_node(node: Node, url: str) -> None:
    """Check that an element of the page at `url` has no script, and no address that is one."""
    assert not [name for name in node.attrs if name.startswith("on")], (url, node.attrs)
    for name in _BEARING_ADDRESSES:
        assert not node.attrs.get(name, "").strip().lower().startswith(("javascript:", "data:text")), (url, node.attrs)
    if node.tag == "script":
        inside = "".join(child for child in node.children if isinstance(child, str))
        assert "alert(1)" not in inside or node.attrs.get("type") == "application/json", url
        assert "</script" not in inside


@pytest.mark.parametrize("probe", PROBES)
def test_what_is_refused_comes_back_as_text(plain: Browser, game: str, probe: str) -> None:
    """In the field and in its message."""
    page = plain.enter(game, "p0", p0_points=probe, p1_melds=probe, why=probe)
    assert page.status == 422
    for node in page.root.walk():
        check_node(node, "the form")
    assert page.fields("/rounds")["p0-points"] == probe
    for url, field in (("/join", "code"), (f"{game}/referee/meld", "cards")):
        answer = plain.send(plain.get(url), url, **{field: probe})
        assert probe not in answer.html or probe in PROBES[3:]  # they need no escaping
        for node in answer.root.walk():
            check_node(node, url)


@pytest.mark.parametrize("probe", PROBES)
def test_an_address_that_is_not_there_says_nothing_of_what_stands_in_it(plain: Browser, probe: str) -> None:
    """Nor with a query."""
    for url in (f"/nowhere/{probe}", f"/join/{probe}", f"/games/new/{probe}", f"/?x={probe}", f"/games/{probe}"):
        page = plain.get(url.replace("%", "%25").replace("#", "%23"))
        for node in page.root.walk():
            check_node(node, url)
        assert "alert(1)" not in page.html


def test_json_and_csv_hold_what_was_typed_letter_for_letter_and_are_no_pages(plain: Browser, game: str) -> None:
    """Their content types are never rendered as HTML."""
    for part, kind in (("export.json", "application/json"), ("export.csv", "text/csv")):
        answer = plain.client.get(f"{game}/{part}")
        assert answer.mimetype == kind
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "attachment" in answer.headers["Content-Disposition"]
    exported: Any = plain.client.get(f"{game}/export.json").json
    assert exported["game"]["players"] == list(PROBES)
    told = [revision["why"] for revision in exported["history"]]
    assert set(PROBES) <= set(told)
    names = next(csv.reader(io.StringIO(plain.client.get(f"{game}/export.csv").text)))
    assert names[-len(PROBES) :] == list(PROBES)


@pytest.mark.parametrize("probe", PROBES)
def test_the_api_says_it_back_as_json_only(app: Flask, probe: str) -> None:
    """Also in problem documents: a card, a key, a variant."""
    example = EXAMPLES["meld"][0]
    for body in (
        {**example.body, "situation": {"cards": [probe]}},
        {**example.body, "situation": {probe: 1}},
        {**example.body, "variant": probe},
    ):
        answer = app.test_client().post("/api/v1/referee/meld", json=body)
        assert answer.status_code == 422
        assert answer.mimetype == "application/problem+json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
