"""One test for many small checks: pytest's own cost of a test, 3 ms, is more than most of them take."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

import pytest


def for_each(values: Mapping[str, Sequence[Any]]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Return a decorator: the test is called with each of `values` (id -> arguments), all of them in one test.

    Those that fail are reported together, each with its id.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("a test of no values cannot fail")

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        @wraps(test)
        def run_all() -> None:
            failed: list[BaseException] = []
            for name, value in values.items():
                try:
                    test(*value)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in {name}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(values)} failed", failed)

        del run_all.__wrapped__  # pytest takes fixtures' names from its parameters
        return run_all

    return decorate
