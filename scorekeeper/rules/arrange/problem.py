"""A hand, a table and an aim as numbers: what the search is given."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..cards import Card, Rank, Suit
from ..variant import AceOrder, JokerLimit, Variant
from .sets import Sets

SUITS = tuple(Suit)
ACE, KING = int(Rank.ACE), int(Rank.KING)


@dataclass(frozen=True)
class Worth:
    """What a card or a joker brings at each place: in a run, in a set. `from_ace` is taken off for
    a run that begins with the ace, where others pass over it."""

    run: tuple[int, ...]
    set: tuple[int, ...]
    joker_run: tuple[int, ...]
    joker_set: tuple[int, ...]
    from_ace: int = 0

    def mixed(self, times: int, other: "Worth", other_times: int) -> "Worth":
        """Return `times` this and `other_times` the other."""

        def add(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(times * a + other_times * b for a, b in zip(one, two, strict=True))

        return Worth(
            add(self.run, other.run),
            add(self.set, other.set),
            add(self.joker_run, other.joker_run),
            add(self.joker_set, other.joker_set),
            times * self.from_ace + other_times * other.from_ace,
        )


@dataclass(frozen=True)
class Problem:
    """What lies where, place by place.

    A place is a rank in the order in which runs go through them; where the ace is low and high, it has two,
    and the upper one holds what is kept back at the lower. `have[suit][place]` are all cards there, `need` those that
    must be laid. `jokers` count the wild cards too; `wild` are their places, where they may be themselves. Of
    the jokers, `stay` may be left over, and `bound` is how many of them bring nothing and must all be laid.
    """

    ranks: tuple[int, ...]
    order: AceOrder
    have: tuple[tuple[int, ...], ...]
    need: tuple[tuple[int, ...], ...]
    jokers: int
    stay: int
    bound: int
    wild: tuple[int, ...]
    worth: Worth
    runs: bool
    shortest: int
    longest: int | None
    limit: JokerLimit
    sets: Sets
    points: Worth | None = None  # with a minimum: what counts toward it
    minimum: int = 0
    per_point: int = 0  # what the bound reckons for a point, as if points could be bought
    every: bool = False  # fewer cards may be better

    @property
    def priced(self) -> Worth:
        """What the bound reckons with: the worth, and points at their price."""
        return self.worth if self.points is None else self.worth.mixed(1, self.points, self.per_point)


@dataclass(frozen=True)
class Cards:
    """The cards of a hand and a table, counted."""

    hand: Counter[Card]
    table: Counter[Card] = field(default_factory=Counter)

    @property
    def all(self) -> Counter[Card]:
        """Hand and table together."""
        return self.hand + self.table


def places(variant: Variant, cards: Cards) -> tuple[int, ...]:
    """Return the ranks in the order in which the search goes through them."""
    order = variant.melds.ace
    if order is AceOrder.LOW:
        return tuple(range(1, 14))
    if order is AceOrder.HIGH:
        return (*range(2, 14), ACE)
    if order is AceOrder.LOW_AND_HIGH:
        return (*range(1, 14), ACE)
    return _ring(cards)


def _ring(cards: Cards) -> tuple[int, ...]:
    """Return the ring's ranks, begun where the fewest runs can pass."""

    def crossing(rank: int) -> int:
        before = Rank(rank - 1 or KING)
        every = cards.all
        return sum(min(every[Card(Rank(rank), s)], every[Card(before, s)]) for s in SUITS)

    first = min(range(1, 14), key=lambda rank: (crossing(rank), rank))
    return tuple((first - 1 + i) % 13 + 1 for i in range(13))


def points_as_laid(variant: Variant, ranks: Sequence[int]) -> Worth:
    """Return what cards count as laid, in points."""
    values, order = variant.values, variant.melds.ace
    high = [values.as_laid(Card(Rank(rank), Suit.SPADES)) for rank in ranks]
    low = values.as_laid(Card(Rank.ACE, Suit.SPADES), ace_low=True)
    run = list(high)
    if order in (AceOrder.LOW, AceOrder.LOW_AND_HIGH):
        run[0] = low
    from_ace = high[ranks.index(ACE)] - low if order is AceOrder.RING else 0
    if values.joker_as_card:
        return Worth(tuple(run), tuple(high), tuple(run), tuple(high), from_ace)
    jokers = (values.joker,) * len(ranks)
    return Worth(tuple(run), tuple(high), jokers, jokers, from_ace)


def flat(ranks: Sequence[int], value: int = 1) -> Worth:
    """Return the same worth for every card."""
    same = (value,) * len(ranks)
    return Worth(same, same, same, same)


def cost_in_hand(variant: Variant, ranks: Sequence[int]) -> Worth:
    """Return what is saved by not keeping a card in hand, in points."""
    natural = tuple(variant.value(Card(Rank(rank), Suit.SPADES)) for rank in ranks)
    jokers = (variant.values.joker,) * len(ranks)
    return Worth(natural, natural, jokers, jokers)


def build(variant: Variant, cards: Cards, ranks: tuple[int, ...], worth: Worth, **more: object) -> Problem:
    """Return the problem of laying `cards` for the most `worth`."""
    melds, wild = variant.melds, variant.deck.wild_ranks
    every = cards.all

    def counted(counts: Counter[Card]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(counts[Card(Rank(rank), suit)] for rank in ranks) for suit in SUITS)

    have = counted(every)
    need = counted(Counter({card: n for card, n in cards.table.items() if card.rank not in wild}))
    if melds.ace is AceOrder.LOW_AND_HIGH:  # the upper place holds what the lower one keeps back
        have = tuple((*row[:-1], 0) for row in have)
        need = tuple((*row[:-1], 0) for row in need)
    hand_jokers = sum(n for card, n in cards.hand.items() if card.is_joker or card.rank in wild)
    table_jokers = sum(n for card, n in cards.table.items() if card.is_joker or card.rank in wild)
    steady = len({*worth.joker_run, *worth.joker_set}) == 1
    return Problem(
        ranks=ranks,
        order=melds.ace,
        have=have,
        need=need,
        jokers=hand_jokers + table_jokers,
        stay=hand_jokers,
        bound=table_jokers if not steady else 0,
        wild=tuple(place for place, rank in enumerate(ranks) if rank in wild),
        worth=worth,
        runs=melds.runs,
        shortest=melds.run_shortest,
        longest=melds.run_longest if melds.run_longest is not None and melds.run_longest < 13 else None,
        limit=variant.jokers.limit,
        sets=Sets(melds.sets, melds.set_smallest, melds.set_largest, melds.set_suits_differ, variant.jokers.limit),
        **more,  # type: ignore[arg-type]
    )
