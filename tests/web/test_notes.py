"""Notes on a game and on its rounds: written, changed, undone, shown, printed, exported and imported."""

import json
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role, new_key
from scorekeeper.services.paper.game_sheet import SheetChoices, game_sheet
from scorekeeper.services.transfer.export import export_document
from scorekeeper.services.transfer.importing import import_game
from scorekeeper.services.views.loading import load_game
from scorekeeper.sheets.html import game_html, single_part
from scorekeeper.sheets.layout import Paper, game_layouts
from scorekeeper.web.sheets.sheet_form import zone_of

from .conftest import join
from .pages import Browser, Page

MARKUP = "<b>Nils</b> &amp; שלום"
LONG = "x" * 200


@pytest.fixture
def game(visitor: Browser) -> str:
    """The visitor's game of Anna and Bo with two rounds."""
    address = visitor.given_game("da-500", "Anna", "Bo")
    for _ in range(2):
        visitor.given_round(address, "Anna", {"Anna": {"points": 35}, "Bo": {"points": 25}})
    return address


def noted(visitor: Browser, address: str, note: str) -> Page:
    """Write a note by the form that a page leads to; return the page after it."""
    assert f"{address}/note" in [link.attrs["href"] for link in visitor.get(address).root.all("a")]
    form = visitor.get(f"{address}/note")
    return visitor.follow(visitor.send(form, "/note", note=note))


def notes(page: Page) -> list[str]:
    """Return the notes that a page shows."""
    return [each.text for each in page.root.all("p", cls="note")]


def hint(page: Page) -> str:
    """Return who wrote the note of an evening, and when."""
    return page.root.all("p", cls="hint")[1].text


def changes(visitor: Browser, game: str) -> list[str]:
    """Return the history, the latest change first."""
    return [item.text for item in visitor.get(f"{game}/history").root.all("ol", cls="history")[0].all("li")]


def api(visitor: Browser, game: str, path: str = "") -> dict[str, object]:
    """Return a game, or its history, as the API shows it."""
    app, game_id = visitor.client.application, game.rsplit("/", 1)[1]
    with app.app_context():
        key = new_key(game_id, Role.VIEWER)
    answer = app.test_client().get(f"/api/v1/games/{game_id}{path}", headers={"Authorization": f"Bearer {key}"})
    found: dict[str, object] = answer.json
    return found


@pytest.mark.parametrize("of", ["", "/rounds/1"])
def test_a_note_is_written_changed_deleted_and_undone(visitor: Browser, game: str, of: str) -> None:
    """Each is a change of the game, with what it was before; markup and other scripts come back as they were typed."""
    address = game + of
    page = noted(visitor, address, f"  {MARKUP}\r\nagain ")
    assert "Note saved." in page.text
    assert notes(visitor.get(address)) == [f"{MARKUP} again"]
    assert "<b>Nils" not in visitor.client.get(address).text
    assert f"Note: {MARKUP} again" in changes(visitor, game)[0]
    noted(visitor, address, LONG)
    assert notes(visitor.get(address)) == [LONG]
    assert f"Before: {MARKUP} againNow: {LONG}" in changes(visitor, game)[0], "two items of a list"
    assert "The note is deleted." in noted(visitor, address, " ").text
    assert notes(visitor.get(address)) == []
    assert f"Deleted note: {LONG}" in changes(visitor, game)[0]
    for expected in ([LONG], [f"{MARKUP} again"], []):
        assert "Undone: the note is as before." in visitor.follow(visitor.send(visitor.get(game), "/undo")).text
        assert notes(visitor.get(address)) == expected
    visitor.send(visitor.get(game), "/redo")
    assert notes(visitor.get(address)) == [f"{MARKUP} again"]
    assert "redone" in changes(visitor, game)[0]


