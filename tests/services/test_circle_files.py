"""House rules and seasons of a circle's file: what comes in goes out again, and coming in twice is coming in once."""

from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.services.transfer.circle_export import circle_document
from scorekeeper.services.transfer.circle_import import import_circle

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


def of_different_names(parts: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[list[dict[str, Any]]]:
    return st.lists(parts, max_size=5, unique_by=lambda part: part["name"].casefold())


FILES = st.fixed_dictionaries(
    {
        "format_version": st.just(1),
        "circle": st.just({"id": "elsewhere", "name": "Sunday"}),
        "people": st.just([]),
        "games": st.just([]),
        "house_rules": of_different_names(RULES),
        "seasons": of_different_names(SEASONS),
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
