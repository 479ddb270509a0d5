"""Sets of one rank: which cards and jokers can all be laid as sets, and which ways of doing so are worth a look."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import itemgetter

from ..model.terms import JokerLimit
from .kernels import DEAD, Row, Sharing

Counts = tuple[int, int, int, int]
SetCover = tuple[int, int, Counts]  # naturals, jokers, naturals of each suit
Split = tuple[tuple[Counts, int], ...]  # of each set: naturals of each suit, jokers

Reordered = Callable[[Sequence[Row]], Sequence[Row]]

NOTHING: Counts = (0, 0, 0, 0)


@dataclass(frozen=True, eq=False)
class Sets:
    """What a set is in one game; there is one of them for each (`sets_of`), so that it is quickly looked up."""

    allowed: bool
    smallest: int
    largest: int
    suits_differ: bool
    limit: JokerLimit

    def may_be(self, naturals: int, jokers: int) -> bool:
        """Return whether so many naturals and jokers may be one set."""
        return self.smallest <= naturals + jokers <= self.largest and within_limit(self.limit, naturals, jokers)


@lru_cache(maxsize=64)
def sets_of(allowed: bool, smallest: int, largest: int, suits_differ: bool, limit: JokerLimit) -> Sets:
    """Return what a set is under such rules."""
    return Sets(allowed, smallest, largest, suits_differ, limit)


def within_limit(limit: JokerLimit, naturals: int, jokers: int) -> bool:
    """Return whether a meld may hold so many jokers; one natural card at least there is in every meld."""
    if limit is JokerLimit.FEWER_THAN_NATURALS:
        return jokers < naturals
    if limit is JokerLimit.NOT_MORE_THAN_NATURALS:
        return jokers <= naturals
    return naturals > 0 and (limit is JokerLimit.NONE or jokers <= 1)


@lru_cache(maxsize=1 << 16)
def ways(sets: Sets, have: Counts, need: Counts, jokers: int, every: bool) -> tuple[SetCover, ...]:
    """Return how `have` cards of a rank can be laid as sets with up to `jokers` jokers, `need` of them surely.

    For each number of jokers the most naturals; with `every`, one way for each number of naturals.
    """
    best: dict[tuple[int, int], SetCover] = {}
    for counts in product(*(range(least, most + 1) for least, most in zip(need, have, strict=True))):
        total = sum(counts)
        for used in range(min(jokers, sets.largest * total) + 1):
            key = (used, total if every else 0)
            if (key not in best or best[key][0] < total) and split(sets, counts, used) is not None:
                best[key] = (total, used, counts)  # type: ignore[assignment]  # four suits: a tuple of four
    return tuple(sorted(best.values(), key=lambda way: (-way[0], way[1])))


@dataclass(frozen=True, eq=False)
class Choices:
    """Every choice of cards of a rank that can be laid as sets, nothing first."""

    ways: tuple[SetCover, ...]
    most: Counts  # of each suit
    dear: tuple[tuple[int, int], ...]  # (jokers, naturals) of sets
    free: bool  # there are sets without jokers
    nothing: tuple[Row, ...]  # the shares of suits whose cards cannot lie in sets
    even: Callable[["_Multiples"], Sequence[Row]]
    suits: tuple[int, ...]  # whose cards can, those of fewest cards first
    sharing: Sharing  # of these
    restored: Reordered  # of their shares, and of `nothing`, those of the four suits


@lru_cache(maxsize=1 << 16)
def all_ways(sets: Sets, have: Counts, jokers: int, sparing: bool) -> Choices:
    """Return every choice of cards of a rank that can be laid as sets, with every number of jokers that it can take.

    `sparing`: only with the fewest.
    """
    found: list[SetCover] = []
    for counts in product(*(range(most + 1) for most in have)):
        total = sum(counts)
        for used in range(min(jokers, sets.largest * total) + 1):
            if split(sets, counts, used) is not None:
                found.append((total, used, counts))  # type: ignore[arg-type]  # four suits: a tuple of four
                if sparing:
                    break
    most: Counts = tuple(map(max, zip(*[counts for _, _, counts in found], strict=True)))
    dear = tuple({(used, total) for total, used, _ in found if total})
    suits = sorted([suit for suit in range(4) if most[suit]], key=lambda suit: have[suit])
    others = 4 - len(suits)
    first: Counts = (*[0] * others, *[have[suit] for suit in suits])  # type: ignore[assignment]  # four suits
    same = first != have and all_ways(sets, first, jokers, sparing).sharing  # but for the order of the suits
    return Choices(
        tuple(found),
        most,
        dear,
        free=any(not used for used, _ in dear),
        nothing=tuple([(0, *[DEAD] * count) for count in have]),
        even=itemgetter(*zip(most, have, strict=True)),
        suits=tuple(suits),
        sharing=same or Sharing([(cards, used, counts[others:]) for cards, used, counts in found], have[others:]),
        restored=itemgetter(*[suits.index(suit) if suit in suits else len(suits) + suit for suit in range(4)]),
    )


def first_shares(choices: Choices, card: int, joker: int) -> Sequence[Row]:
    """Return shares to begin with: each card gets the most that one of its sets brings for a card."""
    if not choices.dear:
        return choices.nothing
    each = card
    if joker > 0 or not choices.free:
        each += max([-(-joker * jokers // total) for jokers, total in choices.dear])
    return choices.even(_multiples(each))


class _Multiples(dict[tuple[int, int], Row]):
    """Shares where each card gets as much, by how many fit into sets and how many there are."""

    def __init__(self, each: int) -> None:
        self.each = each

    def __missing__(self, key: tuple[int, int]) -> Row:
        most, have = key
        self[key] = found = (*[self.each * cards for cards in range(most + 1)], *[DEAD] * (have - most))
        return found


_multiples = lru_cache(maxsize=1 << 10)(_Multiples)


@lru_cache(maxsize=1 << 16)
def split(sets: Sets, counts: Counts, jokers: int) -> Split | None:
    """Return sets made of exactly these cards of one rank, or None if there are none."""
    if counts == NOTHING:
        return () if jokers == 0 else None
    if not sets.allowed:
        return None
    first = next(suit for suit, count in enumerate(counts) if count)
    for chosen in _choices(sets, counts, first):
        # Not checked: four suits: a tuple of four.
        rest: Counts = tuple(a - b for a, b in zip(counts, chosen, strict=True))  # type: ignore[assignment]  # four suits
        for used in range(min(jokers, sets.largest) + 1):
            if sets.may_be(sum(chosen), used):
                others = split(sets, rest, jokers - used)
                if others is not None:
                    return ((chosen, used), *others)
    return None


def _choices(sets: Sets, counts: Counts, first: int) -> Iterator[Counts]:
    """Yield what may be in a set together, a card of the suit `first` among it."""
    most = [min(count, 1) if sets.suits_differ else count for count in counts]
    ranges = [range(1 if suit == first else 0, many + 1) for suit, many in enumerate(most)]
    for chosen in product(*ranges):
        if sum(chosen) <= sets.largest:
            yield chosen  # type: ignore[misc]  # four suits: a tuple of four
