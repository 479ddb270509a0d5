"""A stored ruling in its game: the answer, who asked, and the table's decision."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from ...cached_property import cached_property
from ...documents import DecisionDocument, RuledPenaltyDocument, RulingDocument
from ...rules.referee import remarks
from ...rules.referee.readings import Answer, OpenReading
from ...rules.referee.ruling import Verdict
from ...store.rows import RevisionRow, RulingRow
from ..games.state import RULING_CHANGES, State
from ..games.state import Status as Status
from ..games.views import in_utc
from .answer_codec import decode_answer


@dataclass(frozen=True)
class PostedPenalty:
    """A penalty that an accepted ruling posts: the player's name, negative points, the rule's id."""

    player: str
    points: int
    rule: str


@dataclass(frozen=True)
class Decision:
    """A table's decision on a ruling: its status, by whom, when and why; `round` and `penalties` if it is accepted."""

    status: Status
    who: str | None
    when: datetime
    why: str | None
    round: int | None
    penalties: tuple[PostedPenalty, ...]


@dataclass(frozen=True)
class RulingView:
    """A ruling with the table's decision on it. `answer` is worded by `ask.answer_document`, as a fresh one is."""

    game_id: str
    id: str
    question: str
    round: int  # the round that was asked about: an entered one, or the one that was being played
    answer: Answer
    document: RulingDocument  # the question and its answer as they are stored
    claims: Mapping[str, str]  # `legal` or `illegal`, or other words, by the player's present name
    words: Mapping[str, str]  # what players say beside their claims, by name
    who: str | None
    when: datetime
    decision: Decision | None
    house_rules: Mapping[str, object]  # those of the table now

    @property
    def chosen_readings(self) -> tuple[OpenReading, ...]:
        """The readings of its doubts by which the table plays now, since it chose them as house rules."""
        readings = [other for doubt in self.answer.doubts for other in doubt.readings]
        return tuple(r for r in readings if (r.reading.option, r.reading.choice) in self.house_rules.items())

    @property
    def taken(self) -> OpenReading | None:
        """The chosen reading that answers it now; None if the table decided on the ruling itself, or if none is clear.

        Readings of several doubts with different headlines are not combined.
        """
        answers = [other for other in self.chosen_readings if other.ruling and other.headline]
        clear = len({other.headline for other in answers}) == 1
        return answers[0] if clear and self.status is Status.GIVEN else None

    @property
    def settled_by_table(self) -> bool:
        """Whether the table has chosen, since it was asked, how to read what the source leaves open in it."""
        options = [{other.reading.option for other in doubt.readings} for doubt in self.answer.doubts]
        return bool(options) and all(each & self.house_rules.keys() for each in options)

    @property
    def status(self) -> Status:
        """The status of the ruling."""
        return self.decision.status if self.decision else Status.GIVEN

    @property
    def situation(self) -> dict[str, object]:
        """The situation in the form of the referee's contract, as it can be asked about again."""
        return self.document["situation"]

    @cached_property
    def supported(self) -> tuple[str, ...]:
        """The players whose claim is the verdict; nobody while it is undecided."""
        said = self.answer.ruling.verdict
        return tuple(name for name, claim in self.claims.items() if claim == said and said is not Verdict.UNDECIDED)


def ruling_view(variant: str, state: State, row: RulingRow, judged: Answer | None = None) -> RulingView:
    """Return a stored ruling as it stands in a game of `variant` and `state`; `judged` is its answer, if at hand."""
    return _ruling_view(variant, state, row, _deciding(state).get(str(row.number)), judged)


def ruling_views(variant: str, state: State, rows: Iterable[RulingRow]) -> list[RulingView]:
    """Return stored rulings as they stand in a game of `variant` and `state`, in the order of `rows`.

    The game's changes are read once, however many rulings there are.
    """
    deciding = _deciding(state)
    return [_ruling_view(variant, state, row, deciding.get(str(row.number))) for row in rows]


def _deciding(state: State) -> Mapping[str, RevisionRow]:
    """Return the latest revision that decides on a ruling and is not undone, by the ruling's id."""
    return {cast("DecisionDocument", row.after)["id"]: row for row in state.done if row.what in RULING_CHANGES}


def _ruling_view(
    variant: str, state: State, row: RulingRow, deciding: RevisionRow | None, judged: Answer | None = None
) -> RulingView:
    document, names = row.document, state.names
    penalties: list[RuledPenaltyDocument] = [
        {**penalty, "player": names.get(penalty["player"] or "")} for penalty in document["penalties"]
    ]
    stored: RulingDocument = {**document, "penalties": penalties}
    return RulingView(
        row.game_id,
        str(row.number),
        row.question,
        document["round"],
        decode_answer(variant, row.question, stored, judged),
        document,
        {names[player]: claim for player, claim in document["claims"].items()},
        {names[player]: text for player, text in document.get("words", {}).items()},
        row.who,
        in_utc(row.at),
        _decision(deciding, names) if deciding else None,
        state.setup.house_rules,
    )


def _decision(row: RevisionRow, names: Mapping[str, str]) -> Decision:
    document = cast("DecisionDocument", row.after)
    return Decision(
        Status(document["status"]),
        row.who,
        in_utc(row.at),
        row.why,
        document["round"],
        tuple(PostedPenalty(names[p["player"]], p["points"], p["rule"]) for p in document["penalties"]),
    )


def codes_of(codes: Iterable[str]) -> str:
    """Return the search key of rulings for the same reasons: their codes, each once, in order, without remarks."""
    return " ".join(sorted(set(codes) - remarks.WORDINGS.keys()))
