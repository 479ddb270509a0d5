"""Club evenings in the file of a circle: with tables and standings, once; one that contradicts itself is refused."""

import json
from typing import Any

import pytest
from flask import Flask

from .pages import Browser
from .test_circle_copies import add_from, changed, counted
from .test_circles import acted
from .test_clubs import NAMES, made, play, send, standings, tables
from .test_exchange import exported, fresh, take_in


@pytest.fixture
def visitor(plain: Browser) -> Browser:
    """A browser without htmx: a file is sent by a plain form."""
    return plain


@pytest.fixture
def circle(visitor: Browser) -> str:
    """The address of a circle without people."""
    return visitor.send(visitor.get("/circles/new"), "/circles/new", name="Club").location


@pytest.fixture
def evening(visitor: Browser, circle: str) -> str:
    """An evening of eight at two tables: the first sitting is played, the second drawn."""
    address = made(visitor, circle, name="Τρίτη")
    send(visitor, address, "/start")
    play(visitor, visitor.get(address))
    send(visitor, f"{address}/draw", "/draw")
    return address


def evenings(browser: Browser, circle: str) -> list[str]:
    """Return the addresses of the club evenings of a circle, the latest first."""
    links = browser.get(f"{circle}/clubs").root.all("a")
    found = (link.attrs["href"] for link in links)
    return [each for each in found if each.rpartition("/clubs/")[2].isdecimal()]


def rows(browser: Browser, address: str) -> list[list[str]]:
    return sorted(standings(browser.get(address)))


def test_an_evening_goes_with_its_circle(app: Flask, visitor: Browser, circle: str, evening: str) -> None:
    """With tables and standings, and goes on there; it comes in once, and one that is there stays as it is."""
    copy = exported(visitor, f"{circle}/export.json")
    other = fresh(app)
    there = take_in(other, json.dumps(copy).encode()).location
    (twin,) = evenings(other, there)
    assert "Τρίτη" in other.get(twin).text
    assert tables(other.get(twin)) == tables(visitor.get(evening))
    assert rows(other, twin) == rows(visitor, evening)
    assert "Nothing was added" in visitor.follow(add_from(visitor, circle, copy)).text
    send(other, twin, "/start")
    play(other, other.get(twin))
    before = rows(other, twin)
    assert "Nothing was added" in other.follow(add_from(other, there, copy)).text
    assert (evenings(other, there), rows(other, twin)) == ([twin], before)


def test_an_evening_that_was_deleted_comes_back(visitor: Browser, circle: str, evening: str) -> None:
    """With the games that stayed, once; an evening made since is another one, even if it has its address."""
    copy, before = exported(visitor, f"{circle}/export.json"), rows(visitor, evening)
    send(visitor, evening, "/delete")
    made(visitor, circle, NAMES[:4])
    told = "House rules, seasons, club evenings or notes were added."
    assert told in visitor.follow(add_from(visitor, circle, copy)).text
    assert before in [rows(visitor, each) for each in evenings(visitor, circle) if visitor.get(each).root.all("table")]
    assert "Nothing was added" in visitor.follow(add_from(visitor, circle, copy)).text
    assert len(evenings(visitor, circle)) == 2


def test_an_evening_is_known_by_its_games(app: Flask, visitor: Browser, circle: str, evening: str) -> None:
    copy = exported(visitor, f"{circle}/export.json")
    other = fresh(app)
    there = take_in(other, json.dumps(copy).encode()).location
    changed("club_evenings", 0, "name", to="Tuesday")(copy)
    changed("club_evenings", 0, "made", to="2026-01-01T20:00:00Z")(copy)
    assert "Nothing was added" in other.follow(add_from(other, there, copy)).text
    assert len(evenings(other, there)) == 1


def test_who_has_left_is_a_guest_at_the_tables(app: Flask, visitor: Browser, circle: str, evening: str) -> None:
    """The points of the others stay those of the full table; tables that are only drawn are drawn again."""
    copy = exported(visitor, f"{circle}/export.json")
    acted(visitor, circle, "Bo", "/leave")
    left = [row for row in rows(visitor, evening) if row[0] != "a guest"]
    assert [row[0] for row in left] == sorted({*NAMES} - {"Bo"})
    other = fresh(app)
    there = take_in(other, exported_text(visitor, circle)).location
    (twin,) = evenings(other, there)
    assert [[name, points] for name, _place, points, _won in rows(other, twin)] == [
        [name, points] for name, _place, points, _won in left
    ]
    assert other.get(twin).text.count("a guest") == 1
    send(other, f"{twin}/draw", "/draw")
    assert sum(map(len, tables(other.get(twin)))) == 7
    send(visitor, evening, "/delete")
    visitor.follow(add_from(visitor, circle, copy))
    (again,) = evenings(visitor, circle)
    assert [row[::2] for row in rows(visitor, again)] == [row[::2] for row in left]
    assert "Bo" not in visitor.get(again).text


