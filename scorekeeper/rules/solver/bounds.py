"""Upper bounds by Lagrangian relaxation: each suit goes through its trellis alone.

The limits on jokers and points are relaxed at a price (`Prices`). What ties the suits together at a rank, the sets, is
a factor: a suit gets a share for each `z`, and any shares that together are at least what each choice of covers
brings give a bound. `agree` lowers it by block coordinate ascent on the dual (MPLP++).
"""

from dataclasses import dataclass
from typing import NamedTuple

from .budget import Budget, OutOfWork
from .instance import Instance
from .sets import DEAD, Demand, Row, Table, Want, share_out, table_of
from .trellis import Place, Plan, Trellis, stay

Rows = list[Row]  # of the four suits
FINE = 64  # bounds are reckoned in such parts of a unit of worth
_SMALL, _MOST_NODES = 24, 300  # of more cards, layers of more nodes take more work than they are worth


class Prices(NamedTuple):
    """The Lagrange multipliers: of a joker, in `FINE` parts, and of a point toward the minimum."""

    joker: int
    point: int = 0


class Values(NamedTuple):
    """What a natural and a joker bring in a run and in a set; what a run that begins with the ace brings less."""

    run: int = 0
    set: int = 0
    joker_run: int = 0
    joker_set: int = 0
    ace: int = 0


class Level(NamedTuple):
    """One place: the plans of the four suits, and the table of its sets with the suits in the table's order."""

    plans: tuple[Plan, ...]
    order: tuple[int, ...]
    wants: tuple[Want, ...]  # in that order
    demand: Demand
    table: Table

    def by_suit(self, rows: Rows) -> Rows:
        """Return rows that are in the table's order in the order of the suits."""
        return [rows[self.order.index(suit)] for suit in range(4)]


@dataclass(frozen=True)
class Charts:
    """All levels of an instance. In a ring the starts are chosen at `offset` levels before the first place."""

    problem: Instance
    trellis: Trellis
    levels: list[Level]
    offset: int
    sweep: int  # units of work of an update of all shares


class Bound(NamedTuple):
    """The Lagrangian bound of an instance at given prices, a price of a joker paid for each idle one, too.

    `rows[level][suit][node]` is the most that a suit can still bring, `shares[level][suit][z]` its shares.
    """

    charts: Charts
    prices: Prices
    values: list[Values]
    shares: list[Rows]
    rows: list[Rows]
    root: int


