"""A hand, a table and an aim as numbers: what the search is given."""

from collections.abc import Sequence
from enum import Enum
from operator import mul
from typing import NamedTuple

from ..cards import Rank
from ..model.terms import AceOrder, JokerLimit
from ..model.variant import Variant
from .counting import CARDS, JOKERS, Cards, Counts
from .runs import RunRules
from .sets import SetRules
from .trellis import Kind

ACE, KING = int(Rank.ACE), int(Rank.KING)
RANKS = (Rank.ACE, *Rank)  # by their numbers
_DENSE = 60  # cards, of which with some on the table most likely all can be laid


class Use(Enum):
    """How jokers are seen."""

    WORTH = 0  # they bring something, like other cards
    SPARING = 1  # they bring nothing, and are laid only where they are needed
    ALL = 2  # they bring nothing, and must all be laid


class Worth(NamedTuple):
    """What a card or a joker brings at each place: in a run, in a set.

    `from_ace` is taken off for a run that begins with the ace, where others pass over it.
    """

    run: tuple[int, ...]
    set: tuple[int, ...]
    joker_run: tuple[int, ...]
    joker_set: tuple[int, ...]
    from_ace: int = 0

    def mixed(self, times: int, other: "Worth", other_times: int) -> "Worth":
        """Return `times` this and `other_times` the other."""

        def add(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
            return tuple([times * a + other_times * b for a, b in zip(one, two, strict=True)])

        return Worth(
            add(self.run, other.run),
            add(self.set, other.set),
            add(self.joker_run, other.joker_run),
            add(self.joker_set, other.joker_set),
            times * self.from_ace + other_times * other.from_ace,
        )


class Instance(NamedTuple):
    """What lies where, place by place.

    A place is a rank in the order in which runs go through them; where the ace is low and high, it has two,
    and the upper one holds what is kept back at the lower. `have[suit][place]` are all cards there, `need` those that
    must be laid. `jokers` count the wild cards too; `wild` are their places, where they may be themselves. Of
    the jokers, `stay` may be left over, and `bound` is how many of them bring nothing and must all be laid.
    """

    ranks: tuple[int, ...]
    kinds: tuple[int, ...]
    ring: bool
    have: tuple[tuple[int, ...], ...]
    need: tuple[tuple[int, ...], ...]
    jokers: int
    stay: int
    bound: int
    wild: tuple[int, ...]
    worth: Worth
    runs: RunRules
    sets: SetRules
    points: Worth | None  # with a minimum: what counts toward it
    minimum: int
    narrow: bool  # leave out what is hardly ever worth while
    dense: bool  # so many cards lie there that most likely all can be laid
    ceiling: int  # the worth of all cards

    @property
    def every(self) -> bool:
        """Whether fewer cards may be better than more."""
        return self.points is not None


# The ranks in the order in which runs go through them; a ring may begin anywhere.
LINES = {
    AceOrder.RING: tuple(range(1, 14)),
    AceOrder.LOW: tuple(range(1, 14)),
    AceOrder.HIGH: (*range(2, 14), ACE),
    AceOrder.LOW_AND_HIGH: (*range(1, 14), ACE),
}


def places(variant: Variant, cards: Cards) -> tuple[int, ...]:
    """Return the ranks in the order in which the search goes through them."""
    return _ring(cards) if variant.melds.ace is AceOrder.RING else LINES[variant.melds.ace]


def _ring(cards: Cards) -> tuple[int, ...]:
    """Return the ring's ranks, begun where the fewest runs can pass."""

    def crossing(rank: int) -> int:
        here, before = rank - 1, (rank - 2) % 13
        return sum(min(cards.all[13 * suit + here], cards.all[13 * suit + before]) for suit in range(4))

    first = min(range(1, 14), key=lambda rank: (crossing(rank), rank))
    return tuple((first - 1 + i) % 13 + 1 for i in range(13))


def points_as_laid(variant: Variant, ranks: Sequence[int]) -> Worth:
    """Return what cards count as laid, in points."""
    values, order = variant.values, variant.melds.ace
    high = tuple([values.as_laid(CARDS[rank - 1]) for rank in ranks])
    low = values.as_laid(CARDS[0], ace_low=True)
    run = (low, *high[1:]) if order in (AceOrder.LOW, AceOrder.LOW_AND_HIGH) else high
    from_ace = values.as_laid(CARDS[0]) - low if order is AceOrder.RING else 0
    if values.joker_as_card:
        return Worth(run, high, run, high, from_ace)
    jokers = (values.joker,) * len(ranks)
    return Worth(run, high, jokers, jokers, from_ace)


def flat(ranks: Sequence[int], value: int = 1) -> Worth:
    """Return the same worth for every card."""
    same = (value,) * len(ranks)
    return Worth(same, same, same, same)


def cost_in_hand(variant: Variant, ranks: Sequence[int], more: int = 0) -> Worth:
    """Return what is saved by not keeping a card in hand, in points, and so much more for each card."""
    by_rank, wild, joker = variant.values.ranks, variant.deck.wild_ranks, variant.values.joker + more
    natural = tuple([joker if rank in wild else by_rank[rank] + more for rank in map(RANKS.__getitem__, ranks)])
    jokers = (joker,) * len(ranks)
    return Worth(natural, natural, jokers, jokers)


def thrifty(variant: Variant, worth: Worth) -> bool:
    """Return whether jokers need only help natural cards: what is left of them can then be added to any meld.

    So it is where a meld may hold any number of jokers, runs have no corner, and a joker counts the same everywhere.
    """
    melds = variant.melds
    return (
        variant.jokers.limit is JokerLimit.NONE
        and (melds.run_longest is None or melds.run_longest >= KING)
        and melds.ace in (AceOrder.LOW, AceOrder.HIGH)
        and not variant.deck.wild_ranks
        and len({*worth.joker_run, *worth.joker_set}) == 1
    )


def naturals_by_rank(ranks: Sequence[int], worth: Worth) -> dict[int, int]:
    """Return what a natural card of each rank brings, as it does in a set."""
    return dict(zip(ranks, worth.set, strict=True))


def build(
    variant: Variant,
    cards: Cards,
    worth: Worth,
    use: Use = Use.WORTH,
    narrow: bool = False,
    points: Worth | None = None,
) -> Instance:
    """Return the problem of laying `cards` for the most `worth`, with `points` as many as to open.

    `use` is how jokers are seen, `narrow` leaves out what is hardly ever worth while.
    """
    # Long, for it only gives each part of the problem its name and value.
    melds, limit, ranks = variant.melds, variant.jokers.limit, places(variant, cards)
    wild = variant.deck.wild_ranks
    wild_cards = [13 * suit + rank - 1 for suit in range(4) for rank in wild]
    hand_jokers, table_jokers = (
        counts[JOKERS] + sum([counts[card] for card in wild_cards]) for counts in (cards.hand, cards.table)
    )
    jokers = hand_jokers + table_jokers
    sparing = use is Use.SPARING
    if use is not Use.WORTH:
        nothing = (0,) * len(ranks)
        worth = Worth(worth.run, worth.set, nothing, nothing)
    steady = len({*worth.joker_run, *worth.joker_set}) == 1
    only_jokers = () if variant.deck.wild_as_itself else wild
    have = _rows(_useful(cards.all) if sparing and not jokers else cards.all, ranks, melds.ace, only_jokers)
    size, most = sum(map(sum, have)), max(map(max, have))
    longest = melds.run_longest if melds.run_longest is not None and melds.run_longest < KING else None
    more = 0 if sparing or narrow else _more_runs(have, jokers, limit, steady and longest is None)
    watched = bool(worth.from_ace or (points is not None and points.from_ace))
    idle = 0 if steady else table_jokers
    kinds = _kinds(melds.ace, ranks, watched, melds.run_shortest if sparing else 0)
    return Instance(
        ranks=ranks,
        kinds=kinds,
        ring=melds.ace is AceOrder.RING,
        have=have,
        need=_rows(cards.table, ranks, melds.ace, wild),
        jokers=jokers,
        stay=0 if use is Use.ALL else jokers if sparing else hand_jokers,
        bound=idle,
        wild=tuple([place for place, rank in enumerate(ranks) if rank in wild and variant.deck.wild_as_itself]),
        worth=worth,
        runs=RunRules(
            allowed=melds.runs,
            shortest=melds.run_shortest,
            longest=longest,
            limit=limit,
            jokers=min(2, jokers) * 2 if sparing and jokers < 2 else jokers,
            most=max(most, 2) if sparing else most + more,
            owed=min(jokers, 1) if narrow else min(2, jokers) * 2 if sparing and jokers < 2 else jokers,
            watched=watched,
            sparing=sparing,
        ),
        sets=SetRules(
            melds.sets, melds.set_smallest, melds.set_largest, melds.set_suits_differ and not melds.set_copies, limit
        ),
        points=points,
        minimum=(variant.turn.opening_minimum or 0) if points else 0,
        narrow=narrow,
        dense=any(cards.table) and size > _DENSE,
        ceiling=_ceiling(have, worth, kinds, jokers - idle) if points is None else 1 << 40,
    )


def _ceiling(have: Sequence[Sequence[int]], worth: Worth, kinds: Sequence[int], jokers: int) -> int:
    """Return what all cards together would bring, the jokers where they bring most."""
    each = [max(run, in_set) for run, in_set in zip(worth.run, worth.set, strict=True)]
    if kinds[0] == Kind.LOW_ACE:
        each[0] = max(each[0], each[-1])
    return sum([sum(map(mul, row, each)) for row in have]) + jokers * max(*worth.joker_run, *worth.joker_set)


def _more_runs(have: tuple[tuple[int, ...], ...], jokers: int, limit: JokerLimit, steady: bool) -> int:
    """Return how many runs of a suit more than its cards of one rank may be worth while.

    Runs that lie over each other by jokers are one longer run and jokers to spare. Those have room at its ends
    unless it is too long, they add up against the limit, and they bring the same anywhere if they are `steady`.
    """
    together = limit is not JokerLimit.ONE and max(map(sum, have)) + jokers <= KING
    return 0 if not jokers or (steady and together) else 1


def _useful(counts: Counts) -> Counts:
    """Return the cards that without jokers may be in a run or in a set: others lie near, or two of the rank."""
    useful = [0] * len(counts)
    suits = [counts[suit : suit + 13] for suit in (0, 13, 26, 39)]
    of_rank = [(a > 0) + (b > 0) + (c > 0) + (d > 0) for a, b, c, d in zip(*suits, strict=True)]
    for suit, row in zip((0, 13, 26, 39), suits, strict=True):
        around = [*row[-2:], *row, *row[:2]]  # the ace may stand above the king
        for place, count in enumerate(row):
            if count:
                b, c = around[place + 1], around[place + 3]
                if (b and (c or around[place])) or (c and around[place + 4]) or of_rank[place] > 2:
                    useful[suit + place] = count
    useful[-1] = counts[-1]
    return useful


def _rows(
    counts: Counts, ranks: tuple[int, ...], order: AceOrder, left_out: Sequence[int] = ()
) -> tuple[tuple[int, ...], ...]:
    rows = []
    for first in (-1, 12, 25, 38):
        row = [counts[first + rank] for rank in ranks]
        if left_out:
            row = [0 if rank in left_out else count for rank, count in zip(ranks, row, strict=True)]
        if order is AceOrder.LOW_AND_HIGH:  # the upper place holds what the lower one keeps back
            row[-1] = 0
        rows.append(tuple(row))
    return tuple(rows)


def _kinds(order: AceOrder, ranks: tuple[int, ...], watched: bool, late: int) -> tuple[int, ...]:
    kinds = [Kind.PLAIN] * len(ranks)
    if late:
        kinds[-late] = Kind.LATE
    if order is AceOrder.LOW_AND_HIGH:
        kinds[0], kinds[-1] = Kind.LOW_ACE, Kind.HIGH_ACE
    elif order is AceOrder.RING and watched:
        kinds[ranks.index(ACE)] = Kind.RING_ACE
    return tuple(kinds)
