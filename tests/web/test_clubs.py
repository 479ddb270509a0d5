"""A club evening on its pages: drawn, begun, scored, drawn again, ended; by a keeper only, seen by all."""

import re

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.services.access.access import Role

from ..sheets import pdf
from .conftest import member_of
from .pages import Browser, Page

NAMES = ("Anna", "Bo", "Cleo", "Dora", "Eli", "Fay", "Gus", "Hal")


@pytest.fixture
def circle(visitor: Browser) -> str:
    """The address of a circle without people."""
    return visitor.send(visitor.get("/circles/new"), "/circles/new", name="Club").location


def made(visitor: Browser, circle: str, names: tuple[str, ...] = NAMES, **typed: str) -> str:
    """Make an evening of these people and return its address."""
    typed = {"variant": "da-500", "names": "\n".join(names)} | typed
    answer = visitor.send(visitor.get(f"{circle}/clubs/new"), "/clubs/new", **typed)
    assert answer.location, answer.text
    return answer.location


def tables(page: Page) -> list[list[str]]:
    """Return the names at each table."""
    cards = page.root.all("ul", cls="club-tables")[0].all(cls="card")
    return [[name.text for name in card.all("bdi")] for card in cards]


def standings(page: Page) -> list[list[str]]:
    """Return the cells of each row."""
    rows = page.root.all("table")[0].all("tr")[1:]
    return [[row.all("th")[0].text, *(cell.text for cell in row.all("td"))] for row in rows]


def play(visitor: Browser, page: Page) -> None:
    """Play every game of a page to its end: who is earlier in the alphabet is ahead."""
    games = [link.attrs["href"] for link in page.root.all("a") if re.fullmatch("/games/[0-9a-f]+", link.attrs["href"])]
    for game, seated in zip(games, tables(page), strict=True):
        names = seated[: sum(name in NAMES for name in seated)]
        points = {name: {"points": 80 - 5 * NAMES.index(name)} for name in names}
        visitor.given_round(game, min(names), points)
        assert visitor.send(visitor.get(game), "/end").status in (200, 303)


def send(visitor: Browser, address: str, action: str, **changed: str) -> Page:
    """Send a form of the evening."""
    return visitor.send(visitor.get(address), action, **changed)


def test_an_evening_of_two_sittings_by_result(visitor: Browser, circle: str) -> None:
    """Tables, games in the circle, standings; then the best sit with the best."""
    address = made(visitor, circle, sittings="2")
    page = visitor.get(address)
    assert "The games haven’t begun yet." in page.text
    assert sorted(name for table in tables(page) for name in table) == sorted(NAMES)
    assert [len(table) for table in tables(page)] == [4, 4]
    first = tables(page)
    send(visitor, address, "/start")
    page = visitor.get(address)
    assert tables(page) == first
    assert "No round yet" in page.text
    assert "No game has ended yet." in page.text
    assert len(visitor.get(circle).root.all("a", cls="card")) == 2
    play(visitor, page)
    page = visitor.get(address)
    rows = standings(page)
    assert [row[1:] for row in rows] == [
        *([["1=", "5", "1"]] * 2),
        *([["3=", "3", "0"]] * 2),
        *([["5=", "1", "0"]] * 2),
        *([["7=", "0", "0"]] * 2),
    ]
    assert {row[0] for row in rows[:2]} == {min(table) for table in first}
    german = Page(visitor.client.get(address, headers={"Accept-Language": "de"}))
    assert [row[1] for row in standings(german)] == ["1", "1", "3", "3", "5", "5", "7", "7"]
    visitor.send(visitor.get(f"{address}/draw"), "/draw")
    page = visitor.get(address)
    assert {*tables(page)[0]} == {row[0] for row in rows[:4]}
    send(visitor, address, "/start")
    play(visitor, visitor.get(address))
    page = visitor.get(address)
    assert standings(page)[0][1:] == ["1", "10", "2"]
    assert not page.root.all("a", href=f"{address}/draw")
    send(visitor, address, "/end")
    page = visitor.get(address)
    assert "Over" in page.text
    assert not page.root.all("form", action=f"{address}/start")
    assert "Over" in visitor.get(f"{circle}/clubs").text
    send(visitor, address, "/end", ended="no")
    assert "Sitting 2 of 2" in visitor.get(address).text


def test_the_large_view_has_tables_and_standings(visitor: Browser, circle: str) -> None:
    address = made(visitor, circle)
    send(visitor, address, "/start")
    play(visitor, visitor.get(address))
    page = visitor.get(f"{address}/big")
    assert [name for table in tables(page) for name in table].count("Anna") == 2  # at the table, and as its winner
    assert len(page.root.all("ol", cls="standings")[0].all("li")) == 8
    assert page.root.all(id="club")[0].attrs["hx-get"] == f"{address}/big"


