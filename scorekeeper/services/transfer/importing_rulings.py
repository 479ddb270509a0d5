"""The import of rulings: each question is judged again, and must have the answer of the file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from ...documents import AnswerDocument, DecisionDocument, RuledPenaltyDocument, RulingDocument
from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...rules.variants import VARIANTS
from ...store.rows import RulingRow
from ..errors import Invalid
from ..games.state import State, What
from ..payload_reading import read
from ..payload_types import Claims, Moment, Name, Score, Shape, Text, Word
from ..referee.answer_codec import encode_answer
from ..referee.ask import answer, read_question
from ..referee.decisions import NewAcceptance, acceptance, without_penalties
from ..referee.ruling_views import Status, codes_of
from ..referee.rulings import KEPT

ALTERED = N_("This does not follow from the rest of the file: it was altered, or comes from elsewhere.")
_ANSWER = ("rulebook", "players", "situation", "verdict", "reasons", "facts", "doubts")

Count = Annotated[int, Field(ge=1, le=99_999)]


class PenaltyShape(Shape):
    """A penalty in an export."""

    player: Name | None
    points: Score
    rule: Word


class RulingShape(Shape):
    """A ruling in an export.

    `situation` and `house_rules` are read as a question. `reasons`, `facts` and `doubts` are only compared with its
    answer; `headline` is worded again.
    """

    id: Word
    question: Word
    by: Text | None = None
    when: Moment
    status: Word | None = None
    round: Count
    named_round: Count | None = None
    claims: Claims = Field(default_factory=dict)
    words: Claims = Field(default_factory=dict)
    penalties: Annotated[list[PenaltyShape], Field(max_length=100)]
    headline: Any = None
    rulebook: Word
    house_rules: dict[str, Any]
    players: Count
    situation: dict[str, Any]
    verdict: Word
    reasons: list[Any]
    facts: dict[str, Any]
    doubts: list[Any]


class DecisionShape(Shape):
    """The decision on a ruling in a revision of an export."""

    id: Word
    status: Word
    round: Count | None = None
    penalties: Annotated[list[PenaltyShape], Field(max_length=100)]


@dataclass(frozen=True)
class Rulings:
    """The rulings of an export: their rows, and their statuses as in the file, None where it has none."""

    rows: list[RulingRow]
    statuses: Sequence[str | None]


def read_rulings(variant: str, rulings: Iterable[object], people: Mapping[str, str]) -> Rulings:
    """Return the rulings of an export, which are read one by one; `people` has the names in it, by id.

    Raises:
        Invalid: at the first ruling that cannot have been given.
    """
    ids = {name: player for player, name in people.items()}
    rows, statuses = [], []
    for index, raw in enumerate(rulings):
        try:
            shape = read(RulingShape, raw)
            rows.append(_row(variant, index + 1, shape, ids))
        except Invalid as error:
            raise Invalid(*(p.within("rulings", index) for p in error.problems)) from None
        statuses.append(shape.status)
    return Rulings(rows, statuses)


def _row(variant: str, number: int, shape: RulingShape, ids: Mapping[str, str]) -> RulingRow:
    if shape.id != str(number):
        raise Invalid(Problem(ALTERED, ("id",)))
    if shape.question not in KEPT:
        raise Invalid(Problem(ALTERED, ("question",)))
    if shape.rulebook != VARIANTS[variant].version:
        raise Invalid(Problem(ALTERED, ("rulebook",)))
    named = {"claims": shape.claims, "words": shape.words, "penalties": [p.player for p in shape.penalties if p.player]}
    for key, names in named.items():
        if not set(names) <= set(ids):
            raise Invalid(Problem(ALTERED, (key,)))
    found = _asked_again(variant, shape)
    penalties: list[RuledPenaltyDocument] = [
        {**each, "player": ids.get(given.player or "")}
        for each, given in zip(found["penalties"], shape.penalties, strict=True)
    ]
    document: RulingDocument = {
        **found,
        "round": shape.round,
        "named_round": shape.named_round,
        "claims": {ids[name]: claim for name, claim in shape.claims.items()},
        "words": {ids[name]: text for name, text in shape.words.items()},
        "penalties": penalties,
    }
    codes = codes_of(reason["code"] for reason in document["reasons"])
    return RulingRow("", number, shape.question, codes, shape.by, shape.when, document)


def _asked_again(variant: str, shape: RulingShape) -> AnswerDocument:
    """Return the answer of the rules to the question of a ruling; it must be that of the file."""
    house_rules, players = shape.house_rules, shape.players
    request = {"variant": variant, "house_rules": house_rules, "players": players, "situation": shape.situation}
    asked = read_question(shape.question, request)
    document = encode_answer(asked, answer(asked))
    for key in _ANSWER:
        if getattr(shape, key) != document.get(key) and not (key == "doubts" and _same_doubts(shape.doubts, document)):
            raise Invalid(Problem(ALTERED, (key,)))
    if [(p.points, p.rule) for p in shape.penalties] != [(p["points"], p["rule"]) for p in document["penalties"]]:
        raise Invalid(Problem(ALTERED, ("penalties",)))
    return document


def _same_doubts(doubts: list[Any], document: AnswerDocument) -> bool:
    """Return whether doubts of an early version, which have no `others`, are those of the answer."""
    return doubts == [{"key": doubt["key"], "verdicts": doubt["verdicts"]} for doubt in document["doubts"]]


def read_decision(
    state: State, what: str, raw: object, rows: Sequence[RulingRow], people: Mapping[str, str]
) -> tuple[int | None, DecisionDocument | None, DecisionDocument]:
    """Return the round, and the decision before and after, of a revision of an export that is about a ruling.

    Raises:
        Invalid: there is no such ruling, or it could not be decided so.
    """
    shape = read(DecisionShape, raw)
    row = _row_of(shape.id, rows)
    before = state.decisions.get(shape.id)
    was = before["status"] if before else Status.GIVEN
    if row is None or (was == Status.ACCEPTED) != (what == What.REVOKE):
        raise Invalid(Problem(ALTERED, ("id",)))
    if what != What.ACCEPT:
        status = Status.REVOKED if what == What.REVOKE else Status.OVERRULED
        return (before["round"] if before else None), before, without_penalties(shape.id, status)
    ids = {name: player for player, name in people.items()}
    payers = [
        penalty.player
        for penalty, ruled in zip(shape.penalties, row.document["penalties"], strict=False)
        if ids.get(penalty.player or "") != ruled["player"]
    ]
    accept = NewAcceptance(round=shape.round, player=payers[0] if payers else None)
    after = acceptance(state, row, accept, people, ended=False)
    return after["round"], before, after


def read_ruling_id(raw: object, rows: Sequence[RulingRow]) -> str:
    """Return the id of the ruling in which a revision of an export took a house rule.

    Raises:
        Invalid: there is no such ruling.
    """
    try:
        ruling = read(DecisionShape, raw).id
        if _row_of(ruling, rows) is None:
            raise Invalid(Problem(ALTERED, ("id",)))
    except Invalid as error:
        raise Invalid(*(p.within("ruling") for p in error.problems)) from None
    return ruling


def _row_of(ruling: str, rows: Sequence[RulingRow]) -> RulingRow | None:
    number = whole_number(ruling, 5) or 0
    return rows[number - 1] if 0 < number <= len(rows) and ruling == str(number) else None


def check_statuses(statuses: Iterable[str | None], state: State) -> None:
    """Check that each ruling has the status that the file has.

    Raises:
        Invalid: at the first one that does not.
    """
    for index, status in enumerate(statuses):
        decision = state.decisions.get(str(index + 1))
        if status is not None and status != (decision["status"] if decision else Status.GIVEN):
            raise Invalid(Problem(ALTERED, ("rulings", index, "status")))
