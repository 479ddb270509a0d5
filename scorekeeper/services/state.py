"""A game as its revisions leave it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Document = dict[str, Any]
Row = Mapping[str, Any]


class What(StrEnum):
    """What a revision does."""

    ADD = "add"
    CORRECT = "correct"
    VOID = "void"
    END = "end"
    UNDO = "undo"
    REDO = "redo"


ROUND_CHANGES = (What.ADD, What.CORRECT, What.VOID)


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits at the table and by which house rules they play; `players` are (id, name) in their order."""

    name: str | None
    players: tuple[tuple[str, str], ...]
    house_rules: Document
    dealer: str

    @classmethod
    def of(cls, document: Document) -> "Setup":
        """Return the setup that a stored document describes."""
        players = tuple((player["id"], player["name"]) for player in document["players"])
        return cls(document["name"], players, document["house_rules"], document["dealer"])


@dataclass(slots=True)
class State:
    """What stands after the revisions: rounds by number, each with the setup that it was played with."""

    setup: Setup
    rounds: dict[int, tuple[Document, Setup]] = field(default_factory=dict)
    stopped: bool = False
    done: list[Row] = field(default_factory=list)  # what undo takes back, the last first
    undone: list[Row] = field(default_factory=list)  # what redo brings forward, the last first
    setups: dict[int, Setup] = field(default_factory=dict)  # of each round's first revision


def fold(start: Document, revisions: Iterable[Row]) -> State:
    """Return the state that `revisions`, in their order, make of `start`."""
    state = State(Setup.of(start))
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
        case _:
            state.done.append(row)
            state.undone.clear()
            _set(state, row, row["after"], standing=True)


def _set(state: State, row: Row, document: Document | None, *, standing: bool) -> None:
    if row["what"] == What.END:
        state.stopped = standing
    elif document is None:
        del state.rounds[row["round"]]
    else:
        number = row["round"]
        if row["what"] == What.ADD:
            state.setups.setdefault(row["number"], state.setup)
            state.rounds[number] = (document, state.setups[row["number"]])
        else:
            state.rounds[number] = (document, state.rounds[number][1])
