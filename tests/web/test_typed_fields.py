"""Every field of every form in which somebody types text: what is typed there is text wherever it is shown.

The fields are found on the pages themselves. A new one without a row fails the test.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from attack.forms import paths_of
from attack.world import World

from ..sheets.pdf import read
from .pages import Browser, Node, Page, fields_of
from .test_typed_text import check_node

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # it is about pages

SHOWN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("circles.create", "circles.rename", "people.add", "people.change"), ("name",)),
    **dict.fromkeys(("named_rules.keep", "named_rules.rename", "this_device.name"), ("name",)),
    **dict.fromkeys(("seasons.add", "seasons.change"), ("name",)),
    **dict.fromkeys(("clubs.add", "clubs.draw"), ("name", "names")),
    **dict.fromkeys(("notes.write", "notes.write_of_round", "evening.write"), ("note",)),
    **dict.fromkeys(("rounds.correct", "rounds.void", "rounds.enter"), ("why", "by")),
    "play.begin": ("guests",),
    "settings.change": ("name", "name-#", "new-#-name", "by", "why"),
    "games.create": ("name", "player-#"),
    "sheets.choose": ("place",),
}
"""The fields whose text is shown later, by the endpoint that takes them; `#` stands for a number."""
READ = {
    "p#-melds",
    "p#-laid_off",
    "p#-hand",
    "p#-points",
    "p#-plus",
    "p#-minus",
    "weights",
    "zone",
    "code",
    "points-#",
} | {*("p#-failed_pile_pickups", "p#-peeks", "p#-false_calls", "new-#-typed")}
"""Fields that are read as cards, numbers or codes, and come back only with their error; so are those of a question."""


_MORE: dict[str, Callable[[World], list[tuple[str, str]]]] = {
    "clubs.add": lambda world: [("person", person) for person in world.people[:3]],
    "clubs.draw": lambda world: [("person", person) for person in world.people[:3]],
}
"""What a form needs besides its text."""


@pytest.fixture
def world(app: Flask) -> World:
    """A device with a game, a circle, a season and a club evening."""
    return World(app, "da-500")


def _forms(browser: Browser, world: World) -> Iterator[tuple[str, str, Node]]:
    """Yield each form of each page: the endpoint that takes it, the page's path, the form."""
    urls = world.app.url_map.bind("localhost")
    note = f"/circles/{world.circle_id}/evening/note?game={world.game_id}"
    for path in [*paths_of(world, most=1), note]:
        answer = browser.client.get(path)
        if answer.mimetype == "text/html" and answer.status_code == 200:
            for form in Page(answer).root.all("form", method="post"):
                endpoint, _arguments = urls.match(form.attrs["action"].partition("?")[0], "POST")
                yield str(endpoint), path, form


def _typed(form: Node) -> Iterator[str]:
    """Yield the names of the fields of a form into which text is typed."""
    for node in form.walk():
        if node.tag == "textarea" or (node.tag == "input" and node.attrs.get("type", "text") in ("text", "search")):
            yield node.attrs["name"]


def test_what_is_typed_into_any_field_is_text_on_every_page_and_in_every_file(world: World) -> None:
    """Each field gets a text of its own with tags, quotes and template code; what is sent back is looked at, too."""
    browser = Browser(world.client)
    places = {
        (endpoint, name): (path, form.attrs["action"])
        for endpoint, path, form in _forms(browser, world)
        for name in _typed(form)
    }
    unknown = [place for place in places if not _is_shown(*place) and not _is_read(*place)]
    assert not unknown
    assert {endpoint for endpoint, _name in places} >= SHOWN.keys() - {"rounds.enter"}
    probes = _type_everywhere(world, {place: where for place, where in places.items() if _is_shown(*place)})
    shown = set[str]()
    for path in paths_of(world, most=1):
        answer = browser.client.get(path)
        if answer.mimetype == "text/html":
            shown |= _check(Page(answer), path)
        elif path.endswith(".json"):
            assert (answer.mimetype, answer.headers["X-Content-Type-Options"]) == ("application/json", "nosniff")
    assert {place for place, probe in probes.items() if probe not in shown} == NAMES_OF_PEOPLE
    exported = json.dumps(browser.client.get(f"/circles/{world.circle_id}/export.json").json)
    assert json.dumps(probes["seasons.change name"]) in exported
    assert _in_tables(browser, world) & set(probes.values())
    for path in (f"/circles/{world.circle_id}/clubs/{world.club}/sheet.pdf", f"/games/{world.game_id}/sheet.pdf"):
        told = read(browser.client.get(path).data).text
        assert "<i" in told
        assert "7819" not in told


def _in_tables(browser: Browser, world: World) -> set[str]:
    """Check that the CSV files are sent as files for spreadsheets; return the cells of all of them."""
    files = [path for path in paths_of(world, most=1) if path.endswith(".csv")]
    assert len(files) == 4, "game, statistics, season, club evening"
    cells = set[str]()
    for path in files:
        answer = browser.client.get(path)
        assert (answer.mimetype, answer.headers["X-Content-Type-Options"]) == ("text/csv", "nosniff")
        assert "attachment" in answer.headers["Content-Disposition"]
        cells |= {cell for row in csv.reader(io.StringIO(answer.text)) for cell in row}
    assert not [cell for cell in cells if "7819" in cell or cell.startswith("&lt;")]
    return cells


NAMES_OF_PEOPLE = {f"settings.change name-{number}" for number in (1, 2, 3)}
"""The people of the circle have their names there."""


def _is_shown(endpoint: str, name: str) -> bool:
    return re.sub(r"\d+", "#", name) in SHOWN.get(endpoint, ())


def _is_read(endpoint: str, name: str) -> bool:
    return endpoint == "referee.judge" or re.sub(r"\d+", "#", name) in READ


def _type_everywhere(world: World, places: dict[tuple[str, str], tuple[str, str]]) -> dict[str, str]:
    """Type a text of its own into each of these fields, one after the other; return the texts by endpoint and name."""
    browser, probes = Browser(world.client), dict[str, str]()
    for (endpoint, name), (path, action) in places.items():
        form = next(each for each in browser.get(path).root.all("form", action=action) if name in _typed(each))
        typed = MultiDict([*fields_of(form), *_MORE.get(endpoint, lambda _world: [])(world)])
        if name in ("by", "why") and "name" in typed:  # about a change, which must be one
            typed["name"] = f"Game {len(probes)}"
        probes[f"{endpoint} {name}"] = typed[name] = f"<i id={len(probes)}>\"'>{{{{7*1117}}}}"
        _check(browser.post(action, typed), path)
    return probes


def _check(page: Page, path: str) -> set[str]:
    """Check that a page has what was typed as text only; return what it shows of it."""
    assert "<i id=" not in page.html, path
    assert "7819" not in page.text, path
    told = page.text
    for node in page.root.walk():
        check_node(node, path)
        told += " ".join(node.attrs.values())
    return set(re.findall(r"<i id=\d+>\"'>{{7\*1117}}", told))
