"""A sample has each value of each place, few combinations, and is the same for the same seed."""

from itertools import product

import pytest

from .sampled import covering


def test_each_game_and_each_page_is_there_once_or_a_little_more() -> None:
    every = list(product(range(16), "abcdefghijklmnopqrstu"))
    for seed in ("one", "two", "three"):
        found = covering(every, seed)
        assert {one for one, _ in found} == set(range(16))
        assert {other for _, other in found} == set("abcdefghijklmnopqrstu")
        assert len(found) == 21
        assert found == sorted(found)


def test_where_a_combination_is_missing_others_have_its_values() -> None:
    every = [(1, "a"), (1, "b"), (2, "b"), (3, "b"), (3, "c"), (3, "d")]
    found = covering(every, "seed")
    assert {one for one, _ in found} == {1, 2, 3}
    assert {other for _, other in found} == set("abcd")
    assert {(1, "a"), (2, "b")} <= set(found)


def test_another_seed_makes_another_sample_and_the_same_seed_the_same() -> None:
    every = list(product(range(16), range(16)))
    assert covering(every, "one") == covering(every, "one") != covering(every, "two")


def test_a_sample_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        covering([], "seed")
