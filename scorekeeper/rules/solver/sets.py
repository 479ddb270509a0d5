"""Sets of one rank: what can be laid of the cards that the runs leave, and how the bound shares out what it brings.

A suit puts `x` cards of a rank into its runs. For each choice of the four `x` a `Table` holds the covers: how many
naturals and jokers can be laid as sets.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from .instance import Rules

DEAD = -(1 << 60)
HOPELESS = DEAD // 8

SuitCounts = tuple[int, ...]  # of each suit
Row = list[int]


class Part(NamedTuple):
    """One set: its naturals of each suit, and its jokers."""

    naturals: SuitCounts
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
def split(rules: Rules, counts: SuitCounts, jokers: int) -> list[Part] | None:
    """Return sets of exactly these cards of one rank, or None.

    The cards are dealt to the sets in turn, suit after suit and the jokers last, so that all are as even as can be: of
    three and four cards that finds sets if there are any.
    """
    cards = [suit for suit, count in enumerate(counts) for _ in range(count)] + [len(counts)] * jokers
    for many in range(-(-len(cards) // rules.largest), len(cards) // rules.smallest + 1 if rules.sets else 1):
        dealt = [cards[first::many] for first in range(many)]
        parts = [Part(tuple(map(each.count, range(len(counts)))), each.count(len(counts))) for each in dealt]
        if all(_fits(rules, part) for part in parts):
            return parts
    return None


def _fits(rules: Rules, part: Part) -> bool:
    naturals, jokers = sum(part.naturals), part.jokers
    right_size = rules.smallest <= naturals + jokers <= rules.largest
    return right_size and rules.limit.allows(naturals, jokers) and not (rules.suits_differ and max(part.naturals) > 1)


@lru_cache(maxsize=1 << 14)
def _covers(rules: Rules, every: bool, wants: tuple[Want, ...]) -> tuple[Cover, ...]:
    """Return the covers of what four suits leave for sets, in any order of the suits, those of most naturals first.

    Of so many jokers, only the cover of the most naturals, unless `every`.
    """
    found = set[Cover]()
    for counts in product(*[range(need, have + 1) for have, need in wants]):
        most = min(rules.jokers, rules.largest * sum(counts))
        found |= {
            Cover(sum(counts), used)
            for used in range(most + 1)
            if split(rules, tuple(sorted(counts)), used) is not None
        }
    if every:
        return tuple(sorted(found, reverse=True))
    best: list[Cover] = []
    for cover in sorted(found, key=lambda cover: (cover.jokers, -cover.cards)):
        if not best or (cover.cards > best[-1].cards if rules.sparing else cover.jokers > best[-1].jokers):
            best.append(cover)
    return tuple(sorted(best, reverse=True))


class Table(NamedTuple):
    """The covers of a rank for all choices of the four `x`, the last suit running fastest.

    `groups` are the different tuples of covers, `group_of` holds which of them each choice has.
    """

    rules: Rules
    wants: tuple[Want, ...]
    sizes: SuitCounts
    strides: SuitCounts
    groups: tuple[tuple[Cover, ...], ...]
    group_of: SuitCounts
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

    def parts(self, taken: Sequence[int], cover: Cover) -> list[Part]:
        """Return the sets of a cover where the runs have taken so many cards of each suit."""
        left = map(Want.without, self.wants, taken)
        choices = product(*[range(need, have + 1) for have, need in left])
        ways = [split(self.rules, counts, cover.jokers) for counts in choices if sum(counts) == cover.cards]
        return next(way for way in ways if way is not None)


@lru_cache(maxsize=1 << 10)
def table_of(rules: Rules, every: bool, wants: tuple[Want, ...]) -> Table:
    """Return the table for what four suits have and need, which are in order."""
    groups: dict[tuple[Cover, ...], int] = {}
    group_of = []
    for taken in product(*[range(have + 1) for have, _ in wants]):
        left = tuple(sorted(map(Want.without, wants, taken)))
        group_of.append(groups.setdefault(_covers(rules, every, left), len(groups)))
    empty = not any(cover.cards for group in groups for cover in group)
    sizes = tuple([have + 1 for have, _ in wants])
    strides = tuple([prod(sizes[suit + 1 :]) for suit in range(4)])
    return Table(rules, wants, sizes, strides, tuple(groups), tuple(group_of), empty)


def share_out(sizes: SuitCounts, values: Row, rows: Sequence[Row]) -> list[Row]:
    """Return the shares after one update of MPLP++ (Tourani et al. 2018) at the factor of the sets.

    `rows` are what each suit brings without its share. First the best total is split evenly among the suits; then
    each share in turn goes down to the least at which no cover brings more than the shares together.
    """
    totals = [x + y for x, y in zip(_sums(rows), values, strict=True)]
    shares: list[Row] = []
    for size, row in zip(reversed(sizes), reversed(rows), strict=True):
        shares.insert(0, [-(-max(totals[x::size]) // len(sizes)) - row[x] for x in range(size)])
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
