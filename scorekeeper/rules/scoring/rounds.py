"""A round as entered, and what its cards count."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from ..cards import Card
from ..errors import N_
from ..melds.fitting import targets
from ..model.terms import How, NoCloser
from ..model.variant import Variant
from .deadwood import deadwood
from .laid_cards import laid_addends, low_aces_among
from .unopened import best_opening, unopened_points

Player = str
PenaltyCounts = Mapping[str, int]


@dataclass(frozen=True)
class PointsEntry:
    """Final points: signed, with doubling and penalties applied."""

    points: int
    opened: ClassVar[bool] = True
    could_open: ClassVar[bool | None] = None


@dataclass(frozen=True)
class SumsEntry:
    """The points of the cards laid (`plus`) and left in hand (`minus`), each ≥ 0, before doubling."""

    plus: int = 0
    minus: int = 0
    penalties: PenaltyCounts = field(default_factory=dict)
    opened: bool = True
    could_open: bool | None = None  # whether the cards of a player who has not `opened` could have; None: not said


@dataclass(frozen=True)
class CardsEntry:
    """The cards laid, in melds and singly, and those left in hand.

    `low_aces` are those of `laid_off` that lie below a two; None if it follows from the melds of the round (`located`).
    """

    melds: tuple[tuple[Card, ...], ...] = ()
    laid_off: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    penalties: PenaltyCounts = field(default_factory=dict)
    low_aces: tuple[Card, ...] | None = None
    opened: bool = True
    could_open: bool | None = None


Entry = PointsEntry | SumsEntry | CardsEntry


@dataclass(frozen=True)
class Round:
    """A round as entered: the `players` by seat, an entry for each (the closer's may be missing).

    `closer`: who went out; None if nobody did. `way`: the key of the special way of closing; None for the ordinary one.
    `upcard`: the card that was turned up when the round was dealt; None if nobody said.
    """

    players: tuple[Player, ...]
    entries: Mapping[Player, Entry]
    closer: Player | None = None
    how: How = How.OUT
    way: str | None = None
    upcard: Card | None = None

    @property
    def all_points(self) -> bool:
        """Whether every entry is final points."""
        return all(isinstance(entry, PointsEntry) for entry in self.entries.values())

    @property
    def any_points(self) -> bool:
        """Whether some entry is final points."""
        return any(isinstance(entry, PointsEntry) for entry in self.entries.values())


def hand_points(variant: Variant, entry: Entry | None) -> int:
    """Return the points of the cards left in hand, ≥ 0; 0 for final points, which do not contain them."""
    match entry:
        case SumsEntry():
            return entry.minus
        case CardsEntry():
            return deadwood(variant, entry.hand).points(variant)
    return 0


def table_points(variant: Variant, entry: Entry | None) -> int:
    """Return the points of the laid cards, ≥ 0; 0 for final points, which do not contain them.

    An ace that was laid off counts as a low one only if `low_aces` of its entry has it (see `located`).
    """
    match entry:
        case SumsEntry():
            return entry.plus
        case CardsEntry():
            return sum(each.points for each in laid_addends(variant, entry.melds, entry.laid_off, entry.low_aces))
    return 0


def factor(variant: Variant, way: str | None) -> int:
    """Return the factor of the hands for a way of closing; 1 for the ordinary way (None) and for chips paid singly."""
    closed = variant.closing.ways.get(way or "")
    singly = variant.scoring.chips and not variant.scoring.chips_doubled
    return 1 if closed is None or singly else closed.factor


def counted(times: int) -> str:
    """Return the marked sentence that a way of closing (`way`) multiplies the round by `times`."""
    return _COUNTED.get(times, N_("{way}: the round counts × {times}."))


_COUNTED = {1: N_("{way}: the round counts as usual."), 2: N_("{way}: the round counts double.")}


def lowest_hands(variant: Variant, round_: Round) -> tuple[Player, ...]:
    """Return who has the fewest points in hand, several if equal. Only for rounds without final points."""
    left = {player: hand_points(variant, round_.entries.get(player)) for player in round_.players}
    return tuple(player for player in round_.players if left[player] == min(left.values()))


def with_openings(variant: Variant, round_: Round) -> Round:
    """Return the round with `could_open` of each who has not opened, found by the cards left in hand."""
    found = {}
    for player, entry in round_.entries.items():
        if isinstance(entry, CardsEntry) and (best := best_opening(variant, entry, entry.hand)) is not None:
            found[player] = replace(entry, could_open=best.meets_minimum)
    return replace(round_, entries={**round_.entries, **found}) if found else round_


def paid_points(variant: Variant, round_: Round, player: Player) -> int:
    """Return what `player` pays for the cards in hand, ≥ 0: where the lowest hand wins, what they have more, if so.

    It is nothing where the price of not having opened takes its place.
    """
    left = hand_points(variant, round_.entries.get(player))
    if not variant.scoring.unopened_on_top and unopened_points(variant, round_.entries.get(player)):
        return 0
    if not variant.scoring.lowest_taken_off or round_.how is How.OUT or not left:
        return left
    return left - min(hand_points(variant, round_.entries.get(each)) for each in round_.players)


def sharers(variant: Variant, round_: Round) -> tuple[Player, ...]:
    """Return the equal lowest hands that share what the others pay; none if it cannot be divided (NO-A11)."""
    if not _lowest_decides(variant, round_) or len(lowest := lowest_hands(variant, round_)) < 2:
        return ()
    paid = sum(paid_points(variant, round_, player) for player in round_.players if player not in lowest)
    return lowest if variant.scoring.lowest_share and paid % len(lowest) == 0 else ()


def _lowest_decides(variant: Variant, round_: Round) -> bool:
    nobody = round_.how is not How.OUT and round_.closer is None
    return nobody and variant.scoring.no_closer is NoCloser.LOWEST_HAND and not round_.any_points


def credited(variant: Variant, round_: Round) -> Round:
    """Return the round with each card laid off moved to the player whom it counts for (CS-A8).

    That is who laid them, or where the table has it so, who laid the meld, if only one player's melds take the card.
    """
    entries = {player: entry for player, entry in round_.entries.items() if isinstance(entry, CardsEntry)}
    laid_off = [(player, card) for player, entry in entries.items() for card in entry.laid_off]
    if not laid_off or not variant.scoring.laid_off_to_owner:
        return round_
    owners = [player for player, entry in entries.items() for _ in entry.melds]
    melds = [meld for entry in entries.values() for meld in entry.melds]
    held: dict[Player, list[Card]] = {player: [] for player in entries}
    for place, (player, card) in enumerate(laid_off):
        others = [other for at, (_, other) in enumerate(laid_off) if at != place]
        takers = {owners[index] for index in targets(variant, melds, card, others)}
        held[takers.pop() if len(takers) == 1 else player].append(card)
    moved = {player: replace(entry, laid_off=tuple(held[player])) for player, entry in entries.items()}
    return replace(round_, entries={**round_.entries, **moved})


def located(variant: Variant, round_: Round) -> Round:
    """Return the round with missing `low_aces` of its entries filled in: where the melds leave no other place.

    The round is unchanged where an ace counts the same everywhere.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    if not variant.values.low_ace_differs or not variant.scoring.table_scores:
        return round_
    entries = {player: entry for player, entry in round_.entries.items() if isinstance(entry, CardsEntry)}
    melds = [meld for entry in entries.values() for meld in entry.melds]
    found = {}
    for player, entry in entries.items():
        if entry.low_aces is None:
            others = [card for other, each in entries.items() if other != player for card in each.laid_off]
            low = low_aces_among(variant, melds, entry.laid_off, tuple(others))
            found[player] = replace(entry, low_aces=low)
    return replace(round_, entries={**round_.entries, **found}) if found else round_
