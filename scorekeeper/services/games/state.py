"""A game as its revisions leave it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ...documents import Document

Row = Mapping[str, Any]


class What(StrEnum):
    """What a revision does."""

    ADD = "add"
    CORRECT = "correct"
    VOID = "void"
    END = "end"
    SETTINGS = "settings"
    DELETE = "delete"
    RESTORE = "restore"
    ACCEPT = "accept"
    OVERRULE = "overrule"
    REVOKE = "revoke"
    UNDO = "undo"
    REDO = "redo"


class Status(StrEnum):
    """What the table made of a ruling."""

    GIVEN = "given"
    ACCEPTED = "accepted"
    OVERRULED = "overruled"
    REVOKED = "revoked"


ROUND_CHANGES = (What.ADD, What.CORRECT, What.VOID)
RULING_CHANGES = (What.ACCEPT, What.OVERRULE, What.REVOKE)


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits at the table and by which house rules they play.

    `players` are (id, name) in the order of the seats, `away` those who have left. `points`
    are what somebody had to begin with, by id. `dealer` deals the round after `since`. `no_advice` says that nobody
    may ask what could be laid.
    """

    name: str | None
    players: tuple[tuple[str, str], ...]
    house_rules: Document
    dealer: str
    away: tuple[tuple[str, str], ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    since: int = 0
    no_advice: bool = False

    @property
    def names(self) -> dict[str, str]:
        """The names of all, also of those who have left, by id."""
        return dict((*self.players, *self.away))

    @classmethod
    def of(cls, document: Document) -> "Setup":
        """Return the setup that a stored document describes."""
        return cls(
            document["name"],
            _seats(document["players"]),
            document["house_rules"],
            document["dealer"],
            _seats(document.get("away", ())),
            document.get("points", {}),
            document.get("since", 0),
            document.get("no_advice", False),
        )

    def document(self) -> Document:
        """Return the setup as it is stored; what is as usual is left out."""
        document: Document = {
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
        return document


def _seats(players: Iterable[Document]) -> tuple[tuple[str, str], ...]:
    return tuple((player["id"], player["name"]) for player in players)


@dataclass(frozen=True, slots=True)
class Posted:
    """A penalty that an accepted ruling posts: the ruling's id, the player's id, negative points, the rule's id."""

    ruling: str
    player: str
    points: int
    rule: str


@dataclass(slots=True)
class State:
    """What stands after the revisions: rounds by number, each with the setup that it was played with."""

    setup: Setup
    rounds: dict[int, tuple[Document, Setup]] = field(default_factory=dict)
    stopped: bool = False
    deleted: bool = False
    done: list[Row] = field(default_factory=list)  # what undo takes back, the last first
    undone: list[Row] = field(default_factory=list)  # what redo brings forward, the last first
    setups: dict[int, Setup] = field(default_factory=dict)  # of each round's first revision
    people: dict[str, str] = field(default_factory=dict)  # the latest name of everybody who was ever there, by id
    decisions: dict[str, Document] = field(default_factory=dict)  # what the table made of rulings, by their id
    _of_rounds: dict[int | None, dict[str, Document]] = field(default_factory=dict)  # the same, by round and id

    @property
    def names(self) -> dict[str, str]:
        """The names of everybody who was ever there, as they are now, by id."""
        return self.people | self.setup.names

    def posted(self, number: int) -> tuple[Posted, ...]:
        """Return the penalties that accepted rulings post to a round, also to one that is not entered yet."""
        return tuple(
            Posted(ruling, penalty["player"], penalty["points"], penalty["rule"])
            for ruling, decision in self._of_rounds.get(number, _NO_DECISIONS).items()
            for penalty in decision["penalties"]
        )

    def decide(self, ruling: str, decision: Document | None) -> None:
        """Note what the table made of a ruling, None if nothing any more; the last one decided stands last."""
        before = self.decisions.pop(ruling, None)
        if before is not None:
            del self._of_rounds[before["round"]][ruling]
        if decision is not None:
            self.decisions[ruling] = decision
            self._of_rounds.setdefault(decision["round"], {})[ruling] = decision


_NO_DECISIONS: dict[str, Document] = {}


def fold(start: Document, revisions: Iterable[Row]) -> State:
    """Return the state that `revisions`, in their order, make of `start`."""
    state = State(Setup.of(start))
    state.people.update(state.setup.names)
    for row in revisions:
        apply(state, row)
    return state


def apply(state: State, row: Row) -> None:
    """Carry one revision out on `state`."""
    match row["what"]:
        case What.UNDO:
            taken = state.done.pop()
            _set(state, taken, taken["before"], standing=False)
            state.undone.append(taken)
        case What.REDO:
            taken = state.undone.pop()
            _set(state, taken, taken["after"], standing=True)
            state.done.append(taken)
        case What.DELETE | What.RESTORE:  # no change of the score: undo does not see it
            state.deleted = row["what"] == What.DELETE
        case _:
            state.done.append(row)
            state.undone.clear()
            _set(state, row, row["after"], standing=True)


def _set(state: State, row: Row, document: Document | None, *, standing: bool) -> None:
    if row["what"] == What.END:
        state.stopped = standing
    elif row["what"] == What.SETTINGS:
        state.setup = Setup.of(document or {})
        state.people.update(state.setup.names)
    elif row["what"] in RULING_CHANGES:
        state.decide((document or row["after"])["id"], document)
    elif document is None:
        del state.rounds[row["round"]]
    else:
        number = row["round"]
        if row["what"] == What.ADD:
            state.setups.setdefault(row["number"], state.setup)
            state.rounds[number] = (document, state.setups[row["number"]])
        else:
            state.rounds[number] = (document, state.rounds[number][1])
