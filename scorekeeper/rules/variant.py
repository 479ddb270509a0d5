"""What a game is: `Variant` and its parts, all of them data.

One file in `variants/` fills them in for each game. A house rule is an `Option`;
`Variant.with_house_rules` returns another frozen variant with the choices made.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from .cards import JOKER, Card, Rank
from .errors import N_, InvalidPlayers, Problem
from .options import Choice, Option, check_choices
from .sources import Ambiguity, Reading, Rule, Source


class How(StrEnum):
    """How a round came to its end."""

    OUT = "out"
    STOCK_EMPTY = "stock_empty"
    POOL_EMPTY = "pool_empty"


class AceOrder(StrEnum):
    """Where the ace stands in a run."""

    LOW = "low"
    HIGH = "high"
    LOW_AND_HIGH = "low_and_high"
    RING = "ring"


class JokerLimit(StrEnum):
    """How many jokers a meld may hold beside its natural cards."""

    FEWER_THAN_NATURALS = "fewer_than_naturals"
    NOT_MORE_THAN_NATURALS = "not_more_than_naturals"
    ONE = "one"
    NONE = "none"


class Declaration(StrEnum):
    """Whether the layer says what a joker stands for."""

    NO = "no"
    WHERE_OPEN = "where_open"
    IN_SETS = "in_sets"
    ALWAYS = "always"


class Reclaim(StrEnum):
    """Who may take a joker from the table for the card it stands for."""

    NO = "no"
    OTHERS = "others"
    ANYONE = "anyone"


class JokerGoes(StrEnum):
    """Where a reclaimed joker goes."""

    HAND = "hand"
    NEW_MELD = "new_meld"
    ANY_MELD = "any_meld"


class LastDiscard(StrEnum):
    """The discard that goes with going out."""

    FACE_DOWN = "face_down"
    FACE_UP = "face_up"
    ANY_FACE = "any_face"
    NOT_NEEDED = "not_needed"
    NONE = "none"


class EmptyStock(StrEnum):
    """What happens when the stock or pool has run out."""

    TURN_OVER_KEEP_TOP = "turn_over_keep_top"
    SHUFFLE_KEEP_TOP = "shuffle_keep_top"
    ENDS_WHEN_WANTED = "ends_when_wanted"
    PLAY_ON = "play_on"
    LOWEST_RACK_AT_ONCE = "lowest_rack_at_once"


class NoCloser(StrEnum):
    """Who scores in a round that nobody closed."""

    EVERYBODY = "everybody"
    NOBODY = "nobody"
    LOWEST_HAND = "lowest_hand"


class Dealing(StrEnum):
    """Who deals the next round."""

    ROTATES = "rotates"
    WINNER = "winner"
    NOBODY = "nobody"


class Tie(StrEnum):
    """What equals at the end of a game do."""

    ANOTHER_ROUND = "another_round"
    SHARED = "shared"


class SeveralPast(StrEnum):
    """What happens when several reach the target in one round."""

    BEST_WINS = "best_wins"
    DEAL_AGAIN = "deal_again"


@dataclass(frozen=True)
class Deck:
    """The packs: how many, with how many jokers in all, and what else is wild."""

    packs: int
    jokers: int
    tiles: bool = False
    two_packs_from: int | None = None  # so many players or more take two packs, and two packs' jokers
    wild_ranks: tuple[Rank, ...] = ()

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
    """Who plays and how many cards each is dealt.

    `cards` are steps: (most players, cards each), the last one for any number.
    """

    cards: tuple[tuple[int | None, int], ...]
    most_players: int | None = None
    fewest_players: int = 2
    up_card: bool = True
    dealer: Dealing = Dealing.ROTATES
    first: str = ""  # who begins, a marked sentence

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
    rules: Mapping[str, str] = field(default_factory=dict)  # what a fault is about -> rule id


@dataclass(frozen=True)
class JokerRules:
    """What jokers may do."""

    limit: JokerLimit = JokerLimit.NONE
    declared: Declaration = Declaration.NO
    reclaim: Reclaim = Reclaim.NO
    reclaim_with_table_card: bool = False
    reclaim_before_opening: bool = False
    any_missing_suit: bool = False  # any suit that a set lacks frees its joker, whatever was said
    either_suit_frees: bool = True  # of two suits that a set lacks, one is enough if none was named
    reclaimed_to: JokerGoes = JokerGoes.HAND
    may_be_left_over: bool = True  # a joker may also leave its meld because the cards beside it are moved away


@dataclass(frozen=True)
class Turn:
    """What may be done in a turn."""

    draw_first: bool = True  # false: only who lays nothing draws, and that ends the turn
    take_top_card: bool = False
    take_top_card_only_opened: bool = False
    take_whole_pile: bool = False
    take_deeper_card: bool = False  # any card of the pile, with all above it
    knock: bool = False
    knock_only_opened: bool = False
    discard_taken_card: bool = False  # the top discard, just taken, may be thrown back
    discard_face_up: bool = False  # the rules say so of every discard but the one that closes
    pile_needs_covered_card: bool = False
    pile_meld_size: int | None = None  # the meld that justifies taking the pile has exactly so many cards
    pile_meld_first: bool = False  # it is laid before anything else
    covered_while_visible: bool = True  # a discard below the top one counts as covered though all can be seen
    failed_pile_kept: bool = True  # who took the pile without a meld keeps its cards
    wanted_card_at_once: bool = False
    wanted_joker: bool = True  # a joker in the pile may be the card that is wanted
    top_card_at_once: bool = False
    pile_visible: bool = False
    first_round_closed: bool = False  # nothing laid, no pile taken, until everybody had a turn
    opening_minimum: int | None = None
    opening_new_only: bool = False
    opening_in_one_meld: bool = False  # one meld alone must reach the minimum
    melds_each: int | None = None
    melds_each_after_pile: bool = True  # so many also for who took several cards of the pile
    lay_off_when_opening: bool = True  # in the turn in which the minimum was laid
    lay_off: bool = True
    lay_off_before_own: bool = True
    lay_off_for_layer: bool = False  # a card laid off scores for who laid it
    rearrange: bool = False
    table_to_hand: bool = False  # who rearranges may also take cards from the table
    rummy_call: bool = False
    discarder_may_call: bool = False
    seconds: int | None = None
    time_out_tiles: int = 0
    time_out_keeps_valid: bool = False  # a table that is valid when the time is up stays


@dataclass(frozen=True)
class Closing:
    """How a round is closed."""

    last_discard: LastDiscard = LastDiscard.ANY_FACE
    call_on_closing_card: bool = False
    closing_card_may_fit: bool = True
    empty_hand_closes: bool = False  # also without the discard that the rules ask for
    cardless_plays_on: bool = False  # who has laid every card and has none to discard plays on without cards
    cardless_swaps: bool = False  # that player may exchange a joker with the card drawn
    last_card_laid_off: bool = True  # where no discard is needed, the last card may be laid off
    call_needed: bool = False  # the round goes on until the call that goes with the last card is made
    hand_only: bool = False
    hand_needs_minimum: bool = True  # laying everything at once must reach the opening minimum, too
    bonus: int = 0  # points for closing as such
    double_needs_no_lay_off: bool = False
    stock_empty: EmptyStock = EmptyStock.SHUFFLE_KEEP_TOP
    hows: tuple[How, ...] = (How.OUT, How.STOCK_EMPTY)


@dataclass(frozen=True)
class CardValues:
    """What a card counts: at scoring, and toward the opening minimum where that differs."""

    ranks: Mapping[Rank, int]
    joker: int
    joker_as_card: bool = False  # a joker that is laid counts as the card it stands for
    opening_joker: int | None = None  # what a joker counts toward the minimum, whatever it stands for
    opening_ace_high: int | None = None
    opening_ace_low: int | None = None
    wild_as_joker: bool = True  # a wild rank left in hand counts as much as a joker

    def of(self, card: Card, wild: tuple[Rank, ...] = ()) -> int:
        """Return the points of `card`; a rank in `wild` counts as a joker, or as what it is."""
        if card.rank is None or (card.rank in wild and self.wild_as_joker):
            return self.joker
        return self.ranks[card.rank]

    def as_laid(self, card: Card, *, ace_low: bool = False) -> int:
        """Return what the natural `card` counts in a meld; `ace_low` says that it is an ace below a two."""
        if card.rank is Rank.ACE:
            special = self.opening_ace_low if ace_low else self.opening_ace_high
            return self.ranks[Rank.ACE] if special is None else special
        return self.joker if card.rank is None else self.ranks[card.rank]


@dataclass(frozen=True)
class Penalty:
    """A penalty that is counted per offence: its key in an entry, its points (negative)."""

    key: str
    points: int
    rule: str
    label: str


@dataclass(frozen=True)
class Doubling:
    """A way of going out that doubles: its key in a round, its name."""

    key: str
    rule: str
    label: str


@dataclass(frozen=True)
class Scoring:
    """Who scores what in a round.

    Each player's cards: `table_scores` (laid cards count for the player),
    `hands_cost` (cards in hand count against him), `closer_collects` (the closer gets
    what the others hold). The rule ids stand beside what they explain.
    """

    table_scores: bool
    hands_cost: bool
    closer_collects: bool
    closer_is_free: bool  # the closer's own hand costs him nothing
    table_rule: str | None
    hand_rule: str
    closer_rule: str
    no_closer: NoCloser
    no_closer_rule: str
    closer_follows_points: bool = False  # the others' points, too, tell what a closer without an entry gets
    chips: bool = False
    chips_doubled: bool = True  # what doubles a round doubles what is paid in chips, too
    point_step: int = 1  # every card's value is a multiple of it
    penalties: tuple[Penalty, ...] = ()
    doubling: Doubling | None = None

    @property
    def zero_sum(self) -> bool:
        """Whether every round adds up to zero."""
        return self.hands_cost and self.closer_collects

    @property
    def closer_may_be_left_out(self) -> bool:
        """Whether a closer without an entry has a score all the same."""
        return self.closer_is_free


@dataclass(frozen=True)
class Ending:
    """When the game ends, and who has won."""

    target: int | None = None
    past_target: bool = False  # the target must be exceeded
    rounds: int | None = None  # a number of rounds; the target then ends nothing
    closest_wins: bool = False
    closest_reached_only: bool = False  # only totals that have reached the target can be the closest
    several: SeveralPast = SeveralPast.BEST_WINS
    tie: Tie = Tie.SHARED
    rule: str = ""


@dataclass(frozen=True)
class Variant:
    """A game with all its rules. `house_rules` are the choices that made it, as given."""

    key: str
    version: str
    name: str
    country: str
    language: str
    summary: str
    source: Source
    deck: Deck
    deal: Deal
    melds: MeldRules
    jokers: JokerRules
    turn: Turn
    closing: Closing
    values: CardValues
    scoring: Scoring
    ending: Ending
    options: tuple[Option, ...]
    rule_list: tuple[Rule, ...]
    cites: Mapping[str, str] = field(default_factory=dict)  # what the referee speaks about -> rule id
    exclusive: tuple[tuple[str, str], ...] = ()  # switches that cannot both be on
    house_rules: Mapping[str, Choice] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule, option and ambiguity by its id."""
        return MappingProxyType({rule.key: rule for rule in self.rule_list})

    @property
    def ambiguities(self) -> tuple[Ambiguity, ...]:
        """What the source does not settle, with our defaults."""
        return tuple(rule for rule in self.rule_list if isinstance(rule, Ambiguity))

    def with_house_rules(self, choices: Mapping[str, object]) -> "Variant":
        """Return this variant with `choices` (option key -> choice) made.

        None for an option that has no such choice is the same as left out.

        Raises:
            InvalidHouseRules: an unknown option or choice, or options that exclude each other.
        """
        made = check_choices(self.options, self.exclusive, choices)
        variant: Variant = replace(self, house_rules=MappingProxyType(dict(made)))
        for option in self.options:
            if option.key in made:
                for path, value in option.changes_for(made[option.key]).items():
                    variant = _put(variant, path.split("."), value)
        return variant

    def read_as(self, reading: Reading) -> "Variant | None":
        """Return this variant as another `reading` of its source has it; None if that changes nothing we model."""
        if reading.option is not None:
            return replace(self.with_house_rules({reading.option: reading.choice}), house_rules=self.house_rules)
        variant = self
        for path, value in reading.changes.items():
            variant = _put(variant, path.split("."), value)
        return variant if reading.changes else None

    @cached_property
    def open_readings(self) -> tuple[tuple[Ambiguity, tuple["OtherReading", ...]], ...]:
        """What the source leaves open and the table has not settled, each with its other readings.

        The table has settled it by choosing a house rule that selects a reading, or that is about it.
        """
        return tuple(
            (ambiguity, tuple(OtherReading(r, self.read_as(r), self.changed_by(r)) for r in ambiguity.readings))
            for ambiguity in self.ambiguities
            if not self._is_settled(ambiguity)
        )

    def readings_touched(self, seen: Collection[tuple[str, str]]) -> set[int]:
        """Return which of the `open_readings`, by index, hang on any of the fields (part, name) that were seen."""
        by_field = self._by_field
        return by_field[None].union(*[by_field[field] for field in by_field.keys() & seen])

    def readings_about(self, keys: Collection[str]) -> set[int]:
        """Return which of the `open_readings`, by index, are those of ambiguities with these ids."""
        return {index for index, (ambiguity, _) in enumerate(self.open_readings) if ambiguity.key in keys}

    @cached_property
    def watched_copies(self) -> list[tuple["Variant", set[tuple[str, str]]]]:
        """Copies of this variant that nobody asks just now (`watching`)."""
        return []

    @cached_property
    def _by_field(self) -> dict[tuple[str, str] | None, set[int]]:
        """The indexes of the open readings by the field that one of them changes; None: by what is no part's field."""
        found: dict[tuple[str, str] | None, set[int]] = {None: set()}
        for index, (_, readings) in enumerate(self.open_readings):
            for path in (path for other in readings for path in other.paths):
                part, _, name = path.partition(".")
                field_ = (part, name.partition(".")[0]) if is_dataclass(getattr(self, part)) else None
                found.setdefault(field_, set()).add(index)
        return found

    def _is_settled(self, ambiguity: Ambiguity) -> bool:
        options = {reading.option for reading in ambiguity.readings}
        options |= {option.key for option in self.options if option.rule == ambiguity.key}
        return any(option in self.house_rules for option in options)

    def changed_by(self, reading: Reading) -> Collection[str]:
        """Return the fields (dotted paths) that another `reading` of the source changes."""
        if reading.option is None:
            return reading.changes
        return next(option for option in self.options if option.key == reading.option).changes_for(reading.choice)

    def chosen(self, option: Option) -> Choice:
        """Return the choice in force for `option`."""
        return self.house_rules.get(option.key, option.default)

    @cached_property
    def choices(self) -> Mapping[str, Choice]:
        """The choice in force for every option, by its key."""
        return {option.key: self.chosen(option) for option in self.options}

    @cached_property
    def most_players(self) -> int:
        """The largest number of players: the variant's own, or as many as the packs can be dealt to."""
        if self.deal.most_players is not None:
            return self.deal.most_players
        players = self.deal.fewest_players
        while (players + 1) * self.deal.cards_for(players + 1) + self.deal.up_card <= self.deck.size(players + 1):
            players += 1
        return players

    def check_players(self, players: int) -> None:
        """Check the number of players.

        Raises:
            InvalidPlayers: fewer or more than can play with these packs.
        """
        if not self.deal.fewest_players <= players <= self.most_players:
            raise InvalidPlayers(
                Problem(
                    N_("This game is for {fewest} to {most} players, not {players}."),
                    ("players",),
                    {"fewest": self.deal.fewest_players, "most": self.most_players, "players": players},
                )
            )

    def value(self, card: Card) -> int:
        """Return what `card` counts when a round is scored, in points."""
        return self.values.of(card, self.deck.wild_ranks)

    def worth(self, players: int) -> int:
        """Return what all cards of the packs of `players` are worth together, in points."""
        naturals = 4 * sum(self.value(Card(rank, None)) for rank in Rank)
        return naturals * self.deck.packs_for(players) + self.values.joker * self.deck.jokers_for(players)


@dataclass(frozen=True)
class OtherReading:
    """Another reading of a variant's source: the variant as it has it (`read_as`), the fields that it changes."""

    reading: Reading
    variant: Variant | None
    paths: Collection[str]


def _put(part: Any, path: list[str], value: object) -> Any:
    """Return a copy of `part`, a dataclass or a mapping, with what is at `path` set to `value`."""
    name, *rest = path
    if isinstance(part, Mapping):
        return {**part, name: _put(part[name], rest, value) if rest else value}
    return replace(part, **{name: _put(getattr(part, name), rest, value) if rest else value})


def read_field(variant: Variant, path: str) -> object:
    """Return the field at a dotted `path` (`"deck.jokers"`), which may lead into a mapping.

    Raises:
        AttributeError: there is no such field.
    """
    part: Any = variant
    for name in path.split("."):
        if isinstance(part, Mapping) and name in part:
            part = part[name]
        elif is_dataclass(part) and any(f.name == name for f in fields(part)):
            part = getattr(part, name)
        else:
            raise AttributeError(path)
    return part
