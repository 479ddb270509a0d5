"""The dearest questions to the referee that are known, as bodies for the API."""

import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent.parent / "bench/worst_questions.json"
_CARDS = {"cards", "pile", "hand_before", "hand_after", "taken", "meld", "played", "caller_hand", "hand", "laid_off"}
_MELDS = {"table", "melds", "laid_new_melds", "before", "after", "joker_used_in_new_meld", "joker_added_to_meld"}


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
