"""Which drawn cards may be the discard of the same turn: the stock's, and others of several cards of the pile."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.cards import parse_card, parse_cards
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.pile import judge_pile
from scorekeeper.rules.referee.ruling import Verdict
from scorekeeper.rules.variants import get_variant


def game(**turn: Any) -> Variant:
    """Return a game that has this rule, though its source has none."""
    variant = get_variant("cs-500", {})
    return replace(variant, turn=replace(variant.turn, **turn))


@pytest.mark.parametrize(
    ("drawn", "drawn_from", "hand_before", "told"),
    [
        ("8D", "stock", "2C 3C", ["You just drew"]),
        ("8D", None, "2C 3C", ["You just drew"]),  # of the pile it could not be discarded either
        ("8D", "discard_pile", "2C 3C", ["You just took"]),
        ("8D", "stock", "2C 8D", []),
        ("8H", "stock", "2C 8D", []),
    ],
)
def test_the_stocks_card_may_be_barred(drawn: str, drawn_from: str | None, hand_before: str, told: list[str]) -> None:
    before = parse_cards(hand_before.split())
    held = [*hand_before.split(), drawn]
    held.remove("8D")
    turn: dict[str, Any] = {
        "hand_before": before,
        "hand_after": parse_cards(held),
        "drawn": parse_card(drawn),
        "drawn_from": drawn_from,
    }
    barred = judge_go_out(game(discard_stock_card=False), discard=parse_card("8D"), **turn)
    assert [each.message[:13] for each in barred.reasons if barred.verdict is Verdict.ILLEGAL] == told
    if drawn_from == "stock":
        assert judge_go_out(game(), discard=parse_card("8D"), **turn).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("discard", "verdict"), [("9C", Verdict.ILLEGAL), ("8D", Verdict.LEGAL), ("QD", Verdict.LEGAL)]
)
def test_others_of_several_cards_may_be_barred(discard: str, verdict: Verdict) -> None:
    play: dict[str, Any] = {
        "take": "deeper_card",
        "wanted": parse_card("3S"),
        "pile": parse_cards(["3S", "8D", "9C"]),
        "hand_before": parse_cards(["3D", "3C", "QD", "8D"]),
        "laid_new_melds": (parse_cards(["3S", "3D", "3C"]),),
        "discard": parse_card(discard),
    }
    assert judge_pile(game(), **play).verdict is Verdict.LEGAL
    assert judge_pile(game(discard_other_taken=False), **play).verdict is verdict
