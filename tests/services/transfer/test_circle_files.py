"""What a circle's file has besides people and games goes out as it came in, and coming in twice is coming in once."""

from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.services.transfer.circles.circle_export import circle_document
from scorekeeper.services.transfer.circles.circle_import import import_circle

NAMES = st.sampled_from(["Ours", "OURS", "Ours (2)", "Ours (3)", "Søndag", "x" * 40, "x" * 39 + "y", "x" * 36 + " (2)"])
RULES = st.fixed_dictionaries(
    {
        "name": NAMES,
        "variant": st.sampled_from(["da-500", "cs-500", "gone"]),
        "house_rules": st.dictionaries(
            st.sampled_from(["target", "a"]), st.one_of(st.none(), st.booleans(), st.just("no"), st.integers(2, 3))
        ),
    }
)
SEASONS = st.fixed_dictionaries(
    {
        "name": NAMES,
        "first": st.sampled_from(["2026-01-01", "2026-02-01"]),
        "last": st.just("2026-12-31"),
        "zone": st.just("Europe/Oslo"),
        "counts": st.sampled_from(["wins", "places"]),
        "weights": st.just([5, 3]),
        "evenings": st.integers(1, 2),
    },
    optional={"game": st.just("da-500")},
)
PEOPLE = [{"id": number, "name": f"P{number}"} for number in range(1, 8)]


@st.composite
def club_evenings(draw: st.DrawFn) -> dict[str, Any]:
    """Return a club evening, as a file has it: sittings of one or two tables, the last one perhaps only drawn."""
    here = draw(st.permutations([person["id"] for person in PEOPLE]))
    sittings = []
    for begun in draw(st.sampled_from([(), (False,), (True,), (True, True), (True, False)])):
        first = {"number": 1, "people": here[:3]}
        second = {"number": 3, "people": here[3:6], "guests": draw(st.integers(1, 3))}
        sittings.append({"begun": begun, "tables": [first, second] if begun and draw(st.booleans()) else [first]})
    return {
        "name": draw(NAMES),
        "made": draw(st.sampled_from(["2026-01-01T20:00:00Z", "2026-02-01T20:00:00Z"])),
        "game": "da-500",
        "house_rules": draw(st.sampled_from([{}, {"target": 700}, {"unknown": "a"}])),
        "size": draw(st.integers(3, 6)),
        "planned": draw(st.integers(2, 10)),
        "later": draw(st.sampled_from(["result", "drawn"])),
        "weights": draw(st.sampled_from([[5, 3, 1], [9]])),
        "here": here,
        "fixed": here[: draw(st.integers(0, 2))],
        "sittings": sittings,
        "ended": draw(st.booleans()) and all(sitting["begun"] for sitting in sittings),
    }


CLUBS = st.lists(club_evenings(), max_size=3, unique_by=lambda club: (club["name"].casefold(), club["made"]))


def of_different_names(parts: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[list[dict[str, Any]]]:
    return st.lists(parts, max_size=5, unique_by=lambda part: part["name"].casefold())


FILES = st.fixed_dictionaries(
    {
        "format_version": st.just(1),
        "circle": st.just({"id": "elsewhere", "name": "Sunday"}),
        "people": st.just(PEOPLE),
        "games": st.just([]),
        "house_rules": of_different_names(RULES),
        "seasons": of_different_names(SEASONS),
        "club_evenings": CLUBS.map(lambda found: sorted(found, key=lambda club: club["made"])),
    }
)


def parts(circle_id: str) -> tuple[Any, Any]:
    document: Any = circle_document(circle_id)
    return document["house_rules"], document["seasons"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FILES, FILES)
def test_files_come_in_whole_and_once(app: Flask, one: dict[str, Any], other: dict[str, Any]) -> None:
    """As a new circle they go out as they came; in another nothing changes, and no name is there twice."""
    with app.app_context():
        taken, _key = import_circle(one)
        assert parts(taken.circle_id) == (one["house_rules"], one["seasons"])
        import_circle(other, taken.circle_id)
        once = parts(taken.circle_id)
        for before, after in zip((one["house_rules"], one["seasons"]), once, strict=True):
            assert after[: len(before)] == before
            assert len({each["name"].casefold() for each in after}) == len(after)
        for sent, there in zip((other["house_rules"], other["seasons"]), once, strict=True):
            assert all(any(bare(each) == bare(here) or same(each, here) for here in there) for each in sent)
        assert import_circle(other, taken.circle_id)[0].more == 0
        assert parts(taken.circle_id) == once


def bare(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != "name"}


def same(sent: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether a season is there by its name and its days."""
    if "first" not in sent or sent["name"].casefold() != there["name"].casefold():
        return False
    return (sent["first"], sent["last"]) == (there["first"], there["last"])


def clubs_of(circle_id: str) -> Any:
    """Return the club evenings of a circle with the ids that its people have in the files here."""
    document: Any = circle_document(circle_id)
    numbers = {person["id"]: int(person["name"][1:]) for person in document["people"]}
    for club in document["club_evenings"]:
        parts = [club, *(table for sitting in club["sittings"] for table in sitting["tables"])]
        for part, key in ((part, key) for part in parts for key in ("here", "fixed", "people") if key in part):
            part[key] = [numbers[person] for person in part[key]]
    return document["club_evenings"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FILES, FILES)
def test_club_evenings_come_in_whole_and_once(app: Flask, one: dict[str, Any], other: dict[str, Any]) -> None:
    """As a new circle they go out as they came; in another those that are there stay, and the others are added."""
    with app.app_context():
        taken, _key = import_circle(one)
        assert clubs_of(taken.circle_id) == one["club_evenings"]
        import_circle(other, taken.circle_id)
        once = clubs_of(taken.circle_id)
        there = {(club["name"].casefold(), club["made"]) for club in one["club_evenings"]}
        new = [club for club in other["club_evenings"] if (club["name"].casefold(), club["made"]) not in there]
        assert len(once) == len(one["club_evenings"]) + len(new)
        assert all(club in once for club in (*one["club_evenings"], *new))
        assert import_circle(other, taken.circle_id)[0].more == 0
        assert clubs_of(taken.circle_id) == once
