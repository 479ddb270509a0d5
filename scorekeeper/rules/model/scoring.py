"""The parts of a `Variant` about points: what cards count, what is penalised, who scores what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..cards import Card, Rank
from .terms import NoCloser, Offence, ValuePlace

_LETTERS = "".join(rank.letter for rank in Rank)


def rank_values(*, ace: int, jack: int, queen: int, king: int) -> Mapping[Rank, int]:
    """Return what each rank counts where two to ten count their number."""
    return {**{rank: int(rank) for rank in Rank}, Rank.ACE: ace, Rank.JACK: jack, Rank.QUEEN: queen, Rank.KING: king}


def range_values(values: Mapping[str, int]) -> Mapping[Rank, int]:
    """Return what each rank counts by ranges of letters: `{"A": 15, "2-9": 5, "T-K": 10}`."""
    found: dict[Rank, int] = {}
    for ranks, points in values.items():
        first, last = _LETTERS.index(ranks[0]), _LETTERS.index(ranks[-1])
        found |= {Rank(place + 1): points for place in range(first, last + 1)}
    return found


_ACE = Card(Rank.ACE, None)


@dataclass(frozen=True)
class CardValues:
    """What a card counts in points: in hand, and laid or toward the opening minimum where that differs."""

    ranks: Mapping[Rank, int]
    joker: int
    joker_as_card: bool = False  # a joker that is laid counts as the card it stands for
    places: Mapping[ValuePlace, int | None] = field(
        default_factory=dict
    )  # where a card counts other points; None: the same
    wild_as_joker: bool = True  # a wild rank left in hand counts as much as a joker

    def of(self, card: Card, wild: tuple[Rank, ...] = ()) -> int:
        """Return the points of `card`; a rank in `wild` counts as a joker, or as what it is."""
        if card.rank is None or (card.rank in wild and self.wild_as_joker):
            return self.joker
        return self.ranks[card.rank]

    def costs(self, hand: Sequence[Card], wild: tuple[Rank, ...] = ()) -> list[int]:
        """Return what each card of a whole `hand` costs: an ace may count otherwise if it is the only card."""
        lone = self.places.get(ValuePlace.LONE_ACE)
        if lone is not None and [card.rank for card in hand] == [Rank.ACE]:
            return [lone]
        return [self.of(card, wild) for card in hand]

    @property
    def low_ace_differs(self) -> bool:
        """Whether an ace below a two counts other points than any other ace that is laid."""
        return bool(self.ranks) and self.as_laid(_ACE, ace_low=True) != self.as_laid(_ACE)

    def laid_ace(self, *, low: bool) -> int | None:
        """Return what an ace counts in a meld, `low` below a two; None for as much as in hand."""
        return self.places.get(ValuePlace.ACE_LOW if low else ValuePlace.ACE_HIGH)

    def as_laid(self, card: Card, *, ace_low: bool = False) -> int:
        """Return what the natural `card` counts in a meld; `ace_low`: it is an ace below a two."""
        if card.rank is Rank.ACE:
            special = self.laid_ace(low=ace_low)
            return self.ranks[Rank.ACE] if special is None else special
        return self.joker if card.rank is None else self.ranks[card.rank]


@dataclass(frozen=True)
class Penalty:
    """A penalty that is counted per offence: its key in an entry, its points (negative)."""

    key: str
    points: int
    rule: str
    label: str
    offence: Offence | None = None  # the offence that the referee finds by itself; None if the table notes it


@dataclass(frozen=True, kw_only=True)
class Rating:
    """Rating points, a second score beside the points: for going out, and for little left in hand.

    `ways` are those for going out in a special way, by its key. `bands` are pairs (most points left, rating points),
    ascending; whoever is left with more gets none.
    """

    win: int
    ways: Mapping[str, int]
    bands: tuple[tuple[int, int], ...]
    win_rule: str
    ways_rule: str
    bands_rule: str
    multiplied: bool = False  # the bands go by what the hand costs in this round, not by what its cards count

    def for_left(self, points: int) -> int:
        """Return the rating points of a player who is left with `points`, ≥ 0."""
        return next((rated for most, rated in self.bands if points <= most), 0)


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """Who scores what in a round.

    A line exists if its rule id is given: `table_rule` (laid cards count for the player),
    `hand_rule` (cards in hand count against the player), `closer_rule` (the closer gets what the others hold).
    """

    table_rule: str | None = None
    hand_rule: str | None = None
    closer_rule: str | None = None
    full_hand: int | None = None  # who still holds all cards dealt pays so many points, which no way of closing changes
    full_hand_rule: str | None = None
    closer_is_free: bool = False  # the closer's own hand costs nothing
    no_closer: NoCloser = NoCloser.EVERYBODY
    no_closer_rule: str
    closer_follows_points: bool = False  # the score of a closer without an entry also follows from the others' points
    lowest_taken_off: bool = False  # where the lowest hand wins, the others pay only what they have more
    unopened: tuple[int, int] | None = None  # what a hand costs that has not opened, and one that could have
    unopened_rule: str | None = None
    unopened_on_top: bool = False  # besides the cards in hand, not in their place
    lowest_share: bool = False  # equal lowest hands share what the others pay, where it can be divided
    laid_off_rule: str | None = None  # where laid melds score nothing: cards laid off count for who laid them
    laid_off_to_owner: bool = False  # cards laid off count for who laid the meld
    melds_in_hand_free: bool = False  # complete melds that are left in hand cost nothing
    chips: bool = False
    chips_doubled: bool = True  # the factor of a way of closing applies to chips, too
    point_step: int = 1  # every card's value is a multiple of it; without cards, every entry
    rows_cancel: bool = False  # every round adds up to zero, whoever wins it
    penalties: tuple[Penalty, ...] = ()
    fines: Mapping[str, int] = field(default_factory=dict)  # by the keys of penalties that cost so many points; 0: none
    bonus_rule: str | None = None  # the rule on the bonus for going out (`Closing.bonus`)
    rating: Rating | None = None  # rating points beside the points
    free_while_visible: tuple[str, ...] = ()  # the keys of penalties that cost nothing where all discards are visible

    def __post_init__(self) -> None:
        charged = tuple(replace(p, points=-self.fines.get(p.key, -p.points)) for p in self.penalties)
        object.__setattr__(self, "penalties", tuple(penalty for penalty in charged if penalty.points))

    @property
    def table_scores(self) -> bool:
        """Whether laid cards count for the player."""
        return self.table_rule is not None

    @property
    def hands_cost(self) -> bool:
        """Whether cards in hand count against the player."""
        return self.hand_rule is not None

    @property
    def closer_collects(self) -> bool:
        """Whether the closer gets what the others hold."""
        return self.closer_rule is not None

    @property
    def zero_sum(self) -> bool:
        """Whether every round adds up to zero."""
        return self.rows_cancel or (self.hands_cost and self.closer_collects)

    @property
    def closer_may_be_left_out(self) -> bool:
        """Whether a closer without an entry has a score all the same."""
        return self.closer_is_free
