"""The case tables, `tests/cases/<variant>.toml`, parsed once: all of them take 1.5 s.

The README there describes the format.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILES = {file.stem: file for file in sorted((Path(__file__).parent / "cases").glob("*.toml"))}
"""By the key of the variant."""


@cache
def table_of(variant: str) -> dict[str, Any]:
    """Return the table of a variant, which nobody may change; a new one may still lack topics, options and cases."""
    return {"lacks": [], "options": {}, "case": [], **tomllib.loads(FILES[variant].read_text(encoding="utf-8"))}


def house_rules_of(case: Mapping[str, Any]) -> dict[str, object]:
    """Return the house rules of a case; TOML has no null, so a word stands for it."""
    return {key: None if value == "null" else value for key, value in case.get("house_rules", {}).items()}


@cache
def questions() -> Mapping[str, tuple[str, dict[str, Any]]]:
    """Return every question to the referee with its body, by the variant and the number of its case."""
    found = {}
    for variant in FILES:
        for number, case in enumerate(table_of(variant)["case"]):
            if case["ask"] == "referee":
                body = {"variant": variant, "house_rules": house_rules_of(case), "situation": case["situation"]}
                body |= {"players": case["players"]} if "players" in case else {}
                found[f"{variant}-{number}"] = (case["question"], body)
    return found
