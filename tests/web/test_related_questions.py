"""The pages answer as the rules do: a seeded run of questions at dealt tables, typed as players type."""

from typing import Any

import pytest

from scorekeeper.services.referee.ask import rule_on_document
from scorekeeper.web.referee.pages import PAGES

from ..api.conftest import only_sqlite
from ..rules.related_tables import Table, situation_of
from .pages import Browser

NAMES = {"Ida": "p0", "Ole": "p1", "Eva": "p2"}
ASKED = ("meld", "hand-value", "opening", "lay-off", "rummy-call")
SEEDS = [seed for seed in range(400) if not Table(seed).house_rules and Table(seed).players < 5][:16]


@only_sqlite
@pytest.mark.parametrize("seed", SEEDS)
def test_the_page_says_what_the_rules_say(plain: Browser, seed: int) -> None:
    table = Table(seed)
    table.players = 3
    game = plain.given_game(table.key, *NAMES)
    for question in ASKED:
        if not PAGES[question].exists(table.variant):
            continue
        situation = situation_of(table, question)
        if "callers" in situation:
            situation["callers"] = situation["callers"][:1]  # the page asks who called first
        expected = rule_on_document(question, table.body(situation))
        page = plain.send(plain.get(f"{game}/referee/{question}"), f"/{question}", **typed(situation))
        assert page.status == 200, page.alerts
        assert page.root.all(cls="word")[0].text == expected["headline"], situation


def typed(situation: dict[str, Any]) -> dict[str, str]:
    """Return what players type: melds one a line, names by their seats, a tick for what is not the ordinary case."""
    found = {}
    for key, value in situation.items():
        if isinstance(value, bool):
            if value is (key == "first_round"):
                found[key] = "1"
        elif key in ("callers", "discarder"):
            found[key] = NAMES[value if isinstance(value, str) else value[0]]
        elif isinstance(value, str):
            found[key] = value
        else:
            lines = value if value and isinstance(value[0], list) else [value]
            found[key] = "\n".join(" ".join(cards) for cards in lines)
    return found