def test_before_it_begins_it_is_drawn_again_swapped_and_changed(visitor: Browser, circle: str) -> None:
    address = made(visitor, circle)
    one, other = (table[0] for table in tables(visitor.get(address)))
    page = visitor.get(address)
    ids = {each.text: each.attrs["value"] for each in page.root.all("option")}
    visitor.send(page, "/swap", one=ids[one], other=ids[other])
    swapped = tables(visitor.get(address))
    assert (swapped[0][0], swapped[1][0]) == (other, one)
    assert "Choose two people." in send(visitor, address, "/swap", one=ids[one], other=ids[one]).text
    before = swapped
    for _draw in range(20):  # one draw in 1,680 is the same
        visitor.post(f"{address}/draw", visitor.get(address).fields("/draw"))
        if tables(visitor.get(address)) != before:
            break
    assert tables(visitor.get(address)) != before
    page = visitor.get(f"{address}/draw")
    data = MultiDict(page.fields("/draw"))
    data.setlist("person", data.getlist("person")[:-1])
    data["names"] = "Ida\nJon"
    visitor.post(f"{address}/draw", data)
    assert sorted(len(table) for table in tables(visitor.get(address))) == [3, 3, 3]
    assert "Ida" in visitor.get(f"{circle}/people").text


def test_who_keeps_a_table_is_at_it_in_every_sitting(visitor: Browser, circle: str) -> None:
    address = made(visitor, circle, later="drawn", sittings="4")
    page = visitor.get(f"{address}/draw")
    fixed = {box.attrs["value"] for box in page.root.all(name="fixed")}
    data = MultiDict(page.fields("/draw"))
    data.setlist("fixed", sorted(fixed)[:1])
    visitor.post(f"{address}/draw", data)
    at = []
    for sitting in range(4):
        if sitting:
            visitor.send(visitor.get(f"{address}/draw"), "/draw", anyway="yes")
        page = visitor.get(address)
        at.append(next(number for number, table in enumerate(tables(page)) if "Anna" in table))
        send(visitor, address, "/start")
    assert at == at[:1] * 4
    assert "Sitting 4 of 4" in visitor.get(address).text


def test_the_page_says_who_cannot_keep_a_table(app: Flask, visitor: Browser, circle: str) -> None:
    """Three keep theirs and two are left; it says so to keepers, as long as the games have not begun."""
    address = made(visitor, circle, (*NAMES, "Ida"), size="3", later="drawn")
    send(visitor, address, "/start")
    one_of_each = {table[0] for table in tables(visitor.get(address))}
    page = visitor.get(f"{address}/draw")
    boxes = {label.text: label.all("input")[0].attrs for label in page.root.all("label", cls="choice")}
    numbers = {name: box["value"] for label, box in boxes.items() for name in (*NAMES, "Ida") if name in label}
    data = MultiDict(page.fields("/draw"))
    data["anyway"] = "yes"
    data.setlist("person", [numbers[name] for name in sorted(numbers, key=lambda name: name not in one_of_each)[:6]])
    data.setlist("fixed", [numbers[name] for name in one_of_each])
    told = visitor.follow(visitor.post(f"{address}/draw", data)).root.all(cls="warn")
    assert len(told) == 1
    assert "Too many want to keep their table." in told[0].text
    assert len(told[0].all("bdi")) == 1
    assert told[0].all("bdi")[0].text in one_of_each
    assert "Too many" not in member_of(app, circle, Role.VIEWER).get(address).text
    send(visitor, address, "/start")
    assert "Too many" not in visitor.get(address).text


def test_the_next_sitting_waits_for_all_tables_or_the_keeper_says_so(visitor: Browser, circle: str) -> None:
    address = made(visitor, circle)
    send(visitor, address, "/start")
    page = visitor.get(f"{address}/draw")
    assert "2 tables are still playing." in page.text
    refused = visitor.send(page, "/draw")
    assert refused.status == 422
    assert "tick “Draw anyway”" in refused.at("anyway")
    visitor.send(page, "/draw", anyway="yes")
    page = visitor.get(address)
    assert "Sitting 2 of 3" in page.text
    assert len(page.root.all("ul", cls="club-tables")) == 2  # below the new tables, those that still play
    assert "Still playing from earlier" in page.text


def test_a_start_is_undone_as_long_as_nothing_was_entered(visitor: Browser, circle: str) -> None:
    """The empty games are gone; one with a round stays, and the others with it."""
    address = made(visitor, circle)
    send(visitor, address, "/start")
    undone = visitor.get(address).fields("/start/undo")
    send(visitor, address, "/start/undo")
    assert "No games yet." in visitor.get(circle).text
    send(visitor, address, "/start")
    page = visitor.get(address)
    undone["version"] = page.fields("/start/undo")["version"]
    play(visitor, page)
    assert not visitor.get(address).root.all("form", action=f"{address}/start/undo")
    told = visitor.follow(visitor.post(f"{address}/start/undo", undone))
    assert "Something has been entered" in told.text
    assert len(visitor.get(circle).root.all("a", cls="card")) == 2


