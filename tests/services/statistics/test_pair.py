"""Two people head to head, counted by hand."""

from datetime import UTC, datetime, timedelta

from scorekeeper.services.statistics.pair import Meeting, MeetingResult, pair_of

START = datetime(2026, 11, 20, 19, tzinfo=UTC)


def met(at: int, mine: int | None, theirs: int | None) -> Meeting:
    """A game of three rounds, `at` hours after the start."""
    return Meeting(
        f"g{at}", "da-500", START + timedelta(hours=at), MeetingResult(mine, 3, 60), MeetingResult(theirs, 2, 10)
    )


def test_equals_end_a_streak_and_a_game_that_goes_on_does_not() -> None:
    """Streaks go by the time, and the five latest are shown."""
    games = [met(3, 1, 3), met(0, 1, 2), met(1, None, 2), met(2, 2, 3), met(4, 2, 2), met(5, 1, 2), met(6, 4, 2)]
    found = pair_of(games)
    assert (found.games, found.ended) == (7, 6)
    assert (found.one.ahead, found.one.won, found.one.streak, found.one.average) == (4, 3, 3, 20)
    assert (found.other.ahead, found.other.won, found.other.streak, found.other.average) == (1, 0, 1, 5)
    assert [each.game_id for each in found.latest] == ["g6", "g5", "g4", "g3", "g2"]


def test_without_a_game_there_is_nothing() -> None:
    found = pair_of([])
    assert (found.games, found.ended, found.one.streak, found.one.average, list(found.latest)) == (0, 0, 0, None, [])
