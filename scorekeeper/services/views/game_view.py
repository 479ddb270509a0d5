"""The view of a game: its rounds scored, its totals, who has won. All of it is derived from the revisions."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ...cached_property import cached_property
from ...rules.errors import N_
from ...rules.model.terms import Dealing
from ...rules.model.variant import Variant
from ...rules.scoring.elimination import Eliminated
from ...rules.scoring.ending import (
    DealReminder,
    FinalBonus,
    Standing,
    deal_reminder,
    dealers,
    dealt_again,
    final_bonuses,
    grand_totals,
    next_dealer,
    placings,
    standing,
    why_dealt_again,
)
from ...rules.scoring.payments import Payment, fewest_payments
from ...rules.scoring.plausibility import Finding
from ...rules.scoring.rounds import Round
from ...rules.scoring.scoring import ScoreLine
from ...rules.scoring.sides import Side
from ...rules.variants import get_variant
from ...store.moments import in_utc
from ...store.rows import GameRow, RevisionRow
from ..circles.seating import circle_names
from ..wording import show_faces_of
from .round_views import RoundView, ScoredRounds, boxes_won, posted_lines
from .running_totals import Standby, count_rating, count_rounds_won, rounds_with_totals, standby_after
from .state import Setup, State, What, fold

HIDDEN = N_("The totals are hidden until the end.")


@dataclass(frozen=True)
class GameView:
    """A game at `version`."""

    id: str
    version: int
    setup: Setup
    variant: Variant
    rulebook: str
    circle_id: str | None
    created_at: datetime
    changed_at: datetime
    rounds: Sequence[RoundView]
    totals: Mapping[str, int]
    rating: Mapping[str, int]  # everybody's rating points; empty in a game without them
    rounds_won: Mapping[str, int]  # how many rounds each has won; empty where that decides nothing
    eliminated: Eliminated
    standing: Standing
    stopped: bool
    dealer: str | None
    can_undo: bool
    can_redo: bool
    start: Setup
    state: State
    scored: ScoredRounds = field(compare=False, repr=False)
    sides: Mapping[str, Side] = field(default_factory=dict)  # the members of players that are sides (`sides.sided`)

    def label(self, name: str) -> str:
        """Return the name under which a player is shown: that of the side, if this view shows sides."""
        return next((label for label, side in self.sides.items() if name in side), name)

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
    def note(self) -> str | None:
        """The note on the game, None without one."""
        return self.state.note

    @property
    def totals_hidden(self) -> bool:
        """Whether nobody sees totals, places or the leader for now: the table wants to know them at the end only."""
        return self.setup.hide_totals and not self.standing.ended

    @property
    def deleted(self) -> bool:
        """Whether the game is deleted, so that it can be restored until it is removed for good."""
        return self.state.deleted

    @property
    def played_at(self) -> datetime:
        """When the last round was entered, or the game began."""
        return max((in_utc(row.at) for row in self.state.done if row.what == What.ADD), default=self.created_at)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names of those who play the next round, in their order."""
        return tuple(name for _, name in self.setup.players)

    @property
    def counting(self) -> list[RoundView]:
        """The rounds that count, in their order."""
        return [round_ for round_ in self.rounds if not round_.voided]

    @cached_property
    def deal(self) -> DealReminder | None:
        """The next deal; None in a game without cards."""
        return deal_reminder(self.variant, len(self.players))

    @cached_property
    def placings(self) -> list[tuple[int, str]]:
        """(place, name) of those at the table, from the best to the last."""
        by_final = self.final if self.variant.ending.grand_total_wins else None
        totals = by_final or {name: self.totals[name] for name in self.players}
        return placings(self.variant.ending, totals, self.eliminated, self.apart)

    @property
    def apart(self) -> Mapping[str, int]:
        """What decides before the totals who is ahead: rounds won, else rating points; empty without them."""
        return self.rounds_won or self.rating

    @cached_property
    def boxes(self) -> Mapping[str, int]:
        """How many rounds each player at the table has won; some games pay a bonus for each at their end."""
        return boxes_won(self.counting, self.players)

    @cached_property
    def final(self) -> Mapping[str, int] | None:
        """The totals with the bonuses of the end of the game; None before it, or where there are none."""
        if not self.standing.ended or not self.variant.ending.grand_totals or not self.counting:
            return None
        return grand_totals(self.variant.ending, {name: self.totals[name] for name in self.players}, self.boxes)

    @cached_property
    def final_bonuses(self) -> Mapping[str, list[FinalBonus]]:
        """What each gets at the end of the game beside the total; empty before it, or where there are no bonuses."""
        if self.final is None:
            return {}
        return final_bonuses(self.variant.ending, {name: self.totals[name] for name in self.players}, self.boxes)

    @property
    def final_words(self) -> list[tuple[str, str, Mapping[str, int]]]:
        """The bonuses of the end as (sentence, rule, what each gets by it)."""
        found: dict[tuple[str, str], dict[str, int]] = {}
        for name, bonuses in self.final_bonuses.items():
            for bonus in bonuses:
                found.setdefault((bonus.message, bonus.rule), {})[name] = bonus.points
        return [(message, rule, points) for (message, rule), points in found.items()]

    @cached_property
    def standby(self) -> Standby:
        """Who is out of the next round, and who of them may come back in before it."""
        found = standby_after(self.variant, self.eliminated, {name: self.totals[name] for name in self.players})
        return Standby(found.out) if self.standing.ended else found

    @property
    def playing(self) -> tuple[str, ...]:
        """The names of those who are in, in the order of the seats."""
        return tuple(name for name in self.players if name not in self.eliminated.out)

    def number_in(self, number: int | None = None) -> int:
        """Return how many play round `number`, or else the next one; as many as are needed once the game is over."""
        played = self.round(number) if number is not None else None
        players = self.playing if played is None else played.players
        return max(len(players), self.variant.deal.fewest_players)

    def standby_before(self, number: int) -> Standby:
        """Return who was out of round `number`, and who of them could come back in before it."""
        stored = self.state.rounds[number]
        earlier = replace(self.state, rounds={at: each for at, each in self.state.rounds.items() if at < number})
        _, race = rounds_with_totals(replace(earlier, setup=stored.setup), self.scored)
        variant = get_variant(self.variant.key, stored.setup.house_rules)
        seats = [self.scored.names[player] for player, _ in stored.setup.players]
        return standby_after(variant, race.eliminated, race.at(seats))

    @cached_property
    def payments(self) -> list[Payment]:
        """Who pays whom how many chips if the game ends now; empty in a game for points."""
        return fewest_payments(self.totals) if self.variant.scoring.chips else []

    @cached_property
    def waiting(self) -> Mapping[str, tuple[ScoreLine, ...]]:
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
            keeps = variant.deal.void_keeps_dealer
            due = dealers(*_first_deal(setup, variant, self.state.names), *_outcomes(dealt), void_keeps_dealer=keeps)
            found |= {each.number: dealer for each, dealer in zip(dealt, due, strict=False) if each.number in rounds}
        return found

    def round(self, number: int) -> RoundView | None:
        """Return round `number`, None if there is none."""
        at = bisect_left(self.rounds, number, key=lambda round_: round_.number)
        return self.rounds[at] if at < len(self.rounds) and self.rounds[at].number == number else None


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
    state = fold(game.start, revisions, circle_names(game))
    return view_of(game, state, ScoredRounds(game.variant, state.names))