@pytest.mark.parametrize(("note", "why"), [("x" * 201, "at most 200 characters"), ("a\x07b", "Control characters")])
def test_what_cannot_be_a_note_is_refused_and_stays_in_the_form(
    visitor: Browser, game: str, note: str, why: str
) -> None:
    for path in ("/note", "/rounds/2/note"):
        page = visitor.send(visitor.get(game + path), "/note", note=note)
        assert page.status == 422
        assert why in page.at("note")
        if len(note) > 200:
            assert page.fields("/note")["note"] == note
    assert visitor.get(f"{game}/rounds/3/note").status == 404
    assert changes(visitor, game)[0].startswith("Round 2 was entered.")


def test_nobody_overwrites_a_note_unseen(visitor: Browser, game: str) -> None:
    """A round that was entered meanwhile is no obstacle; the same note twice is one change."""
    form = visitor.get(f"{game}/note")
    visitor.given_round(game, "Bo", {"Anna": {"points": 5}, "Bo": {"points": 25}})
    for _ in range(2):
        visitor.send(form, "/note", note="First")
    late = visitor.send(form, "/note", note="Second")
    assert (late.status, late.fields("/note")["note"]) == (409, "Second")
    assert "The note as it is now: First" in late.text
    assert notes(visitor.get(game)) == ["First"]
    visitor.send(late, "/note")
    assert notes(visitor.get(game)) == ["Second"]
    assert [line for line in changes(visitor, game) if "First" in line and "Before" not in line] == [
        line for line in changes(visitor, game) if "Note: First" in line
    ]
    assert api(visitor, game)["version"] == 6


def test_a_viewer_reads_notes_and_writes_none(app: Flask, visitor: Browser, game: str) -> None:
    for address in (game, f"{game}/rounds/1"):
        noted(visitor, address, "Nils was late")
    viewer = join(app, game, Role.VIEWER)
    for address in (game, f"{game}/rounds/1"):
        page = viewer.get(address)
        assert notes(page) == ["Nils was late"]
        assert not page.root.all("a", href=f"{address}/note")
        assert viewer.get(f"{address}/note").status == 403


def test_a_corrected_or_void_round_keeps_its_note(visitor: Browser, game: str) -> None:
    """The points stay the same by a note."""
    noted(visitor, f"{game}/rounds/1", "Recounted")
    before = api(visitor, game)["totals"]
    assert before == {"Anna": 70, "Bo": 50}
    visitor.send(visitor.get(f"{game}/rounds/1/edit"), "/edit", **{"p0-points": "50"})
    visitor.send(visitor.get(f"{game}/rounds/1"), "/void")
    assert notes(visitor.get(f"{game}/rounds/1")) == ["Recounted"]
    assert api(visitor, game)["totals"] == {"Anna": 35, "Bo": 25}


def test_notes_are_exported_and_imported_with_their_history(app: Flask, visitor: Browser, game: str) -> None:
    """The API shows them where there are any."""
    assert "note" not in api(visitor, game)
    for address, note in ((game, "Long night"), (f"{game}/rounds/1", "Twice"), (f"{game}/rounds/1", MARKUP)):
        noted(visitor, address, note)
    noted(visitor, game, "")
    visitor.send(visitor.get(f"{game}/rounds/1/edit"), "/edit", **{"p0-points": "50"})
    visitor.send(visitor.get(game), "/undo")
    shown = api(visitor, game)
    assert "note" not in shown
    assert [round_.get("note") for round_ in shown["rounds"]] == [MARKUP, None]  # type: ignore[attr-defined]  # of JSON
    revisions = api(visitor, game, "/history")["revisions"]
    assert [(each["before"], each["after"]) for each in revisions if each["round"] is None] == [  # type: ignore[attr-defined]  # of JSON
        *((None, {"note": "Long night"}), ({"note": "Long night"}, None))
    ]
    with app.app_context():
        exported = json.loads(json.dumps(export_document(game.rsplit("/", 1)[1])))
        again = export_document(import_game(exported).game_id)
    assert again["history"] == exported["history"]
    assert again["game"]["rounds"] == exported["game"]["rounds"]
    noted(visitor, game, "Long night")
    with app.app_context():
        exported = json.loads(json.dumps(export_document(game.rsplit("/", 1)[1])))
        assert exported["game"]["note"] == "Long night"
        assert load_game(import_game(exported).game_id).note == "Long night"


