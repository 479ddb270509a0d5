"""A joker in a set that nobody named, where it is the first suit missing by an order: all questions agree on it."""

from itertools import combinations

import pytest

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Suit
from scorekeeper.rules.melds.judge import MeldKind, judge_meld
from scorekeeper.rules.referee.questions.joker_swap import joker_swap
from scorekeeper.rules.referee.questions.lay_off import lay_off
from scorekeeper.rules.referee.questions.meld import meld
from scorekeeper.rules.referee.ruling import Verdict
from scorekeeper.rules.variants import get_variant

ORDER = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
ORDERED = get_variant("it-scala40", {"suit_order": True})
MANY_JOKERS = get_variant("it-scala40", {"suit_order": True, "joker_limit": "none"})

PAIRS = [pair for pair in combinations(NATURALS, 2) if pair[0].rank is pair[1].rank]


def first_missing(cards: tuple[Card, ...]) -> tuple[Card, Card]:
    """Return the cards that a set of two lacks, in the order of suits."""
    one, other = [Card(cards[0].rank, suit) for suit in ORDER if suit not in {card.suit for card in cards}]
    return one, other


def test_all_pairs_with_a_joker_agree() -> None:
    assert len(PAIRS) == 13 * 6
    for pair in PAIRS:
        lying, (own, other) = (*pair, JOKER), first_missing(pair)
        asked = meld(ORDERED, cards=lying)
        assert (asked.verdict, asked.facts["joker_may_be"]) == (Verdict.LEGAL, [own])
        for card, frees in ((own, True), (other, False)):
            swap = joker_swap(ORDERED, meld=lying, offered=card, joker_used_in_new_meld=(JOKER, *PAIRS[0]))
            laid = lay_off(ORDERED, table=(lying,), cards=(card,))
            assert (swap.verdict is Verdict.LEGAL) is frees, card
            assert (laid.verdict is Verdict.LEGAL) is not frees, card


@pytest.mark.parametrize("named", [True, False])
def test_a_name_comes_before_the_order(named: bool) -> None:
    for pair in PAIRS:
        own, other = first_missing(pair)
        judged = judge_meld(ORDERED, (*pair, JOKER), [other if named else None])
        assert judged.roles == (other if named else own,)
        assert set(judged.joker_may_be) == {own, other}


def test_several_jokers_are_the_first_suits() -> None:
    aces = tuple(card for card in NATURALS if card.rank is PAIRS[0][0].rank)
    spades, hearts, diamonds, clubs = aces
    assert judge_meld(MANY_JOKERS, (spades, clubs, JOKER, JOKER)).roles == (hearts, diamonds)
    sets = [each for each in judge_meld(MANY_JOKERS, (spades, JOKER, JOKER)).readings if each.kind is MeldKind.SET]
    assert [each.roles for each in sets] == [(hearts, diamonds)]
    (rest,) = judge_meld(MANY_JOKERS, (spades, JOKER, JOKER), [diamonds]).readings
    assert rest.roles == (diamonds, hearts)
