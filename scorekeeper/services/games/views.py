"""A game to be looked at: rounds scored, totals summed, the winner named. Everything is derived."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ...cached_property import cached_property
from ...documents import Document
from ...rules.errors import N_
from ...rules.model.terms import How
from ...rules.model.variant import Variant
from ...rules.scoring.ending import DealReminder, Standing, deal_reminder, next_dealer, placings, standing
from ...rules.scoring.plausibility import Finding, warnings_of
from ...rules.scoring.rounds import Round
from ...rules.scoring.scoring import RULED, Line, RoundScore, score_round
from ...rules.variants import get_variant
from .round_input import entry_of
from .state import Posted, Row, Setup, State, fold

_DEAL_AGAIN = Finding("deal_again", N_("The end is reached, but nobody has won yet: deal another round."))


@dataclass(frozen=True)
class RoundView:
    """A round with names, scores and lines. `entries` are as they were given, `totals` those after it.

    `score` is what was entered, `posted` are the lines that accepted rulings add to it, by name.
    """

    number: int
    variant: Variant
    round: Round
    entries: Mapping[str, Document]
    by: str | None
    voided: bool
    accepted: bool  # saved although something in it cannot be right
    score: RoundScore
    totals: dict[str, int] = field(default_factory=dict)
    posted: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who played it, in their order."""
        return self.round.players

    @property
    def scores(self) -> Mapping[str, int]:
        """Each player's points, penalties of rulings included."""
        if not self.posted:
            return self.score.scores
        return {player: sum(line.points for line in lines) for player, lines in self.lines.items()}

    @cached_property
    def lines(self) -> Mapping[str, tuple[Line, ...]]:
        """Each player's lines, which add up to his points; penalties of rulings stand last."""
        return {player: (*lines, *self.posted.get(player, ())) for player, lines in self.score.lines.items()}

    @cached_property
    def warnings(self) -> tuple[Finding, ...]:
        """What cannot be right in it and was accepted."""
        return warnings_of(self.variant, self.round, self.score) if self.accepted else ()


@dataclass(frozen=True)
class GameView:
    """A game as it stands at `version`."""

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

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What the table should know before it plays on."""
        return (_DEAL_AGAIN,) if self.standing.deal_again else ()

    @property
    def name(self) -> str | None:
        """The game's own name, if it has one."""
        return self.setup.name

    @property
    def deleted(self) -> bool:
        """Whether the game is put away, to be restored or in the end removed."""
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
    def waiting(self) -> Mapping[str, tuple[Line, ...]]:
        """The penalties of accepted rulings that the next round will hold once it is entered, by name."""
        return posted_lines(self.state.posted(len(self.rounds) + 1), self.state.names)

    def round(self, number: int) -> RoundView | None:
        """Return round `number`, None if there is none."""
        at = bisect_left(self.rounds, number, key=lambda round_: round_.number)
        return self.rounds[at] if at < len(self.rounds) and self.rounds[at].number == number else None


def round_of(document: Document, setup: Setup, names: Mapping[str, str]) -> Round:
    """Return the round that a stored document describes, with names for ids."""
    return Round(
        players=tuple(names[player] for player, _ in setup.players),
        entries={names[player]: entry_of(raw) for player, raw in document["entries"].items()},
        closer=names.get(document["closer"]),
        how=How(document["how"]),
        doubled=document["doubled"],
    )


def round_view(
    number: int,
    document: Document,
    setup: Setup,
    names: Mapping[str, str],
    variant: Variant,
    posted: Iterable[Posted] = (),
) -> RoundView:
    """Return a stored round, scored by `variant`, which is the one it was played by; without totals.

    What is `posted` to somebody who did not play the round after all is not in it.
    """
    round_ = round_of(document, setup, names)
    return RoundView(
        number=number,
        variant=variant,
        round=round_,
        entries={names[player]: raw for player, raw in document["entries"].items()},
        by=document["by"],
        voided=document["voided"],
        accepted=document["accepted"],
        score=score_round(variant, round_),
        posted=posted_lines(posted, names),
    )


