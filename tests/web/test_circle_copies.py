"""A circle goes out as a file and comes in whole: as a new one, or into one that is there; who may; what is refused."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.services.access.access import Role
from scorekeeper.store.database import db

from .conftest import join, member_of
from .pages import Browser, Page
from .test_circle_statistics import figures, played
from .test_circles import acted, kept, people, played_with
from .test_exchange import exported, fresh, take_in


@pytest.fixture
def visitor(plain: Browser) -> Browser:
    """A browser without htmx: a file is sent by a plain form."""
    return plain


@pytest.fixture
def circle(visitor: Browser) -> str:
    """A circle of Anna, Bo and Cleo, who is also Cleopatra, with two ended games and one that goes on, with a guest."""
    address = kept(visitor, played(visitor, visitor.given_game("da-500", "Anna", "Bo", "Cleo"), "Anna"))
    played(visitor, visitor.send(visitor.get(address), "/again").location, "Bo")
    visitor.send(visitor.get(f"{address}/people"), "/people", name="Cleopatra")
    acted(visitor, address, "Cleopatra", "/merge", into=numbers(visitor, address, "Cleo")[0])
    game = played_with(visitor, address, "Anna", "Bo", guests="Dora")
    visitor.send(visitor.get(f"{game}/settings"), "/rules", name="Ours")
    visitor.send(visitor.get(f"{address}/seasons"), "/seasons", name="Autumn", zone="UTC")
    note(visitor, address, "Anna sang")
    return address


def note(visitor: Browser, circle: str, text: str) -> None:
    """Write the note on the latest evening of a circle."""
    page = visitor.get(f"{circle}/evening")
    link = next(each.attrs["href"] for each in page.root.all("a") if "/evening/note" in each.attrs["href"])
    visitor.send(visitor.get(link), "/note", note=text)


def more(document: Any) -> dict[str, Any]:
    """Return what a file has besides people and games."""
    return {"rules": document["house_rules"], "seasons": document["seasons"], "notes": document["evening_notes"]}


def noted(document: Any) -> list[list[str | None]]:
    """Return the notes of a file: for each evening what each change made of it."""
    return [[change.get("note") for change in each["changes"]] for each in document["evening_notes"]]


def numbers(visitor: Browser, circle: str, name: str) -> list[str]:
    page = visitor.get(f"{circle}/people")
    return [o.attrs["value"] for o in page.root.all("option") if o.text == name]


def add_from(browser: Browser, circle: str, document: Any) -> Page:
    """Upload a file to add from."""
    token = browser.get(f"{circle}/import").fields("/import")["csrf_token"]
    data = {"csrf_token": token, "file": (io.BytesIO(json.dumps(document).encode()), "circle.json")}
    return Page(browser.client.post(f"{circle}/import", data=data, content_type="multipart/form-data"))


def histories(document: Any) -> list[str]:
    return sorted(json.dumps(each["game"]["history"]) for each in document["games"])


def counted(app: Flask) -> list[int]:
    with app.app_context():
        tables = (
            "circle",
            "person",
            "game",
            "seat",
            "revision",
            "named_rules",
            "season",
            "evening_note",
            "club_evening",
        )
        return [db.session.scalar(text(f"SELECT count(*) FROM {table}")) or 0 for table in tables]


def test_a_circle_comes_in_whole_on_another_device(app: Flask, visitor: Browser, circle: str) -> None:
    """With its people, signs and merges, its games and their histories, who sat there, statistics, and all else."""
    assert visitor.get(f"{circle}/people").root.all("a", href=f"{circle}/import")
    copy = exported(visitor, visitor.get(f"{circle}/import").root.all("a", cls="quiet")[0].attrs["href"])
    other = fresh(app)
    made = take_in(other, json.dumps(copy).encode()).location
    assert made != circle
    assert people(other, made) == people(visitor, circle) == ["Anna", "Bo", "Cleo"]
    assert "Guests: Dora" in other.get(made).text
    assert figures(other.get(f"{made}/statistics")) == figures(visitor.get(f"{circle}/statistics"))
    assert "Also called Cleopatra" in other.get(f"{made}/people").text
    again = exported(other, f"{made}/export.json")
    assert histories(again) == histories(copy)
    assert sorted(len(each["seats"]) for each in again["games"]) == [2, 3, 3]
    assert [(each["name"], each["mark"]) for each in again["people"]] == [
        (each["name"], each["mark"]) for each in copy["people"]
    ]
    assert more(again) == more(copy)
    assert [len(part) for part in more(copy).values()] == [1, 1, 1]
    assert "Anna sang" in other.get(f"{made}/evening").text
    assert "Autumn" in other.get(f"{made}/seasons").text
    assert "Ours" in other.get(f"{made}/rules").text


def test_a_file_without_house_rules_seasons_and_notes_comes_in(app: Flask, visitor: Browser, circle: str) -> None:
    """As earlier releases wrote it, also when they had a note by a game."""
    copy = exported(visitor, f"{circle}/export.json")
    del copy["house_rules"], copy["seasons"], copy["evening_notes"]
    other = fresh(app)
    again = exported(other, take_in(other, json.dumps(copy).encode()).location + "/export.json")
    assert histories(again) == histories(copy)
    assert more(again) == {"rules": [], "seasons": [], "notes": []}
    earlier = {"note": "Bo danced", "who": "Anna", "at": "2026-01-01T20:00:00Z"}
    changed("games", 0, "evening_note", to=earlier)(copy)
    made = take_in(other, json.dumps(copy).encode()).location
    assert "Bo danced" in other.get(f"{made}/evening").text
    assert exported(other, f"{made}/export.json")["evening_notes"][0]["changes"] == [earlier]


def test_a_note_that_was_deleted_stays_deleted_and_its_changes_are_not_added(
    app: Flask, visitor: Browser, circle: str
) -> None:
    """A new circle gets them all, with who made them and when."""
    copy = exported(visitor, f"{circle}/export.json")
    note(visitor, circle, "")
    gone = exported(visitor, f"{circle}/export.json")
    assert noted(gone) == [["Anna sang", None]]
    assert "Nothing was added" in visitor.follow(add_from(visitor, circle, copy)).text
    assert exported(visitor, f"{circle}/export.json")["evening_notes"] == gone["evening_notes"]
    other = fresh(app)
    made = take_in(other, json.dumps(gone).encode()).location
    assert exported(other, f"{made}/export.json")["evening_notes"] == gone["evening_notes"]
    assert "Anna sang" not in other.get(f"{made}/evening").text


def test_what_the_circle_has_of_house_rules_seasons_and_notes_stays(app: Flask, visitor: Browser, circle: str) -> None:
    """In its own copy all of the same name; of another circle's what is different is kept beside it, once."""
    copy = exported(visitor, f"{circle}/export.json")
    other = fresh(app)
    made = take_in(other, json.dumps(copy).encode()).location
    note(visitor, circle, "Bo danced")
    visitor.send(visitor.get(f"{circle}/seasons"), "/seasons", name="Winter", zone="UTC", evenings="3")
    changed("house_rules", 0, "house_rules", "target", to=700)(copy)
    changed("seasons", 0, "first", to="2020-01-01")(copy)
    assert "Nothing was added" in visitor.follow(add_from(visitor, circle, copy)).text
    present = exported(visitor, f"{circle}/export.json")
    assert noted(present) == [["Anna sang", "Bo danced"]]
    present["house_rules"] += copy["house_rules"]
    present["house_rules"][0]["name"] = "Also ours"
    present["seasons"] += copy["seasons"]
    present["seasons"][0]["name"] = "Also autumn"
    assert (
        "House rules, seasons, club evenings or notes were added." in other.follow(add_from(other, made, present)).text
    )
    assert "Nothing was added" in other.follow(add_from(other, made, present)).text
    now = more(exported(other, f"{made}/export.json"))
    rules = [(each["name"], each["house_rules"].get("target")) for each in now["rules"]]
    assert rules == [("Ours", None), ("Ours (2)", 700)]
    assert [each["name"] for each in now["seasons"]] == ["Autumn", "Winter", "Autumn (2)"]
    assert [[each["note"] for each in evening["changes"]] for evening in now["notes"]] == [["Anna sang"]]


