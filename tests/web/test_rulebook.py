"""The rules of a game as a page and as documents, with a table's house rules."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.paper.rulebook import markdown, rulebook

from .pages import Browser

DOCS = Path(__file__).parents[2] / "docs" / "rules"
every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())


@every_variant
def test_every_rule_house_rule_and_open_question_stands_on_the_page(plain: Browser, variant: Variant) -> None:
    page = plain.get(f"/rules/{variant.key}")
    ids = {node.attrs["id"] for node in page.root.all("li") if "id" in node.attrs}
    assert set(variant.rules) | {option.key for option in variant.options} <= ids
    assert all(str(points) in page.text for points in set(variant.values.ranks.values()) if points > 13)


def test_what_a_table_has_agreed_is_marked(plain: Browser) -> None:
    game = plain.new_game("da-500", "Ida", "Ole", rules="1", **{"rule-target": "250"})
    page = plain.get(f"{game}/rules")
    assert "At this table: 250 (usual: 500)" in page.text
    assert "250 points" in page.text


def test_the_rules_of_a_game_are_not_for_strangers(plain: Browser, stranger: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    assert stranger.get(f"{game}/rules").status == 403


def test_there_are_no_rules_of_a_game_that_nobody_knows(plain: Browser) -> None:
    assert plain.get("/rules/poker").status == 404


@every_variant
def test_the_documents_are_what_the_data_says(app: Flask, variant: Variant) -> None:
    """After a change of a rule, run `scorekeeper rules --into docs/rules`."""
    with app.test_request_context():
        assert (DOCS / f"{variant.key}.md").read_text(encoding="utf-8") == markdown(rulebook(variant))


@pytest.mark.parametrize(
    ("key", "rules", "facts"),
    [
        (
            "da-500",
            {},
            {"Values": "2–9: 5 · 10, J, Q, K: 10 · A: 15 · joker: 25", "Pack": "55 cards, 3 of them jokers"},
        ),
        ("da-500", {"jokers": 0}, {"Pack": "52 cards, no jokers", "Values": "2–9: 5 · 10, J, Q, K: 10 · A: 15"}),
        ("nb-rummy", {}, {"Values": "2–K: 2–13 · A: 1 · joker: 30", "To open": "30 points", "Ends at": "3 rounds"}),
        ("cs-500", {}, {"Pack": "54 cards, 2 of them jokers; from 5 players on 108"}),
        ("is-rommi", {}, {"Deal": "2 players: 10, 3–4 players: 7, 5–6 players: 6"}),
    ],
)
def test_the_facts_are_short(app: Flask, key: str, rules: dict[str, object], facts: dict[str, str]) -> None:
    with app.test_request_context():
        found = dict(rulebook(VARIANTS[key].with_house_rules(rules)).facts)
    assert {label: found[label] for label in facts} == facts
