"""The examples of the referee's contract."""

from typing import Any

import pytest

from scorekeeper.rules.variants.examples import EXAMPLES, Example
from scorekeeper.services.referee.ask import rule_on_document


def all_examples() -> list[Any]:
    return [
        pytest.param(question, each, id=f"{question}-{number}")
        for question, examples in EXAMPLES.items()
        for number, each in enumerate(examples)
    ]


@pytest.mark.parametrize(("question", "example"), all_examples())
def test_the_example_is_answered_as_the_contract_says(question: str, example: Example) -> None:
    """With exactly these facts, no others."""
    found = rule_on_document(question, example.body)
    assert (found["verdict"], found["facts"]) == (example.verdict, example.facts)
    assert all(reason["text"] and reason["rule"] for reason in found["reasons"])
    assert set(found) == {"verdict", "headline", "settled", "reasons", "facts", "penalties", "readings", "rulebook"}
