"""Payments that settle balances: they leave 0, and no search finds fewer."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.scoring.payments import fewest_payments


def _fewest(balances: Sequence[int]) -> int:
    """Try every way: the first who is not settled settles with each of the opposite sign in turn."""
    left = [each for each in balances if each]
    if not left:
        return 0
    first, *others = left
    ways = [
        [*others[:at], others[at] + first, *others[at + 1 :]] for at in range(len(others)) if first * others[at] < 0
    ]
    return 1 + min(_fewest(way) for way in ways)


_BALANCES = st.lists(st.integers(-6, 6), min_size=1, max_size=6).map(lambda few: [*few, -sum(few)])


@given(_BALANCES)
def test_nobody_needs_fewer_payments(balances: list[int]) -> None:
    """As many as a search over all orders finds; afterwards everybody has 0."""
    payments = fewest_payments({str(player): balance for player, balance in enumerate(balances)})
    left = Counter({str(player): balance for player, balance in enumerate(balances)})
    for payer, payee, chips in payments:
        assert chips > 0
        left[payer] += chips
        left[payee] -= chips
    assert not any(left.values())
    assert len(payments) == _fewest(balances)


def test_groups_that_cancel_beat_the_largest_debts_first() -> None:
    """The largest debt to the largest credit, B to E first, would lead to four payments."""
    balances = {"A": -8, "B": -9, "C": -8, "D": 9, "E": 16}
    assert fewest_payments(balances) == [("B", "D", 9), ("A", "E", 8), ("C", "E", 8)]


@pytest.mark.parametrize("balances", [{}, {"A": 0, "B": 0}, {"A": 5}])
def test_without_debts_nobody_pays(balances: dict[str, int]) -> None:
    assert fewest_payments(balances) == []


def test_a_large_table_is_settled_too() -> None:
    """Twenty players, beyond the search."""
    balances = {str(player): (player % 5 - 2) * 7 for player in range(20)}
    left = Counter(balances)
    for payer, payee, chips in fewest_payments(balances):
        left[payer] += chips
        left[payee] -= chips
    assert not any(left.values())
