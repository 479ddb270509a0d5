"""Hands from one pack without jokers: the best runs of every choice of cards of a suit, worked out once.

Sets are few: for each choice of them the runs of what is left are looked up.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from struct import Struct

from ..model.parts import MeldRules
from ..model.terms import AceOrder
from ..model.variant import Variant
from .layout import Meld
from .problem import ACE, KING, Worth

_SUIT = (1 << 13) - 1
BITS = tuple(1 << number for number in range(52))
_BIT = BITS.__getitem__
_WIDE = tuple(1 << 16 * (number // 13) + number % 13 for number in range(52))  # two bytes for a suit
_SUITS: Callable[[bytes], tuple[int, ...]] = Struct("<4H").unpack
_SETS = 3  # ranks that may have sets
TIMES = 64  # what a unit of the first aim is worth: more than there are cards


@dataclass(frozen=True)
class OnePack:
    """The tables of one game and one worth of cards.

    `best[cards]` is the most that runs of one suit bring, its cards as bits with the ace lowest, `left[cards]` what
    those in none are worth; `first[cards]` is the number of a run to begin with, -1 if the lowest card is in none.
    A card in a set brings `sets[rank - 1]`.
    """

    best: list[int]
    left: list[int]
    first: list[int]
    runs: tuple[tuple[int, ...], ...]  # the ranks of each run, as they go
    bits: tuple[int, ...]
    sets: tuple[int, ...]
    sizes: tuple[int, ...]  # of sets

    def least_left(self, numbers: Iterable[int]) -> int:
        """Return the worth of what is left of these cards (by number, no two the same) when most is laid.

        For many hands at once: no melds are made.
        """
        wide, cards = _WIDE, 0
        for number in numbers:  # quicker than `sum` and `map`
            cards += wide[number]
        a, b, c, d = _SUITS(cards.to_bytes(8, "little"))
        left, ab, cd = self.left, a & b, c & d
        often = ab & (c | d) | cd & (a | b)
        if not often:
            return left[a] + left[b] + left[c] + left[d]
        if self.sizes != (3, 4):
            _, (a, b, c, d), _ = self._with_sets((a, b, c, d))
            return left[a] + left[b] + left[c] + left[d]
        if often & often - 1 or ab & cd:
            return _least(left, a, b, c, d, often)
        others = ~often
        laid = left[a & others] + left[b & others] + left[c & others] + left[d & others]
        kept = left[a] + left[b] + left[c] + left[d]
        return laid if laid < kept else kept

    def melds(self, numbers: Iterable[int]) -> list[Meld]:
        """Return the melds that bring most."""
        cards = sum(map(_BIT, numbers))
        suits = (cards & _SUIT, cards >> 13 & _SUIT, cards >> 26 & _SUIT, cards >> 39)
        a, b, c, d = suits
        chosen: tuple[tuple[int, tuple[int, ...]], ...] = ()
        if a & b & (c | d) or c & d & (a | b):
            _, suits, chosen = self._with_sets(suits)
        melds: list[Meld] = []
        for suit, left in enumerate(suits):
            if self.best[left]:
                melds.extend(self._runs_of(suit, left))
        for rank, of_suits in chosen:
            melds.append([(13 * suit + rank, False) for suit in of_suits])
        return melds

    def _runs_of(self, suit: int, left: int) -> Iterator[Meld]:
        while left:
            run = self.first[left]
            if run < 0:
                left &= left - 1
            else:
                yield [(13 * suit + rank - 1, False) for rank in self.runs[run]]
                left &= ~self.bits[run]

    def _with_sets(
        self, suits: tuple[int, int, int, int]
    ) -> tuple[int, tuple[int, int, int, int], tuple[tuple[int, tuple[int, ...]], ...]]:
        """Return the most, what is left for runs, and the sets (rank counted from 0, suits)."""
        # In one piece: it is most of the microsecond that a hand takes.
        best = self.best
        found = (-1, suits, ())
        choices: list[list[tuple[int, tuple[int, ...]]]] = []
        a, b, c, d = suits
        often = a & b & (c | d) | c & d & (a | b)
        for rank in range(13):
            if not often >> rank & 1:
                continue
            held = tuple([suit for suit in range(4) if suits[suit] >> rank & 1])
            some = [(rank, ())] + ([(rank, held)] if len(held) in self.sizes else [])
            if len(held) == 4 and 3 in self.sizes:
                some += [(rank, tuple([suit for suit in held if suit != left])) for left in held]
            choices.append(some)
        for chosen in product(*choices):
            left, total = list(suits), 0
            for rank, of_suits in chosen:
                total += self.sets[rank] * len(of_suits)
                for suit in of_suits:
                    left[suit] &= ~(1 << rank)
            a, b, c, d = left
            total += best[a] + best[b] + best[c] + best[d]
            if total > found[0]:
                # Not checked: four suits: a tuple of four.
                found = (total, (a, b, c, d), tuple([one for one in chosen if one[1]]))  # type: ignore[assignment]
        return found


def _least(left: list[int], a: int, b: int, c: int, d: int, often: int) -> int:
    """Return the least that is left of four suits, with sets of three or four or none of the ranks held `often`."""
    rank = often & -often
    rest, others = often ^ rank, ~rank
    e, f, g, h = a & others, b & others, c & others, d & others
    four = a & b & c & d & rank  # one of them may stay for a run
    if rest:
        least = min(_least(left, a, b, c, d, rest), _least(left, e, f, g, h, rest))
        if four:
            three = (_least(left, a, f, g, h, rest), _least(left, e, b, g, h, rest))
            least = min(least, *three, _least(left, e, f, c, h, rest), _least(left, e, f, g, d, rest))
        return least
    kept = left[a] + left[b] + left[c] + left[d]
    laid = left[e] + left[f] + left[g] + left[h]
    if four:
        stays = max(left[e] - left[a], left[f] - left[b], left[g] - left[c], left[h] - left[d], 0)
        return min(kept, laid - stays)
    return laid if laid < kept else kept


def is_one_pack(variant: Variant, counts: Sequence[int]) -> bool:
    """Return whether these are natural cards, none of them twice, of a game whose sets need different suits.

    And few enough of them: every choice of sets is tried.
    """
    wild = variant.deck.wild_ranks
    return (
        max(counts) <= 1
        and sum([sum(counts[rank:52:13]) >= 3 for rank in range(13)]) <= _SETS
        and not counts[-1]
        and variant.melds.set_suits_differ
        and variant.melds.set_smallest >= 3
        and not (wild and any(counts[13 * suit + rank - 1] for suit in range(4) for rank in wild))
    )


def tables(melds: MeldRules, ranks: Sequence[int], worth: Worth) -> OnePack:
    """Return the tables of a game for cards that are worth so much."""
    sizes = tuple(range(melds.set_smallest, melds.set_largest + 1)) if melds.sets else ()
    longest = min(melds.run_longest or KING, KING) if melds.runs else 0
    return _tables(melds.ace, melds.run_shortest, longest, sizes, tuple(ranks), worth)


@lru_cache(maxsize=32)
def _tables(
    order: AceOrder, shortest: int, longest: int, sizes: tuple[int, ...], ranks: tuple[int, ...], worth: Worth
) -> OnePack:
    runs = list(_all_runs(order, shortest, longest, ranks, worth))
    bits = [sum([1 << rank - 1 for rank in run]) for run, _ in runs]
    with_lowest: list[list[tuple[int, int, int]]] = [[] for _ in range(13)]
    for number, ((_, brings), cards) in enumerate(zip(runs, bits, strict=True)):
        with_lowest[(cards & -cards).bit_length() - 1].append((cards, brings, number))
    best, first = [0] * (_SUIT + 1), [-1] * (_SUIT + 1)
    for cards in range(1, _SUIT + 1):
        lowest = cards & -cards
        most, run = best[cards ^ lowest], -1
        for needed, brings, number in with_lowest[lowest.bit_length() - 1]:
            if not needed & ~cards and best[cards ^ needed] + brings > most:
                most, run = best[cards ^ needed] + brings, number
        best[cards], first[cards] = most, run
    by_rank = dict(zip(ranks, worth.set, strict=True))
    each = tuple([by_rank[rank] for rank in range(1, 14)])
    left = [0]
    for value in each:
        left += [value + others for others in left]
    left = [total - brings for total, brings in zip(left, best, strict=True)]
    return OnePack(best, left, first, tuple([run for run, _ in runs]), tuple(bits), each, sizes)


def _all_runs(
    order: AceOrder, shortest: int, longest: int, ranks: tuple[int, ...], worth: Worth
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the ranks of every run, and what it brings."""
    ring = order is AceOrder.RING
    places = len(ranks)
    for size in range(shortest, longest + 1):
        for first in range(places if ring else places - size + 1):
            at = [(first + i) % places for i in range(size)]
            run = tuple([ranks[place] for place in at])
            if len(set(run)) == size:
                less = worth.from_ace if run[0] == ACE and size < KING else 0
                yield run, sum([worth.run[place] for place in at]) - less
