"""An instance of the optimisation: a hand, a table and an objective as numbers."""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from ..cards import Rank
from ..model.terms import AceOrder, JokerLimit
from ..model.variant import Variant
from .counting import JOKERS, SUITS, Cards
from .runs import Corner, RunRules
from .sets import SetRules
from .worth import Value, Worth

FINE = 64  # worth and bounds are reckoned in such parts of a unit
_RANKS = len(Rank)
_FROM_TWO = (*range(2, _RANKS + 1), 1)
_WITH_CORNER = (AceOrder.RING, AceOrder.LOW_AND_HIGH)


class Instance(NamedTuple):
    """What lies where, place by place: a place is a rank, in the order in which runs go through them.

    `have[suit][place]` are all cards there, `need` those that must be laid. `jokers` count the wild cards too; `wild`
    are their places, where they may be themselves. Of the jokers, `stay` may be left over, and `idle` is how many of
    them bring nothing and must all be laid. At the place `watched` it matters how many runs begin.
    """

    ranks: tuple[int, ...]
    watched: int | None
    have: tuple[tuple[int, ...], ...]
    need: tuple[tuple[int, ...], ...]
    jokers: int
    stay: int
    idle: int
    wild: tuple[int, ...]
    values: tuple[Value, ...]
    runs: RunRules
    sets: SetRules
    narrow: bool  # what is hardly ever worth while is left out

    @property
    def size(self) -> int:
        """The number of natural cards."""
        return sum(map(sum, self.have))

    @property
    def has_table(self) -> bool:
        """Whether natural cards must be laid."""
        return any(map(any, self.need))

    @property
    def ceiling(self) -> int:
        """What all cards would bring, each where it brings most."""
        best = [max(value.run, value.run - value.begun, value.set) for value in self.values]
        joker = max([max(value.joker_run, value.joker_set) for value in self.values])
        return sum([sum(map(mul, row, best)) for row in self.have]) + joker * (self.jokers - self.idle)


def thrifty(variant: Variant, worth: Worth) -> bool:
    """Return whether jokers need only help natural cards: what is left of them can then be added to any meld.

    So it is where a meld may hold any number of jokers, runs have no corner, and a joker counts the same everywhere.
    """
    melds = variant.melds
    return (
        variant.jokers.limit is JokerLimit.NONE
        and (melds.run_longest is None or melds.run_longest >= _RANKS)
        and melds.ace not in _WITH_CORNER
        and not variant.deck.wild_ranks
        and worth.steady
    )


def build(variant: Variant, cards: Cards, worth: Worth, sparing: bool = False, narrow: bool = False) -> Instance:
    """Return the problem of laying `cards` for the most `worth`.

    `sparing`: jokers bring nothing and help only where natural cards are missing (`thrifty`). `narrow`: what is hardly
    ever worth while is left out.
    """
    melds, wild, ranks = variant.melds, variant.deck.wild_ranks, _places(variant, cards)
    in_hand, on_table = [
        counts[JOKERS] + sum([counts[suit + rank] for suit in SUITS for rank in wild])
        for counts in (cards.hand, cards.table)
    ]
    jokers, differ = in_hand + on_table, melds.set_suits_differ and not melds.set_copies
    if sparing:
        worth = worth._replace(joker_run=(0,) * _RANKS, joker_set=(0,) * _RANKS)
    have = _rows(cards.all, ranks, () if variant.deck.wild_as_itself else wild)
    runs = _run_rules(variant, have, jokers, sparing, narrow, worth.steady)
    return Instance(
        ranks=ranks,
        watched=ranks.index(1) if worth.low_ace or melds.ace is AceOrder.LOW_AND_HIGH else None,
        have=have,
        need=_rows(cards.table, ranks, wild),
        jokers=jokers,
        stay=jokers if sparing else in_hand,
        idle=0 if worth.steady else on_table,
        wild=tuple([ranks.index(rank) for rank in wild]) if variant.deck.wild_as_itself else (),
        values=tuple(map(worth.mixed(FINE, 0).at, ranks)),
        runs=runs,
        sets=SetRules(melds.sets, melds.set_smallest, melds.set_largest, differ, runs.limit, runs.jokers, sparing),
        narrow=narrow,
    )


def _places(variant: Variant, cards: Cards) -> tuple[int, ...]:
    """Return the ranks in the order in which the search goes through them: a ring from where the fewest runs pass."""
    if variant.melds.ace is AceOrder.LOW:
        return tuple(range(1, _RANKS + 1))
    if variant.melds.ace is not AceOrder.RING:
        return _FROM_TWO

    def crossing(rank: int) -> int:
        before = (rank - 2) % _RANKS + 1
        return sum([min(cards.all[suit + rank], cards.all[suit + before]) for suit in SUITS])

    first = min(range(1, _RANKS + 1), key=crossing)
    return (*range(first, _RANKS + 1), *range(1, first))


def _rows(counts: Sequence[int], ranks: Sequence[int], left_out: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the counts of each suit place by place."""
    return tuple([tuple([0 if rank in left_out else counts[suit + rank] for rank in ranks]) for suit in SUITS])


def _run_rules(
    variant: Variant, have: tuple[tuple[int, ...], ...], jokers: int, sparing: bool, narrow: bool, steady: bool
) -> RunRules:
    """Return what a run is, and how many of a suit may overlap: by jokers one more than its cards of one rank.

    Runs that lie over each other by jokers are one longer run and jokers to spare. Those have room at its ends unless
    it is too long, they add up against the limit, and they bring the same anywhere if they are `steady`.
    """
    melds, limit = variant.melds, variant.jokers.limit
    longest = melds.run_longest if melds.run_longest is not None and melds.run_longest < _RANKS else None
    together = limit is not JokerLimit.ONE and max(map(sum, have)) + jokers <= _RANKS
    more = 0 if sparing or narrow or not jokers or (steady and longest is None and together) else 1
    most = max(map(max, have)) + more
    if sparing:  # fewer kinds of trellises, which are cached
        jokers, most = max(jokers, 2) if jokers else 0, max(most, 2)
    corner = Corner.NONE
    if melds.ace is AceOrder.LOW_AND_HIGH:  # a joker at the lower end of a run can go to its upper end
        corner = Corner.NATURAL_ACE if steady or narrow else Corner.ACE
    elif melds.ace is AceOrder.RING and not narrow:
        corner = Corner.ANY
    owed = min(jokers, 1) if narrow else jokers
    return RunRules(melds.runs, melds.run_shortest, longest, limit, jokers, most, owed, sparing, corner)