def test_a_game_that_is_gone_counts_nothing_and_stops_nobody(visitor: Browser, circle: str) -> None:
    address = made(visitor, circle)
    send(visitor, address, "/start")
    game = visitor.get(address).root.all("ul", cls="club-tables")[0].all("a")[0].attrs["href"]
    visitor.send(visitor.get(f"{game}/delete"), "/delete")
    page = visitor.get(address)
    assert "no longer in the circle" in page.text
    assert "One table is still playing." in visitor.get(f"{address}/draw").text


def test_an_old_page_changes_nothing(visitor: Browser, circle: str) -> None:
    address = made(visitor, circle)
    old = visitor.get(address)
    visitor.send(old, "/start")
    told = visitor.follow(visitor.send(old, "/draw"))
    assert "Somebody has changed the evening" in told.text
    assert "Sitting 1 of 3" in told.text


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"names": "Anna\nBo"}, "person", "at least three people"),
        ({"names": "Anna\nBo\n" + "x" * 41}, "names", "too long"),
        ({"names": "\n".join(f"P{number}" for number in range(61))}, "names", "at most 60"),
        ({"variant": "chess"}, "variant", "no such game"),
        ({"weights": "1 2"}, "weights", "none more than the one before"),
        ({"weights": "five"}, "weights", "Write whole numbers"),
        ({"size": "7"}, "size", "at most 6"),
        ({"sittings": "0"}, "sittings", "at least 1"),
        ({"later": "luck"}, "later", "one of"),
        ({"name": " "}, "name", "Give the evening a name."),
    ],
)
def test_what_cannot_be_is_told_and_stays(
    visitor: Browser, circle: str, typed: dict[str, str], field: str, told: str
) -> None:
    """Nobody is added to the circle."""
    data = {"names": "\n".join(NAMES), "variant": "da-500", **typed}
    page = visitor.send(visitor.get(f"{circle}/clubs/new"), "/clubs/new", **data)
    assert page.status == 422
    assert told in " ".join(each.text for each in page.root.all(cls="error")), field
    assert page.fields("/clubs/new")["names"] == data["names"]
    assert "Anna" not in visitor.get(f"{circle}/people").text


def test_standings_and_tables_are_files(visitor: Browser, circle: str) -> None:
    """With the points of each sitting; a name that begins as a formula is none."""
    address = made(visitor, circle, ("=Anna", *NAMES[1:]))
    send(visitor, address, "/start")
    assert visitor.client.get(f"{address}/standings.json").get_json()["standings"][0]["average_place"] is None
    page = visitor.get(address)
    for game in {link.attrs["href"] for link in page.root.all("a") if link.attrs["href"].startswith("/games/")}:
        players = [name for table in tables(page) for name in table if "=Anna" in table]
        if players[0] in visitor.get(game).text:
            visitor.given_round(game, "=Anna", {name: {"points": 90 if name == "=Anna" else 10} for name in players})
            visitor.send(visitor.get(game), "/end")
    lines = visitor.client.get(f"{address}/standings.csv").text.splitlines()
    assert lines[0].removeprefix("\ufeff") == "id,name,place,points,won,average_place,games,sitting_1"
    assert lines[1].split(",")[1:] == ["'=Anna", "1", "5", "1", "1.0", "1", "5"]
    found = visitor.client.get(f"{address}/standings.json").get_json()
    assert found["standings"][0]["name"] == "=Anna"
    assert found["standings"][0]["sittings"] == {"1": 5}
    assert len(found["sittings"][0]["tables"]) == 2


def test_tables_and_standings_are_printed(visitor: Browser, circle: str) -> None:
    """Forty people on two pages of A4, in Danish."""
    names = tuple(f"Person {number}" for number in range(40))
    address = made(visitor, circle, names)
    answer = visitor.client.get(f"{address}/sheet.pdf?paper=A4&lang=da")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    paper = pdf.read(answer.data, scale=0.5)
    assert len(paper.sizes) == 1
    assert all(name.split()[1] in paper.text for name in names)
    assert "Bord 10" in paper.text


def test_a_scorer_gets_codes_for_the_tables_and_a_viewer_none(app: Flask, visitor: Browser, circle: str) -> None:
    """With such a code a phone has the game of its table, and nothing of the circle."""
    address = made(visitor, circle)
    send(visitor, address, "/start")
    scorer, viewer = member_of(app, circle, Role.SCORER), member_of(app, circle, Role.VIEWER)
    assert not scorer.get(address).root.all("form", action=f"{address}/draw")
    page = scorer.send(scorer.get(address), "/codes")
    codes = [each.all("span")[0].text for each in page.root.all(cls="code")]
    assert len(codes) == 2
    assert not viewer.get(address).root.all("form")
    phone = Browser(app.test_client())
    game = phone.send(phone.get("/join"), "/join", code=codes[0]).location
    assert phone.get(f"{game}/rounds/new").status == 200
    assert phone.get(address).status == phone.get(circle).status == 403
    assert "Club" not in phone.get(game).text
