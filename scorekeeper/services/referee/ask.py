"""The referee asked: a question as JSON becomes an answer as JSON. Nothing is stored, no database is needed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from inspect import signature
from typing import Any

from ...rules.cards import Card, codes
from ...rules.errors import N_, Problem, RulesError
from ...rules.model.sources import Ambiguity, Rule
from ...rules.model.variant import Variant
from ...rules.reasons import Reason
from ...rules.referee.questions.arrange import is_small, judge_arrange, worth
from ...rules.referee.questions.call import judge_call
from ...rules.referee.questions.game_end import judge_end
from ...rules.referee.questions.go_out import judge_go_out
from ...rules.referee.questions.joker_swap import joker_swap
from ...rules.referee.questions.lay_off import lay_off
from ...rules.referee.questions.meld import hand_value, meld
from ...rules.referee.questions.opening import opening
from ...rules.referee.questions.pile import judge_pile
from ...rules.referee.questions.round_score import judge_round
from ...rules.referee.questions.table import judge_table
from ...rules.referee.readings import Answer, Doubt, OutcomeOf, Question, ask
from ...rules.referee.situations import check_copies, placed_cards
from ...rules.solver import Budget
from ...rules.variants import get_variant
from ..errors import Invalid, ServiceError
from ..json_output import json_pointer
from ..payloads import read
from ..referee.answers import AnswerJson, ReadingJson, ReasonJson, RuleJson
from ..wording import reader_language, sentence
from .situations import SITUATIONS, NewQuestion, Situation

ORDINARY_PLAYERS = 4  # "fewer than five" where nobody says how many play


class NoSuchQuestion(ServiceError):
    """The referee knows no such question."""


JUDGES: Mapping[str, Question] = {
    "meld": meld,
    "hand-value": hand_value,
    "opening": opening,
    "lay-off": lay_off,
    "joker-swap": joker_swap,
    "pile": judge_pile,
    "rummy-call": judge_call,
    "go-out": judge_go_out,
    "table": judge_table,
    "round-score": judge_round,
    "game-end": judge_end,
    "arrange": judge_arrange,
}
OUTCOMES: Mapping[str, OutcomeOf] = {"arrange": worth}


@dataclass(frozen=True)
class Asked:
    """What was asked, as far as it is needed to ask it again: all of it plain."""

    question: str
    variant: Variant
    players: int
    situation: Mapping[str, Any]


def read_question(question: str, body: object) -> Asked:
    """Return what `body`, decoded JSON in the form of the referee's contract, asks.

    Raises:
        NoSuchQuestion: there is no question of that name.
        Invalid: with a problem for everything that is malformed.
    """
    if question not in SITUATIONS:
        raise NoSuchQuestion(question)
    request = read(NewQuestion, body)
    try:
        variant = get_variant(request.variant, request.house_rules or {})
    except RulesError as error:
        raise Invalid(*error.problems) from None
    try:
        shape = read(SITUATIONS[question], request.situation)
    except Invalid as error:
        raise Invalid(*(problem.within("situation") for problem in error.problems)) from None
    players = _players(variant, request.players, shape)
    return Asked(question, variant, players, _checked(variant, players, shape))


def _players(variant: Variant, told: int | None, shape: Situation) -> int:
    """Return how many play: as many as was told or are named, else an ordinary number."""
    named = len(set(shape.names()))
    if told is None and named < variant.deal.fewest_players:
        return min(ORDINARY_PLAYERS, variant.most_players)
    try:
        variant.check_players(max(named, told or 0) if told is None else told)
    except RulesError as error:
        raise Invalid(*error.problems) from None
    if told is not None and told < named:
        message = N_("Fewer players are told ({told}) than are named ({named}).")
        raise Invalid(Problem(message, ("players",), {"told": told, "named": named}))
    return told or named


def _checked(variant: Variant, players: int, shape: Situation) -> dict[str, Any]:
    given = shape.given()
    problems: dict[tuple[Any, ...], Problem] = {}
    for moment in shape.MOMENTS:
        cards = [found for key in moment if key in given for found in placed_cards(given[key], (key.rstrip("_"),))]
        try:
            check_copies(variant, players, cards)
        except RulesError as error:
            problems |= {problem.path: problem for problem in error.problems}
    if problems:
        raise Invalid(*(problem.within("situation") for problem in problems.values()))
    return given


def answer(asked: Asked) -> Answer:
    """Return the referee's answer.

    Raises:
        Invalid: the situation cannot be.
    """
    judge = JUDGES[asked.question]
    try:
        return ask(
            judge, asked.variant, OUTCOMES.get(asked.question), _is_quick(asked), **arguments(asked), **_work(asked)
        )
    except RulesError as error:
        raise Invalid(*(problem.within("situation") for problem in error.problems)) from None


def _work(asked: Asked) -> dict[str, Budget]:
    """Return what a question that searches may cost in all, with every reading of the source that is tried."""
    return {"work": Budget()} if asked.question == "arrange" else {}


def _is_quick(asked: Asked) -> bool:
    """Return whether the question can be asked once for each reading of the source."""
    told = asked.situation
    return asked.question != "arrange" or is_small(told["cards"], told.get("table", ()))


def arguments(asked: Asked) -> dict[str, Any]:
    """Return what the function of a question is told beside the variant."""
    counted = _counts_players(JUDGES[asked.question])
    return {"players": asked.players, **asked.situation} if counted else dict(asked.situation)


@cache
def _counts_players(judge: Question) -> bool:
    """Return whether a question depends on how many play."""
    return "players" in signature(judge).parameters


def answer_document(found: Answer) -> AnswerJson:
    """Return an answer as the API gives it, worded in the reader's language."""
    variant, ruling = found.variant, found.ruling
    return {
        "verdict": ruling.verdict,
        "settled": found.settled,
        "reasons": [reason_document(variant, reason) for reason in ruling.reasons],
        "facts": {key: plain(value) for key, value in ruling.facts.items()},
        "penalties": [{"player": a.player, "points": a.points, "rule": a.rule} for a in ruling.penalties],
        "readings": [reading for doubt in found.doubts for reading in _readings(variant, doubt)],
        "rulebook": {
            "variant": variant.key,
            "version": variant.version,
            "house_rules": dict(variant.choices),
        },
    }


