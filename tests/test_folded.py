"""A folded test tries every value, and names those that fail."""

import pytest

from .folded import for_each


def test_all_values_are_tried_and_the_failures_named() -> None:
    tried = []

    @for_each({"one": (1,), "two": (2,), "three": (3,), "four": (4,)})
    def odd(number: int) -> None:
        tried.append(number)
        if number == 4:
            pytest.fail("four")
        assert number % 2

    with pytest.raises(BaseExceptionGroup, match="2 of 4 failed") as raised:
        odd()
    assert tried == [1, 2, 3, 4]
    assert [error.__notes__ for error in raised.value.exceptions] == [["in two"], ["in four"]]


def test_no_values_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot fail"):
        for_each({})
