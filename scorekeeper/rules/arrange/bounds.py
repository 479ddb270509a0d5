"""What each suit can still bring at best, jokers at a price, and what suits and sets agree on for the cards of sets.

A suit does not see what the others leave for sets. For so many cards that it leaves at a place it gets a share. Any
shares of which no set brings more than they are give an upper bound; `agree` finds shares at which it is low.
"""

from dataclasses import dataclass

from .machine import NONE_OPEN, Machine, Place, Plan
from .problem import Problem
from .sets import Choices, all_ways

DEAD = -(1 << 60)
FINE = 64  # bounds are reckoned in such parts of a unit of worth

Row = list[int]


@dataclass(frozen=True)
class Chart:
    """The plans of one suit, place by place, and what its states are worth at the end."""

    plans: tuple[Plan, ...]
    ends: Row


@dataclass(frozen=True)
class Sums:
    """What of a problem no share changes: what cards bring at each place, and which sets there can be.

    A joker costs `price`; one that must be laid and brings nothing costs `idle`.
    """

    problem: Problem
    charts: list[Chart]
    offset: int  # plans before the first place
    price: int
    idle: int
    run: Row
    joker_run: Row
    in_set: Row
    joker_set: Row
    choices: list[Choices]
    from_ace: int


@dataclass(frozen=True)
class Bound:
    """`rows[suit][plan][state]` is the most that a suit can still bring, `moves[suit][plan]` what each move brings.

    `shares[suit][place][cards]` is what a suit gets for cards that it leaves for sets.
    """

    sums: Sums
    shares: list[list[Row]]
    moves: list[list[Row]]
    rows: list[list[Row]]
    root: int


def charts_of(problem: Problem, machine: Machine) -> list[Chart]:
    """Return the plans of the four suits; in a ring one comes before the first place, where the start is chosen."""
    columns = zip(*problem.have, strict=True)
    sets = [any(all_ways(problem.sets, c, problem.jokers, problem.habits.thrifty).most) for c in columns]
    return [_chart(problem, machine, suit, sets) for suit in range(4)]


def _chart(problem: Problem, machine: Machine, suit: int, sets: list[bool]) -> Chart:
    plans: list[Plan] = []
    number = machine.nothing
    if problem.ring:
        plans.append(machine.start(machine.corners(problem.have[suit]) if problem.habits.allowed else [NONE_OPEN]))
        number = plans[0].after
    have, need = problem.have[suit], problem.need[suit]
    for place, kind in enumerate(problem.kinds):
        plan = machine.plan(number, Place(have[place], need[place], sets[place], kind))
        plans.append(plan)
        number = plan.after
    return Chart(tuple(plans), [0 if machine.ends(node) else DEAD for node in machine.sets[number]])


def sums_at(problem: Problem, charts: list[Chart], price: int, idle: int) -> Sums:
    """Return what there is to sum up where jokers cost `price` and `idle`."""
    worth = problem.priced

    def jokers(values: tuple[int, ...]) -> Row:
        if not problem.bound:
            return [FINE * value - price for value in values]
        if problem.jokers == problem.bound:
            return [-idle] * len(values)
        return [max(FINE * value - price, -idle) for value in values]

    run, in_set = [FINE * value for value in worth.run], [FINE * value for value in worth.set]
    for place in problem.wild:
        run[place], in_set[place] = jokers(worth.run)[place], jokers(worth.set)[place]
    sparing = problem.habits.thrifty
    return Sums(
        problem,
        charts,
        len(charts[0].plans) - len(problem.ranks),
        price,
        idle,
        run,
        jokers(worth.joker_run),
        in_set,
        jokers(worth.joker_set),
        [all_ways(problem.sets, column, problem.jokers, sparing) for column in zip(*problem.have, strict=True)],
        FINE * worth.from_ace,
    )