def test_an_import_checks_notes(visitor: Browser, game: str) -> None:
    """One that is too long, on a round that there is not, or other than in the game."""
    noted(visitor, game, "Long night")
    noted(visitor, f"{game}/rounds/1", "Twice")
    with visitor.client.application.app_context():
        exported = json.dumps(export_document(game.rsplit("/", 1)[1]))
    for old, new in (('"Long night"', f'"{LONG}y"'), ('"note", "round": 1', '"note", "round": 7'), ("Twice", "Thrice")):
        changed = exported.replace(old, new, 1)
        assert changed != exported
        answer = visitor.client.post("/api/v1/games/import", json=json.loads(changed))
        assert (answer.status_code, old) == (422, old)


def test_notes_are_printed_by_choice(visitor: Browser, game: str) -> None:
    """Not offered without any; a change of a note is printed only with them."""
    assert not visitor.get(f"{game}/print").root.all("input", name="notes")
    noted(visitor, f"{game}/rounds/2", MARKUP)
    box = visitor.get(f"{game}/print").root.all("input", name="notes")[0]
    assert "checked" not in box.attrs
    answer = visitor.send(visitor.get(f"{game}/print"), "/print", notes="1")
    assert "notes=1" in answer.location
    with visitor.client.application.test_request_context():
        view = load_game(game.rsplit("/", 1)[1])
        zone = zone_of("")
        assert game_sheet(view, SheetChoices(zone)).written == ()
        assert game_sheet(view, SheetChoices(zone, notes=True)).written == (f"Round 2: {MARKUP}",)


def test_many_notes_go_to_a_page_of_their_own(app: Flask, plain: Browser) -> None:
    """A few stand below the table."""
    game = plain.given_game("da-500", "Anna", "Bo")
    for number in range(1, 8):
        plain.given_round(game, "Anna", {"Anna": {"points": 5}, "Bo": {"points": 0}})
        noted(plain, f"{game}/rounds/{number}", f"Note {number}")
    with app.test_request_context():
        sheet = game_sheet(load_game(game.rsplit("/", 1)[1]), SheetChoices(zone_of(""), notes=True))
    few = replace(sheet, written=sheet.written[:6])
    layout = next(iter(game_layouts(sheet, Paper.A4)))
    for made, page in ((sheet, "more"), (few, "end")):
        html = game_html(made, layout, single_part(made))
        part = html[html.index(f'id="{page}"') :]
        assert [f"Round {number}: Note {number}" in part for number in range(1, len(made.written) + 1)] == [
            *(True for _ in made.written)
        ]
        assert ('id="more"' in html) is (made is sheet)


def test_whoever_is_forgotten_stays_in_notes_but_not_as_their_author(visitor: Browser, game: str) -> None:
    """The page says that notes stay."""
    visitor.send(visitor.get("/device"), "/name", name="Anna")
    form = visitor.get(f"/circles/new?game={game.rsplit('/', 1)[1]}")
    circle = visitor.send(form, "/circles/new", name="Sunday").location
    evening = visitor.get(f"{circle}/evening")
    visitor.send(visitor.get(evening.root.all("a", cls="quiet")[0].attrs["href"]), "/note", note="Anna sang")
    noted(visitor, f"{game}/rounds/1", "Anna lied")
    assert hint(visitor.get(f"{circle}/evening")).startswith("Anna, ")
    people = visitor.get(f"{circle}/people")
    assert "Notes stay as they were written." in people.text
    leave = next(form.attrs["action"] for form in people.root.all("form") if form.attrs["action"].endswith("/leave"))
    visitor.send(people, leave)
    page = visitor.get(f"{circle}/evening")
    assert notes(page) == ["Anna sang"]
    assert "Anna" not in hint(page)
    assert notes(visitor.get(f"{game}/rounds/1")) == ["Anna lied"]
    assert "– Anna" not in changes(visitor, game)[0]
