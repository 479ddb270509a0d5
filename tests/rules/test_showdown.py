"""Two hands compared after a knock, against an oracle that tries everything."""

from collections.abc import Sequence
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import NATURALS, Card
from scorekeeper.rules.referee.questions.arrange import judge_arrange
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.meld import hand_value
from scorekeeper.rules.scoring.ending import grand_totals
from scorekeeper.rules.scoring.rounds import CardsEntry, Round
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.scoring.showdown import arranged
from scorekeeper.rules.variants import get_variant

from . import gin_oracle

GIN = get_variant("en-gin")


def melded_hands(seed: int, number: int = 2, cards: int = 10) -> list[tuple[Card, ...]]:
    """Return hands of one pack, from few ranks and suits, so that they hold melds and fit each other's."""
    random = Random(seed)
    ranks = random.sample(range(13), random.choice((6, 8, 13)))
    pack = [card for card in NATURALS if card.rank is not None and card.rank - 1 in ranks]
    random.shuffle(pack)
    return [tuple(pack[at * cards : (at + 1) * cards]) for at in range(number)]


@settings(max_examples=150)
@given(seed=st.integers(0, 2**20))
def test_three_questions_find_the_least_deadwood(seed: int) -> None:
    """`hand-value`, `arrange` and `go-out` against the oracle; before a discard, every card is tried."""
    hand, others = melded_hands(seed)
    least = gin_oracle.deadwood(hand)
    assert hand_value(GIN, cards=hand).facts["points"] == least
    assert judge_arrange(GIN, cards=hand, aim="most_points").facts["points_left"] == least
    told = judge_go_out(GIN, hand_after=hand, called=False).facts
    assert (told["deadwood"], told["closes"]) == (least, False)
    eleven = (*hand, others[0])
    facts = judge_go_out(GIN, hand_after=eleven).facts
    if gin_oracle.deadwood(eleven) == 0:
        assert (facts["ending"], facts["deadwood"]) == ("big_gin", 0)
        return
    left = {card: gin_oracle.deadwood([each for each in eleven if each != card]) for card in eleven}
    assert facts["deadwood"] == min(left.values())
    assert facts["best_discards"] == tuple(card for card in eleven if left[card] == min(left.values()))
    assert facts["closes"] is (min(left.values()) <= 10)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**20))
@example(seed=5)
def test_whole_hands_are_arranged_at_their_best(seed: int) -> None:
    """The knocker leaves the least, and so does the opponent with what fits the knocker's melds."""
    own, other = melded_hands(seed)
    told = Round(("Ann", "Bob"), {"Ann": CardsEntry(hand=own), "Bob": CardsEntry(hand=other)}, "Ann")
    laid = arranged(GIN, told).entries
    ann, bob = laid["Ann"], laid["Bob"]
    assert isinstance(ann, CardsEntry)
    assert isinstance(bob, CardsEntry)
    for entry, hand in ((ann, own), (bob, other)):
        cards = [*(card for meld in entry.melds for card in meld), *entry.laid_off, *entry.hand]
        assert sorted(card.code for card in cards) == sorted(card.code for card in hand)
    left = gin_oracle.deadwood(own)
    assert gin_oracle.count(gin_oracle.bits(ann.hand)) == left
    table: Sequence[Sequence[Card]] = ann.melds if left else ()
    theirs = gin_oracle.after_laying_off(other, table)
    assert gin_oracle.count(gin_oracle.bits(bob.hand)) == theirs
    scores = score_round(GIN, told).scores
    if not left:
        assert scores == {"Ann": theirs + 25, "Bob": 0}
    else:
        assert scores == ({"Ann": theirs - left, "Bob": 0} if left < theirs else {"Ann": 0, "Bob": left - theirs + 25})


def test_the_grand_totals_of_the_ledgers_examples() -> None:
    ending = GIN.ending
    assert grand_totals(ending, {"Ann": 112, "Bob": 64}, {"Ann": 4, "Bob": 3}) == {"Ann": 312, "Bob": 139}
    assert grand_totals(ending, {"Ann": 105, "Bob": 0}, {"Ann": 4, "Bob": 0}) == {"Ann": 410, "Bob": 0}
    assert grand_totals(ending, {"Ann": 50, "Bob": 0}, {"Ann": 2, "Bob": 0}) == {"Ann": 100, "Bob": 0}  # stopped early
