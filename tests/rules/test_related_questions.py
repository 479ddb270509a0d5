"""Questions that must agree: a seeded run of every relation of `related`, over all games and house rules.

`SCOREKEEPER_TABLES=20000 pytest tests/rules/test_related_questions.py` asks at so many tables.
"""

import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli.main import main
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import rule_on_document

from .related import RELATIONS
from .related_tables import Table, some_question

TABLES = int(os.environ.get("SCOREKEEPER_TABLES", "40"))


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.__name__)
def test_related_questions_agree(relation: Callable[[Table], None]) -> None:
    for seed in (*range(TABLES), *range(-TABLES // 5, 0)):
        table = Table(seed)
        try:
            relation(table)
        except Exception as error:
            error.add_note(f"seed {seed}: {table.key} {table.house_rules}, {table.players} players")
            raise


def test_the_relations_ask_many_questions_and_few_tables_have_none() -> None:
    """A relation that asks nothing would agree with everything."""
    for relation in RELATIONS:
        tables = [Table(seed) for seed in range(12)]
        for table in tables:
            relation(table)
        assert sum(table.asked for table in tables) >= len(tables)
        assert any(table.asked > 1 for table in tables)


@pytest.mark.parametrize("seed", range(12))
def test_the_command_gives_the_answer_of_the_rules(seed: int) -> None:
    table = Table(seed)
    question, situation = some_question(table)
    parts = [f"{key}:={json.dumps(value)}" for key, value in situation.items()]
    rules = [f"--house-rule={key}={json.dumps(value)}" for key, value in table.house_rules.items()]
    given = ["referee", question, "--variant", table.key, "--players", str(table.players), "--json", *rules, *parts]
    ran = CliRunner().invoke(main, given)
    body: dict[str, Any] = table.body(situation)
    try:
        expected = json.loads(json.dumps(rule_on_document(question, body)))
    except Invalid:
        assert ran.exit_code == 2
        return
    assert json.loads(ran.stdout) == expected
