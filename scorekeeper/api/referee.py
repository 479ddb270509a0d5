"""The referee for everybody: no key, no cookie, and nothing is stored."""

from collections.abc import Callable

from flask import Response
from pydantic import create_model

from ..rules.variants.examples import EXAMPLES
from ..services.referee.answers import AnswerJson
from ..services.referee.ask import rule_on_document
from ..services.referee.situations import SITUATIONS, NewQuestion, Situation
from .bodies import json_body
from .operations import Operation
from .responses import short_json_answer


def _view(question: str, situation: type[Situation]) -> Callable[[], Response]:
    """Return the view that answers `question`."""

    def rule_on() -> Response:
        return short_json_answer(rule_on_document(question, json_body()))

    rule_on.__name__ = f"referee_{question.replace('-', '_')}"
    rule_on.__doc__ = situation.__doc__
    return rule_on


def _body(situation: type[Situation]) -> type[NewQuestion]:
    """Return the model of a question about `situation`: AskMeld for a MeldSituation."""
    name = f"Ask{situation.__name__.removesuffix('Situation')}"
    return create_model(name, __base__=NewQuestion, __doc__=NewQuestion.__doc__, situation=(situation, ...))


for _question, _situation in SITUATIONS.items():  # an address each, for each takes another body
    Operation(
        "POST",
        f"/referee/{_question}",
        body=_body(_situation),
        answer=AnswerJson,
        worded=True,
        examples=EXAMPLES[_question],
    )(_view(_question, _situation))