def charts_of(problem: Instance, trellis: Trellis, budget: Budget) -> Charts:
    """Return the charts of an instance.

    Raises:
        OutOfWork: they cost more than is left.
    """
    offset = 4 if problem.ring else 0
    by_suit = zip(*[_plans(problem, trellis, suit, budget) for suit in range(4)], strict=True)
    levels = [_level(problem, plans, place) for place, plans in enumerate(by_suit, -offset)]
    ways = sum([len(plan.edges) for level in levels for plan in level.plans])
    entries = sum([len(level.table.group_of) for level in levels])
    return Charts(problem, trellis, levels, offset, 70 + (ways + entries) // 2)


def _plans(problem: Instance, trellis: Trellis, suit: int, budget: Budget) -> list[Plan]:
    """Return the plans of a suit at all levels."""
    plans, layer = list[Plan](), trellis.nothing
    crowded = not problem.narrow and sum(map(sum, problem.have)) > _SMALL
    if problem.ring:  # one suit after the other chooses its start: together there would be too many choices
        start = trellis.start(problem.have[suit], problem.narrow, budget)
        layer = start.after
        plans = [*[stay(trellis.nothing)] * suit, start, *[stay(layer)] * (3 - suit)]
    for place in map(Place, problem.have[suit], problem.kinds):
        plans.append(trellis.plan(layer, place, budget))
        layer = plans[-1].after
        if crowded and len(layer.nodes) > _MOST_NODES:
            raise OutOfWork
    return plans


def _level(problem: Instance, plans: tuple[Plan, ...], place: int) -> Level:
    rows = zip(problem.have, problem.need, strict=True)
    wants = [Want(have[place], need[place]) if place >= 0 else Want(0, 0) for have, need in rows]
    order = sorted(range(4), key=wants.__getitem__)
    ordered = tuple([wants[suit] for suit in order])
    every = problem.points is not None or place in problem.wild
    demand = Demand(problem.sets, problem.runs.jokers, every, problem.runs.sparing)
    return Level(plans, tuple(order), ordered, demand, table_of(demand, ordered))


def bound_of(charts: Charts, prices: Prices) -> Bound:
    """Return the bound with shares to begin with."""
    values, rows = _values(charts, prices), [_ends(charts)]
    shares = _first_shares(charts, values)
    for level, value, share in zip(reversed(charts.levels), reversed(values), reversed(shares), strict=True):
        rows.append(_back(level, value, share, rows[-1]))
    return _finished(charts, prices, values, shares, rows)


def agree(charts: Charts, prices: Prices, shares: list[Rows] | None = None) -> Bound:
    """Return the bound after one update of all shares, last level first."""
    values = _values(charts, prices)
    shares = _first_shares(charts, values) if shares is None else shares[:]
    forward, rows = _forward(charts, values, shares), [_ends(charts)]
    for i in range(len(shares) - 1, -1, -1):
        level, value, after = charts.levels[i], values[i], rows[-1]
        table = level.table
        if not table.empty:
            brought = [
                _brought(level.plans[suit], forward[i][suit], after[suit], value, size)
                for suit, size in zip(level.order, table.sizes, strict=True)
            ]
            shares[i] = level.by_suit(share_out(table.sizes, table.values(value.set, value.joker_set), brought))
        rows.append(_back(level, value, shares[i], after))
    return _finished(charts, prices, values, shares, rows)


def _first_shares(charts: Charts, values: list[Values]) -> list[Rows]:
    """Return shares to begin with: each card that is left for sets gets the most that it can bring."""
    return [
        level.by_suit(level.table.first_shares(level.wants, value.set, value.joker_set))
        for level, value in zip(charts.levels, values, strict=True)
    ]


def _values(charts: Charts, prices: Prices) -> list[Values]:
    """Return what cards bring at each level, less the price of a joker."""
    problem, price = charts.problem, prices.joker
    worth = problem.points.mixed(prices.point, problem.worth) if problem.points else problem.worth

    def joker(value: int) -> int:
        if problem.jokers == problem.idle:
            return -price
        return max(FINE * value, 0 if problem.idle else FINE * value) - price

    values = [Values()] * charts.offset
    for place, (run, in_set, joker_run, joker_set) in enumerate(zip(*worth[:4], strict=True)):
        natural = joker if place in problem.wild else FINE.__mul__
        values.append(Values(natural(run), natural(in_set), joker(joker_run), joker(joker_set), FINE * worth.from_ace))
    return values


def _ends(charts: Charts) -> Rows:
    return [[0 if may else DEAD for may in plan.after.ends] for plan in charts.levels[-1].plans]


def _finished(charts: Charts, prices: Prices, values: list[Values], shares: list[Rows], rows: list[Rows]) -> Bound:
    rows.reverse()
    root = sum([row[0] for row in rows[0]]) + prices.joker * charts.problem.jokers
    return Bound(charts, prices, values, shares, rows, root - FINE * prices.point * charts.problem.minimum)


def _each(plan: Plan, value: Values, share: Row) -> Row:
    """Return what each move of a plan brings."""
    run, _, joker, _, ace = value
    return [run * x + joker * y + share[z] - ace * begun for x, y, z, begun in plan.moves]


def _back(level: Level, value: Values, shares: Rows, after: Rows) -> Rows:
    """Return the most that each node before a level can still bring."""
    rows = []
    for plan, later, share in zip(level.plans, after, shares, strict=True):
        if plan.idle:
            rows.append([total + share[0] for total in later] if share[0] else later)
            continue
        each, row = _each(plan, value, share), [DEAD] * len(plan.ways)
        for at, move, to in plan.edges:
            total = each[move] + later[to]
            if total > row[at]:
                row[at] = total
        rows.append(row)
    return rows


def _forward(charts: Charts, values: list[Values], shares: list[Rows]) -> list[Rows]:
    """Return the most that each node can have brought, level by level."""
    rows: list[Rows] = [[[0] for _ in range(4)]]
    for level, value, here in zip(charts.levels, values, shares, strict=True):
        found = []
        for plan, before, share in zip(level.plans, rows[-1], here, strict=True):
            if plan.idle:
                found.append([total + share[0] for total in before] if share[0] else before)
                continue
            each, row = _each(plan, value, share), [DEAD] * len(plan.after.nodes)
            for at, move, to in plan.edges:
                total = before[at] + each[move]
                if total > row[to]:
                    row[to] = total
            found.append(row)
        rows.append(found)
    return rows


def _brought(plan: Plan, before: Row, after: Row, value: Values, size: int) -> Row:
    """Return the most that a suit brings in all without its share, for each `z`."""
    best, row = [DEAD] * len(plan.moves), [DEAD] * size
    for at, move, to in plan.edges:
        total = before[at] + after[to]
        if total > best[move]:
            best[move] = total
    for (_, _, z, _), total, runs in zip(plan.moves, best, _each(plan, value, [0] * size), strict=True):
        if total + runs > row[z]:
            row[z] = total + runs
    return row
