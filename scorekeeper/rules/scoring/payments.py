"""Settle the balances of a game for chips by the fewest payments."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..errors import NN_
from .rounds import Player

PAYS = NN_("{payer} pays {payee} {chips} chip.", "{payer} pays {payee} {chips} chips.", "chips")
_MOST = 12  # players whose balances are searched for groups that cancel; beyond it all are one group


class Payment(NamedTuple):
    """`payer` gives `payee` so many `chips`."""

    payer: Player
    payee: Player
    chips: int


def fewest_payments(balances: Mapping[Player, int]) -> list[Payment]:
    """Return the fewest payments after which all `balances` are 0, the largest first (IS-22).

    A group of players whose balances cancel needs one payment less than it has players, so the players are split into
    as many such groups as possible. If all balances together do not cancel, the last payments are left out: nobody is
    there to make or to take them.
    """
    left = {player: balance for player, balance in balances.items() if balance}
    if not left:
        return []
    groups = _groups_that_cancel(left) if len(left) <= _MOST and not sum(left.values()) else [tuple(left)]
    payments = [payment for group in groups for payment in _within({player: left[player] for player in group})]
    return sorted(payments, key=lambda payment: -payment.chips)


def _groups_that_cancel(left: Mapping[Player, int]) -> list[tuple[Player, ...]]:
    """Split the players into the most groups whose balances add up to 0: a search over sets of players, as bits.

    The best order to remove the players one by one leaves sums of 0 most often.
    """
    players, balances = list(left), list(left.values())
    sums, counts, last = [0], [0], [0]  # by set: the sum, the number of groups, the player who joined last
    for members in range(1, 1 << len(players)):
        low = (members & -members).bit_length() - 1
        sums.append(sums[members & (members - 1)] + balances[low])
        options = [each for each in range(len(players)) if members >> each & 1]
        last.append(max(options, key=lambda each: counts[members ^ 1 << each]))
        counts.append(counts[members ^ 1 << last[-1]] + (sums[members] == 0))
    return _cut(players, sums, last)


def _cut(players: Sequence[Player], sums: Sequence[int], last: Sequence[int]) -> list[tuple[Player, ...]]:
    """Return the groups between the sums of 0, from the set of all players back to nobody."""
    groups: list[tuple[Player, ...]] = []
    group: tuple[Player, ...] = ()
    members = len(sums) - 1
    while members:
        group = (*group, players[last[members]])
        members ^= 1 << last[members]
        if sums[members] == 0:
            groups.append(group)
            group = ()
    return groups


def _within(left: dict[Player, int]) -> list[Payment]:
    """Return the payments within a group: the largest debt goes to the largest credit, until one side is settled."""
    payments = []
    while left:
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        chips = min(-left[payer], left[payee])
        if chips <= 0:
            break
        payments.append(Payment(payer, payee, chips))
        left[payer] += chips
        left[payee] -= chips
        left = {player: balance for player, balance in left.items() if balance}
    return payments
