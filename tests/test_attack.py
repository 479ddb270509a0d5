"""One client does not stop the table: a bounded part of `./run attack`, by seed.

How many times as long a save takes is only reported here, for other tests may keep the machine busy.
"""

from collections.abc import Iterator
from pathlib import Path

from attack.__main__ import line_of
from attack.attacks import ATTACKS
from attack.trial import MOST_MB, Figures, Prepared, attacked

_SECONDS, _QUIETLY = 2.0, 0.5  # of each attack: a minute and a half in all, with the starts
_LONGEST_SAVE = 5.0


def test_a_table_goes_on_saving_while_another_client_attacks(tmp_path: Path) -> None:
    """Every save is made, none takes long, the memory has a bound, and newcomers are answered afterwards.

    All attacks are one test, one after the other: two at once would measure each other.
    """
    prepared = Prepared(tmp_path, longest=1_000)
    broken = [
        f"{line_of(figures)}: {sentence}"
        for name in ATTACKS
        for figures in [attacked(prepared, name, _SECONDS, seed=1, quietly=_QUIETLY)]
        for sentence in _broken(figures)
    ]
    assert not broken, "\n".join(broken)


def _broken(figures: Figures) -> Iterator[str]:
    under = figures.under
    if not under.took:
        yield "nothing was saved"
    if under.failed:
        yield f"saves failed: {under.failed}"
    if under.longest > _LONGEST_SAVE:
        yield f"a save took {under.longest:.1f} s"
    if figures.peak_mb > MOST_MB:
        yield f"more than {MOST_MB:.0f} MB"
    if not figures.alive:
        yield "no answer afterwards"
