"""A year of a circle: what its sheet says, counted by hand."""

from datetime import date, datetime, timedelta

from scorekeeper.services.statistics.statistics import Played, PlayerResult
from scorekeeper.services.statistics.year import best_rounds, evenings_won, months_won, most_wins, won_by_month

ANNA, BO = 1, 2
NEW_YEAR = datetime(2026, 1, 1, 20).astimezone()


def game(days: float, *places: int | None, variant: str = "da-500", best: int = 20, lowest: bool = False) -> Played:
    results = [PlayerResult(who, place, 2, 30, best * who, 1, {}, 0) for who, place in enumerate(places, 1)]
    return Played(NEW_YEAR + timedelta(days=days), variant, lowest, results)


GAMES = [game(0, 1, 2), game(0.1, 1, 2), game(31, 2, 1), game(62, None, None), game(62.1, 1, 1)]


def test_wins_add_up_month_by_month() -> None:
    """Equals have both won; a game that goes on is won by nobody."""
    assert won_by_month(GAMES, 4) == {ANNA: [0, 2, 2, 3, 3], BO: [0, 0, 1, 2, 2]}


def test_evenings_and_months_have_those_who_won_most() -> None:
    assert evenings_won(GAMES) == [
        (date(2026, 1, 1), 2, [ANNA]),
        (date(2026, 2, 1), 1, [BO]),
        (date(2026, 3, 4), 2, [ANNA, BO]),
    ]
    assert [games for _day, games, _won in months_won(GAMES)] == [2, 1, 2]
    assert most_wins([game(0, None, None)]) == []


def test_the_best_round_of_each_game_is_the_lowest_where_the_lowest_wins() -> None:
    """The most played game comes first."""
    games = [game(0, 1, 2, variant="cs-500", best=-4, lowest=True), *GAMES, game(0, 1, 2, variant="nb-rummy", best=0)]
    assert best_rounds(games) == {"da-500": (40, [BO]), "cs-500": (-8, [BO])}
    assert list(best_rounds(games)) == ["da-500", "cs-500"]
