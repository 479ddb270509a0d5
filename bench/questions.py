"""The most expensive questions to the referee, found by random search and hill climbing, for each kind of question.

What is kept between questions is forgotten before each: so they cost what they cost a server that has just started.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper.rules.solver import sets, trellis
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import rule_on_document

from .figures import Figure

MOST = 250  # milliseconds of processor
_FILE = Path(__file__).with_name("worst_questions.json")
_CARDS = {"cards", "pile", "hand_before", "hand_after", "taken", "meld", "played", "caller_hand", "hand", "laid_off"}
_MELDS = {"table", "melds", "laid_new_melds", "before", "after", "joker_used_in_new_meld", "joker_added_to_meld"}
_KEPT = (sets.split, sets._covers, sets.table_of, trellis._trellis)


def worst() -> list[tuple[str, dict[str, Any]]]:
    """Return the questions with their bodies."""
    found = []
    for each in json.loads(_FILE.read_text()):
        question = each.pop("question")
        found.append((question, {**each, "situation": _spelt(each["situation"])}))
    return found


def _spelt(value: Any, key: str = "") -> Any:
    """Return a situation with its cards as lists; in the file they are space-separated strings, which are readable."""
    if isinstance(value, str) and key in _CARDS | _MELDS:
        return value.split()
    if isinstance(value, dict):
        return {name: _spelt(part, name) for name, part in value.items()}
    return [_spelt(part, key) for part in value] if isinstance(value, list) else value


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
