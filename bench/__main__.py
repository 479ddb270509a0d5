"""`./run bench`: all figures, each with its target, in one run."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from scorekeeper.extensions import LANGUAGES

from . import (
    abuse,
    arrange,
    browsing,
    circles,
    figures,
    gin,
    live,
    load,
    paper,
    questions,
    refereeing,
    tap_latency,
    wire,
)
from .figures import Figure

_LONG = ("load",)
"""Figures that take some twenty minutes: only if they are asked for."""


def main() -> int:
    """Measure and print the figures; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter and less exact, with fewer rounds stored")
    parser.add_argument("--table", action="store_true", help="print the rows of the tables in docs/speed.md")
    parser.add_argument(
        "only",
        nargs="?",
        choices=["pages", "live", "paper", "arrange", "questions", "circles", "load", "abuse"],
        help="only these figures",
    )
    options = parser.parse_args()
    groups: dict[str, Callable[[bool], Iterator[Figure]]] = {
        **{
            "pages": _pages,
            "live": _live,
            "paper": _paper,
            "arrange": lambda quick: chain(arrange.measure(quick), gin.measure(quick)),
        },
        "questions": lambda _quick: chain(questions.measure(), [refereeing.every_case()]),
        "circles": circles.measure,
        "load": load.measure,
        "abuse": abuse.measure,
    }
    chosen = [options.only] if options.only else [name for name in groups if name not in _LONG]
    return _shown(chain.from_iterable(groups[name](options.quick) for name in chosen), table=options.table)


def _pages(quick: bool) -> Iterator[Figure]:
    seconds, pairs = (0.5, 3) if quick else (2.0, 7)
    measures: list[Callable[[], Figure]] = [
        lambda: figures.scoreboard(seconds, pairs),
        lambda: figures.scoreboard(seconds, pairs, "cs"),
        lambda: figures.saved_round(50 if quick else 300),
        lambda: figures.long_game(seconds, pairs),
        lambda: figures.full_store(50_000 if quick else 1_000_000, seconds, pairs),
        figures.first_load,
        lambda: figures.start_up(3 if quick else 7),
        lambda: refereeing.meld_question(seconds, pairs),
        lambda: refereeing.meld_by_game(pairs),
        browsing.taps,
        lambda: wire.saved_bytes(secure=True),
        lambda: wire.saved_bytes(secure=False),
        browsing.lighthouse,
    ]
    return chain((measure() for measure in measures), tap_latency.measure())


def _live(quick: bool) -> Iterator[Figure]:
    rounds, idle = (3, 2.0) if quick else (20, 20.0)
    measures: list[Callable[[], Figure]] = [
        lambda: live.commit_to_phones(1, rounds, idle),
        lambda: live.commit_to_phones(50, rounds, idle),
        lambda: live.commit_to_phones(200, rounds, idle),
        lambda: live.commit_to_phones(200, rounds, idle, tuple(LANGUAGES)),
        lambda: live.held(1000, rounds),
        lambda: live.two_processes(200, rounds),
        lambda: live.poll(200 if quick else 2000),
        lambda: live.where_it_breaks(rounds),
    ]
    return (measure() for measure in measures)


def _paper(quick: bool) -> Iterator[Figure]:
    measures: list[Callable[[], Figure]] = [
        lambda: paper.one_page(3 if quick else 15),
        lambda: paper.processor_time(60, 2, 1 if quick else 5),
        lambda: paper.processor_time(120, 3, 1 if quick else 5),
        lambda: paper.picture_of_result(3 if quick else 15),
        lambda: paper.asked_again(12, 50),
        lambda: paper.asked_again(120, 100),
        lambda: paper.scoring_goes_on(3 if quick else 15),
    ]
    return (measure() for measure in measures)


def _arrange(quick: bool) -> Iterator[Figure]:
    return chain(arrange.measure(quick), gin.measure(quick))


def _shown(measured: Iterable[Figure], *, table: bool) -> int:
    """Print figures as they are measured; return 1 if a target is missed."""
    missed = 0
    for figure in measured:
        missed += not figure.reached
        reached = "reached" if figure.reached else "**missed**"
        row = f"| {figure.name} | {figure.found} | {figure.wanted} | {reached} |"
        line = f"{'ok ' if figure.reached else 'NOT'} {figure.name}: {figure.found} (wanted {figure.wanted})"
        print(row if table else line, flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
