"""The answers of imported rulings: judged again and compared, or kept as they are if another release gave them."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from ...documents import AnswerDocument
from ...numbers import whole_number
from ...rules.errors import N_, Problem, RulesError
from ...rules.referee.wordings import all_codes
from ...rules.variants import VARIANTS, get_variant
from ..errors import Invalid
from ..payload_reading import read_part
from ..referee.answer_codec import encode_answer, encode_situation
from ..referee.ask import JUDGES, answer, arguments, read_question
from ..referee.situations import SITUATIONS
from .answer_shapes import AnswerShape

ALTERED = N_("This contradicts the rest of the file. Somebody altered it.")
_ANSWERED = {"rulebook", "verdict", "headline", "reasons", "facts", "penalties", "doubts"}
_MOST_TRIED = 20  # rulings of a file whose penalties are looked for under other house rules

Tries = Iterator[int]
"""As many items as rulings of a file may still be tried under other house rules."""


def is_older(version: str, today: str) -> bool:
    """Return whether `version` of a rulebook is one that came before `today`'s."""
    number = whole_number(version, 9)
    return number is not None and number < int(today)


def tries() -> Tries:
    """Return the tries of a file."""
    return iter(range(_MOST_TRIED))


def read_answer(variant: str, shape: AnswerShape, left: Tries) -> AnswerDocument:
    """Return the answer of a ruling of an export as it is stored.

    The question is judged again. An answer of today's rulebook must have the same verdict and penalties, and no fact
    that is not given today; its reasons may be others, its doubts are today's. An answer of an older rulebook, or with
    a reason that is not known any more, is kept as it is if its penalties follow from the question under any of the
    house rules.

    Raises:
        Invalid: the answer was altered, or the question is malformed.
    """
    older = shape.rulebook != VARIANTS[variant].version or any(r.code not in all_codes() for r in shape.reasons)
    try:
        asked = read_question(shape.question, _request(variant, shape, shape.house_rules))
        today = encode_answer(asked, answer(asked))
    except Invalid as error:
        if not older or any(problem.path[:1] != ("situation",) for problem in error.problems):
            raise
        return _unreadable(variant, shape)
    kept = _as_given(shape, today)
    if not older:
        _compare(kept, today)
        alike = kept["reasons"] == today["reasons"] and kept["facts"] == today["facts"]
        return today if alike else {**kept, "doubts": today["doubts"]}
    if _charged(kept) != _charged(today) and not _possible(variant, shape, _charged(kept), left):
        raise Invalid(Problem(ALTERED, ("penalties",)))
    return kept


def _request(variant: str, shape: AnswerShape, house_rules: Mapping[str, Any]) -> dict[str, object]:
    return {"variant": variant, "house_rules": house_rules, "players": shape.players, "situation": shape.situation}


def _as_given(shape: AnswerShape, asked: Mapping[str, Any]) -> AnswerDocument:
    """Return the answer of the file to a question; `asked` has the question as it is stored.

    Raises:
        Invalid: it is about melds that the question does not have.
    """
    given = shape.model_dump(include=_ANSWERED, exclude_unset=True)
    question = {key: asked[key] for key in ("house_rules", "players", "situation")}
    situation, targets = question["situation"], given["facts"].get("targets")
    if targets and not (situation.get("cards") and max(targets) < len(situation.get("table", ()))):
        raise Invalid(Problem(ALTERED, ("facts", "targets")))
    return cast("AnswerDocument", question | {key: part for key, part in given.items() if part is not None})


def _compare(given: AnswerDocument, today: AnswerDocument) -> None:
    """Check that an answer of today's rulebook settles what it settles today.

    Raises:
        Invalid: at the first thing that differs.
    """
    facts = today["facts"]
    same = {
        "verdict": given["verdict"] == today["verdict"],
        "facts": all(key in facts and facts[key] == fact for key, fact in given["facts"].items()),
        "penalties": _charged(given) == _charged(today),
    }
    for key, is_same in same.items():
        if not is_same:
            raise Invalid(Problem(ALTERED, (key,)))


def _unreadable(variant: str, shape: AnswerShape) -> AnswerDocument:
    """Return the answer of the file to a question that cannot be judged today, but has the shape of its question.

    Raises:
        Invalid: it has not, or the answer has a penalty, which follows from nothing.
    """
    try:
        situation = read_part(SITUATIONS[shape.question], shape.situation).given()
    except Invalid as error:
        raise Invalid(*(problem.within("situation") for problem in error.problems)) from None
    if shape.penalties:
        raise Invalid(Problem(ALTERED, ("penalties",)))
    rules = dict(get_variant(variant, shape.house_rules).house_rules)
    asked = {"house_rules": rules, "players": shape.players, "situation": encode_situation(situation)}
    return _as_given(shape, asked)


def _charged(given: AnswerDocument) -> list[tuple[int, str]]:
    return [(each["points"], each["rule"]) for each in given["penalties"]]


def _possible(variant: str, shape: AnswerShape, charged: list[tuple[int, str]], left: Tries) -> bool:
    """Return whether penalties follow from a question under the defaults, or its house rules with any one changed."""
    if next(left, None) is None:
        return False
    others = ({**shape.house_rules, o.key: choice} for o in VARIANTS[variant].options for choice in o.choices)
    for house_rules in ({}, *others):
        with suppress(Invalid, RulesError):
            asked = read_question(shape.question, _request(variant, shape, house_rules))
            ruling = JUDGES[asked.question](asked.variant, **arguments(asked))
            if [(award.points, award.rule) for award in ruling.penalties] == charged:
                return True
    return False
