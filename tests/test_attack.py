"""One client does not stop the table: a bounded part of `./run attack`, by seed.

How many times as long a save takes is only reported here, for other tests may keep the machine busy.
"""

import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from attack.__main__ import line_of
from attack.attacks import ATTACKS
from attack.trial import MOST_MB, Prepared, attacked

_SECONDS = 3.0
_LONGEST_SAVE = 5.0


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """A database with the attacker's long game."""
    return Prepared(tmp_path_factory.mktemp("attacked"), longest=1_000)


@pytest.fixture
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One attack at a time on this machine, whichever worker carries it out."""
    shared: Path = tmp_path_factory.getbasetemp().parent
    with (shared / "attack.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.mark.xdist_group("attack")
@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("name", ATTACKS)
def test_a_table_goes_on_saving_while_another_client_attacks(
    prepared: Prepared, name: str, record_property: Callable[[str, object], None]
) -> None:
    """Every save is made, none takes long, the memory has a bound, and newcomers are answered afterwards."""
    figures = attacked(prepared, name, _SECONDS, seed=1)
    line = line_of(figures)
    record_property("figures", line)
    assert figures.under.took, line
    assert not figures.under.failed, line
    assert figures.under.longest <= _LONGEST_SAVE, line
    assert figures.peak_mb <= MOST_MB, line
    assert figures.alive, line
