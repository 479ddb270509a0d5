"""Sets of one rank: what can be laid of the cards that the runs leave, and how the bound shares out what it brings.

A suit puts `x` cards of a rank into its runs. For each choice of the four `x` a `Table` holds the covers: how many
naturals and jokers can be laid as sets.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from ..model.terms import JokerLimit

DEAD = -(1 << 60)
HOPELESS = DEAD // 8

Counts = tuple[int, ...]  # of each suit
Row = list[int]


class SetRules(NamedTuple):
    """What a set is, how many jokers there are at most, and which covers are worth a look."""

    allowed: bool
    smallest: int
    largest: int
    suits_differ: bool
    limit: JokerLimit
    jokers: int
    sparing: bool  # no joker that adds no natural
    every: bool = False  # one cover for each number of naturals, not only for the most


class Part(NamedTuple):
    """One set: its naturals of each suit, and its jokers."""

    naturals: Counts
    jokers: int


class Cover(NamedTuple):
    """Naturals and jokers that are laid as sets of one rank."""

    cards: int
    jokers: int


class Want(NamedTuple):
    """The cards of one suit at a rank, and how many of them must be laid."""

    have: int
    need: int

    def without(self, x: int) -> "Want":
        """Return what is left when `x` cards go into runs."""
        return Want(self.have - x, max(0, self.need - x))


@lru_cache(maxsize=1 << 12)
def split(sets: SetRules, counts: Counts, jokers: int) -> tuple[Part, ...] | None:
    """Return sets of exactly these cards of one rank, or None."""
    if not any(counts):
        return None if jokers else ()
    if not sets.allowed:
        return None
    first = next(suit for suit, count in enumerate(counts) if count)
    most = [min(count, 1) if sets.suits_differ else count for count in counts]
    for chosen in product(*[range(many, (suit == first) - 1, -1) for suit, many in enumerate(most)]):
        naturals = sum(chosen)
        for used in range(max(0, sets.smallest - naturals), min(jokers, sets.largest - naturals) + 1):
            rest = tuple([a - b for a, b in zip(counts, chosen, strict=True)])
            if sets.limit.allows(naturals, used) and (others := split(sets, rest, jokers - used)) is not None:
                return (Part(chosen, used), *others)
    return None


@lru_cache(maxsize=1 << 14)
def _covers(sets: SetRules, wants: tuple[Want, ...]) -> tuple[Cover, ...]:
    """Return the covers of what four suits leave for sets, in any order of the suits."""
    best: dict[tuple[int, int], Cover] = {}
    for counts in product(*[range(need, have + 1) for have, need in wants]):
        total, ordered = sum(counts), tuple(sorted(counts))
        for used in range(min(sets.jokers, sets.largest * total) + 1):
            key = (used, total if sets.every else 0)
            if (key not in best or best[key].cards < total) and split(sets, ordered, used) is not None:
                best[key] = Cover(total, used)
    found: list[Cover] = []
    for _, cover in sorted(best.items()):
        if not sets.sparing or not found or cover.cards > found[-1].cards:
            found.append(cover)
    return tuple(sorted(found, reverse=True))


class Table(NamedTuple):
    """The covers of a rank for all choices of the four `x`, the last suit running fastest.

    `groups` are the different tuples of covers, `group_of` holds which of them each choice has.
    """

    sets: SetRules
    wants: tuple[Want, ...]
    sizes: Counts
    strides: Counts
    groups: tuple[tuple[Cover, ...], ...]
    group_of: Counts
    empty: bool  # no set can be laid

    def values(self, card: int, joker: int) -> Row:
        """Return the most that each choice brings where a natural and a joker in a set bring so much."""
        best = [max([card * n + joker * u for n, u in group], default=DEAD) for group in self.groups]
        return [best[i] for i in self.group_of]

    def first_shares(self, card: int, joker: int) -> list[Row]:
        """Return shares to begin with: each card left for sets gets the most that a card of a set can bring."""
        if self.empty:
            return [[0 if x >= need else DEAD for x in range(have + 1)] for have, need in self.wants]
        each = max(0, *[card - (-joker * u // n) for group in self.groups for n, u in group if n])
        return [[each * (have - x) for x in range(have + 1)] for have, _ in self.wants]

    def parts(self, taken: Sequence[int], cover: Cover) -> tuple[Part, ...]:
        """Return the sets of a cover where the runs have taken so many cards of each suit."""
        left = map(Want.without, self.wants, taken)
        for counts in product(*[range(need, have + 1) for have, need in left]):
            found = split(self.sets, counts, cover.jokers) if sum(counts) == cover.cards else None
            if found is not None:
                return found
        raise AssertionError("a cover that cannot be laid")


@lru_cache(maxsize=1 << 10)
def table_of(sets: SetRules, wants: tuple[Want, ...]) -> Table:
    """Return the table for what four suits have and need, which are in order."""
    groups: dict[tuple[Cover, ...], int] = {}
    group_of = []
    for taken in product(*[range(have + 1) for have, _ in wants]):
        left = tuple(sorted(map(Want.without, wants, taken)))
        group_of.append(groups.setdefault(_covers(sets, left), len(groups)))
    empty = not any(cover.cards for group in groups for cover in group)
    sizes = tuple([have + 1 for have, _ in wants])
    strides = tuple([prod(sizes[suit + 1 :]) for suit in range(4)])
    return Table(sets, wants, sizes, strides, tuple(groups), tuple(group_of), empty)


def share_out(sizes: Counts, values: Row, rows: Sequence[Row]) -> list[Row]:
    """Return the shares after one update of MPLP++ (Tourani et al. 2018) at the factor of the sets.

    `rows` are what each suit brings without its share. First the best total is split evenly among the suits; then
    each share in turn goes down to the least at which no cover brings more than the shares together.
    """
    totals = [x + y for x, y in zip(_sums(rows), values, strict=True)]
    shares: list[Row] = []
    for size, row in zip(reversed(sizes), reversed(rows), strict=True):
        shares.insert(0, [-(-max(totals[x::size]) // 4) - row[x] for x in range(size)])
        totals = [max(totals[i : i + size]) for i in range(0, len(totals), size)]
    over = [x - y for x, y in zip(values, _sums(shares), strict=True)]
    for suit, size in reversed(list(enumerate(sizes))):
        slack = [max(over[x::size]) for x in range(size)]
        shares[suit] = [x + y for x, y in zip(shares[suit], slack, strict=True)]
        rest = [over[i : i + size] for i in range(0, len(over), size)]
        over = [max([x - y for x, y in zip(part, slack, strict=True)]) for part in rest]
    return shares


def _sums(rows: Iterable[Row]) -> Row:
    """Return the sums of all choices of one entry of each row, the last running fastest."""
    sums = [0]
    for row in rows:
        sums = [x + y for x in sums for y in row]
    return sums