def posted_lines(posted: Iterable[Posted], names: Mapping[str, str]) -> dict[str, tuple[Line, ...]]:
    """Return the lines of what rulings posted, by name."""
    lines: dict[str, tuple[Line, ...]] = {}
    for each in posted:
        name = names[each.player]
        lines[name] = (*lines.get(name, ()), Line(each.points, each.rule, RULED, each.ruling))
    return lines


def _seat(totals: dict[str, int], setup: Setup, names: Mapping[str, str]) -> None:
    """Give everybody at the table who has no total yet what he had to begin with."""
    for player, _ in setup.players:
        totals.setdefault(names[player], setup.points.get(player, 0))


LONG = 1_000  # changes; more are not made in years of evenings, and take a while to load
_MOST_NOTED = 10_000
_long: dict[str, None] = {}  # the ids of games of which this process knows that they are long


def is_long(game_id: str) -> bool:
    """Return whether a game is known to have very many changes: it was loaded before."""
    return game_id in _long


def _note_long(game_id: str) -> None:
    if len(_long) >= _MOST_NOTED:
        _long.clear()
    _long[game_id] = None


class Rounds:
    """Rounds of a game as they are seen, each scored once however often it is asked for, all by the latest names."""

    def __init__(self, variant: str, names: Mapping[str, str]) -> None:
        self._variant, self._names = variant, names
        self._seen: dict[tuple[int, int, tuple[Posted, ...]], tuple[RoundView, Document]] = {}
        self._played_by: dict[int, tuple[Variant, Setup]] = {}

    def view(self, number: int, document: Document, setup: Setup, posted: tuple[Posted, ...]) -> RoundView:
        """Return a stored round, scored by the rules of its `setup`; see `round_view`."""
        key = (id(document), id(setup), posted)  # by identity: both are kept here, alive
        found = self._seen.get(key)
        if found is None:
            if id(setup) not in self._played_by:
                self._played_by[id(setup)] = get_variant(self._variant, setup.house_rules), setup
            variant = self._played_by[id(setup)][0]
            found = round_view(number, document, setup, self._names, variant, posted), document
            self._seen[key] = found
        return found[0]


def game_view(game: Row, revisions: Sequence[Row]) -> GameView:
    """Return the game of a stored row as its `revisions`, in their order, leave it."""
    state = fold(game["start"], revisions)
    return view_of(game, revisions, state, Rounds(game["variant"], state.names))


def view_of(game: Row, revisions: Sequence[Row], state: State, seen: Rounds) -> GameView:
    """Return the game of a stored row in the `state` in which its `revisions` leave it."""
    if len(revisions) > LONG:
        _note_long(game["id"])
    names = state.names
    variant = get_variant(game["variant"], state.setup.house_rules)
    totals: dict[str, int] = {}
    rounds: list[RoundView] = []
    seated = None
    for number in sorted(state.rounds):
        document, setup = state.rounds[number]
        round_ = seen.view(number, document, setup, state.posted(number))
        if setup is not seated:
            _seat(totals, setup, names)
            seated = setup
        if not round_.voided:
            for player, points in round_.scores.items():
                totals[player] += points
        round_.totals.update(totals)
        rounds.append(round_)
    _seat(totals, state.setup, names)
    counting = [round_ for round_ in rounds if not round_.voided]
    seats = [name for _, name in state.setup.players]
    dealt = [round_.round for round_ in counting if round_.number > state.setup.since]
    return GameView(
        id=game["id"],
        version=1 + (revisions[-1]["number"] if revisions else 0),
        setup=state.setup,
        variant=variant,
        rulebook=game["rulebook"],
        created_at=in_utc(game["created_at"]),
        changed_at=in_utc(revisions[-1]["at"] if revisions else game["created_at"]),
        rounds=rounds,
        totals=totals,
        standing=standing(variant.ending, {name: totals[name] for name in seats}, len(counting), stopped=state.stopped),
        stopped=state.stopped,
        dealer=next_dealer(variant.deal.dealer, seats, names[state.setup.dealer], dealt),
        can_undo=bool(state.done),
        can_redo=bool(state.undone),
        start=Setup.of(game["start"]),
        state=state,
    )


def in_utc(moment: Any) -> datetime:
    """Return a stored moment as an aware time in UTC; SQLite keeps no zone."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    result: datetime = moment
    return result.replace(tzinfo=UTC) if result.tzinfo is None else result.astimezone(UTC)
