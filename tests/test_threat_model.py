"""The threat model names a test for each measure, and the tests are there."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


def test_every_test_that_the_threat_model_names_is_there() -> None:
    rows = [line for line in (TESTS.parent / "docs/threat-model.md").read_text("utf-8").splitlines() if "test_" in line]
    missing = [
        f"{file}::{name}"
        for row in rows
        for file, name in NAMED.findall(row)
        if not (TESTS / file).exists() or f"def {name}(" not in (TESTS / file).read_text("utf-8")
    ]
    assert missing == []
    assert [row for row in rows if row.count("|") == 6 and not NAMED.search(row)] == []