def test_a_game_that_the_file_lacks_counts_no_more(app: Flask, visitor: Browser, circle: str, evening: str) -> None:
    """Its table says so, in a sitting that has begun; one that is in no table of the file is an ordinary game."""
    document = exported(visitor, f"{circle}/export.json")
    club = document["club_evenings"][0]
    club["sittings"].pop()
    lost = club["sittings"][0]["tables"][0].pop("game")
    document["games"] = [each for each in document["games"] if each["id"] != lost]
    other = fresh(app)
    there = take_in(other, json.dumps(document).encode()).location
    page = other.get(*evenings(other, there))
    assert page.text.count("Its game is no longer in the circle and doesn’t count.") == 1
    again = exported(other, f"{there}/export.json")
    assert ["game" in table for table in again["club_evenings"][0]["sittings"][0]["tables"]] == [False, True]


def test_a_file_without_club_evenings_comes_in(app: Flask, visitor: Browser, circle: str, evening: str) -> None:
    """As earlier releases wrote it."""
    document = exported(visitor, f"{circle}/export.json")
    del document["club_evenings"]
    other = fresh(app)
    assert evenings(other, take_in(other, json.dumps(document).encode()).location) == []


def exported_text(visitor: Browser, circle: str) -> bytes:
    return json.dumps(exported(visitor, f"{circle}/export.json")).encode()


TABLE = ("club_evenings", 0, "sittings", 0, "tables", 0)
DRAWN = ("club_evenings", 0, "sittings", 1)


def twice_at_a_table(document: Any) -> None:
    """Let a game be that of two tables."""
    one, other = document["club_evenings"][0]["sittings"][0]["tables"]
    other["game"] = one["game"]


def seat_again(document: Any) -> None:
    """Seat somebody at the other table, too."""
    one, other = document["club_evenings"][0]["sittings"][0]["tables"]
    other["people"][0] = one["people"][0]


def begin_early(document: Any) -> None:
    """Give a table that is only drawn a game which no other table has."""
    played, drawn = document["club_evenings"][0]["sittings"]
    drawn["tables"][0]["game"] = played["tables"][0].pop("game")


FAULTS = {
    "no name": (changed("club_evenings", 0, "name", to=" "), "name"),
    "no time": (changed("club_evenings", 0, "made", to="yesterday"), "made"),
    "an unknown game": (changed("club_evenings", 0, "game", to="xx-none"), "game"),
    "a choice that is none": (changed("club_evenings", 0, "house_rules", to={"target": []}), "target"),
    "no weights": (changed("club_evenings", 0, "weights", to=[]), "weights"),
    "rising weights": (changed("club_evenings", 0, "weights", to=[1, 3]), "weights"),
    "tables of seven": (changed("club_evenings", 0, "size", to=7), "size"),
    "an unknown way": (changed("club_evenings", 0, "later", to="alphabetical"), "later"),
    "somebody unknown is here": (changed("club_evenings", 0, "here", to=[99999]), "here"),
    "somebody unknown is fixed": (changed("club_evenings", 0, "fixed", to=[99999]), "fixed"),
    "too few sittings planned": (changed("club_evenings", 0, "planned", to=1), "sittings"),
    "a sitting before one that has begun": (changed("club_evenings", 0, "sittings", 0, "begun", to=False), "begun"),
    "only drawn, but over": (changed("club_evenings", 0, "ended", to=True), "begun"),
    "two tables of one number": (changed(*DRAWN, "tables", 1, "number", to=1), "number"),
    "somebody unknown sat there": (changed(*TABLE, "people", 0, to=99999), "people"),
    "somebody at two tables": (seat_again, "people"),
    "a table of nobody": (changed(*TABLE, "people", to=[]), "guests"),
    "a table of too many": (changed(*TABLE, "guests", to=6), "guests"),
    "a game that is not in the file": (changed(*TABLE, "game", to="0123456789abcdef"), "game"),
    "a game at two tables": (twice_at_a_table, "game"),
    "a game that has not begun": (begin_early, "game"),
    "something unknown": (changed("club_evenings", 0, "colour", to="red"), "colour"),
    "too many": (changed("club_evenings", to=[{}] * 301), "club_evenings"),
    "no list": (changed("club_evenings", to={}), "club_evenings"),
}


def test_a_damaged_file_is_refused_with_its_place_and_nothing_is_saved(
    app: Flask, visitor: Browser, circle: str, evening: str
) -> None:
    """As a new circle, and into one."""
    whole = json.dumps(exported(visitor, f"{circle}/export.json"))
    before = counted(app)
    for what, (damage, place) in FAULTS.items():
        document = json.loads(whole)
        damage(document)
        for page in (take_in(visitor, json.dumps(document).encode()), add_from(visitor, circle, document)):
            assert page.status == 422, what
            told = page.root.all("ul")[0].text
            assert "club_evenings" in told, what
            assert place in told, what
    assert counted(app) == before


def test_no_circle_has_more_evenings_than_it_may(visitor: Browser, circle: str, evening: str) -> None:
    document = exported(visitor, f"{circle}/export.json")
    club = {**document["club_evenings"][0], "sittings": []}
    document["club_evenings"] = [{**club, "name": f"Evening {number}"} for number in range(300)]
    assert "more than 300 club evenings" in add_from(visitor, circle, document).text
    assert len(evenings(visitor, circle)) == 1
