"""Hands of which no two cards are the same: the short way to the best melds, against the search and brute force."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.arranging import Aim, Arrangement, aims, arrange
from scorekeeper.rules.arranging.distinct import lay_distinct
from scorekeeper.rules.cards import NATURALS, Card, parse_cards
from scorekeeper.rules.variants import VARIANTS

from . import gin_oracle
from .test_arrange import check

GIN = VARIANTS["en-gin"]


def hand_of(seed: int, size: int) -> tuple[Card, ...]:
    """Return different cards, most of them of few ranks, so that sets and runs want the same cards."""
    random = Random(seed)
    first, width = random.randrange(13), random.choice((4, 6, 9, 13))
    near = sorted(NATURALS, key=lambda card: ((card.rank or 0) - first) % 13 >= width + 1 - random.random())
    return tuple(random.sample(near[: max(size, 4 * width)], size))


def ratings(found: Arrangement) -> tuple[int, int]:
    return found.points_left, len(found.left)


@settings(max_examples=300)
@given(st.integers(0, 2**32), st.integers(0, 14), st.booleans())
def test_no_choice_of_melds_leaves_less(seed: int, size: int, fewest_cards: bool) -> None:
    hand = hand_of(seed, size)
    found = lay_distinct(GIN, hand, fewest_cards=fewest_cards)
    if found is None:
        assert size > 11
        return
    check(GIN, hand, found)
    rests = [(gin_oracle.count(rest), rest.bit_count()) for rest in gin_oracle.rests(gin_oracle.bits(hand))]
    assert ratings(found) == (min(rests, key=lambda each: each[::-1]) if fewest_cards else min(rests))


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(9, 30), st.sampled_from((Aim.MOST_POINTS, Aim.FEWEST_LEFT)))
def test_the_search_finds_the_same(seed: int, size: int, aim: Aim) -> None:
    hand = hand_of(seed, size)
    quick = arrange(GIN, hand, aim)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(aims, "lay_distinct", lambda *_given, **_named: None)
        searched = arrange(GIN, hand, aim)
    check(GIN, hand, quick)
    assert (ratings(quick), quick.meets_minimum, quick.optimal) == (ratings(searched), True, True)


@pytest.mark.parametrize(
    ("game", "rules", "cards"),
    [
        ("en-gin", {}, "2S 3S 4S 2S"),
        ("cs-500", {}, "2S 3S 4S JK"),
        ("da-500", {}, "QS KS AS 2S"),
        ("de-romme", {"twos_wild": True}, "2S 5H 5D 5C"),
        ("nb-rummy", {"run_limit": 4}, "2S 3S 4S 5S 6S 7S"),
    ],
)
def test_what_it_cannot_tell_is_left_to_the_search(game: str, rules: dict[str, object], cards: str) -> None:
    """Equal cards, a joker, an ace above the king, wild cards, runs of four at most."""
    hand: Sequence[Card] = parse_cards(cards.split())
    assert lay_distinct(VARIANTS[game].with_house_rules(rules), hand) is None
