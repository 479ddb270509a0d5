"""What games add up to, computed by hand and by another way."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.statistics.statistics import (
    EVENING,
    Played,
    PlayerResult,
    evenings,
    last_evening,
    sums_of,
    wilson,
)

START = datetime(2026, 11, 20, 19, tzinfo=UTC)
ANNA, BO, CLEO = 1, 2, 3


def game(*places: int | None, at: int = 0, best: int = 20, lowest: bool = False) -> Played:
    """A game of Anna, Bo and Cleo with two rounds each; `at` hours after the start."""
    results = [PlayerResult(person, place, 2, 30, best, 1, {"rommi": 1}, 1) for person, place in enumerate(places, 1)]
    return Played(START + timedelta(hours=at), "da-500", lowest, results)


def test_games_add_up_for_everybody() -> None:
    """Equals at the top have all won; a game that goes on is neither won nor lost."""
    found = sums_of([game(1, 2, 3), game(1, 1, 3, at=1), game(2, 1, 3, at=2), game(None, None, None, at=3)])
    anna = found[ANNA]
    assert (anna.games, anna.ended, anna.won, anna.place, anna.streak, anna.running) == (4, 3, 2, 4 / 3, 2, 0)
    assert (anna.rounds, anna.average, anna.best, anna.out, anna.ways, anna.penalties) == (
        8,
        15,
        20,
        4,
        {("da-500", "rommi"): 4},
        4,
    )
    bo = anna.against[BO]
    assert (bo.games, bo.ahead, bo.behind, bo.won, bo.lost) == (3, 1, 1, 2, 2)
    assert found[CLEO].against[ANNA].behind == 3


def test_rulings_and_kinds_of_penalties_add_up_and_the_longest_run_stays() -> None:
    results = [PlayerResult(ANNA, None, 2, 30, 20, 1, {}, 2, {"peeks": 2}, run, 1, 2) for run in (3, 5, 1)]
    anna = sums_of(Played(START, "da-500", False, [each]) for each in results)[ANNA]
    assert (anna.kinds, anna.out_run, anna.rulings_won, anna.rulings_lost) == ({("da-500", "peeks"): 6}, 5, 3, 6)


def test_the_streak_goes_by_the_time_and_not_by_the_order() -> None:
    assert sums_of([game(1, 2, at=4), game(2, 1, at=2), game(1, 2, at=3)])[ANNA].streak == 2


@pytest.mark.parametrize(("lowest", "best"), [(False, 40), (True, 5)])
def test_the_best_round_is_the_lowest_where_the_lowest_wins(lowest: bool, best: int) -> None:
    assert sums_of([game(1, 2, best=40, lowest=lowest), game(1, 2, best=5, lowest=lowest)])[ANNA].best == best


def test_below_five_games_there_is_no_share_and_no_nemesis() -> None:
    """Nor a favourite; equal opponents are neither."""
    four = [game(1, 2, at=hour) for hour in range(4)]
    few, enough = sums_of(four), sums_of([*four, game(1, 2, at=4)])
    assert (few[ANNA].share, few[ANNA].favourite, few[BO].nemesis) == (None, None, None)
    assert enough[ANNA].share is not None
    assert (enough[ANNA].favourite, enough[ANNA].nemesis) == (BO, None)
    assert (enough[BO].favourite, enough[BO].nemesis) == (None, ANNA)
    level = sums_of([game(1, 2) if hour % 2 else game(2, 1) for hour in range(6)])
    assert (level[ANNA].favourite, level[ANNA].nemesis) == (None, None)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_that_of_wilson(won: int, games: int, low: float, high: float) -> None:
    """The last one is Newcombe's example (Statistics in Medicine 17, 1998, method 3)."""
    found = wilson(won, games)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_an_evening_ends_with_six_hours_without_a_game() -> None:
    games = [game(1, 2, at=hour) for hour in (14, 0, 6, 11, 9)]
    assert [each.when.hour for each in last_evening(games)] == [1, 4, 6, 9]
    assert [[each.when.hour for each in evening] for evening in evenings(games)] == [[19], [1, 4, 6, 9]]
    assert last_evening([]) == evenings([]) == []
    assert [each.when.hour for each in last_evening([game(1), game(1, at=6)])] == [1], EVENING


PLACES = st.lists(st.permutations([1, 2, 3]) | st.just([1, 1, 3]) | st.just([None, None, None]), max_size=30)


@given(PLACES)
def test_what_one_is_ahead_the_other_is_behind(places: list[list[int | None]]) -> None:
    """And every ended game has a winner."""
    found = sums_of(game(*each, at=hour) for hour, each in enumerate(places))
    ended = sum(each[0] is not None for each in places)
    assert sum(sums.won for sums in found.values()) >= ended
    assert {sums.ended for sums in found.values()} <= {ended}
    for one, sums in found.items():
        for other, between in sums.against.items():
            back = found[other].against[one]
            assert (between.ahead, between.won, between.games) == (back.behind, back.lost, back.games)
