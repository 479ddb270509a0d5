"""`./run bench`: every figure, with what it is measured against, in one run."""

import argparse
import sys
from collections.abc import Callable, Iterable
from itertools import chain

from . import arrange, browsing, figures, refereeing
from .figures import Figure


def main() -> int:
    """Measure, print a table, return 1 if a figure is not reached."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter and less exact, with fewer rounds stored")
    parser.add_argument("only", nargs="?", choices=["arrange"], help="only the figures of laying cards")
    options = parser.parse_args()
    quick = options.quick
    if options.only:
        return _shown(arrange.measure(quick))
    seconds, pairs = (0.5, 3) if quick else (2.0, 7)
    single: list[Callable[[], Figure]] = [
        lambda: figures.scoreboard(seconds, pairs),
        lambda: figures.saved_round(50 if quick else 300),
        lambda: figures.long_game(seconds, pairs),
        lambda: figures.full_store(50_000 if quick else 1_000_000, seconds, pairs),
        figures.first_load,
        lambda: figures.start_up(3 if quick else 7),
        lambda: refereeing.meld_question(seconds, pairs),
        browsing.taps,
        browsing.saved_bytes,
        browsing.lighthouse,
    ]
    return _shown(chain((measure() for measure in single), arrange.measure(quick)))


def _shown(measured: Iterable[Figure]) -> int:
    """Print figures as they are found; return 1 if one is not reached."""
    missed = 0
    for figure in measured:
        missed += not figure.reached
        reached = "ok " if figure.reached else "NOT"
        print(f"{reached} {figure.name}: {figure.found} (wanted {figure.wanted})", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
