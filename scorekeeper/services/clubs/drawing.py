"""Who sits at which table: pure functions of who is there, who has met whom, and who leads."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import ceil
from random import Random
from typing import NamedTuple, TypeAlias

FEWEST, MOST = 3, 6
"""People at a table."""
_TRIES = 12
"""Draws of which the one with the fewest meetings again is taken."""

Met: TypeAlias = Mapping[frozenset[int], int]
"""How often each two people have sat together."""


class SeatedTable(NamedTuple):
    """A table by its number in the room, and who sits there, in the order of the seats."""

    number: int
    people: tuple[int, ...]


class _Room(NamedTuple):
    sizes: dict[int, int]  # by the table's number
    held: dict[int, int]  # the table of each who keeps it


def sizes_of(people: int, preferred: int) -> list[int]:
    """Return the sizes of the tables, as even as possible, the larger ones first; none for fewer than `FEWEST`.

    No table is larger than `preferred` unless one would have fewer than `FEWEST`.
    """
    tables = min(ceil(people / preferred), people // FEWEST)
    if tables == 0:
        return []
    size, larger = divmod(people, tables)
    return [size + 1] * larger + [size] * (tables - larger)


def meetings(sittings: Iterable[Iterable[Iterable[int]]]) -> Met:
    """Return how often each two people have sat together; a sitting is the people of each of its tables."""
    return Counter(frozenset(pair) for tables in sittings for people in tables for pair in combinations(people, 2))


def drawn(
    people: Sequence[int], preferred: int, met: Met, fixed: Mapping[int, int], chance: Random
) -> list[SeatedTable]:
    """Draw tables by lot so that few meet again; `fixed` is the table of each who keeps it.

    Of some draws, each improved by swaps as long as that helps, the best is taken: not always the best of all.
    """
    room = _room(people, preferred, fixed)
    best: list[list[int]] = []
    least = -1
    for _try in range(_TRIES):
        tables = _dealt(people, room, chance)
        _swap_apart(tables, met, {*room.held})
        again = sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))
        if least < 0 or again < least:
            best, least = tables, again
        if least == 0:
            break
    return _seated(room, best, chance)


def by_result(order: Sequence[int], preferred: int, fixed: Mapping[int, int], chance: Random) -> list[SeatedTable]:
    """Seat the best with the best, in the `order` of the standings; `fixed` is the table of each who keeps it.

    The best sit at the first table, unless one of them keeps another.
    """
    room = _room(order, preferred, fixed)
    groups: list[list[int]] = []
    for size in sizes_of(len(order), preferred):
        first = sum(map(len, groups))
        groups.append(list(order[first : first + size]))
    tables = _at_tables(groups, room)
    rank = {person: place for place, person in enumerate(order)}
    for person, number in room.held.items():
        here = next(each for each in tables.values() if person in each)
        if here is not tables[number]:
            movable = [each for each in tables[number] if room.held.get(each) != number]
            other = min(movable, key=lambda each: abs(rank[each] - rank[person]))
            _swap(here, tables[number], person, other)
    return _seated(room, [tables[number] for number in room.sizes], chance)


def without_table(people: Sequence[int], preferred: int, fixed: Mapping[int, int]) -> int:
    """Return how many of these people cannot keep their table in `fixed`: it is full, or there are too few."""
    return sum(person in fixed for person in people) - len(_room(people, preferred, fixed).held)


def _room(people: Sequence[int], preferred: int, fixed: Mapping[int, int]) -> _Room:
    """Return the tables, and who keeps which: not more tables than there are, nor more people than have places."""
    sizes = sizes_of(len(people), preferred)
    wanted = {person: fixed[person] for person in people if person in fixed}
    kept = [number for number, _count in Counter(wanted.values()).most_common(len(sizes))]
    free = (number for number in range(1, len(sizes) + len(kept) + 1) if number not in kept)
    numbers = [*kept, *(next(free) for _size in sizes[len(kept) :])]
    by_number = dict(sorted(zip(numbers, sizes, strict=True)))
    held: dict[int, int] = {}
    for person, number in wanted.items():
        if number in by_number and list(held.values()).count(number) < by_number[number]:
            held[person] = number
    return _Room(by_number, held)


def _dealt(people: Sequence[int], room: _Room, chance: Random) -> list[list[int]]:
    """Return the people of each table by lot."""
    rest = [person for person in people if person not in room.held]
    chance.shuffle(rest)
    tables = []
    for number, size in room.sizes.items():
        table = [person for person, at in room.held.items() if at == number]
        while len(table) < size:
            table.append(rest.pop())
        tables.append(table)
    return tables


def _swap_apart(tables: list[list[int]], met: Met, held: set[int]) -> None:
    """Swap two people of different tables as long as fewer meet again by it."""

    def again(person: int, table: list[int], without: int) -> int:
        return sum(met.get(frozenset((person, each)), 0) for each in table if each not in (person, without))

    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for here in [each for each in one if each not in held]:
                for there in [each for each in other if each not in held]:
                    before = again(here, one, here) + again(there, other, there)
                    if before and again(here, other, there) + again(there, one, here) < before:
                        _swap(one, other, here, there)
                        better = True
                        break


def _swap(one: list[int], other: list[int], here: int, there: int) -> None:
    one[one.index(here)], other[other.index(there)] = there, here


def _at_tables(groups: list[list[int]], room: _Room) -> dict[int, list[int]]:
    """Return a table for each group: that which one of it keeps, else the first free one of its size."""
    tables: dict[int, list[int]] = {}
    for group in groups:
        kept = [room.held[person] for person in group if person in room.held]
        fitting = [number for number in kept if number not in tables and room.sizes[number] == len(group)]
        if fitting:
            tables[fitting[0]] = group
    for group in (each for each in groups if each not in tables.values()):
        free = [number for number, size in room.sizes.items() if number not in tables and size == len(group)]
        tables[free[0]] = group
    return tables


def _seated(room: _Room, tables: list[list[int]], chance: Random) -> list[SeatedTable]:
    """Return the tables with everybody on a seat by lot."""
    return [
        SeatedTable(number, tuple(chance.sample(people, len(people))))
        for number, people in zip(room.sizes, tables, strict=True)
    ]
