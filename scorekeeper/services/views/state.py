"""The state of a game: its revisions, applied in order to its start."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, cast

from ...documents import DecisionDocument, NoteDocument, PlayerDocument, RoundDocument, SetupDocument, SubjectDocument
from ...rules.model.options import Choice
from ...store.rows import RevisionRow as RevisionRow


class What(StrEnum):
    """The kind of a revision."""

    ADD = "add"
    CORRECT = "correct"
    VOID = "void"
    END = "end"
    SETTINGS = "settings"
    NOTE = "note"
    DELETE = "delete"
    RESTORE = "restore"
    ACCEPT = "accept"
    OVERRULE = "overrule"
    REVOKE = "revoke"
    UNDO = "undo"
    REDO = "redo"


class Status(StrEnum):
    """The status of a ruling: open, or the table's decision."""

    GIVEN = "given"
    ACCEPTED = "accepted"
    OVERRULED = "overruled"
    REVOKED = "revoked"


ROUND_CHANGES = (What.ADD, What.CORRECT, What.VOID)
RULING_CHANGES = (What.ACCEPT, What.OVERRULE, What.REVOKE)


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits at the table and by which house rules they play.

    `players` are (id, name) in the order of the seats, `away` those who have left. `points` are the starting points,
    by id. `dealer` deals the round after round `since`. With `no_advice` nobody may ask what could be laid.
    With `hide_totals` pages and sheets show no totals before the game has ended.
    """

    name: str | None
    players: tuple[tuple[str, str], ...]
    house_rules: Mapping[str, Choice]
    dealer: str
    away: tuple[tuple[str, str], ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    since: int = 0
    no_advice: bool = False
    hide_totals: bool = False

    @property
    def names(self) -> dict[str, str]:
        """The names of all, also of those who have left, by id."""
        return dict((*self.players, *self.away))

    @classmethod
    def of(cls, document: SetupDocument, named: Mapping[str, str] | None = None) -> "Setup":
        """Return the setup that a stored document describes; `named` are other names for some, by id."""
        players, away = _seats(document["players"]), _seats(document.get("away", ()))
        if named:
            names = _renamed(dict((*players, *away)), named)
            players, away = (tuple((player, names[player]) for player, _ in part) for part in (players, away))
        return cls(
            document["name"],
            players,
            document["house_rules"],
            document["dealer"],
            away,
            document.get("points", {}),
            document.get("since", 0),
            document.get("no_advice", False),
            document.get("hide_totals", False),
        )

    def document(self) -> SetupDocument:
        """Return the setup as it is stored, without the keys that have their default."""
        document: SetupDocument = {
            "name": self.name,
            "players": [{"id": player, "name": name} for player, name in self.players],
            "house_rules": dict(self.house_rules),
            "dealer": self.dealer,
        }
        if self.away:
            document["away"] = [{"id": player, "name": name} for player, name in self.away]
        if self.points:
            document["points"] = dict(self.points)
        if self.since:
            document["since"] = self.since
        if self.no_advice:
            document["no_advice"] = True
        if self.hide_totals:
            document["hide_totals"] = True
        return document


def _seats(players: Iterable[PlayerDocument]) -> tuple[tuple[str, str], ...]:
    return tuple((player["id"], player["name"]) for player in players)


def _renamed(names: Mapping[str, str], named: Mapping[str, str]) -> dict[str, str]:
    """Return `names` with those of `named`, unless two would be alike, as with a guest of the same name."""
    found = {player: named.get(player, name) for player, name in names.items()}
    return found if len({name.casefold() for name in found.values()}) == len(found) else dict(names)


class StoredRound(NamedTuple):
    """A round as it is stored, with the setup that it was played with."""

    document: RoundDocument
    setup: Setup


@dataclass(frozen=True, slots=True)
class Posted:
    """A penalty that an accepted ruling posts: the ruling's id, the player's id, negative points, the rule's id."""

    ruling: str
    player: str
    points: int
    rule: str


