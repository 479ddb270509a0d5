"""What a game is: `Variant` and its parts, all of them data.

One file in `variants/` fills them in for each game. A house rule is an `Option`;
`Variant.with_house_rules` returns another frozen variant with the choices made.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from math import gcd
from types import MappingProxyType
from typing import TypeAlias, get_type_hints

from ...cached_property import cached_property
from ..cards import Card, Rank
from ..errors import N_, InvalidPlayers, Problem
from .ending import Ending
from .irregularities import Irregularity, Remedy
from .options import Choice, Option, check_choices
from .parts import CallRules, Closing, Deal, Deck, JokerRules, JokerSwap, KnockRules, MeldRules, Turn
from .paths import with_fields
from .presets import Preset
from .scoring import CardValues, Scoring
from .sources import Ambiguity, Reading, Remark, Rule, Source
from .terms import AceOrder, ValuePlace
from .topics import Chapter, Topic

PartField: TypeAlias = tuple[str, str]  # (name of a part or of a mapping beside the parts, name of its field or entry)


@dataclass(frozen=True, repr=False, kw_only=True)
class Variant:
    """A game with all its rules. `house_rules` are the choices that made it, as given.

    `version` is a number, raised when a change of the rules changes an answer of the referee: an import keeps the
    rulings of an older version as they are (`services.transfer`).
    """

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
    jokers: JokerRules = field(default_factory=JokerRules)
    swap: JokerSwap = field(default_factory=JokerSwap)
    turn: Turn = field(default_factory=Turn)
    call: CallRules = field(default_factory=CallRules)
    closing: Closing
    knock: KnockRules = field(default_factory=KnockRules)
    values: CardValues
    scoring: Scoring
    ending: Ending
    options: tuple[Option, ...]
    presets: tuple[Preset, ...] = ()  # house rules that a table may choose as one
    chapters: Mapping[Chapter, str]  # in the order of play: every id once, after the rule that it changes
    rule_list: tuple[Rule, ...]
    cites: Mapping[Topic, str] = field(default_factory=dict)  # what a reason is about -> rule id
    irregular: Mapping[Irregularity, Remedy] = field(default_factory=dict)
    remarks: Mapping[str, Remark] = field(default_factory=dict)  # by what they are about: `About`, or a penalty's key
    exclusive: tuple[tuple[str, str], ...] = ()  # switches that cannot both be on
    house_rules: Mapping[str, Choice] = field(default_factory=lambda: MappingProxyType({}))
    emblem: str = "♠"  # what stands on the front card or tile of the game's mark: a suit or a number
    own_name: str = ""  # what the table calls the game
    idle_options: frozenset[str] = frozenset()  # the keys of house rules that change nothing at this table

    def __repr__(self) -> str:
        return f"<Variant {self.key} {dict(self.house_rules)}>"

    @property
    def has_cards(self) -> bool:
        """Whether the app knows the cards of this game; if not, it counts points, and judges no cards."""
        return self.deck.packs > 0

    @property
    def enters_points(self) -> bool:
        """Whether a round is usually entered as points, not as the sums of what is left in hand."""
        return self.scoring.table_scores or not self.has_cards

    @property
    def may_charge_unopened(self) -> bool:
        """Whether it matters by some house rule who has opened when a round ends."""
        return any("scoring.unopened" in option.fields for option in self.options)

    @property
    def may_eliminate(self) -> bool:
        """Whether players can be eliminated by some house rule."""
        return self.ending.limit is not None or any("ending.limit" in option.fields for option in self.options)

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule, option and ambiguity by its id."""
        return MappingProxyType({rule.key: rule for rule in self.rule_list})

    @property
    def ambiguities(self) -> tuple[Ambiguity, ...]:
        """The ambiguities of the source, with our defaults."""
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
                variant = with_fields(variant, self._changes(option, made[option.key], made))
        return variant

    @cached_property
    def melds_are_plain(self) -> bool:
        """Whether all melds are sets of three or four and runs of three or more, and a natural counts the same in each.

        The ace is the lowest card, a run has one suit, and no card but a joker is wild.
        """
        melds = self.melds
        return (
            melds.ace is AceOrder.LOW
            and melds.runs
            and melds.sets
            and not melds.run_suits_mixed
            and (melds.run_shortest, melds.run_longest, melds.set_smallest, melds.set_largest) == (3, None, 3, 4)
            and not self.deck.wild_ranks
            and not self.values.places.keys() - {ValuePlace.OPENING_JOKER}
        )

    @cached_property
    def at_play(self) -> "Variant":
        """This variant in a game: what its pages state before the first round (`STATED`) counts as chosen."""
        stated = {option.key: option.default for option in self.options if option.sets in STATED}
        return self.with_house_rules({**stated, **self.house_rules})

    def read_as(self, reading: Reading) -> "Variant | None":
        """Return this variant under another `reading` of its source; None if no field models the difference."""
        changes = self.changed_by(reading)
        return with_fields(self, changes) if changes else None

    @cached_property
    def open_readings(self) -> tuple[tuple[Ambiguity, tuple["OtherReading", ...]], ...]:
        """The ambiguities that the table has not settled, each with its other readings.

        The table has settled it by choosing a house rule that selects a reading, or that is about it.
        """
        return tuple(
            (ambiguity, tuple(OtherReading(r, self.read_as(r), self.changed_by(r)) for r in ambiguity.readings))
            for ambiguity in self.ambiguities
            if not self.settling(ambiguity) and not self._is_idle(ambiguity)
        )

    def readings_touched(self, seen: Collection[PartField]) -> set[int]:
        """Return the indexes of the `open_readings` that change any of the fields (part, name) that were seen."""
        by_field = self._by_field
        return by_field[None].union(*[by_field[field] for field in by_field.keys() & seen])

    def readings_about(self, keys: Collection[str]) -> set[int]:
        """Return the indexes of the `open_readings` of ambiguities with these ids."""
        return {index for index, (ambiguity, _) in enumerate(self.open_readings) if ambiguity.key in keys}

    @cached_property
    def idle_tracked_copies(self) -> list[tuple["Variant", set[PartField]]]:
        """Tracked copies of this variant that no question is using (`referee.read_tracking`)."""
        return []

    @cached_property
    def _by_field(self) -> dict[PartField | None, set[int]]:
        """The indexes of the open readings by the fields that they change; None stands for a field of no part."""
        found: dict[tuple[str, str] | None, set[int]] = {None: set()}
        for index, (_, readings) in enumerate(self.open_readings):
            for changed in {field_ for other in readings for field_ in other.fields}:
                found.setdefault(changed, set()).add(index)
        return found

    def at_table(self, players: int) -> "Variant":
        """Return this variant as `players` play it: a house rule for more packs than they use changes nothing."""
        packs = self.deck.packs_for(players)
        if packs not in self._idle_with:
            self._idle_with[packs] = frozenset(option.key for option in self.options if option.packs > max(packs, 1))
        idle = self._idle_with[packs]
        return self._without(idle) if idle != self.idle_options else self

    @cached_property
    def _idle_with(self) -> dict[int, frozenset[str]]:
        """The idle house rules by the number of packs, filled by `at_table`."""
        return {}

    def _without(self, idle: frozenset[str]) -> "Variant":
        if idle not in self._at_tables:
            variant = replace(self, idle_options=idle)
            for option in (self.option(key) for key in idle):
                variant = with_fields(variant, option.changes_for(option.default))
            self._at_tables[idle] = variant
        return self._at_tables[idle]

    @cached_property
    def _at_tables(self) -> dict[frozenset[str], "Variant"]:
        return {}

    def _is_idle(self, ambiguity: Ambiguity) -> bool:
        options = {reading.option for reading in ambiguity.readings}
        return bool(options) and options <= self.idle_options

    def settling(self, ambiguity: Ambiguity) -> tuple[Option, ...]:
        """Return the house rules by whose choice the table has settled an ambiguity; none if it is open."""
        read = {reading.option for reading in ambiguity.readings}
        about = (o for o in self.options if o.rule == ambiguity.key or o.key in read)
        return tuple(option for option in about if option.key in self.house_rules)

    def changed_by(self, reading: Reading) -> Mapping[str, object]:
        """Return the fields (dotted paths) that another `reading` of the source changes, with its values."""
        return self._changes(self.option(reading.option), reading.choice, self.house_rules)

    def _changes(self, option: Option, choice: Choice, choices: Mapping[str, Choice]) -> Mapping[str, object]:
        """Return which fields get which values under a choice beside the other `choices`; none if it needs others."""
        needs = option.needs.items()
        met = all(choices.get(key, self.option(key).default) == needed for key, needed in needs)
        return option.changes_for(choice) if met else {}

    def option(self, key: str) -> Option:
        """Return the house rule `key`, which must be one of this variant."""
        return next(option for option in self.options if option.key == key)

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
        more = self.deal.up_card + self.deal.first_extra
        while (players + 1) * self.deal.cards_for(players + 1) + more <= self.deck.size(players + 1):
            players += 1
        return players

    def check_players(self, players: int) -> None:
        """Check the number of players.

        Raises:
            InvalidPlayers: fewer or more than can play with these packs, or somebody is without a partner.
        """
        if self.ending.partner_rule and (players % 2 or players < TWO_SIDES):
            message = N_("Teams of two need an even number of players, at least {fewest}, not {players}.")
            raise InvalidPlayers(Problem(message, ("players",), {"fewest": TWO_SIDES, "players": players}))
        if not self.deal.fewest_players <= players <= self.most_players:
            fewest, most = self.deal.fewest_players, self.most_players
            number = N_("The number of players must be {fewest}, not {players}.")
            numbers = N_("This game is for {fewest} to {most} players, not {players}.")
            values = {"fewest": fewest, "players": players} if fewest == most else {"fewest": fewest, "most": most}
            message = number if fewest == most else numbers
            raise InvalidPlayers(Problem(message, ("players",), {**values, "players": players}))

    @property
    def point_step(self) -> int:
        """What every score of a round is a multiple of: of the cards' values, and what a table lets jokers, penalties
        and going out count.
        """
        joker = self.values.joker if self.deck.jokers else 0
        return gcd(self.scoring.point_step, joker, self.closing.bonus, *(p.points for p in self.scoring.penalties))

    def value(self, card: Card) -> int:
        """Return what `card` counts when a round is scored, in points."""
        return self.values.of(card, self.deck.wild_ranks)

    def worth(self, players: int) -> int:
        """Return what all cards of the packs of `players` are worth together, in points."""
        jokers = self.values.joker * self.deck.jokers_for(players)
        return self._worth_of_naturals * self.deck.packs_for(players) + jokers

    @cached_property
    def _worth_of_naturals(self) -> int:
        """What the natural cards of a pack are worth together, in points, each where it counts most."""
        ace = Card(Rank.ACE, None)
        more_laid = max(0, self.values.as_laid(ace) - self.value(ace)) if self.scoring.table_scores else 0
        return 4 * (sum(self.value(Card(rank, None)) for rank in Rank) + more_laid)


