"""The standings of a club evening, by hand, and tables of each size against each other."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.clubs.scoring import TableResult, lines_of, points_at


@pytest.mark.parametrize(
    ("preferred", "size", "points"),
    [
        (4, 4, [5, 3, 1, 0]),
        (4, 3, [5, 2, 0]),
        (4, 5, [5, 4, 2, 1, 0]),
        (3, 3, [5, 3, 1]),
        (3, 4, [5, 4, 2, 1]),
        (6, 6, [5, 3, 1, 0, 0, 0]),
        (6, 5, [5, 3, 1, 0, 0]),
    ],
)
def test_each_table_gives_points_from_the_same_first_to_the_same_last(
    preferred: int, size: int, points: list[int]
) -> None:
    assert points_at([5, 3, 1], preferred, size) == points


@given(st.lists(st.integers(0, 20), min_size=1, max_size=8), st.integers(3, 6), st.integers(3, 6))
def test_nobody_gets_less_for_a_better_place(weights: list[int], preferred: int, size: int) -> None:
    """The first and the last get what they get at a table of the preferred size."""
    weights = sorted(weights, reverse=True)
    full, points = points_at(weights, preferred, preferred), points_at(weights, preferred, size)
    assert full == [*weights, 0, 0, 0, 0, 0, 0][:preferred]
    assert len(points) == size
    assert points == sorted(points, reverse=True)
    assert (points[0], points[-1]) == (full[0], full[-1])


def test_points_count_then_games_won_then_the_average_place_and_equals_share() -> None:
    results = [
        TableResult(1, 4, {1: 1, 2: 2, 3: 3, 4: 4}),
        TableResult(1, 4, {5: 1, 6: 1, 7: 3, 8: 4}),
        TableResult(2, 4, {1: 2, 5: 2, 6: 1, 2: 4}),
    ]
    lines = lines_of(range(1, 10), [5, 3, 1], 4, results)
    assert [(line.place, line.person, line.points, line.won) for line in lines] == [
        (1, 6, 10, 2),
        (2, 1, 8, 1),
        (2, 5, 8, 1),
        (4, 2, 3, 0),
        (5, 3, 1, 0),
        (5, 7, 1, 0),
        (7, 4, 0, 0),
        (7, 8, 0, 0),
        (9, 9, 0, 0),  # who has not played stands behind
    ]
    assert (lines[0].by_sitting, lines[1].by_sitting) == ({1: 5, 2: 5}, {1: 5, 2: 3})
    assert (lines[3].average, lines[8].average) == (Fraction(3), None)


def test_as_many_points_by_more_wins_stand_before() -> None:
    results = [
        *(TableResult(1, 4, {1: 1}), TableResult(2, 4, {1: 3}), TableResult(3, 4, {1: 4})),
        *(TableResult(1, 4, {2: 2}), TableResult(2, 4, {2: 2}), TableResult(3, 4, {2: 4})),
        *(TableResult(1, 4, {3: 2}), TableResult(2, 4, {3: 2})),
    ]
    assert [line.person for line in lines_of([1, 2, 3], [5, 3, 1], 4, results)] == [1, 3, 2]