def test_what_is_there_is_neither_doubled_nor_overwritten(app: Flask, visitor: Browser, circle: str) -> None:
    """In the same circle people are known by their ids, in others by their names; games by when they were played."""
    copy = exported(visitor, f"{circle}/export.json")
    acted(visitor, circle, "Anna", r"/people/\d+$", name="Annika")
    before = counted(app)
    assert "Nothing was added" in visitor.follow(add_from(visitor, circle, copy)).text
    assert counted(app) == before
    assert people(visitor, circle)[0] == "Annika"
    other = fresh(app)
    made = take_in(other, json.dumps(copy).encode()).location
    visitor.given_round(
        played_with(visitor, circle, "Annika", "Bo"), "Bo", {"Annika": {"points": 5}, "Bo": {"points": 25}}
    )
    acted(visitor, circle, "Annika", r"/people/\d+$", name="Anna")
    newer = exported(visitor, f"{circle}/export.json")
    newer["people"].append({"id": 10**6, "name": "Eva", "mark": 5})
    assert "One game was added." in other.follow(add_from(other, made, newer)).text
    assert people(other, made) == ["Anna", "Bo", "Cleo", "Eva"]
    assert figures(other.get(f"{made}/statistics")) == figures(visitor.get(f"{circle}/statistics"))
    assert "Nothing was added" in other.follow(add_from(other, made, newer)).text


