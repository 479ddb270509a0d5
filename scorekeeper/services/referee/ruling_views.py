"""A stored ruling in its game: the answer, who asked, and the table's decision."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from ...cached_property import cached_property
from ...documents import DecisionDocument, RuledPenaltyDocument, RulingDocument
from ...rules.referee import remarks
from ...rules.referee.headlines import Headline
from ...rules.referee.readings import Answer, OpenAmbiguity, OpenReading
from ...rules.referee.ruling import Verdict
from ...store.moments import in_utc
from ...store.rows import RevisionRow, RulingRow
from ..errors import Invalid
from ..views.state import RULING_CHANGES, State
from ..views.state import Status as Status
from .answer_codec import decode_answer
from .ask import answer as judge
from .ask import read_question

_MOST_JUDGED = 20  # rulings of a list that are judged again


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


class Judging:
    """Judges stored questions again, at most `most` of them: a list of rulings must not take minutes."""

    def __init__(self, most: int) -> None:
        self._left = most

    def again(self, variant: str, question: str, asked: Mapping[str, object]) -> Answer | None:
        """Return the answer to a question; None if it is malformed by these rules, or if too many were judged."""
        self._left -= 1
        if self._left < 0:
            return None
        try:
            return judge(read_question(question, {"variant": variant, **asked}))
        except Invalid:
            return None


@dataclass(frozen=True)
class RulingView:
    """A ruling with the table's decision on it. `answer` is worded by `answer_documents`, as a fresh one is."""

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
    judging: Judging

    @property
    def _open(self) -> tuple[OpenAmbiguity, ...]:
        """The ambiguities that the table could settle when it asked: those of the answer and of its remarks."""
        return (*self.answer.doubts, *self.answer.open_remarks)

    @property
    def chosen_readings(self) -> tuple[OpenReading, ...]:
        """The readings of its doubts by which the table plays now, since it chose them as house rules."""
        readings = [other for doubt in self._open for other in doubt.readings]
        return tuple(r for r in readings if (r.reading.option, r.reading.choice) in self.house_rules.items())

    @cached_property
    def taken(self) -> Answer | None:
        """The answer by the readings that the table has chosen since; None if it chose none, or decided on the ruling.

        The question is judged again, since a stored reading has no reasons. If that is not possible, a single reading
        is shown as it is stored, several are not combined.
        """
        if self.status is not Status.GIVEN or not self.chosen_readings:
            return None
        return self.judging.again(self.answer.variant.key, self.question, self._by_today()) or self._taken_as_stored

    @property
    def overtaken(self) -> bool:
        """Whether the table has taken another answer since, and not only another remark beside it."""
        others = [other for doubt in self.answer.doubts for other in doubt.readings]
        return self.taken is not None and any(other in others for other in self.chosen_readings)

    def _by_today(self) -> Mapping[str, object]:
        """Return the question with what the table has settled since."""
        options = {other.reading.option for doubt in self._open for other in doubt.readings}
        settled = {key: choice for key, choice in self.house_rules.items() if key in options}
        asked = {key: self.document[key] for key in ("players", "situation")}
        return {**asked, "house_rules": {**self.document["house_rules"], **settled}}

    @property
    def _taken_as_stored(self) -> Answer | None:
        # by house rule: one may be a reading of several ambiguities; a remark has no ruling, and changes no headline
        chosen = {other.reading.option: other for other in self.chosen_readings if other.ruling}
        if len(chosen) != 1:
            return None
        [(option, other)] = chosen.items()
        if other.ruling is None or other.headline is None:
            return None
        left = tuple(each for each in self.answer.doubts if all(r.reading.option != option for r in each.readings))
        return replace(self.answer, ruling=other.ruling, headline=other.headline, doubts=left)

    @property
    def headline(self) -> Headline:
        """The headline for lists: of the one chosen reading as it is stored, of several as they are judged."""
        if self.status is Status.GIVEN and self.chosen_readings:
            taken = self._taken_as_stored or self.taken
            return (taken or self.answer).headline
        return self.answer.headline

    @property
    def settled_by_table(self) -> bool:
        """Whether the table has chosen, since it was asked, how to read what the source leaves open in it."""
        met = self.answer.doubts or self.answer.open_remarks
        options = [{other.reading.option for other in doubt.readings} for doubt in met]
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
        verdict = self.answer.ruling.verdict
        return tuple(
            name for name, claim in self.claims.items() if claim == verdict and verdict is not Verdict.UNDECIDED
        )


def ruling_view(variant: str, state: State, row: RulingRow, judged: Answer | None = None) -> RulingView:
    """Return a stored ruling as it stands in a game of `variant` and `state`; `judged` is its answer, if at hand."""
    return _ruling_view(variant, state, row, _deciding(state).get(str(row.number)), Judging(1), judged)


def ruling_views(variant: str, state: State, rows: Iterable[RulingRow]) -> list[RulingView]:
    """Return stored rulings as they stand in a game of `variant` and `state`, in the order of `rows`.

    The game's changes are read once, however many rulings there are.
    """
    deciding, judging = _deciding(state), Judging(_MOST_JUDGED)
    return [_ruling_view(variant, state, row, deciding.get(str(row.number)), judging) for row in rows]


def _deciding(state: State) -> Mapping[str, RevisionRow]:
    """Return the latest revision that decides on a ruling and is not undone, by the ruling's id."""
    return {cast("DecisionDocument", row.after)["id"]: row for row in state.done if row.what in RULING_CHANGES}


def _ruling_view(
    variant: str,
    state: State,
    row: RulingRow,
    deciding: RevisionRow | None,
    judging: Judging,
    judged: Answer | None = None,
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
        judging,
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
