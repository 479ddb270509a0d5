"""`./run bench abuse`: a table saves while one client misbehaves, on one process with its default rate limits.

The attacks, and the table, are those of `./run attack`; each runs alone on a fresh server, then all of them together.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from attack.attacks import ATTACKS
from attack.trial import MOST_MB, MOST_TIMES, Figures, Prepared, Size, attacked

from .figures import Figure

ONE_BY_ONE = ("slow-heads", "unread", "pipelined", "streams", "questions", "prints", "big-imports", "circles")
TOGETHER = "everything"
_LONG, _QUICK = 20.0, 11.0
"""Seconds of each attack, with two saves a second. The first save, while an attack opens its connections, may take
several times as long: of fewer than 20 saves it would be the 95th percentile."""
_SMALL = Size(longest=1_000, printed=100, games=200, long_games=2)


def measure(quick: bool) -> Iterator[Figure]:
    """Yield for each attack how long a save takes beside it, and at last the memory of the largest process."""
    server_mb = press_mb = 0.0
    with tempfile.TemporaryDirectory(prefix="scorekeeper-abuse-") as folder:
        prepared = Prepared(Path(folder), size=_SMALL if quick else None)
        for name in (*ONE_BY_ONE, TOGETHER):
            figures = attacked(prepared, name, _QUICK if quick else _LONG, seed=1)
            server_mb, press_mb = max(server_mb, figures.server_mb), max(press_mb, figures.press_mb)
            yield figure_of(figures)
    found = f"server {server_mb:.0f} MB, press {press_mb:.0f} MB"
    yield Figure(
        "memory, the most under all of these", found, f"≤ {MOST_MB:.0f} MB each", server_mb <= MOST_MB >= press_mb
    )


def figure_of(figures: Figures) -> Figure:
    """Return the figure of one attack: the 95th percentiles of a save, quiet and attacked, and how many failed."""
    quiet, under = figures.quiet, figures.under
    times = f"{figures.ratio:.1f}× ({under.p95 * 1000:.0f} ms against {quiet.p95 * 1000:.0f} ms)"
    found = f"{times}; {len(under.failed)} of {len(under.failed) + len(under.took)} failed"
    reached = not under.failed and figures.ratio <= MOST_TIMES and figures.alive
    return Figure(f"a save, p95: {ATTACKS[figures.name].what}", found, f"≤ {MOST_TIMES:g}×, none fails", reached)
