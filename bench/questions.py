"""The most expensive questions to the referee, found by random search and hill climbing, for each kind of question.

What is kept between questions is forgotten before each: so they cost what they cost a server that has just started.
"""

import time
from collections.abc import Iterator
from typing import Any

from attack.worst_questions import worst
from scorekeeper.rules.solver import sets, trellis
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import rule_on_document

from .figures import Figure

MOST = 250  # milliseconds of processor
_KEPT = (sets.split, sets._covers, sets.table_of, trellis._trellis)


def forget() -> None:
    """Clear the caches of the solver."""
    for function in _KEPT:
        function.cache_clear()


def asked(question: str, body: dict[str, Any]) -> None:
    """Ask a question with cold caches; it may be refused as too large."""
    forget()
    try:
        rule_on_document(question, body)
    except Invalid:
        return


def measure() -> Iterator[Figure]:
    """Yield for each kind of question the time of the most expensive one, the faster of two runs."""
    slowest: dict[str, list[float]] = {}
    for question, body in worst():
        times = []
        for _ in range(2):
            began = time.process_time_ns()
            asked(question, body)
            times.append((time.process_time_ns() - began) / 1e6)
        slowest.setdefault(question, []).append(min(times))
    for question, found in slowest.items():
        words = f"{max(found):.0f} ms CPU, the dearest of {len(found)} known"
        yield Figure(f"question {question}", words, f"≤ {MOST} ms", max(found) <= MOST)