@dataclass(slots=True)
class State:
    """The state after the revisions up to `last`; rounds by number.

    `named` is what a circle calls its people, by id.
    """

    setup: Setup
    named: Mapping[str, str] = field(default_factory=dict)
    rounds: dict[int, StoredRound] = field(default_factory=dict)
    stopped: bool = False
    note: str | None = None
    deleted: bool = False
    last: RevisionRow | None = None
    done: list[RevisionRow] = field(default_factory=list)  # the undo stack
    undone: list[RevisionRow] = field(default_factory=list)  # the redo stack
    setups: dict[int, Setup] = field(default_factory=dict)  # of each added round, by the revision that added it
    people: dict[str, str] = field(default_factory=dict)  # the latest name of everybody who ever played, by id
    decisions: dict[str, DecisionDocument] = field(default_factory=dict)  # by the ruling's id
    _of_rounds: dict[int | None, dict[str, DecisionDocument]] = field(default_factory=dict)  # by round and ruling

    @property
    def version(self) -> int:
        """The game's version: 1 for the start, one more for each revision."""
        return 1 + (self.last.number if self.last else 0)

    @property
    def names(self) -> dict[str, str]:
        """The present names of everybody who ever played, by id."""
        return self.people | self.setup.names

    @property
    def about(self) -> str:
        """The kind of the last revision; of an undo or a redo, that of the revision it refers to."""
        return subject_of(self, self.last).what if self.last else ""

    def posted(self, number: int) -> tuple[Posted, ...]:
        """Return the penalties that accepted rulings post to a round, also to one that is not entered yet."""
        decisions = self._of_rounds.get(number)
        if not decisions:
            return ()
        return tuple(
            Posted(ruling, penalty["player"], penalty["points"], penalty["rule"])
            for ruling, decision in decisions.items()
            for penalty in decision["penalties"]
        )

    def decide(self, ruling: str, decision: DecisionDocument | None) -> None:
        """Set the decision on a ruling, None to remove it; the latest decision stands last."""
        before = self.decisions.pop(ruling, None)
        if before is not None:
            del self._of_rounds[before["round"]][ruling]
        if decision is not None:
            self.decisions[ruling] = decision
            self._of_rounds.setdefault(decision["round"], {})[ruling] = decision

    def followed_by(self, row: RevisionRow) -> "State":
        """Return the state after one more revision; this one stays as it is."""
        state = replace(
            self,
            rounds=dict(self.rounds),
            done=list(self.done),
            undone=list(self.undone),
            setups=dict(self.setups),
            people=dict(self.people),
            decisions=dict(self.decisions),
            _of_rounds={number: dict(decisions) for number, decisions in self._of_rounds.items()},
        )
        apply(state, row)
        return state


def fold(start: SetupDocument, revisions: Iterable[RevisionRow], named: Mapping[str, str] | None = None) -> State:
    """Return the state that `revisions`, in their order, make of `start`; `named` as in `Setup.of`."""
    state = State(Setup.of(start, named), named or {})
    state.people.update(state.setup.names)
    for row in revisions:
        apply(state, row)
    return state


def apply(state: State, row: RevisionRow) -> None:
    """Apply one revision to `state`."""
    match row.what:
        case What.UNDO:
            taken = state.done.pop()
            _set(state, taken, taken.before, standing=False)
            state.undone.append(taken)
        case What.REDO:
            taken = state.undone.pop()
            _set(state, taken, taken.after, standing=True)
            state.done.append(taken)
        case What.DELETE | What.RESTORE:  # no change of the score: undo skips it
            state.deleted = row.what == What.DELETE
        case _:
            state.done.append(row)
            state.undone.clear()
            _set(state, row, row.after, standing=True)
    state.last = row


def subject_of(state: State, row: RevisionRow) -> RevisionRow:
    """Return the revision that `row`, the last one applied, is about: itself, or the one that it undoes or redoes."""
    match row.what:
        case What.UNDO:
            return state.undone[-1]
        case What.REDO:
            return state.done[-1]
    return row


def _set(state: State, row: RevisionRow, document: SubjectDocument | None, *, standing: bool) -> None:
    """Set what a revision changes to `document`, None if it did not exist; `standing` is False while that is undone."""
    if row.what == What.END:
        state.stopped = standing
    elif row.what == What.SETTINGS:
        state.setup = Setup.of(cast("SetupDocument", document), state.named)
        state.people.update(state.setup.names)
    elif row.what == What.NOTE and row.round is None:
        state.note = cast("NoteDocument", document)["note"] if document else None
    elif row.what in RULING_CHANGES:
        decision = cast("DecisionDocument | None", document)
        state.decide((decision or cast("DecisionDocument", row.after))["id"], decision)
    elif document is None:
        del state.rounds[row.round or 0]
    else:
        _set_round(state, row, cast("RoundDocument", document))


def _set_round(state: State, row: RevisionRow, document: RoundDocument) -> None:
    number = row.round or 0
    added = row.what == What.ADD
    setup = state.setups.setdefault(row.number, state.setup) if added else state.rounds[number].setup
    state.rounds[number] = StoredRound(document, setup)
