"""What each suit can still bring at best, jokers at a price, and what suits and sets agree on for the cards of sets.

A suit does not see what the others leave for sets. For so many cards that it leaves at a place it gets a share. Any
shares of which no set brings more than they are give an upper bound; `agree` finds shares at which it is low.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .kernels import DEAD, OFTEN, PlanSums, Row
from .machine import NONE_OPEN, Machine, Plan
from .problem import Problem
from .sets import Choices, all_ways

Rows = Sequence[Row]  # of the four suits
FINE = 64  # bounds are reckoned in such parts of a unit of worth


@dataclass(frozen=True)
class Charts:
    """The plans of the four suits, place by place, what their states are worth at the end, and which sets there can be.

    In a ring a plan comes before the first place, where the start is chosen: then `offset` is one.
    """

    plans: list[list[Plan]]
    ends: Rows
    choices: list[Choices]
    offset: int


@dataclass(frozen=True)
class Sums:
    """What of a problem no share changes: what cards bring at each place, and which sets there can be.

    A joker costs `price`; one that must be laid and brings nothing costs `idle`.
    """

    problem: Problem
    charts: Charts
    plans: list[list[PlanSums]]  # by place, of the four suits
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


def charts_of(problem: Problem, machine: Machine) -> Charts:
    """Return the charts of a problem."""
    numbers = [machine.nothing] * 4
    plans: list[list[Plan]] = []
    if problem.ring:
        allowed = problem.habits.allowed
        plans.append([machine.start(machine.corners(have) if allowed else [NONE_OPEN]) for have in problem.have])
        numbers = [plan.after for plan in plans[0]]
    sets, jokers, sparing, known = problem.sets, problem.jokers, problem.habits.thrifty, machine.plans
    choices = []
    for kind, haves, needs in zip(
        problem.kinds, zip(*problem.have, strict=True), zip(*problem.need, strict=True), strict=True
    ):
        choices.append(all_ways(sets, haves, jokers, sparing))
        here = []
        for number, have, need, most in zip(numbers, haves, needs, choices[-1].most, strict=True):
            plan = known.get((number, have, need, most, kind)) or machine.plan(number, have, need, most, kind)
            if plan.sums.uses < OFTEN:
                plan.sums.used()
            here.append(plan)
        plans.append(here)
        numbers = [plan.after for plan in here]
    ends = [[0 if may else DEAD for may in machine.ends(number)] for number in numbers]
    return Charts(plans, ends, choices, len(plans) - len(problem.ranks))


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
        [[plan.sums for plan in plans] for plans in charts.plans[charts.offset :]],
        price,
        idle,
        run,
        jokers(worth.joker_run),
        in_set,
        jokers(worth.joker_set),
        FINE * worth.from_ace,
    )


def start(sums: Sums) -> list[Rows]:
    """Return shares to begin with: each card gets the most that one of its sets brings for a card."""
    shares: list[Rows] = []
    for choices, value, joker in zip(sums.charts.choices, sums.in_set, sums.joker_set, strict=True):
        if choices.dear:
            each = value
            if joker > 0 or not choices.free:
                each += max([-(-joker * jokers // total) for jokers, total in choices.dear])
            row = [each * cards for cards in range(max(choices.most) + 1)]
            shares.append([row[: most + 1] for most in choices.most])
        else:
            shares.append(_NONE)
    return shares


_NONE: Rows = ((0,), (0,), (0,), (0,))


def bound_of(sums: Sums, shares: list[Rows]) -> Bound:
    """Return the bound with these shares, of which no set brings more."""
    row = sums.charts.ends
    rows = [row]
    ace = sums.from_ace
    for plans, share, card, joker in zip(
        reversed(sums.plans), reversed(shares), reversed(sums.run), reversed(sums.joker_run), strict=True
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


def _brought(plans: list[PlanSums], before: Rows, after: Rows, card: int, joker: int, ace: int) -> Rows:
    """Return what the suits bring in all for each number of cards that they leave for sets."""
    one, two, three, four = plans
    a, b, c, d = before
    s, t, u, v = after
    return (
        one.brought(a, s, card, joker, ace),
        two.brought(b, t, card, joker, ace),
        three.brought(c, u, card, joker, ace),
        four.brought(d, v, card, joker, ace),
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
        plans, choices, share = sums.plans[place], sums.charts.choices[place], shares[place]
        card, joker = sums.run[place], sums.joker_run[place]
        if choices.dear:
            brought = _brought(plans, forward[place], row, card, joker, ace)
            if choices.sharing.uses < OFTEN:
                choices.sharing.used()
            shared_out = choices.sharing.shared_out
            share = choices.restored(shared_out(sums.in_set[place], sums.joker_set[place], *choices.ordered(brought)))
            better[place] = share
        row = _back(plans, row, share, card, joker, ace)
        rows.append(row)
    return _finished(sums, better, rows)


def _forward(sums: Sums, shares: list[Rows]) -> list[Rows]:
    """Return what the suits can have brought at best when they come to each state, place by place."""
    row: Rows = [(0,) * plan.size for plan in sums.charts.plans[0]] if sums.charts.offset else _NONE
    rows, ace = [row], sums.from_ace
    for plans, share, card, joker in zip(sums.plans, shares, sums.run, sums.joker_run, strict=True):
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
