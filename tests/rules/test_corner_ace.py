"""An ace between a king and a two, where it counts as the one below the two: judge, score and search agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.arranging import Aim, arrange
from scorekeeper.rules.cards import codes, parse_cards
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.paths import with_fields
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.scoring.rounds import CardsEntry, Round
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import get_variant

from .test_arrange import best_of, check, hands, rated

LOW = get_variant("sv-500", {"corner_ace_low": True})
HIGH = get_variant("sv-500")
JOKERS_AS_CARDS = with_fields(
    get_variant("de-romme", {"round_the_corner": True, "joker_limit": "none"}), {"melds.corner_ace_low": True}
)

RUNS = {  # run: what it counts with the ace of K-A-2 low, and high
    "KH AH 2H": (20, 40),
    "QH KH AH 2H": (30, 50),
    "KH AH 2H 3H": (25, 45),
    "AH 2H 3H": (15, 15),
    "QH KH AH": (45, 45),
    "JK AH 2H": (35, 55),  # the joker is the three or the king, as the ace counts more
    "KH AH JK": (60, 60),  # the joker is the queen
    "KH JK 2H": (40, 40),
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH": (85, 85),
}


def points_three_ways(variant: Variant, run: str) -> set[int]:
    """Return what a run counts: as a meld, in a round entered as cards, and in the best lay-out of its cards."""
    cards = parse_cards(run.split())
    entries = {"Anna": CardsEntry((cards,)), "Bo": CardsEntry()}
    scored = score_round(variant, Round(("Anna", "Bo"), entries, "Bo")).scores["Anna"]
    laid = arrange(variant, cards, Aim.FEWEST_LEFT)
    assert laid.left == ()
    assert laid.optimal
    return {judge_meld(variant, cards).points, scored or 0, laid.points_laid}


@pytest.mark.parametrize("run", list(RUNS)[:-1])
def test_a_run_counts_the_same_as_a_meld_in_a_round_and_laid_at_its_best(run: str) -> None:
    low, high = RUNS[run]
    assert points_three_ways(HIGH, run) == {high}
    assert points_three_ways(LOW, run) == {low}


def test_a_whole_suit_counts_more_as_two_runs() -> None:
    """Its ace is the low one; a run that ends with it has a high one."""
    cards = parse_cards(list(RUNS)[-1].split())
    for variant in (HIGH, LOW):
        assert judge_meld(variant, cards).points == 85
        assert arrange(variant, cards, Aim.MOST_POINTS).points_laid == 105


def test_the_ace_ends_a_run_rather_than_lie_in_its_middle() -> None:
    hand = parse_cards(["QH", "KH", "AH", "2H"])
    found = arrange(LOW, hand, Aim.MOST_POINTS)
    assert ([codes(meld.cards) for meld in found.melds], found.points_laid) == ([["QH", "KH", "AH"]], 45)
    assert arrange(HIGH, hand, Aim.MOST_POINTS).points_laid == 50
    assert arrange(LOW, hand, Aim.FEWEST_LEFT).points_laid == 30


@pytest.mark.parametrize("variant", [LOW, JOKERS_AS_CARDS], ids=["sv-500", "jokers as cards"])
@settings(max_examples=300)
@given(data=st.data(), aim=st.sampled_from(Aim))
def test_no_lay_out_is_better(variant: Variant, data: st.DataObject, aim: Aim) -> None:
    hand = data.draw(hands(variant))
    found = arrange(variant, hand, aim)
    check(variant, hand, found, aim=aim)
    rating, best = rated(variant, hand, aim, found), best_of(variant, hand, aim, ())
    assert rating == best if found.optimal else rating <= best
