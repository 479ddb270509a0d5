"""The JSON documents that the database keeps: dictionaries with known keys.

A player is named by an id, the same through all of a game, for names change.
"""

from typing import Any, NotRequired, TypeAlias, TypedDict

Document = dict[str, Any]
"""A JSON object whose keys depend on what it is about: an answer of the referee, a situation, an export."""


class EntryDocument(TypedDict, total=False):
    """What a player gave in a round, as it was given, cards as two-letter codes.

    The counts of the penalties are keys beside these, by the names that the variants give them.
    """

    points: int
    plus: int
    minus: int
    melds: list[list[str]]
    laid_off: list[str]
    hand: list[str]


class RoundDocument(TypedDict):
    """A round; `closer` and the keys of `entries` are ids."""

    closer: str | None
    how: str
    entries: dict[str, EntryDocument]
    doubled: bool
    by: str | None
    voided: bool
    accepted: bool
    """Whether it was saved although something in it cannot be right."""


class PlayerDocument(TypedDict):
    """Somebody at the table."""

    id: str
    name: str


class SetupDocument(TypedDict):
    """Who plays by which house rules; `dealer` and the keys of `points` are ids. See `services.games.state.Setup`."""

    name: str | None
    players: list[PlayerDocument]
    house_rules: dict[str, Any]
    dealer: str
    away: NotRequired[list[PlayerDocument]]
    points: NotRequired[dict[str, int]]
    since: NotRequired[int]
    no_advice: NotRequired[bool]


class PenaltyDocument(TypedDict):
    """A penalty that a ruling posts: negative points and the rule's id; `player` is an id."""

    player: str
    points: int
    rule: str


class DecisionDocument(TypedDict):
    """What the table made of the ruling `id`; `round` gets the penalties of an accepted one."""

    id: str
    status: str
    round: int | None
    penalties: list[PenaltyDocument]


SubjectDocument: TypeAlias = RoundDocument | SetupDocument | DecisionDocument
"""What a revision changes."""
