"""What each suit can still bring at best, jokers at a price, and what suits and sets agree on for the cards of sets.

A suit does not see what the others leave for sets. For so many cards that it leaves at a place it gets a share. Any
shares of which no set brings more than they are give an upper bound; `agree` finds shares at which it is low.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .budget import SHARED, SUMMED, Budget
from .kernels import DEAD, OFTEN, PlanSums, Row
from .machine import NONE_OPEN, Machine, Plan
from .problem import Problem
from .sets import Choices, all_ways, first_shares

Rows = Sequence[Row]  # of the four suits
FINE = 64  # bounds are reckoned in such parts of a unit of worth


@dataclass(frozen=True)
class Charts:
    """The plans of the four suits, place by place, what their states are worth at the end, and which sets there can be.

    In a ring a plan comes before the first place, where the start is chosen: then `offset` is one.
    """

    plans: list[list[Plan]]
    sums: list[list[PlanSums]]  # by place, of the four suits
    ends: Rows
    choices: list[Choices]
    offset: int
    cost: int  # units to sum up once through all places
    shares: int  # units to share out once what sets bring


@dataclass(frozen=True)
class Sums:
    """What of a problem no share changes: what cards bring at each place, and which sets there can be.

    A joker costs `price`; one that must be laid and brings nothing costs `idle`.
    """

    problem: Problem
    charts: Charts
    price: int
    idle: int
    run: list[int]
    joker_run: list[int]
    in_set: list[int]
    joker_set: list[int]
    from_ace: int


@dataclass(frozen=True)
class Bound:
    """`rows[plan][suit][state]` is the most that a suit can still bring.

    `shares[place][suit][cards]` is what a suit gets for cards that it leaves for sets.
    """

    sums: Sums
    shares: list[Rows]
    rows: list[Rows]
    root: int


def charts_of(problem: Problem, machine: Machine, budget: Budget) -> Charts:
    """Return the charts of a problem.

    Raises:
        OutOfWork: they cost more than is left.
    """
    numbers = [machine.nothing] * 4
    plans: list[list[Plan]] = []
    if problem.ring:
        allowed = problem.habits.allowed
        plans.append(
            [machine.start(machine.corners(have, budget) if allowed else [NONE_OPEN]) for have in problem.have]
        )
        numbers = [plan.after for plan in plans[0]]
    sets, jokers, sparing, known = problem.sets, problem.jokers, problem.habits.thrifty, machine.plans
    choices, sums, paid, edges, ways = [], [], budget.paid, 0, 0
    # In one piece, for it runs for each suit at each place.
    for kind, haves, needs in zip(
        problem.kinds, zip(*problem.have, strict=True), zip(*problem.need, strict=True), strict=True
    ):
        choices.append(all_ways(sets, haves, jokers, sparing))
        ways += len(choices[-1].ways)
        here, sums_here, after = [], [], []
        for number, have, need in zip(numbers, haves, needs, strict=True):
            plan = known.get((number, have, need, kind))
            if plan is None or id(plan) not in paid:
                plan = machine.plan(number, have, need, kind, budget)
            one = plan.sums
            edges += len(one.shape.edges)
            if one.uses < OFTEN:
                budget.write(one.used(budget.room))
            here.append(plan)
            sums_here.append(one)
            after.append(plan.after)
        plans.append(here)
        sums.append(sums_here)
        numbers = after
    ends = [[0 if may else DEAD for may in machine.ends(number)] for number in numbers]
    offset = len(plans) - len(problem.ranks)
    return Charts(plans, sums, ends, choices, offset, edges // SUMMED, ways * SHARED)


def sums_at(problem: Problem, charts: Charts, price: int, idle: int) -> Sums:
    """Return what there is to sum up where jokers cost `price` and `idle`."""
    worth = problem.priced

    def jokers(values: tuple[int, ...]) -> list[int]:
        if not problem.bound:
            return [FINE * value - price for value in values]
        if problem.jokers == problem.bound:
            return [-idle] * len(values)
        return [max(FINE * value - price, -idle) for value in values]

    run, in_set = [FINE * value for value in worth.run], [FINE * value for value in worth.set]
    for place in problem.wild:
        run[place], in_set[place] = jokers(worth.run)[place], jokers(worth.set)[place]
    return Sums(
        problem,
        charts,
        price,
        idle,
        run,
        jokers(worth.joker_run),
        in_set,
        jokers(worth.joker_set),
        FINE * worth.from_ace,
    )


def start(sums: Sums) -> list[Rows]:
    """Return shares to begin with."""
    return list(map(first_shares, sums.charts.choices, sums.in_set, sums.joker_set))


def bound_of(sums: Sums, shares: list[Rows]) -> Bound:
    """Return the bound with these shares, of which no set brings more."""
    row = sums.charts.ends
    rows = [row]
    ace = sums.from_ace
    for plans, share, card, joker in zip(
        reversed(sums.charts.sums), reversed(shares), reversed(sums.run), reversed(sums.joker_run), strict=True
    ):
        row = _back(plans, row, share, card, joker, ace)
        rows.append(row)
    return _finished(sums, shares, rows)


def _back(plans: list[PlanSums], row: Rows, share: Rows, card: int, joker: int, ace: int) -> Rows:
    """Return what the suits can bring from a place on, of the same after it."""
    one, two, three, four = plans  # not in a loop: that would take longer than the sums
    a, b, c, d = row
    s, t, u, v = share
    return (
        one.back(a, s, card, joker, ace),
        two.back(b, t, card, joker, ace),
        three.back(c, u, card, joker, ace),
        four.back(d, v, card, joker, ace),
    )


def _finished(sums: Sums, shares: list[Rows], rows: list[Rows]) -> Bound:
    """Return the bound of rows that are known last place first; in a ring there is the choice where to start."""
    if sums.charts.offset:
        rows.append([(max(row),) for row in rows[-1]])
    rows.reverse()
    return Bound(sums, shares, rows, _root(sums, rows[0]))


def _root(sums: Sums, rows: Rows) -> int:
    problem = sums.problem
    total = sum([row[0] for row in rows])
    total += sums.price * (problem.jokers - problem.bound) + sums.idle * problem.bound
    return total - FINE * problem.per_point * problem.minimum


def agree(sums: Sums, shares: list[Rows]) -> Bound:
    """Return a bound that is no greater, by shares at which suits and sets agree better, last place first."""
    forward, better = _forward(sums, shares), shares[:]
    row, ace = sums.charts.ends, sums.from_ace
    rows = [row]
    for place in range(len(shares) - 1, -1, -1):
        plans, choices, share = sums.charts.sums[place], sums.charts.choices[place], shares[place]
        card, joker = sums.run[place], sums.joker_run[place]
        if choices.dear:
            before, sharing = forward[place], choices.sharing
            if sharing.uses < OFTEN:
                sharing.used()
            brought = [plans[suit].brought(before[suit], row[suit], card, joker, ace) for suit in choices.suits]
            shared = sharing.shared_out(sums.in_set[place], sums.joker_set[place], *brought)
            better[place] = share = choices.restored((*shared, *choices.nothing))
        row = _back(plans, row, share, card, joker, ace)
        rows.append(row)
    return _finished(sums, better, rows)


def _forward(sums: Sums, shares: list[Rows]) -> list[Rows]:
    """Return what the suits can have brought at best when they come to each state, place by place."""
    row: Rows = [(0,) * plan.size for plan in sums.charts.plans[0]] if sums.charts.offset else ((0,),) * 4
    rows, ace = [row], sums.from_ace
    for plans, share, card, joker in zip(sums.charts.sums, shares, sums.run, sums.joker_run, strict=True):
        one, two, three, four = plans
        a, b, c, d = row
        s, t, u, v = share
        row = (
            one.forth(a, s, card, joker, ace),
            two.forth(b, t, card, joker, ace),
            three.forth(c, u, card, joker, ace),
            four.forth(d, v, card, joker, ace),
        )
        rows.append(row)
    return rows
