"""The JSON documents that the database keeps: dictionaries with known keys.

A player is named by an id, the same through all of a game, for names change.
"""

from typing import NotRequired, TypeAlias, TypedDict

from .rules.model.options import Choice

JsonObject: TypeAlias = dict[str, object]
"""A JSON object whose keys are not known here: it is to be validated, or only written."""


class EntryDocument(TypedDict, total=False):
    """What a player gave in a round, as it was given, cards as two-letter codes.

    The counts of the penalties are keys beside these, by the names that the variants give them.
    """

    points: int
    plus: int
    minus: int
    melds: list[list[str]]
    laid_off: list[str]
    low_aces: list[str]
    hand: list[str]
    opened: bool
    could_open: bool


class RoundDocument(TypedDict):
    """A round; `closer` and the keys of `entries` are ids."""

    closer: str | None
    how: str
    entries: dict[str, EntryDocument]
    way: NotRequired[str | None]
    """The key of the special way of closing. Left out in older documents, which have `doubled`."""
    doubled: NotRequired[bool]
    upcard: NotRequired[str]
    """The card that was turned up when the round was dealt, where that counts."""
    rejoin: NotRequired[list[str]]
    """The ids of those who came back in before this round."""
    by: str | None
    voided: bool
    accepted: bool
    """Whether it was saved although something in it cannot be right."""
    note: NotRequired[str]


class PlayerDocument(TypedDict):
    """Somebody at the table."""

    id: str
    name: str


class SetupDocument(TypedDict):
    """Who plays by which house rules; `dealer` and the keys of `points` are ids. See `services.views.state.Setup`.

    `ruling` is the id of the ruling in which a house rule was taken; only the revision that did so has it.
    """

    name: str | None
    players: list[PlayerDocument]
    house_rules: dict[str, Choice]
    dealer: str
    away: NotRequired[list[PlayerDocument]]
    points: NotRequired[dict[str, int]]
    since: NotRequired[int]
    no_advice: NotRequired[bool]
    hide_totals: NotRequired[bool]
    ruling: NotRequired[str]


class NoteDocument(TypedDict):
    """The note on a game; that on a round is in its document."""

    note: str


class OwnEntryDocument(TypedDict):
    """What a player has entered in an open round; `entry` is None for a closer who has nothing to enter."""

    entry: EntryDocument | None
    out: bool
    """Whether this player went out."""
    device: int | None


class OpenRoundDocument(TypedDict):
    """The next round while everybody enters their own points; the keys of `entries` are ids.

    `open` ends when a scorer closes it; then the entries wait in the form until the round is saved.
    """

    round: int
    open: bool
    viewers: bool
    """Whether viewers may enter their points, too."""
    entries: dict[str, OwnEntryDocument]


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


class ReasonDocument(TypedDict):
    """A reason of a ruling: its code with cards and values, without sentences."""

    code: str
    cards: list[str]
    rule: str | None
    values: dict[str, object]
    missing: list[str | int] | None


class HeadlineDocument(TypedDict):
    """The code and the values of a headline."""

    code: str
    values: dict[str, object]


class OwnMeldDocument(TypedDict):
    """A meld on the table of which it is known who laid it: the player's id.

    The first `own` of its cards are that player's; the others were laid off on it.
    """

    cards: list[str]
    by: str
    own: int


KeptMeldDocument: TypeAlias = list[str] | OwnMeldDocument
"""A meld on the table; a list of codes if it is not known who laid it."""


class OtherDocument(TypedDict):
    """The answer under another reading: its headline, facts and penalties."""

    headline: HeadlineDocument | None
    facts: dict[str, object]
    penalties: list["RuledPenaltyDocument"]


class DoubtDocument(TypedDict):
    """An ambiguity by its id, and the verdict under each of its readings; None if that is not known.

    Rulings of early versions have no `others`.
    """

    key: str
    verdicts: list[str | None]
    others: NotRequired[list[OtherDocument | None]]


class RuledPenaltyDocument(TypedDict):
    """A penalty as a ruling has it; `player` is None if the question names nobody."""

    player: str | None
    points: int
    rule: str


class AnswerDocument(TypedDict):
    """A question to the referee and its answer, cards as two-letter codes.

    The keys of `situation` and `facts` depend on the question. Rulings of early versions have no `headline`.
    """

    rulebook: str
    house_rules: dict[str, object]
    players: int
    situation: dict[str, object]
    verdict: str
    headline: NotRequired[HeadlineDocument]
    reasons: list[ReasonDocument]
    facts: dict[str, object]
    penalties: list[RuledPenaltyDocument]
    doubts: list[DoubtDocument]


class RulingDocument(AnswerDocument):
    """The answer of a ruling, players by id, and what was said in the game when the question was asked.

    `round` is the round that it is about, `named_round` the same if the question named it. `claims` and `words` are by
    player id; rulings of early versions have no `words`.
    """

    round: int
    named_round: int | None
    claims: dict[str, str]
    words: NotRequired[dict[str, str]]


class ResultDocument(TypedDict, total=False):
    """What a player did in a game; a key that is missing is 0, an empty list or unknown.

    `place` is there if the game has ended and the player is at the table. `points` are those of the `rounds` that
    the player has played, `best` those of the best one.
    """

    place: int
    rounds: int
    points: int
    best: int
    out: int
    out_run: int
    """The most rounds gone out in a row."""
    ways: dict[str, int]
    penalties: int
    kinds: dict[str, int]
    """The penalties by key; those of rulings that have none of their own are `ruling`."""
    rulings_won: int
    rulings_lost: int


class TallyDocument(TypedDict):
    """A game when its last round was entered, and the results by player id; `unit` is what its points are."""

    at: str
    lowest_wins: bool
    unit: str
    results: dict[str, ResultDocument]


class SeatDocument(TypedDict):
    """A seat that a game had in a circle: the player's id, the name that was typed, the person's id."""

    player: str
    name: str
    person: int | None


class LeftGameDocument(TypedDict):
    """A game that left a circle when that was deleted: its version and its seats then."""

    version: int
    seats: list[SeatDocument]


class ClubTableDocument(TypedDict):
    """A table of a sitting: its number in the room, who sits there by id, in the order of the seats, and its game.

    `guests` are how many more sat there, whom a circle made from a file does not have. A `game` that is None once the
    sitting has begun is one that the file did not have.
    """

    number: int
    people: list[int]
    guests: NotRequired[int]
    game: str | None


class SittingDocument(TypedDict):
    """The tables at which everybody sits at one time; `begun` once their games are made."""

    begun: bool
    tables: list[ClubTableDocument]


class ClubDocument(TypedDict):
    """A club evening: what is played, at tables of which `size`, for how many sittings (`planned`).

    `later` is how the sittings after the first are seated, `weights` are the points for the places at a table of that
    size. `here` are the ids of who is there, `fixed` those of them who keep their table.
    """

    variant: str
    house_rules: dict[str, Choice]
    size: int
    planned: int
    later: str
    weights: list[int]
    here: list[int]
    fixed: list[int]
    sittings: list[SittingDocument]
    ended: bool


SubjectDocument: TypeAlias = RoundDocument | SetupDocument | DecisionDocument | NoteDocument
"""What a revision changes."""
