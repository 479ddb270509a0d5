"""How figures grew: sums and shares by step, against a count by another way."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.statistics.time_series import MOST_CURVES, MOST_STEPS, Event, Step, TimeSeries, time_series

START = datetime(2026, 1, 1, 19, tzinfo=UTC)


def event(day: float, who: str = "Anna", figure: int = 1) -> Event:
    return Event(START + timedelta(days=day), who, figure)


def grown(series: TimeSeries | None) -> dict[str, list[int]]:
    """Return the totals of each curve."""
    assert series is not None
    return {curve.name: list(curve.totals) for curve in series.data.curves}


def test_wins_add_up_by_game_and_the_highest_comes_first() -> None:
    series = time_series([event(0.01, "Bo"), event(0), event(0.02, "Bo")])
    assert series is not None
    assert series.step is Step.GAME
    assert list(grown(series).items()) == [("Bo", [0, 0, 1, 2]), ("Anna", [0, 1, 1, 1])]


@pytest.mark.parametrize(
    ("days", "count", "step"),
    [(0.01, 40, Step.GAME), (1, 30, Step.EVENING), (7, 60, Step.MONTH), (30, 60, Step.QUARTER)],
)
def test_steps_are_the_finest_that_are_not_too_many(days: float, count: int, step: Step) -> None:
    """Rather many than a single one."""
    series = time_series(event(days * number) for number in range(count))
    assert series is not None
    assert series.step is step
    assert len(series.days) <= max(MOST_STEPS, 40)
    assert grown(series)["Anna"][-1] == count


def test_games_of_an_evening_are_one_step_past_midnight() -> None:
    series = time_series(event(day + hour / 24) for day in range(10) for hour in (0, 3, 6))
    assert series is not None
    assert (series.step, len(series.days)) == (Step.EVENING, 10)
    assert grown(series)["Anna"] == list(range(0, 31, 3))


def test_a_share_begins_with_the_fifth_game() -> None:
    series = time_series([event(day / 50, figure=day % 2) for day in range(8)], shares=True)
    assert series is not None
    [curve] = series.data.curves
    assert (curve.start, curve.totals) == (5, (40, 50, 43, 50))
    assert time_series([event(day / 50) for day in range(4)], shares=True) is None


def test_of_many_curves_the_highest_stay() -> None:
    events = [event(day, str(who)) for who in range(20) for day in range(who + 1)]
    assert list(grown(time_series(events))) == [str(who) for who in range(19, 19 - MOST_CURVES, -1)]


EVENTS = st.lists(st.tuples(st.integers(0, 900), st.sampled_from("abc"), st.integers(-5, 9)), max_size=60)


@given(EVENTS)
def test_every_curve_ends_with_the_sum(events: list[tuple[int, str, int]]) -> None:
    series = time_series(event(day / 2, who, figure) for day, who, figure in events)
    sums = {who: sum(figure for _day, each, figure in events if each == who) for _day, who, _figure in events}
    assert series is None or {name: totals[-1] for name, totals in grown(series).items()} == sums