def reason_document(variant: Variant, reason: Reason) -> ReasonJson:
    """Return a reason as the API gives it."""
    document: ReasonJson = {
        "code": reason.code,
        "text": sentence(reason.message, reason.values),
        "cards": codes(reason.cards),
        "rule": rule_document(variant, reason.rule) if reason.rule and reason.rule in variant.rules else None,
    }
    if reason.missing is not None:
        document["missing"] = json_pointer(("situation", *reason.missing))
    return document


def rule_document(variant: Variant, key: str) -> RuleJson:
    """Return a rule with its source; of an ambiguity also the default that is taken."""
    return _rule(variant.rules[key], variant.source.title, reader_language())


@lru_cache(maxsize=2048)
def _rule(rule: Rule, title: str, _language: str) -> RuleJson:
    document: RuleJson = {
        "key": rule.key,
        "text": sentence(rule.text),
        "source": {"title": title, "section": rule.section},
    }
    if isinstance(rule, Ambiguity):
        document["default"] = sentence(rule.default)
    return document


def _readings(variant: Variant, doubt: Doubt) -> Iterable[ReadingJson]:
    rule = rule_document(variant, doubt.ambiguity.key)
    for other in doubt.readings:
        reading = other.reading
        worded: ReadingJson = {
            "rule": rule,
            "text": sentence(reading.text),
            "option": reading.option,
            "verdict": other.verdict,
        }
        if reading.option is not None:
            worded["choice"] = reading.choice
        yield worded


def plain(value: object) -> object:
    """Return a fact as JSON has it: cards as their codes."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Card):
        return value.code
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return {str(key): plain(part) for key, part in value.items()} if isinstance(value, Mapping) else value


def rule_on_document(question: str, body: object) -> AnswerJson:
    """Answer a question that is JSON with a document that is JSON.

    Raises:
        NoSuchQuestion: there is no question of that name.
        Invalid: with a problem for everything that is malformed.
    """
    return answer_document(answer(read_question(question, body)))
