"""Upper bounds by Lagrangian relaxation: each suit goes through its trellis alone.

The limits on jokers and points are relaxed at a price (`Prices`). What ties the suits together at a rank, the sets, is
a factor: a suit gets a share for each `z`, and any shares that together are at least what each choice of covers
brings give a bound. `agree` lowers it by block coordinate ascent on the dual (MPLP++).
"""

from dataclasses import dataclass, field
from operator import add
from typing import NamedTuple

from .budget import SHARED, SUMMED, Budget, OutOfWork
from .problem import Instance
from .sets import DEAD, Demand, Row, Table, Want, share_out, table_of
from .trellis import Machine, Place, Plan, stay

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
    joker_run: int = 0
    set: int = 0
    joker_set: int = 0
    ace: int = 0


class Level(NamedTuple):
    """One place: the plans of the four suits, and the table of its sets with the suits in the table's order."""

    plans: tuple[Plan, ...]
    order: tuple[int, ...]
    wants: tuple[Want, ...]
    demand: Demand
    table: Table


@dataclass(frozen=True)
class Charts:
    """All levels of a problem. In a ring the starts are chosen at `offset` levels before the first place."""

    problem: Instance
    machine: Machine
    levels: list[Level]
    offset: int
    sweep: int  # units of a sweep through all levels
    sharing: int  # units of an update of all shares


@dataclass(frozen=True)
class Relaxation:
    """A problem at given prices; an idle joker costs as much as a price of a joker."""

    charts: Charts
    prices: Prices
    values: list[Values]
    factors: dict[int, Row] = field(default_factory=dict)

    def factor(self, level: int) -> Row:
        """Return what each choice of the four `z` brings in sets."""
        found = self.factors.get(level)
        if found is None:
            value = self.values[level]
            found = self.factors[level] = self.charts.levels[level].table.values(value.set, value.joker_set)
        return found


class Bound(NamedTuple):
    """`rows[level][suit][node]` is the most that a suit can still bring, `shares[level][suit][z]` its shares."""

    relaxation: Relaxation
    shares: list[Rows]
    rows: list[Rows]
    root: int


