"""The referee asked by anybody: no account, no cookie, and nothing is stored."""

from collections.abc import Callable

from flask import Response

from ..services.referee.ask import rule_on_document
from ..services.referee.situations import SITUATIONS
from .answers import json_answer
from .blueprint import blueprint
from .bodies import json_body


def _answers(question: str) -> Callable[[], Response]:
    """Return what answers `question`."""

    def rule_on() -> Response:
        return json_answer(rule_on_document(question, json_body()))

    return rule_on


for _question in SITUATIONS:  # an address each, so that each can be described
    blueprint.add_url_rule(
        f"/referee/{_question}", f"referee_{_question.replace('-', '_')}", _answers(_question), methods=["POST"]
    )
