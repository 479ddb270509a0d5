"""The sums of the bounds: what is written out gives what the loop gives, and shares are what they should be."""

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.model.terms import JokerLimit
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.solver import kernels
from scorekeeper.rules.solver.bounds import charts_of
from scorekeeper.rules.solver.budget import Budget
from scorekeeper.rules.solver.counting import cards_of
from scorekeeper.rules.solver.kernels import DEAD, HOPELESS
from scorekeeper.rules.solver.machine import machine_of
from scorekeeper.rules.solver.problem import Use, build, cost_in_hand, places
from scorekeeper.rules.solver.sets import all_ways, sets_of

from .strategies import pack, variants


def numbers(random: Random, many: int) -> list[int]:
    return [DEAD if random.random() < 0.2 else random.randint(-3000, 9000) for _ in range(many)]


def told(row: Sequence[int]) -> list[int]:
    """Return a row in which all that cannot be is the same."""
    return [value if value > HOPELESS else DEAD for value in row]


@settings(max_examples=60)
@given(st.integers(0, 2**32), variants(), st.sampled_from((Use.WORTH, Use.SPARING)))
def test_written_sums_are_those_of_the_loop(seed: int, variant: Variant, use: Use) -> None:
    random = Random(seed)
    cards = random.sample(pack(variant, 2), 26)
    hand, ranks = cards_of(cards[:14], cards[14:]), places(variant, cards_of(cards))
    problem = build(variant, hand, ranks, cost_in_hand(variant, ranks), use=use, narrow=True)
    for plans in charts_of(problem, machine_of(problem.habits), Budget(10**9)).plans:
        for shape in {plan.sums.shape for plan in plans if len(plan.sums.shape.edges) <= kernels.MOST}:
            worth = (random.randint(0, 900), random.randint(-900, 900), random.randint(0, 50))
            before, after, share = (numbers(random, many) for many in (shape.states, shape.size, shape.shares))
            for name, given_rows in (
                ("back", (after, share)),
                ("forth", (before, share)),
                ("brought", (before, after)),
            ):
                written = getattr(kernels, name)(shape)(*given_rows, *worth)
                assert told(written) == told(getattr(kernels, f"loop_{name}")(shape, *given_rows, *worth))


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.tuples(*[st.integers(0, 2)] * 4), st.integers(0, 3), st.booleans())
def test_shares_are_what_sets_bring_and_no_less(
    seed: int, have: tuple[int, int, int, int], jokers: int, sparing: bool
) -> None:
    random = Random(seed)
    choices = all_ways(sets_of(True, 3, 4, True, JokerLimit.NONE), have, jokers, sparing)
    card, joker = random.randint(0, 900), random.randint(-900, 900)
    ways, can = choices.sharing.ways, choices.sharing.have
    assert list(can) == [have[suit] for suit in choices.suits]
    if not can:
        return
    rows = [numbers(random, many + 1) for many in can]
    shares = kernels.shared_out(ways, can)(card, joker, *rows)
    assert list(map(told, shares)) == list(map(told, kernels.loop_shared_out(ways, card, joker, *rows)))
    totals = []
    for cards, used, counts in ways:
        suits = [row[count] for row, count in zip(rows, counts, strict=True)]
        if min(suits) > HOPELESS:
            worth = card * cards + joker * used
            assert worth <= sum(share[count] for share, count in zip(shares, counts, strict=True))
            totals.append(worth + sum(suits))
    if totals:  # what the suits hope for together is what the best way brings, but for the rounding
        hoped = sum(max(map(sum, zip(row, share, strict=True))) for row, share in zip(rows, shares, strict=True))
        assert max(totals) <= hoped < max(totals) + len(can)
