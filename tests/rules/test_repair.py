"""The repairs of a meld do repair it, and none is missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, parse_cards
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.melds.repair import repair_meld
from scorekeeper.rules.variants import CARD_GAMES, get_variant


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


@pytest.mark.parametrize(
    ("laid", "drop", "add"),
    [
        ("7H 8H TH", "", "9H JK"),
        ("7H 8H 9H KD", "KD", ""),
        ("7H 7S", "", "7D 7C JK"),
        ("7H 8D", "", ""),
    ],
)
def test_a_card_more_or_less_mends_a_meld(laid: str, drop: str, add: str) -> None:
    found = repair_meld(get_variant("da-500"), cards(laid), 3)
    assert (set(found.drop), set(found.add)) == (set(cards(drop)), set(cards(add)))


def test_a_card_that_the_packs_do_not_hold_mends_nothing() -> None:
    assert JOKER not in repair_meld(get_variant("is-rommi"), cards("7H 8H TH"), 3).add
    assert repair_meld(get_variant("da-500"), cards("7H 8H 9H 7H"), 3).drop == cards("7H")


def test_a_joker_that_was_named_wrongly_may_be_named_rightly() -> None:
    assert repair_meld(get_variant("da-500"), cards("7H JK 9H"), 3).joker_may_be == cards("8H")


@given(st.sampled_from(list(CARD_GAMES)), st.lists(st.sampled_from([*NATURALS, JOKER]), min_size=1, max_size=6))
def test_all_that_mends_is_found_and_nothing_else(key: str, laid: list[Card]) -> None:
    variant = get_variant(key)
    found = repair_meld(variant, laid, 2)
    if judge_meld(variant, laid).valid:
        assert not found.drop
        assert not found.add
        return
    for card in set(laid):
        rest = list(laid)
        rest.remove(card)
        assert (card in found.drop) == judge_meld(variant, rest).valid
    for card in (*NATURALS, JOKER):
        there = laid.count(card) < variant.deck.copies(card, 2)
        assert (card in found.add) == (there and judge_meld(variant, [*laid, card]).valid)