@dataclass(frozen=True)
class OtherReading:
    """Another reading of a variant's source, the variant under it (`read_as`), and the paths that it changes."""

    reading: Reading
    variant: Variant | None
    paths: Collection[str]

    @cached_property
    def fields(self) -> frozenset[PartField | None]:
        """The fields that it changes, None for one whose reads are not tracked; without those of remarks only."""
        return frozenset(_field_of(path) for path in self.paths if not path.startswith(_WORDING_ONLY))

    def may_differ(self, seen: Collection[PartField]) -> bool:
        """Return whether an answer that depends on the fields `seen` may differ under this reading."""
        return None in self.fields or not self.fields.isdisjoint(seen)


PARTS = frozenset(name for name, kind in get_type_hints(Variant).items() if is_dataclass(kind))

STATED = frozenset({"deck.jokers", "turn.opening.points", "ending.target", "ending.rounds", "ending.limit"})
"""The fields whose values a game's pages state before its first round."""

TWO_SIDES = 4
"""The players of two sides."""

BY_ENTRY = frozenset(
    {
        ("swap", "requires"),
        ("turn", "draws"),
        ("turn", "opening"),
        ("closing", "requires"),
        ("knock", "bonuses"),
        ("knock", "rules"),
        ("values", "places"),
        ("values", "ranks"),
    }
)
"""The mappings (part, field) of which each entry counts as a field of its own when reads are tracked."""

BESIDE_PARTS = ("irregular",)
"""The mappings that are in no part; each entry counts as a field when reads are tracked."""

_WORDING_ONLY = ("cites.", "melds.rules.", "remarks.")  # fields that change no verdict and no fact


def _field_of(path: str) -> PartField | None:
    """Return the field that a dotted path leads to, of a mapping `BY_ENTRY` field and key; None if not tracked."""
    part, _, rest = path.partition(".")
    name, *keys = rest.split(".")
    if part in BESIDE_PARTS:
        return (part, name)
    if part not in PARTS:
        return None
    return (part, f"{name}.{keys[0]}" if (part, name) in BY_ENTRY and keys else name)
