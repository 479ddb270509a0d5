"""The parts of a `Variant` about packs, melds and turns, all of them frozen data; `scoring` has those about points."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..cards import JOKER, Card, Rank, Suit
from .closing_words import WENT_OUT, ClosingWords
from .terms import (
    AceOrder,
    ClosingRequirement,
    Dealing,
    Declaration,
    DrawKind,
    DrawUse,
    EmptyHand,
    EmptyStock,
    Faces,
    FittingDiscard,
    FreesSetJoker,
    HandEnding,
    How,
    JokerDiscard,
    JokerGoes,
    JokerLimit,
    LaidBefore,
    LastDiscard,
    LayOff,
    Requirement,
    RunSuits,
    SwapRequirement,
    Who,
)


@dataclass(frozen=True)
class Deck:
    """The packs of a game, with all their jokers; no packs: the app counts points only, and knows no cards.

    From `two_packs_from` players on, packs and jokers are doubled; None: never.
    """

    packs: int
    jokers: int
    tiles: bool = False  # tiles on racks, not cards in hands: pages word it so
    faces: Faces = Faces.SUITS
    two_packs_from: int | None = None
    wild_ranks: tuple[Rank, ...] = ()  # cards of these ranks can stand for other cards, like jokers
    wild_as_itself: bool = False  # such a card may also be itself, and then natural

    @property
    def numbered(self) -> bool:
        """Whether the tiles show numbers in colours, not ranks and suits."""
        return self.faces is Faces.NUMBERS

    def packs_for(self, players: int) -> int:
        """Return how many packs `players` play with."""
        return 2 * self.packs if self.two_packs_from is not None and players >= self.two_packs_from else self.packs

    def jokers_for(self, players: int) -> int:
        """Return how many jokers, in all, `players` play with."""
        return 2 * self.jokers if self.packs_for(players) > self.packs else self.jokers

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
    first_extra: int = 0  # cards that the first player is dealt more, and begins without drawing
    dealer: Dealing = Dealing.ROTATES
    void_keeps_dealer: bool = False  # after a round in which nobody scores, the same player deals again
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
    ace_to_ace: bool = False  # where the ace is low and high, a run of 14 may have it at both ends
    ace_to_ace_natural: bool = True  # both aces of such a run may be natural
    whole_suit_ace_low: bool = False  # in a run of all thirteen ranks, the ace counts as the one below the two
    corner_ace_low: bool = False  # in a shorter run, between a king and a two, it does, too
    run_suits: RunSuits = RunSuits.ONE
    run_shortest: int = 3
    run_longest: int | None = None
    set_smallest: int = 3
    set_largest: int = 4
    set_suits_differ: bool = True
    set_copies: bool = False  # natural cards that are the same may be in a set all the same
    rules: Mapping[str, str] = field(default_factory=dict)  # a `MeldTopic` -> rule id

    @property
    def run_suits_mixed(self) -> bool:
        """Whether the cards of a run may be of several suits."""
        return self.run_suits is not RunSuits.ONE

    @property
    def untracked(self) -> "MeldRules":
        """These rules without tracking of reads: only for what changes no verdict (`referee.read_tracking`)."""
        found: MeldRules = self.__dict__.get("_untracked", self)
        return found


@dataclass(frozen=True)
class JokerRules:
    """What jokers may do in a meld."""

    limit: JokerLimit = JokerLimit.NONE
    side_by_side: bool = True  # in a run a joker may lie next to another one
    pure_run_stays: bool = False  # none is laid on a player's only run without jokers
    declared: Declaration = Declaration.NO
    suit_order: tuple[Suit, ...] = ()  # a joker in a set is the first suit missing, unless it is named; (): it is open
    may_be_left_over: bool = True  # a joker may also leave its meld without being replaced
    replaced_from_hand: bool = False  # whoever rearranges replaces a joker with a card from the hand only
    locks_meld: bool = False  # nothing leaves a meld that holds a joker, except a joker that is replaced
    floats: bool = False  # a joker on the table stands, in each turn anew, for any card that its meld allows


def swap_requires(*asked: SwapRequirement) -> Mapping[SwapRequirement, bool]:
    """Return whether each requirement of an exchange holds: those `asked` do."""
    return {each: each in asked for each in SwapRequirement}


@dataclass(frozen=True)
class JokerSwap:
    """Whether a joker on the table may be exchanged for the card that it stands for, and what becomes of it."""

    allowed: bool = False
    requires: Mapping[SwapRequirement, bool] = field(default_factory=swap_requires)
    frees_set: FreesSetJoker = FreesSetJoker.THE_NAMED
    full_set_keeps: bool = False  # the joker of a set that has all its cards stays there
    goes_to: JokerGoes = JokerGoes.HAND
    may_wait: bool = False  # a joker that must be laid again may be kept until a later turn

    def asks(self, requirement: SwapRequirement) -> bool:
        """Return whether an exchange must satisfy `requirement`."""
        return self.requires[requirement]


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
        return self.who in (Who.EVERYBODY, Who.OPENING) or (opened and self.who is Who.OPENED)

    def use_by(self, *, opened: bool) -> DrawUse:
        """Return how a player who has `opened`, or has not, must use the card at once."""
        return DrawUse.NEW_MELD if self.who is Who.OPENING and not opened else self.use


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
    top_card_counts: bool = False  # the top card of the pile is enough, too
    hand_counts: bool = False  # any new meld is enough, also one without a card of the pile
    lay_offs_count: bool = False  # three cards are enough, one of them of the pile, even if all are laid off


@dataclass(frozen=True)
class Turn:
    """What may be done in a turn."""

    draw_first: bool = True  # False: a player draws only instead of laying, and that ends the turn
    draws: Mapping[DrawKind, Draw] = field(default_factory=no_draws)
    wanted_joker: bool = True  # a joker in the pile may be the card that is wanted
    cardless_from_stock: bool = True  # a player without cards draws only from the stock
    discard_taken_card: bool = False  # the top discard, just taken, may be thrown back
    discard_stock_card: bool = True  # so may the card just drawn from the stock
    discard_other_taken: bool = True  # of several cards taken from the pile, one that is not laid may be discarded
    joker_discard: JokerDiscard = JokerDiscard.FREE
    fitting_discard: FittingDiscard = FittingDiscard.ALLOWED
    discard_face_up: bool = False  # by the source, for every discard but the last
    pile_meld: PileMeld = field(default_factory=PileMeld)
    pile_of_one_is_top: bool = False  # taking a pile of one card is taking the top card
    pile_visible: bool = False
    first_round_closed: bool = False  # nothing is laid and no pile taken before everybody has had a turn
    closed_rounds: int = 1  # of turns, where the first is closed
    opening: Mapping[Requirement, int | None] = field(default_factory=dict)
    melds_each: int | None = None  # the largest number of new melds in a turn
    melds_each_after_pile: bool = True  # also after taking several cards from the pile
    lays_off: bool = True  # cards may be laid off at all
    lay_off: LayOff = LayOff.ANY_TIME
    lay_off_on_own: bool = True  # also on the player's own melds
    rearrange: bool = False
    rearranging_plays: bool = False  # whoever rearranges also lays a card from the hand
    table_to_hand: bool = False  # whoever rearranges may also take cards from the table
    seconds: int | None = None
    time_out_tiles: int = 0
    lost_places_to_pool: bool = False  # cards that go back, and whose place nobody remembers, go to the pool
    time_out_keeps_valid: bool = False  # a table that is valid when the time is up stays
    wrong_table_draws: bool = False  # the tiles of `time_out_tiles` are drawn for every wrong table

    @property
    def opening_minimum(self) -> int | None:
        """The points that a first lay-down must have; None if nobody has to open."""
        return self.opening.get(Requirement.POINTS)

    def opening_asks(self, requirement: Requirement) -> bool:
        """Return whether a first lay-down must satisfy `requirement`."""
        return bool(self.opening.get(requirement))


@dataclass(frozen=True)
class CallRules:
    """Whether players may call for a discard that fits a meld, and on which discards.

    `takes_turn`: the call takes the turn, not only the card; None where nobody asks.
    """

    allowed: bool = False
    deeper: bool = False  # also for a card below the top one, with all above it
    own_cards: bool = False  # also for a card that makes a meld only with the caller's own cards
    pile_cards: bool = False  # also for a card that makes a meld with the cards above it
    takes_turn: bool | None = None
    by_discarder: bool = False  # whoever discarded the card may call, too
    open_after_draw: bool = False  # a call is open until the next discard, not only until the next draw
    on_closing_card: bool = False
    title: str = ""  # what is called, the name of a dispute about it, to be translated; empty: “Rummy!”


@dataclass(frozen=True)
class WayOfClosing:
    """A special way of going out: all cards are laid in the turn that closes the round.

    `laid_before` is its condition; None: no card is left, not even for a discard, when two hands are compared
    (`KnockRules`). `factor` multiplies what the hands of this round count. `bonus` are points beside them, by
    `bonus_rule`; None: nobody goes out that way at this table.
    """

    laid_before: LaidBefore | None
    rule: str
    label: str
    factor: int = 2
    needs_minimum: bool = True  # the cards laid must reach the opening minimum
    needs_empty_table: bool = False  # nobody has laid anything before
    bonus: int | None = 0
    bonus_rule: str = ""


def closing_requires(*asked: ClosingRequirement) -> Mapping[ClosingRequirement, bool]:
    """Return whether each requirement of going out holds: those `asked` do."""
    return {each: each in asked for each in ClosingRequirement}


@dataclass(frozen=True)
class Closing:
    """How a round is closed."""

    last_discard: LastDiscard = LastDiscard.ANY_FACE
    empty_hand: EmptyHand = EmptyHand.FORBIDDEN  # where a last discard is required
    requires: Mapping[ClosingRequirement, bool] = field(default_factory=closing_requires)
    bonus: int = 0  # points for going out
    stock_empty: EmptyStock = EmptyStock.SHUFFLE_KEEP_TOP
    stock_kept: int = 0  # cards of the stock that are never drawn
    play_on_with_top_card: bool = False  # where nothing can be made a stock of, the top discard may still be drawn
    hows: tuple[How, ...] = (How.OUT, How.STOCK_EMPTY)
    ways: Mapping[str, WayOfClosing] = field(default_factory=dict)  # by the key in an entered round
    words: ClosingWords = WENT_OUT

    @property
    def last_discard_needed(self) -> bool:
        """Whether whoever goes out must have a card left to discard."""
        return self.last_discard in (LastDiscard.FACE_DOWN, LastDiscard.FACE_UP, LastDiscard.ANY_FACE)

    @property
    def whole_hand_way(self) -> str | None:
        """The key of the way in which no card is left for a discard when two hands are compared; None without one."""
        return next((key for key, way in self.ways.items() if way.laid_before is None and way.bonus is not None), None)

    def asks(self, requirement: ClosingRequirement) -> bool:
        """Return whether going out must satisfy `requirement`."""
        return self.requires[requirement]


@dataclass(frozen=True)
class KnockRules:
    """Closing with cards in hand, a knock, after which two hands are compared.

    A player knocks if the cards in no meld, the deadwood, count little enough. The opponent then lays off on the
    knocker's melds, unless no deadwood is left, which is gin. `bonuses` are the points that a way to end brings; a
    `WayOfClosing` has that of gin beside its own.
    """

    allowed: bool = False
    limit: int = 10  # the most deadwood of a knock, in points
    by_upcard: bool = False  # the limit is what the first upcard of the deal counts
    upcard_ace: int = 1  # the limit where that is an ace
    doubling_suit: Suit | None = None  # an upcard of this suit doubles what the deal brings
    doubling_rule: str = ""
    undercut_on_tie: bool = True
    bonuses: Mapping[HandEnding, int] = field(default_factory=dict)
    gin_must_close: bool = False  # whoever has gin goes out with it
    gin_boxes: int = 1  # as how many rounds one won by gin counts for the bonus at the end of the game
    rules: Mapping[str, str] = field(default_factory=dict)  # a `KnockTopic` -> rule id

    def limit_with(self, upcard: Card | None, points: int) -> int | None:
        """Return the most deadwood of a knock, None if it depends on an `upcard` that is unknown.

        `points` is what the upcard counts.
        """
        if not self.by_upcard:
            return self.limit
        if upcard is None:
            return None
        return self.upcard_ace if upcard.rank is Rank.ACE else points
