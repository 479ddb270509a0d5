"""The rulings of an exported game taken in again: asked once more, they must be answered as the file says."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from ..rules.errors import N_, Problem
from ..rules.variants import VARIANTS
from .errors import Invalid
from .filing import filed
from .referee import answer, read_question
from .ruling_views import Status, codes_of
from .rulings import KEPT, MOST_RULINGS, AcceptShape, accepted, decided
from .shapes import Moment, Name, Score, Shape, Text, read
from .state import Document, State, What

ALTERED = N_("This does not follow from the rest of the file: it was altered, or comes from elsewhere.")
_ANSWER = ("rulebook", "players", "situation", "verdict", "reasons", "facts", "doubts")

Count = Annotated[int, Field(ge=1, le=99_999)]


class PenaltyShape(Shape):
    """A penalty in an export."""

    player: Name | None
    points: Score
    rule: str


class RulingShape(Shape):
    """A ruling in an export."""

    id: str
    question: str
    by: Text | None = None
    when: Moment
    status: str | None = None
    round: Count
    named_round: Count | None = None
    claims: Annotated[dict[Name, Text], Field(max_length=20, default_factory=dict)]
    words: Annotated[dict[Name, Text], Field(max_length=20, default_factory=dict)]
    penalties: Annotated[list[PenaltyShape], Field(max_length=100)]
    rulebook: str
    house_rules: dict[str, Any]
    players: int
    situation: dict[str, Any]
    verdict: str
    reasons: list[dict[str, Any]]
    facts: dict[str, Any]
    doubts: list[dict[str, Any]]


class DecisionShape(Shape):
    """What a revision of an export made of a ruling."""

    id: str
    status: str
    round: Count | None = None
    penalties: Annotated[list[PenaltyShape], Field(max_length=100)]


Rulings = Annotated[list[RulingShape], Field(max_length=MOST_RULINGS, default_factory=list)]


def read_rulings(variant: str, shapes: Sequence[RulingShape], people: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the rows of an export's rulings; `people` are the names by id that it speaks of.

    Raises:
        Invalid: at the first ruling that cannot have been given.
    """
    rows = []
    for index, shape in enumerate(shapes):
        try:
            rows.append(_row(variant, index + 1, shape, {name: player for player, name in people.items()}))
        except Invalid as error:
            raise Invalid(*(p.within("rulings", index) for p in error.problems)) from None
    return rows


def _row(variant: str, number: int, shape: RulingShape, ids: Mapping[str, str]) -> dict[str, Any]:
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
    document = _asked_again(variant, shape)
    penalties = [
        {**each, "player": ids.get(told.player or "")}
        for each, told in zip(document["penalties"], shape.penalties, strict=True)
    ]
    about = {
        "round": shape.round,
        "named_round": shape.named_round,
        "claims": {ids[name]: claim for name, claim in shape.claims.items()},
        "words": {ids[name]: text for name, text in shape.words.items()},
        "penalties": penalties,
    }
    return {
        "number": number,
        "question": shape.question,
        "codes": codes_of(reason["code"] for reason in document["reasons"]),
        "who": shape.by,
        "at": shape.when,
        "document": {**document, **about},
    }


def _asked_again(variant: str, shape: RulingShape) -> Document:
    """Return the ruling as it is given now, which must be as the file says."""
    house_rules, players = shape.house_rules, shape.players
    request = {"variant": variant, "house_rules": house_rules, "players": players, "situation": shape.situation}
    asked = read_question(shape.question, request)
    document = filed(asked, answer(asked))
    for key in _ANSWER:
        if getattr(shape, key) != document[key]:
            raise Invalid(Problem(ALTERED, (key,)))
    if [(p.points, p.rule) for p in shape.penalties] != [(p["points"], p["rule"]) for p in document["penalties"]]:
        raise Invalid(Problem(ALTERED, ("penalties",)))
    return document


def read_decision(
    state: State, what: str, raw: object, rows: Sequence[Mapping[str, Any]], people: Mapping[str, str]
) -> tuple[int | None, Document | None, Document]:
    """Return the round, and the decision before and after, of a revision of an export that is about a ruling.

    Raises:
        Invalid: there is no such ruling, or it could not be decided so.
    """
    shape = read(DecisionShape, raw)
    row = next((row for row in rows if str(row["number"]) == shape.id), None)
    before = state.decisions.get(shape.id)
    was = before["status"] if before else Status.GIVEN
    if row is None or (was == Status.ACCEPTED) != (what == What.REVOKE):
        raise Invalid(Problem(ALTERED, ("id",)))
    if what != What.ACCEPT:
        status = Status.REVOKED if what == What.REVOKE else Status.OVERRULED
        return (before["round"] if before else None), before, decided(shape.id, status)
    ids = {name: player for player, name in people.items()}
    told = [
        penalty.player
        for penalty, ruled in zip(shape.penalties, row["document"]["penalties"], strict=False)
        if ids.get(penalty.player or "") != ruled["player"]
    ]
    accept = AcceptShape(round=shape.round, player=told[0] if told else None)
    after = accepted(state, row, accept, people, ended=False)
    return after["round"], before, after


def check_statuses(shapes: Sequence[RulingShape], state: State) -> None:
    """Check that each ruling stands as the file says.

    Raises:
        Invalid: at the first one that does not.
    """
    for index, shape in enumerate(shapes):
        decision = state.decisions.get(shape.id)
        if shape.status is not None and shape.status != (decision["status"] if decision else Status.GIVEN):
            raise Invalid(Problem(ALTERED, ("rulings", index, "status")))