def charts_of(problem: Instance, machine: Machine, budget: Budget) -> Charts:
    """Return the charts of a problem.

    Raises:
        OutOfWork: they cost more than is left.
    """
    by_suit, crowded = [], not problem.narrow and sum(map(sum, problem.have)) > _SMALL
    for suit, (haves, needs) in enumerate(zip(problem.have, problem.need, strict=True)):
        plans, layer = [], machine.nothing
        if problem.ring:  # one suit after the other chooses its start: together there would be too many choices
            start = machine.start(haves, problem.narrow, budget)
            layer = start.after
            plans = [*[stay(machine.nothing)] * suit, start, *[stay(layer)] * (3 - suit)]
        for place in map(Place, haves, needs, problem.kinds):
            plan = layer.plans.get(place)
            if plan is None or id(plan) not in budget.paid:
                plan = machine.plan(layer, place, budget)
            plans.append(plan)
            layer = plan.after
            if crowded and len(layer.nodes) > _MOST_NODES:
                raise OutOfWork
        by_suit.append(plans)
    offset = 4 if problem.ring else 0
    levels = []
    for i, plans_here in enumerate(zip(*by_suit, strict=True), -offset):
        rows = zip(problem.have, problem.need, strict=True)
        wants = [Want(have[i], need[i]) if i >= 0 else Want(0, 0) for have, need in rows]
        order = sorted(range(4), key=wants.__getitem__)
        ordered = tuple([wants[suit] for suit in order])
        demand = Demand(problem.sets, problem.runs.jokers, problem.every or i in problem.wild, problem.runs.sparing)
        levels.append(Level(plans_here, tuple(order), ordered, demand, table_of(demand, ordered)))
    edges = sum([len(plan.edges) for level in levels for plan in level.plans])
    entries = sum([len(level.table.group_of) for level in levels])
    return Charts(problem, machine, levels, offset, 1 + edges // SUMMED, 1 + entries // SHARED)


def relax(charts: Charts, prices: Prices) -> Relaxation:
    """Return a problem where jokers and points have these prices."""
    problem, price = charts.problem, prices.joker
    worth = problem.worth.mixed(1, problem.points, prices.point) if problem.points else problem.worth

    def joker(value: int) -> int:
        if problem.jokers == problem.bound:
            return -price
        return max(FINE * value - price, -price) if problem.bound else FINE * value - price

    values = [Values()] * charts.offset
    for i, (run, in_set, joker_run, joker_set) in enumerate(zip(*worth[:4], strict=True)):
        natural = joker if i in problem.wild else FINE.__mul__
        values.append(Values(natural(run), joker(joker_run), natural(in_set), joker(joker_set), FINE * worth.from_ace))
    return Relaxation(charts, prices, values)


def first_shares(relaxation: Relaxation) -> list[Rows]:
    """Return shares to begin with: each card that is left for sets gets the most that it can bring."""
    return [
        _by_suit(level, level.table.first_shares(level.wants, value.set, value.joker_set))
        for level, value in zip(relaxation.charts.levels, relaxation.values, strict=True)
    ]


def bound_of(relaxation: Relaxation, shares: list[Rows]) -> Bound:
    """Return the bound with these shares."""
    rows = [_ends(relaxation)]
    for i in range(len(shares) - 1, -1, -1):
        rows.append(_back(relaxation, i, rows[-1], shares[i]))
    return _finished(relaxation, shares, rows)


def agree(relaxation: Relaxation, shares: list[Rows]) -> Bound:
    """Return the bound after one update of all shares, last level first."""
    forward, shares = _forward(relaxation, shares), shares[:]
    rows = [_ends(relaxation)]
    for i in range(len(shares) - 1, -1, -1):
        level, after = relaxation.charts.levels[i], rows[-1]
        if not level.table.empty:
            value, before, sizes = relaxation.values[i], forward[i], level.table.sizes
            brought = [
                _brought(level.plans[suit], before[suit], after[suit], value, size)
                for suit, size in zip(level.order, sizes, strict=True)
            ]
            shares[i] = _by_suit(level, share_out(sizes, relaxation.factor(i), brought))
        rows.append(_back(relaxation, i, after, shares[i]))
    return _finished(relaxation, shares, rows)


def _by_suit(level: Level, rows: Rows) -> Rows:
    found = rows[:]
    for suit, row in zip(level.order, rows, strict=True):
        found[suit] = row
    return found


def _ends(relaxation: Relaxation) -> Rows:
    return [[0 if may else DEAD for may in plan.after.ends] for plan in relaxation.charts.levels[-1].plans]


def _finished(relaxation: Relaxation, shares: list[Rows], rows: list[Rows]) -> Bound:
    problem, prices = relaxation.charts.problem, relaxation.prices
    rows.reverse()
    root = sum([row[0] for row in rows[0]]) + prices.joker * problem.jokers
    return Bound(relaxation, shares, rows, root - FINE * prices.point * problem.minimum)


def _each(plan: Plan, value: Values, share: Row) -> Row:
    """Return what each move of a plan brings."""
    run, joker, _, _, ace = value
    if ace:
        return [run * x + joker * y + share[z] - ace * begun for x, y, z, begun in plan.moves]
    return [run * x + joker * y + share[z] for x, y, z, _ in plan.moves]


def _back(relaxation: Relaxation, i: int, after: Rows, shares: Rows) -> Rows:
    """Return the most that each node before a level can still bring."""
    rows, value = [], relaxation.values[i]
    for plan, later, share in zip(relaxation.charts.levels[i].plans, after, shares, strict=True):
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


def _forward(relaxation: Relaxation, shares: list[Rows]) -> list[Rows]:
    """Return the most that each node can have brought, level by level."""
    rows: list[Rows] = [[[0] for _ in range(4)]]
    for level, value, here in zip(relaxation.charts.levels, relaxation.values, shares, strict=True):
        found = []
        for plan, before, share in zip(level.plans, rows[-1], here, strict=True):
            if plan.idle:
                found.append([total + share[0] for total in before] if share[0] else before)
                continue
            each, row = _each(plan, value, share), [DEAD] * len(plan.after.nodes)
            for at, move, to in plan.edges:
                total = each[move] + before[at]
                if total > row[to]:
                    row[to] = total
            found.append(row)
        rows.append(found)
    return rows


def _brought(plan: Plan, before: Row, after: Row, value: Values, size: int) -> Row:
    """Return the most that a suit brings in all without its share, for each `z`."""
    if plan.idle:
        return [max(map(add, before, after)), *[DEAD] * (size - 1)]
    best, row = [DEAD] * len(plan.moves), [DEAD] * size
    for at, move, to in plan.edges:
        total = before[at] + after[to]
        if total > best[move]:
            best[move] = total
    for (_, _, z, _), total, runs in zip(plan.moves, best, _each(plan, value, [0] * size), strict=True):
        if total + runs > row[z]:
            row[z] = total + runs
    return row
