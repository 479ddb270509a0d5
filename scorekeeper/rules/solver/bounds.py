"""Upper bounds by Lagrangian relaxation: each suit goes through its trellis alone.

The limit on jokers is relaxed at a price. What ties the suits together at a rank, the sets, is a factor: a suit gets a
share for each number of cards in its runs, and any shares that together are at least what each choice of covers
brings give a bound. Block coordinate ascent on the dual (MPLP++) lowers it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .budget import Budget
from .counting import Value
from .instance import Instance
from .sets import DEAD, Row, Table, Want, share_out, table_of
from .trellis import Plan, Trellis, trellis_of

SuitRows = list[Row]  # of the four suits


class Level(NamedTuple):
    """One place: the plans of the four suits, the table of its sets, and the order of the suits in it."""

    plans: tuple[Plan, ...]
    table: Table
    order: tuple[int, ...]

    def by_suit(self, rows: SuitRows) -> SuitRows:
        """Return rows that are in the table's order in the order of the suits."""
        return [rows[self.order.index(suit)] for suit in range(4)]


class Charts(NamedTuple):
    """All levels of an instance, and what an update of all shares costs, in units of work."""

    problem: Instance
    trellis: Trellis
    levels: list[Level]
    sweep: int


class Bound(NamedTuple):
    """The Lagrangian bound of an instance at a price of a joker, which is paid for each idle one, too.

    `rows[level][suit][node]` is the most that a suit can still bring, `shares[level][suit][x]` its shares.
    """

    charts: Charts
    price: int
    values: list[Value]
    shares: list[SuitRows]
    rows: list[SuitRows]
    root: int


def charts_of(problem: Instance, budget: Budget) -> Charts:
    """Return the charts of an instance.

    Raises:
        OutOfWork: they cost more than is left.
    """
    trellis, levels, by_suit = trellis_of(problem.rules, budget), list[Level](), list[list[Plan]]()
    for counts in problem.have:
        plans = [trellis.entrance(counts, budget)] if problem.rules.corner else []
        for place, have in enumerate(counts[len(plans) :], len(plans)):
            layer = plans[-1].after if plans else trellis.nothing
            plans.append(trellis.plan(layer, have, place == problem.watched, budget))
        by_suit.append(plans)
    for place, four in enumerate(zip(*by_suit, strict=True)):
        wants = [Want(have[place], need[place]) for have, need in zip(problem.have, problem.need, strict=True)]
        order = tuple(sorted(range(4), key=wants.__getitem__))
        table = table_of(problem.rules, place in problem.wild, tuple([wants[suit] for suit in order]))
        levels.append(Level(four, table, order))
    entries = sum([sum([len(plan.edges) for plan in level.plans]) + len(level.table.group_of) for level in levels])
    return Charts(problem, trellis, levels, 70 + entries // 2)


def bound_of(charts: Charts, price: int, shares: list[SuitRows] | None = None, update: bool = True) -> Bound:
    """Return the bound at a price, after one `update` of all shares, last level first; None: shares to begin with."""
    values, levels = _values(charts.problem, price), charts.levels
    if shares is None:
        pairs = zip(levels, values, strict=True)
        shares = [level.by_suit(level.table.first_shares(value.set, value.joker_set)) for level, value in pairs]
    shares, forward = shares[:], [[[0] for _ in levels[0].plans]]
    if update:  # the most that each node can have brought
        for level, value, here in zip(levels, values, shares, strict=True):
            plans = zip(level.plans, here, forward[-1], strict=True)
            forward.append([_best(plan.backward, plan, value, share, before) for plan, share, before in plans])
    rows = [[[0 if may else DEAD for may in plan.after.ends] for plan in levels[-1].plans]]
    for i, level in reversed(list(enumerate(levels))):
        if update and not level.table.empty:
            shares[i] = _updated(level, values[i], forward[i], rows[-1])
        plans = zip(level.plans, shares[i], rows[-1], strict=True)
        rows.append([_best(plan.edges, plan, values[i], share, after) for plan, share, after in plans])
    rows.reverse()
    return Bound(charts, price, values, shares, rows, sum(map(max, rows[0])) + price * charts.problem.jokers)


def _values(problem: Instance, price: int) -> list[Value]:
    """Return what cards bring at each level, less the price of a joker, which idle ones pay, too."""
    found = []
    for place, (run, in_set, joker_run, joker_set, begun, _) in enumerate(problem.values):
        wild = price if place in problem.wild else 0
        found.append(Value(run - wild, in_set - wild, joker_run - price, joker_set - price, begun))
    return found


def _updated(level: Level, value: Value, before: SuitRows, after: SuitRows) -> SuitRows:
    """Return the shares of a level after an update."""
    table, empty = level.table, level.table.sizes.count(1)  # suits without cards come first
    suits, sizes = level.order[empty:], table.sizes[empty:]
    brought = [
        _brought(level.plans[suit], before[suit], after[suit], value, size)
        for suit, size in zip(suits, sizes, strict=True)
    ]
    shares = share_out(sizes, table.values(value.set, value.joker_set), brought)
    return level.by_suit([[0]] * empty + shares)


def _each(plan: Plan, value: Value, share: Row) -> Row:
    """Return what each move of a plan brings."""
    run, _, joker, _, ace, _ = value
    return [run * x + joker * y + share[x] - ace * begun for x, y, begun in plan.moves]


def _best(edges: Sequence[tuple[int, int, int]], plan: Plan, value: Value, share: Row, known: Row) -> Row:
    """Return the most that each node can have, by its moves to nodes of which it is known, either way."""
    if plan.idle:
        return [total + share[0] for total in known]
    each, row = _each(plan, value, share), [DEAD] * len(plan.ways if edges is plan.edges else plan.after.nodes)
    for node, move, other in edges:
        total = each[move] + known[other]
        if total > row[node]:
            row[node] = total
    return row


def _brought(plan: Plan, before: Row, after: Row, value: Value, size: int) -> Row:
    """Return the most that a suit brings in all without its share, for each number of cards in its runs."""
    best, row = [DEAD] * len(plan.moves), [DEAD] * size
    for at, move, to in plan.edges:
        total = before[at] + after[to]
        if total > best[move]:
            best[move] = total
    for (x, _, _), total, runs in zip(plan.moves, best, _each(plan, value, [0] * size), strict=True):
        row[x] = max(row[x], total + runs)
    return row