def view_of(game: GameRow, state: State, scored: ScoredRounds) -> GameView:
    """Return the view of a game in a `state`; `scored` has the names of that state."""
    if state.version > LONG:
        _note_long(game.id)
    names = state.names
    variant = get_variant(game.variant, state.setup.house_rules)
    show_faces_of(variant)
    rounds, race = rounds_with_totals(state, scored)
    totals, eliminated = race.totals, race.eliminated
    rating, won = count_rating(variant, rounds, totals), count_rounds_won(variant, rounds, totals)
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
        circle_id=game.circle_id,
        created_at=in_utc(game.created_at),
        changed_at=in_utc(state.last.at if state.last else game.created_at),
        rounds=rounds,
        totals=totals,
        rating=rating,
        rounds_won=won,
        eliminated=eliminated,
        standing=standing(
            variant.ending,
            race.at(seats),
            len(counting),
            stopped=state.stopped,
            again=again,
            eliminated=eliminated,
            rating=won or rating,
            won=boxes_won(counting, seats) if variant.ending.grand_totals else None,
        ),
        stopped=state.stopped,
        dealer=next_dealer(
            *_first_deal(state.setup, variant, names),
            *_outcomes(dealt),
            void_keeps_dealer=variant.deal.void_keeps_dealer,
        ),
        can_undo=bool(state.done),
        can_redo=bool(state.undone),
        start=Setup.of(game.start, circle_names(game)),
        state=state,
        scored=scored,
    )


def _first_deal(setup: Setup, variant: Variant, names: Mapping[str, str]) -> tuple[Dealing, list[str], str]:
    """Return how the deal goes on by a setup, the names in the order of the seats, and who deals first."""
    return variant.deal.dealer, [names[player] for player, _ in setup.players], names[setup.dealer]


def _outcomes(dealt: Sequence[RoundView]) -> tuple[list[Round], list[Mapping[str, int]], list[tuple[str, ...]]]:
    """Return what decides who deals next: the rounds, the points in each, and who was out after each."""
    return [each.round for each in dealt], [each.scores for each in dealt], [each.eliminated.out for each in dealt]