def start(sums: Sums) -> list[list[Row]]:
    """Return shares to begin with: each card gets the most that one of its sets brings for a card."""
    shares: list[list[Row]] = [[], [], [], []]
    for place, choices in enumerate(sums.choices):
        if not choices.dear:
            for suit_shares in shares:
                suit_shares.append(_NOTHING)
            continue
        value, joker = sums.in_set[place], sums.joker_set[place]
        each = value + max([-(-joker * jokers // total) for jokers, total in choices.dear])
        for suit_shares, most in zip(shares, choices.most, strict=True):
            suit_shares.append([each * cards for cards in range(most + 1)] if most else _NOTHING)
    return shares


_NOTHING: Row = [0]


def bound_of(sums: Sums, shares: list[list[Row]]) -> Bound:
    """Return the bound with these shares, of which no set brings more."""
    rows: list[list[Row]] = []
    moves: list[list[Row]] = []
    for chart, suit_shares in zip(sums.charts, shares, strict=True):
        row = chart.ends
        suit_rows, suit_moves = [row], []
        for place in range(len(sums.run) - 1, -1, -1):
            each, row = _step(sums, chart.plans[place + sums.offset], place, suit_shares[place], row)
            suit_rows.append(row)
            suit_moves.append(each)
        _finish(sums, suit_rows, suit_moves)
        rows.append(suit_rows)
        moves.append(suit_moves)
    return Bound(sums, shares, moves, rows, _root(sums, rows))


def _finish(sums: Sums, rows: list[Row], moves: list[Row]) -> None:
    if sums.offset:
        rows.append([max(rows[-1])])
        moves.append([0])
    rows.reverse()
    moves.reverse()


def _root(sums: Sums, rows: list[list[Row]]) -> int:
    problem = sums.problem
    total = sum([suit[0][0] for suit in rows])
    total += sums.price * (problem.jokers - problem.bound) + sums.idle * problem.bound
    return total - FINE * problem.per_point * problem.minimum


def _step(sums: Sums, plan: Plan, place: int, share: Row, after: Row) -> tuple[Row, Row]:
    """Return what each move of a plan brings, and the best that each state can bring from there on."""
    if plan.idle:
        return share, [share[0] + after[0]]
    each = _move_values(sums, plan, place, share)
    row = [DEAD] * len(plan.states)
    for state, move, target in plan.flat:
        value = each[move] + after[target]
        if value > row[state]:
            row[state] = value
    return each, row


def _move_values(sums: Sums, plan: Plan, place: int, share: Row) -> Row:
    card, joker, from_ace, size = sums.run[place], sums.joker_run[place], sums.from_ace, len(share)
    if size == 1:
        only = share[0]
        return [DEAD if need else only + card * x + joker * y - from_ace * begun for x, y, _, need, begun in plan.moves]
    return [
        card * x
        + joker * y
        - from_ace * begun
        + (max(share[need : rest + 1]) if need < rest else share[need] if need < size else DEAD)
        for x, y, rest, need, begun in plan.moves
    ]


def agree(sums: Sums, shares: list[list[Row]]) -> Bound:
    """Return a bound that is no greater, by shares at which suits and sets agree better, last place first."""
    forward = [_forward(sums, suit, shares[suit]) for suit in range(4)]
    better: list[list[Row]] = [[], [], [], []]
    rows: list[list[Row]] = [[chart.ends] for chart in sums.charts]
    moves: list[list[Row]] = [[], [], [], []]
    row = [chart.ends for chart in sums.charts]
    for place in range(len(sums.run) - 1, -1, -1):
        at = place + sums.offset
        plans = [chart.plans[at] for chart in sums.charts]
        here = [shares[0][place], shares[1][place], shares[2][place], shares[3][place]]
        if sums.choices[place].dear:
            brought = [
                _brought(sums, plans[suit], place, forward[suit][at], row[suit], len(here[suit]))
                for suit in (0, 1, 2, 3)
            ]
            here = _shared_out(sums, place, brought)
        for suit in (0, 1, 2, 3):
            each, row[suit] = _step(sums, plans[suit], place, here[suit], row[suit])
            better[suit].append(here[suit])
            rows[suit].append(row[suit])
            moves[suit].append(each)
    for suit in (0, 1, 2, 3):
        better[suit].reverse()
        _finish(sums, rows[suit], moves[suit])
    return Bound(sums, better, moves, rows, _root(sums, rows))


def _forward(sums: Sums, suit: int, shares: list[Row]) -> list[Row]:
    """Return what a suit can have brought at best when it comes to each state."""
    row = [0]
    rows = [row]
    for i, plan in enumerate(sums.charts[suit].plans):
        place = i - sums.offset
        if plan.idle:
            row = [row[0] + shares[place][0]]
            rows.append(row)
            continue
        each = [0] if place < 0 else _move_values(sums, plan, place, shares[place])
        after = [DEAD] * plan.size
        for state, move, target in plan.flat:
            value = row[state] + each[move]
            if value > after[target]:
                after[target] = value
        row = after
        rows.append(row)
    return rows


def _brought(sums: Sums, plan: Plan, place: int, before: Row, after: Row, many: int) -> Row:
    """Return what a suit brings at most in all, for each number of cards that it leaves for sets at a place."""
    if plan.idle:
        return [before[0] + after[0]]
    best = [DEAD] * len(plan.moves)
    for state, move, target in plan.flat:
        value = before[state] + after[target]
        if value > best[move]:
            best[move] = value
    card, joker, from_ace = sums.run[place], sums.joker_run[place], sums.from_ace
    found = [DEAD] * many
    for value, (x, y, rest, need, begun) in zip(best, plan.moves, strict=True):
        value += card * x + joker * y - from_ace * begun
        for cards in range(need, rest + 1 if rest < many else many):
            if value > found[cards]:
                found[cards] = value
    return found


def _shared_out(sums: Sums, place: int, brought: list[Row]) -> list[Row]:
    """Return shares for which the best of each suit is a quarter of the best of all; no set then brings more."""
    value, joker = sums.in_set[place], sums.joker_set[place]
    one, two, three, four = brought
    first, second, third, fourth = best = [[DEAD] * len(row) for row in brought]
    for total, jokers, (a, b, c, d) in sums.choices[place].ways:
        together = value * total + joker * jokers + one[a] + two[b] + three[c] + four[d]
        if together > first[a]:
            first[a] = together
        if together > second[b]:
            second[b] = together
        if together > third[c]:
            third[c] = together
        if together > fourth[d]:
            fourth[d] = together
    return [
        [DEAD if high < _HOPELESS else -(-high // 4) - alone for high, alone in zip(highest, row, strict=True)]
        for highest, row in zip(best, brought, strict=True)
    ]


_HOPELESS = DEAD // 2
