"""A game to be looked at: rounds scored, totals summed, the winner named. Everything is derived."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from ..rules.ending import DealReminder, Standing, deal_reminder, next_dealer, placings, standing
from ..rules.errors import N_
from ..rules.plausibility import Finding, warnings_of
from ..rules.rounds import Round
from ..rules.scoring import Line, RoundScore, score_round
from ..rules.variant import How, Variant
from ..rules.variants import get_variant
from .entering import entry_of
from .state import Document, Row, Setup, State, What, apply, fold

_DEAL_AGAIN = Finding("deal_again", N_("The end is reached, but nobody has won yet: deal another round."))


@dataclass(frozen=True)
class RoundView:
    """A round with names, scores and lines. `entries` are as they were given, `totals` those after it."""

    number: int
    variant: Variant
    round: Round
    entries: Mapping[str, Document]
    by: str | None
    voided: bool
    accepted: bool  # saved although something in it cannot be right
    score: RoundScore
    totals: dict[str, int] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who played it, in their order."""
        return self.round.players

    @property
    def scores(self) -> Mapping[str, int]:
        """Each player's points."""
        return self.score.scores

    @property
    def lines(self) -> Mapping[str, tuple[Line, ...]]:
        """Each player's lines, which add up to his points."""
        return self.score.lines

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

    def round(self, number: int) -> RoundView | None:
        """Return round `number`, None if there is none."""
        return next((round_ for round_ in self.rounds if round_.number == number), None)


def round_of(document: Document, setup: Setup, names: Mapping[str, str]) -> Round:
    """Return the round that a stored document describes, with names for ids."""
    return Round(
        players=tuple(names[player] for player, _ in setup.players),
        entries={names[player]: entry_of(raw) for player, raw in document["entries"].items()},
        closer=names.get(document["closer"]),
        how=How(document["how"]),
        doubled=document["doubled"],
    )


def round_view(number: int, document: Document, setup: Setup, names: Mapping[str, str], variant: Variant) -> RoundView:
    """Return a stored round, scored by `variant`, which is the one it was played by; without totals."""
    round_ = round_of(document, setup, names)
    entries = {names[player]: raw for player, raw in document["entries"].items()}
    score = score_round(variant, round_)
    return RoundView(number, variant, round_, entries, document["by"], document["voided"], document["accepted"], score)


def _seat(totals: dict[str, int], setup: Setup, names: Mapping[str, str]) -> None:
    """Give everybody at the table who has no total yet what he had to begin with."""
    for player, _ in setup.players:
        totals.setdefault(names[player], setup.points.get(player, 0))


def game_view(game: Row, revisions: Sequence[Row]) -> GameView:
    """Return the game of a stored row as its `revisions`, in their order, leave it."""
    state = fold(game["start"], revisions)
    names = state.names
    variant = get_variant(game["variant"], state.setup.house_rules)
    totals: dict[str, int] = {}
    rounds: list[RoundView] = []
    for number in sorted(state.rounds):
        document, setup = state.rounds[number]
        round_ = round_view(number, document, setup, names, get_variant(game["variant"], setup.house_rules))
        _seat(totals, setup, names)
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


@dataclass(frozen=True)
class RevisionView:
    """A revision with what it is about, before and after: a round, scored as it was, or the settings."""

    number: int
    what: str
    about: str  # the same, or of an undo and a redo what they took back or brought forward
    round: int | None
    who: str | None
    when: datetime
    why: str | None
    before: RoundView | Setup | None
    after: RoundView | Setup | None


def history_view(game: Row, revisions: Iterable[Row]) -> list[RevisionView]:
    """Return what each revision changed, in their order."""
    state = fold(game["start"], ())
    found: list[tuple[Row, Row, Setup]] = []
    for row in revisions:
        subject = _subject(state, row)
        setup_before = _setup_of(state, subject)
        apply(state, row)
        found.append((row, subject, _setup_of(state, subject) or setup_before or state.setup))
    names = state.names

    def seen(subject: Row, document: Document | None, setup: Setup) -> RoundView | Setup | None:
        if document is None:
            return None
        if subject["what"] == What.SETTINGS:
            return Setup.of(document)
        variant = get_variant(game["variant"], setup.house_rules)
        return round_view(subject["round"], document, setup, names, variant)

    return [
        RevisionView(
            row["number"],
            row["what"],
            subject["what"],
            row["round"],
            row["who"],
            in_utc(row["at"]),
            row["why"],
            seen(subject, row["before"], setup),
            seen(subject, row["after"], setup),
        )
        for row, subject, setup in found
    ]


def _subject(state: State, row: Row) -> Row:
    """Return the revision that `row` is about: itself, or the one that it takes back or brings forward."""
    if row["what"] == "undo":
        return state.done[-1]
    return state.undone[-1] if row["what"] == "redo" else row


def _setup_of(state: State, subject: Row) -> Setup | None:
    held = state.rounds.get(subject["round"]) if subject["round"] is not None else None
    return held[1] if held else None


def in_utc(moment: Any) -> datetime:
    """Return a stored moment as an aware time in UTC; SQLite keeps no zone."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    result: datetime = moment
    return result.replace(tzinfo=UTC) if result.tzinfo is None else result.astimezone(UTC)
