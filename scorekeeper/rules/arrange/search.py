"""The best way through the places: what the bound loses on the way is kept as small as possible.

The bound of the start is what could be brought at most. Each choice at a place loses some of it, and the way that loses
least is the best one. It is looked for within a small loss first, then within larger ones. Where that takes too
many steps, a better bound is worth its while.
"""

from dataclasses import dataclass

from .bounds import DEAD, FINE, Bound, Chart, agree, bound_of, charts_of, start, sums_at
from .careful import CarefulDescent
from .descent import Choice, Descent
from .machine import Machine, machine_of
from .problem import Problem

_STEPS = (150, 300, 1_000, 4_000)  # after so many steps in vain the bound is bettered
_ROUNDS = (1, 2, 5, 8)  # and so often suits and sets agree then


class OutOfWork(Exception):
    """The work was done before any way to the end was found."""


@dataclass(frozen=True)
class Path:
    """A whole way: a choice at each place (in a ring the first is the start); whether it is proved best."""

    choices: tuple[Choice, ...]
    charts: list[Chart]
    machine: Machine
    proved: bool


def search(problem: Problem, work: int) -> Path | None:
    """Return the best way to lay the cards that `work` steps find, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    machine = machine_of(problem.habits)
    charts = charts_of(problem, machine)
    prices = _prices(problem)
    bound = _bound(problem, charts, prices[0], _first_rounds(problem))
    for stage, steps in enumerate((*_STEPS, work)):
        if bound.root < DEAD // 2:
            return None
        tried = CarefulDescent(bound) if problem.bound or problem.wild or problem.points else Descent(bound)
        if tried.run(min(steps, work)):
            proved = tried.all_laid or not problem.habits.narrow
            return None if tried.best is None else Path(tuple(tried.best), charts, machine, proved)
        if steps >= work:
            break
        bound = _bettered(problem, charts, bound, stage)
    wide = CarefulDescent(bound) if problem.bound or problem.wild or problem.points else Descent(bound)
    wide.limit = 2 * FINE * max(1, *problem.worth.run)
    proved = wide.run(work // 2) and not problem.habits.narrow
    best = min((wide, tried), key=lambda one: one.lost)
    if best.best is None:
        if proved:
            return None
        best.take_anything()
    if best.best is None:
        raise OutOfWork
    return Path(tuple(best.best), charts, machine, proved and best is wide)


def root_of(problem: Problem) -> int:
    """Return an upper bound of what can be brought."""
    charts = charts_of(problem, machine_of(problem.habits))
    return min(_bound(problem, charts, price, 1).root for price in _prices(problem))


def _bound(problem: Problem, charts: list[Chart], price: int, rounds: int) -> Bound:
    """Return the bound where a joker costs `price`, after suits and sets have agreed so often."""
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
    factors = (1, 16) if _is_dense(problem) else (16, 34) if crowded and problem.jokers > 1 else (34, 16)
    return tuple(itself + card * factor // 16 for factor in factors)


def _first_rounds(problem: Problem) -> int:
    """Return how often suits and sets shall agree before the search begins."""
    if _is_dense(problem):
        return 0
    return 3 if any(map(any, problem.need)) and sum(map(sum, problem.have)) > 48 else 1


def _is_dense(problem: Problem) -> bool:
    """Return whether so many cards lie there that most likely all can be laid."""
    return any(map(any, problem.need)) and sum(map(sum, problem.have)) > 60


def _bettered(problem: Problem, charts: list[Chart], bound: Bound, stage: int) -> Bound:
    """Return a lower bound: suits and sets agree more, jokers cost what fits better. Later stages take more pains."""
    best = bound
    for _ in range(_ROUNDS[stage]):
        other = agree(best.sums, best.shares)
        if other.root >= best.root:
            break
        best = other
    for price in _other_prices(problem, best.sums.price, stage):
        other = agree(sums_at(problem, charts, price, price), best.shares)
        if other.root < best.root:
            best = other
    return best


def _other_prices(problem: Problem, price: int, stage: int) -> tuple[int, ...]:
    if not problem.jokers or not stage:
        return ()
    if stage == 1:
        return _prices(problem)
    return tuple([price * factor // 16 for factor in ((11, 21) if stage == 2 else (14, 18))])
