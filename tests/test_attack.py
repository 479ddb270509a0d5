"""A table can save while another client attacks: a bounded part of `./run attack`, by seed.

The time of a save under attack is only reported: other tests may keep the machine busy.
"""

from collections.abc import Iterator
from pathlib import Path

from attack.__main__ import line_of
from attack.attacks import ATTACKS
from attack.table import Table
from attack.trial import MOST_MB, Figures, Prepared, Size, under_attack

_SECONDS = 1.5  # of each attack: a good minute in all, with what an attacker prepares
_LONGEST_SAVE = 5.0


def test_a_table_goes_on_saving_while_others_attack(tmp_path: Path) -> None:
    """Every save succeeds, none takes long, memory is bounded, and new clients are served afterwards.

    Each attack comes from an address of its own, without a history. They run one after another: two at once would
    measure each other.
    """
    prepared = Prepared(tmp_path, size=Size(longest=1_000, printed=100, games=200, long_games=2))
    broken = []
    with prepared.instance() as instance:
        table = Table(instance.port)
        quiet = table.play(1)
        for number, name in enumerate(ATTACKS, 10):
            target = prepared.target(instance.port, _SECONDS + 1, seed=1, source=f"127.0.0.{number}")
            figures = under_attack(instance, table, quiet, name, target)
            broken += [f"{line_of(figures)}: {sentence}" for sentence in _broken(figures)]
        table.leave()
    assert not broken, "\n".join(broken)


def _broken(figures: Figures) -> Iterator[str]:
    under = figures.under
    if not under.took:
        yield "nothing was saved"
    if under.failed:
        yield f"saves failed: {under.failed}"
    if under.longest > _LONGEST_SAVE:
        yield f"a save took {under.longest:.1f} s"
    if max(figures.server_mb, figures.press_mb) > MOST_MB:
        yield f"more than {MOST_MB:.0f} MB"
    if not figures.alive:
        yield "no answer afterwards"
