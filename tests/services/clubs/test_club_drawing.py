"""Who sits where on a club evening: everybody once, at even tables, at their own if they keep one."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.clubs.drawing import (
    FEWEST,
    Met,
    SeatedTable,
    by_result,
    drawn,
    meetings,
    sizes_of,
    without_table,
)

PEOPLE = st.integers(3, 60)
SIZE = st.integers(3, 6)


@pytest.mark.parametrize(
    ("people", "preferred", "sizes"),
    [
        (2, 4, []),
        (13, 4, [4, 3, 3, 3]),
        (8, 4, [4, 4]),
        (5, 4, [5]),
        (5, 3, [5]),
        (8, 3, [4, 4]),
        (7, 6, [4, 3]),
        (40, 4, [4] * 10),
        (40, 6, [6, 6, 6, 6, 6, 5, 5]),
    ],
)
def test_tables_are_as_even_as_they_can_be(people: int, preferred: int, sizes: list[int]) -> None:
    assert sizes_of(people, preferred) == sizes


@given(PEOPLE, SIZE)
def test_no_table_is_too_small_or_too_large(people: int, preferred: int) -> None:
    """One larger than preferred is there only if one table more would leave fewer than three somewhere."""
    sizes = sizes_of(people, preferred)
    assert sum(sizes) == people
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= FEWEST
    assert max(sizes) <= 6
    assert max(sizes) <= preferred or people // (len(sizes) + 1) < FEWEST


@given(PEOPLE, SIZE, st.integers(0, 2**32), st.data())
def test_everybody_sits_once_and_who_keeps_a_table_is_at_it(
    people: int, size: int, seed: int, data: st.DataObject
) -> None:
    """In both ways; after others came and left there may be fewer tables than the number of a kept one."""
    chance, everybody = Random(seed), list(range(people))
    before = drawn(everybody, size, {}, {}, chance)
    keeping = data.draw(st.sets(st.sampled_from(everybody), max_size=3))
    fixed = {person: each.number for each in before for person in each.people if person in keeping}
    left = data.draw(st.integers(0, people // 3))
    there = [*range(left, people), *range(people, people + data.draw(st.integers(0, 5)))]
    there = [*there, *(each for each in keeping if each not in there)]
    if len(there) < FEWEST:
        return
    chance.shuffle(there)
    met = meetings([[table.people for table in before]])
    for tables in (drawn(there, size, met, fixed, chance), by_result(there, size, fixed, chance)):
        assert sorted(person for table in tables for person in table.people) == sorted(there)
        assert sorted(len(table.people) for table in tables) == sorted(sizes_of(len(there), size))
        numbers = [table.number for table in tables]
        assert numbers == sorted(set(numbers))
        at = {person: table.number for table in tables for person in table.people}
        if len({*fixed.values()}) <= len(tables):
            assert {person: at[person] for person in fixed} == fixed
        assert sum(at[person] != number for person, number in fixed.items()) == without_table(there, size, fixed)


def again(tables: Sequence[Sequence[int]], met: Met) -> int:
    """Count the meetings again."""
    return sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


def every_draw(people: tuple[int, ...], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all ways to seat people at tables of these sizes, some several times."""
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        rest = tuple(each for each in people if each not in table)
        for others in every_draw(rest, sizes[1:]):
            yield [table, *others]


@given(st.integers(6, 9), st.integers(3, 5), st.integers(1, 4), st.integers(0, 2**32))
def test_as_few_meet_again_as_by_trying_all_draws(people: int, size: int, sittings: int, seed: int) -> None:
    chance, everybody = Random(seed), tuple(range(people))
    played: list[list[tuple[int, ...]]] = []
    for _sitting in range(sittings):
        played.append([table.people for table in drawn(everybody, size, meetings(played), {}, chance)])
    *earlier, last = played
    met = meetings(earlier)
    assert again(last, met) == min(again(each, met) for each in every_draw(everybody, sizes_of(people, size)))


def test_forty_people_meet_nobody_twice_in_three_sittings() -> None:
    chance, everybody = Random(5), list(range(40))
    played: list[list[tuple[int, ...]]] = []
    for _sitting in range(3):
        met = meetings(played)
        played.append([table.people for table in drawn(everybody, 4, met, {}, chance)])
    assert max(meetings(played).values()) == 1


def test_the_best_sit_with_the_best() -> None:
    """At the first table; if one of them keeps another one, they come there."""
    chance = Random(1)
    order = [*"abcdefgh"]
    ids = {name: number for number, name in enumerate(order)}
    people = [ids[name] for name in order]

    def sets(tables: list[SeatedTable]) -> list[tuple[int, set[int]]]:
        return [(table.number, set(table.people)) for table in tables]

    assert sets(by_result(people, 4, {}, chance)) == [(1, {0, 1, 2, 3}), (2, {4, 5, 6, 7})]
    assert sets(by_result(people, 4, {1: 2}, chance)) == [(1, {4, 5, 6, 7}), (2, {0, 1, 2, 3})]
    assert sets(by_result(people, 4, {1: 2, 2: 1}, chance)) == [(1, {2, 5, 6, 7}), (2, {0, 1, 3, 4})]
    assert sets(by_result(people, 4, {1: 9}, chance)) == [(1, {4, 5, 6, 7}), (9, {0, 1, 2, 3})]
