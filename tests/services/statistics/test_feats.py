"""What is worth telling: at least three times, and more than anybody else."""

from collections import Counter

import pytest

from scorekeeper.services.statistics.feats import feats_of
from scorekeeper.services.statistics.statistics import Sums

ANNA, BO = 1, 2


@pytest.mark.parametrize(
    ("annas", "bos", "told"),
    [
        (Sums(streak=3), Sums(), [(ANNA, "", 3)]),
        (Sums(streak=2), Sums(), []),
        (Sums(streak=4), Sums(streak=4), []),
        (Sums(out_run=3), Sums(out_run=7), [(BO, "", 7)]),
        (Sums(rulings_won=3), Sums(rulings_lost=5), [(BO, "", 5), (ANNA, "", 3)]),
    ],
)
def test_only_what_one_did_most_and_often_enough_is_told(
    annas: Sums, bos: Sums, told: list[tuple[int, str, int]]
) -> None:
    """The clearest first."""
    assert [(feat.person, feat.what, feat.num) for feat in feats_of({ANNA: annas, BO: bos})] == told


def test_penalties_and_ways_have_the_words_of_their_games_which_count_together() -> None:
    """A key that no game has is not told."""
    kinds = Counter(
        {("da-500", "failed_pile_pickups"): 2, ("nb-500", "failed_pile_pickups"): 2, ("da-500", "ruling"): 9}
    )
    anna = Sums(kinds=kinds, ways=Counter({("is-rommi", "rommi"): 3, ("gone", "rommi"): 9}))
    assert [(feat.what, feat.num) for feat in feats_of({ANNA: anna})] == [
        *(("Took the pile without a meld", 4), ("Rommí", 3))
    ]
