"""`./run bench`: every figure, with what it is measured against, in one run."""

import argparse
import sys
from functools import partial

from . import browsing, figures, live, refereeing
from .figures import Figure


def main() -> int:
    """Measure, print a table, return 1 if a figure is not reached."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter and less exact, with fewer rounds stored")
    quick = parser.parse_args().quick
    seconds, pairs = (0.5, 3) if quick else (2.0, 7)
    measured: list[Figure] = []
    for measure in (
        lambda: figures.scoreboard(seconds, pairs),
        lambda: figures.saved_round(50 if quick else 300),
        lambda: figures.long_game(seconds, pairs),
        lambda: figures.full_store(50_000 if quick else 1_000_000, seconds, pairs),
        figures.first_load,
        lambda: figures.start_up(3 if quick else 7),
        lambda: refereeing.meld_question(seconds, pairs),
        *(partial(live.commit_to_phones, phones, 3 if quick else 20) for phones in (1, 50, 200)),
        browsing.taps,
        browsing.saved_bytes,
        browsing.lighthouse,
    ):
        figure = measure()
        measured.append(figure)
        print(
            f"{'ok ' if figure.reached else 'NOT'} {figure.name}: {figure.found} (wanted {figure.wanted})", flush=True
        )
    return 0 if all(figure.reached for figure in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
