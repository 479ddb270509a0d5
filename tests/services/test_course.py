"""How figures grew: sums and shares by step, against a count by another way."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.statistics.course import MOST_CURVES, MOST_STEPS, Course, Event, Step, course_of

START = datetime(2026, 1, 1, 19, tzinfo=UTC)


def event(day: float, who: str = "Anna", figure: int = 1) -> Event:
    return Event(START + timedelta(days=day), who, figure)


def grown(course: Course | None) -> dict[str, list[int]]:
    """Return the totals of each curve."""
    assert course is not None
    return {curve.name: list(curve.totals) for curve in course.data.curves}


def test_wins_add_up_by_game_and_the_highest_comes_first() -> None:
    course = course_of([event(0.01, "Bo"), event(0), event(0.02, "Bo")])
    assert course is not None
    assert course.step is Step.GAME
    assert list(grown(course).items()) == [("Bo", [0, 0, 1, 2]), ("Anna", [0, 1, 1, 1])]


@pytest.mark.parametrize(
    ("days", "count", "step"),
    [(0.01, 40, Step.GAME), (1, 30, Step.EVENING), (7, 60, Step.MONTH), (30, 60, Step.QUARTER)],
)
def test_steps_are_the_finest_that_are_not_too_many(days: float, count: int, step: Step) -> None:
    """Rather many than a single one."""
    course = course_of(event(days * number) for number in range(count))
    assert course is not None
    assert course.step is step
    assert len(course.days) <= max(MOST_STEPS, 40)
    assert grown(course)["Anna"][-1] == count


def test_games_of_an_evening_are_one_step_past_midnight() -> None:
    course = course_of(event(day + hour / 24) for day in range(10) for hour in (0, 3, 6))
    assert course is not None
    assert (course.step, len(course.days)) == (Step.EVENING, 10)
    assert grown(course)["Anna"] == list(range(0, 31, 3))


def test_a_share_begins_with_the_fifth_game() -> None:
    course = course_of([event(day / 50, figure=day % 2) for day in range(8)], shares=True)
    assert course is not None
    [curve] = course.data.curves
    assert (curve.start, curve.totals) == (5, (40, 50, 43, 50))
    assert course_of([event(day / 50) for day in range(4)], shares=True) is None


def test_of_many_curves_the_highest_stay() -> None:
    events = [event(day, str(who)) for who in range(20) for day in range(who + 1)]
    assert list(grown(course_of(events))) == [str(who) for who in range(19, 19 - MOST_CURVES, -1)]


EVENTS = st.lists(st.tuples(st.integers(0, 900), st.sampled_from("abc"), st.integers(-5, 9)), max_size=60)


@given(EVENTS)
def test_every_curve_ends_with_the_sum(events: list[tuple[int, str, int]]) -> None:
    course = course_of(event(day / 2, who, figure) for day, who, figure in events)
    sums = {who: sum(figure for _day, each, figure in events if each == who) for _day, who, _figure in events}
    assert course is None or {name: totals[-1] for name, totals in grown(course).items()} == sums
