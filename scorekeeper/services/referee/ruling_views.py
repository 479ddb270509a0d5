"""A stored ruling to be looked at: answered as it was, with what the table made of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ...cached_property import cached_property
from ...documents import Document
from ...rules.referee.readings import Answer
from ...rules.referee.ruling import Verdict
from ..games.state import RULING_CHANGES, Row, State
from ..games.views import in_utc
from .answer_codec import answer_of


class Status(StrEnum):
    """What the table made of a ruling."""

    GIVEN = "given"
    ACCEPTED = "accepted"
    OVERRULED = "overruled"
    REVOKED = "revoked"


@dataclass(frozen=True)
class PostedPenalty:
    """A penalty that stands because the ruling was accepted: the player's name, negative points, the rule's id."""

    player: str
    points: int
    rule: str


@dataclass(frozen=True)
class Decision:
    """What the table made of a ruling, who said so, when and why; `round` and `penalties` of an accepted one."""

    status: Status
    who: str | None
    when: datetime
    why: str | None
    round: int | None
    penalties: tuple[PostedPenalty, ...]


@dataclass(frozen=True)
class RulingView:
    """A ruling with what the table made of it. `answer` is worded like a fresh one (`referee.answer_document`)."""

    game_id: str
    id: str
    question: str
    round: int  # the round that was asked about: an entered one, or the one that was being played
    answer: Answer
    document: Document  # what was asked, and answered, as it is stored
    claims: Mapping[str, str]  # who says what, by the player's present name
    words: Mapping[str, str]  # what they say beside it, in their own words
    who: str | None
    when: datetime
    decision: Decision | None

    @property
    def status(self) -> Status:
        """What the table made of it."""
        return self.decision.status if self.decision else Status.GIVEN

    @property
    def situation(self) -> Document:
        """What was told, in the form of the referee's contract: it can be asked again."""
        situation: Document = self.document["situation"]
        return situation

    @cached_property
    def supported(self) -> tuple[str, ...]:
        """Whose claim, `legal` or `illegal`, is what the rules say; nobody's while it is undecided."""
        said = self.answer.ruling.verdict
        return tuple(name for name, claim in self.claims.items() if claim == said and said is not Verdict.UNDECIDED)


def ruling_view(variant: str, state: State, row: Row) -> RulingView:
    """Return a stored ruling as it stands in a game of `variant` and `state`."""
    document, names = row["document"], state.names
    named = [{**each, "player": names.get(each["player"])} for each in document["penalties"]]
    return RulingView(
        row["game_id"],
        str(row["number"]),
        row["question"],
        document["round"],
        answer_of(variant, row["question"], {**document, "penalties": named}),
        document,
        {names[player]: claim for player, claim in document["claims"].items()},
        {names[player]: text for player, text in document.get("words", {}).items()},  # earlier rulings have none
        row["who"],
        in_utc(row["at"]),
        _decision(state, str(row["number"])),
    )


def _decision(state: State, ruling: str) -> Decision | None:
    document = state.decisions.get(ruling)
    if document is None:
        return None
    rows = (row for row in reversed(state.done) if row["what"] in RULING_CHANGES and row["after"] == document)
    row = next(rows)
    return Decision(
        Status(document["status"]),
        row["who"],
        in_utc(row["at"]),
        row["why"],
        document["round"],
        tuple(PostedPenalty(state.names[p["player"]], p["points"], p["rule"]) for p in document["penalties"]),
    )


def codes_of(codes: Iterable[str]) -> str:
    """Return what rulings for the same reasons have in common."""
    return " ".join(sorted(set(codes)))
