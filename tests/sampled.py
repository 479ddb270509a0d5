"""Samples where every combination would be too many: games with pages, questions, databases or papers.

A fault is nearly always one of a game or one of a page, and seldom one of a pair of them. So each game and each page
is there, but not each page of each game. What is chosen depends on a seed only: a failure repeats.
"""

from collections.abc import Iterable
from random import Random
from typing import TypeVar
from zlib import crc32

import pytest
from hypothesis import settings

_Values = TypeVar("_Values", bound=tuple[object, ...])

OF_EACH_GAME = settings(max_examples=12, deadline=None, derandomize=True)
"""For a property that is tried with each game: 15 games make 180 examples of it, and what games share is tried by all.

A search has 25 or more. The rest is as in the profile of `conftest.py`, which is loaded after this.
"""


def covering(combinations: Iterable[_Values], seed: str) -> list[_Values]:
    """Return few of the combinations, in their order: each value of each place is in one of them at least.

    Raises:
        ValueError: there are no combinations.
    """
    every = list(combinations)
    if not every:
        raise ValueError("a sample of nothing checks nothing")
    mixed = Random(seed).sample(every, len(every))
    seen: set[tuple[int, object]] = set()
    chosen = []
    for least in range(len(mixed[0]), 0, -1):  # first those of which everything is new
        for each in mixed:
            values = set(enumerate(each))
            if len(values - seen) >= least:
                seen |= values
                chosen.append(each)
    return sorted(chosen, key=every.index)


def on_one_database(test: pytest.Item) -> bool:
    """Whether a test of pages or API is run: of the two, with SQLite and with PostgreSQL, only one is.

    The services are tested on both. Its name chooses, evenly. Forms that are sent with and without htmx are sent
    plainly to SQLite and by htmx to PostgreSQL. A test that is marked `both_databases` always runs, and one that names
    a database itself.
    """
    params = test.callspec.params if isinstance(test, pytest.Function) and hasattr(test, "callspec") else {}
    named = [mark for mark in test.iter_markers("parametrize") if mark.args[0] == "database_url"]
    if "database_url" not in params or named or test.get_closest_marker("both_databases"):
        return True
    is_sqlite = params["database_url"] == "sqlite"
    if "visitor" in params:
        return bool(params["visitor"]) is not is_sqlite
    name = test.nodeid.replace(params["database_url"], "")
    return (crc32(name.encode()) % 2 == 0) is is_sqlite
