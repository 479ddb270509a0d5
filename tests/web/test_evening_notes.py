"""Notes on evenings: no change is lost, they stay when games go, and are printed by choice."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.services.access.access import Role
from scorekeeper.services.circles.evening_notes import NoteChange, PlayedAt, noted
from scorekeeper.services.paper.game_sheet import SheetChoices, game_sheet
from scorekeeper.services.views.loading import load_game
from scorekeeper.store.database import db
from scorekeeper.web.sheets.sheet_form import zone_of

from ..sheets import pdf
from .conftest import join, member_of
from .pages import Browser, Page
from .test_circle_statistics import played

pytestmark = pytest.mark.both_databases  # a table of its own, with the times by which an evening is found

MARKUP = "<b>Nils</b> &amp; שלום"
NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)


@pytest.fixture
def game(plain: Browser) -> str:
    """A game of tonight."""
    return played(plain, plain.given_game("da-500", "Anna", "Bo", "Cleo"), "Anna")


@pytest.fixture
def circle(plain: Browser, game: str) -> str:
    """The address of the circle with that game."""
    form = plain.get(f"/circles/new?game={game.rsplit('/', 1)[1]}")
    return plain.send(form, "/circles/new", name="Sunday").location


def link_to(page: Page, ending: str) -> str | None:
    """Return where a page links to, by a part of the address."""
    return next((link.attrs["href"] for link in page.root.all("a") if ending in link.attrs.get("href", "")), None)


def write(plain: Browser, circle: str, note: str) -> Page:
    """Write the note on the latest evening by its form."""
    page = plain.get(f"{circle}/evening")
    return plain.send(plain.get(link_to(page, "/evening/note?") or ""), "/note", note=note)


def notes(page: Page) -> list[str]:
    return [each.text for each in page.root.all("p", cls="note")]


def history(plain: Browser, circle: str) -> Page:
    return plain.get(link_to(plain.get(f"{circle}/evening"), "/note/history") or "")


def changes(page: Page) -> list[str]:
    """Return the changes that a history shows, the latest first, a line for each of their sentences."""
    items = page.root.all("ol", cls="history")[0].all("li")
    return ["\n".join(each.text for each in item.all("p")[:-1]) for item in items]


def test_an_evening_has_a_note_of_its_own(app: Flask, plain: Browser, circle: str) -> None:
    """A scorer of the circle changes it, a viewer reads it."""
    evening = f"{circle}/evening"
    link = link_to(plain.get(evening), "/evening/note?") or ""
    form = plain.get(link)
    plain.send(form, "/note", note=MARKUP)
    assert notes(plain.get(evening)) == [MARKUP]
    late = plain.send(form, "/note", note="Other")
    assert (late.status, late.fields("/note")["note"]) == (409, "Other")
    bad = plain.send(late, "/note", note="x" * 201)
    assert (bad.status, len(bad.fields("/note")["note"])) == (422, 201)
    plain.send(plain.get(f"{circle}/play"), "/play")
    plain.send(plain.get(link), "/note", note="Still the same evening")
    assert notes(plain.get(evening)) == ["Still the same evening"]
    scorer, viewer = member_of(app, circle, Role.SCORER), member_of(app, circle, Role.VIEWER)
    assert notes(viewer.get(evening)) == ["Still the same evening"]
    assert viewer.get(link).status == 403
    scorer.send(scorer.get(link), "/note", note="")
    assert notes(plain.get(evening)) == []
    assert plain.get(f"{evening}/note?game=none").status == 404
    other = plain.given_game("da-500", "Xenia", "Yves").rsplit("/", 1)[1]
    data = {**plain.get(link).fields("/note").to_dict(), "game": other, "note": "Not here"}
    assert plain.post(f"{evening}/note", data).status == 404


def test_no_change_of_a_note_is_lost_and_each_text_can_be_restored(app: Flask, plain: Browser, circle: str) -> None:
    """By whom and when; a viewer reads the history and restores nothing."""
    assert link_to(plain.get(f"{circle}/evening"), "/note/history") is None
    plain.send(plain.get("/device"), "/name", name="Anna’s phone")
    for note in (MARKUP, MARKUP, "Bo danced", ""):
        write(plain, circle, note)
    page = history(plain, circle)
    assert changes(page) == ["Deleted note: Bo danced", f"Before: {MARKUP}\nNow: Bo danced", f"Note: {MARKUP}"]
    assert page.text.count("Anna’s phone, ") == 3
    assert "<b>Nils" not in plain.client.get(link_to(plain.get(f"{circle}/evening"), "/note/history") or "").text
    first = page.root.all("ol", cls="history")[0].all("li")[2]
    fields = {each.attrs["name"]: each.attrs["value"] for each in first.all("input")}
    after = plain.follow(plain.post(f"{circle}/evening/note", fields))
    assert "Note saved." in after.text
    assert notes(after) == [MARKUP]
    viewer = member_of(app, circle, Role.VIEWER)
    assert changes(history(viewer, circle)) == [f"Note: {MARKUP}", *changes(page)]
    assert not history(viewer, circle).root.all("form", action=f"{circle}/evening/note")
    assert plain.post(f"{circle}/evening/note", {**fields, "note": "Other"}).status == 409  # as it was seen no more
    assert plain.get(f"{circle}/evening/note/history?game=none").status == 404


def test_a_note_stays_when_its_games_leave_or_are_deleted_for_good(
    app: Flask, plain: Browser, game: str, circle: str
) -> None:
    """With the games that are left of its evening, and without any."""
    write(plain, circle, "Bo danced")
    second = plain.send(plain.get(f"{circle}/play"), "/play").location
    with app.app_context():
        db.session.execute(text("DELETE FROM game WHERE id = :id"), {"id": game.rsplit("/", 1)[1]})
        db.session.commit()
    page = plain.get(f"{circle}/evening")
    assert (notes(page), link_to(page, second)) == (["Bo danced"], second)
    plain.post(f"{circle}{second}/out", {"csrf_token": plain.get(second).root.all("input")[0].attrs["value"]})
    page = plain.get(f"{circle}/evening")
    assert link_to(plain.get(circle), "/evening") == f"{circle}/evening"
    assert notes(page) == ["Bo danced"]
    assert "no games left" in page.text
    write(plain, circle, "Nobody saw it")
    assert changes(history(plain, circle)) == ["Before: Bo danced\nNow: Nobody saw it", "Note: Bo danced"]
    third = plain.send(plain.get(f"{circle}/play"), "/play")
    assert third.status == 303
    assert notes(plain.get(f"{circle}/evening")) == ["Nobody saw it"]


def test_a_note_is_on_the_evening_nearest_to_it() -> None:
    """Also hours after it was written; further away it is an evening of its own, with others as near."""
    found = {
        hours: NoteChange(hours + 100, NINE + timedelta(hours=hours), "x", None, NINE) for hours in (-40, -37, 9, 40)
    }
    games = [PlayedAt(f"g{hours}", NINE + timedelta(hours=hours)) for hours in (0, 3, 24)]
    seen = [([game.game_id for game in each.games], list(each.changes)) for each in noted(games, found.values())]
    assert seen == [([], [found[-40], found[-37]]), (["g0", "g3"], [found[9]]), (["g24"], []), ([], [found[40]])]


def test_evenings_without_games_are_turned_to(app: Flask, plain: Browser, game: str, circle: str) -> None:
    """The page without a query has games as long as there are any."""
    write(plain, circle, "Bo danced")
    with app.app_context():
        values = {"at": (datetime.now(UTC) - timedelta(days=3)).strftime("%Y-%m-%d %H:%M:%S.000000+00:00")}
        db.session.execute(text("UPDATE evening_note SET evening = :at"), values)
        db.session.commit()
    page = plain.get(f"{circle}/evening")
    assert (notes(page), link_to(page, game)) == ([], game)
    earlier = plain.get(page.root.all("a", rel="prev")[0].attrs["href"])
    assert notes(earlier) == ["Bo danced"]
    assert earlier.root.all("h1")[0].text == "Earlier evening"
    assert link_to(plain.get(earlier.root.all("a", rel="next")[0].attrs["href"]), game) == game


def test_a_game_s_sheet_has_it_by_choice_and_only_for_the_circle(
    app: Flask, plain: Browser, game: str, circle: str
) -> None:
    """Whoever has only the game is not even asked."""
    assert not plain.get(f"{game}/print").root.all("input", name="notes")
    write(plain, circle, "Bo danced")
    assert plain.get(f"{game}/print").root.all("input", name="notes")
    assert not join(app, game, Role.VIEWER).get(f"{game}/print").root.all("input", name="notes")
    with app.test_request_context():
        view = load_game(game.rsplit("/", 1)[1])
        written = game_sheet(view, SheetChoices(zone_of(""), notes=True, evening="Bo danced")).written
        assert written == ("The evening: Bo danced",)
        assert game_sheet(view, SheetChoices(zone_of(""), evening="Bo danced")).written == ()
    for browser, known in ((plain, True), (join(app, game, Role.VIEWER), False)):
        sheet = pdf.read(browser.client.get(f"{game}/sheet.pdf?notes=1").data, scale=0.5)
        assert ("danced" in sheet.text) is known


def test_the_sheet_of_the_year_has_notes_by_choice(plain: Browser, circle: str) -> None:
    """Not offered without any."""
    year = datetime.now().year
    statistics = f"{circle}/statistics?span=year"
    assert link_to(plain.get(statistics), "notes=1") is None
    write(plain, circle, "Bo danced")
    link = link_to(plain.get(statistics), "notes=1")
    assert link == f"{circle}/years/{year}.pdf?notes=1"
    sheet = pdf.read(plain.client.get(link).data, scale=0.5)
    assert len(sheet.sizes) == 2
    assert "danced" in " ".join(word.text for word in sheet.of_page(1))
