"""The solver's bounds: valid shares of sets, tables with the best covers, bounds that no arrangement exceeds."""

from collections.abc import Sequence
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.arranging import Aim, arrange
from scorekeeper.rules.arranging.worth import mixed, points_as_laid
from scorekeeper.rules.model.terms import JokerLimit
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.solver.bounds import bound_of, charts_of
from scorekeeper.rules.solver.budget import Budget
from scorekeeper.rules.solver.counting import FINE, cards_of
from scorekeeper.rules.solver.instance import Rules, build
from scorekeeper.rules.solver.sets import (
    DEAD,
    HOPELESS,
    Want,
    share_out,
    split,
    table_of,
)

from .strategies import pack, variants

LIMITS = st.sampled_from(JokerLimit)
WANTS = st.lists(
    st.sampled_from([Want(have, need) for have in range(3) for need in range(have + 1)]), min_size=4, max_size=4
).map(lambda wants: tuple(sorted(wants)))
RULES = st.fixed_dictionaries(
    {"sets": st.booleans(), "suits_differ": st.booleans(), "limit": LIMITS, "jokers": st.integers(0, 3)}
).map(lambda fields: Rules(**fields))


def numbers(random: Random, many: int) -> list[int]:
    return [DEAD if random.random() < 0.2 else random.randint(-3000, 9000) for _ in range(many)]


def total(rows: Sequence[Sequence[int]], choice: Sequence[int]) -> int:
    return sum(row[z] for row, z in zip(rows, choice, strict=True))


@settings(max_examples=150)
@given(st.integers(0, 2**32), WANTS, RULES, st.booleans())
def test_shares_are_what_sets_bring_and_no_less(seed: int, wants: tuple[Want, ...], rules: Rules, every: bool) -> None:
    random, table = Random(seed), table_of(rules, every, wants)
    values = table.values(random.randint(0, 900), random.randint(-900, 900))
    rows = [numbers(random, size) for size in table.sizes]
    shares = share_out(table.sizes, values, rows)
    choices = list(product(*map(range, table.sizes)))
    assert choices
    best = DEAD
    for choice, value in zip(choices, values, strict=True):
        assert total(shares, choice) >= value
        best = max(best, value + total(rows, choice))
    if best > HOPELESS:  # what the suits hope for together is what the best choice brings, but for the rounding
        hoped = sum(max(map(sum, zip(row, share, strict=True))) for row, share in zip(rows, shares, strict=True))
        assert best <= hoped < best + 4


@settings(max_examples=150)
@given(WANTS, RULES, st.booleans())
def test_a_table_holds_the_best_covers(wants: tuple[Want, ...], rules: Rules, every: bool) -> None:
    table = table_of(rules, every, wants)
    assert table.group_of
    for choice, group in zip(product(*map(range, table.sizes)), table.group_of, strict=True):
        left = tuple(Want(have - z, max(0, need - z)) for (have, need), z in zip(wants, choice, strict=True))
        best: dict[tuple[int, int], int] = {}
        for counts in product(*(range(need, have + 1) for have, need in left)):
            for used in range(rules.jokers + 1):
                if split(rules, counts, used) is not None:
                    key = (used, sum(counts) if every else 0)
                    best[key] = max(best.get(key, 0), sum(counts))
        assert sorted(table.groups[group]) == sorted((cards, used) for (used, _), cards in best.items())
        for cover in table.groups[group]:
            laid = table.parts(choice, cover)
            assert sum(jokers for _, jokers in laid) == cover.jokers
            assert sum(sum(counts) for counts, _ in laid) == cover.cards
            assert all(3 <= sum(counts) + jokers <= 4 for counts, jokers in laid)


@settings(max_examples=60)
@given(st.integers(0, 2**32), variants().filter(lambda one: not one.melds.run_suits_mixed), st.integers(0, 400))
def test_no_arrangement_exceeds_a_bound(seed: int, variant: Variant, price: int) -> None:
    """Runs of several suits have no bound: they are searched meld by meld."""
    hand = Random(seed).sample(pack(variant, 2), 12)
    found = arrange(variant, hand, Aim.MOST_POINTS)
    cards = cards_of(hand)
    problem = build(variant, cards, mixed(points_as_laid(variant), 1))
    charts = charts_of(problem, Budget(10**9))
    bound = bound_of(charts, price, update=False)
    for _ in range(4):
        assert bound.root >= FINE * found.points_laid
        bound = bound_of(charts, price, bound.shares)
    assert bound.root >= FINE * found.points_laid
