"""An instance of the optimisation: a hand, a table and an objective as numbers."""

from collections.abc import Sequence
from enum import IntEnum
from operator import mul
from typing import NamedTuple

from ..cards import Rank
from ..model.parts import MeldRules
from ..model.terms import AceOrder, JokerLimit
from ..model.variant import Variant
from .counting import SUITS, CountedCards, Value, Worth, held_by, is_steady

_RANKS, _FULL = len(Rank), 60
_WITH_CORNER = (AceOrder.RING, AceOrder.LOW_AND_HIGH)

CountRows = tuple[tuple[int, ...], ...]  # of the suits, place by place


class Corner(IntEnum):
    """Which runs pass from the last place to the first one."""

    NONE = 0
    NATURAL_ACE = 1  # only those that begin at the last place, with a natural ace
    ACE = 2  # or with a joker for it
    ANY = 3


class Rules(NamedTuple):
    """What a run and a set are, and which part of the state space is searched."""

    runs: bool = True
    shortest: int = 3  # run
    longest: int | None = None  # None: only the ranks limit it
    sets: bool = True
    smallest: int = 3  # set
    largest: int = 4
    suits_differ: bool = True
    limit: JokerLimit = JokerLimit.NONE
    jokers: int = 0
    most: int = 2  # runs of one suit that overlap
    owed: int = 0  # how far the jokers of an open run may be ahead of its naturals
    sparing: bool = False  # jokers only where no natural card is left, and with one more natural in a set
    corner: Corner = Corner.NONE
    apart: bool = False  # whether jokers may not lie side by side
    natural_begun: bool = False  # where it matters how many runs begin, those that begin with a joker do not count


class Instance(NamedTuple):
    """What lies where, place by place: a place is a rank, in the order in which runs go through them.

    They go downward where it matters whether a run ends with the ace: it is then the card with which it begins.

    Before the first, a place of no cards (rank 0) holds the runs that come in around the corner, if they may.
    `have[suit][place]` are all cards there, `need` those that must be laid. `jokers` count the wild cards too; `wild`
    are their places, where they may be themselves. Of the jokers, `stay` may be left over, and `idle` is how many of
    them bring nothing and must all be laid. At the place `watched` it matters how many runs begin.
    """

    ranks: tuple[int, ...]
    watched: int | None
    have: CountRows
    need: CountRows
    jokers: int
    stay: int
    idle: int
    wild: tuple[int, ...]
    values: tuple[Value, ...]
    rules: Rules
    narrow: bool  # what is hardly ever worth while is left out
    downward: bool = False

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
    melds, jokers = variant.melds, variant.jokers
    if melds.ace in _WITH_CORNER or (melds.run_longest or _RANKS) < _RANKS or variant.deck.wild_ranks:
        return False
    return jokers.limit is JokerLimit.NONE and jokers.side_by_side and is_steady(worth)


def build(variant: Variant, cards: CountedCards, worth: Worth, sparing: bool = False, narrow: bool = False) -> Instance:
    """Return the problem of laying `cards` for the most `worth`.

    `sparing`: jokers bring nothing and help only where natural cards are missing (`thrifty`). `narrow`: what is hardly
    ever worth while is left out.
    """
    wild, steady, downward = variant.deck.wild_ranks, is_steady(worth), bool(worth[0].ended)
    corner = _corner(variant, steady, narrow)
    ranks = (*([0] if corner else []), *_places(variant, cards)[:: -1 if downward else 1])
    held, lying = held_by(variant, cards.all), held_by(variant, cards.table)
    have, need = _rows(held.naturals, ranks), _rows(lying.naturals, ranks, wild)
    idle = 0 if steady else lying.jokers
    if sparing:
        worth = tuple([value._replace(joker_run=0, joker_set=0) for value in worth])
    elif 0 < idle == held.jokers:  # jokers bring nothing, nor do wild cards, which lie on the table, too
        own = [value._replace(run=0, set=0) if rank in wild else value for rank, value in enumerate(worth, 1)]
        worth, idle = tuple([value._replace(joker_run=0, joker_set=0) for value in own]), 0
    if downward:  # then it begins with the ace
        worth = (worth[0]._replace(begun=worth[0].begun - worth[0].ended, ended=0), *worth[1:])
    rules = _rules(variant, have, held.jokers, sparing, narrow, steady, corner)
    return Instance(
        ranks=ranks,
        watched=ranks.index(1) if worth[0].begun or downward or variant.melds.ace is AceOrder.LOW_AND_HIGH else None,
        have=_layable(variant.melds, have, need, held.jokers, corner=bool(corner)),
        need=need,
        jokers=held.jokers,
        stay=held.jokers if sparing else held.jokers - lying.jokers,
        idle=idle,
        wild=tuple([ranks.index(rank) for rank in wild]) if variant.deck.wild_as_itself else (),
        values=tuple([worth[rank - 1] if rank else Value(0, 0, 0, 0) for rank in ranks]),
        rules=rules._replace(natural_begun=downward and steady),
        narrow=narrow,
        downward=downward,
    )


