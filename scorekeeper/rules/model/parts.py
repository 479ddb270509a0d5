"""The parts that a `Variant` is made of, all of them frozen data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..cards import JOKER, Card, Rank
from .terms import (
    AceOrder,
    Dealing,
    Declaration,
    DrawKind,
    DrawUse,
    EmptyStock,
    FreesSetJoker,
    How,
    JokerGoes,
    JokerLimit,
    LaidBefore,
    LastDiscard,
    LayOff,
    NoCloser,
    Offence,
    Reclaim,
    Requirement,
    ValuePlace,
    Who,
)


@dataclass(frozen=True)
class Deck:
    """The packs of a game, with all their jokers.

    From `two_packs_from` players on, packs and jokers are doubled; None: never.
    """

    packs: int
    jokers: int
    tiles: bool = False  # tiles on racks, not cards in hands: pages word it so
    two_packs_from: int | None = None
    wild_ranks: tuple[Rank, ...] = ()  # cards of these ranks can stand for other cards, like jokers

    def packs_for(self, players: int) -> int:
        """Return how many packs `players` play with."""
        return 2 * self.packs if self.two_packs_from is not None and players >= self.two_packs_from else self.packs

    def jokers_for(self, players: int) -> int:
        """Return how many jokers, in all, `players` play with."""
        return self.jokers * self.packs_for(players) // self.packs

    def copies(self, card: Card, players: int) -> int:
        """Return how often `card` is in the packs of `players`."""
        return self.jokers_for(players) if card == JOKER else self.packs_for(players)

    def size(self, players: int) -> int:
        """Return the number of cards, jokers included, in the packs of `players`."""
        return 52 * self.packs_for(players) + self.jokers_for(players)


@dataclass(frozen=True)
class Deal:
    """How many play, how many cards each is dealt, and who deals.

    `cards` are pairs (largest number of players, cards for each) in ascending order; None: any number. Where
    `most_players` is None, as many play as the packs can be dealt to.
    """

    cards: tuple[tuple[int | None, int], ...]
    most_players: int | None = None
    fewest_players: int = 2
    up_card: bool = True
    dealer: Dealing = Dealing.ROTATES
    first: str = ""  # a marked sentence: which player begins

    def cards_for(self, players: int) -> int:
        """Return the number of cards dealt to each of `players`."""
        return next(cards for most, cards in self.cards if most is None or players <= most)


@dataclass(frozen=True)
class MeldRules:
    """What a meld is. Ranges are inclusive; None is no limit beyond the ranks."""

    runs: bool = True
    sets: bool = True
    ace: AceOrder = AceOrder.LOW
    run_shortest: int = 3
    run_longest: int | None = None
    set_smallest: int = 3
    set_largest: int = 4
    set_suits_differ: bool = True
    set_copies: bool = False  # natural cards that are the same may be in a set all the same
    rules: Mapping[str, str] = field(default_factory=dict)  # a `MeldTopic` -> rule id


@dataclass(frozen=True)
class JokerRules:
    """What jokers may do."""

    limit: JokerLimit = JokerLimit.NONE
    declared: Declaration = Declaration.NO
    reclaim: Reclaim = Reclaim.NO
    reclaim_with_table_card: bool = False
    reclaim_before_opening: bool = False
    frees_set: FreesSetJoker = FreesSetJoker.THE_NAMED
    reclaimed_to: JokerGoes = JokerGoes.HAND
    may_wait: bool = False  # a freed joker that must be laid again may be kept until a later turn
    swap_before_drawing: bool = True
    may_be_left_over: bool = True  # a joker may also leave its meld without being replaced


@dataclass(frozen=True)
class Draw:
    """The rule about one kind of draw from the pile: who may draw so, and how the cards must be used at once."""

    who: Who = Who.NOBODY
    use: DrawUse = DrawUse.FREE

    @property
    def allowed(self) -> bool:
        """Whether anybody may draw so."""
        return self.who is not Who.NOBODY

    def open_to(self, *, opened: bool) -> bool:
        """Return whether a player who has `opened`, or has not, may draw so."""
        return self.who is Who.EVERYBODY or (opened and self.who is Who.OPENED)


def no_draws(**allowed: Draw) -> Mapping[DrawKind, Draw]:
    """Return the rule for each kind of draw: those `allowed`, by their `DrawKind`; the others are forbidden."""
    return {kind: allowed.get(kind, Draw()) for kind in DrawKind}


@dataclass(frozen=True)
class PileMeld:
    """The new meld that justifies taking the pile (`DrawUse.COVERED_CARD_MELDED`)."""

    size: int | None = None  # its exact size; None: any
    first: bool = False  # it is laid before any other
    covered_while_visible: bool = True  # a discard below the top one counts as covered although all can be seen
    cards_kept_without: bool = True  # a player who took the pile and lays no such meld keeps its cards


@dataclass(frozen=True)
class Turn:
    """What may be done in a turn."""

    draw_first: bool = True  # False: a player draws only instead of laying, and that ends the turn
    draws: Mapping[DrawKind, Draw] = field(default_factory=no_draws)
    wanted_joker: bool = True  # a joker in the pile may be the card that is wanted
    discard_taken_card: bool = False  # the top discard, just taken, may be thrown back
    discard_face_up: bool = False  # the source says it of every discard but the last
    pile_meld: PileMeld = field(default_factory=PileMeld)
    pile_visible: bool = False
    first_round_closed: bool = False  # nothing is laid and no pile taken before everybody has had a turn
    opening: Mapping[Requirement, int | None] = field(default_factory=dict)
    melds_each: int | None = None  # the largest number of new melds in a turn
    melds_each_after_pile: bool = True  # also after taking several cards from the pile
    lay_off: LayOff = LayOff.ANY_TIME
    rearrange: bool = False
    table_to_hand: bool = False  # whoever rearranges may also take cards from the table
    rummy_call: bool = False
    discarder_may_call: bool = False
    call_open_after_draw: bool = False  # a call is open until the next discard, not only until the next draw
    seconds: int | None = None
    time_out_tiles: int = 0
    lost_places_to_pool: bool = False  # cards that go back, and whose place nobody remembers, go to the pool
    time_out_keeps_valid: bool = False  # a table that is valid when the time is up stays

    @property
    def opening_minimum(self) -> int | None:
        """The points that a first lay-down must have; None if nobody has to open."""
        return self.opening.get(Requirement.POINTS)

    def opening_asks(self, requirement: Requirement) -> bool:
        """Return whether a first lay-down must satisfy `requirement`."""
        return bool(self.opening.get(requirement))


@dataclass(frozen=True)
class WayOfClosing:
    """A special way of going out: all cards are laid in the turn that closes the round.

    `laid_before` is its condition, `factor` multiplies what the hands of this round count.
    """

    laid_before: LaidBefore
    rule: str
    label: str
    factor: int = 2


@dataclass(frozen=True)
class Closing:
    """How a round is closed."""

    last_discard: LastDiscard = LastDiscard.ANY_FACE
    call_on_closing_card: bool = False
    closing_card_may_fit: bool = True
    empty_hand_closes: bool = False  # laying the last card closes even where a last discard is required
    cardless_plays_on: bool = False  # a player who has laid every card but lacks the last discard plays on
    cardless_swaps: bool = False  # that player may exchange a joker for the card drawn
    last_card_laid_off: bool = True  # where no discard is needed, the last card may be laid off
    play_on_with_top_card: bool = False  # where nothing can be made a stock of, the top discard may still be drawn
    call_needed: bool = False  # the round goes on until the call that goes with the last card is made
    hand_only: bool = False
    hand_needs_minimum: bool = True  # laying the whole hand at once must reach the opening minimum
    bonus: int = 0  # points for going out
    stock_empty: EmptyStock = EmptyStock.SHUFFLE_KEEP_TOP
    hows: tuple[How, ...] = (How.OUT, How.STOCK_EMPTY)
    ways: Mapping[str, WayOfClosing] = field(default_factory=dict)  # by the key in an entered round


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


@dataclass(frozen=True)
class Scoring:
    """Who scores what in a round.

    A line exists if its rule id is given: `table_rule` (laid cards count for the player),
    `hand_rule` (cards in hand count against the player), `closer_rule` (the closer gets what the others hold).
    """

    table_rule: str | None
    hand_rule: str | None
    closer_rule: str | None
    closer_is_free: bool  # the closer's own hand costs nothing
    no_closer: NoCloser
    no_closer_rule: str
    closer_follows_points: bool = False  # the score of a closer without an entry also follows from the others' points
    chips: bool = False
    chips_doubled: bool = True  # the factor of a way of closing applies to chips, too
    point_step: int = 1  # every card's value is a multiple of it
    penalties: tuple[Penalty, ...] = ()
    free_while_visible: tuple[str, ...] = ()  # the keys of penalties that cost nothing where all discards are visible

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
        return self.hands_cost and self.closer_collects

    @property
    def closer_may_be_left_out(self) -> bool:
        """Whether a closer without an entry has a score all the same."""
        return self.closer_is_free
