"""The work of a question is bounded: counted in function calls, for the most expensive questions known."""

import sys
from collections import Counter
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attack.worst_questions import worst
from bench.questions import asked, forget
from scorekeeper.rules.arranging import Aim, Arrangement, arrange
from scorekeeper.rules.arranging.candidates import greedy, held_by
from scorekeeper.rules.arranging.dealing import deal
from scorekeeper.rules.arranging.worth import mixed, points_as_laid
from scorekeeper.rules.cards import Card, codes, parse_cards
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.solver import Budget
from scorekeeper.rules.solver.budget import OutOfWork
from scorekeeper.rules.solver.counting import cards_of
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.referee.ask import rule_on_document

from .strategies import pack, variants

MOST_CALLS = 700_000  # of functions: a fifth of a second on a machine of 2024

WORST = worst()


@pytest.mark.parametrize(
    ("question", "body"), WORST, ids=[f"{question}-{number}" for number, (question, _) in enumerate(WORST)]
)
def test_no_question_makes_more_work_than_it_may(question: str, body: dict[str, Any]) -> None:
    """The caches are empty; without a budget 62 cards took five million calls."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        asked(question, body)
    finally:
        sys.setprofile(before)
    assert calls <= MOST_CALLS


@pytest.mark.parametrize("number", [12, 21, 56, 57, 58])
def test_an_answer_does_not_depend_on_what_was_asked_before(number: int) -> None:
    """Cached plans do not count."""
    question, body = WORST[number]
    forget()
    first = rule_on_document(question, body)
    assert all(rule_on_document(question, body) == first for _ in range(7))
    assert first["facts"]["optimal"] is False, "else it is no question to test a budget with"


def _check(variant: Variant, hand: list[Card], found: Arrangement) -> None:
    assert all(judge_meld(variant, meld.cards, meld.joker_as).valid for meld in found.melds)
    laid = Counter(card for meld in found.melds for card in meld.cards)
    assert laid + Counter(found.left) == Counter(hand)


@settings(max_examples=80)
@given(variants(), st.integers(0, 2**32), st.integers(0, 60), st.sampled_from([0, 1, 500, 5_000, 30_000]))
def test_however_little_work_there_is_it_lays_as_much_as_meld_after_meld(
    variant: Variant, seed: int, size: int, work: int
) -> None:
    cards = pack(variant, variant.deck.two_packs_from or 2)
    hand = Random(seed).sample(cards, min(size, len(cards)))
    found = arrange(variant, hand, Aim.MOST_POINTS, work=work)
    _check(variant, hand, found)
    both, worth = cards_of(hand), mixed(points_as_laid(variant), len(hand) + 1, 1)
    melds = [
        greedy(variant, held_by(variant, both.hand), worth, cost)
        for cost in (-max(value.joker_set for value in worth), max(1, *(value.set for value in worth)))
    ]
    assert found.points_laid >= max(deal(variant, each, both).points_laid for each in melds)


def test_where_the_work_is_spent_a_wild_card_is_laid_once() -> None:
    """It was laid as itself, and counted among the jokers as well."""
    variant = VARIANTS["de-romme"].with_house_rules(
        {"jokers": 6, "twos_wild": True, "joker_limit": "one", "twos_as_themselves": True}
    )
    hand = list(parse_cards(["JS", "8D", "AS", "9C", "KC", "TD", "2D", "JK", "TS", "9H", "2C", "JD"]))
    _check(variant, hand, arrange(variant, hand, Aim.FEWEST_LEFT, work=0))


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(20, 100), st.sampled_from(Aim), st.sampled_from([0, 2_000, 20_000]))
def test_with_little_work_the_table_stays_in_melds(seed: int, size: int, aim: Aim, work: int) -> None:
    """The table can always stay as it is."""
    variant = VARIANTS["nb-rummy"]
    tiles = Random(seed).sample(pack(variant, 4), size)
    laid = arrange(variant, tiles, Aim.FEWEST_LEFT)
    half = [meld.cards for meld in laid.melds[: len(laid.melds) // 2]]
    rack = list((Counter(tiles) - Counter(card for meld in half for card in meld)).elements())
    found = arrange(variant, rack, aim, half, work=work)
    _check(variant, tiles, found)
    assert not set(codes(found.left)) - set(codes(rack))


def test_a_part_of_a_budget_is_paid_by_the_whole() -> None:
    whole = Budget(100)
    part = whole.part(4)
    part.spend(20)
    assert (part.left, whole.left) == (5, 80)
    with pytest.raises(OutOfWork):
        part.spend(6)
    assert (part.left, whole.left) == (0, 75)
    whole.take(1_000)
    assert whole.left == 0
