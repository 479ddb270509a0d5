"""Read a question from JSON and judge it. Nothing is stored, no database is needed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from inspect import signature
from typing import Any

from ...rules.errors import N_, Problem, RulesError
from ...rules.model.variant import Variant
from ...rules.reasons import Path
from ...rules.referee.questions.arrange import is_small, judge_arrange, worth
from ...rules.referee.questions.call import judge_call
from ...rules.referee.questions.game_end import judge_end
from ...rules.referee.questions.go_out import judge_go_out
from ...rules.referee.questions.irregularity import judge_irregularity
from ...rules.referee.questions.joker_swap import joker_swap
from ...rules.referee.questions.lay_off import lay_off
from ...rules.referee.questions.meld import hand_value, meld
from ...rules.referee.questions.opening import opening
from ...rules.referee.questions.pile import judge_pile
from ...rules.referee.questions.round_score import judge_round
from ...rules.referee.questions.table import judge_table
from ...rules.referee.readings import Answer, Judge, OutcomeOf, ask, with_headlines
from ...rules.referee.situations import check_copies, placed_cards
from ...rules.referee.tile_words import in_words_of
from ...rules.solver import Budget
from ...rules.variants import get_variant
from ..errors import Invalid, ServiceError
from ..monitoring.metrics import JUDGEMENTS
from ..payload_reading import read, read_part
from ..referee.answers import AnswerJson
from ..wording import show_faces_of
from .answer_documents import answer_document
from .situations import SITUATIONS, NewQuestion, Situation

ORDINARY_PLAYERS = 4  # the contract: fewer than five where `players` is left out


MOST_IN_HANDS = 40
"""Cards left in all hands together, up to which a round is scored under each reading where melds in hand are free."""
_NO_CARDS = N_("This game counts points only: the referee checks a row of points, and whether the game is over.")


class NoSuchQuestion(ServiceError):
    """There is no question of that name."""


JUDGES: Mapping[str, Judge] = {
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
    "irregularity": judge_irregularity,
}
WITHOUT_CARDS = frozenset({"round-score", "game-end"})
"""The questions that make sense in a game whose cards the app does not know."""
OUTCOMES: Mapping[str, OutcomeOf] = {"arrange": worth}


@dataclass(frozen=True)
class Asked:
    """A question that was read: the variant with its house rules, the number of players, the checked situation.

    `dealt` is the number of cards dealt to each; None if that depends on the number of players, and it was left out.
    """

    question: str
    variant: Variant
    players: int
    situation: Mapping[str, Any]  # keyword arguments of the judge
    dealt: int | None = None


def read_question(question: str, body: object) -> Asked:
    """Return the question of `body`, decoded JSON in the form of the referee's contract.

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
    show_faces_of(variant)
    if question not in WITHOUT_CARDS and not variant.has_cards:
        raise Invalid(Problem(_NO_CARDS, ("variant",)))
    try:
        shape = read_part(SITUATIONS[question], request.situation)
    except Invalid as error:
        raise _refused(variant, error.problems) from None
    players, dealt = _players(variant, request.players, shape)
    variant = variant.at_table(players)
    return Asked(question, variant, players, _checked(variant, players, shape), dealt)


def _players(variant: Variant, given: int | None, shape: Situation) -> tuple[int, int | None]:
    """Return the number of players and of the cards dealt to each, None if it is unknown.

    The number of players is the one given, else that of the names in the situation, else an ordinary one.
    """
    named, deal = len(set(shape.names())), variant.deal
    if given is None and named < deal.fewest_players:
        return min(ORDINARY_PLAYERS, variant.most_players), deal.cards[0][1] if len(deal.cards) == 1 else None
    players = named if given is None else given
    try:
        variant.check_players(players)
    except RulesError as error:
        raise Invalid(*error.problems) from None
    if players < named:
        message = N_("There are fewer players ({told}) than names ({named}).")
        raise Invalid(Problem(message, ("players",), {"told": given, "named": named}))
    return players, deal.cards_for(players)


def _checked(variant: Variant, players: int, shape: Situation) -> dict[str, Any]:
    """Return the situation as arguments of its judge; raises `Invalid` if the packs do not hold its cards."""
    given = shape.given()
    problems: dict[Path, Problem] = {}
    for moment in shape.MOMENTS:
        cards = [found for key in moment if key in given for found in placed_cards(given[key], (key.rstrip("_"),))]
        try:
            check_copies(variant, players, cards)
        except RulesError as error:
            problems |= {problem.path: problem for problem in error.problems}
    if problems:
        raise _refused(variant, problems.values())
    return given


def _refused(variant: Variant, problems: Iterable[Problem]) -> Invalid:
    """Return the error about a situation, in the words of the game."""
    return Invalid(*(replace(p.within("situation"), message=in_words_of(variant, p.message)) for p in problems))


def answer(asked: Asked) -> Answer:
    """Judge a question, under every reading of the source that can change the answer.

    Raises:
        Invalid: the situation is impossible.
    """
    judge = JUDGES[asked.question]
    try:
        found = ask(
            judge, asked.variant, OUTCOMES.get(asked.question), _is_quick(asked), **arguments(asked), **_work(asked)
        )
        JUDGEMENTS.labels(asked.variant.key, asked.question, found.ruling.verdict).inc()
        return with_headlines(found, asked.question, asked.situation)
    except RulesError as error:
        raise _refused(asked.variant, error.problems) from None


def _work(asked: Asked) -> dict[str, Budget]:
    """Return the budget of a question that searches; all readings of the source share it."""
    return {"work": Budget()} if asked.question == "arrange" else {}


def _is_quick(asked: Asked) -> bool:
    """Return whether the question is cheap enough to be judged under each reading of the source."""
    situation = asked.situation
    if asked.question == "arrange":
        return is_small(situation["cards"], situation.get("table", ()))
    if not asked.variant.scoring.melds_in_hand_free:
        return True
    if asked.question == "hand-value":  # the best melds of the hand are searched under each reading
        return is_small(situation["cards"])
    return sum(len(player.hand) for player in situation.get("players_", {}).values()) <= MOST_IN_HANDS


def arguments(asked: Asked) -> dict[str, Any]:
    """Return the keyword arguments of the question's judge."""
    known = {"players": asked.players, "dealt": asked.dealt}
    return {**{key: known[key] for key in _taken(JUDGES[asked.question])}, **asked.situation}


def counts_players(question: str) -> bool:
    """Return whether the answer to a question depends on how many play the round."""
    return "players" in _taken(JUDGES[question])


@cache
def _taken(judge: Judge) -> tuple[str, ...]:
    """Return which of the facts about the deal a judge takes."""
    return tuple(key for key in ("players", "dealt") if key in signature(judge).parameters)


def rule_on_document(question: str, body: object) -> AnswerJson:
    """Return the answer to a question, both as JSON in the form of the referee's contract.

    Raises:
        NoSuchQuestion: there is no question of that name.
        Invalid: with a problem for everything that is malformed.
    """
    return answer_document(answer(read_question(question, body)))
