"""An instance of the optimisation: a hand, a table and an aim as numbers."""

from collections.abc import Sequence
from enum import Enum
from operator import mul
from typing import NamedTuple

from ..cards import Rank
from ..model.terms import AceOrder, JokerLimit
from ..model.variant import Variant
from .counting import CARDS, JOKERS, Cards
from .runs import RunRules
from .sets import SetRules
from .trellis import Kind

ACE, KING = int(Rank.ACE), int(Rank.KING)
_RANKS = (Rank.ACE, *Rank)  # by their numbers
SUITS = (-1, 12, 25, 38)  # a rank's number and this is the number of the card


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

    def mixed(self, times: int, other: "Worth") -> "Worth":
        """Return `times` this and once the other."""
        pairs = [zip(one, two, strict=True) for one, two in zip(self[:4], other[:4], strict=True)]
        run, in_set, joker_run, joker_set = [tuple([times * a + b for a, b in pair]) for pair in pairs]
        return Worth(run, in_set, joker_run, joker_set, times * self.from_ace + other.from_ace)


class Instance(NamedTuple):
    """What lies where, place by place.

    A place is a rank in the order in which runs go through them; where the ace is low and high, it has two,
    and the upper one holds what is kept back at the lower. `have[suit][place]` are all cards there, `need` those that
    must be laid. `jokers` count the wild cards too; `wild` are their places, where they may be themselves. Of
    the jokers, `stay` may be left over, and `idle` is how many of them bring nothing and must all be laid.
    """

    ranks: tuple[int, ...]
    kinds: tuple[int, ...]
    ring: bool
    have: tuple[tuple[int, ...], ...]
    need: tuple[tuple[int, ...], ...]
    jokers: int
    stay: int
    idle: int
    wild: tuple[int, ...]
    worth: Worth
    runs: RunRules
    sets: SetRules
    points: Worth | None  # with a minimum: what counts toward it
    minimum: int
    narrow: bool  # leave out what is hardly ever worth while
    ceiling: int  # the worth of all cards


# The ranks in the order in which runs go through them; a ring may begin anywhere.
LINES = {
    AceOrder.RING: tuple(range(1, 14)),
    AceOrder.LOW: tuple(range(1, 14)),
    AceOrder.HIGH: (*range(2, 14), ACE),
    AceOrder.LOW_AND_HIGH: (*range(1, 14), ACE),
}


def places(variant: Variant, cards: Cards) -> tuple[int, ...]:
    """Return the ranks in the order in which the search goes through them: a ring from where the fewest runs pass."""
    if variant.melds.ace is not AceOrder.RING:
        return LINES[variant.melds.ace]

    def crossing(rank: int) -> int:
        before = (rank - 2) % 13 + 1
        return sum([min(cards.all[suit + rank], cards.all[suit + before]) for suit in SUITS])

    first = min(range(1, 14), key=crossing)
    return (*range(first, KING + 1), *range(ACE, first))


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
    by_rank, joker = variant.values.ranks, variant.values.joker + more
    wild = variant.deck.wild_ranks
    natural = tuple([joker if rank in wild else by_rank[_RANKS[rank]] + more for rank in ranks])
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
    melds, ranks, wild = variant.melds, places(variant, cards), variant.deck.wild_ranks
    kinds_of_joker = [JOKERS, *[suit + rank for suit in SUITS for rank in wild]]
    in_hand, on_table = [sum([counts[card] for card in kinds_of_joker]) for counts in (cards.hand, cards.table)]
    jokers = in_hand + on_table
    sparing = use is Use.SPARING
    if use is not Use.WORTH:
        nothing = (0,) * len(ranks)
        worth = Worth(worth.run, worth.set, nothing, nothing)
    steady = len({*worth.joker_run, *worth.joker_set}) == 1
    watched = bool(worth.from_ace or (points is not None and points.from_ace))
    idle = 0 if steady else on_table
    have = _rows(cards.all, ranks, melds.ace, () if variant.deck.wild_as_itself else wild)
    return Instance(
        ranks=ranks,
        kinds=_kinds(melds.ace, ranks, watched),
        ring=melds.ace is AceOrder.RING,
        have=have,
        need=_rows(cards.table, ranks, melds.ace, wild),
        jokers=jokers,
        stay=0 if use is Use.ALL else jokers if sparing else in_hand,
        idle=idle,
        wild=tuple([place for place, rank in enumerate(ranks) if rank in wild and variant.deck.wild_as_itself]),
        worth=worth,
        runs=_run_rules(variant, have, jokers, sparing, narrow, steady)._replace(watched=watched),
        sets=SetRules(
            allowed=melds.sets,
            smallest=melds.set_smallest,
            largest=melds.set_largest,
            suits_differ=melds.set_suits_differ and not melds.set_copies,
            limit=variant.jokers.limit,
        ),
        points=points,
        minimum=(variant.turn.opening_minimum or 0) if points else 0,
        narrow=narrow,
        ceiling=_ceiling(have, worth, melds.ace, jokers - idle) if points is None else 1 << 40,
    )


def _run_rules(
    variant: Variant, have: tuple[tuple[int, ...], ...], jokers: int, sparing: bool, narrow: bool, steady: bool
) -> RunRules:
    """Return what a run is, and how many of a suit may overlap: by jokers one more than its cards of one rank.

    Runs that lie over each other by jokers are one longer run and jokers to spare. Those have room at its ends unless
    it is too long, they add up against the limit, and they bring the same anywhere if they are `steady`.
    """
    melds, limit = variant.melds, variant.jokers.limit
    longest = melds.run_longest if melds.run_longest is not None and melds.run_longest < KING else None
    together = limit is not JokerLimit.ONE and max(map(sum, have)) + jokers <= KING
    more = 0 if sparing or narrow or not jokers or (steady and longest is None and together) else 1
    most = max(map(max, have)) + more
    if sparing:  # fewer kinds of trellises, which are cached
        jokers, most = max(jokers, 2) if jokers else 0, max(most, 2)
    owed = min(jokers, 1) if narrow else jokers
    return RunRules(melds.runs, melds.run_shortest, longest, limit, jokers, most, owed, False, sparing)


def _ceiling(have: Sequence[Sequence[int]], worth: Worth, order: AceOrder, jokers: int) -> int:
    """Return what all cards together would bring, the jokers where they bring most."""
    each = [max(run, in_set) for run, in_set in zip(worth.run, worth.set, strict=True)]
    if order is AceOrder.LOW_AND_HIGH:
        each[0] = max(each[0], each[-1])
    return sum([sum(map(mul, row, each)) for row in have]) + jokers * max(*worth.joker_run, *worth.joker_set)


def _rows(
    counts: Sequence[int], ranks: tuple[int, ...], order: AceOrder, left_out: Sequence[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the counts of each suit place by place; an upper ace's holds what the lower one keeps back, so nothing."""
    rows = [[0 if rank in left_out else counts[suit + rank] for rank in ranks] for suit in SUITS]
    if order is AceOrder.LOW_AND_HIGH:
        rows = [[*row[:-1], 0] for row in rows]
    return tuple(map(tuple, rows))


def _kinds(order: AceOrder, ranks: tuple[int, ...], watched: bool) -> tuple[int, ...]:
    kinds = [Kind.PLAIN] * len(ranks)
    if order is AceOrder.LOW_AND_HIGH:
        kinds[0], kinds[-1] = Kind.LOW_ACE, Kind.HIGH_ACE
    elif order is AceOrder.RING and watched:
        kinds[ranks.index(ACE)] = Kind.RING_ACE
    return tuple(kinds)
