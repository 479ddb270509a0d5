"""The API answers as the rules do: a seeded run of questions at dealt tables."""

import json

import pytest
from flask import Flask

from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import rule_on_document

from ..rules.related_tables import Table, some_question
from .conftest import PREFIX, CheckedClient, document_of, only_sqlite


@only_sqlite
@pytest.mark.parametrize("seed", range(0, 90, 30))
def test_the_api_gives_the_answer_of_the_rules(app: Flask, seed: int) -> None:
    app.test_client_class = CheckedClient
    client, answered = app.test_client(), 0
    for table in map(Table, range(seed, seed + 30)):
        question, situation = some_question(table)
        body = table.body(situation)
        answer = client.post(f"{PREFIX}/referee/{question}", json=body)
        try:
            with app.test_request_context():  # words the rules as an answer has them
                expected = rule_on_document(question, body)
        except Invalid:
            assert answer.status_code == 422
        else:
            assert answer.status_code == 200
            assert document_of(answer) == json.loads(json.dumps(expected))
            answered += 1
    assert answered > 20
