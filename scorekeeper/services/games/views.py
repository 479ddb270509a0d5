"""The view of a game: its rounds scored, its totals, who has won. All of it is derived from the revisions."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ...cached_property import cached_property
from ...rules.model.terms import Dealing
from ...rules.model.variant import Variant
from ...rules.scoring.ending import (
    DealReminder,
    Standing,
    deal_reminder,
    dealers,
    dealt_again,
    next_dealer,
    placings,
    standing,
    why_dealt_again,
)
from ...rules.scoring.payments import Payment, fewest_payments
from ...rules.scoring.plausibility import Finding
from ...rules.scoring.rounds import Round
from ...rules.scoring.scoring import Line
from ...rules.variants import get_variant
from ...store.rows import GameRow, RevisionRow
from .round_views import RoundView, ScoredRounds, posted_lines
from .state import Setup, State, fold


@dataclass(frozen=True)
class GameView:
    """A game at `version`."""

    id: str
    version: int
    setup: Setup
    variant: Variant
    rulebook: str
    created_at: datetime
    changed_at: datetime
    rounds: Sequence[RoundView]
    totals: Mapping[str, int]
    standing: Standing
    stopped: bool
    dealer: str | None
    can_undo: bool
    can_redo: bool
    start: Setup
    state: State
    scored: ScoredRounds = field(compare=False, repr=False)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What the table should know before the next round."""
        if not self.standing.deal_again:
            return ()
        ending = self.variant.ending
        again = dealt_again(ending, (round_.totals for round_ in self.counting[:-1]))
        return (why_dealt_again(ending, {name: self.totals[name] for name in self.players}, again=again),)

    @property
    def name(self) -> str | None:
        """The game's own name, if it has one."""
        return self.setup.name

    @property
    def deleted(self) -> bool:
        """Whether the game is deleted, so that it can be restored until it is removed for good."""
        return self.state.deleted

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names of those who play the next round, in their order."""
        return tuple(name for _, name in self.setup.players)

    @property
    def counting(self) -> list[RoundView]:
        """The rounds that count, in their order."""
        return [round_ for round_ in self.rounds if not round_.voided]

    @cached_property
    def deal(self) -> DealReminder:
        """The next deal."""
        return deal_reminder(self.variant, len(self.players))

    @cached_property
    def placings(self) -> list[tuple[int, str]]:
        """(place, name) of those at the table, from the best to the last."""
        return placings(self.variant.ending, {name: self.totals[name] for name in self.players})

    @cached_property
    def payments(self) -> list[Payment]:
        """Who pays whom how many chips if the game ends now; empty in a game for points."""
        return fewest_payments(self.totals) if self.variant.scoring.chips else []

    @cached_property
    def waiting(self) -> Mapping[str, tuple[Line, ...]]:
        """The penalties of accepted rulings that go to the next round, by name."""
        return posted_lines(self.state.posted(len(self.rounds) + 1), self.state.names)

    @cached_property
    def dealers(self) -> Mapping[int, str]:
        """Who dealt each round that counts, by its number; empty where nobody deals.

        It is whom the board would name before that round, by the settings of the round and the rounds that count now.
        """
        played: dict[int, tuple[Setup, dict[int, RoundView]]] = {}
        for round_ in self.counting:
            setup = self.state.rounds[round_.number].setup
            played.setdefault(id(setup), (setup, {}))[1][round_.number] = round_
        found: dict[int, str] = {}
        for setup, rounds in played.values():
            dealt = [each for each in self.counting if setup.since < each.number <= max(rounds)]
            variant = next(iter(rounds.values())).variant
            due = dealers(*_first_deal(setup, variant, self.state.names), *_outcomes(dealt))
            found |= {each.number: dealer for each, dealer in zip(dealt, due, strict=False) if each.number in rounds}
        return found

    def round(self, number: int) -> RoundView | None:
        """Return round `number`, None if there is none."""
        at = bisect_left(self.rounds, number, key=lambda round_: round_.number)
        return self.rounds[at] if at < len(self.rounds) and self.rounds[at].number == number else None


def _seat(totals: dict[str, int], setup: Setup, names: Mapping[str, str]) -> None:
    """Give everybody at the table who has no total yet the starting points."""
    for player, _ in setup.players:
        totals.setdefault(names[player], setup.points.get(player, 0))


LONG = 1_000
"""Revisions from which on a game counts as long: it takes a while to load."""
_MOST_NOTED = 10_000
_long: dict[str, None] = {}  # the ids of the long games that this process has loaded


def is_long(game_id: str) -> bool:
    """Return whether a game is known to be long, from an earlier request."""
    return game_id in _long


def _note_long(game_id: str) -> None:
    if len(_long) >= _MOST_NOTED:
        _long.clear()
    _long[game_id] = None


def game_view(game: GameRow, revisions: Iterable[RevisionRow]) -> GameView:
    """Return the view of a game after its `revisions`, in their order."""
    state = fold(game.start, revisions)
    return view_of(game, state, ScoredRounds(game.variant, state.names))


def view_of(game: GameRow, state: State, scored: ScoredRounds) -> GameView:
    """Return the view of a game in a `state`; `scored` has the names of that state."""
    if state.version > LONG:
        _note_long(game.id)
    names = state.names
    variant = get_variant(game.variant, state.setup.house_rules)
    rounds, totals = _rounds_of(state, scored)
    counting = [round_ for round_ in rounds if not round_.voided]
    seats = [name for _, name in state.setup.players]
    dealt = [round_ for round_ in counting if round_.number > state.setup.since]
    again = dealt_again(variant.ending, (round_.totals for round_ in counting[:-1]))
    return GameView(
        id=game.id,
        version=state.version,
        setup=state.setup,
        variant=variant,
        rulebook=game.rulebook,
        created_at=in_utc(game.created_at),
        changed_at=in_utc(state.last.at if state.last else game.created_at),
        rounds=rounds,
        totals=totals,
        standing=standing(
            variant.ending, {name: totals[name] for name in seats}, len(counting), stopped=state.stopped, again=again
        ),
        stopped=state.stopped,
        dealer=next_dealer(*_first_deal(state.setup, variant, names), *_outcomes(dealt)),
        can_undo=bool(state.done),
        can_redo=bool(state.undone),
        start=Setup.of(game.start),
        state=state,
        scored=scored,
    )


def _first_deal(setup: Setup, variant: Variant, names: Mapping[str, str]) -> tuple[Dealing, list[str], str]:
    """Return how the deal goes on by a setup, the names in the order of the seats, and who deals first."""
    return variant.deal.dealer, [names[player] for player, _ in setup.players], names[setup.dealer]


def _outcomes(dealt: Sequence[RoundView]) -> tuple[list[Round], list[Mapping[str, int]]]:
    """Return what decides who deals next: the rounds, and the points in each."""
    return [each.round for each in dealt], [each.scores for each in dealt]


def _rounds_of(state: State, scored: ScoredRounds) -> tuple[list[RoundView], dict[str, int]]:
    """Return the rounds of a state, each with the totals after it, and the totals of all who are or were there."""
    totals: dict[str, int] = {}
    rounds: list[RoundView] = []
    seated = None
    for number in sorted(state.rounds):
        stored = state.rounds[number]
        round_ = scored.with_totals(number, stored, state.posted(number))
        if stored.setup is not seated:
            seated = stored.setup
            _seat(totals, seated, scored.names)
        if not round_.voided:
            for player, points in round_.scores.items():
                totals[player] += points
        round_.totals.update(totals)
        rounds.append(round_)
    _seat(totals, state.setup, scored.names)
    return rounds, totals


def in_utc(moment: datetime | str) -> datetime:
    """Return a stored moment as an aware time in UTC; SQLite keeps no time zone."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
