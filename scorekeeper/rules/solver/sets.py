"""Sets of one rank: what can be laid of the cards that the runs leave, and how the bound shares out what it brings.

A suit keeps `z` cards of a rank from the sets: those in its runs, and aces kept for the upper end. For each choice of
the four `z` a `Table` holds the covers: how many naturals and jokers can be laid as sets.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..model.terms import JokerLimit

DEAD = -(1 << 60)
HOPELESS = DEAD // 8

Counts = tuple[int, ...]  # of each suit
Row = list[int]


class SetRules(NamedTuple):
    """What a set is."""

    allowed: bool
    smallest: int
    largest: int
    suits_differ: bool
    limit: JokerLimit


class Cover(NamedTuple):
    """Naturals and jokers that are laid as sets of one rank."""

    cards: int
    jokers: int


class Want(NamedTuple):
    """The cards of one suit at a rank, and how many of them must be laid."""

    have: int
    need: int


class Demand(NamedTuple):
    """What a table is made for: the game's sets, jokers at most, and which covers are worth a look.

    `every`: one cover for each number of naturals, not only for the most. `sparing`: no joker that adds no natural.
    """

    sets: SetRules
    jokers: int
    every: bool
    sparing: bool


def split(sets: SetRules, counts: Counts, jokers: int) -> list[tuple[Counts, int]] | None:
    """Return sets, each (naturals of each suit, jokers), of exactly these cards of one rank, or None."""
    if not any(counts):
        return None if jokers else []
    if not sets.allowed:
        return None
    first = next(suit for suit, count in enumerate(counts) if count)
    most = [min(count, 1) if sets.suits_differ else count for count in counts]
    for chosen in product(*[range(many, (suit == first) - 1, -1) for suit, many in enumerate(most)]):
        naturals = sum(chosen)
        for used in range(max(0, sets.smallest - naturals), min(jokers, sets.largest - naturals) + 1):
            if sets.limit.allows(naturals, used):
                rest = tuple([a - b for a, b in zip(counts, chosen, strict=True)])
                others = split(sets, rest, jokers - used)
                if others is not None:
                    return [(chosen, used), *others]
    return None


@lru_cache(maxsize=1 << 12)
def _can_be(sets: SetRules, counts: Counts, jokers: int) -> bool:
    return split(sets, counts, jokers) is not None


@lru_cache(maxsize=1 << 14)
def _covers(demand: Demand, wants: tuple[Want, ...]) -> tuple[Cover, ...]:
    """Return the covers of what four suits leave for sets, in any order of the suits."""
    best: dict[tuple[int, int], Cover] = {}
    for counts in product(*[range(need, have + 1) for have, need in wants]):
        total, ordered = sum(counts), tuple(sorted(counts))
        for used in range(min(demand.jokers, demand.sets.largest * total) + 1):
            key = (used, total if demand.every else 0)
            if (key not in best or best[key].cards < total) and _can_be(demand.sets, ordered, used):
                best[key] = Cover(total, used)
    found: list[Cover] = []
    for _, cover in sorted(best.items()):
        if not demand.sparing or demand.every or not found or cover.cards > found[-1].cards:
            found.append(cover)
    return tuple(sorted(found, reverse=True))


@lru_cache(maxsize=1 << 12)
def counts_of(demand: Demand, wants: tuple[Want, ...], cover: Cover) -> list[tuple[Counts, int]]:
    """Return the sets of a cover, each (naturals of each suit, jokers)."""
    for counts in product(*[range(need, have + 1) for have, need in wants]):
        if sum(counts) == cover.cards:
            found = split(demand.sets, counts, cover.jokers)
            if found is not None:
                return found
    raise AssertionError("a cover that cannot be laid")


class Table(NamedTuple):
    """The covers for all choices of the four `z`, the last suit running fastest.

    `groups` are the different tuples of covers, `group_of` holds which of them each choice has.
    """

    sizes: Counts
    strides: Counts
    groups: tuple[tuple[Cover, ...], ...]
    group_of: Counts
    empty: bool  # no set can be laid

    def values(self, card: int, joker: int) -> Row:
        """Return the most that each choice brings where a natural and a joker in a set bring so much."""
        best = [max([card * n + joker * u for n, u in group], default=DEAD) for group in self.groups]
        return [best[i] for i in self.group_of]

    def first_shares(self, wants: Sequence[Want], card: int, joker: int) -> list[Row]:
        """Return shares to begin with: each card left for sets gets the most that a card of a set can bring."""
        if self.empty:
            return [[0 if z >= need else DEAD for z in range(have + 1)] for have, need in wants]
        each = max([card - (-joker * u // n) for group in self.groups for n, u in group if n])
        return [[max(0, each) * (have - z) for z in range(have + 1)] for have, _ in wants]


@lru_cache(maxsize=1 << 10)
def table_of(demand: Demand, wants: tuple[Want, ...]) -> Table:
    """Return the table for what four suits have and need, which are in order."""
    sizes = tuple([have + 1 for have, _ in wants])
    groups: dict[tuple[Cover, ...], int] = {}
    index = []
    for kept in product(*map(range, sizes)):
        left = [Want(have - z, need - z if need > z else 0) for (have, need), z in zip(wants, kept, strict=True)]
        left.sort()
        index.append(groups.setdefault(_covers(demand, tuple(left)), len(groups)))
    strides = (sizes[1] * sizes[2] * sizes[3], sizes[2] * sizes[3], sizes[3], 1)
    empty = not any(cover.cards for group in groups for cover in group)
    return Table(sizes, strides, tuple(groups), tuple(index), empty)


def share_out(sizes: Counts, values: Row, rows: Sequence[Row]) -> list[Row]:
    """Return the shares after one update of MPLP++ (Tourani et al. 2018) at the factor of the sets.

    `rows` are what each suit brings without its share. First the best total is split evenly among the suits; then
    each share in turn goes down to the least at which no cover brings more than the shares together.
    """
    a, b, c, d = rows
    ab, cd = [x + y for x in a for y in b], [x + y for x in c for y in d]
    best = _marginals(sizes, [x + y for x in ab for y in cd], values)
    pairs = zip(best, rows, strict=True)
    shares = [[-(-high // 4) - alone for high, alone in zip(*pair, strict=True)] for pair in pairs]
    size = len(cd)
    a, b, c, d = shares
    ab, cd = [x + y for x in a for y in b], [x + y for x in c for y in d]
    over = [value - x for value, x in zip(values, (x + y for x in ab for y in cd), strict=True)]
    front = [max(over[i : i + size]) for i in range(0, len(over), size)]
    _lower(a, b, front)
    ab = [x + y for x in a for y in b]
    over = [value - x for value, x in zip(values, [x + y for x in ab for y in cd], strict=True)]
    _lower(c, d, [max(over[i::size]) for i in range(size)])
    return shares


def _marginals(sizes: Counts, sums: Row, values: Row) -> Iterator[Row]:
    """Yield for each suit the greatest total of each of its `z`."""
    total = [x + y for x, y in zip(sums, values, strict=True)]
    size = sizes[2] * sizes[3]
    for one, other, pairs in (
        (sizes[0], sizes[1], [max(total[i : i + size]) for i in range(0, len(total), size)]),
        (sizes[2], sizes[3], [max(total[i::size]) for i in range(size)]),
    ):
        yield [max(pairs[i * other : (i + 1) * other]) for i in range(one)]
        yield [max(pairs[i::other]) for i in range(other)]


def _lower(one: Row, other: Row, over: Row) -> None:
    """Lower the shares of two suits, in place, by what they together are too much."""
    size = len(other)
    for i in range(len(one)):
        slack = max(over[i * size : (i + 1) * size])
        one[i] += slack
        over[i * size : (i + 1) * size] = [value - slack for value in over[i * size : (i + 1) * size]]
    for j in range(size):
        other[j] += max(over[j::size])
