"""The best way through the places: what the bound loses on the way is kept as small as possible.

The bound of the start is what could be brought at most. Each choice at a place loses some of it, and the way that loses
least is the best one. It is looked for within a small loss first, then within larger ones. Where that takes too
many steps, a better bound is worth its while.
"""

from dataclasses import dataclass

from .bounds import FINE, Bound, Charts, agree, bound_of, charts_of, start, sums_at
from .budget import Budget, OutOfWork
from .careful import CarefulDescent
from .descent import Choice, Descent
from .kernels import DEAD
from .machine import Machine, machine_of
from .outward import Outward
from .problem import Problem

_STEPS = (250, 600, 2_000, 8_000)  # after so many steps in vain the bound is bettered
_CROWD, _GLANCE = 90, 60  # of so many cards perhaps all can be laid: so many steps tell
_KEPT = 8  # one of so many parts of the budget is kept to come to some end
_ROUNDS = (1, 2, 5, 8)  # and so often suits and sets agree then


@dataclass(frozen=True)
class Path:
    """A whole way: a choice at each place (in a ring the first is the start); whether it is proved best."""

    choices: tuple[Choice, ...]
    charts: Charts
    machine: Machine
    proved: bool


def search(problem: Problem, budget: Budget) -> Path | None:
    """Return the best way to lay the cards that is found within `budget`, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    machine = machine_of(problem.habits)
    charts = charts_of(problem, machine, budget if problem.habits.narrow else budget.part(2))
    bound = _bound(problem, charts, _prices(problem)[0], 0 if problem.dense else 1, budget)
    most = Budget(budget.left - budget.left // _KEPT, budget)
    crowded = problem.points is None and sum(map(sum, problem.have)) > _CROWD
    for stage, steps in enumerate((*_STEPS, most.left)):
        if bound.root < DEAD // 2:
            return None
        tried = _searcher(problem, stage)(bound)
        glance = _wide(problem, bound) if stage and crowded else None
        done = tried if tried.spend(most, steps) else glance if glance and glance.spend(most, _GLANCE) else None
        if done:
            proved = done.all_laid or not problem.habits.narrow
            return None if done.best is None else Path(tuple(done.best), charts, machine, proved)
        if most.left < tried.PRICE or stage == len(_STEPS):
            break
        bound = _bettered(problem, charts, bound, stage, most)
    best, proved = _at_last(problem, bound, tried, budget)
    if best is None:
        if proved:
            return None
        raise OutOfWork
    return Path(tuple(best), charts, machine, proved)


def _searcher(problem: Problem, stage: int) -> type[Descent]:
    """Return the kind of search: where most likely all can be laid, one that first goes straight to the end."""
    if problem.bound or problem.wild or problem.points:
        return CarefulDescent
    return Descent if problem.dense and not stage else Outward


def _at_last(problem: Problem, bound: Bound, tried: Descent, budget: Budget) -> tuple[list[Choice] | None, bool]:
    """Return the best way that was found when the work is done, and whether it is proved; else any way."""
    wide = _wide(problem, bound)
    proved = wide.spend(budget.part(2), budget.left) and not problem.habits.narrow
    best = min((wide, tried), key=lambda one: one.lost)
    if best.best is None and not proved:
        best = wide
        wide.take_anything(budget)
    return best.best, proved and best is wide


def _wide(problem: Problem, bound: Bound) -> Descent:
    """Return a search straight to the end within a loss that leaves room for whatever is likely."""
    searcher = _searcher(problem, 0)
    wide = Descent(bound) if searcher is Outward else searcher(bound)
    wide.limit = 2 * FINE * max(1, *problem.worth.run)
    return wide


def root_of(problem: Problem, budget: Budget) -> int:
    """Return an upper bound of what can be brought.

    Raises:
        OutOfWork: it cannot be told within the budget.
    """
    charts = charts_of(problem, machine_of(problem.habits), budget)
    return min(_bound(problem, charts, price, 1, budget).root for price in _prices(problem))


def _bound(problem: Problem, charts: Charts, price: int, rounds: int, budget: Budget) -> Bound:
    """Return the bound where a joker costs `price`, after suits and sets have agreed so often."""
    budget.spend(max(1, rounds) * _price_of_agreeing(charts) if rounds else charts.cost)
    sums = sums_at(problem, charts, price, price)
    shares = start(sums)
    if not rounds:
        return bound_of(sums, shares)
    for _ in range(rounds - 1):
        shares = agree(sums, shares).shares
    return agree(sums, shares)


def _prices(problem: Problem) -> tuple[int, ...]:
    """Return prices of a joker to try, likely ones first: what it helps to lay, and what it brings itself."""
    if not problem.jokers:
        return (0,)
    worth = problem.priced
    card = FINE * max(0, *worth.run)
    itself = max(0, FINE * max(*worth.joker_run, *worth.joker_set))
    crowded = any(map(any, problem.need)) and sum(map(sum, problem.have)) > 40
    factors = (1, 24) if problem.dense else (16, 34) if crowded and problem.jokers > 1 else (28 if crowded else 34, 16)
    return tuple(itself + card * factor // 16 for factor in factors)


def _price_of_agreeing(charts: Charts) -> int:
    return 3 * charts.cost + charts.shares  # forward, back, and what each suit brings at each place


def _bettered(problem: Problem, charts: Charts, bound: Bound, stage: int, budget: Budget) -> Bound:
    """Return a lower bound: suits and sets agree more, jokers cost what fits better. Later stages take more pains.

    No better one than `budget` pays for, of which a part is left for the search.
    """
    best, price = bound, _price_of_agreeing(charts)

    def paid(times: int = 1) -> bool:
        enough = budget.left > 4 * times * price
        budget.take(times * price if enough else 0)
        return enough

    if problem.dense and not stage and problem.jokers and paid(2):  # so that not all was laid after all
        best = _bound(problem, charts, _prices(problem)[1], 2, Budget(2 * price))
    for _ in range(_ROUNDS[stage]):
        if not paid():
            break
        other = agree(best.sums, best.shares)
        if other.root >= best.root:
            break
        best = other
    for joker in _other_prices(problem, best.sums.price, stage):
        if not paid():
            break
        other = agree(sums_at(problem, charts, joker, joker), best.shares)
        if other.root < best.root:
            best = other
    return best


def _other_prices(problem: Problem, price: int, stage: int) -> tuple[int, ...]:
    if not problem.jokers or not stage:
        return ()
    if stage == 1:
        return () if problem.dense else _prices(problem)
    return tuple([price * factor // 16 for factor in ((11, 21) if stage == 2 else (14, 18))])
