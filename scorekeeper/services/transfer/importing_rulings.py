"""The import of rulings, and of the table's decisions on them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ...documents import DecisionDocument, RuledPenaltyDocument, RulingDocument
from ...numbers import whole_number
from ...rules.errors import Problem
from ...rules.variants import VARIANTS
from ...store.rows import RulingRow
from ..errors import Invalid
from ..payload_reading import read
from ..payload_types import Claims, Moment, Shape, Text, Word
from ..referee.decisions import NewAcceptance, acceptance, without_penalties
from ..referee.ruling_views import Status, codes_of
from ..referee.rulings import KEPT
from ..views.state import State, What
from .answer_shapes import AnswerShape, PenaltyShape
from .importing_answers import ALTERED, Tries, is_older, read_answer, tries

RoundNumber = Annotated[int, Field(ge=1, le=99_999)]


class RulingShape(AnswerShape):
    """A ruling in an export."""

    id: Word
    by: Text | None = None
    when: Moment
    status: Word | None = None
    round: RoundNumber
    named_round: RoundNumber | None = None
    claims: Claims = Field(default_factory=dict)
    words: Claims = Field(default_factory=dict)


class DecisionShape(Shape):
    """The decision on a ruling in a revision of an export."""

    id: Word
    status: Word
    round: RoundNumber | None = None
    penalties: Annotated[list[PenaltyShape], Field(max_length=100)]


@dataclass(frozen=True)
class Rulings:
    """The rulings of an export: their rows, and their statuses as in the file, None where it has none."""

    rows: list[RulingRow]
    statuses: Sequence[str | None]


def read_rulings(variant: str, rulebook: str, rulings: Iterable[object], people: Mapping[str, str]) -> Rulings:
    """Return the rulings of an export, which are read one by one; `people` has the names in it, by id.

    `rulebook` is the version by which the game was begun.

    Raises:
        Invalid: at the first ruling that cannot have been given.
    """
    ids = {name: player for player, name in people.items()}
    rows, statuses, left = [], [], tries()
    for index, raw in enumerate(rulings):
        try:
            shape = read(RulingShape, raw)
            _check_version(variant, rulebook, shape.rulebook)
            rows.append(_row(variant, index + 1, shape, ids, left))
        except Invalid as error:
            raise Invalid(*(p.within("rulings", index) for p in error.problems)) from None
        statuses.append(shape.status)
    return Rulings(rows, statuses)


def _check_version(variant: str, began: str, found: str) -> None:
    """Check that a ruling was given by the rulebook with which its game began, by today's, or by one between them."""
    today = VARIANTS[variant].version
    if found != today and (not is_older(found, today) or is_older(found, began)):
        raise Invalid(Problem(ALTERED, ("rulebook",)))


def _row(variant: str, number: int, shape: RulingShape, ids: Mapping[str, str], left: Tries) -> RulingRow:
    if shape.id != str(number):
        raise Invalid(Problem(ALTERED, ("id",)))
    if shape.question not in KEPT:
        raise Invalid(Problem(ALTERED, ("question",)))
    named = {"claims": shape.claims, "words": shape.words, "penalties": [p.player for p in shape.penalties if p.player]}
    for key, names in named.items():
        if not set(names) <= set(ids):
            raise Invalid(Problem(ALTERED, (key,)))
    found = read_answer(variant, shape, left)
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