def _corner(variant: Variant, steady: bool, narrow: bool) -> Corner:
    """Return which runs pass the corner; where nothing depends on it, a joker at their lower end goes to the upper."""
    if variant.melds.runs and variant.melds.ace is AceOrder.LOW_AND_HIGH:
        return Corner.NATURAL_ACE if steady or narrow else Corner.ACE
    return Corner.ANY if variant.melds.runs and variant.melds.ace is AceOrder.RING and not narrow else Corner.NONE


def _places(variant: Variant, cards: CountedCards) -> tuple[int, ...]:
    """Return the ranks in the order in which the search goes through them: a ring from where the fewest runs pass."""

    def crossing(rank: int) -> int:
        before = (rank - 2) % _RANKS + 1
        return sum([min(cards.all[suit + rank], cards.all[suit + before]) for suit in SUITS])

    ring, first = variant.melds.ace is AceOrder.RING, 1 if variant.melds.ace is AceOrder.LOW else 2
    first = min(range(1, _RANKS + 1), key=crossing) if ring else first
    return (*range(first, _RANKS + 1), *range(1, first))


def _rows(counts: Sequence[int], ranks: Sequence[int], left_out: Sequence[int] = ()) -> CountRows:
    none = (0, *left_out)
    return tuple([tuple([0 if rank in none else counts[suit + rank] for rank in ranks]) for suit in SUITS])


def _layable(melds: MeldRules, have: CountRows, need: CountRows, jokers: int, *, corner: bool) -> CountRows:
    """Return `have` without the cards that no meld can hold, whatever else is laid; those that must be laid stay."""
    shortest, smallest = melds.run_shortest, melds.set_smallest
    differ = melds.set_suits_differ and not melds.set_copies
    if jokers + 1 >= min(shortest, smallest):  # they make a meld of any card
        return have
    alike = [sum(map(bool, column)) if differ else sum(column) for column in zip(*have, strict=True)]
    in_sets = [melds.sets and count + jokers >= smallest for count in alike]
    rows = []
    for row, least in zip(have, need, strict=True):
        held = [count > 0 for count in row[corner:]]  # by place, without the one before the first
        around = held + held[: shortest - 1] if corner else held
        stays, size = in_sets[corner:], len(held)
        for start in range(len(around) - shortest + 1 if melds.runs else 0):
            if sum(around[start : start + shortest]) + jokers >= shortest:
                for at in range(start, start + shortest):
                    stays[at % size] = True
        counts = zip(row[corner:], least[corner:], stays, strict=True)
        rows.append((*row[:corner], *[count if stay else must for count, must, stay in counts]))
    return tuple(rows)


def _rules(
    variant: Variant, have: CountRows, jokers: int, sparing: bool, narrow: bool, steady: bool, corner: Corner
) -> Rules:
    """Return what melds are, and how many runs of a suit may overlap: by jokers one more than its cards of one rank.

    Runs that lie over each other by jokers are one longer run and jokers to spare. Those have room at its ends unless
    it is too long or jokers must lie apart, they add up against the limit, and they bring the same anywhere if they
    are `steady`.
    """
    melds, limit, apart = variant.melds, variant.jokers.limit, not variant.jokers.side_by_side
    steady = steady and not apart
    longest = melds.run_longest if (melds.run_longest or _RANKS) < _RANKS else None
    together = limit is not JokerLimit.ONE and max(map(sum, have)) + jokers <= _RANKS
    more = 0 if sparing or narrow or not jokers or (steady and longest is None and together) else 1
    most = max(map(max, have)) + more
    if sparing:  # fewer kinds of trellises, which are cached
        jokers, most = max(jokers, 2) if jokers else 0, max(most, 2)
    return Rules(
        runs=melds.runs,
        shortest=melds.run_shortest,
        longest=longest,
        sets=melds.sets,
        smallest=melds.set_smallest,
        largest=melds.set_largest,
        suits_differ=melds.set_suits_differ and not melds.set_copies,
        limit=limit,
        jokers=jokers,
        most=most,
        owed=0 if limit in (JokerLimit.NONE, JokerLimit.ONE) else min(jokers, 1) if narrow else jokers,
        sparing=sparing,
        corner=corner,
        apart=apart,
    )
