"""The best melds of a hand where a run may be of several suits: an exact search for hands of one pack.

Cards of a rank are then interchangeable, so what is left of a hand is the number of cards of each rank, and of jokers.
The lowest rank that is left has a card that is left over, or lies in a set, or in a run; that is tried in turn, and the
best of each rest is remembered.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from ..melds.windows import Window, run_windows
from ..model.variant import Variant
from .budget import Budget, OutOfWork
from .counting import JOKERS, Cards
from .instance import ACE, Worth, places
from .layout import Meld, Spot

_TRIED = 20  # units of a meld that is tried

_Left = tuple[int, ...]  # the number of cards of each rank, ace to king, and of jokers


class _Group(NamedTuple):
    """A meld: for each of its cards the rank and whether it is a joker; what it brings; what it takes."""

    places: tuple[tuple[int, bool], ...]
    is_set: bool
    worth: int
    takes: _Left


def best_melds(variant: Variant, cards: Cards, worth: Worth, budget: Budget) -> list[Meld]:
    """Return the melds of a hand that bring the most `worth`; nothing brings more.

    Raises:
        OutOfWork: it takes more than the budget, or the cards are of two packs, of a table, or of wild ranks.
    """
    if any(cards.table) or max(cards.hand[:JOKERS]) > 1 or variant.deck.wild_ranks:
        raise OutOfWork
    suits = [cards.hand[first : first + 13] for first in (0, 13, 26, 39)]
    left = (*(sum(counts) for counts in zip(*suits, strict=True)), cards.hand[JOKERS])
    search = _Search(variant, worth, places(variant, cards), budget)
    search.best(left)
    there = {rank: [13 * suit + rank - 1 for suit in range(4) if suits[suit][rank - 1]] for rank in range(1, 14)}
    return [_dealt(group, there) for group in search.chosen(left)]


def _dealt(group: _Group, there: dict[int, list[int]]) -> Meld:
    """Return a meld of real cards, which are taken from those that are `there`; its jokers are of a suit that fits."""
    taken = {place: there[rank].pop() for place, (rank, joker) in enumerate(group.places) if not joker}
    own = {card // 13 for card in taken.values()}
    free = [suit for suit in range(4) if suit not in own] + list(own) if group.is_set else []
    meld = []
    for place, (rank, joker) in enumerate(group.places):
        suit = free.pop(0) if joker and group.is_set else min(own)
        meld.append(Spot(13 * suit + rank - 1, True) if joker else Spot(taken[place], False))
    return meld


class _Search:
    """The search with what it remembers: for each rest of the hand what it brings, and the meld to lay first."""

    def __init__(self, variant: Variant, worth: Worth, ranks: tuple[int, ...], budget: Budget) -> None:
        self.variant, self.worth, self.ranks, self.budget = variant, worth, ranks, budget
        self.windows = run_windows(variant.melds)
        self.known: dict[_Left, tuple[int, _Group | None, _Left]] = {}

    def best(self, left: _Left) -> int:
        """Return the most that can be laid of what is left."""
        if not any(left[:-1]):
            return 0
        if left not in self.known:
            rank = next(rank for rank, count in enumerate(left, 1) if count)
            without = (*left[: rank - 1], left[rank - 1] - 1, *left[rank:])
            found: tuple[int, _Group | None, _Left] = (self.best(without), None, without)
            for group in self._with(rank, left):
                self.budget.spend(_TRIED)
                rest = tuple([have - taken for have, taken in zip(left, group.takes, strict=True)])
                brought = group.worth + self.best(rest)
                if brought > found[0]:
                    found = (brought, group, rest)
            self.known[left] = found
        return self.known[left][0]

    def chosen(self, left: _Left) -> Iterator[_Group]:
        """Yield the melds that bring the most."""
        while left in self.known:
            _, group, left = self.known[left]
            if group is not None:
                yield group

    def _with(self, rank: int, left: _Left) -> Iterator[_Group]:
        """Yield the melds with a natural card of `rank` that what is left holds."""
        yield from self._sets(rank, left)
        for window in self.windows:
            if rank in window.ranks and sum([not left[each - 1] for each in window.ranks]) <= left[-1]:
                yield from self._runs(rank, window, left)

    def _sets(self, rank: int, left: _Left) -> Iterator[_Group]:
        melds, limit, place = self.variant.melds, self.variant.jokers.limit, self.ranks.index(rank)
        for laid, jokers in product(range(1, left[rank - 1] + 1), range(left[-1] + 1)):
            if melds.sets and melds.set_smallest <= laid + jokers <= melds.set_largest and limit.allows(laid, jokers):
                worth = laid * self.worth.set[place] + jokers * self.worth.joker_set[place]
                cards = ((rank, False),) * laid + ((rank, True),) * jokers
                yield _Group(cards, True, worth, _taken(cards))

    def _runs(self, rank: int, window: Window, left: _Left) -> Iterator[_Group]:
        ranks = window.ranks
        missing = [each for each in ranks if not left[each - 1]]
        others = [each for each in ranks if left[each - 1] and each != rank]
        for more in range(min(left[-1] - len(missing), len(others)) + 1):
            number = len(missing) + more
            if self.variant.jokers.limit.allows(len(ranks) - number, number):
                for replaced in combinations(others, more):
                    cards = tuple([(each, each in missing or each in replaced) for each in ranks])
                    worth = sum([self._in_run(each, window.ace_low) for each in cards])
                    yield _Group(cards, False, worth, _taken(cards))

    def _in_run(self, card: tuple[int, bool], low: bool) -> int:
        """Return what a card or joker brings in a run; `low`: the run begins with the ace."""
        rank, joker = card
        place = self.ranks.index(rank)
        if rank == ACE and not low:
            place = len(self.ranks) - 1 - self.ranks[::-1].index(rank)
        from_ace = self.worth.from_ace if rank == ACE and low else 0
        return (self.worth.joker_run if joker else self.worth.run)[place] - from_ace


def _taken(cards: tuple[tuple[int, bool], ...]) -> _Left:
    counts = [0] * 14
    for rank, joker in cards:
        counts[13 if joker else rank - 1] += 1
    return tuple(counts)
