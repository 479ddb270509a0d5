"""The history of a game to be looked at: what each revision changed, before and after."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from ...documents import Document
from .state import RULING_CHANGES, Posted, Row, Setup, State, What, apply, fold
from .views import GameView, Rounds, RoundView, in_utc, view_of


@dataclass(frozen=True)
class RevisionView:
    """A revision with what it is about, before and after: a round, scored as it was, or the settings.

    Of a decision about a ruling that is the round whose penalties it changed, if that is entered;
    `ruling` is then how the ruling stands after it: {id, status, round, penalties}, players by name.
    """

    number: int
    what: str
    about: str  # the same, or of an undo and a redo what they took back or brought forward
    round: int | None
    who: str | None
    when: datetime
    why: str | None
    before: RoundView | Setup | None
    after: RoundView | Setup | None
    ruling: Document | None = None


def history_view(game: Row, revisions: Iterable[Row]) -> list[RevisionView]:
    """Return what each revision changed, in their order."""
    return list(history_views(game, revisions))


def history_views(game: Row, revisions: Iterable[Row]) -> Iterator[RevisionView]:
    """Return what each revision changed, in their order, one by one: they are large."""
    return _followed(game, revisions)[2]


def game_with_history(game: Row, revisions: Sequence[Row]) -> tuple[GameView, list[RevisionView]]:
    """Return a game and what each of its revisions changed; no round is scored twice."""
    state, seen, history = _followed(game, revisions)
    return view_of(game, revisions, state, seen), list(history)


def _followed(game: Row, revisions: Iterable[Row]) -> tuple[State, Rounds, Iterator[RevisionView]]:
    state = fold(game["start"], ())
    found: list[tuple[Row, Row, _Held | None, _Held | None, Document | None]] = []
    for row in revisions:
        subject = _subject(state, row)
        before = _held(state, subject)
        apply(state, row)
        found.append((row, subject, before, _held(state, subject), _decision(state, subject)))
    names = state.names
    rounds = Rounds(game["variant"], names)

    def named(decision: Document | None) -> Document | None:
        if decision is None:
            return None
        return {**decision, "penalties": [{**each, "player": names[each["player"]]} for each in decision["penalties"]]}

    def seen(subject: Row, held: _Held | None, setup: Document | None) -> RoundView | Setup | None:
        if subject["what"] == What.SETTINGS:
            return Setup.of(setup) if setup is not None else None
        return rounds.view(held.number, held.document, held.setup, held.posted) if held is not None else None

    history = (
        RevisionView(
            row["number"],
            row["what"],
            subject["what"],
            row["round"],
            row["who"],
            in_utc(row["at"]),
            row["why"],
            seen(subject, before, row["before"]),
            seen(subject, after, row["after"]),
            named(ruling),
        )
        for row, subject, before, after, ruling in found
    )
    return state, rounds, history


@dataclass(frozen=True, slots=True)
class _Held:
    """A round as it was at one time."""

    number: int
    document: Document
    setup: Setup
    posted: tuple[Posted, ...]


def _subject(state: State, row: Row) -> Row:
    """Return the revision that `row` is about: itself, or the one that it takes back or brings forward."""
    if row["what"] == "undo":
        return state.done[-1]
    return state.undone[-1] if row["what"] == "redo" else row


def _held(state: State, subject: Row) -> _Held | None:
    number = subject["round"]
    held = state.rounds.get(number) if number is not None else None
    return _Held(number, *held, state.posted(number)) if held else None


def _decision(state: State, subject: Row) -> Document | None:
    """Return how the ruling that a revision is about stands now, None for other revisions."""
    if subject["what"] not in RULING_CHANGES:
        return None
    ruling = subject["after"]["id"]
    return state.decisions.get(ruling) or {"id": ruling, "status": "given", "round": None, "penalties": []}
