"""An instance of the optimisation: a hand, a table and an objective as numbers."""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from ..cards import Rank
from ..model.terms import AceOrder, JokerLimit
from ..model.variant import Variant
from .counting import SUITS, Cards, held_by
from .runs import Corner, RunRules
from .sets import SetRules
from .worth import Value, Worth

FINE = 64  # worth and bounds are reckoned in such parts of a unit
_RANKS, _FULL = len(Rank), 60
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
    def full(self) -> bool:
        """Whether natural cards must be laid and there are many: then most likely all can be laid."""
        return sum(map(sum, self.have)) > _FULL and any(map(any, self.need))

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
    held, lying = held_by(variant, cards.all), held_by(variant, cards.table)
    jokers, differ = held.jokers, melds.set_suits_differ and not melds.set_copies
    if sparing:
        worth = worth._replace(joker_run=(0,) * _RANKS, joker_set=(0,) * _RANKS)
    have = _rows(held.naturals, ranks)
    runs = _run_rules(variant, have, jokers, sparing, narrow, worth.steady)
    return Instance(
        ranks=ranks,
        watched=ranks.index(1) if worth.low_ace or melds.ace is AceOrder.LOW_AND_HIGH else None,
        have=have,
        need=_rows(lying.naturals, ranks, wild),
        jokers=jokers,
        stay=jokers if sparing else jokers - lying.jokers,
        idle=0 if worth.steady else lying.jokers,
        wild=tuple([ranks.index(rank) for rank in wild]) if variant.deck.wild_as_itself else (),
        values=tuple(map(worth.mixed(FINE, 0).at, ranks)),
        runs=runs,
        sets=SetRules(melds.sets, melds.set_smallest, melds.set_largest, differ, runs.limit, runs.jokers, sparing),
        narrow=narrow,
    )


def _places(variant: Variant, cards: Cards) -> tuple[int, ...]:
    """Return the ranks in the order in which the search goes through them: a ring from where the fewest runs pass."""

    def crossing(rank: int) -> int:
        before = (rank - 2) % _RANKS + 1
        return sum([min(cards.all[suit + rank], cards.all[suit + before]) for suit in SUITS])

    ring = min(range(1, _RANKS + 1), key=crossing)
    first = {AceOrder.LOW: 1, AceOrder.RING: ring}.get(variant.melds.ace, 2)
    return (*range(first, _RANKS + 1), *range(1, first))


def _rows(counts: Sequence[int], ranks: Sequence[int], left_out: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
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
