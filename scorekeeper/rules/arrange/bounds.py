"""What each suit can still bring at best: its runs worked out backwards, jokers at a price, sets for nothing."""

from dataclasses import dataclass

from ..variant import JokerLimit
from .charts import Chart
from .problem import Problem

# At most so many half jokers can go with each natural card of a set of three or more.
_HALF_JOKERS = {
    JokerLimit.FEWER_THAN_NATURALS: 1,
    JokerLimit.NOT_MORE_THAN_NATURALS: 2,
    JokerLimit.ONE: 1,
}
DEAD = -(1 << 60)


@dataclass(frozen=True)
class Bound:
    """Upper bounds, in half units: `rows[suit][place][node]`, with the prices of jokers that they reckon with."""

    price: int
    bound_price: int
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    root: int


def bound_at(problem: Problem, charts: tuple[Chart, ...], price: int, bound_price: int) -> Bound:
    """Return the bound where a joker costs `price`, one that must be laid and brings nothing `bound_price`."""
    worth, free = problem.priced, problem.jokers - problem.bound

    def gains(values: tuple[int, ...]) -> list[int]:
        return [
            max(([2 * value - price] if free else []) + ([-bound_price] if problem.bound else []), default=0)
            for value in values
        ]

    natural = [2 * value for value in worth.run]
    in_set = [2 * value for value in worth.set]
    for place in problem.wild:
        natural[place], in_set[place] = gains(worth.run)[place], gains(worth.set)[place]
    joker, joker_set = gains(worth.joker_run), gains(worth.joker_set)
    sets = [_set_gain(problem, place, in_set[place], joker_set[place]) for place in range(len(problem.ranks))]
    rows = tuple(_row(chart, natural, joker, sets, 2 * worth.from_ace) for chart in charts)
    total = sum(max(rows[suit][0][start] for start in charts[suit].starts) for suit in range(4))
    total -= 2 * problem.per_point * problem.minimum
    return Bound(price, bound_price, rows, total + price * free + bound_price * problem.bound)


def _set_gain(problem: Problem, place: int, value: int, joker: int) -> int | None:
    """Return the most that a natural card can bring in a set there, with its jokers; None if it cannot be."""
    have = [row[place] for row in problem.have]
    cards = sum(1 for count in have if count) if problem.sets.suits_differ else sum(have)
    missing = max(0, problem.sets.smallest - cards)
    if not problem.sets.allowed or not cards or missing > problem.jokers:
        return None
    if joker >= 0:
        halves = 2 * (problem.sets.largest - 1) if problem.limit is JokerLimit.NONE else _HALF_JOKERS[problem.limit]
        return value + (joker * halves + 1) // 2
    return value - (-joker * missing) // cards


def _row(
    chart: Chart, natural: list[int], jokers: list[int], sets: list[int | None], from_ace: int
) -> tuple[tuple[int, ...], ...]:
    rows: list[tuple[int, ...]] = [(0,) * len(chart.nodes[-1])]
    for place in range(len(natural) - 1, -1, -1):
        after, gain, joker, card = rows[-1], sets[place], jokers[place], natural[place]
        row = []
        for edges in chart.edges[place]:
            best = DEAD
            for x, y, rest, need, target, begun in edges:
                value = card * x + joker * y - from_ace * begun + after[target]
                if gain is None:
                    if need:
                        continue
                else:
                    value += gain * rest if gain > 0 else gain * need
                if value > best:
                    best = value
            row.append(best)
        rows.append(tuple(row))
    rows.reverse()
    return tuple(rows)


def best_bound(problem: Problem, charts: tuple[Chart, ...]) -> Bound:
    """Return the least bound that a few prices give."""
    if not problem.jokers:
        return bound_at(problem, charts, 0, 0)
    worth = problem.priced
    highest = 2 * (max((0, *worth.run, *worth.set, *worth.joker_run, *worth.joker_set)) + 1)
    lowest = 0 if problem.stay else -6 * highest
    if problem.jokers == problem.bound:
        return _least(lambda p: bound_at(problem, charts, 0, p), -6 * highest, 6 * highest)
    found = _least(lambda p: bound_at(problem, charts, p, p), lowest, 6 * highest)
    if not problem.bound:
        return found
    return _least(lambda p: bound_at(problem, charts, found.price, p), -6 * highest, 6 * highest)


def _least(at: "object", low: int, high: int) -> Bound:
    """Return the least bound over prices from `low` to `high`: it is convex in the price."""
    seen: dict[int, Bound] = {}

    def look(price: int) -> int:
        if price not in seen:
            seen[price] = at(price)  # type: ignore[operator]
        return seen[price].root

    while high - low > 2:
        third = (high - low) // 3
        one, other = low + third, high - third
        if look(one) <= look(other):
            high = other
        else:
            low = one
    for price in range(low, high + 1):
        look(price)
    return min(seen.values(), key=lambda b: b.root)
