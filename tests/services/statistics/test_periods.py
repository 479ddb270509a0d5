"""The window of a season has the games of its evenings, found by another way."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.circles.season_table import evenings_of
from scorekeeper.services.statistics.periods import season_window

from ..circles.test_season_table import game, season

HOURS = st.lists(st.integers(-80, 24 * 32), max_size=40, unique=True)


@given(HOURS)
def test_the_window_of_a_season_is_that_of_its_evenings(hours: list[int]) -> None:
    """Nights that go on past the first and the last day, too."""
    games = [game(hour, 1, 2) for hour in hours]
    since, before = season_window(season(), [each.when for each in games])
    found = {each.when for each in games if (since or _EARLY) <= each.when and (before is None or each.when < before)}
    assert found == {each.when for evening in evenings_of(season(), games) for each in evening}


_EARLY = datetime(1, 1, 1, tzinfo=UTC) + timedelta(days=1)
