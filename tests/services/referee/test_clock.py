"""The turn clock, started and paused by several phones."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.services.referee.clock import TURNS, Clock

NOW = datetime(2026, 1, 1, 20, tzinfo=UTC)
EARLIER = NOW - timedelta(seconds=10)
SECONDS = 60


@pytest.mark.parametrize(
    ("clock", "what", "after"),
    [
        (Clock(), "start", Clock(since=NOW)),
        (Clock(used=20), "start", Clock(used=20, since=NOW)),
        (Clock(used=60), "start", Clock(used=0, since=NOW)),
        (Clock(used=20, since=EARLIER), "start", Clock(used=20, since=EARLIER)),
        (Clock(used=20, since=EARLIER), "pause", Clock(used=30)),
        (Clock(used=20), "pause", Clock(used=20)),
        (Clock(used=20, since=NOW + timedelta(hours=1)), "pause", Clock(used=20)),  # the machine’s clock was set back
        (Clock(used=20, since=EARLIER), "again", Clock(since=NOW)),
        (Clock(used=20, since=EARLIER), "clear", Clock()),
    ],
)
def test_a_tap_turns_it_and_a_second_phones_tap_changes_nothing_more(clock: Clock, what: str, after: Clock) -> None:
    """Start and Pause set a state, they do not toggle: two phones at once agree."""
    turned = TURNS[what](clock, NOW, SECONDS)
    assert turned == after
    assert TURNS[what](turned, NOW, SECONDS) == after
