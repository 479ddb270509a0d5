"""Whether a hand could have gone out in one turn, and how."""

import pytest

from scorekeeper.rules.cards import Card, parse_cards
from scorekeeper.rules.variants import get_variant
from scorekeeper.rules.ways_out import find_way_out


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


@pytest.mark.parametrize(
    ("variant", "hand", "discard"),
    [
        ("is-rommi", "4S 5S 6S KD", "KD"),
        ("is-rommi", "4S 5S 6S 7S 8C", "8C"),
        ("nb-rummy", "4S 5S 6S", None),
        ("cs-500", "4S 5S 6S", None),
    ],
)
def test_a_hand_of_melds_goes_out_with_the_discard_that_the_game_wants(
    variant: str, hand: str, discard: str | None
) -> None:
    found = find_way_out(get_variant(variant), cards(hand))
    assert found is not None
    assert (found.discard.code if found.discard else None) == discard
    laid = [card for meld in found.melds for card in meld] + ([found.discard] if found.discard else [])
    assert sorted(map(str, laid)) == sorted(hand.split())


def test_a_card_is_spared_for_the_last_discard() -> None:
    found = find_way_out(get_variant("de-romme"), cards("4S 5S 6S 7S"))
    assert found is not None
    assert found.discard in cards("4S 7S")


@pytest.mark.parametrize(
    ("variant", "hand"),
    [
        ("is-rommi", "4S 5S 7S KD"),
        ("de-romme", "4S 5S 6S"),
        ("nb-rummy", "4S 5S 6S KD"),
        ("cs-500", "4S 5S 6S 9H 9C 9D 9S"),
    ],
)
def test_what_cannot_be_laid_in_one_turn_does_not_go_out(variant: str, hand: str) -> None:
    assert find_way_out(get_variant(variant), cards(hand)) is None


def test_who_has_not_opened_needs_the_minimum() -> None:
    hand = cards("4S 5S 6S KD")
    assert find_way_out(get_variant("de-romme"), hand, opened=False) is None
    assert find_way_out(get_variant("de-romme"), hand) is not None


def test_tiles_go_out_over_the_melds_on_the_table() -> None:
    hand, table = cards("7S KD"), [cards("4S 5S 6S"), cards("KS KH KC")]
    assert find_way_out(get_variant("nb-rummy"), hand) is None
    assert find_way_out(get_variant("nb-rummy"), hand, table) is not None
