"""How to search: narrow passes and cheap bounds first, wider passes and better bounds where that is in vain."""

from itertools import combinations_with_replacement
from typing import NamedTuple

from ..model.terms import JokerLimit
from .bounds import FINE, Bound, Charts, Prices, agree, bound_of, charts_of
from .budget import UNITS, Budget, OutOfWork
from .instance import Instance
from .runs import RunRules
from .search import NEVER, Path, Search
from .sets import HOPELESS, Demand, SetRules, Want, table_of
from .trellis import Place, trellis_of


class Stage(NamedTuple):
    """How much work a search may take, at most a `part` of what is left; the bound is improved after it."""

    units: int
    updates: int  # of the shares
    part: int = 2
    limit: int = 0  # on the loss, to begin with


_STAGES = (Stage(4_000, 1), Stage(4_000, 2), Stage(12_000, 5), Stage(48_000, 8), Stage(UNITS, 0, 1, NEVER))
_CROWDED = 40  # cards, with which jokers help little
_FULL = 60  # cards, which most likely can all be laid if some lie on the table
_POINTS = (0, 6, 9, 12, 20, 100)  # prices of a point, of which a card costs 100
_OTHER_PRICES = ((), (11, 21), (14, 18), (14, 18), ())  # after a stage, in sixteenths of the price of a joker


def solve(problem: Instance, budget: Budget) -> Path | None:
    """Return the best way to lay the cards that is found within `budget`, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    charts = charts_of(problem, trellis_of(problem.runs, budget), budget if problem.narrow else budget.part(2))
    bounds = _first(charts, budget)
    choices, value, proved = None, -NEVER, bounds[0].root < HOPELESS
    step = FINE * max(1, *map(abs, problem.worth.run)) // 2
    for number, stage in enumerate(_STAGES):
        if proved or not budget.left:
            break
        # Where points count, each bound has its turn; else the first one, then what it was improved to.
        turn = number % len(bounds) if problem.points else min(number, 1) * (len(bounds) - 1)
        search = Search(bounds[turn], value, units := min(stage.units, budget.left // stage.part))
        proved = search.deepen(stage.limit, step)
        budget.take(units - search.units)
        if search.best is not None:
            choices, value = search.best, search.bound.root - search.lost
        if not proved:
            better = _improved(bounds[turn], number, stage.updates, budget.part(2))
            if problem.points or better.prices == bounds[turn].prices:
                bounds[turn] = better
            else:
                bounds.append(better)
    if problem.narrow:  # the bound holds for what was not left out; but nothing is better than all cards laid
        proved = value >= FINE * problem.ceiling
    if choices is None and not proved:
        raise OutOfWork
    return None if choices is None else Path(choices, charts, value, proved)


def _first(charts: Charts, budget: Budget) -> list[Bound]:
    """Return bounds to begin with, the least first; where points count toward a minimum for each price of a point."""
    problem, found = charts.problem, []
    full = _is_full(problem)
    for point in _POINTS if problem.points else (0,):
        for prices in _prices(problem, point):
            budget.spend(charts.sweep)
            found.append((bound_of if full else agree)(charts, prices))
    return found if full else sorted(found, key=lambda one: one.root)[: 4 if problem.points else 2]


def _is_full(problem: Instance) -> bool:
    """Return whether most likely all cards can be laid."""
    return any(map(any, problem.need)) and sum(map(sum, problem.have)) > _FULL


def _prices(problem: Instance, point: int) -> list[Prices]:
    """Return prices to try, likely ones first: of a joker what it helps to lay, and what it brings itself."""
    if not problem.jokers:
        return [Prices(0, point)]
    worth = problem.points.mixed(point, problem.worth) if problem.points else problem.worth
    card = FINE * max(0, *worth.run)
    itself = max(0, FINE * max(*worth.joker_run, *worth.joker_set))
    factors: tuple[int, ...] = (34, 16, 6, 0)
    if _is_full(problem):
        factors = (1, 16)
    elif problem.runs.sparing and sum(map(sum, problem.have)) > _CROWDED:
        factors = (16,) if any(map(any, problem.need)) else (34, 1)
    elif problem.runs.sparing:
        factors = (34,)
    elif problem.points:
        factors = (34, 16)
    return [Prices(itself + card * factor // 16, point) for factor in factors]


def _improved(bound: Bound, stage: int, updates: int, budget: Budget) -> Bound:
    """Return a lower bound, by more updates of the shares and other prices of a joker, as far as `budget` allows."""
    prices, jokers = bound.prices, bound.charts.problem.jokers
    others = [prices._replace(joker=prices.joker * part // 16) for part in _OTHER_PRICES[stage] if jokers]
    for other_prices in [*[prices] * updates, *others]:
        if budget.left < bound.charts.sweep:
            break
        budget.spend(bound.charts.sweep)
        other = agree(bound.charts, other_prices, bound.shares)
        if other.root < bound.root:
            bound = other
    return bound


def prepare() -> None:
    """Fill the caches for two packs where melds may hold any number of jokers, the commonest game.

    It takes some hundredths of a second, half of the time of the first question. The server does it after its start.
    """
    wants = [Want(have, need) for have in range(3) for need in range(have + 1)]
    for jokers in (0, 2):
        trellis = trellis_of(RunRules(True, 3, None, JokerLimit.NONE, jokers, 2, jokers, False, True), Budget())
        layers = [trellis.nothing]
        for layer in layers:  # grows by the layers that are met
            found = [trellis.plan(layer, Place(have), Budget()).after for have in range(3)]
            layers += [after for after in dict.fromkeys(found) if after not in layers]
        demand = Demand(SetRules(True, 3, 4, True, JokerLimit.NONE), jokers, False, True)
        for four in combinations_with_replacement(wants, 4):
            table_of(demand, four)