def test_only_keepers_take_it_out_and_in(app: Flask, visitor: Browser, circle: str) -> None:
    """Neither a scorer of the circle, nor whoever has one game of it."""
    game = visitor.get(circle).root.all("a", cls="card")[0].attrs["href"]
    for browser in (member_of(app, circle, Role.SCORER), join(app, game, Role.SCORER)):
        assert browser.get(f"{circle}/export.json").status == 403
        assert browser.get(f"{circle}/import").status == 403
    assert "/import" not in member_of(app, circle, Role.VIEWER).get(f"{circle}/people").text


def changed(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = to

    return change


FAULTS = {
    "format": (changed("format_version", to=2), "format_version"),
    "twice the same id": (lambda d: d["people"].append(d["people"][0]), "people"),
    "twice the same name": (changed("people", 1, "name", to="ANNA"), "people"),
    "merged into nobody": (changed("people", 0, "same_as", to=99), "same_as"),
    "an unknown sign": (changed("people", 0, "mark", to=99), "mark"),
    "somebody unknown sat there": (changed("games", 1, "seats", "1", to=99), "seats"),
    "a game that does not hold together": (changed("games", 1, "game", "game", "totals", to={"Anna": 1}), "totals"),
    "house rules without a game": (changed("house_rules", 0, "variant", to="\0"), "variant"),
    "a choice that is none": (changed("house_rules", 0, "house_rules", "target", to=[500]), "target"),
    "a choice too large": (changed("house_rules", 0, "house_rules", "target", to=10**9), "target"),
    "a choice with a control character": (changed("house_rules", 0, "house_rules", "target", to="\0"), "target"),
    "twice the same house rules": (lambda d: d["house_rules"].append(d["house_rules"][0]), "house_rules"),
    "too many house rules": (changed("house_rules", to=[{}] * 51), "house_rules"),
    "a season that ends first": (changed("seasons", 0, "last", to="2020-01-01"), "seasons"),
    "a season without a name": (changed("seasons", 0, "name", to=" "), "seasons"),
    "twice the same season": (lambda d: d["seasons"].append(d["seasons"][0]), "seasons"),
    "too many seasons": (changed("seasons", to=[{}] * 101), "seasons"),
    "an empty note": (changed("games", 0, "evening_note", to={"note": " ", "at": "2026-01-01T20:00:00Z"}), "note"),
    "a note without a time": (changed("games", 0, "evening_note", to={"note": "Late"}), "at"),
    "a note on no evening": (changed("evening_notes", 0, "evening", to="2026"), "evening"),
    "a note of no change": (changed("evening_notes", 0, "changes", to=[]), "changes"),
    "a note too long": (changed("evening_notes", 0, "changes", 0, "note", to="x" * 201), "note"),
    "no games": (changed("games", to=5), "games"),
    "no name": (changed("circle", "name", to=" "), "name"),
}


def test_a_damaged_file_is_refused_with_its_place_and_nothing_is_saved(
    app: Flask, visitor: Browser, circle: str
) -> None:
    """As a new circle, and into one."""
    whole = json.dumps(exported(visitor, f"{circle}/export.json"))
    before = counted(app)
    for what, (damage, place) in FAULTS.items():
        document = json.loads(whole)
        damage(document)
        for page in (take_in(visitor, json.dumps(document).encode()), add_from(visitor, circle, document)):
            assert page.status == 422, what
            assert place in page.root.all("ul")[0].text, what
    many = json.loads(whole)
    many["people"] = [{"id": 10**6 + number, "name": f"N{number}", "mark": 0} for number in range(199)]
    many["games"] = []
    assert "more than 200 people" in add_from(visitor, circle, many).text
    assert counted(app) == before
