"""No fault beneath the server loses or doubles an acknowledged round: a bounded part of `./run attack faults`."""

import pytest

from attack.faults.places import Place, Postgresql, Sqlite
from attack.faults.report import lines_of
from attack.faults.scene import Size
from attack.faults.trial import tried

_SIZE = Size(kills=2, seconds=1.0, moment=0.5, quiet=0.0)


@pytest.mark.parametrize(
    ("place", "faults"),
    [
        (Sqlite, ["killed", "stopped", "answers lost", "disk full", "read-only"]),
        (Postgresql, ["database killed", "connections cut", "database read-only"]),
    ],
    ids=["sqlite", "postgresql"],
)
def test_what_was_acknowledged_is_there_once_whatever_happens(place: type[Place], faults: list[str]) -> None:
    """While it lasts pages, API and `/readyz` say what is wrong; then all goes on by itself, a watching phone too."""
    outcome = tried(faults, place, _SIZE, seed=1)
    assert not outcome.broken, "\n".join(lines_of(outcome))
    assert outcome.acknowledged > outcome.before > 0
