"""The table of a season against a count by another way, and by hand."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.circles.season_table import SeasonRow, champions, evenings_of, lines_of
from scorekeeper.services.statistics.statistics import Played, PlayerResult

START = datetime(2026, 11, 1, 19, tzinfo=UTC)


def season(**changes: object) -> SeasonRow:
    """A season of November in Copenhagen, by wins."""
    row = SeasonRow(
        *(1, "c", "Autumn", date(2026, 11, 1), date(2026, 11, 30), "Europe/Copenhagen", "wins", None, [5, 3, 1], 1)
    )
    return row._replace(**changes)  # type: ignore[arg-type]  # any of its fields


def game(at: float, *places: int | None, variant: str = "da-500", points: int = 10) -> Played:
    """A game `at` hours after the start; the people are 1, 2, 3 …, each has `points` times the own number."""
    results = [PlayerResult(who, place, 2, points * who, 20, 0, {}, 0) for who, place in enumerate(places, 1)]
    return Played(START + timedelta(hours=at), variant, False, results)


@pytest.mark.parametrize(
    ("changes", "figures", "leads"),
    [
        ({}, {1: 2, 2: 2, 3: 0}, [1, 2]),
        ({"counts": "places"}, {1: 11, 2: 13, 3: 5}, [2]),
        ({"counts": "places", "weights": [10]}, {1: 20, 2: 20, 3: 0}, [1, 2]),
        ({"counts": "points", "variant": "da-500"}, {1: 30, 2: 60, 3: 90}, [3]),
        ({"variant": "cs-500"}, {}, []),
        ({"variant": "is-rommi"}, {1: 0, 2: 1}, [2]),
        ({"least": 2}, {1: 2, 2: 2, 3: 0}, [1, 2]),
        ({"least": 3}, {1: 2, 2: 2, 3: 0}, []),
    ],
)
def test_a_table_is_by_wins_places_or_points(
    changes: dict[str, object], figures: dict[int, int], leads: list[int]
) -> None:
    """Equals get the same; a game that goes on counts nothing; who has too few evenings has no place."""
    games = [game(0, 1, 2, 3), game(1, 1, 1, 3), game(2, None, None, None), game(48, 3, 2, 1)]
    games[3] = game(48, 3, 1, 2)
    games.append(game(49, 2, 1, variant="is-rommi"))
    if "variant" not in changes:
        games.pop()
    lines = lines_of(season(**changes), games)
    assert {line.person: line.figure for line in lines} == figures
    assert champions(season(**changes), lines) == leads


def test_an_evening_belongs_to_the_day_in_the_seasons_zone_on_which_it_began() -> None:
    """At 23:30 UTC on the last day of October it is November in Copenhagen; a night goes on after its last day."""
    early, late = game(-19.5, 1, 2), [game(24 * 29 + 3.5, 1, 2), game(24 * 29 + 8, 2, 1)]
    assert [len(each) for each in evenings_of(season(), [early, *late])] == [1, 2]
    assert evenings_of(season(zone="UTC"), [early]) == []
    assert evenings_of(season(zone="Pacific/Auckland"), [late[0]]) == []


ROUND = st.tuples(
    st.integers(0, 24 * 40),
    st.sampled_from(["da-500", "cs-500"]),
    st.lists(st.integers(1, 4) | st.none(), min_size=2, max_size=4),
)


@given(
    st.lists(ROUND, max_size=25, unique_by=lambda each: each[0]),
    st.sampled_from(["wins", "places", "points"]),
    st.sampled_from([None, "da-500"]),
    st.integers(1, 3),
)
def test_the_table_is_that_of_a_naive_count(
    drawn: list[tuple[int, str, list[int | None]]], counts: str, variant: str | None, least: int
) -> None:
    """Person by person, hour by hour, without the functions that split evenings."""
    rules = season(counts=counts, variant=variant, least=least)
    games = [game(hour - 100, *places, variant=key) for hour, key, places in drawn]
    lines = lines_of(rules, games)
    times = sorted(each.when for each in games)
    begins: dict[datetime, datetime] = {}
    for before, when in pairwise([START - timedelta(days=99), *times]):
        begins[when] = begins[before] if (when - before).total_seconds() < 6 * 3600 else when
    figures: dict[int, int] = {}
    nights: dict[int, int] = {}
    for person in range(1, 5):
        mine = [
            (each, result)
            for each in games
            for result in each.results
            if result.person == person and result.place and each.variant in (variant or each.variant,)
            if begins[each.when].astimezone(ZoneInfo("Europe/Copenhagen")).month == 11
        ]
        if mine:
            nights[person] = len({begins[each.when] for each, _result in mine})
            values = {"wins": [r.place == 1 for _g, r in mine], "points": [r.points for _g, r in mine]}
            values["places"] = [{1: 5, 2: 3, 3: 1}.get(r.place or 0, 0) for _g, r in mine]
            figures[person] = sum(values[counts])
    assert {line.person: (line.figure, line.evenings) for line in lines} == {
        person: (figure, nights[person]) for person, figure in figures.items()
    }
    placed = {person: figure for person, figure in figures.items() if nights[person] >= least}
    best = {person for person, figure in placed.items() if figure == max(placed.values())}
    assert {line.person for line in lines if line.place == 1} == best
    assert [line.place for line in lines if line.place] == sorted(line.place for line in lines if line.place)
