"""The history of a game: what each revision changed, before and after."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, cast

from ...documents import DecisionDocument, NoteDocument, PenaltyDocument, SetupDocument, SubjectDocument
from ...store.moments import in_utc
from ...store.rows import GameRow, RevisionRow
from ..circles.seating import circle_names
from .game_view import GameView, view_of
from .round_views import RoundView, ScoredRounds
from .state import RULING_CHANGES, Posted, Setup, State, Status, StoredRound, What, apply, fold, subject_of


@dataclass(frozen=True)
class RevisionSummary:
    """What a revision did, without the rounds or settings before and after it."""

    number: int
    what: str
    about: str
    """The same; of an undo or a redo, what the revision did that it undid or redid."""
    round: int | None
    round_gone: bool
    """Whether the game has no such round after it."""
    who: str | None
    when: datetime
    why: str | None
    ruling: DecisionDocument | None
    """Of a decision about a ruling, or of a house rule taken in one: how that stands after it, players by name."""


@dataclass(frozen=True)
class RevisionView(RevisionSummary):
    """A revision with the thing it is about, before and after: a round, scored as it was, the settings, or a note.

    For a decision on a ruling, that is the round whose penalties it changed, if the round has been entered.
    """

    before: "RevisionSubject | None"
    after: "RevisionSubject | None"


class GameNote(NamedTuple):
    """The note on a game before or after a revision."""

    text: str


RevisionSubject: TypeAlias = RoundView | Setup | GameNote
"""What a revision is about."""


def last_change(view: GameView) -> RevisionSummary | None:
    """Return the last revision of a game; None if there is none. No round is scored for it."""
    state = view.state
    if state.last is None:
        return None
    return RevisionSummary(*_summary(_Applied.to(state, state.last, None), state.names))


def history_view(game: GameRow, revisions: Iterable[RevisionRow]) -> list[RevisionView]:
    """Return what each revision changed, in their order."""
    return list(history_views(game, revisions))


def history_views(game: GameRow, revisions: Iterable[RevisionRow]) -> Iterator[RevisionView]:
    """Yield what each revision changed, in their order: together they are large."""
    state, history = _history(game, revisions)
    return _views(history, ScoredRounds(game.variant, state.names))


def game_with_history(
    game: GameRow, revisions: Sequence[RevisionRow], *, present_names: bool = False
) -> tuple[GameView, list[RevisionView]]:
    """Return a game and what each of its revisions changed; no round is scored twice.

    Settings have the names that were typed, or with `present_names` those that a circle calls its people by.
    """
    state, history = _history(game, revisions)
    view = view_of(game, state, ScoredRounds(game.variant, state.names))
    return view, list(_views(history, view.scored, circle_names(game) if present_names else {}))


class _Held(NamedTuple):
    """A round at one time, with the penalties posted to it then."""

    number: int
    stored: StoredRound
    posted: tuple[Posted, ...]


class _Applied(NamedTuple):
    """A revision that was applied, the one it is about, and what the state held before and after it."""

    row: RevisionRow
    subject: RevisionRow
    before: _Held | None
    after: _Held | None
    decision: DecisionDocument | None

    @classmethod
    def to(cls, state: State, row: RevisionRow, before: _Held | None) -> "_Applied":
        """Return what is known of `row`, the last revision that was applied to `state`."""
        subject = subject_of(state, row)
        return cls(row, subject, before, _held(state, row), _decision(state, subject))


def _history(game: GameRow, revisions: Iterable[RevisionRow]) -> tuple[State, list[_Applied]]:
    state = fold(game.start, (), circle_names(game))
    history = []
    for row in revisions:
        before = _held(state, row)
        apply(state, row)
        history.append(_Applied.to(state, row, before))
    return state, history


_TYPED: Mapping[str, str] = MappingProxyType({})  # no other names than those that were typed
_Summary: TypeAlias = tuple[int, str, str, int | None, bool, str | None, datetime, str | None, DecisionDocument | None]


def _views(
    history: Iterable[_Applied], scored: ScoredRounds, named: Mapping[str, str] = _TYPED
) -> Iterator[RevisionView]:
    for applied in history:
        before = _seen(applied, applied.before, applied.row.before, scored, named)
        after = _seen(applied, applied.after, applied.row.after, scored, named)
        yield RevisionView(*_summary(applied, scored.names), before, after)


def _seen(
    applied: _Applied,
    held: _Held | None,
    document: SubjectDocument | None,
    scored: ScoredRounds,
    named: Mapping[str, str],
) -> RevisionSubject | None:
    """Return what a revision is about, before or after it."""
    if applied.subject.what == What.NOTE and applied.row.round is None:
        return GameNote(cast("NoteDocument", document)["note"]) if document is not None else None
    if applied.subject.what == What.SETTINGS:
        return Setup.of(cast("SetupDocument", document), named) if document is not None else None
    return scored.view(*held) if held is not None else None


def _summary(applied: _Applied, names: Mapping[str, str]) -> _Summary:
    """Return the fields of a `RevisionSummary`."""
    row = applied.row
    return (
        row.number,
        row.what,
        applied.subject.what,
        row.round,
        applied.after is None,
        row.who,
        in_utc(row.at),
        row.why,
        _named(applied.decision, names),
    )


def _named(decision: DecisionDocument | None, names: Mapping[str, str]) -> DecisionDocument | None:
    """Return a decision with names for the ids of its players."""
    if decision is None:
        return None
    penalties: list[PenaltyDocument] = [{**each, "player": names[each["player"]]} for each in decision["penalties"]]
    return {**decision, "penalties": penalties}


def _held(state: State, row: RevisionRow) -> _Held | None:
    """Return the round of a revision as a state holds it; None without one. An undo has the round of what it undoes."""
    stored = state.rounds.get(row.round) if row.round is not None else None
    return _Held(row.round or 0, stored, state.posted(row.round or 0)) if stored else None


def ruling_of(row: RevisionRow) -> str | None:
    """Return the id of the ruling that a revision decides on, or in which it took a house rule; else None."""
    if row.what in RULING_CHANGES:
        return cast("DecisionDocument", row.after)["id"]
    return cast("SetupDocument", row.after).get("ruling") if row.what == What.SETTINGS else None


def _decision(state: State, subject: RevisionRow) -> DecisionDocument | None:
    """Return how the ruling that a revision is about stands in a state, None for other revisions."""
    if (ruling := ruling_of(subject)) is None:
        return None
    return state.decisions.get(ruling) or {"id": ruling, "status": Status.GIVEN, "round": None, "penalties": []}
